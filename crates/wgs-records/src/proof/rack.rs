//! The proof search for racks: grids in which every cell is a neighbour of every other, such as
//! the letters of an anagram or the hand of a Spelling Bee.
//!
//! The order of the tiles makes no difference there, only which faces a board has, and how many of
//! each. A word *lacks* the faces that no cell has yet. With `r` cells open, a board adds at most
//! `r` faces, so a word that lacks more is out. The others share their points equally among the
//! faces that they lack: a board's points are at most those of the words that lack nothing, plus the
//! `r` largest sums of shares.

use wgs_engine::search::Meter;
use wgs_engine::{Budget, Stopped, Worker};

use super::class::{Class, FaceSet};
use super::game::ProofGame;
use super::outcome::{Outcome, Survivors};

/// Divisible by the numbers from 1 to 16, so that shares are whole numbers.
const SHARES: u64 = 720_720;

/// A set of words that lack the same faces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lack {
    /// The faces in ascending order; a face that is lacked twice is listed twice.
    faces: Vec<u8>,
    /// The faces of the whole word, for required cells that are still open.
    word: FaceSet,
    points: u64,
}

/// Proves classes of racks.
pub(super) struct RackProver<'g> {
    game: &'g ProofGame,
    worker: Worker,
    /// All words; each lacks all of its faces.
    words: Vec<Lack>,
    required: Vec<bool>,
    /// Whether every word is lost because a required position does not exist.
    is_void: bool,
}

impl<'g> RackProver<'g> {
    pub(super) fn new(game: &'g ProofGame) -> Self {
        let grid = game.solver().grid();
        let rules = game.solver().rules();
        let cells = grid.len();
        let mut required = vec![false; cells];
        let mut is_void = false;
        for cell in &rules.required_cells {
            match required.get_mut(cell.index()) {
                Some(is_required) => *is_required = true,
                None => is_void = true,
            }
        }
        let words = game.spellings.iter().filter_map(|spelling| {
            let mut faces = spelling.faces.clone();
            faces.sort_unstable();
            // Only a word with a face for every cell can use all of them.
            let may_be_pangram = faces.len() >= cells;
            if grid.reuses_tiles() {
                faces.dedup();
            }
            let bonus = match may_be_pangram {
                true => u64::from(rules.pangram_bonus),
                false => 0,
            };
            let points = spelling.points + bonus;
            let word = faces.iter().map(|&face| usize::from(face)).collect();
            (faces.len() <= cells && points > 0).then_some(Lack {
                faces,
                word,
                points,
            })
        });
        Self {
            words: words.collect(),
            worker: game.solver().worker(),
            game,
            required,
            is_void,
        }
    }

    pub(super) fn prove(&mut self, class: &Class, budget: &Budget) -> Result<Outcome, Stopped> {
        let mut survivors = Survivors::default();
        if self.is_void {
            return Ok(survivors.finish(self.game));
        }
        self.worker.set_budget(budget.clone());
        let mut meter = Meter::new(budget);
        let mut words = self.words.clone();
        let sets = class.sets().iter().zip(&self.required);
        let forced: Vec<(usize, bool)> = sets
            .filter_map(|(set, &is_required)| Some((set.only()?, is_required)))
            .collect();
        for (face, is_required) in forced {
            words = force(&words, face, is_required);
        }
        self.search(class, words, &mut survivors, &mut meter)?;
        Ok(survivors.finish(self.game))
    }

    fn search(
        &mut self,
        class: &Class,
        mut words: Vec<Lack>,
        survivors: &mut Survivors,
        meter: &mut Meter,
    ) -> Result<(), Stopped> {
        if !meter.spend(words.len() as u32 + 1) {
            return meter.result();
        }
        let open = class.sets().iter().filter(|set| set.len() > 1);
        let (open, union) = open.fold((0, FaceSet::EMPTY), |(open, union), &set| {
            (open + 1, union.union(set))
        });
        words.retain(|word| {
            let is_possible = |&face: &u8| union.contains(usize::from(face));
            word.faces.len() <= open && word.faces.iter().all(is_possible)
        });
        let bound = bound(&words, open);
        if bound < self.game.cutoff() {
            survivors.cut(bound);
            return Ok(());
        }
        let Some(cell) = self.game.next_cell(class) else {
            let faces = class.only().expect("every cell has one face");
            let points = self.worker.score(&self.game.board(&faces))?.points;
            match points >= self.game.cutoff() {
                true => survivors.add(faces, points, self.game)?,
                false => survivors.cut(points),
            }
            return Ok(());
        };
        let is_required = self.required[cell];
        for part in self.game.split(class, cell) {
            let face = part.sets()[cell].only().expect("the cell was split");
            let mut kept = force(&words, face, is_required);
            // Splitting may leave other cells with one face only.
            for (other, (before, after)) in class.sets().iter().zip(part.sets()).enumerate() {
                if let (true, Some(face)) = (other != cell && before.len() > 1, after.only()) {
                    kept = force(&kept, face, self.required[other]);
                }
            }
            self.search(&part, kept, survivors, meter)?;
        }
        Ok(())
    }
}

/// Returns the words after a cell has got a face.
fn force(words: &[Lack], face: usize, is_required: bool) -> Vec<Lack> {
    let words = words
        .iter()
        .filter(|word| !is_required || word.word.contains(face));
    let mut words: Vec<Lack> = words
        .map(|word| {
            let mut word = word.clone();
            let lacked = word
                .faces
                .iter()
                .position(|&lacked| usize::from(lacked) == face);
            if let Some(at) = lacked {
                word.faces.remove(at);
            }
            word
        })
        .collect();
    words.sort_unstable();
    words.dedup_by(|next, kept| {
        let same = next.faces == kept.faces && next.word == kept.word;
        if same {
            kept.points += next.points;
        }
        same
    });
    words
}

/// Returns a bound on the points of a board that adds this number of faces.
fn bound(words: &[Lack], open: usize) -> u64 {
    let mut base = 0;
    let mut shares = [0u64; FaceSet::MAX_FACES];
    for word in words {
        match word.faces.len() as u64 {
            0 => base += word.points,
            lacked => {
                let share = word.points * (SHARES / lacked);
                for &face in &word.faces {
                    shares[usize::from(face)] += share;
                }
            }
        }
    }
    shares.sort_unstable_by(|a, b| b.cmp(a));
    base + shares[..open.min(shares.len())].iter().sum::<u64>() / SHARES
}
