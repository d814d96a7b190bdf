//! The dice of a letter distribution, grouped by what they show. A letter of a pool counts as a
//! die with one face. Checking boards and words against them is the job of
//! [`BoardChecker`](crate::BoardChecker) and [`WordChecker`](crate::WordChecker).

use thiserror::Error;
use wgs_core::{Face, Tile};

use crate::distribution::LetterDistribution;
use crate::matching::{Mask, WideMask};

/// Why boards and words cannot be checked against a letter distribution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The distribution is a word list.
    #[error("the letters come from a word list, but only dice and letter pools can be checked")]
    WordList,
    /// The distribution has more different dice than a checker supports.
    #[error("there are {found} different dice, but at most {most} can be checked")]
    TooManyDice {
        /// The number of different dice.
        found: usize,
        /// The highest number supported.
        most: usize,
    },
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
        match letters {
            LetterDistribution::Dice { dice, .. } => {
                for (die, number) in dice.iter().zip(1..) {
                    all.add(&die.faces, die.to_string(), number);
                }
            }
            LetterDistribution::Pool {
                faces,
                without_replacement,
            } => {
                all.unlimited = !without_replacement;
                for (face, number) in faces.iter().zip(1..) {
                    all.add(std::slice::from_ref(face), face.to_string(), number);
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

    /// Adds a die. Its multipliers do not matter for which letters it shows.
    fn add(&mut self, die: &[Tile], text: String, number: usize) {
        let mut faces: Vec<Face> = Vec::new();
        for face in die {
            let face = self.canonical(&face.face);
            if !faces.contains(&face) {
                faces.push(face);
            }
        }
        let same = |kind: &&mut DieKind| {
            kind.faces.len() == faces.len() && faces.iter().all(|face| kind.faces.contains(face))
        };
        if let Some(kind) = self.kinds.iter_mut().find(same) {
            kind.dice.push(number);
            return;
        }
        let dice = vec![number];
        self.kinds.push(DieKind { faces, dice, text });
    }

    /// The face itself, or Qu for Q if the rules say that they are the same.
    pub(crate) fn canonical(&self, face: &Face) -> Face {
        match face {
            Face::Letters(letters) if self.q_is_qu && letters == "q" => Face::letters("qu"),
            _ => face.clone(),
        }
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
        for (index, kind) in self.kinds.iter().enumerate() {
            for face in &kind.faces {
                match faces.iter_mut().find(|(known, _)| known == face) {
                    Some((_, kinds)) => kinds.insert(index),
                    None => {
                        let mut kinds = M::default();
                        kinds.insert(index);
                        faces.push((face.clone(), kinds));
                    }
                }
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
