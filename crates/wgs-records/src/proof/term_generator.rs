//! Finds the terms of a class: every word along every path over cells that may have its faces.
//!
//! Paths of a word that put the same faces in the same cells are one way to spell it. Such paths
//! differ in the order of equal faces, so a path counts only if no exchange of equal faces gives
//! another path that comes first.

use std::collections::HashMap;

use wgs_engine::search::Meter;

use super::class::Class;
use super::game::{ProofGame, Spelling};
use super::term_list::{MAX_FACES, face_key};

/// The largest number of orders of equal faces that are compared. Words with more count once for each
/// path, which is a worse bound but no error.
const MAX_EXCHANGES: usize = 2_000;

/// A node of the tree of words: the faces that follow, and the words that end here.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// A mask of the faces that follow.
    faces: u32,
    /// A mask of the faces in words that go on from here.
    below: u32,
    /// The index of the first face's node; the others follow it.
    first: u32,
    /// Whether a word ends here.
    is_word: bool,
    /// The points of the word.
    points: u32,
    /// The index of the word's exchanges of equal faces.
    exchanges: u32,
}

/// The words of a game as a tree.
#[derive(Debug)]
pub(super) struct WordTree {
    nodes: Vec<Node>,
    /// For each pattern of equal faces, the other orders of the word's positions.
    exchanges: Vec<Vec<Vec<u8>>>,
}

impl WordTree {
    /// Creates the tree of sorted spellings.
    pub(super) fn new(spellings: &[Spelling]) -> Self {
        let mut tree = Self {
            nodes: vec![Node::default()],
            exchanges: vec![Vec::new()],
        };
        let mut patterns = HashMap::new();
        let mut pending = vec![(0, 0, spellings)];
        while let Some((node, depth, mut words)) = pending.pop() {
            while let [word, rest @ ..] = words
                && word.faces.len() == depth
            {
                let exchanges = tree.exchanges_of(&word.faces, &mut patterns);
                tree.nodes[node].is_word = true;
                tree.nodes[node].points = word.points as u32;
                tree.nodes[node].exchanges = exchanges;
                words = rest;
            }
            let first = tree.nodes.len();
            tree.nodes[node].first = first as u32;
            let below = words.iter().flat_map(|word| &word.faces[depth..]);
            tree.nodes[node].below = below.fold(0, |mask, &face| mask | 1 << face);
            for words in words.chunk_by(|a, b| a.faces[depth] == b.faces[depth]) {
                tree.nodes[node].faces |= 1 << words[0].faces[depth];
                pending.push((tree.nodes.len(), depth + 1, words));
                tree.nodes.push(Node::default());
            }
        }
        tree
    }

    /// Returns the index of a word's exchanges of equal faces.
    fn exchanges_of(&mut self, faces: &[u8], patterns: &mut HashMap<Vec<u8>, u32>) -> u32 {
        let first = |face: &u8| faces.iter().position(|other| other == face);
        let pattern: Vec<u8> = faces.iter().filter_map(first).map(|at| at as u8).collect();
        if pattern
            .iter()
            .enumerate()
            .all(|(at, &first)| at == usize::from(first))
        {
            return 0;
        }
        *patterns.entry(pattern).or_insert_with_key(|pattern| {
            let mut found = Vec::new();
            exchange(pattern, &mut Vec::new(), &mut found);
            if found.len() > MAX_EXCHANGES {
                return 0;
            }
            let is_other =
                |order: &Vec<u8>| order.iter().enumerate().any(|(i, &j)| i != usize::from(j));
            found.retain(is_other);
            self.exchanges.push(found);
            self.exchanges.len() as u32 - 1
        })
    }
}

/// Adds the orders of positions that keep a pattern and begin in a certain way.
fn exchange(pattern: &[u8], order: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    let at = order.len();
    if at == pattern.len() {
        found.push(order.clone());
        return;
    }
    for position in 0..pattern.len() as u8 {
        let is_equal = pattern[usize::from(position)] == pattern[at];
        if is_equal && !order.contains(&position) && found.len() <= MAX_EXCHANGES {
            order.push(position);
            exchange(pattern, order, found);
            order.pop();
        }
    }
}

