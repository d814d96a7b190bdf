//! `wgs bench check`: how fast words and boards are checked against dice and letters. It repeats
//! the table in section 7.5 of the original manual. The tests check that the results are right.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use wgs_app::GameLoader;
use wgs_config::Game;
use wgs_config::dictionary::BUILTIN;
use wgs_dice::{BoardChecker, Cup, Random, WordChecker};
use wgs_engine::Board;
use wgs_engine::{LetterDistribution, parse_dice};

use crate::app::{App, ExitStatus, counted, with_flag};
use crate::arguments::count;

/// The games of the manual's table, where Scrabble has no grid.
const GAMES: [&str; 7] = [
    "Boggle (Old)",
    "Boggle (New)",
    "Boggle Master",
    "Big Boggle (2011)",
    "Super Big Boggle",
    "Scramble",
    "Scrabble Rack",
];

/// The name of the embedded dictionary.
const EMBEDDED: &str = "Wordnik";

/// The manual's difficult word. With one die more than the game has, it cannot be decided by
/// its length alone.
const HARD_WORD: &str = "ETHYLENEDIAMINETETRAACETATE";
const HARD_GAME: &str = "Big Boggle (2011)";
const ADDED_DIE: &str = "AEIOUY";

/// The number of random boards of each game.
const BOARDS: usize = 10_000;

/// Measure how fast words and boards are checked, on one thread.
///
/// Prints the time to check all words of a dictionary with each of seven games, the time to
/// check one difficult word, and the number of random boards checked per second.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Dictionary whose words to check: a name in the configuration, a word list or a compiled
    /// dictionary (repeatable) [default: the embedded one].
    #[arg(short, long = "dictionary", value_name = "NAME-OR-FILE")]
    dictionaries: Vec<String>,

    /// Number of rounds; the fastest one counts.
    #[arg(long, value_name = "N", default_value = "3", value_parser = count)]
    rounds: usize,

    /// Print one JSON object per line.
    #[arg(short, long)]
    json: bool,
}

/// The time to check all words of a dictionary with a game.
#[derive(Serialize)]
struct DictionaryTiming<'b> {
    operation: &'static str,
    game: &'b str,
    dictionary: &'b str,
    words: usize,
    spelled: u64,
    seconds: f64,
}

/// The time to check one word with a game that has one more die.
#[derive(Serialize)]
struct WordTiming {
    operation: &'static str,
    game: &'static str,
    added_die: &'static str,
    word: &'static str,
    spelled: bool,
    seconds: f64,
}

/// The speed of checking random boards of a game.
#[derive(Serialize)]
struct BoardTiming<'b> {
    operation: &'static str,
    game: &'b str,
    tiles: usize,
    boards: usize,
    boards_per_second: f64,
}

/// A game of the table.
struct CheckedGame<'c> {
    name: &'c str,
    letters: &'c LetterDistribution,
    q_is_qu: bool,
    /// The number of tiles of a board.
    tiles: usize,
}

/// The words of a dictionary: a column of the table.
struct DictionaryWords {
    name: String,
    words: Vec<String>,
}

pub(crate) fn run(args: &Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let catalogue = app.catalogue()?;
    let named = catalogue
        .games()
        .filter(|game| GAMES.contains(&game.name()));
    let games: Vec<CheckedGame<'_>> = named.filter_map(CheckedGame::new).collect();
    if games.is_empty() {
        bail!(
            "the configuration has none of the games {}",
            GAMES.join(", ")
        );
    }
    let lists = words(&args.dictionaries, app.loader()?)?;
    measure_words(&games, &lists, args, out)?;
    if let Some(game) = games.iter().find(|game| game.name == HARD_GAME) {
        measure_word(game, args, out)?;
    }
    measure_boards(&games, args, out)?;
    Ok(ExitStatus::Success)
}

impl<'c> CheckedGame<'c> {
    /// Returns a game if it has dice or letters.
    fn new(game: Game<'c>) -> Option<Self> {
        let letters = game.distribution()?;
        let max_tiles = match letters {
            LetterDistribution::Dice { dice, .. } => dice.len(),
            LetterDistribution::Pool { faces, .. } => faces.len(),
            LetterDistribution::WordList { .. } => return None,
        };
        Some(Self {
            name: game.name(),
            letters,
            q_is_qu: game.q_is_qu(),
            tiles: game
                .grid()
                .map_or(max_tiles, |grid| grid.len().min(max_tiles)),
        })
    }
}

/// Loads the dictionaries that the user named, else the embedded one.
fn words(named: &[String], loader: &GameLoader) -> Result<Vec<DictionaryWords>> {
    let load = |name: &str, dictionary: &str| {
        let dictionary = loader.named_dictionary(dictionary).map_err(with_flag)?;
        Ok(DictionaryWords {
            name: name.to_owned(),
            words: dictionary.lexicon().words().collect(),
        })
    };
    if named.is_empty() {
        return Ok(vec![load(EMBEDDED, BUILTIN)?]);
    }
    let stem = |name: &String| match Path::new(name).file_stem() {
        Some(stem) => stem.to_string_lossy().into_owned(),
        None => name.clone(),
    };
    named.iter().map(|name| load(&stem(name), name)).collect()
}

