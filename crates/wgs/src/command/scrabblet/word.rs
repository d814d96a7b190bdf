//! `wgs scrabblet score` and `wgs scrabblet anagrams`: what single words score, and which are
//! made of the same letters.

use std::io::Write;

use anyhow::{Result, bail};
use wgs_app::reply::{AnagramsReply, WordReply};
use wgs_play::scrabblet::{LetterPrimes, anagrams, tally};

use super::Table;
use crate::app::Outcome;
use crate::command::line::Lines;

/// Print the scores and signatures of words.
///
/// A signature is the product of the primes of a word's different letters, A being 2, B 3 and
/// so on: words made of the same letters have the same. If a word is not in the dictionary,
/// the command ends with code 1.
#[derive(Debug, clap::Args)]
pub(super) struct ScoreArgs {
    /// The words; without them, lines of standard input up to an empty one.
    words: Vec<String>,

    /// Print one JSON object for each word.
    #[arg(long)]
    json: bool,
}

pub(super) fn score(args: &ScoreArgs, table: &Table<'_>, out: &mut dyn Write) -> Result<Outcome> {
    let primes = LetterPrimes::new(table.lexicon.alphabet());
    let lines = Lines {
        given: &args.words,
        flag: "word",
        file: None,
        prompt: "Enter word to score",
    };
    lines.answer(out, |word, out| {
        let reply = judge(word, table, &primes)?;
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

fn judge(word: &str, table: &Table<'_>, primes: &LetterPrimes) -> Result<WordReply> {
    let rules = table.solver.rules();
    let read = table.spelling.read(word);
    let tally = tally(&read, rules);
    let wanted = rules.min_word_length.max(table.shortest_word);
    let refused = |reason: String| Ok(WordReply::rejected(word.to_owned(), reason));
    if tally.length < wanted {
        let found = tally.length;
        return refused(format!(
            "too short: letters: {found}, at least {wanted} wanted"
        ));
    }
    match rules.score(&tally) {
        Some(score) if table.lexicon.contains(&read) => {
            let signature = primes.signature(&read)?.to_string();
            Ok(WordReply::valid(word.to_owned(), score.total, signature))
        }
        _ => refused("not in the dictionary".to_owned()),
    }
}

/// List the words made of the same letters as these, each as often as you like.
#[derive(Debug, clap::Args)]
pub(super) struct AnagramsArgs {
    /// The letters; they need not be a word.
    letters: String,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(super) fn list_anagrams(
    args: &AnagramsArgs,
    table: &Table<'_>,
    out: &mut dyn Write,
) -> Result<Outcome> {
    let letters = args.letters.trim();
    if let Some(found) = letters.chars().find(|c| c.is_whitespace() || *c == '?') {
        bail!("{letters:?} has {found:?}, but anagrams are of letters alone");
    }
    if letters.is_empty() {
        bail!("there are no letters to make words of");
    }
    let primes = LetterPrimes::new(table.lexicon.alphabet());
    let read = table.spelling.read(letters);
    let signature = primes.signature(&read)?.to_string();
    let words = anagrams(&read, table.lexicon);
    if args.json {
        let reply = AnagramsReply {
            letters: letters.to_owned(),
            signature,
            words,
        };
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        return Ok(Outcome::Fine);
    }
    writeln!(out, "{letters} signature {signature}")?;
    for word in words {
        writeln!(out, "{word}")?;
    }
    Ok(Outcome::Fine)
}
