//! Lays words on a board with the dice of a cup, and rolls the rest: a search over paths and
//! faces in random order, with a matching of the faces laid so far to dice.

use thiserror::Error;
use wgs_core::{Cell, Face, Grid, letter};

use super::{Cup, Roll};
use crate::matching::{Mask, Matching, Wide};
use crate::random::Random;

/// Steps after which a search begins anew, in another order; and how often it does.
const STEPS: u32 = 2_000;
const ATTEMPTS: u32 = 200;

/// Words that every board must have.
#[derive(Clone, Debug)]
pub struct LaidWords {
    /// The words by letter.
    words: Vec<Vec<String>>,
    /// For each face of the cup: whether a wildcard comes first, and the letters.
    faces: Vec<Option<(bool, Vec<String>)>>,
    /// The kinds of dice that show each face.
    showing: Vec<Wide>,
    capacity: Vec<u32>,
    /// Cells that every word must use.
    required: Vec<usize>,
}

/// Why words cannot be laid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayingError {
    /// No word, or several.
    #[error("wanted a word, found {0:?}")]
    NoWord(String),
    /// More kinds of dice than a matching can hold.
    #[error("there are {found} different dice, but words can be laid with at most {most}")]
    TooManyDice {
        /// How many differ.
        found: usize,
        /// How many may.
        most: usize,
    },
}

impl LaidWords {
    /// Prepares to lay words with the dice of a cup. With `q_is_qu`, a Q is a Qu.
    pub fn new(cup: &Cup, words: &[String], q_is_qu: bool) -> Result<Self, LayingError> {
        let (found, most) = (cup.kinds.len(), Wide::KINDS);
        if found > most {
            return Err(LayingError::TooManyDice { found, most });
        }
        let split = |text: &str| -> Vec<String> {
            let letters =
                letter::letters(text).filter(|letter| letter.starts_with(char::is_alphabetic));
            letters.map(str::to_owned).collect()
        };
        let faces = cup.faces.iter().map(|face| match face {
            Face::Empty => None,
            Face::Letters(text) if q_is_qu && text == "q" => Some((false, split("qu"))),
            Face::Letters(text) => Some((false, split(text))),
            Face::Wildcard(rest) => Some((true, split(rest))),
        });
        let mut showing = vec![Wide::default(); cup.faces.len()];
        for (kind, faces) in cup.kinds.iter().enumerate() {
            for &face in faces {
                showing[face as usize].insert(kind);
            }
        }
        let mut capacity = vec![0; cup.kinds.len()];
        for &kind in &cup.dice {
            capacity[kind as usize] += 1;
        }
        let faces: Vec<Option<(bool, Vec<String>)>> = faces.collect();
        let words = words.iter().map(|word| {
            let letters = split(&letter::fold(word));
            if letters.is_empty() || word.trim().contains(char::is_whitespace) {
                return Err(LayingError::NoWord(word.clone()));
            }
            Ok(letters)
        });
        Ok(Self {
            words: words.collect::<Result<_, _>>()?,
            faces,
            showing,
            capacity,
            required: Vec::new(),
        })
    }

    /// The same words, laid so that each uses certain cells, as some rules require.
    #[must_use]
    pub fn through(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.required = cells.into_iter().map(Cell::index).collect();
        self
    }

    /// How many letters of a word from some place on a face spells, if it does.
    fn spells(&self, face: u32, rest: &[String]) -> Option<usize> {
        let (wildcard, letters) = self.faces[face as usize].as_ref()?;
        let any = usize::from(*wildcard);
        let part = rest.get(any..any + letters.len())?;
        (part == letters).then_some(any + letters.len())
    }
}

impl Cup {
    /// Rolls a board with some words on it. [`None`] if no way to lay them was found, which
    /// is no proof that there is none.
    pub fn roll_with(&self, words: &LaidWords, grid: &Grid, random: &mut Random) -> Option<Roll> {
        let cells = self.tiles.min(grid.len());
        let mut laying = Laying {
            cup: self,
            words,
            grid,
            cells,
            matching: Matching::new(words.capacity.clone()),
            laid: Vec::new(),
            shown: vec![None; cells],
            steps: 0,
        };
        (0..ATTEMPTS).find_map(|_| {
            laying.begin();
            let done = laying.lay(0, random).is_some_and(|done| done);
            done.then(|| laying.roll(random))
        })
    }
}

/// A search for a way to lay words.
struct Laying<'l> {
    cup: &'l Cup,
    words: &'l LaidWords,
    grid: &'l Grid,
    cells: usize,
    /// The faces laid, in order, matched to kinds of dice. Where dice do not mix, each cell
    /// has its own die and there is nothing to match.
    matching: Matching<Wide>,
    /// The cells that were laid, in order.
    laid: Vec<usize>,
    shown: Vec<Option<u32>>,
    steps: u32,
}

