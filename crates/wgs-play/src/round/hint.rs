//! Hints about the words of a board that a player has not found, from vague to exact: how many
//! words use each tile, how long they are, how they start, and the path of one of them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wgs_config::commonness::Commonness;
use wgs_engine::{Cell, SolvedWord, letter};

use super::Round;
use super::event::{IgnoredReason, RoundEvent};
use super::input::PlayerId;
use crate::solved_board::SolvedBoard;

/// A kind of hint. The kinds are ordered from vague to exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HintKind {
    /// The number of words that use each tile.
    Tiles,
    /// The number of words of each length.
    Lengths,
    /// The number of words with the same first two letters.
    Starts,
    /// The path of one word.
    Path,
}

impl HintKind {
    /// All kinds, from vague to exact.
    pub const ALL: [Self; 4] = [Self::Tiles, Self::Lengths, Self::Starts, Self::Path];
}

/// A hint about the words that a player has not found yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundHint {
    /// The number of words that use each tile. A word that can be spelled in several ways counts
    /// for its best path only.
    Tiles(Vec<TileHint>),
    /// The number of words of each length, from short to long.
    Lengths(Vec<LengthHint>),
    /// The number of words with the same first two letters, in alphabetical order.
    Starts(Vec<StartHint>),
    /// The path of one word.
    Path {
        /// The word in upper case.
        word: String,
        /// The cells that spell it, in order.
        path: Vec<Cell>,
    },
}

/// How many words use a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileHint {
    /// The number of words that use the tile.
    pub words: u32,
    /// The number of words that start with it.
    pub starts: u32,
}

/// How many words have a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthHint {
    /// The length, as the rules count it.
    pub length: u32,
    /// The number of words.
    pub words: u32,
}

/// How many words have the same start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartHint {
    /// The first two letters, in upper case; one letter for a word of one letter.
    pub start: String,
    /// The number of words.
    pub words: u32,
}

impl Round {
    pub(super) fn give_hint(
        &mut self,
        player: PlayerId,
        kind: HintKind,
        events: &mut Vec<RoundEvent>,
    ) -> Result<bool, IgnoredReason> {
        let person = &self.players[player.index()];
        let is_found = self.is_found_by(std::iter::once(person));
        let words = self.board.words();
        let is_unfound = |index: &usize| !is_found[*index];
        // A path that was shown is shown again until its word is found.
        let shown = person.shown.last().copied().filter(is_unfound);
        let unfound = (0..words.len()).filter(is_unfound);
        let next = unfound.min_by_key(|index| {
            let word = &words[*index];
            (self.commonness(word), easiest_first(word))
        });
        let word = shown.or(next).ok_or(IgnoredReason::NoWordsLeft)?;
        let hint = self.describe_hint(kind, &is_found, word);
        let person = &mut self.players[player.index()];
        let is_first = !person.hints.contains(&kind);
        if is_first {
            person.hints.push(kind);
        }
        let is_new_path = kind == HintKind::Path && shown.is_none();
        if is_new_path {
            person.shown.push(word);
        }
        events.push(RoundEvent::HintGiven { player, hint });
        Ok(is_first || is_new_path)
    }

    fn describe_hint(&self, kind: HintKind, is_found: &[bool], word: usize) -> RoundHint {
        let words = self.board.words();
        let unfound = words.iter().zip(is_found);
        let unfound = unfound.filter(|(_, is_found)| !**is_found);
        describe(
            kind,
            &self.board,
            unfound.map(|(word, _)| word),
            &words[word],
        )
    }

    /// Returns a hint of a kind that the player has already used, for the words that are left
    /// now. [`None`] if the player has not used it, or there is nothing to hint at.
    pub fn hint(&self, player: PlayerId, kind: HintKind) -> Option<RoundHint> {
        let person = self.player(player)?;
        let is_used = person.hints.contains(&kind);
        let is_found = self.is_found_by(std::iter::once(person));
        let word = match kind {
            HintKind::Path => *person.shown.last()?,
            _ => is_found.iter().position(|is_found| !is_found)?,
        };
        (is_used && !is_found[word]).then(|| self.describe_hint(kind, &is_found, word))
    }
}

/// Describes the words of a board that were not found. `word` is the word whose path is shown.
fn describe<'b>(
    kind: HintKind,
    board: &'b SolvedBoard,
    unfound: impl Iterator<Item = &'b SolvedWord>,
    word: &SolvedWord,
) -> RoundHint {
    match kind {
        HintKind::Tiles => RoundHint::Tiles(tiles(board.board().len(), unfound)),
        HintKind::Lengths => {
            let mut lengths: BTreeMap<u32, u32> = BTreeMap::new();
            for word in unfound {
                *lengths.entry(word.score.length).or_default() += 1;
            }
            let hint = |(length, words)| LengthHint { length, words };
            RoundHint::Lengths(lengths.into_iter().map(hint).collect())
        }
        HintKind::Starts => {
            // The words are in alphabetical order, which is not that of their bytes.
            let mut starts: Vec<StartHint> = Vec::new();
            for word in unfound {
                let start: String = letter::letters(&word.text).take(2).collect();
                match starts.last_mut() {
                    Some(last) if last.start == start => last.words += 1,
                    _ => starts.push(StartHint { start, words: 1 }),
                }
            }
            RoundHint::Starts(starts)
        }
        HintKind::Path => RoundHint::Path {
            word: word.text.clone(),
            path: word.path.clone(),
        },
    }
}

fn tiles<'b>(count: usize, unfound: impl Iterator<Item = &'b SolvedWord>) -> Vec<TileHint> {
    let mut tiles = vec![TileHint::default(); count];
    // The number of the last word that used a tile, which may use it again.
    let mut last_word = vec![0; count];
    for (word, number) in unfound.zip(1u32..) {
        if let Some(first) = word.path.first() {
            tiles[first.index()].starts += 1;
        }
        for cell in &word.path {
            if last_word[cell.index()] != number {
                last_word[cell.index()] = number;
                tiles[cell.index()].words += 1;
            }
        }
    }
    tiles
}

/// Returns the order in which the paths of equally common words are shown: short words first, then
/// those with few points.
fn easiest_first(word: &SolvedWord) -> impl Ord + use<> {
    (word.score.length, word.score.total, word.word)
}

/// Returns how likely people know a word, the most likely first: the words of a medium
/// dictionary, those of a large one, and all others. Finer classes would put short everyday words
/// before all others.
pub(super) fn familiarity(commonness: Commonness) -> u8 {
    match commonness {
        Commonness::Size10 | Commonness::Size20 | Commonness::Size35 | Commonness::Size50 => 0,
        Commonness::Size60 | Commonness::Size70 => 1,
        Commonness::Rare => 2,
    }
}

/// Returns the order in which words are listed: by points, then by length, highest first, then
/// alphabetically.
pub(crate) fn best_first(word: &SolvedWord) -> impl Ord + use<> {
    (Reverse((word.score.total, word.score.length)), word.word)
}
