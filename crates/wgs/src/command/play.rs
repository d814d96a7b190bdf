//! `wgs play`: a round on a terminal or through a pipe, line by line. Who finds what and why
//! not is [`wgs_play`]'s matter; this watches the clock and prints.
//!
//! The terminal stays as it is: no line is read otherwise than shells do, so that Ctrl-C
//! leaves nothing behind. What is read from a pipe is printed behind the prompt, so that the
//! output reads as a game on a terminal does.

mod choice;
mod drawing;
mod ending;
mod input;
mod screen;
mod turn;

use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use wgs_app::creator::{CreateOptions, Creator};
use wgs_app::reply::RoundReply;
use wgs_config::spelling::Spelling;
use wgs_config::{Catalogue, Game};
use wgs_core::{Adjacency, Board, Grid, Solver};
use wgs_lab::Random;
use wgs_play::{Level, Round, RoundOptions, SolvedBoard, SolvedBoardError, random_square_board};

use crate::app::{self, App, Outcome};
use crate::question::dictionary;
use input::Input;
use screen::Screen;
use turn::{Next, Turn};

/// How someone who plays alone is called.
const YOU: &str = "You";

/// How the computer is called.
const COMPUTER: &str = "Computer";

/// The time that the computer takes where nobody watches the clock, and the usual time on a
/// terminal: that of the sand-glass in the box.
const USUAL_TIME: Duration = Duration::from_secs(180);

/// The most rows and columns of a board of any size: a million tiles take some seconds.
const MOST_ROWS: i64 = 1000;

/// Which numbers the computer's chance begins with; boards count from 0.
const COMPUTER_PART: u64 = u64::MAX;

/// Play against the clock and the computer.
///
/// Find the words of a board and type them, one a line. Each gets its points and its path, or
/// the reason why it does not count. An empty line ends a turn, `quit` or the end of input
/// the game; then everybody's words are listed, and those that were missed.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game, as `wgs games` lists them; without it, a terminal offers a choice, and a
    /// pipe gets Boggle.
    game: Option<String>,

    /// Play on a board of N rows and columns, with letters drawn from all that the game has.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_ROWS))]
    size: Option<u32>,

    /// Play on this board instead of a random one.
    #[arg(long, visible_alias = "tiles", value_name = "BOARD")]
    board: Option<String>,

    /// Who plays, one after the other.
    #[arg(
        long,
        value_name = "NAME,NAME",
        value_delimiter = ',',
        default_value = YOU
    )]
    players: Vec<String>,

    /// How long everyone's turn takes; 0 is without end [default: 3 on a terminal, 0 from a
    /// pipe].
    #[arg(long, value_name = "M", value_parser = minutes)]
    minutes: Option<Duration>,

    /// How good the computer is.
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "medium")]
    computer: Computer,

    /// Words that several players found score for none of them.
    #[arg(long)]
    cancel: bool,

    /// Where chance begins: the same number gives the same board and the same computer.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Use this dictionary instead of the game's: a name in the configuration, a list of
    /// words or a compiled dictionary.
    #[arg(long, value_name = "NAME-OR-FILE")]
    dictionary: Option<String>,

    /// List all words that were missed instead of the best 20.
    #[arg(long)]
    all: bool,

    /// Print one JSON object at the end instead of the game; on a terminal the game goes to
    /// standard error.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Computer {
    /// Does not play.
    Off,
    /// Knows few words.
    Easy,
    /// About as good as people who like to play.
    Medium,
    /// Hard to beat.
    Hard,
}

impl Computer {
    fn level(self) -> Option<Level> {
        match self {
            Self::Off => None,
            Self::Easy => Some(Level::Easy),
            Self::Medium => Some(Level::Medium),
            Self::Hard => Some(Level::Hard),
        }
    }
}

/// Reads a time in minutes.
fn minutes(text: &str) -> Result<Duration, String> {
    const MOST: f64 = 1440.0;
    match text.parse::<f64>() {
        Ok(minutes) if (0.0..=MOST).contains(&minutes) => {
            Ok(Duration::from_secs_f64(minutes * 60.0))
        }
        _ => Err(format!("wanted a number of minutes from 0 to {MOST}")),
    }
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    check_names(&args)?;
    let input = Input::new();
    let mut nowhere = io::sink();
    let mut aside = io::stderr();
    let mut screen = match args.json {
        false => Screen::on_output(out),
        true if input.is_terminal() => Screen::on_errors(&mut aside),
        true => Screen::nowhere(&mut nowhere),
    };
    let catalogue = app.catalogue()?;
    let Some(game) = choose_game(&args, catalogue, &input, &mut screen)? else {
        return Ok(Outcome::Fine);
    };
    let seed = app::seed(args.seed);
    let reply = play(&args, game, seed, catalogue, &input, &mut screen)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
    }
    Ok(Outcome::Fine)
}

