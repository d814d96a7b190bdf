//! `wgs play`: a round on the whole terminal, or line by line through a pipe. The rules are in
//! [`wgs_play`]; this command watches the clock and prints.
//!
//! Lines read from a pipe are printed after the prompt, so that the output looks like a game on a
//! terminal.

mod board_drawing;
mod game_choice;
mod player_turn;
#[cfg(feature = "join")]
pub(super) mod room;
mod round_source;
mod screen;
mod shown_board;
mod styled_output;
mod summary;
mod timed_input;

use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use anyhow::{Context, Error, Result, bail};
use clap::ValueEnum;
use wgs_app::creator::CreateError;
use wgs_app::reply::RoundReply;
use wgs_app::round_board::{DealtBoardOptions, RoundBoardError, deal_board, read_board};
use wgs_app::{GameRequest, LoadedGame};
use wgs_config::{Catalogue, Game};
use wgs_engine::{BoardSize, Budget, Stopped};
use wgs_play::{
    Level, PlayerSetup, Round, RoundAction, RoundContext, RoundInput, RoundPhase, RoundSetup,
    ScoreUnit, TurnOrder,
};

use crate::app::{self, App, ExitStatus, counted, with_flag};
use crate::arguments::{DictionaryArgs, number, size_or_side};
use crate::terminal::full_screen::FullScreen;
use crate::terminal::{self, Stream};
use player_turn::{PlayerTurn, TurnEnd};
use screen::{Left, ScreenOptions};
use styled_output::StyledOutput;
use summary::RoundSummary;
use timed_input::TimedInput;

/// The name of a player who plays alone.
const YOU: &str = "You";

/// The name of the computer.
const COMPUTER: &str = "Computer";

/// The time for which the computer plays if there is no limit, like that of the sand timer in the
/// box.
const DEFAULT_TIME: Duration = Duration::from_secs(180);

/// The maximum number of rows and columns: a million tiles take some seconds.
const MAX_SIDE: u32 = 1000;

/// Play against the clock and the computer.
///
/// On a terminal, the game takes up the whole window: type words, or click or drag over their
/// tiles. For each word you get its points and its path, or the reason why it does not count. F1
/// lists the keys. At the end, the words of all players and the missed words are listed.
///
/// From a pipe or with --plain, words are read one to a line. An empty line ends your turn; `quit`
/// or the end of input ends the game.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Name of the game; `wgs games` lists all games [default: you can choose on a terminal;
    /// Boggle from a pipe].
    game: Option<String>,

    /// Play on a board of this size, with random letters of the game: a number of rows and
    /// columns, such as 6, or both, such as 5x6.
    #[arg(long, value_name = "N|ROWSxCOLUMNS", value_parser = size_or_side(MAX_SIDE))]
    size: Option<BoardSize>,

    /// Board to play on instead of a random one.
    #[arg(long, visible_alias = "tiles", value_name = "BOARD")]
    board: Option<String>,

    /// Names of the players, who take turns in this order.
    #[arg(
        long,
        value_name = "NAME,NAME",
        value_delimiter = ',',
        default_value = YOU
    )]
    players: Vec<String>,

    /// Time limit of a turn in minutes; 0 means no limit [default: that of the game on a terminal,
    /// such as 3 for Boggle; 0 from a pipe].
    #[arg(long, value_name = "M", value_parser = minutes)]
    minutes: Option<Duration>,

    /// Level of the computer.
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "medium")]
    computer: Computer,

    /// Dictionary of the computer: a name in the configuration, a word list or a compiled
    /// dictionary. The computer knows all of its words and no others [default: the words of the
    /// game's dictionary that a player of its level knows].
    #[arg(long, value_name = "NAME-OR-FILE")]
    computer_dictionary: Option<String>,

    /// Words that several players found score nothing.
    #[arg(long)]
    cancel: bool,

    /// Random seed; the same seed gives the same board and the same words of the computer.
    #[arg(short, long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// List all missed words instead of the best 20.
    #[arg(long)]
    all: bool,

    /// Play line by line, without taking up the whole terminal.
    #[arg(long)]
    plain: bool,

    /// Print only one JSON object at the end; on a terminal, the game is shown on standard
    /// error.
    #[arg(short, long)]
    json: bool,
}

