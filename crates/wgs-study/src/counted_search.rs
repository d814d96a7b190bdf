//! A search over the paths of a board that counts its moves. This file has the depth-first
//! order; the other order is in `longest_first.rs`, and must find the same words.

use std::collections::BTreeSet;

use crate::sorted_texts::{LetterCode, SortedTexts, TextRange};
use crate::{Pruning, SearchOptions, Study};

/// The letters of a cell, none if it is empty, and its neighbours that are not empty.
pub(super) struct StudyTile {
    pub(super) codes: Vec<LetterCode>,
    pub(super) neighbours: Vec<usize>,
}

/// A search over the paths of a board.
pub(super) struct CountedSearch<'w> {
    pub(super) study: &'w Study,
    pub(super) options: &'w SearchOptions,
    pub(super) tiles: &'w [StudyTile],
    pub(super) moves: u64,
    /// The indices of the words found.
    pub(super) found: BTreeSet<usize>,
    /// The first of the longest words found so far.
    pub(super) longest: Option<LongestWord>,
}

/// The length of a word, and the number of moves after which it was found.
#[derive(Clone, Copy)]
pub(super) struct LongestWord {
    letters: usize,
    pub(super) moves: u64,
}

/// The texts that match the letters of a path.
#[derive(Clone, Copy)]
pub(super) struct PathMatches {
    /// The number of letters.
    letters: usize,
    /// The words that begin with the letters, if there are any.
    pub(super) words: Option<TextRange>,
    /// The suffixes of words that begin with the letters, if there are any and the pruning
    /// depends on them.
    suffixes: Option<TextRange>,
}

/// A tile of a path, the matches up to it, and the index of the neighbour to try next.
struct PathStep {
    tile: usize,
    matches: PathMatches,
    next: usize,
}

impl<'w> CountedSearch<'w> {
    pub(super) fn new(
        study: &'w Study,
        options: &'w SearchOptions,
        tiles: &'w [StudyTile],
    ) -> Self {
        Self {
            study,
            options,
            tiles,
            moves: 0,
            found: BTreeSet::new(),
            longest: None,
        }
    }

    /// The tiles that a path can start on.
    pub(super) fn starts(&self) -> impl Iterator<Item = usize> + use<'w> {
        let tiles = self.tiles;
        (0..tiles.len()).filter(|&tile| !tiles[tile].codes.is_empty())
    }

    /// The matches of a path without tiles: everything.
    pub(super) fn empty_path(&self) -> PathMatches {
        PathMatches {
            letters: 0,
            words: Some(self.study.words.all()),
            suffixes: Some(self.study.suffixes.all()),
        }
    }

    /// Whether the search may make another move.
    pub(super) fn is_within_limit(&self) -> bool {
        // A move takes some tens of nanoseconds.
        const MOVES_PER_CHECK: u64 = 1 << 15;
        self.moves < self.options.limit
            && (!self.moves.is_multiple_of(MOVES_PER_CHECK) || self.options.budget.check().is_ok())
    }

    /// Follows all paths. Returns false if it reached the limit.
    ///
    /// The path is a list instead of a recursion: without pruning it covers the whole board, and
    /// a large board would overflow the stack.
    pub(super) fn follow_depth_first(&mut self) -> bool {
        let mut used = vec![false; self.tiles.len()];
        let mut path: Vec<PathStep> = Vec::new();
        let empty = self.empty_path();
        for start in self.starts() {
            let mut entering = Some((start, empty));
            loop {
                if let Some((tile, before)) = entering.take() {
                    if !self.is_within_limit() {
                        return false;
                    }
                    if let Some(matches) = self.enter(before, tile) {
                        used[tile] = true;
                        path.push(PathStep {
                            tile,
                            matches,
                            next: 0,
                        });
                    }
                }
                let Some(step) = path.last_mut() else { break };
                match self.tiles[step.tile].neighbours.get(step.next) {
                    Some(&next) => {
                        step.next += 1;
                        let before = step.matches;
                        let enters = !used[next] && self.steps_onto(before, next);
                        entering = enters.then_some((next, before));
                    }
                    None => {
                        used[step.tile] = false;
                        path.pop();
                    }
                }
            }
        }
        true
    }

    /// Whether a path continues onto a tile. Only suffix pruning looks at its letters first.
    pub(super) fn steps_onto(&self, before: PathMatches, tile: usize) -> bool {
        if self.options.pruning != Pruning::Suffix {
            return true;
        }
        let Study { words, stems, .. } = self.study;
        let Some(range) = before.words else {
            return false;
        };
        let word = words.exact(&self.study.letters, range);
        stems.any(words.longer(range, word)) || self.narrow(words, range, tile).is_some()
    }

    /// The texts of a range that continue with the letters of a tile.
    fn narrow(&self, texts: &SortedTexts, range: TextRange, tile: usize) -> Option<TextRange> {
        let mut codes = self.tiles[tile].codes.iter();
        codes.try_fold(range, |range, &code| {
            texts.narrow(&self.study.letters, range, code)
        })
    }

    /// Moves onto a tile, and records a word if one ends here. Returns the matches of the longer
    /// path, or [`None`] if the path is pruned.
    pub(super) fn enter(&mut self, before: PathMatches, tile: usize) -> Option<PathMatches> {
        self.moves += 1;
        let Study {
            letters,
            words,
            suffixes,
            ..
        } = self.study;
        let needs_suffixes = self.options.pruning == Pruning::Substring;
        let before_suffixes = before.suffixes.filter(|_| needs_suffixes);
        let matches = PathMatches {
            letters: before.letters + self.tiles[tile].codes.len(),
            words: before
                .words
                .and_then(|range| self.narrow(words, range, tile)),
            suffixes: before_suffixes.and_then(|range| self.narrow(suffixes, range, tile)),
        };
        let word = matches.words.and_then(|range| words.exact(letters, range));
        if let Some(word) = word.filter(|_| matches.letters >= self.options.min_length) {
            self.record(word, matches.letters);
        }
        let continues = match self.options.pruning {
            Pruning::None => true,
            Pruning::Substring => matches.suffixes.is_some(),
            Pruning::Prefix | Pruning::Suffix => matches.words.is_some(),
        };
        continues.then_some(matches)
    }

    fn record(&mut self, word: usize, letters: usize) {
        self.found.insert(word);
        if self.longest.is_none_or(|longest| longest.letters < letters) {
            self.longest = Some(LongestWord {
                letters,
                moves: self.moves,
            });
        }
    }
}
