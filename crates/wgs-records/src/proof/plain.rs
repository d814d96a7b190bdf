//! The plain proof search: one simple bound, one letter at a time. It derives a ledger's bounds and
//! boards again, without the terms, tables and sums of the fast search.
//!
//! Both searches use the preparations of the [`ProofGame`]: the spellings of the words, the
//! symmetries of the grid, and how classes are split. They also collect boards in the same way, and
//! the fast search leaves classes with few open cells to this one. An error in one of these parts
//! would be an error of both. Random boards of each class, which the solver scores for `--verify`,
//! would show it.
//!
//! A *term* is a way to spell a word: faces in certain cells, and points. The points of a board are
//! at most the sum of the terms that it contains; a word with several paths counts more than once.
//! The bound of a class goes through the cells in order: some terms do not use the first cell, and
//! of the others a board has those with one face,
//!
//! `bound(terms) = bound(terms without the cell) + max over faces bound(terms with the face)`.

use wgs_engine::search::Meter;
use wgs_engine::{Budget, Cell, FaceBoard, Stopped, Worker};

use super::class::Class;
use super::game::{ProofGame, Spelling};
use super::outcome::{Outcome, Survivor, Survivors};

/// Stands for a cell that a term does not use.
const UNUSED: u8 = u8::MAX;

/// A way to spell a word: the face of each cell it uses, in the order of splitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Term {
    faces: [u8; ProofGame::MAX_CELLS],
    points: u64,
}

/// Proves classes with the plain search.
pub struct PlainProver<'g> {
    game: &'g ProofGame,
    worker: Worker,
    /// The place of each cell in the order of splitting.
    place: Vec<usize>,
}

impl<'g> PlainProver<'g> {
    /// Creates a plain prover.
    pub fn new(game: &'g ProofGame) -> Self {
        let mut place = vec![0; game.order().len()];
        for (at, &cell) in game.order().iter().enumerate() {
            place[cell] = at;
        }
        Self {
            game,
            worker: game.solver().worker(),
            place,
        }
    }

    /// Returns a bound on the points of every board of a class.
    ///
    /// # Errors
    ///
    /// Returns why the search stopped before its end.
    pub fn bound(&mut self, class: &Class, budget: &Budget) -> Result<u64, Stopped> {
        let mut meter = Meter::new(budget);
        let terms = self.terms(class, &mut meter)?;
        Ok(bound(&terms, 0, self.place.len()))
    }

    /// Finds all boards of a class that reach the cutoff.
    ///
    /// # Errors
    ///
    /// Returns why the search stopped before its end.
    pub fn prove(&mut self, class: &Class, budget: &Budget) -> Result<Outcome, Stopped> {
        self.worker.set_budget(budget.clone());
        let mut meter = Meter::new(budget);
        let terms = self.terms(class, &mut meter)?;
        let mut survivors = Survivors::default();
        self.search(class, terms, &mut survivors, &mut meter)?;
        Ok(survivors.finish(self.game))
    }

    fn search(
        &mut self,
        class: &Class,
        mut terms: Vec<Term>,
        survivors: &mut Survivors,
        meter: &mut Meter,
    ) -> Result<(), Stopped> {
        let cells = self.place.len();
        if !meter.spend(terms.len() as u32 + 1) {
            return meter.result();
        }
        let bound = bound(&terms, 0, cells);
        if bound < self.game.cutoff() {
            survivors.cut(bound);
            return Ok(());
        }
        let Some(cell) = self.game.next_cell(class) else {
            let faces = class.only().expect("every cell has one face");
            let board = self.game.board(&faces);
            let points = self.worker.score(&board)?.points;
            match points >= self.game.cutoff() {
                true => survivors.add(faces, points, self.game)?,
                false => survivors.cut(points),
            }
            return Ok(());
        };
        for part in self.game.split(class, cell) {
            let allows = |term: &Term| {
                let mut sets = part.sets().iter().zip(&self.place);
                sets.all(|(set, &place)| {
                    let face = term.faces[place];
                    face == UNUSED || set.contains(usize::from(face))
                })
            };
            let mut kept: Vec<Term> = terms.iter().filter(|term| allows(term)).copied().collect();
            for term in &mut kept {
                // Every board has this face, so it makes no difference any more.
                term.faces[self.place[cell]] = UNUSED;
            }
            combine(&mut kept);
            self.search(&part, kept, survivors, meter)?;
        }
        terms.clear();
        Ok(())
    }

