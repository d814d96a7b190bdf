//! The words that the computer players of a round will find, with their times.

use std::time::Duration;

use wgs_dice::Random;
use wgs_engine::SolvedWord;

use super::input::PlayerId;
use super::setup::RoundSetup;
use crate::vocabulary::Vocabulary;

/// The random stream of the first computer player; those of boards count from 0.
const STREAM: u64 = u64::MAX;

/// A word that a computer player will find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ComputerFind {
    /// When, in milliseconds of playing time.
    pub(super) time: u64,
    pub(super) player: PlayerId,
    /// The index of the word among the board's words.
    pub(super) word: usize,
}

/// Returns what all computer players of a round will find, in the order of finding.
pub(super) fn finds(
    setup: &RoundSetup,
    words: &[SolvedWord],
    vocabulary: &Vocabulary,
) -> Vec<ComputerFind> {
    let limit = setup.limit.or(setup.computer_limit);
    let clock = limit.map_or(Duration::MAX, Duration::from_millis);
    let mut finds = Vec::new();
    let mut stream = STREAM;
    for (index, player) in setup.players.iter().enumerate() {
        let Some(level) = player.level else {
            continue;
        };
        let mut random = Random::stream(setup.seed, stream);
        stream -= 1;
        let found = level.finds(words, vocabulary, clock, &mut random);
        finds.extend(found.into_iter().map(|find| ComputerFind {
            time: find.time,
            player: PlayerId::new(index),
            word: find.word,
        }));
    }
    finds.sort_by_key(|find| (find.time, find.player));
    finds
}