/// Returns the time of the fastest round in seconds, and its result.
fn fastest<T>(rounds: usize, mut round: impl FnMut() -> T) -> (f64, T) {
    let mut timed = || {
        let start = Instant::now();
        let result = round();
        (start.elapsed().as_secs_f64(), result)
    };
    let mut best = timed();
    for _ in 1..rounds {
        let (seconds, _) = timed();
        best.0 = best.0.min(seconds);
    }
    best
}

fn measure_words(
    games: &[CheckedGame<'_>],
    lists: &[DictionaryWords],
    args: &Args,
    out: &mut dyn Write,
) -> Result<()> {
    let width = |list: &DictionaryWords| list.name.chars().count().max(9);
    if !args.json {
        let rounds = counted(args.rounds as u64, "round");
        writeln!(out, "check-word: seconds for all words, best of {rounds}\n")?;
        write!(out, "{:<20}", "")?;
        for list in lists {
            write!(out, "  {:>1$}", list.name, width(list))?;
        }
        write!(out, "\n{:<20}", "words")?;
        for list in lists {
            write!(out, "  {:>1$}", list.words.len(), width(list))?;
        }
        writeln!(out)?;
    }
    for game in games {
        if !args.json {
            write!(out, "{:<20}", game.name)?;
        }
        for list in lists {
            let mut checker = WordChecker::new(game.letters, game.q_is_qu)?;
            let (seconds, spelled) = fastest(args.rounds, || {
                let spelled = list.words.iter().filter(|word| checker.check(word));
                spelled.count() as u64
            });
            if args.json {
                let reply = DictionaryTiming {
                    operation: "check-word",
                    game: game.name,
                    dictionary: &list.name,
                    words: list.words.len(),
                    spelled,
                    seconds,
                };
                writeln!(out, "{}", serde_json::to_string(&reply)?)?;
            } else {
                write!(out, "  {seconds:>0$.4}", width(list))?;
            }
        }
        if !args.json {
            writeln!(out)?;
        }
        out.flush()?;
    }
    Ok(())
}

fn measure_word(game: &CheckedGame<'_>, args: &Args, out: &mut dyn Write) -> Result<()> {
    let LetterDistribution::Dice { dice, shuffle } = game.letters else {
        return Ok(());
    };
    let letters = LetterDistribution::Dice {
        dice: [dice.clone(), parse_dice(ADDED_DIE)?].concat(),
        shuffle: *shuffle,
    };
    let mut checker = WordChecker::new(&letters, game.q_is_qu)?;
    let (seconds, spelled) = fastest(args.rounds, || checker.check(HARD_WORD));
    if args.json {
        let reply = WordTiming {
            operation: "check-word",
            game: HARD_GAME,
            added_die: ADDED_DIE,
            word: HARD_WORD,
            spelled,
            seconds,
        };
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
    } else {
        let micros = seconds * 1e6;
        writeln!(
            out,
            "\n{HARD_WORD} against {HARD_GAME} with a 26th die, {ADDED_DIE}: {micros:.0} µs"
        )?;
    }
    Ok(())
}

fn measure_boards(games: &[CheckedGame<'_>], args: &Args, out: &mut dyn Write) -> Result<()> {
    if !args.json {
        let rounds = counted(args.rounds as u64, "round");
        writeln!(
            out,
            "\ncheck-board: {BOARDS} random boards of each game, best of {rounds}\n\n\
             {:<20}  {:>5}  {:>10}",
            "", "tiles", "boards/s"
        )?;
    }
    for game in games {
        let boards = random_boards(game)?;
        let mut checker = BoardChecker::new(game.letters, game.q_is_qu)?;
        let (seconds, rejected) = fastest(args.rounds, || {
            boards.iter().filter(|board| !checker.check(board)).count()
        });
        if rejected > 0 {
            bail!("{rejected} random boards of {:?} were rejected", game.name);
        }
        let reply = BoardTiming {
            operation: "check-board",
            game: game.name,
            tiles: game.tiles,
            boards: boards.len(),
            boards_per_second: boards.len() as f64 / seconds,
        };
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        } else {
            let BoardTiming {
                game,
                tiles,
                boards_per_second,
                ..
            } = reply;
            writeln!(out, "{game:<20}  {tiles:>5}  {boards_per_second:>10.0}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Creates the same random boards every time.
fn random_boards(game: &CheckedGame<'_>) -> Result<Vec<Board>> {
    let cup = Cup::new(game.letters, game.tiles)?;
    let mut random = Random::new(2014);
    let board = |_| cup.board(&cup.roll(&mut random));
    Ok((0..BOARDS).map(board).collect())
}
