//! The game of a proof: a grid, rules, a lexicon, the faces that cells may have, and the cutoff.
//! It knows how classes are split; a class is searched by a [`Prover`](super::Prover).

use thiserror::Error;
use wgs_engine::scoring::Tally;
use wgs_engine::{Board, Face, FaceBoard, FaceTable, Grid, Solver, letter, notation};

use super::class::{Class, FaceSet};
use crate::symmetry::Symmetry;
use wgs_dice::Random;

/// The error for a game whose boards cannot be searched completely.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The grid has too many cells.
    #[error("the grid has {0} cells, but proofs work for at most {max}", max = ProofGame::MAX_CELLS)]
    TooManyCells(usize),
    /// The grid has no cells.
    #[error("the grid has no cells")]
    NoCells,
    /// There are too many faces.
    #[error("there are {0} different letters, but proofs work for at most {max}", max = FaceSet::MAX_FACES)]
    TooManyFaces(usize),
    /// There are no faces.
    #[error("there are no letters to fill the cells with")]
    NoFaces,
    /// A face is a wildcard or empty.
    #[error("{0:?} is not a letter: proofs work without wildcards and empty cells")]
    NotLetters(String),
    /// A word may score more than the search can add up.
    #[error("the word {word} scores {points} points, but proofs work for at most {max} a word", max = ProofGame::MAX_WORD_POINTS)]
    TooManyPoints {
        /// The word.
        word: String,
        /// Its points.
        points: u64,
    },
    /// Every board would be listed.
    #[error("the cutoff is 0 points, which every board has; it must be at least 1")]
    NoCutoff,
    /// The text of a class or a board cannot be read.
    #[error("{text:?} is not a class of this game: {problem}")]
    Class {
        /// The text.
        text: String,
        /// Its problem.
        problem: String,
    },
}

/// A word as a sequence of faces. A word that can be spelled with different faces, such as `QU`
/// with one tile or with two, has several spellings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spelling {
    pub(super) faces: Vec<u8>,
    pub(super) points: u64,
}

/// The game of a proof.
///
/// A word's points may depend on the tiles that spell it (a `Qu` tile that counts as one letter,
/// required positions, a bonus for pangrams): each way to spell it is bounded on its own, and boards
/// that reach the cutoff are scored by the [`Solver`].
///
/// ```
/// use wgs_engine::{Adjacency, Budget, Face, Grid, Lexicon, Rules, Solver};
/// use wgs_records::proof::{Outcome, ProofGame};
///
/// let lexicon = Lexicon::from_text("cat act cats cast eat")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
/// let letters = ["a", "c", "e", "s", "t"].map(Face::letters);
///
/// // All boards with at least four points, up to symmetry: there is one.
/// let game = ProofGame::new(&solver, &letters, 4)?;
/// let outcome = game.prover().prove(&game.root(), &Budget::UNLIMITED)?;
/// let Outcome::Searched { survivors, .. } = outcome else { panic!("a board survives") };
/// assert_eq!(survivors.len(), 1);
/// assert_eq!(survivors[0].points, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProofGame {
    solver: Solver,
    faces: FaceTable,
    cutoff: u64,
    order: Vec<usize>,
    pub(super) symmetry: Symmetry,
    pub(super) spellings: Vec<Spelling>,
}

impl ProofGame {
    /// The largest number of cells.
    pub const MAX_CELLS: usize = 16;

    /// The largest number of points of a word.
    pub const MAX_WORD_POINTS: u64 = 1_000_000;

    /// Prepares a proof that finds all boards of some faces with at least `cutoff` points.
    /// Faces that are listed twice count once.
    pub fn new(solver: &Solver, faces: &[Face], cutoff: u64) -> Result<Self, ProofError> {
        let grid = solver.grid();
        match grid.len() {
            0 => return Err(ProofError::NoCells),
            cells if cells > Self::MAX_CELLS => return Err(ProofError::TooManyCells(cells)),
            _ => {}
        }
        if cutoff == 0 {
            return Err(ProofError::NoCutoff);
        }
        let faces = FaceTable::spelled(faces, solver.rules());
        let is_letters =
            |face: &&Face| matches!(face, Face::Letters(letters) if !letters.is_empty());
        if let Some(face) = faces.faces().iter().find(|face| !is_letters(face)) {
            return Err(ProofError::NotLetters(face.to_string()));
        }
        match faces.len() {
            0 => return Err(ProofError::NoFaces),
            faces if faces > FaceSet::MAX_FACES => return Err(ProofError::TooManyFaces(faces)),
            _ => {}
        }
        let spellings = spellings(solver, faces.faces())?;
        let (faces, spellings) = by_strength(&faces, spellings);
        Ok(Self {
            symmetry: Symmetry::of(grid, solver.rules()),
            order: order(grid, solver),
            solver: solver.clone(),
            faces,
            cutoff,
            spellings,
        })
    }

