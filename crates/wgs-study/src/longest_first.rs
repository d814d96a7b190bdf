//! The search that continues the most promising path first: the one whose letters begin the
//! longest word that the letters of the board can spell. It makes as many moves as a depth-first
//! search, but finds the long words early.

use crate::counted_search::{CountedSearch, PathMatches, StudyTile};
use crate::sorted_texts::{SortedTexts, UNKNOWN, WordLetters};

/// A path that can be continued.
struct OpenPath {
    /// The index of its last tile in the list of all steps.
    step: u32,
    matches: PathMatches,
}

/// A tile of a path, and the index of the step before it.
struct LinkedStep {
    tile: u32,
    before: Option<u32>,
}

impl CountedSearch<'_> {
    /// Follows all paths, those to the longest words first. Returns false if it reached the
    /// limit.
    pub(super) fn follow_longest_first(&mut self) -> bool {
        let lengths = SpellableLengths::of(&self.study.letters, &self.study.words, self.tiles);
        let mut steps: Vec<LinkedStep> = Vec::new();
        // The open paths by the length of the longest word that can follow.
        let mut open: Vec<Vec<OpenPath>> = Vec::new();
        let empty = self.empty_path();
        for start in self.starts() {
            if !self.is_within_limit() {
                return false;
            }
            self.extend(None, empty, start, &lengths, &mut steps, &mut open);
        }
        while let Some(paths) = open.last_mut() {
            let Some(path) = paths.pop() else {
                open.pop();
                continue;
            };
            let tiles = self.tiles;
            for &next in &tiles[steps[path.step as usize].tile as usize].neighbours {
                if is_used(&steps, path.step, next) || !self.steps_onto(path.matches, next) {
                    continue;
                }
                if !self.is_within_limit() {
                    return false;
                }
                let before = Some(path.step);
                self.extend(before, path.matches, next, &lengths, &mut steps, &mut open);
            }
        }
        true
    }

    /// Extends a path by a tile and, unless it is pruned, adds it to the open paths.
    fn extend(
        &mut self,
        before: Option<u32>,
        matches: PathMatches,
        tile: usize,
        lengths: &SpellableLengths,
        steps: &mut Vec<LinkedStep>,
        open: &mut Vec<Vec<OpenPath>>,
    ) {
        let Some(matches) = self.enter(matches, tile) else {
            return;
        };
        let longest = matches.words.map_or(0, |range| {
            let words = &self.study.words;
            let word = words.exact(&self.study.letters, range);
            lengths.longest(words.longer(range, word))
        });
        let step = steps.len() as u32;
        steps.push(LinkedStep {
            tile: tile as u32,
            before,
        });
        if open.len() <= longest {
            open.resize_with(longest + 1, Vec::new);
        }
        open[longest].push(OpenPath { step, matches });
    }
}

/// Whether a path, given by its last step, uses a tile.
fn is_used(steps: &[LinkedStep], last: u32, tile: usize) -> bool {
    let before = |&step: &u32| steps[step as usize].before;
    let mut path = std::iter::successors(Some(last), before);
    path.any(|step| steps[step as usize].tile as usize == tile)
}

/// The lengths of the words that the letters of a board can spell in any order, as a tree of
/// maximums.
struct SpellableLengths {
    /// The leaves are in the second half: the length of each word, 0 if it cannot be spelled.
    /// Node `n` has the children `2 n` and `2 n + 1`; node 0 is not used.
    nodes: Vec<u16>,
}

impl SpellableLengths {
    fn of(letters: &WordLetters, words: &SortedTexts, tiles: &[StudyTile]) -> Self {
        let codes = || tiles.iter().flat_map(|tile| &tile.codes);
        let largest = codes().copied().max().unwrap_or(UNKNOWN);
        let mut available = vec![0_u32; usize::from(largest) + 1];
        for &code in codes() {
            available[usize::from(code)] += 1;
        }
        let count = words.len();
        let mut nodes = vec![0; 2 * count];
        for (index, length) in nodes[count..].iter_mut().enumerate() {
            let word = words.text(letters, index);
            // Takes the letters one by one, and puts back those that it took.
            let taken = word.iter().take_while(|&&code| {
                let left = available.get_mut(usize::from(code));
                left.filter(|left| **left > 0).is_some_and(|left| {
                    *left -= 1;
                    true
                })
            });
            let taken = taken.count();
            for &code in &word[..taken] {
                available[usize::from(code)] += 1;
            }
            if taken == word.len() {
                *length = u16::try_from(taken).unwrap_or(u16::MAX);
            }
        }
        for node in (1..count).rev() {
            nodes[node] = nodes[2 * node].max(nodes[2 * node + 1]);
        }
        Self { nodes }
    }

    /// The length of the longest of these words that can be spelled; 0 if none can.
    fn longest(&self, words: std::ops::Range<usize>) -> usize {
        let count = self.nodes.len() / 2;
        let (mut start, mut end) = (words.start + count, words.end + count);
        let mut longest = 0;
        while start < end {
            if start % 2 == 1 {
                longest = longest.max(self.nodes[start]);
                start += 1;
            }
            if end % 2 == 1 {
                end -= 1;
                longest = longest.max(self.nodes[end]);
            }
            (start, end) = (start / 2, end / 2);
        }
        longest.into()
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::Lexicon;

    use super::*;
    use crate::sorted_texts::encode;

    #[test]
    fn the_longest_spellable_word_of_a_range_is_found_as_by_trying_each() {
        let list = "a at ate eat eats east seat set tat tea teas teat test tests state zest";
        let lexicon = Lexicon::from_text(list).unwrap();
        let (letters, words) = WordLetters::of(&lexicon);
        let tiles = ["t", "ea", "s", "z", "x"].map(|tile| StudyTile {
            codes: encode(&lexicon, tile),
            neighbours: Vec::new(),
        });
        let lengths = SpellableLengths::of(&letters, &words, &tiles);
        let mut listed: Vec<&str> = list.split(' ').collect();
        listed.sort_unstable();
        let spellable = |word: &&&str| {
            let count = |text: &str, letter| text.matches(letter).count();
            word.chars()
                .all(|letter| count(word, letter) <= count("teasz", letter))
        };
        for start in 0..=listed.len() {
            for end in start..=listed.len() {
                let fitting = listed[start..end].iter().filter(spellable);
                let expected = fitting.map(|word| word.len()).max().unwrap_or(0);
                assert_eq!(lengths.longest(start..end), expected, "{start}..{end}");
            }
        }
    }
}
