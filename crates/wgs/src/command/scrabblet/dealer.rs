//! `wgs scrabblet dealer`: deals a hand and reads guesses, line by line, from a terminal or a
//! pipe. Lines read from a pipe are printed after the prompt, so that the output looks like a
//! game on a terminal.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Context, Result};
use wgs_app::reply::{GuessReply, RejectedHandReply, ScrabbletReply};
use wgs_engine::spelling::Spelling;
use wgs_play::scrabblet::{JudgedGuess, Penalty, ScrabbletGame, ScrabbletOptions};
use wgs_play::{SolvedBoard, Verdict};

use super::LoadedScrabblet;
use super::deal::{DealArgs, cannot_deal};
use crate::app::{App, ExitStatus, counted};
use crate::arguments::number;
use crate::board_args::worker;
use crate::terminal;

/// The maximum number of rejected hands to print; more are only counted.
const SHOWN_DEALS: usize = 10;

const HELP: &str = "\
Type a word made from the letters of your hand, using each as often as you like, or
  score      to show your points
  hand       to show your letters
  show       to show the words you found
  hint       to get a hint about a word you did not find; repeat it to get more
  word WORD  to guess a word that is also a command, such as: word hand
  quit       to end the game, like the end of input";

/// Deal a hand and play with it.
///
/// A hand with too many vowels or too few words is dealt again. Type words that you find, or
/// one of score, hand, show, hint, help and quit.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Hand to play with instead of dealing one.
    #[arg(long, value_name = "LETTERS", conflicts_with_all = ["seed", "tiles", "max_vowels", "min_words", "vowels"])]
    hand: Option<String>,

    #[command(flatten)]
    deal: DealArgs,

    /// Points lost for a guess that is not in the dictionary [default: the score of its tiles].
    #[arg(long, value_name = "POINTS", value_parser = number::<u64>(0..=u64::MAX))]
    penalty: Option<u64>,

    /// Print only one JSON object at the end; on a terminal, the game is shown on standard
    /// error.
    #[arg(short, long)]
    json: bool,
}

pub(super) fn run(
    args: &Args,
    game: &LoadedScrabblet,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let spelling = game.loaded.spelling();
    let mut guesses = Vec::new();
    if !args.json {
        play(args, game, app, &mut guesses, out)?;
        return Ok(ExitStatus::Success);
    }
    let mut shown: Box<dyn Write> = match io::stdin().is_terminal() {
        true => terminal::error_output(),
        false => Box::new(io::sink()),
    };
    let play = play(args, game, app, &mut guesses, &mut *shown)?;
    let reply = ScrabbletReply::new(&play, guesses, spelling);
    writeln!(out, "{}", serde_json::to_string(&reply)?)?;
    Ok(ExitStatus::Success)
}

/// Plays a game. The guesses are added to `guesses`.
fn play(
    args: &Args,
    game: &LoadedScrabblet,
    app: &App,
    guesses: &mut Vec<GuessReply>,
    out: &mut dyn Write,
) -> Result<ScrabbletGame> {
    // Nothing is printed if there is no hand to play with.
    let (hand, deals) = match &args.hand {
        Some(letters) => (game.hand(letters, app)?, String::new()),
        None => deal(args, game, app)?,
    };
    app.end_searches();
    let words = game.loaded.lexicon().len();
    writeln!(out, "{} loaded", counted(words as u64, "word"))?;
    out.write_all(deals.as_bytes())?;
    let spelling = game.loaded.spelling();
    let letters = hand.to_string();
    writeln!(
        out,
        "Your hand is {}; you can make {} from it",
        spelling.show(&letters),
        counted(hand.words().len() as u64, "word")
    )?;
    let options = ScrabbletOptions {
        penalty: args.penalty.map_or(Penalty::TileScore, Penalty::Points),
        shortest_word: game.shortest_word,
    };
    let mut play = ScrabbletGame::new(hand, game.loaded.solver(), options);
    read_lines(&mut play, spelling, guesses, out)?;
    writeln!(out, "Your result: {}", standing(&play))?;
    Ok(play)
}

