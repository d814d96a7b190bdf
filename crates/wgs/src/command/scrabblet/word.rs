//! `wgs scrabblet score` and `wgs scrabblet anagrams`: the scores of single words, and the words
//! with the same letters.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use wgs_app::reply::{AnagramsReply, WordReply};
use wgs_play::scrabblet::{LetterPrimes, WordScorer, anagrams};

use super::LoadedScrabblet;
use crate::app::{App, ExitStatus, counted};
use crate::line_source::{BLOCK_LINES, LineSource, Prompt};

/// Print the scores and signatures of words.
///
/// Each letter stands for a prime: A for 2, B for 3 and so on. The signature is the product of
/// the primes of the different letters of a word, so words with the same letters have the same
/// signature. On a terminal, more words are asked for one after another. The exit code is 1 if
/// any word is not in the dictionary.
#[derive(Debug, clap::Args)]
pub(super) struct ScoreArgs {
    /// Words; a terminal then asks for more [default: the lines of standard input up to an empty
    /// line].
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
    let scorer = WordScorer::new(game.loaded.solver(), game.shortest_word);
    let spelling = game.loaded.spelling();
    let mut answer = |word: &str, out: &mut dyn Write| {
        let scored = scorer.score(&spelling.read(word));
        let reply = WordReply::new(word.to_owned(), scored);
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        } else if let Some(score) = reply.score {
            let signature = reply.signature.as_deref().unwrap_or("too large");
            writeln!(out, "{word} score {score} signature {signature}")?;
        } else {
            writeln!(out, "{word} is {}", reply.reason.unwrap_or_default())?;
        }
        Ok(reply.valid)
    };
    let asks = args.file.is_none() && io::stdin().is_terminal();
    if asks {
        let words = counted(game.loaded.lexicon().len() as u64, "word");
        app.note(&format!("{words} loaded; an empty line quits"));
    }
    let budget = app.budget()?;
    let mut lines = LineSource {
        given: &args.words,
        given_as: "word",
        file: args.file.as_deref(),
        prompt: Prompt::EachLine("Word"),
        shape: None,
        budget,
        block_lines: BLOCK_LINES,
    };
    let status = lines.answer(out, &mut answer)?;
    if lines.given.is_empty() || !asks || budget.check().is_err() {
        return Ok(status);
    }
    // On a terminal, the words of the command line are only the first ones.
    lines.given = &[];
    Ok(status.max(lines.answer(out, &mut answer)?))
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
