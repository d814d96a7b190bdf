//! The minimised automaton of a lexicon file: made from the running trie, checked, and
//! unfolded into the trie again. The bytes around it are [`file`](super)'s matter.

use std::collections::HashMap;
use std::ops::Range;

use super::{OpenError, Reader};
use crate::alphabet::Alphabet;
use crate::lexicon::{Lexicon, NO_WORD, Node, WORD};
use crate::solution;

/// Finds equal subtries from the bottom up.
pub(super) struct Minimiser<'l> {
    lexicon: &'l Lexicon,
    known: HashMap<(u32, Vec<u32>), u32>,
    /// The masks of the nodes, children before their parents.
    pub(super) masks: Vec<u32>,
    /// How far before its parent each child stands, as variable-length numbers.
    pub(super) edges: Vec<u8>,
}

impl<'l> Minimiser<'l> {
    /// Minimises a lexicon.
    pub(super) fn new(lexicon: &'l Lexicon) -> Self {
        let mut minimiser = Self {
            lexicon,
            known: HashMap::new(),
            masks: Vec::new(),
            edges: Vec::new(),
        };
        minimiser.node(0);
        minimiser
    }

    fn node(&mut self, slot: u32) -> u32 {
        let node = self.lexicon.node(slot);
        let children: Vec<u32> = (0..node.symbols().count_ones())
            .map(|i| self.node(node.first + i))
            .collect();
        if let Some(&index) = self.known.get(&(node.mask, children.clone())) {
            return index;
        }
        let index = self.masks.len() as u32;
        self.masks.push(node.mask);
        for &child in &children {
            push_varint(index - child, &mut self.edges);
        }
        self.known.insert((node.mask, children), index);
        index
    }
}