/// Everyone must be called something, and each something else.
fn check_names(args: &Args) -> Result<()> {
    let mut taken: Vec<&str> = Vec::new();
    taken.extend(args.computer.level().map(|_| COMPUTER));
    for name in args.players.iter().map(|name| name.trim()) {
        if name.is_empty() {
            bail!("--players: a name is empty");
        }
        if taken.contains(&name) {
            bail!("--players: {name:?} is the name of two players");
        }
        taken.push(name);
    }
    Ok(())
}

/// The game that the user named, or chose; none if the input ended before.
fn choose_game<'c>(
    args: &Args,
    catalogue: &'c Catalogue,
    input: &Input,
    screen: &mut Screen<'_>,
) -> Result<Option<Game<'c>>> {
    match &args.game {
        Some(name) => Ok(Some(catalogue.game(name)?)),
        None if input.is_terminal() && args.size.is_none() && args.board.is_none() => {
            choice::ask(catalogue, input, screen)
        }
        None => Ok(Some(choice::usual(catalogue)?)),
    }
}

/// Plays a round, and says what it added up to.
fn play(
    args: &Args,
    game: Game<'_>,
    seed: u64,
    catalogue: &Catalogue,
    input: &Input,
    screen: &mut Screen<'_>,
) -> Result<RoundReply> {
    let source = dictionary("play", game, args.dictionary.as_deref(), catalogue)?;
    let rules = game.rules_for("play")?;
    let square = args
        .size
        .map(|size| Grid::rectangle(size, size, Adjacency::Diagonal));
    let grid = match &square {
        Some(square) => square,
        None => game.grid_for("play")?,
    };
    let lexicon = source.load()?;
    let solver = Solver::new(&lexicon, grid, rules);
    let hand = match &args.board {
        Some(text) => {
            let board = read_board(text, source.spelling(), grid).context("--board")?;
            with_words(board, &solver)?
        }
        None => random_hand(args.size, game, seed, &solver, source.spelling())
            .with_context(|| format!("cannot make a board of {:?}", game.name()))?,
    };
    let options = RoundOptions {
        spelling: source.spelling().clone(),
        cancel: args.cancel,
    };
    let mut round = Round::new(hand, &solver, options);
    let usual_time = input.is_terminal().then_some(USUAL_TIME);
    let time = args.minutes.or(usual_time).filter(|time| !time.is_zero());

    screen.title(game.name(), &round, time, seed)?;
    let names = args.players.iter().map(|name| name.trim());
    let seats: Vec<_> = names.map(|name| round.join(name)).collect();
    for &seat in &seats {
        let turn = Turn {
            seat,
            time,
            waits: time.is_some() || seats.len() > 1,
            hides: seat.index() > 0,
        };
        if turn.take(&mut round, input, screen)? == Next::GameOver {
            break;
        }
    }
    if let Some(level) = args.computer.level() {
        let mut random = Random::stream(seed, COMPUTER_PART);
        let time = time.unwrap_or(USUAL_TIME);
        round.join_computer(COMPUTER, level, time, &mut random);
    }
    ending::show(&round, args.all, screen)?;
    Ok(RoundReply::new(game.name(), seed, &round))
}

fn read_board(text: &str, spelling: &Spelling, grid: &Grid) -> Result<Board> {
    let board: Board = spelling.read(text).parse()?;
    // A rack need not be full.
    if !grid.is_full() || board.len() > grid.len() {
        board.check_fit(grid)?;
    }
    Ok(board)
}

/// A board with its words.
fn with_words(board: Board, solver: &Solver) -> Result<SolvedBoard> {
    match SolvedBoard::new(board, &mut solver.worker()) {
        Err(SolvedBoardError::Empty) => bail!("the board has no letters"),
        hand => Ok(hand?),
    }
}

/// A random board with its words: the first of some that has any.
fn random_hand(
    size: Option<u32>,
    game: Game<'_>,
    seed: u64,
    solver: &Solver,
    spelling: &Spelling,
) -> Result<SolvedBoard> {
    const ATTEMPTS: u64 = 100;
    let letters = game.distribution_for("play").context("without --board")?;
    let options = CreateOptions {
        seed,
        ..CreateOptions::default()
    };
    let board = |number: u64| -> Result<Board> {
        if let Some(size) = size {
            let mut random = Random::stream(seed, number);
            return Ok(random_square_board(letters, size, &mut random)?);
        }
        let mut text = String::new();
        let creator = Creator::new(game, options.clone())?;
        creator.write_boards(number..number + 1, &mut text)?;
        Ok(spelling.read(text.trim_end()).parse()?)
    };
    let mut hand = with_words(board(0)?, solver);
    for number in 1..ATTEMPTS {
        if hand.as_ref().is_ok_and(|hand| !hand.words().is_empty()) {
            break;
        }
        hand = with_words(board(number)?, solver);
    }
    hand
}