/// The text after the options in `--help`.
const AFTER_HELP: &str = "\
Examples:
  wgs play
  wgs play boggle-new --computer hard --minutes 2
  wgs play big-boggle-2011 --players Ann,Ben --computer off
  wgs play boggle-new --size 6x5";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Computer {
    /// The computer does not play.
    Off,
    /// It knows the words of a small child.
    #[value(alias = "nursery")]
    Beginner,
    /// It finds a few everyday words.
    Easy,
    /// It plays about as well as experienced people.
    Medium,
    /// It is hard to beat.
    Hard,
    /// It plays as well as the best people.
    Expert,
    /// It finds every word.
    #[value(alias = "humbling")]
    Perfect,
}

impl Computer {
    fn level(self) -> Option<Level> {
        match self {
            Self::Off => None,
            Self::Beginner => Some(Level::Beginner),
            Self::Easy => Some(Level::Easy),
            Self::Medium => Some(Level::Medium),
            Self::Hard => Some(Level::Hard),
            Self::Expert => Some(Level::Expert),
            Self::Perfect => Some(Level::Perfect),
        }
    }
}

/// Parses a time in minutes.
fn minutes(text: &str) -> Result<Duration, String> {
    const MAX: f64 = 1440.0;
    match text.parse::<f64>() {
        Ok(minutes) if (0.0..=MAX).contains(&minutes) => {
            Ok(Duration::from_secs_f64(minutes * 60.0))
        }
        _ => Err(format!("expected a number of minutes from 0 to {MAX}")),
    }
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    check_players(&args)?;
    let stream = match args.json {
        false => Stream::Output,
        true => Stream::Error,
    };
    let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    if !args.plain && !is_dumb && stream.is_terminal() && io::stdin().is_terminal() {
        return run_on_screen(&args, stream, app, out);
    }
    let input = TimedInput::new();
    let mut nothing = io::sink();
    let mut err = terminal::error_output();
    let mut output = match args.json {
        false => StyledOutput::new(Stream::Output, out),
        true if input.is_terminal() => StyledOutput::new(Stream::Error, &mut *err),
        true => StyledOutput::hidden(&mut nothing),
    };
    let Some(game) = choose_game(&args, app.catalogue()?, &input, &mut output)? else {
        return Ok(ExitStatus::Success);
    };
    let seed = app::seed(args.seed);
    let reply = play(&args, game, seed, app, &input, &mut output)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
    }
    Ok(ExitStatus::Success)
}

/// Checks that all players have names, that they differ, and that a list for the computer has a
/// reader.
fn check_players(args: &Args) -> Result<()> {
    if args.computer_dictionary.is_some() && args.computer.level().is_none() {
        bail!("--computer-dictionary: the computer does not play with --computer off");
    }
    let mut taken: Vec<&str> = Vec::new();
    taken.extend(args.computer.level().map(|_| COMPUTER));
    for name in args.players.iter().map(|name| name.trim()) {
        if name.is_empty() {
            bail!("--players: a name is empty");
        }
        if taken.contains(&name) {
            bail!("--players: two players are called {name:?}");
        }
        taken.push(name);
    }
    Ok(())
}

/// Returns the game that the user named or chose, or [`None`] if the input ended.
fn choose_game<'c>(
    args: &Args,
    catalogue: &'c Catalogue,
    input: &TimedInput,
    output: &mut StyledOutput<'_>,
) -> Result<Option<Game<'c>>> {
    match &args.game {
        Some(name) => Ok(Some(catalogue.game(name)?)),
        None if input.is_terminal() && args.size.is_none() && args.board.is_none() => {
            game_choice::ask(catalogue, input, output)
        }
        None => Ok(Some(game_choice::default_game(catalogue)?)),
    }
}

