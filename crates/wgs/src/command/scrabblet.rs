//! `wgs scrabblet`: words from a hand of letters, played, listed and scored. The game itself
//! is [`wgs_play::scrabblet`]'s matter.

mod dealer;
mod word;

use std::io::Write;

use anyhow::{Context, Result};
use clap::Subcommand;
use wgs_app::reply::SolveReply;
use wgs_config::Game;
use wgs_config::spelling::Spelling;
use wgs_core::{Lexicon, Solver};
use wgs_play::SolvedBoard;
use wgs_play::scrabblet::{LoadingRule, read_hand};

use crate::app::{App, Outcome};
use crate::question::dictionary;

/// Make words of a hand of letters, each letter as often as you like.
///
/// The bank of letters, their values and the dictionary are those of a game. A blank, written
/// ?, stands for one letter in each word and scores nothing.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Use this dictionary instead of the game's: a name in the configuration, a list of
    /// words or a compiled dictionary.
    #[arg(short, long, value_name = "NAME-OR-FILE", global = true)]
    dictionary: Option<String>,

    /// The game whose letters, values and dictionary to use.
    #[arg(long, value_name = "GAME", default_value = "Scrabblet", global = true)]
    game: String,

    /// Load the dictionary as the original program did: words of 4 to 12 letters, and of
    /// those made of the same letters the first 64 of the list.
    #[arg(long, global = true)]
    original_loading: bool,

    #[command(subcommand)]
    mode: Mode,
}

#[derive(Debug, Subcommand)]
enum Mode {
    Dealer(dealer::Args),
    Player(PlayerArgs),
    Score(word::ScoreArgs),
    Anagrams(word::AnagramsArgs),
}

/// List every word that letters can form with its score, and the total.
#[derive(Debug, clap::Args)]
struct PlayerArgs {
    /// The hand, as boards are written, or in lower case letter by letter.
    letters: String,

    /// Print one JSON object, as solve does.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let catalogue = app.catalogue()?;
    let game = catalogue.game(&args.game).context("--game")?;
    let source = dictionary("scrabblet", game, args.dictionary.as_deref(), catalogue)?;
    let rule = args.original_loading.then(LoadingRule::default);
    let shortest_word = rule.as_ref().map_or(0, |rule| *rule.lengths.start());
    let lexicon = match rule {
        Some(rule) => source.load_some(rule.keeper())?,
        None => source.load()?,
    };
    let table = Table {
        game,
        spelling: source.spelling(),
        lexicon: &lexicon,
        solver: Solver::new(
            &lexicon,
            game.grid_for("scrabblet")?,
            game.rules_for("scrabblet")?,
        ),
        shortest_word: shortest_word as u32,
    };
    match args.mode {
        Mode::Dealer(args) => dealer::run(&args, &table, out),
        Mode::Player(args) => list_words(&args, &table, out),
        Mode::Score(args) => word::score(&args, &table, out),
        Mode::Anagrams(args) => word::list_anagrams(&args, &table, out),
    }
}

/// What is played with.
struct Table<'l> {
    game: Game<'l>,
    /// How letters are understood.
    spelling: &'l Spelling,
    lexicon: &'l Lexicon,
    solver: Solver,
    /// The fewest letters of a word that was loaded, where a rule says so.
    shortest_word: u32,
}

impl Table<'_> {
    /// The hand of letters that a user gave.
    fn hand(&self, letters: &str) -> Result<SolvedBoard> {
        let board = read_hand(&self.spelling.read(letters));
        let board = board.with_context(|| format!("{letters:?} is no hand"))?;
        Ok(SolvedBoard::new(board, &mut self.solver.worker())?)
    }
}

fn list_words(args: &PlayerArgs, table: &Table<'_>, out: &mut dyn Write) -> Result<Outcome> {
    let hand = table.hand(&args.letters)?;
    if args.json {
        writeln!(
            out,
            "{}",
            serde_json::to_string(&SolveReply::from_hand(&hand, &args.letters))?
        )?;
        return Ok(Outcome::Fine);
    }
    let width = hand.words().iter().map(|word| word.text.chars().count());
    let width = width.max().unwrap_or(0);
    for word in hand.words() {
        writeln!(out, "{:<width$} {:>4}", word.text, word.score.total)?;
    }
    writeln!(
        out,
        "{} words, {} points",
        hand.words().len(),
        hand.points()
    )?;
    Ok(Outcome::Fine)
}
