//! `wgs scrabblet subsets`: the subsets of a hand, each with its signature and its words.

use std::io::Write;

use anyhow::{Context, Result};
use wgs_app::reply::AnagramsReply;
use wgs_play::scrabblet::{HandSubsets, LetterPrimes};

use super::LoadedScrabblet;
use crate::app::{App, ExitStatus, counted};

/// The number of subsets after which to check whether the command was stopped.
const CHECKED_SUBSETS: usize = 1 << 10;

/// List the subsets of a hand, each with its signature and the words that use exactly these
/// letters.
///
/// Subsets come in the order of binary numbers: the first letter, the second, both, the third
/// and so on. A blank does not change a signature.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Hand of letters, in the notation of boards; in lower case, each letter is a tile.
    letters: String,

    /// Leave out the subsets that make no words.
    #[arg(short, long)]
    words: bool,

    /// Print one JSON object for each subset.
    #[arg(short, long)]
    json: bool,
}

pub(super) fn run(
    args: &Args,
    game: &LoadedScrabblet,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let hand = game.hand(&args.letters, app)?;
    let primes = LetterPrimes::new(game.loaded.lexicon().alphabet());
    let subsets = HandSubsets::new(&hand, &primes)?;
    let budget = app.budget()?;
    let words = subsets.word_count();
    let (mut all, mut with_words) = (0u64, 0u64);
    for (number, subset) in subsets.enumerate() {
        if number % CHECKED_SUBSETS == 0 {
            budget.check().context("the list is incomplete")?;
        }
        all += 1;
        with_words += u64::from(!subset.words.is_empty());
        if args.words && subset.words.is_empty() {
            continue;
        }
        let letters = game.loaded.spelling().show(&subset.letters);
        let words = subset.words.iter().map(|word| word.text.as_str());
        if args.json {
            let reply = AnagramsReply {
                letters: letters.into_owned(),
                signature: subset.signature.to_string(),
                words: words.map(str::to_owned).collect(),
            };
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
            continue;
        }
        writeln!(out, "{letters} signature {}", subset.signature)?;
        for word in words {
            writeln!(out, "  {word}")?;
        }
    }
    if !args.json {
        writeln!(
            out,
            "{}, {with_words} with words, {}",
            counted(all, "subset"),
            counted(words as u64, "word")
        )?;
    }
    Ok(ExitStatus::Success)
}