    /// Returns the solver.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns the faces that cells may have, from the one with the fewest points in words to the
    /// one with the most. Classes are split in this order.
    pub fn faces(&self) -> &[Face] {
        self.faces.faces()
    }

    /// Returns the number of points that boards must have to be found.
    pub fn cutoff(&self) -> u64 {
        self.cutoff
    }

    /// Returns the cells in the order in which classes are split.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Returns the class of all boards.
    pub fn root(&self) -> Class {
        Class::new(vec![
            FaceSet::below(self.faces.len());
            self.solver.grid().len()
        ])
    }

    /// Splits a class by the face of a cell. Every board of the class, or one of its images under
    /// a symmetry of the grid, is in a part.
    ///
    /// In each part the cell has one face. Other cells that a symmetry of the class exchanges with
    /// it have that face or an earlier one: of several equivalent boards, one has the latest face
    /// in this cell.
    pub fn split(&self, class: &Class, cell: usize) -> Vec<Class> {
        let orbit = class.orbit(&self.symmetry, cell);
        let parts = class.sets()[cell].faces().map(|face| {
            let mut sets = class.sets().to_vec();
            for &other in &orbit {
                sets[other] = sets[other].intersection(FaceSet::below(face + 1));
            }
            sets[cell] = FaceSet::one(face);
            Class::new(sets)
        });
        parts
            .filter(|part| part.sets().iter().all(|set| !set.is_empty()))
            .collect()
    }

    /// Returns the first cell in the order of splitting that can have several faces.
    pub fn next_cell(&self, class: &Class) -> Option<usize> {
        let mut order = self.order.iter().copied();
        order.find(|&cell| class.sets()[cell].len() > 1)
    }

    /// Splits the class of all boards by its first `cells` cells. Returns the classes that were
    /// split, each with the cell, and the classes that remain.
    pub fn plan(&self, cells: usize) -> (Vec<(Class, usize)>, Vec<Class>) {
        let mut splits = Vec::new();
        let mut classes = vec![self.root()];
        for &cell in self.order.iter().take(cells) {
            let mut parts = Vec::new();
            for class in classes {
                // Splitting another cell may have left this one with a single face.
                if class.sets()[cell].len() == 1 {
                    parts.push(class);
                    continue;
                }
                parts.extend(self.split(&class, cell));
                splits.push((class, cell));
            }
            classes = parts;
        }
        (splits, classes)
    }

    /// Returns a random class of a plan, and how many classes it stands for: the sum of a
    /// function over all classes of the plan is the expected value of the class's own times this
    /// number. It needs no list of the classes, which may be far too many.
    pub fn random_class(&self, cells: usize, random: &mut Random) -> (Class, f64) {
        let mut class = self.root();
        let mut weight = 1.0;
        for &cell in self.order.iter().take(cells) {
            let mut parts = self.split(&class, cell);
            weight *= parts.len() as f64;
            class = parts.swap_remove(random.below(parts.len()));
        }
        (class, weight)
    }

    /// Returns whether a plan has too many classes to be listed.
    pub fn is_plan_too_large(&self, cells: usize) -> bool {
        /// Before symmetry; a rectangle has about an eighth of this.
        const MAX_CLASSES: f64 = 2e7;
        (self.faces.len() as f64).powi(cells.min(self.order.len()) as i32) > MAX_CLASSES
    }

    /// Returns a good argument for [`Self::plan`]: few enough cells that each class is worth a
    /// thread's time.
    pub fn plan_cells(&self) -> usize {
        let cells = self.order.len();
        match (self.solver.grid().is_full(), cells) {
            (true, _) => 1.min(cells),
            (false, ..=9) => 1,
            (false, 10..=12) => 2,
            (false, _) => 5,
        }
    }

    /// Returns the board with these faces.
    pub fn board(&self, faces: &FaceBoard) -> Board {
        self.faces.board(faces)
    }

    /// Returns the face of each cell of a board, if it is one of this game.
    pub fn faces_of(&self, board: &Board) -> Option<FaceBoard> {
        let solver = &self.solver;
        self.faces.numbers(board, solver.grid(), solver.rules())
    }

    /// Returns the first of the boards that a symmetry of the grid turns a board into.
    pub fn canonical(&self, faces: &FaceBoard) -> FaceBoard {
        self.symmetry.canonical(faces)
    }

    /// Returns a class as text: the faces of each cell, `*` for all of them, separated by
    /// slashes.
    pub fn class_text(&self, class: &Class) -> String {
        let all = FaceSet::below(self.faces.len());
        let sets = class.sets().iter().map(|&set| match set == all {
            true => "*".to_owned(),
            false => {
                let tiles = set.faces().map(|face| self.faces.tile(face));
                Board::new(tiles.collect::<Vec<_>>()).to_string()
            }
        });
        sets.collect::<Vec<_>>().join("/")
    }

