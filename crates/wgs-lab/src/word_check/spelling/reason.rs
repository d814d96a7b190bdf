//! Why a word has no spelling, where that can be said in a few words. The proof itself is the
//! search's; what is said here must hold for every way to cut the word.

use super::Search;
use crate::matching::{Mask, Matching};

/// A part of a word that a tile may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::word_check) struct Part {
    /// The place of its first letter, from 0.
    pub(in crate::word_check) start: usize,
    /// How many letters it has.
    pub(in crate::word_check) length: usize,
}

/// What every way to cut a word fails by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::word_check) enum Reason {
    /// No tiles make up the word, however many there are of each.
    NoCut,
    /// These are tiles of every cut, and compete for one die too few.
    Shortage(Vec<Part>),
    /// Every cut has more tiles than there are dice.
    TooManyTiles { tiles: u64, dice: u64 },
    /// Every cut has so many tiles that show one of these parts, and only so many dice can.
    TooFewDice {
        tiles: u64,
        parts: Vec<Part>,
        dice: u64,
    },
}

/// A tile of some cut, and the kinds that show it.
#[derive(Clone, Copy, Debug)]
struct Choice<M> {
    part: Part,
    kinds: M,
}

impl<M: Mask> Search<M> {
    /// After a search that found nothing: why, if there is a short reason.
    pub(in crate::word_check) fn reason(&self, matching: &mut Matching<M>) -> Option<Reason> {
        let choices = self.choices();
        if choices.is_empty() {
            let alone = |start| vec![Part { start, length: 1 }];
            return Some(match self.unshown() {
                Some(letter) => Reason::Shortage(alone(letter)),
                None => Reason::NoCut,
            });
        }
        let forced = self.forced(&choices);
        let kinds: Vec<M> = forced.iter().map(|choice| choice.kinds).collect();
        if let Some(short) = matching.shortage(&kinds) {
            let parts = short.into_iter().map(|index| forced[index].part);
            return Some(Reason::Shortage(parts.collect()));
        }
        let all = matching.all();
        let (tiles, dice) = (self.fewest_tiles(&choices, all), matching.dice(all));
        if tiles > dice {
            return Some(Reason::TooManyTiles { tiles, dice });
        }
        self.too_few_dice(&choices, matching)
    }

    /// The first letter that no tile shows, alone or among others.
    fn unshown(&self) -> Option<usize> {
        let mut shown = vec![false; self.letters];
        for (start, edges) in self.edges.iter().enumerate().take(self.letters) {
            for edge in edges {
                shown[start..start + edge.length as usize].fill(true);
            }
        }
        shown.iter().position(|shown| !shown)
    }

    /// The tiles that are in any cut, in the order of their letters.
    fn choices(&self) -> Vec<Choice<M>> {
        let mut from_start = vec![false; self.letters + 1];
        from_start[0] = true;
        for start in 0..self.letters {
            for edge in &self.edges[start] {
                from_start[start + edge.length as usize] |= from_start[start];
            }
        }
        let mut to_end = vec![false; self.letters + 1];
        to_end[self.letters] = true;
        for start in (0..self.letters).rev() {
            let mut edges = self.edges[start].iter();
            to_end[start] = edges.any(|edge| to_end[start + edge.length as usize]);
        }
        let mut choices = Vec::new();
        for start in (0..self.letters).filter(|&start| from_start[start]) {
            for edge in &self.edges[start] {
                let length = edge.length as usize;
                if to_end[start + length] {
                    let part = Part { start, length };
                    let kinds = self.sorts[edge.sort as usize];
                    choices.push(Choice { part, kinds });
                }
            }
        }
        choices.sort_by_key(|choice| (choice.part.start, choice.part.length));
        choices
    }

    /// The tiles of every cut: those that alone have some letter.
    fn forced(&self, choices: &[Choice<M>]) -> Vec<Choice<M>> {
        let mut forced: Vec<Choice<M>> = Vec::new();
        for letter in 0..self.letters {
            let has = |part: Part| (part.start..part.start + part.length).contains(&letter);
            let mut having = choices.iter().filter(|choice| has(choice.part));
            if let (Some(only), None) = (having.next(), having.next())
                && forced.last().is_none_or(|last| last.part != only.part)
            {
                forced.push(*only);
            }
        }
        forced
    }

    /// The fewest tiles of a cut that only these kinds show.
    fn fewest_tiles(&self, choices: &[Choice<M>], kinds: M) -> u64 {
        let mut fewest = vec![u64::MAX; self.letters + 1];
        fewest[self.letters] = 0;
        for choice in choices.iter().rev() {
            let Part { start, length } = choice.part;
            let tiles = fewest[start + length] + u64::from(choice.kinds.is_within(kinds));
            fewest[start] = fewest[start].min(tiles);
        }
        fewest[0]
    }

    /// Kinds that have fewer dice than any cut has tiles that only they show. The search has
    /// made dear what is scarce, so they are looked for among the dearest.
    fn too_few_dice(&self, choices: &[Choice<M>], matching: &Matching<M>) -> Option<Reason> {
        let fails = |kinds: M| self.fewest_tiles(choices, kinds) > matching.dice(kinds);
        let mut prices: Vec<u64> = self.prices.clone();
        prices.sort_unstable();
        prices.dedup();
        let dearest = prices.iter().rev().map(|&least| {
            let mut kinds = M::default();
            let dear = (0..self.prices.len()).filter(|&kind| self.prices[kind] >= least);
            dear.for_each(|kind| kinds.insert(kind));
            kinds
        });
        let mut kinds = dearest.into_iter().find(|&kinds| fails(kinds))?;
        for kind in kinds.kinds() {
            let mut fewer = kinds;
            fewer.remove(kind);
            if fails(fewer) {
                kinds = fewer;
            }
        }
        let shown = choices
            .iter()
            .filter(|choice| choice.kinds.is_within(kinds));
        Some(Reason::TooFewDice {
            tiles: self.fewest_tiles(choices, kinds),
            parts: shown.map(|choice| choice.part).collect(),
            dice: matching.dice(kinds),
        })
    }
}