/// Where the terms of a class go: packed keys, by the face of the first open cell.
pub(super) struct TermBuckets {
    /// For each value of the cell's field, keys above the bits of points.
    pub(super) packed: Vec<Vec<u64>>,
    /// The number of bits of points.
    pub(super) low: u32,
    /// Whether terms are missing, because there are too many.
    pub(super) is_incomplete: bool,
}

/// A class, and how it is split.
#[derive(Clone, Copy)]
pub(super) struct SplitClass<'s> {
    pub(super) class: &'s Class,
    pub(super) parts: &'s [Class],
    /// The open cells from the lowest field to the highest, which is the one that is split.
    pub(super) fields: &'s [usize],
}

/// Which words are wanted.
#[derive(Clone, Copy)]
pub(super) enum CellUsage {
    /// All words.
    Any,
    /// Only words that use a cell, which has one face.
    With(usize),
    /// Only words that do not use a cell.
    Without(usize),
}

/// Finds the terms of a class.
pub(super) struct TermGenerator<'a, 'b> {
    tree: &'a WordTree,
    meter: &'a mut Meter<'b>,
    cells: usize,
    /// The neighbours of each cell as a mask.
    neighbours: [u32; ProofGame::MAX_CELLS],
    /// The cells that may have a face as a mask, by the face of the first open cell plus one; 0 is
    /// for paths that do not use it.
    allowed: Box<[[u32; MAX_FACES]; MAX_FACES + 1]>,
    /// The number that a cell adds to a key for each face; 0 for cells that have only one.
    units: [u64; ProofGame::MAX_CELLS],
    first: usize,
    /// The cell that terms must use as a mask, and its face.
    needed: u32,
    needed_faces: u32,
    bonus: u32,
    path: [u8; ProofGame::MAX_CELLS],
    buckets: TermBuckets,
    bytes: usize,
    /// The number of terms that there is room for.
    most: usize,
}

impl<'a, 'b> TermGenerator<'a, 'b> {
    /// Prepares the terms of a class that is split into `parts` by the cell of the highest field.
    /// `fields` are the cells from the lowest field to the highest. Soon after `most` terms it gives up.
    pub(super) fn new(
        game: &ProofGame,
        tree: &'a WordTree,
        split: &SplitClass<'_>,
        usage: CellUsage,
        most: usize,
        meter: &'a mut Meter<'b>,
    ) -> Self {
        let SplitClass {
            class,
            parts,
            fields,
        } = *split;
        let grid = game.solver().grid();
        let mut neighbours = [0; ProofGame::MAX_CELLS];
        for cell in grid.cells() {
            let next = grid.neighbours(cell).map(|next| 1 << next.index());
            neighbours[cell.index()] = next.fold(0, |mask, bit: u32| mask | bit);
        }
        let first = fields[fields.len() - 1];
        let mut allowed = Box::new([[0; MAX_FACES]; MAX_FACES + 1]);
        let mut allow = |index: usize, class: &Class, cell: usize| {
            for face in class.sets()[cell].faces() {
                allowed[index][face] |= 1 << cell;
            }
        };
        let skipped = match usage {
            CellUsage::Without(cell) => Some(cell),
            CellUsage::Any | CellUsage::With(_) => None,
        };
        for cell in (0..grid.len()).filter(|&cell| Some(cell) != skipped) {
            if cell != first {
                allow(0, class, cell);
            }
            for part in parts {
                let face = part.sets()[first].only().expect("the cell was split");
                allow(face + 1, part, cell);
                if cell == first {
                    allow(0, part, cell);
                }
            }
        }
        let (needed, needed_faces) = match usage {
            CellUsage::With(cell) => (1 << cell, class.sets()[cell].mask() as u32),
            CellUsage::Any | CellUsage::Without(_) => (0, u32::MAX),
        };
        let mut units = [0; ProofGame::MAX_CELLS];
        for (index, &cell) in fields.iter().enumerate() {
            units[cell] = face_key(0, index);
        }
        Self {
            tree,
            meter,
            cells: grid.len(),
            neighbours,
            allowed,
            units,
            first,
            needed,
            needed_faces,
            bonus: game.solver().rules().pangram_bonus,
            path: [0; ProofGame::MAX_CELLS],
            buckets: TermBuckets {
                packed: vec![Vec::new(); MAX_FACES + 1],
                low: u64::BITS - fields.len() as u32 * super::term_list::FIELD_BITS,
                is_incomplete: false,
            },
            bytes: 0,
            most,
        }
    }

