//! `wgs scrabblet`: plays with, lists and scores the words of a hand of letters. The rules are in
//! [`wgs_play::scrabblet`].

mod deal;
mod dealer;
mod subsets;
mod word;

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Error, Result};
use clap::Subcommand;
use wgs_app::reply::SolveReply;
use wgs_app::{GameRequest, LoadError, LoadedGame};
use wgs_config::catalogue::UnknownName;
use wgs_engine::Worker;
use wgs_play::scrabblet::{LoadingRule, read_hand};
use wgs_play::{SolvedBoard, SolvedBoardError};

use super::play::unsolved;
use crate::app::{App, ExitStatus, counted, with_flag};
use crate::column::{self, column_width};
use crate::terminal::Stream;

/// Make words from a hand of letters, using each letter as often as you like.
///
/// The letters, their values and the dictionary are those of a game. A blank, written as ?,
/// stands for one letter in each word and scores nothing.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Dictionary to use instead of the game's: a name in the configuration, a word list or a
    /// compiled dictionary.
    #[arg(short, long, value_name = "NAME-OR-FILE", global = true)]
    dictionary: Option<String>,

    /// Game whose letters, values and dictionary to use.
    #[arg(long, value_name = "GAME", default_value = "Scrabblet", global = true)]
    game: String,

    /// Load the dictionary like the original program: only words of 4 to 12 letters, and of the
    /// words with the same letters only the first 64 in the list.
    #[arg(long, global = true)]
    original_loading: bool,

    #[command(subcommand)]
    command: ScrabbletCommand,
}

#[derive(Debug, Subcommand)]
enum ScrabbletCommand {
    Dealer(dealer::Args),
    Deal(deal::Args),
    Player(PlayerArgs),
    Subsets(subsets::Args),
    Score(word::ScoreArgs),
    Anagrams(word::AnagramsArgs),
}

/// List all words of a hand with their scores, and the total.
#[derive(Debug, clap::Args)]
struct PlayerArgs {
    /// Hand of letters, in the notation of boards; in lower case, each letter is a tile.
    letters: String,

    /// Print one JSON object, like that of solve.
    #[arg(short, long)]
    json: bool,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let request = GameRequest {
        dictionary: args.dictionary.as_deref(),
        ..GameRequest::named(&args.game)
    };
    let rule = args.original_loading.then(LoadingRule::default);
    let shortest_word = rule.as_ref().map_or(0, |rule| *rule.lengths.start());
    let loader = app.loader()?;
    let loaded = match rule {
        Some(rule) => loader.game_with_words(&request, rule.keeper(), "scrabblet"),
        None => loader.game(&request, "scrabblet"),
    };
    let game = LoadedScrabblet {
        loaded: loaded.map_err(|error| match error {
            LoadError::UnknownName(UnknownName::Game { .. }) => Error::new(error).context("--game"),
            error => with_flag(error),
        })?,
        shortest_word: shortest_word as u32,
    };
    match args.command {
        ScrabbletCommand::Dealer(args) => dealer::run(&args, &game, app, out),
        ScrabbletCommand::Deal(args) => deal::run(&args, &game, app, out),
        ScrabbletCommand::Subsets(args) => subsets::run(&args, &game, app, out),
        ScrabbletCommand::Player(args) => list_words(&args, &game, app, out),
        ScrabbletCommand::Score(args) => word::score(&args, &game, app, out),
        ScrabbletCommand::Anagrams(args) => word::list_anagrams(&args, &game, out),
    }
}

/// A loaded game, and the rule by which its words were loaded.
struct LoadedScrabblet {
    loaded: Arc<LoadedGame>,
    /// The minimum number of letters of a loaded word, if a rule sets it.
    shortest_word: u32,
}

impl LoadedScrabblet {
    /// Reads a hand of letters, and finds its words.
    fn hand(&self, letters: &str, app: &App) -> Result<SolvedBoard> {
        let board = read_hand(&self.loaded.spelling().read(letters));
        let board = board.with_context(|| format!("{letters:?} is not a hand"))?;
        let solve = |worker: &mut Worker| SolvedBoard::new(board, worker);
        match self.loaded.with_worker(app.budget()?, solve) {
            Err(SolvedBoardError::Stopped(reason)) => Err(unsolved(reason)),
            hand => Ok(hand?),
        }
    }
}

fn list_words(
    args: &PlayerArgs,
    game: &LoadedScrabblet,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let hand = game.hand(&args.letters, app)?;
    if args.json {
        let reply = SolveReply::from_hand(&hand, &args.letters);
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        return Ok(ExitStatus::Success);
    }
    let shown = |text| Stream::Output.shown(text);
    let words: Vec<_> = hand.words().iter().map(|word| shown(&word.text)).collect();
    let width = column_width(words.iter().map(|word| word.as_ref()));
    for (word, text) in hand.words().iter().zip(&words) {
        writeln!(out, "{} {:>4}", column::left(text, width), word.score.total)?;
    }
    writeln!(
        out,
        "{}, {}",
        counted(hand.words().len() as u64, "word"),
        counted(hand.points(), "point")
    )?;
    Ok(ExitStatus::Success)
}
