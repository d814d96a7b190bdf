//! Explains why a word has no cover, where that takes few words. The search has proved that
//! there is none; each explanation given here holds for every way to split the word.

use wgs_engine::search::Meter;

use super::CoverSearch;
use crate::matching::{Mask, Matching};

/// A part of a word that a tile may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::word_check) struct WordPart {
    /// The position of its first letter, from 0.
    pub(in crate::word_check) start: usize,
    /// How many letters it has.
    pub(in crate::word_check) length: usize,
}

impl WordPart {
    fn end(self) -> usize {
        self.start + self.length
    }
}

/// Why no split of a word has a die for each tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::word_check) enum Infeasibility {
    /// The word cannot be split into tiles, even with any number of dice of each kind.
    NoSplit,
    /// Every split has these tiles, and there is one die too few for them.
    Shortage(Vec<WordPart>),
    /// Every split has more tiles than there are dice.
    TooManyTiles { tiles: u64, dice: u64 },
    /// Every split has at least `tiles` tiles that show one of these parts, but only `dice`
    /// dice show any of them.
    TooFewDice {
        tiles: u64,
        parts: Vec<WordPart>,
        dice: u64,
    },
}

/// A tile that occurs in some split, and the kinds that show it.
#[derive(Clone, Copy, Debug)]
struct UsableTile<M> {
    part: WordPart,
    kinds: M,
}

impl<M: Mask> CoverSearch<M> {
    /// After a search without success, returns a short explanation if there is one and it is found
    /// within the budget.
    pub(in crate::word_check) fn infeasibility(
        &self,
        matching: &mut Matching<M>,
        meter: &mut Meter<'_>,
    ) -> Option<Infeasibility> {
        let usable = self.usable_tiles();
        if usable.is_empty() {
            return Some(match self.uncovered_letter() {
                Some(start) => Infeasibility::Shortage(vec![WordPart { start, length: 1 }]),
                None => Infeasibility::NoSplit,
            });
        }
        let forced = self.forced_tiles(&usable);
        let kinds: Vec<M> = forced.iter().map(|tile| tile.kinds).collect();
        if let Some(short) = matching.shortage(&kinds, meter) {
            let parts = short.into_iter().map(|index| forced[index].part);
            return Some(Infeasibility::Shortage(parts.collect()));
        }
        let all = matching.all();
        let (tiles, dice) = (self.fewest_tiles(&usable, all), matching.dice(all));
        if tiles > dice {
            return Some(Infeasibility::TooManyTiles { tiles, dice });
        }
        self.too_few_dice(&usable, matching, meter)
    }

    /// The first letter that no tile shows, alone or with others.
    fn uncovered_letter(&self) -> Option<usize> {
        let mut covered = vec![false; self.letters];
        for (start, candidates) in self.candidates.iter().enumerate().take(self.letters) {
            for candidate in candidates {
                covered[start..candidate.end(start)].fill(true);
            }
        }
        covered.iter().position(|covered| !covered)
    }

    /// The tiles that occur in any split, by position and length.
    fn usable_tiles(&self) -> Vec<UsableTile<M>> {
        let mut from_start = vec![false; self.letters + 1];
        from_start[0] = true;
        for start in 0..self.letters {
            for candidate in &self.candidates[start] {
                from_start[candidate.end(start)] |= from_start[start];
            }
        }
        let mut to_end = vec![false; self.letters + 1];
        to_end[self.letters] = true;
        for start in (0..self.letters).rev() {
            let mut candidates = self.candidates[start].iter();
            to_end[start] = candidates.any(|candidate| to_end[candidate.end(start)]);
        }
        let mut usable = Vec::new();
        for start in (0..self.letters).filter(|&start| from_start[start]) {
            for candidate in &self.candidates[start] {
                if to_end[candidate.end(start)] {
                    let length = candidate.length as usize;
                    let part = WordPart { start, length };
                    let kinds = self.classes[candidate.class as usize];
                    usable.push(UsableTile { part, kinds });
                }
            }
        }
        usable.sort_by_key(|tile| (tile.part.start, tile.part.length));
        usable
    }

    /// The tiles that occur in every split: the only ones that cover some letter.
    fn forced_tiles(&self, usable: &[UsableTile<M>]) -> Vec<UsableTile<M>> {
        let mut forced: Vec<UsableTile<M>> = Vec::new();
        // The number of tiles that cover each letter, by how it changes from the letter before.
        let mut changes = vec![0i64; self.letters + 1];
        for tile in usable {
            changes[tile.part.start] += 1;
            changes[tile.part.end()] -= 1;
        }
        let covering = changes.iter().scan(0, |covering, change| {
            *covering += change;
            Some(*covering)
        });
        let single: Vec<bool> = covering.map(|covering| covering == 1).collect();
        for tile in usable {
            if single[tile.part.start..tile.part.end()].contains(&true) {
                forced.push(*tile);
            }
        }
        forced
    }

    /// The fewest tiles that any split has among those that only these kinds show.
    fn fewest_tiles(&self, usable: &[UsableTile<M>], kinds: M) -> u64 {
        let mut fewest = vec![u64::MAX; self.letters + 1];
        fewest[self.letters] = 0;
        for tile in usable.iter().rev() {
            let tiles = fewest[tile.part.end()] + u64::from(tile.kinds.is_within(kinds));
            let start = tile.part.start;
            fewest[start] = fewest[start].min(tiles);
        }
        fewest[0]
    }

    /// Looks for kinds that have fewer dice than every split has tiles only they show. The
    /// search has raised the prices of scarce kinds, so the most expensive are tried first.
    fn too_few_dice(
        &self,
        usable: &[UsableTile<M>],
        matching: &Matching<M>,
        meter: &mut Meter<'_>,
    ) -> Option<Infeasibility> {
        let cost = u32::try_from(usable.len() + self.letters).unwrap_or(u32::MAX);
        // Once the budget is used up, no kinds seem to be short.
        let mut are_short =
            |kinds: M| meter.spend(cost) && self.fewest_tiles(usable, kinds) > matching.dice(kinds);
        let mut prices: Vec<u64> = self.prices.clone();
        prices.sort_unstable();
        prices.dedup();
        let most_expensive = prices.iter().rev().map(|&lowest| {
            let mut kinds = M::default();
            let chosen = (0..self.prices.len()).filter(|&kind| self.prices[kind] >= lowest);
            chosen.for_each(|kind| kinds.insert(kind));
            kinds
        });
        let mut kinds = most_expensive.into_iter().find(|&kinds| are_short(kinds))?;
        for kind in kinds.kinds() {
            let mut fewer = kinds;
            fewer.remove(kind);
            if are_short(fewer) {
                kinds = fewer;
            }
        }
        let shown = usable.iter().filter(|tile| tile.kinds.is_within(kinds));
        Some(Infeasibility::TooFewDice {
            tiles: self.fewest_tiles(usable, kinds),
            parts: shown.map(|tile| tile.part).collect(),
            dice: matching.dice(kinds),
        })
    }
}