/// Plays on the whole terminal. However the game ends, the terminal is restored and the result is
/// printed.
fn run_on_screen(
    args: &Args,
    stream: Stream,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let budget = app.budget()?;
    let is_stopped = || budget.check().is_err();
    let catalogue = app.catalogue()?;
    let (mut full_screen, game) = match &args.game {
        Some(name) => (None, catalogue.game(name)?),
        None if args.size.is_some() || args.board.is_some() => {
            (None, game_choice::default_game(catalogue)?)
        }
        None => {
            let games = game_choice::playable(catalogue);
            let default = game_choice::default_game(catalogue)?.name();
            let default = games.iter().position(|game| game.name() == default);
            let mut full_screen = open_screen(stream)?;
            let names = games.iter();
            let names = names.map(|game| (game.name(), game.grid_name().unwrap_or_default()));
            let names: Vec<(&str, &str)> = names.collect();
            let default = default.unwrap_or(0);
            let chosen =
                screen::choose_game(&mut full_screen, stream, &names, default, &is_stopped)?;
            match chosen {
                Ok(number) => (Some(full_screen), games[number]),
                Err(left) => {
                    drop(full_screen);
                    return Ok(exit_status(left, budget));
                }
            }
        }
    };
    let turns = match args.players.len() {
        1 => TurnOrder::Together,
        _ => TurnOrder::OneByOne,
    };
    let mut seed = app::seed(args.seed);
    let (left, round) = loop {
        let mut round = new_round(args, game, seed, app, game_time(game), turns)?;
        let shown = match &mut full_screen {
            Some(shown) => shown,
            none => none.insert(open_screen(stream)?),
        };
        let options = ScreenOptions {
            title: game.name(),
            has_more_boards: args.board.is_none() && !args.json,
            is_stopped: &is_stopped,
        };
        let play = AssertUnwindSafe(|| screen::play(shown, stream, &mut round, &options));
        match catch_unwind(play) {
            Ok(Ok(Left::NewBoard)) => seed = app::seed(None),
            left => break (left, round),
        }
    };
    drop(full_screen);
    app.end_searches();
    let reply = show_result(args, game.name(), seed, round, stream, out)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
    }
    out.flush()?;
    match left {
        Ok(left) => Ok(exit_status(left?, budget)),
        Err(panic) => resume_unwind(panic),
    }
}

fn open_screen(stream: Stream) -> Result<FullScreen> {
    FullScreen::open(stream).context("cannot use the whole terminal; --plain plays without it")
}

/// Ends a round and prints its result.
fn show_result(
    args: &Args,
    game: &str,
    seed: u64,
    mut round: Round,
    stream: Stream,
    out: &mut dyn Write,
) -> Result<RoundReply> {
    let mut err = terminal::error_output();
    let mut output = match stream {
        Stream::Output => StyledOutput::new(stream, out),
        Stream::Error => StyledOutput::new(stream, &mut *err),
    };
    let limit = round.setup().limit.map(Duration::from_millis);
    output.title(game, &round, limit, seed)?;
    end(&mut round);
    summary::show(&RoundSummary::from(&round), args.all, &mut output)?;
    Ok(RoundReply::new(game, seed, &round))
}

/// The exit status of a game on the screen. A signal ends the program here.
fn exit_status(left: Left, budget: &Budget) -> ExitStatus {
    match left {
        Left::Quit | Left::NewBoard => ExitStatus::Success,
        Left::Interrupted => match budget.check() {
            Err(reason) => reason.into(),
            Ok(()) => ExitStatus::Interrupted,
        },
        Left::Signal(signal) => {
            signal.end_program();
            ExitStatus::Interrupted
        }
    }
}

/// Ends a round that is still running.
fn end(round: &mut Round) {
    if !matches!(round.phase(), RoundPhase::Ended(_)) {
        let player = round.view().turn;
        let (time, action) = (round.time(), RoundAction::End);
        round.handle(RoundInput {
            time,
            player,
            action,
        });
    }
}

/// Plays a round line by line and returns its result.
fn play(
    args: &Args,
    game: Game<'_>,
    seed: u64,
    app: &App,
    input: &TimedInput,
    output: &mut StyledOutput<'_>,
) -> Result<RoundReply> {
    let default_time = game_time(game).filter(|_| input.is_terminal());
    let mut round = new_round(args, game, seed, app, default_time, TurnOrder::OneByOne)?;
    app.end_searches();
    let time = round.setup().limit.map(Duration::from_millis);
    output.title(game.name(), &round, time, seed)?;
    let mut turn = PlayerTurn::new(args.players.len(), time);
    while turn.play(&mut round, input, output)? == TurnEnd::NextPlayer {}
    end(&mut round);
    summary::show(&RoundSummary::from(&round), args.all, output)?;
    Ok(RoundReply::new(game.name(), seed, &round))
}