fn push_varint(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The minimised automaton as it stands in a file. Children precede their parents.
pub(super) struct Minimised {
    masks: Vec<u32>,
    /// Where each node's children begin in `children`, and one more for the end.
    starts: Vec<u32>,
    children: Vec<u32>,
}

impl Minimised {
    pub(super) fn read(reader: &mut Reader<'_>, count: u32) -> Result<Self, OpenError> {
        let Some(bytes) = (count as usize).checked_mul(4) else {
            return Err(reader.truncated());
        };
        let masks: Vec<u32> = reader
            .take(bytes)?
            .chunks_exact(4)
            .map(|mask| u32::from_le_bytes(mask.try_into().expect("chunks of four")))
            .collect();
        let mut starts = Vec::with_capacity(masks.len() + 1);
        let mut children = Vec::with_capacity(masks.len() * 2);
        for (index, mask) in (0..).zip(&masks) {
            starts.push(children.len() as u32);
            for _ in 0..(mask & !WORD).count_ones() {
                let back = reader.varint()?;
                if back == 0 || back > index {
                    return Err(OpenError::Nonsense("a node's child does not precede it"));
                }
                children.push(index - back);
            }
        }
        starts.push(children.len() as u32);
        if !reader.rest.is_empty() {
            return Err(OpenError::Nonsense("bytes follow the automaton"));
        }
        Ok(Self {
            masks,
            starts,
            children,
        })
    }

    fn children(&self, node: usize) -> &[u32] {
        &self.children[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Whether the automaton has the promised number of words and trie nodes, and only
    /// symbols of the alphabet; what lies below each of its nodes.
    pub(super) fn check(
        &self,
        words: u32,
        slots: u32,
        alphabet: &Alphabet,
    ) -> Result<Vec<Below>, OpenError> {
        let symbols = match alphabet.is_simple() {
            true => (1 << alphabet.len()) - 1,
            false => !WORD,
        };
        let mut below: Vec<Below> = Vec::with_capacity(self.masks.len());
        for (node, &mask) in self.masks.iter().enumerate() {
            let children = self.children(node);
            let mut sum = Below {
                words: mask >> 31,
                slots: children.len() as u32,
                depth: 0,
            };
            for &child in children {
                let child = below[child as usize];
                sum.words = sum.words.saturating_add(child.words);
                sum.slots = sum.slots.saturating_add(child.slots);
                sum.depth = sum.depth.max(child.depth + 1);
            }
            if sum.depth > DEEPEST {
                return Err(OpenError::Nonsense("its words are too long"));
            }
            if mask & !WORD & !symbols != 0 {
                return Err(OpenError::Nonsense("a symbol belongs to no letter"));
            }
            if mask == 0 && node + 1 != self.masks.len() {
                return Err(OpenError::Nonsense("a run of letters leads to no word"));
            }
            below.push(sum);
        }
        let (Some(root), Some(mask)) = (below.last(), self.masks.last()) else {
            return Err(OpenError::Nonsense("it has no nodes"));
        };
        if mask & WORD != 0 {
            return Err(OpenError::Nonsense("it has a word without letters"));
        }
        if root.words != words || root.slots.checked_add(1) != Some(slots) {
            return Err(OpenError::Nonsense(
                "words or nodes are not as many as it says",
            ));
        }
        Ok(below)
    }

    /// The most letters in a word, if the way to every word spells whole letters.
    ///
    /// Equal ends of words may begin within a letter of several symbols here and between
    /// letters there, so a node is looked at once for each piece of a letter before it.
    pub(super) fn longest(&self, alphabet: &Alphabet) -> Result<u32, OpenError> {
        let Some(codes) = Codes::new(alphabet) else {
            return Err(OpenError::Nonsense("its letters are coded too deeply"));
        };
        let root = self.masks.len() - 1;
        let mut places = Places {
            first: vec![None; self.masks.len()],
            others: HashMap::new(),
        };
        places.enter(root, Codes::BETWEEN);
        // Children precede their parents: down to them first, then up with their lengths.
        for node in (0..=root).rev() {
            for piece in places.pieces(node) {
                for (symbol, &child) in bits(self.masks[node] & !WORD).zip(self.children(node)) {
                    let Some(after) = codes.after(piece, symbol) else {
                        return Err(OpenError::Nonsense("a symbol belongs to no letter"));
                    };
                    if after != Codes::BETWEEN && self.masks[child as usize] & WORD != 0 {
                        return Err(OpenError::Nonsense("a word ends within a letter"));
                    }
                    places.enter(child as usize, after);
                }
            }
        }
        for node in 0..=root {
            for piece in places.pieces(node) {
                let mut most = 0;
                for (symbol, &child) in bits(self.masks[node] & !WORD).zip(self.children(node)) {
                    let after = codes.after(piece, symbol).unwrap_or(Codes::BETWEEN);
                    let letter = u32::from(after == Codes::BETWEEN);
                    most = most.max(places.longest(child as usize, after) + letter);
                }
                places.set_longest(node, piece, most);
            }
        }
        Ok(places.longest(root, Codes::BETWEEN))
    }

    /// Unfolds the automaton into the trie.
    ///
    /// A node met before has its descendants laid out already, so they are copied, moved by
    /// as far as the new place is away. Leaves, almost half of all nodes, have none.
    pub(super) fn expand(&self, slots: usize, below: &[Below]) -> (Vec<Node>, Vec<u32>) {
        let mut nodes = Vec::with_capacity(slots);
        let mut ranks = Vec::with_capacity(slots);
        let root = self.masks.len() - 1;
        nodes.push(Node {
            mask: self.masks[root],
            first: 1,
        });
        ranks.push(NO_WORD);
        let mut laid_out: Vec<Option<(u32, u32)>> = vec![None; self.masks.len()];
        // A node and the rank of the first word behind it.
        let mut pending = vec![(root as u32, 0)];
        while let Some((node, rank)) = pending.pop() {
            let first = nodes.len() as u32;
            let node = node as usize;
            if let Some((old_first, old_rank)) = laid_out[node] {
                let (away, up) = (first - old_first, rank - old_rank);
                let old = old_first as usize..(old_first + below[node].slots) as usize;
                if old.len() >= WORTH_COPYING {
                    copy(&mut nodes, &mut ranks, old, away, up);
                    continue;
                }
                for slot in old {
                    let Node { mask, first } = nodes[slot];
                    nodes.push(Node {
                        mask,
                        first: first + away,
                    });
                    let rank: u32 = ranks[slot];
                    ranks.push(if mask & WORD != 0 { rank + up } else { rank });
                }
                continue;
            }
            laid_out[node] = Some((first, rank));
            let children = self.children(node);
            let mut next = first + children.len() as u32;
            let mut rank = rank;
            let from = pending.len();
            for &child in children {
                let mask = self.masks[child as usize];
                nodes.push(Node { mask, first: next });
                ranks.push(if mask & WORD != 0 { rank } else { NO_WORD });
                if mask & !WORD != 0 {
                    pending.push((child, rank + (mask >> 31)));
                }
                let below = below[child as usize];
                next += below.slots;
                rank += below.words;
            }
            // The last pushed is taken first, and the alphabetically first shall be.
            pending[from..].reverse();
        }
        (nodes, ranks)
    }
}

/// Slots from which on a copy of memory is faster than one by one.
const WORTH_COPYING: usize = 16;

/// Appends a copy of some slots, moved away and up.
fn copy(nodes: &mut Vec<Node>, ranks: &mut Vec<u32>, old: Range<usize>, away: u32, up: u32) {
    let end = nodes.len();
    nodes.extend_from_within(old.clone());
    for node in &mut nodes[end..] {
        node.first += away;
    }
    ranks.extend_from_within(old);
    for rank in &mut ranks[end..] {
        *rank = if *rank == NO_WORD {
            NO_WORD
        } else {
            *rank + up
        };
    }
}

/// The most symbols on the way to a word: every letter of the longest word may take a few.
const DEEPEST: u32 = 2048;

/// What lies below a node of the trie.
#[derive(Clone, Copy)]
pub(super) struct Below {
    /// Words, the node's own counted.
    words: u32,
    /// Descendants.
    slots: u32,
    pub(super) depth: u32,
}

fn bits(mask: u32) -> impl Iterator<Item = u8> {
    solution::bits(mask.into()).map(|bit| bit as u8)
}

/// For each node the pieces of letters that lead to it, each with the most letters that
/// follow. Almost every node has one piece, so the others are kept aside.
struct Places {
    first: Vec<Option<(u32, u32)>>,
    others: HashMap<usize, Vec<(u32, u32)>>,
}

impl Places {
    fn enter(&mut self, node: usize, piece: u32) {
        match self.first[node] {
            None => self.first[node] = Some((piece, 0)),
            Some((first, _)) if first == piece => {}
            Some(_) => {
                let others = self.others.entry(node).or_default();
                if others.iter().all(|&(other, _)| other != piece) {
                    others.push((piece, 0));
                }
            }
        }
    }

    fn pieces(&self, node: usize) -> impl Iterator<Item = u32> + use<> {
        let others = match self.others.is_empty() {
            true => Vec::new(),
            false => self.others.get(&node).cloned().unwrap_or_default(),
        };
        let all = self.first[node].into_iter().chain(others);
        all.map(|(piece, _)| piece)
    }

    fn longest(&self, node: usize, piece: u32) -> u32 {
        match self.first[node] {
            Some((first, most)) if first == piece => most,
            _ => {
                let others = self.others.get(&node).into_iter().flatten();
                let mut same = others.filter(|&&(other, _)| other == piece);
                same.next().map_or(0, |&(_, most)| most)
            }
        }
    }

    fn set_longest(&mut self, node: usize, piece: u32, most: u32) {
        match &mut self.first[node] {
            Some((first, longest)) if *first == piece => *longest = most,
            _ => {
                let others = self.others.get_mut(&node).into_iter().flatten();
                for (_, longest) in others.filter(|(other, _)| *other == piece) {
                    *longest = most;
                }
            }
        }
    }
}

/// Where some symbols lie among the codes of an alphabet.
struct Codes {
    /// For each piece of a code, by symbol, the piece with the symbol added.
    next: Vec<[Option<u32>; 32]>,
}

impl Codes {
    /// No symbol of a letter has been seen.
    const BETWEEN: u32 = 0;

    /// More pieces than an alphabet coded here can have.
    const TOO_MANY: usize = Alphabet::MAX_LETTERS;

    fn new(alphabet: &Alphabet) -> Option<Self> {
        let mut next = vec![[None; 32]];
        for (letter, _) in alphabet.letters() {
            let mut piece = Self::BETWEEN as usize;
            let (last, first) = alphabet
                .code(letter)
                .split_last()
                .expect("codes are not empty");
            for &symbol in first {
                let added = next.len() as u32;
                let place = next[piece][usize::from(symbol)].get_or_insert(added);
                piece = *place as usize;
                if piece == next.len() {
                    next.push([None; 32]);
                }
                if next.len() > Self::TOO_MANY {
                    return None;
                }
            }
            next[piece][usize::from(*last)] = Some(Self::BETWEEN);
        }
        Some(Self { next })
    }

    fn after(&self, piece: u32, symbol: u8) -> Option<u32> {
        self.next[piece as usize][usize::from(symbol)]
    }
}