impl Laying<'_> {
    fn begin(&mut self) {
        self.matching.clear();
        self.laid.clear();
        self.shown.fill(None);
        self.steps = 0;
    }

    /// Whether the words from `word` on can be laid; [`None`] when it has taken too long.
    fn lay(&mut self, word: usize, random: &mut Random) -> Option<bool> {
        if word == self.words.words.len() {
            return Some(true);
        }
        let mut starts: Vec<usize> = (0..self.cells).collect();
        random.shuffle(&mut starts);
        for cell in starts {
            if self.enter(word, 0, cell, &mut Vec::new(), random)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the word can go on at a cell, from some letter on.
    fn enter(
        &mut self,
        word: usize,
        letter: usize,
        cell: usize,
        path: &mut Vec<usize>,
        random: &mut Random,
    ) -> Option<bool> {
        self.steps += 1;
        if self.steps > STEPS {
            return None;
        }
        if !self.grid.reuses_tiles() && path.contains(&cell) {
            return Some(false);
        }
        let words = self.words;
        let rest = &words.words[word][letter..];
        if let Some(face) = self.shown[cell] {
            return match words.spells(face, rest) {
                Some(spelled) => self.go_on(word, letter + spelled, cell, path, random),
                None => Some(false),
            };
        }
        let mut faces: Vec<u32> = (0..self.cup.faces.len() as u32).collect();
        random.shuffle(&mut faces);
        // Wildcards are for those who need them.
        faces.sort_by_key(|&face| matches!(self.cup.faces[face as usize], Face::Wildcard(_)));
        for face in faces {
            let Some(spelled) = words.spells(face, rest) else {
                continue;
            };
            if !self.put(cell, face) {
                continue;
            }
            if self.go_on(word, letter + spelled, cell, path, random)? {
                return Some(true);
            }
            self.take_back();
        }
        Some(false)
    }

    fn go_on(
        &mut self,
        word: usize,
        letter: usize,
        cell: usize,
        path: &mut Vec<usize>,
        random: &mut Random,
    ) -> Option<bool> {
        if letter == self.words.words[word].len() {
            let used = |required: &usize| *required == cell || path.contains(required);
            if !self.words.required.iter().all(used) {
                return Some(false);
            }
            return self.lay(word + 1, random);
        }
        let neighbours = self.grid.neighbours(Cell::new(cell)).map(Cell::index);
        let mut neighbours: Vec<usize> = neighbours.filter(|&next| next < self.cells).collect();
        random.shuffle(&mut neighbours);
        path.push(cell);
        for next in neighbours {
            if self.enter(word, letter, next, path, random)? {
                return Some(true);
            }
        }
        path.pop();
        Some(false)
    }

    /// Shows a face on a free cell, if there is a die for it.
    fn put(&mut self, cell: usize, face: u32) -> bool {
        let there_is = if self.cup.shuffle {
            self.matching.push(self.words.showing[face as usize])
        } else {
            self.cup.faces_of(cell as u32).contains(&face)
        };
        if there_is {
            self.laid.push(cell);
            self.shown[cell] = Some(face);
        }
        there_is
    }

    fn take_back(&mut self) {
        if let Some(cell) = self.laid.pop() {
            self.shown[cell] = None;
            if self.cup.shuffle {
                self.matching.pop();
            }
        }
    }

    /// Rolls the dice that no word needs.
    fn roll(&self, random: &mut Random) -> Roll {
        let cup = self.cup;
        let mut order: Vec<Option<u32>> = vec![None; self.cells];
        let mut left: Vec<u32> = (0..cup.dice.len() as u32).collect();
        if cup.shuffle {
            random.shuffle(&mut left);
            for (tile, &cell) in self.laid.iter().enumerate() {
                let kind = self.matching.owner(tile) as u32;
                let die = left.iter().position(|&die| cup.dice[die as usize] == kind);
                let die = die.expect("the matching has a die for each tile");
                order[cell] = Some(left.remove(die));
            }
        }
        let mut left = left.into_iter();
        let mut order: Vec<u32> = order
            .into_iter()
            .map(|die| {
                die.or_else(|| left.next())
                    .expect("there are dice for all cells")
            })
            .collect();
        order.extend(left);
        let shown = self.shown.iter().zip(&order).map(|(shown, &die)| {
            let faces = cup.faces_of(die);
            shown.unwrap_or_else(|| faces[random.below(faces.len())])
        });
        Roll {
            shown: shown.collect(),
            order,
            fixed: self.shown.iter().map(Option::is_some).collect(),
        }
    }
}
