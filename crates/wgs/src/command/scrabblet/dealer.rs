//! `wgs scrabblet dealer`: deals a hand and reads guesses, line by line, from a terminal or a
//! pipe. Lines read from a pipe are printed after the prompt, so that the output looks like a
//! game on a terminal.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Context, Result};
use wgs_app::reply::{GuessReply, RejectedHandReply, ScrabbletReply};
use wgs_engine::{Solver, letter};
use wgs_play::scrabblet::{self, start_round};
use wgs_play::{
    HintKind, Penalty, PlayerId, Round, RoundAction, RoundContext, RoundEvent, RoundHint,
    RoundInput, SolvedBoard, Verdict,
};

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

    /// Points lost for a guess that is not in the dictionary [default: what it would score].
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
    if !args.json {
        play(args, game, app, out)?;
        return Ok(ExitStatus::Success);
    }
    let mut shown: Box<dyn Write> = match io::stdin().is_terminal() {
        true => terminal::error_output(),
        false => Box::new(io::sink()),
    };
    let player = play(args, game, app, &mut *shown)?;
    let reply = ScrabbletReply::new(&player.round, player.guesses);
    writeln!(out, "{}", serde_json::to_string(&reply)?)?;
    Ok(ExitStatus::Success)
}

/// A player with a hand.
struct HandPlayer {
    round: Round,
    /// The guesses so far.
    guesses: Vec<GuessReply>,
    /// The word of the last hint, and the number of its letters that were shown.
    hinted: Option<(String, usize)>,
}

/// Plays a game.
fn play(args: &Args, game: &LoadedScrabblet, app: &App, out: &mut dyn Write) -> Result<HandPlayer> {
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
    let penalty = args.penalty.map_or(Penalty::WordScore, Penalty::Points);
    let context = RoundContext::new(&solver(game), spelling);
    let mut player = HandPlayer {
        round: start_round(hand, context, penalty),
        guesses: Vec::new(),
        hinted: None,
    };
    read_lines(&mut player, out)?;
    writeln!(out, "Your result: {}", player.standing())?;
    Ok(player)
}

/// The solver of the game, for which words that were not loaded are too short.
fn solver(game: &LoadedScrabblet) -> Solver {
    let solver = game.loaded.solver();
    let mut rules = solver.rules().clone();
    rules.min_word_length = rules.min_word_length.max(game.shortest_word);
    Solver::new(solver.lexicon(), solver.grid(), &rules)
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
fn read_lines(player: &mut HandPlayer, out: &mut dyn Write) -> Result<()> {
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
        player.answer(text, out)?;
    }
}

impl HandPlayer {
    /// Answers a line.
    fn answer(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut words = text.split_whitespace();
        let (first, second, third) = (words.next(), words.next(), words.next());
        match (first.map(str::to_lowercase).as_deref(), second, third) {
            (None, ..) => writeln!(out, "Type a word, or help"),
            (Some("score"), None, _) => writeln!(out, "{}", self.standing()),
            (Some("hand"), None, _) => {
                let hand = self.round.solved_board().to_string();
                writeln!(out, "{}", self.round.spelling().show(&hand))
            }
            (Some("show"), None, _) => {
                let mut found = self.round.found(PlayerId::default());
                found.try_for_each(|word| writeln!(out, "{}", word.text))
            }
            (Some("hint"), None, _) => self.hint(out),
            (Some("help"), None, _) => writeln!(out, "{HELP}"),
            (Some(_), None, _) => self.guess(text, out),
            (Some("word"), Some(word), None) => self.guess(word, out),
            (Some(_), Some(_), _) => writeln!(out, "Type one word at a time"),
        }
    }

    /// Shows the start of a word that was not found yet. Each further hint about the same word shows
    /// one letter more, but never the last one.
    fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let hint = RoundInput::new(0, RoundAction::Hint(HintKind::Path));
        let mut events = self.round.handle(hint).into_iter();
        let Some(RoundEvent::HintGiven {
            hint: RoundHint::Path { word, .. },
            ..
        }) = events.next()
        else {
            return writeln!(out, "You found all the words");
        };
        let letters = letter::letters(&word).count();
        let shown = match &self.hinted {
            Some((hinted, shown)) if *hinted == word => shown + 1,
            _ => 1,
        };
        let shown = shown.min(letters - 1);
        let start: String = letter::letters(&word).take(shown).collect();
        self.hinted = Some((word, shown));
        let letters = counted(letters as u64, "letter");
        writeln!(out, "A word of {letters} begins with {start}")
    }

    fn guess(&mut self, word: &str, out: &mut dyn Write) -> io::Result<()> {
        let (verdict, penalty) = scrabblet::guess(&mut self.round, word);
        let reply = GuessReply::new(word.to_owned(), &verdict, penalty);
        self.guesses.push(reply);
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
            Verdict::NotInDictionary | Verdict::NoLetters if penalty == 0 => {
                writeln!(out, "{word} is not in the dictionary")
            }
            Verdict::NotInDictionary | Verdict::NoLetters => {
                let points = counted(penalty, "point");
                writeln!(out, "{word} is not in the dictionary: you lose {points}")
            }
            Verdict::LettersMissing { letters, .. } => {
                let letters = letters.join(", ");
                writeln!(
                    out,
                    "{word} is a word, but these letters are not in your hand: {letters}"
                )
            }
            // Only in a game where not all tiles are neighbours.
            _ => writeln!(out, "{word} is a word, but has no path on the board"),
        }
    }

    fn standing(&self) -> String {
        let player = PlayerId::default();
        let found = self.round.found(player).len();
        let all = self.round.solved_board().words().len();
        format!(
            "{}, {found} of {}",
            counted(self.round.points(player), "point"),
            counted(all as u64, "word")
        )
    }
}
