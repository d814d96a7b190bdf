//! `wgs scrabblet dealer`: deals a hand and takes guesses, line by line, from a terminal or a
//! pipe. What is read from a pipe is printed behind the prompt, so that the output reads as a
//! game on a terminal does.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Context, Result};
use wgs_config::spelling::Spelling;
use wgs_play::scrabblet::{
    DealOptions, Dealer, JudgedGuess, Penalty, ScrabbletGame, ScrabbletOptions,
};
use wgs_play::{SolvedBoard, Verdict};

use super::Table;
use crate::app::{self, Outcome};

/// Hands that were dealt again, printed one by one; more are only counted.
const SHOWN_DEALS: usize = 10;

const HELP: &str = "\
Type a word made of the letters of your hand, each as often as you like, or
  score      your points
  hand       your letters
  show       the words you found
  hint       a little about a word you did not find; more when asked again
  word WORD  a guess that is also a command, such as: word hand
  quit       ends the game, as the end of input does";

/// Deal a hand and let you find its words.
///
/// A hand with too many vowels or too few words is dealt again. Type words, or score, hand,
/// show, hint, help and quit.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Play with these letters instead of dealing.
    #[arg(long, value_name = "LETTERS", conflicts_with_all = ["seed", "tiles", "max_vowels", "min_words", "vowels"])]
    hand: Option<String>,

    /// Where chance begins: the same number deals the same hand.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How many letters to deal [default: as many as the game's random boards have].
    #[arg(long, value_name = "N", value_parser = tiles)]
    tiles: Option<usize>,

    /// Deal again if there are more vowels.
    #[arg(long, value_name = "N", default_value_t = DealOptions::default().max_vowels)]
    max_vowels: usize,

    /// Deal again if there are fewer words.
    #[arg(long, value_name = "N", default_value_t = DealOptions::default().min_words)]
    min_words: usize,

    /// Which letters are vowels.
    #[arg(long, value_name = "LETTERS", default_value_t = DealOptions::default().vowels)]
    vowels: String,

    /// What a guess costs that is not in the dictionary [default: what its tiles score].
    #[arg(long, value_name = "POINTS")]
    penalty: Option<u64>,
}

/// Reads a number of tiles.
fn tiles(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("wanted a whole number, at least 1".to_owned()),
        Ok(tiles) => Ok(tiles),
    }
}

pub(super) fn run(args: &Args, table: &Table<'_>, out: &mut dyn Write) -> Result<Outcome> {
    // Nothing is printed about a game that cannot begin.
    let (hand, deals) = match &args.hand {
        Some(letters) => (table.hand(letters)?, String::new()),
        None => deal(args, table)?,
    };
    writeln!(out, "{} words loaded", table.lexicon.len())?;
    out.write_all(deals.as_bytes())?;
    let spelling = table.spelling;
    let (letters, words) = (hand.to_string(), hand.words().len());
    let letters = spelling.show(&letters);
    writeln!(
        out,
        "Your hand is {letters}, you can make {words} words of it"
    )?;
    let options = ScrabbletOptions {
        penalty: args.penalty.map_or(Penalty::TileScore, Penalty::Points),
        shortest_word: table.shortest_word,
    };
    let mut play = ScrabbletGame::new(hand, &table.solver, options);
    take_lines(&mut play, spelling, out)?;
    writeln!(out, "You end with {}", standing(&play))?;
    Ok(Outcome::Fine)
}

