//! What a letter distribution can show: its dice or letters by kind. Which tiles or words
//! they make is for [`BoardChecker`](crate::BoardChecker) and
//! [`WordChecker`](crate::WordChecker) to say.

use thiserror::Error;
use wgs_core::Face;

use crate::distribution::LetterDistribution;
use crate::matching::{Mask, Wide};

/// Why boards and words cannot be checked against a letter distribution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The letters are the lines of a file.
    #[error("the letters come from a word list, but only dice and letter pools can be checked")]
    WordList,
    /// More kinds of dice than a check can hold.
    #[error("there are {found} different dice, but at most {most} can be checked")]
    TooManyDice {
        /// How many differ.
        found: usize,
        /// How many may.
        most: usize,
    },
}

/// Dice that show the same, or equal letters of a pool.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// What it shows; each face once.
    pub(crate) faces: Vec<Face>,
    /// The numbers of the dice, from 1.
    pub(crate) dice: Vec<usize>,
    /// As the distribution has it.
    pub(crate) written: String,
}

/// Where a tile comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The die, from 1; none for a letter of a pool.
    pub die: Option<usize>,
    /// The faces of the die, or the letter.
    pub faces: String,
}

/// All kinds of a distribution.
#[derive(Clone, Debug)]
pub(crate) struct Stock {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) is_pool: bool,
    unlimited: bool,
    pub(crate) q_is_qu: bool,
}

impl Stock {
    pub(crate) fn new(letters: &LetterDistribution, q_is_qu: bool) -> Result<Self, CheckError> {
        let mut stock = Self {
            kinds: Vec::new(),
            is_pool: matches!(letters, LetterDistribution::Pool { .. }),
            unlimited: false,
            q_is_qu,
        };
        match letters {
            LetterDistribution::Dice { dice, .. } => {
                for (die, number) in dice.iter().zip(1..) {
                    stock.add(&die.faces, die.to_string(), number);
                }
            }
            LetterDistribution::Pool {
                faces,
                without_replacement,
            } => {
                stock.unlimited = !without_replacement;
                for (face, number) in faces.iter().zip(1..) {
                    stock.add(std::slice::from_ref(face), face.to_string(), number);
                }
            }
            LetterDistribution::WordList { .. } => return Err(CheckError::WordList),
        }
        let (found, most) = (stock.kinds.len(), Wide::KINDS);
        if found > most {
            return Err(CheckError::TooManyDice { found, most });
        }
        Ok(stock)
    }

    fn add(&mut self, written_faces: &[Face], written: String, number: usize) {
        let mut faces: Vec<Face> = Vec::new();
        for face in written_faces {
            let face = self.meant(face);
            if !faces.contains(&face) {
                faces.push(face);
            }
        }
        let same = |kind: &&mut Kind| {
            kind.faces.len() == faces.len() && faces.iter().all(|face| kind.faces.contains(face))
        };
        if let Some(kind) = self.kinds.iter_mut().find(same) {
            kind.dice.push(number);
            return;
        }
        let dice = vec![number];
        self.kinds.push(Kind {
            faces,
            dice,
            written,
        });
    }

    /// A face as the rules read it: a Q may be a Qu.
    pub(crate) fn meant(&self, face: &Face) -> Face {
        match face {
            Face::Letters(letters) if self.q_is_qu && letters == "q" => Face::letters("qu"),
            _ => face.clone(),
        }
    }

    /// How many there are of each kind; `u32::MAX` is without end.
    pub(crate) fn capacity(&self) -> Vec<u32> {
        let count = |kind: &Kind| match self.unlimited {
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

    /// One die or letter of its own for each of these kinds.
    pub(crate) fn origins(&self, kinds: impl Iterator<Item = usize>) -> Vec<Origin> {
        let mut used = vec![0; self.kinds.len()];
        kinds
            .map(|index| {
                let kind = &self.kinds[index];
                let die = (!self.is_pool).then(|| kind.dice[used[index]]);
                used[index] += 1;
                let faces = kind.written.clone();
                Origin { die, faces }
            })
            .collect()
    }
}
