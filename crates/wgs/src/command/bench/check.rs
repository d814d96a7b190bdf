//! `wgs bench check`: how fast words and boards are checked against dice and letters, with
//! the table of section 7.5 of the manual. Whether the answers are right is for tests to say.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use wgs_config::{Catalogue, DictionarySource, Game};
use wgs_core::Board;
use wgs_lab::{BoardChecker, Cup, LetterDistribution, Random, WordChecker, parse_dice};

use crate::app::{App, Outcome};
use crate::question::count;

/// The games of the manual's table. Scrabble has no grid there, a rack here.
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

/// The manual's difficult word: with one die more than the game has, its length alone does
/// not tell.
const HARD_WORD: &str = "ETHYLENEDIAMINETETRAACETATE";
const HARD_GAME: &str = "Big Boggle (2011)";
const ADDED_DIE: &str = "AEIOUY";

/// Random boards of each game.
const BOARDS: usize = 10_000;

/// Measure how fast words and boards are checked, on one thread.
///
/// Prints the seconds for all words of a dictionary against each of seven games, those for
/// one difficult word, and how many random boards are checked in a second.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Check the words of this dictionary: a name in the configuration, a list of words or a
    /// compiled dictionary (repeatable) [default: the embedded one].
    #[arg(long = "dictionary", value_name = "NAME-OR-FILE")]
    dictionaries: Vec<String>,

    /// How often; the fastest round counts.
    #[arg(long, value_name = "N", default_value = "3", value_parser = count)]
    rounds: usize,

    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// All words of a dictionary against one game.
#[derive(Serialize)]
struct WordsReply<'b> {
    operation: &'static str,
    game: &'b str,
    dictionary: &'b str,
    words: usize,
    spelled: u64,
    seconds: f64,
}

/// One word against a game with one die more.
#[derive(Serialize)]
struct WordReply {
    operation: &'static str,
    game: &'static str,
    added_die: &'static str,
    word: &'static str,
    spelled: bool,
    seconds: f64,
}

/// Random boards of one game.
#[derive(Serialize)]
struct BoardsReply<'b> {
    operation: &'static str,
    game: &'b str,
    tiles: usize,
    boards: usize,
    boards_per_second: f64,
}

/// A game of the table.
struct Subject<'c> {
    name: &'c str,
    letters: &'c LetterDistribution,
    q_is_qu: bool,
    /// How many tiles a board has.
    tiles: usize,
}

/// A column of the table.
struct List {
    name: String,
    words: Vec<String>,
}

pub(crate) fn run(args: &Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let catalogue = app.catalogue()?;
    let games = catalogue
        .games()
        .filter(|game| GAMES.contains(&game.name()));
    let subjects: Vec<Subject<'_>> = games.filter_map(Subject::new).collect();
    if subjects.is_empty() {
        bail!(
            "the configuration has none of the games {}",
            GAMES.join(", ")
        );
    }
    let lists = lists(&args.dictionaries, catalogue)?;
    measure_words(&subjects, &lists, args, out)?;
    if let Some(subject) = subjects.iter().find(|subject| subject.name == HARD_GAME) {
        measure_word(subject, args, out)?;
    }
    measure_boards(&subjects, args, out)?;
    Ok(Outcome::Fine)
}

impl<'c> Subject<'c> {
    /// A game that has dice or letters.
    fn new(game: Game<'c>) -> Option<Self> {
        let letters = game.distribution()?;
        let most = match letters {
            LetterDistribution::Dice { dice, .. } => dice.len(),
            LetterDistribution::Pool { faces, .. } => faces.len(),
            LetterDistribution::WordList { .. } => return None,
        };
        Some(Self {
            name: game.name(),
            letters,
            q_is_qu: game.rules().is_none_or(|rules| rules.q_is_qu),
            tiles: game.grid().map_or(most, |grid| grid.len().min(most)),
        })
    }
}