    /// Finds all terms, or as many as the budget allows.
    pub(super) fn run(mut self) -> TermBuckets {
        let all = (1u64 << self.cells) - 1;
        self.extend(&Step::default(), all as u32);
        self.buckets
    }

    /// Goes on to some cells.
    fn extend(&mut self, step: &Step, cells: u32) {
        let Node {
            mut faces, first, ..
        } = self.tree.nodes[step.node];
        let mut next = first as usize;
        while faces != 0 {
            let face = faces.trailing_zeros() as usize;
            faces &= faces - 1;
            let node = self.tree.nodes[next];
            let mut cells = cells & self.allowed[step.part][face];
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let used = step.used | 1 << cell;
                let is_complete = used & self.needed == self.needed;
                if !is_complete && node.below & self.needed_faces == 0 {
                    continue;
                }
                let mut next = Step {
                    node: next,
                    length: step.length + 1,
                    used,
                    key: step.key + self.units[cell] * (face as u64 + 1),
                    part: step.part,
                };
                if cell == self.first {
                    next.part = face + 1;
                    if !self.fits(&next) {
                        continue;
                    }
                }
                self.path[step.length] = cell as u8;
                if node.is_word && is_complete {
                    self.add(&next, node);
                }
                if node.faces != 0 {
                    if next.length == 3 {
                        self.buckets.is_incomplete |= self.bytes / size_of::<u64>() > self.most;
                        let is_over = !self.meter.spend_holding(100, || self.bytes);
                        if is_over || self.buckets.is_incomplete {
                            return;
                        }
                    }
                    self.extend(&next, self.neighbours[cell] & !used);
                }
            }
            next += 1;
        }
    }

    /// Returns whether the cells before the first one may have their faces.
    fn fits(&self, step: &Step) -> bool {
        let allowed = &self.allowed[step.part];
        self.path[..step.length - 1].iter().all(|&cell| {
            let unit = self.units[usize::from(cell)];
            unit == 0 || {
                let value = (step.key / unit) as usize & MAX_FACES;
                allowed[value - 1] >> cell & 1 == 1
            }
        })
    }

    #[inline(always)]
    fn add(&mut self, step: &Step, node: Node) {
        let mut points = node.points;
        if step.length == self.cells {
            points += self.bonus;
        }
        if points == 0 || node.exchanges > 0 && !self.is_first(step.length, node.exchanges) {
            return;
        }
        let bucket = &mut self.buckets.packed[step.part];
        if bucket.len() == bucket.capacity() {
            // A vector would take twice as much; classes may have tens of millions of terms.
            let more = (bucket.capacity() / 4).max(64);
            bucket.reserve_exact(more);
            self.bytes += more * size_of::<u64>();
        }
        bucket.push(step.key << self.buckets.low | u64::from(points));
    }

    /// Returns whether the path comes before all others that put the same faces in the same cells.
    fn is_first(&self, length: usize, exchanges: u32) -> bool {
        let path = &self.path[..length];
        let orders = &self.tree.exchanges[exchanges as usize];
        orders.iter().all(|order| {
            let other = |at: usize| path[usize::from(order[at])];
            let moved = (0..length).find(|&at| usize::from(order[at]) != at);
            let is_later = moved.is_none_or(|at| other(at) > path[at]);
            is_later
                || (1..length)
                    .any(|at| self.neighbours[usize::from(other(at - 1))] >> other(at) & 1 == 0)
        })
    }
}

/// The end of a path.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    node: usize,
    length: usize,
    used: u32,
    key: u64,
    part: usize,
}