    /// Reads the text of a class.
    pub fn parse_class(&self, text: &str) -> Result<Class, ProofError> {
        let error = |problem: String| ProofError::Class {
            text: text.to_owned(),
            problem,
        };
        let mut sets = Vec::new();
        for set in text.split('/') {
            if set == "*" {
                sets.push(FaceSet::below(self.faces.len()));
                continue;
            }
            let tiles = notation::parse(set).map_err(|problem| error(problem.to_string()))?;
            let mut faces = FaceSet::EMPTY;
            for tile in tiles {
                let known = self.faces().iter().position(|face| *face == tile.face);
                let Some(face) = known else {
                    return Err(error(format!("no cell can have {}", tile.face)));
                };
                faces = faces.with(face);
            }
            if faces.is_empty() {
                return Err(error("a cell has no letters".to_owned()));
            }
            sets.push(faces);
        }
        let cells = self.solver.grid().len();
        match sets.len() == cells {
            true => Ok(Class::new(sets)),
            false => Err(error(format!(
                "it has {} cells, but the grid has {cells}",
                sets.len()
            ))),
        }
    }
}

/// Returns all words as sequences of faces, without those that score nothing.
fn spellings(solver: &Solver, faces: &[Face]) -> Result<Vec<Spelling>, ProofError> {
    let rules = solver.rules();
    let texts: Vec<&str> = faces.iter().map(|face| rules.spelled(face)).collect();
    let worth: Vec<(u64, u32)> = faces
        .iter()
        .zip(&texts)
        .map(|(face, text)| {
            let length = match rules.is_qu(face) {
                true => rules.qu_length.letters(),
                false => letter::letters(text).count() as u32,
            };
            (rules.face_value(face), length)
        })
        .collect();
    let longest = match solver.grid().reuses_tiles() {
        true => usize::MAX,
        false => solver.grid().len(),
    };
    let mut found = Vec::new();
    let mut pending = Vec::new();
    for word in solver.lexicon().folded_words() {
        pending.push((0, Vec::new(), Tally::default()));
        while let Some((at, faces, tally)) = pending.pop() {
            if at == word.len() {
                let points = rules.score(&tally).map_or(0, |score| score.total);
                if points > ProofGame::MAX_WORD_POINTS {
                    return Err(ProofError::TooManyPoints { word, points });
                }
                if points > 0 || rules.pangram_bonus > 0 && rules.score(&tally).is_some() {
                    found.push(Spelling { faces, points });
                }
                continue;
            }
            if faces.len() == longest {
                continue;
            }
            for (face, text) in texts.iter().enumerate() {
                if word[at..].starts_with(text) && is_boundary(&word[at..], text) {
                    let mut faces = faces.clone();
                    faces.push(face as u8);
                    let tally = tally
                        .with_letter_points(tally.letter_points + worth[face].0)
                        .with_length(tally.length + worth[face].1);
                    pending.push((at + text.len(), faces, tally));
                }
            }
        }
    }
    Ok(found)
}

/// Returns whether a text ends where a letter ends. A letter may consist of several characters.
fn is_boundary(rest: &str, text: &str) -> bool {
    if rest.is_ascii() {
        return true;
    }
    let mut end = 0;
    letter::letters(rest).any(|letter| {
        end += letter.len();
        end == text.len()
    })
}

/// Sorts the faces by the points of the words they are in.
fn by_strength(faces: &FaceTable, mut spellings: Vec<Spelling>) -> (FaceTable, Vec<Spelling>) {
    let mut strength = vec![0u64; faces.len()];
    for spelling in &spellings {
        for &face in &spelling.faces {
            strength[usize::from(face)] += spelling.points;
        }
    }
    let mut by_strength: Vec<usize> = (0..faces.len()).collect();
    by_strength.sort_by(|&a, &b| {
        let text = |face: usize| faces.faces()[face].to_string();
        (strength[a], text(a)).cmp(&(strength[b], text(b)))
    });
    let mut rank = vec![0u8; faces.len()];
    for (place, &face) in by_strength.iter().enumerate() {
        rank[face] = place as u8;
    }
    for spelling in &mut spellings {
        for face in &mut spelling.faces {
            *face = rank[usize::from(*face)];
        }
    }
    spellings.sort_unstable();
    (faces.reordered(&by_strength), spellings)
}

/// Returns the order in which cells are split: required cells first, then those with the most
/// neighbours.
fn order(grid: &Grid, solver: &Solver) -> Vec<usize> {
    let mut order: Vec<usize> = (0..grid.len()).collect();
    order.sort_by_key(|&index| {
        let cell = wgs_engine::Cell::new(index);
        let is_required = solver.rules().required_cells.contains(&cell);
        (!is_required, usize::MAX - grid.neighbours(cell).count())
    });
    order
}