    /// Finds the terms of a class, word by word and path by path.
    fn terms(&self, class: &Class, meter: &mut Meter) -> Result<Vec<Term>, Stopped> {
        let grid = self.game.solver().grid();
        let rules = self.game.solver().rules();
        let mut terms = Vec::new();
        let mut of_word = Vec::new();
        let mut required = Vec::new();
        for cell in &rules.required_cells {
            match cell.index() < grid.len() {
                true => required.push(self.place[cell.index()]),
                false => return Ok(terms),
            }
        }
        for spelling in &self.game.spellings {
            of_word.clear();
            let mut path = Path {
                prover: self,
                class,
                spelling,
                faces: [UNUSED; ProofGame::MAX_CELLS],
                found: &mut of_word,
                meter,
            };
            for cell in grid.cells() {
                path.enter(cell, 0);
            }
            meter.result()?;
            // Two paths over the same cells are one way to spell the word.
            of_word.sort_unstable();
            of_word.dedup();
            for &faces in &of_word {
                if required.iter().any(|&place| faces[place] == UNUSED) {
                    continue;
                }
                let used = faces.iter().filter(|&&face| face != UNUSED).count();
                let mut points = spelling.points;
                if used == grid.len() {
                    points += u64::from(rules.pangram_bonus);
                }
                let mut faces = faces;
                for (&set, &place) in class.sets().iter().zip(&self.place) {
                    if set.len() == 1 {
                        faces[place] = UNUSED;
                    }
                }
                if points > 0 {
                    terms.push(Term { faces, points });
                }
            }
            if !meter.spend_holding(1, || terms.capacity() * size_of::<Term>()) {
                meter.result()?;
            }
        }
        combine(&mut terms);
        Ok(terms)
    }
}

/// A path of a word over the cells of a class.
struct Path<'a, 'g, 'm> {
    prover: &'a PlainProver<'g>,
    class: &'a Class,
    spelling: &'a Spelling,
    faces: [u8; ProofGame::MAX_CELLS],
    found: &'a mut Vec<[u8; ProofGame::MAX_CELLS]>,
    meter: &'a mut Meter<'m>,
}

impl Path<'_, '_, '_> {
    /// Enters a cell with the face at an index of the word.
    fn enter(&mut self, cell: Cell, at: usize) {
        let grid = self.prover.game.solver().grid();
        let face = self.spelling.faces[at];
        let place = self.prover.place[cell.index()];
        let before = self.faces[place];
        let fits = match before {
            UNUSED => self.class.sets()[cell.index()].contains(usize::from(face)),
            _ => grid.reuses_tiles() && before == face,
        };
        if !fits || !self.meter.spend(1) {
            return;
        }
        self.faces[place] = face;
        if at + 1 == self.spelling.faces.len() {
            self.found.push(self.faces);
        } else {
            for next in grid.neighbours(cell) {
                self.enter(next, at + 1);
            }
        }
        self.faces[place] = before;
    }
}

/// Sorts terms and adds up those with the same faces.
fn combine(terms: &mut Vec<Term>) {
    terms.sort_unstable();
    terms.dedup_by(|next, kept| {
        let same = next.faces == kept.faces;
        if same {
            kept.points += next.points;
        }
        same
    });
}

/// Returns a bound on the sum of the terms that a board contains. The terms are sorted, and do not
/// use cells before `place`.
fn bound(terms: &[Term], place: usize, cells: usize) -> u64 {
    if terms.len() < 2 || place == cells {
        return terms.iter().map(|term| term.points).sum();
    }
    let mut without = 0;
    let mut best = 0;
    for terms in terms.chunk_by(|a, b| a.faces[place] == b.faces[place]) {
        let bound = bound(terms, place + 1, cells);
        match terms[0].faces[place] {
            UNUSED => without = bound,
            _ => best = best.max(bound),
        }
    }
    without + best
}

/// Scores every board of a class: for tests, and for classes that are tiny.
pub fn enumerate(game: &ProofGame, class: &Class) -> Vec<Survivor> {
    let mut worker = game.solver().worker();
    let mut survivors = Survivors::default();
    let sets: Vec<Vec<u8>> = class
        .sets()
        .iter()
        .map(|set| set.faces().map(|face| face as u8).collect())
        .collect();
    let mut digits = vec![0; sets.len()];
    loop {
        let faces: FaceBoard = sets.iter().zip(&digits).map(|(set, &i)| set[i]).collect();
        let score = worker.score(&game.board(&faces));
        let points = score.expect("a new worker has an unlimited budget").points;
        if points >= game.cutoff() {
            survivors
                .add(faces, points, game)
                .expect("tiny classes have few boards");
        }
        let Some(cell) = (0..sets.len()).find(|&cell| digits[cell] + 1 < sets[cell].len()) else {
            return survivors.into_sorted();
        };
        digits[cell] += 1;
        digits[..cell].fill(0);
    }
}
