//! `wgs scrabblet deal`: deals hands and prints them. Playing with one is `dealer`'s job.

use std::io::Write;

use anyhow::{Context, Result};
use wgs_app::reply::{DealReply, RejectedHandReply};
use wgs_play::scrabblet::{DealError, DealOptions, Dealer};

use super::LoadedScrabblet;
use crate::app::{self, App, ExitStatus};
use crate::arguments::number;
use crate::board_args::worker;

/// How hands are dealt.
#[derive(Debug, clap::Args)]
pub(super) struct DealArgs {
    /// Random seed; the same seed always deals the same hands.
    #[arg(short, long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Number of letters to deal [default: as many as the game's random boards have].
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=u64::MAX))]
    tiles: Option<usize>,

    /// Maximum number of vowels of a hand.
    #[arg(long, value_name = "N", default_value_t = DealOptions::default().max_vowels, value_parser = number::<usize>(0..=u64::MAX))]
    max_vowels: usize,

    /// Minimum number of words of a hand.
    #[arg(long, value_name = "N", default_value_t = DealOptions::default().min_words, value_parser = number::<usize>(0..=u64::MAX))]
    min_words: usize,

    /// Letters that are vowels.
    #[arg(long, value_name = "LETTERS", default_value_t = DealOptions::default().vowels)]
    vowels: String,
}

impl DealArgs {
    /// Returns the dealer, and the seed it deals with.
    pub(super) fn dealer(&self, game: &LoadedScrabblet) -> Result<(Dealer, u64)> {
        let seed = app::seed(self.seed);
        let options = DealOptions {
            seed,
            tiles: self.tiles,
            max_vowels: self.max_vowels,
            min_words: self.min_words,
            vowels: game.loaded.spelling().read(&self.vowels).into_owned(),
        };
        let dealer = Dealer::new(game.loaded.game(), options);
        Ok((dealer.map_err(|error| cannot_deal(error, game))?, seed))
    }
}

/// Adds the game to an error of its dealer.
pub(super) fn cannot_deal(error: DealError, game: &LoadedScrabblet) -> anyhow::Error {
    let game = game.loaded.game();
    anyhow::Error::new(error).context(format!("cannot deal a hand of {:?}", game.name()))
}

/// Deal hands without playing them.
///
/// A hand with too many vowels or too few words is dealt again.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Number of hands.
    #[arg(default_value = "1", value_parser = number::<u64>(1..=u64::MAX))]
    hands: u64,

    #[command(flatten)]
    deal: DealArgs,

    /// List the hands that were rejected too, each with the reason.
    #[arg(long)]
    rejected: bool,

    /// Print one JSON object for each hand.
    #[arg(short, long)]
    json: bool,
}

pub(super) fn run(
    args: &Args,
    game: &LoadedScrabblet,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let (mut dealer, seed) = args.deal.dealer(game)?;
    let spelling = game.loaded.spelling();
    let mut worker = worker(&game.loaded, app.budget()?);
    for number in 1..=args.hands {
        let mut rejected = Vec::new();
        let hand = dealer.deal(&mut worker, |hand| {
            if args.rejected {
                rejected.push(RejectedHandReply::new(hand, spelling));
            }
        });
        let hand = hand.map_err(|error| cannot_deal(error, game));
        let hand = hand.with_context(|| format!("hand {number}"))?;
        let mut reply = DealReply::new(&hand, seed, spelling);
        if args.json {
            reply.rejected = args.rejected.then_some(rejected);
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
            continue;
        }
        for RejectedHandReply { hand, reason } in rejected {
            writeln!(out, "{hand} was rejected: {reason}")?;
        }
        writeln!(out, "{}", reply.hand)?;
    }
    Ok(ExitStatus::Success)
}