/// A hand, and what to tell about the hands before it.
fn deal(args: &Args, table: &Table<'_>) -> Result<(SolvedBoard, String)> {
    let seed = app::seed(args.seed);
    let options = DealOptions {
        seed,
        tiles: args.tiles,
        max_vowels: args.max_vowels,
        min_words: args.min_words,
        vowels: args.vowels.clone(),
    };
    let mut told = format!("Dealing with seed {seed}\n");
    let mut again = 0;
    let dealer = Dealer::new(table.game, options);
    let hand = dealer.and_then(|dealer| {
        dealer.deal(&mut table.solver.worker(), |passed_over| {
            again += 1;
            if again <= SHOWN_DEALS {
                let hand = passed_over.hand.to_string();
                let (hand, shortcoming) = (table.spelling.show(&hand), passed_over.shortcoming);
                told.push_str(&format!("{hand} is dealt again: {shortcoming}\n"));
            }
        })
    });
    let cannot_deal = || format!("cannot deal a hand of {:?}", table.game.name());
    let hand = hand.with_context(cannot_deal)?;
    if again > SHOWN_DEALS {
        let more = again - SHOWN_DEALS;
        told.push_str(&format!("… and {more} more are dealt again\n"));
    }
    Ok((hand, told))
}

/// Takes lines until the player quits or the input ends.
fn take_lines(play: &mut ScrabbletGame, spelling: &Spelling, out: &mut dyn Write) -> Result<()> {
    let mut input = io::stdin().lock();
    let is_terminal = io::stdin().is_terminal();
    let mut line = Vec::new();
    loop {
        write!(out, "Word > ")?;
        out.flush()?;
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.context("cannot read standard input")? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if !is_terminal {
            writeln!(out, "{text}")?;
        }
        if text.eq_ignore_ascii_case("quit") {
            return Ok(());
        }
        answer(text, play, spelling, out)?;
    }
}

fn answer(
    text: &str,
    play: &mut ScrabbletGame,
    spelling: &Spelling,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut words = text.split_whitespace();
    let (first, second, third) = (words.next(), words.next(), words.next());
    match (first.map(str::to_lowercase).as_deref(), second, third) {
        (None, ..) => writeln!(out, "No word was typed; help tells what you can type"),
        (Some("score"), None, _) => writeln!(out, "{}", standing(play)),
        (Some("hand"), None, _) => writeln!(out, "{}", spelling.show(&play.hand().to_string())),
        (Some("show"), None, _) => play
            .found()
            .try_for_each(|word| writeln!(out, "{}", word.text)),
        (Some("hint"), None, _) => match play.hint() {
            Some(hint) => writeln!(
                out,
                "A word of {} letters begins with {}",
                hint.letters, hint.start
            ),
            None => writeln!(out, "You found all the words"),
        },
        (Some("help"), None, _) => writeln!(out, "{HELP}"),
        (Some(_), None, _) => guess(text, play, spelling, out),
        (Some("word"), Some(word), None) => guess(word, play, spelling, out),
        (Some(_), Some(_), _) => writeln!(out, "One word at a time, please"),
    }
}

fn guess(
    word: &str,
    play: &mut ScrabbletGame,
    spelling: &Spelling,
    out: &mut dyn Write,
) -> io::Result<()> {
    let JudgedGuess { verdict, penalty } = play.guess(&spelling.read(word));
    match verdict {
        Verdict::Counts { points, .. } => writeln!(out, "{word} is a word: {points} points"),
        Verdict::AlreadyFound => writeln!(out, "{word} was already guessed"),
        Verdict::TooShort { required, .. } => {
            writeln!(
                out,
                "{word} is too short: words have at least {required} letters"
            )
        }
        Verdict::NotInDictionary if penalty == 0 => {
            writeln!(out, "{word} is not in the dictionary")
        }
        Verdict::NotInDictionary => {
            writeln!(
                out,
                "{word} is not in the dictionary: {penalty} points lost"
            )
        }
        Verdict::LettersMissing { letters, .. } => {
            let letters = letters.join(", ");
            let letters = spelling.show(&letters);
            writeln!(
                out,
                "{word} is a word, but needs letters not in the hand: {letters}"
            )
        }
        // Of a game whose tiles do not all touch; others are not known yet.
        _ => writeln!(out, "{word} is a word, but has no path on the board"),
    }
}

fn standing(play: &ScrabbletGame) -> String {
    let (found, all) = (play.found().len(), play.hand().words().len());
    format!("{} points, {found} of {all} words", play.score())
}
