//! The dice of a letter distribution, grouped by their faces. A letter of a pool counts as a
//! die with one face. Checking boards and words against them is the job of
//! [`BoardChecker`](crate::BoardChecker) and [`WordChecker`](crate::WordChecker).

use std::collections::{HashMap, HashSet};

use thiserror::Error;
use wgs_engine::message::ToMessage;
use wgs_engine::{Face, Tile, messages};

use crate::matching::{Mask, WideMask};
use wgs_engine::LetterDistribution;

/// Why boards and words cannot be checked against a letter distribution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum CheckError {
    /// The distribution is a word list.
    WordList,
    /// The distribution has more different dice than a checker supports.
    TooManyDice {
        /// The number of different dice.
        found: usize,
        /// The highest number supported.
        most: usize,
    },
}

messages! {
    impl ToMessage for CheckError {
        Self::WordList => "check.word-list":
            "the letters come from a word list, but only dice and letter pools can be checked";
        Self::TooManyDice { found, most } => "check.too-many-dice":
            "there are {found} different dice, but at most {most} can be checked" (found, most);
    }
}

/// Dice with the same faces, or equal letters of a pool.
#[derive(Clone, Debug)]
pub(crate) struct DieKind {
    /// The faces, each once.
    pub(crate) faces: Vec<Face>,
    /// The numbers of the dice, from 1.
    pub(crate) dice: Vec<usize>,
    /// The first of the dice as the distribution writes it.
    pub(crate) text: String,
}

/// The die or letter that a tile comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TileOrigin {
    /// The number of the die, from 1; [`None`] for a letter of a pool.
    pub die: Option<usize>,
    /// All faces of the die, or the letter.
    pub faces: String,
}

/// A key that differs for different faces.
fn sort_key(face: &Face) -> (u8, &str) {
    match face {
        Face::Empty => (0, ""),
        Face::Letters(letters) => (1, letters),
        Face::Wildcard(letters) => (2, letters),
    }
}

/// All kinds of dice in a distribution.
#[derive(Clone, Debug)]
pub(crate) struct DieKinds {
    pub(crate) kinds: Vec<DieKind>,
    pub(crate) is_pool: bool,
    /// Whether letters are replaced, so that they never run out.
    unlimited: bool,
    pub(crate) q_is_qu: bool,
}

impl DieKinds {
    pub(crate) fn new(letters: &LetterDistribution, q_is_qu: bool) -> Result<Self, CheckError> {
        let mut all = Self {
            kinds: Vec::new(),
            is_pool: matches!(letters, LetterDistribution::Pool { .. }),
            unlimited: false,
            q_is_qu,
        };
        let mut known = HashMap::new();
        match letters {
            LetterDistribution::Dice { dice, .. } => {
                for (die, number) in dice.iter().zip(1..) {
                    all.add(die.faces(), || die.to_string(), number, &mut known);
                }
            }
            LetterDistribution::Pool {
                faces,
                without_replacement,
            } => {
                all.unlimited = !without_replacement;
                for (face, number) in faces.iter().zip(1..) {
                    all.add(
                        std::slice::from_ref(face),
                        || face.to_string(),
                        number,
                        &mut known,
                    );
                }
            }
            LetterDistribution::WordList { .. } => return Err(CheckError::WordList),
        }
        let (found, most) = (all.kinds.len(), WideMask::KINDS);
        if found > most {
            return Err(CheckError::TooManyDice { found, most });
        }
        Ok(all)
    }

    /// Adds a die. Its multipliers do not matter for which letters it shows. `known` has the kinds
    /// so far, by their faces in ascending order.
    fn add(
        &mut self,
        die: &[Tile],
        text: impl FnOnce() -> String,
        number: usize,
        known: &mut HashMap<Vec<Face>, usize>,
    ) {
        let mut sorted: Vec<Face> = die.iter().map(|tile| self.canonical(&tile.face)).collect();
        let mut faces = sorted.clone();
        sorted.sort_unstable_by(|one, other| sort_key(one).cmp(&sort_key(other)));
        sorted.dedup();
        let kind = *known.entry(sorted).or_insert(self.kinds.len());
        if kind == self.kinds.len() {
            let mut seen = HashSet::new();
            faces.retain(|face| seen.insert(face.clone()));
            self.kinds.push(DieKind {
                faces,
                dice: Vec::new(),
                text: text(),
            });
        }
        self.kinds[kind].dice.push(number);
    }

    /// The face as the rules spell it: Q and Qu are the same face if a Q is a Qu.
    pub(crate) fn canonical(&self, face: &Face) -> Face {
        face.as_spelled(self.q_is_qu)
    }

    /// The number of dice of each kind; `u32::MAX` is unlimited.
    pub(crate) fn capacity(&self) -> Vec<u32> {
        let count = |kind: &DieKind| match self.unlimited {
            true => u32::MAX,
            false => kind.dice.len() as u32,
        };
        self.kinds.iter().map(count).collect()
    }

    /// Every face with the kinds that show it.
    pub(crate) fn faces<M: Mask>(&self) -> Vec<(Face, M)> {
        let mut faces: Vec<(Face, M)> = Vec::new();
        let mut known: HashMap<&Face, usize> = HashMap::new();
        for (index, kind) in self.kinds.iter().enumerate() {
            for face in &kind.faces {
                let number = *known.entry(face).or_insert(faces.len());
                if number == faces.len() {
                    faces.push((face.clone(), M::default()));
                }
                faces[number].1.insert(index);
            }
        }
        faces
    }

    /// A separate die or letter for each of these kinds.
    pub(crate) fn origins(&self, kinds: impl Iterator<Item = usize>) -> Vec<TileOrigin> {
        let mut used = vec![0; self.kinds.len()];
        kinds
            .map(|index| {
                let kind = &self.kinds[index];
                let die = (!self.is_pool).then(|| kind.dice[used[index]]);
                used[index] += 1;
                let faces = kind.text.clone();
                TileOrigin { die, faces }
            })
            .collect()
    }
}
