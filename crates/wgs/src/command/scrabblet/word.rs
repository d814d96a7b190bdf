//! `wgs scrabblet score` and `wgs scrabblet anagrams`: the scores of single words, and the words
//! with the same letters.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use wgs_app::reply::{AnagramsReply, WordReply};
use wgs_play::scrabblet::{LetterPrimes, anagrams};
use wgs_play::tally;

use super::LoadedScrabblet;
use crate::app::{App, ExitStatus, counted};
use crate::line_source::LineSource;

/// Print the scores and signatures of words.
///
/// Each letter stands for a prime: A for 2, B for 3 and so on. The signature is the product of
/// the primes of the different letters of a word, so words with the same letters have the same
/// signature. The exit code is 1 if any word is not in the dictionary.
#[derive(Debug, clap::Args)]
pub(super) struct ScoreArgs {
    /// Words [default: the lines of standard input up to an empty line].
    words: Vec<String>,

    /// File of words, one to a line, to score instead of standard input.
    #[arg(short, long, value_name = "FILE", conflicts_with = "words")]
    file: Option<PathBuf>,

    /// Print one JSON object for each word.
    #[arg(short, long)]
    json: bool,
}

pub(super) fn score(
    args: &ScoreArgs,
    game: &LoadedScrabblet,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let primes = LetterPrimes::new(game.loaded.lexicon().alphabet());
    let lines = LineSource {
        given: &args.words,
        given_as: "word",
        file: args.file.as_deref(),
        prompt: "Enter word to score",
        shape: None,
        budget: app.budget()?,
    };
    lines.answer(out, |word, out| {
        let reply = judge(word, game, &primes)?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        } else if let (Some(score), Some(signature)) = (reply.score, &reply.signature) {
            writeln!(out, "{word} score {score} signature {signature}")?;
        } else {
            writeln!(out, "{word} is {}", reply.reason.unwrap_or_default())?;
        }
        Ok(reply.valid)
    })
}

fn judge(word: &str, game: &LoadedScrabblet, primes: &LetterPrimes) -> Result<WordReply> {
    let rules = game.loaded.rules();
    let read = game.loaded.spelling().read(word);
    let tally = tally(&read, rules);
    let min_length = rules.min_word_length.max(game.shortest_word);
    let rejected = |reason: String| Ok(WordReply::rejected(word.to_owned(), reason));
    if tally.length < min_length {
        return rejected(format!(
            "too short: words have at least {}",
            counted(min_length, "letter")
        ));
    }
    match rules.score(&tally) {
        Some(score) if game.loaded.lexicon().contains(&read) => {
            let signature = primes.signature(&read)?.to_string();
            Ok(WordReply::valid(word.to_owned(), score.total, signature))
        }
        _ => rejected("not in the dictionary".to_owned()),
    }
}

/// List the words that consist of the same letters, each used as often as you like.
#[derive(Debug, clap::Args)]
pub(super) struct AnagramsArgs {
    /// Letters; they need not be a word.
    letters: String,

    /// Print one JSON object.
    #[arg(short, long)]
    json: bool,
}

pub(super) fn list_anagrams(
    args: &AnagramsArgs,
    game: &LoadedScrabblet,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let letters = args.letters.trim();
    if let Some(found) = letters.chars().find(|c| c.is_whitespace() || *c == '?') {
        bail!("{letters:?} has {found:?}, but anagrams consist only of letters");
    }
    if letters.is_empty() {
        bail!("there are no letters");
    }
    let primes = LetterPrimes::new(game.loaded.lexicon().alphabet());
    let read = game.loaded.spelling().read(letters);
    let signature = primes.signature(&read)?.to_string();
    let words = anagrams(&read, game.loaded.lexicon());
    if args.json {
        let reply = AnagramsReply {
            letters: letters.to_owned(),
            signature,
            words,
        };
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        return Ok(ExitStatus::Success);
    }
    writeln!(out, "{letters} signature {signature}")?;
    for word in words {
        writeln!(out, "{word}")?;
    }
    Ok(ExitStatus::Success)
}