/// Deals a hand, and describes the hands that were rejected before it.
fn deal(args: &Args, game: &LoadedScrabblet, app: &App) -> Result<(SolvedBoard, String)> {
    let (mut dealer, seed) = args.deal.dealer(game)?;
    let mut report = format!("Dealing with seed {seed}\n");
    let mut again = 0;
    let loaded = &game.loaded;
    let mut worker = worker(loaded, app.budget()?);
    let hand = dealer.deal(&mut worker, |rejected| {
        again += 1;
        if again <= SHOWN_DEALS {
            let RejectedHandReply { hand, reason } =
                RejectedHandReply::new(rejected, loaded.spelling());
            report.push_str(&format!("{hand} was rejected: {reason}\n"));
        }
    });
    let hand = hand.map_err(|error| cannot_deal(error, game))?;
    if again > SHOWN_DEALS {
        let more = again - SHOWN_DEALS;
        report.push_str(&format!("… and {more} more were rejected\n"));
    }
    Ok((hand, report))
}

/// Reads lines until the player quits or the input ends.
fn read_lines(
    play: &mut ScrabbletGame,
    spelling: &Spelling,
    guesses: &mut Vec<GuessReply>,
    out: &mut dyn Write,
) -> Result<()> {
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
        let guessed = answer(text, play, spelling, out)?;
        guesses.extend(guessed);
    }
}

/// Answers a line, and returns the guess if it is one.
fn answer(
    text: &str,
    play: &mut ScrabbletGame,
    spelling: &Spelling,
    out: &mut dyn Write,
) -> io::Result<Option<GuessReply>> {
    let mut words = text.split_whitespace();
    let (first, second, third) = (words.next(), words.next(), words.next());
    match (first.map(str::to_lowercase).as_deref(), second, third) {
        (None, ..) => writeln!(out, "Type a word, or help"),
        (Some("score"), None, _) => writeln!(out, "{}", standing(play)),
        (Some("hand"), None, _) => writeln!(out, "{}", spelling.show(&play.hand().to_string())),
        (Some("show"), None, _) => play
            .found()
            .try_for_each(|word| writeln!(out, "{}", word.text)),
        (Some("hint"), None, _) => match play.hint() {
            Some(hint) => writeln!(
                out,
                "A word of {} begins with {}",
                counted(hint.letters as u64, "letter"),
                hint.start
            ),
            None => writeln!(out, "You found all the words"),
        },
        (Some("help"), None, _) => writeln!(out, "{HELP}"),
        (Some(_), None, _) => return guess(text, play, spelling, out).map(Some),
        (Some("word"), Some(word), None) => return guess(word, play, spelling, out).map(Some),
        (Some(_), Some(_), _) => writeln!(out, "Type one word at a time"),
    }?;
    Ok(None)
}

fn guess(
    word: &str,
    play: &mut ScrabbletGame,
    spelling: &Spelling,
    out: &mut dyn Write,
) -> io::Result<GuessReply> {
    let judged = play.guess(&spelling.read(word));
    let reply = GuessReply::new(word.to_owned(), &judged, spelling);
    let JudgedGuess { verdict, penalty } = judged;
    match verdict {
        Verdict::Counts { points, .. } => {
            let points = counted(points, "point");
            writeln!(out, "{word} is a word: {points}")
        }
        Verdict::AlreadyFound => writeln!(out, "you have already guessed {word}"),
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
            let points = counted(penalty, "point");
            writeln!(out, "{word} is not in the dictionary: you lose {points}")
        }
        Verdict::LettersMissing { letters, .. } => {
            let letters = letters.join(", ");
            let letters = spelling.show(&letters);
            writeln!(
                out,
                "{word} is a word, but these letters are not in your hand: {letters}"
            )
        }
        // Only in a game where not all tiles are neighbours.
        _ => writeln!(out, "{word} is a word, but has no path on the board"),
    }?;
    Ok(reply)
}

fn standing(play: &ScrabbletGame) -> String {
    let (found, all) = (play.found().len(), play.hand().words().len());
    format!(
        "{}, {found} of {}",
        counted(play.score(), "point"),
        counted(all as u64, "word")
    )
}