fn lists(named: &[String], catalogue: &Catalogue) -> Result<Vec<List>> {
    if named.is_empty() {
        let words = DictionarySource::Embedded.load()?.words().collect();
        let name = EMBEDDED.to_owned();
        return Ok(vec![List { name, words }]);
    }
    let list = |named: &String| {
        let lexicon = catalogue
            .dictionary(named)
            .context("--dictionary")?
            .load()?;
        let stem = Path::new(named).file_stem();
        let name = stem.map_or(named.clone(), |stem| stem.to_string_lossy().into_owned());
        let words = lexicon.words().collect();
        Ok(List { name, words })
    };
    named.iter().map(list).collect()
}

/// The seconds of the fastest round, and what it answered.
fn fastest<T>(rounds: usize, mut round: impl FnMut() -> T) -> (f64, T) {
    let mut timed = || {
        let start = Instant::now();
        let answer = round();
        (start.elapsed().as_secs_f64(), answer)
    };
    let mut best = timed();
    for _ in 1..rounds {
        let (seconds, _) = timed();
        best.0 = best.0.min(seconds);
    }
    best
}

fn measure_words(
    subjects: &[Subject<'_>],
    lists: &[List],
    args: &Args,
    out: &mut dyn Write,
) -> Result<()> {
    let width = |list: &List| list.name.chars().count().max(9);
    if !args.json {
        let rounds = args.rounds;
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
    for subject in subjects {
        if !args.json {
            write!(out, "{:<20}", subject.name)?;
        }
        for list in lists {
            let mut checker = WordChecker::new(subject.letters, subject.q_is_qu)?;
            let (seconds, spelled) = fastest(args.rounds, || {
                let spelled = list.words.iter().filter(|word| checker.check(word));
                spelled.count() as u64
            });
            if args.json {
                let reply = WordsReply {
                    operation: "check-word",
                    game: subject.name,
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

fn measure_word(subject: &Subject<'_>, args: &Args, out: &mut dyn Write) -> Result<()> {
    let LetterDistribution::Dice { dice, shuffle } = subject.letters else {
        return Ok(());
    };
    let letters = LetterDistribution::Dice {
        dice: [dice.clone(), parse_dice(ADDED_DIE)?].concat(),
        shuffle: *shuffle,
    };
    let mut checker = WordChecker::new(&letters, subject.q_is_qu)?;
    let (seconds, spelled) = fastest(args.rounds, || checker.check(HARD_WORD));
    if args.json {
        let reply = WordReply {
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

fn measure_boards(subjects: &[Subject<'_>], args: &Args, out: &mut dyn Write) -> Result<()> {
    if !args.json {
        let rounds = args.rounds;
        writeln!(
            out,
            "\ncheck-board: {BOARDS} random boards of each game, best of {rounds}\n\n\
             {:<20}  {:>5}  {:>10}",
            "", "tiles", "boards/s"
        )?;
    }
    for subject in subjects {
        let boards = random_boards(subject)?;
        let mut checker = BoardChecker::new(subject.letters, subject.q_is_qu)?;
        let (seconds, refused) = fastest(args.rounds, || {
            boards.iter().filter(|board| !checker.check(board)).count()
        });
        if refused > 0 {
            bail!(
                "{refused} boards laid with the letters of {:?} were refused",
                subject.name
            );
        }
        let reply = BoardsReply {
            operation: "check-board",
            game: subject.name,
            tiles: subject.tiles,
            boards: boards.len(),
            boards_per_second: boards.len() as f64 / seconds,
        };
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        } else {
            let BoardsReply {
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

/// The same random boards every time.
fn random_boards(subject: &Subject<'_>) -> Result<Vec<Board>> {
    let cup = Cup::new(subject.letters, subject.tiles)?;
    let mut random = Random::new(2014);
    let board = |_| cup.board(&cup.roll(&mut random));
    Ok((0..BOARDS).map(board).collect())
}
