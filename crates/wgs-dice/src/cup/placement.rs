//! Places words on a board with the dice of a cup, and rolls the other dice: a search over paths
//! and faces in random order, with a matching of the placed faces to dice.

use thiserror::Error;
use wgs_engine::message::{ToMessage, quoted};
use wgs_engine::{Cell, Face, Grid, letter, messages};

use super::{Cup, Roll};
use crate::matching::{Mask, Matching, WideMask};
use crate::random::Random;

/// Steps after which a search starts again, in another random order.
const STEPS: u32 = 2_000;

/// The number of times a search starts before it gives up.
const ATTEMPTS: u32 = 200;

/// Words that every board must contain, prepared for the dice of a cup.
#[derive(Clone, Debug)]
pub struct RequiredWords {
    /// The letters of each word.
    words: Vec<Vec<String>>,
    /// For each face of the cup: whether it starts with a wildcard, and its letters.
    faces: Vec<Option<(bool, Vec<String>)>>,
    /// The kinds of dice that show each face.
    showing: Vec<WideMask>,
    capacity: Vec<u32>,
    /// The cells that every word must use.
    required: Vec<usize>,
}

/// Why words cannot be placed on boards.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum PlacementError {
    /// A text is not a single word.
    NotAWord(String),
    /// The cup has more different dice than the search supports.
    TooManyDice {
        /// The number of different dice.
        found: usize,
        /// The highest number supported.
        most: usize,
    },
}

messages! {
    impl ToMessage for PlacementError {
        Self::NotAWord(found) => "placement.not-a-word":
            "expected a word, found {found}" (found = quoted(found));
        Self::TooManyDice { found, most } => "placement.too-many-dice":
            "there are {found} different dice, but words can be placed with at most {most}"
            (found, most);
    }
}

impl RequiredWords {
    /// Prepares words for the dice of a cup. With `q_is_qu`, a Q is a Qu.
    pub fn new(
        cup: &Cup,
        words: &[impl AsRef<str>],
        q_is_qu: bool,
    ) -> Result<Self, PlacementError> {
        let (found, most) = (cup.kinds.len(), WideMask::KINDS);
        if found > most {
            return Err(PlacementError::TooManyDice { found, most });
        }
        let split = |text: &str| -> Vec<String> {
            let letters =
                letter::letters(text).filter(|letter| letter.starts_with(char::is_alphabetic));
            letters.map(str::to_owned).collect()
        };
        let faces = cup.faces.faces().iter().map(|face| match face {
            Face::Empty => None,
            Face::Letters(_) => Some((false, split(face.spelled(q_is_qu)))),
            Face::Wildcard(_) => Some((true, split(face.spelled(q_is_qu)))),
        });
        let mut showing = vec![WideMask::default(); cup.faces.len()];
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
            let word = word.as_ref();
            let letters = split(&letter::fold(word));
            if letters.is_empty() || word.trim().contains(char::is_whitespace) {
                return Err(PlacementError::NotAWord(word.to_owned()));
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

    /// Returns the same words, to be placed so that each uses certain cells, as some rules
    /// require.
    #[must_use]
    pub fn through(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.required = cells.into_iter().map(Cell::index).collect();
        self
    }

    /// How many letters at the start of `rest` a face shows. [`None`] if it does not match.
    fn matched_letters(&self, face: u32, rest: &[String]) -> Option<usize> {
        let (wildcard, letters) = self.faces[face as usize].as_ref()?;
        let any = usize::from(*wildcard);
        let part = rest.get(any..any + letters.len())?;
        (part == letters).then_some(any + letters.len())
    }
}

impl Cup {
    /// Rolls a board that contains these words. Moves proposed for the roll keep them. Returns
    /// [`None`] if the search found no way to place them, which does not prove that there is
    /// none.
    ///
    /// ```
    /// use wgs_engine::{Adjacency, Grid};
    /// use wgs_dice::{Cup, Random, RequiredWords};
    /// use wgs_engine::{LetterDistribution, parse_dice};
    ///
    /// let dice = parse_dice("AB, EIO, CST, ENT")?;
    /// let cup = Cup::new(&LetterDistribution::Dice { dice, shuffle: true }, 4)?;
    /// let words = RequiredWords::new(&cup, &["bet", "bent"], true)?;
    /// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    /// let roll = cup.roll_with_words(&words, &grid, &mut Random::new(1)).unwrap();
    /// assert_eq!(cup.board(&roll).to_string(), "NBTE");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn roll_with_words(
        &self,
        words: &RequiredWords,
        grid: &Grid,
        random: &mut Random,
    ) -> Option<Roll> {
        let cells = self.tiles.min(grid.len());
        let mut search = PlacementSearch {
            cup: self,
            words,
            grid,
            cells,
            matching: Matching::new(words.capacity.clone()),
            placed: Vec::new(),
            shown: vec![None; cells],
            steps: 0,
        };
        (0..ATTEMPTS).find_map(|_| {
            search.reset();
            let is_placed = search.place_words(0, random) == Some(true);
            is_placed.then(|| search.roll(random))
        })
    }
}

/// A search for a way to place words.
struct PlacementSearch<'l> {
    cup: &'l Cup,
    words: &'l RequiredWords,
    grid: &'l Grid,
    cells: usize,
    /// The placed faces, in order, matched to kinds of dice. Unused if dice are not shuffled:
    /// then the die of each cell is fixed.
    matching: Matching<WideMask>,
    /// The cells with a placed face, in order.
    placed: Vec<usize>,
    shown: Vec<Option<u32>>,
    steps: u32,
}