/// The time limit of a game, if the user names none.
fn game_time(game: Game<'_>) -> Option<Duration> {
    let minutes = game.minutes()?;
    Some(Duration::from_secs(u64::from(minutes.get()) * 60))
}

/// Deals a board, and sets up a round on it. `default_time` is the time limit if the user names
/// none.
fn new_round(
    args: &Args,
    game: Game<'_>,
    seed: u64,
    app: &App,
    default_time: Option<Duration>,
    turns: TurnOrder,
) -> Result<Round> {
    let request = GameRequest {
        dictionary: args.dictionary.dictionary.as_deref(),
        ..GameRequest::named(game.name())
    };
    let loaded = match args.size {
        Some(size) => {
            let loaded = app.loader()?.game_of_size(&request, size, "play");
            loaded.map_err(with_flag)?
        }
        None => app.game(&request, "play")?,
    };
    let context = round_context(args, &loaded, app)?;
    let budget = app.budget()?;
    let board = match &args.board {
        Some(text) => read_board(&loaded, text, budget).map_err(board_error)?,
        None => {
            let options = DealtBoardOptions {
                seed,
                size: args.size,
                ..DealtBoardOptions::default()
            };
            let board = deal_board(&loaded, options, app.loader()?, budget).map_err(board_error);
            board.with_context(|| format!("cannot create a board of {:?}", game.name()))?
        }
    };
    let time = args.minutes.or(default_time).filter(|time| !time.is_zero());
    let people = args.players.iter().map(|name| PlayerSetup::person(name));
    let computer = args.computer.level();
    let computer = computer.map(|level| PlayerSetup::computer(COMPUTER, level));
    let milliseconds = |time: Duration| (time.as_millis() as u64).max(1);
    let setup = RoundSetup {
        game: game.name().to_owned(),
        board: loaded.spelling().show(&board.to_string()).into_owned(),
        size: args.size.map(|size| size.to_string()),
        dictionary: args.dictionary.dictionary.clone(),
        computer_dictionary: args.computer_dictionary.clone(),
        players: people.chain(computer).collect(),
        limit: time.map(milliseconds),
        turns,
        cancel: args.cancel,
        computer_limit: Some(milliseconds(DEFAULT_TIME)),
        seed,
        ..RoundSetup::default()
    };
    Ok(Round::new(setup, board, context)?)
}

/// Returns the facts that the round needs about its words and those of the computer.
fn round_context(args: &Args, game: &LoadedGame, app: &App) -> Result<RoundContext> {
    let commonness = game.dictionary().commonness()?.clone();
    let context = RoundContext::new(game.solver(), game.spelling()).with_commonness(commonness);
    let Some(name) = &args.computer_dictionary else {
        return Ok(context);
    };
    let list = app.loader()?.dictionary(game.game(), Some(name), "play");
    let list = list.context("--computer-dictionary")?;
    Ok(context.with_computer_list(list.lexicon().clone()))
}

/// The words and points of a player. Where each word has one point, the words say it all, except
/// for penalties.
fn score_text(words: u64, points: i64, unit: ScoreUnit) -> String {
    let text = counted(words, "word");
    match unit {
        ScoreUnit::Points => format!("{text}, {}", counted(points, "point")),
        ScoreUnit::Words if i64::try_from(words) == Ok(points) => text,
        ScoreUnit::Words => format!("{text}, {points} after penalties"),
    }
}

/// The points of a word, if its game has points.
fn word_points(points: u64, unit: ScoreUnit) -> String {
    match unit {
        ScoreUnit::Points => points.to_string(),
        ScoreUnit::Words => String::new(),
    }
}

/// Returns the error for a board whose words were not all found.
pub(super) fn unsolved(reason: Stopped) -> Error {
    Error::new(reason).context("the words of the board were not all found")
}

/// Says which option is missing or wrong where a round has no board.
fn board_error(error: RoundBoardError) -> Error {
    if let Some(reason) = error.stopped() {
        return unsolved(reason);
    }
    match error {
        RoundBoardError::Notation(_) | RoundBoardError::Fit(_) => {
            Error::new(error).context("--board")
        }
        RoundBoardError::Create(CreateError::MissingPart(part)) => {
            Error::new(part).context("without --board")
        }
        error => Error::new(error),
    }
}