impl PlacementSearch<'_> {
    fn reset(&mut self) {
        self.matching.clear();
        self.placed.clear();
        self.shown.fill(None);
        self.steps = 0;
    }

    /// Places the words from index `word` on. Returns whether that is possible, or [`None`] if
    /// the search took too many steps.
    fn place_words(&mut self, word: usize, random: &mut Random) -> Option<bool> {
        if word == self.words.words.len() {
            return Some(true);
        }
        let mut starts: Vec<usize> = (0..self.cells).collect();
        random.shuffle(&mut starts);
        for cell in starts {
            if self.place_letters(word, 0, cell, &mut Vec::new(), random)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Places the letters of a word from index `letter` on, starting at a cell, and then the
    /// other words.
    fn place_letters(
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
            return match words.matched_letters(face, rest) {
                Some(matched) => self.place_rest(word, letter + matched, cell, path, random),
                None => Some(false),
            };
        }
        let mut faces: Vec<u32> = (0..self.cup.faces.len() as u32).collect();
        random.shuffle(&mut faces);
        let known = self.cup.faces.faces();
        // Use wildcards only where no letter fits.
        faces.sort_by_key(|&face| matches!(known[face as usize], Face::Wildcard(_)));
        for face in faces {
            let Some(matched) = words.matched_letters(face, rest) else {
                continue;
            };
            if !self.place_face(cell, face) {
                continue;
            }
            if self.place_rest(word, letter + matched, cell, path, random)? {
                return Some(true);
            }
            self.remove_last_face();
        }
        Some(false)
    }

    /// Goes on from a cell to its neighbours, or to the next word if this one is complete.
    fn place_rest(
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
            return self.place_words(word + 1, random);
        }
        let neighbours = self.grid.neighbours(Cell::new(cell)).map(Cell::index);
        let mut neighbours: Vec<usize> = neighbours.filter(|&next| next < self.cells).collect();
        random.shuffle(&mut neighbours);
        path.push(cell);
        for next in neighbours {
            if self.place_letters(word, letter, next, path, random)? {
                return Some(true);
            }
        }
        path.pop();
        Some(false)
    }

    /// Places a face on a free cell. Returns false if there is no die for it.
    fn place_face(&mut self, cell: usize, face: u32) -> bool {
        let has_die = if self.cup.shuffle {
            self.matching.push(self.words.showing[face as usize])
        } else {
            self.cup.faces_of(cell as u32).contains(&face)
        };
        if has_die {
            self.placed.push(cell);
            self.shown[cell] = Some(face);
        }
        has_die
    }

    fn remove_last_face(&mut self) {
        if let Some(cell) = self.placed.pop() {
            self.shown[cell] = None;
            if self.cup.shuffle {
                self.matching.pop();
            }
        }
    }

    /// Rolls the dice that the words do not need.
    fn roll(&self, random: &mut Random) -> Roll {
        let cup = self.cup;
        let mut order: Vec<Option<u32>> = vec![None; self.cells];
        let mut left: Vec<u32> = (0..cup.dice.len() as u32).collect();
        if cup.shuffle {
            random.shuffle(&mut left);
            for (tile, &cell) in self.placed.iter().enumerate() {
                let kind = self.matching.kind_of(tile) as u32;
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
