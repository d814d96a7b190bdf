//! The compact binary form of a lexicon: the minimised automaton, versioned and
//! checksummed.
//!
//! # Layout, version 1
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the magic `89 W G S L E X 0A`, which any text-mode transfer breaks |
//! | 4 | the version, 1 |
//! | 8 | XXH3-64 of everything behind it |
//! | 4, 4, 4, 4 | words, trie nodes, minimised nodes, letters of the longest word |
//! | 2 | letters of the alphabet |
//! | per letter | length and bytes of its text, length and symbols of its code, lengths in one byte |
//! | 4 per node | the node's mask; children come before their parents, the root is last |
//! | per child | a variable-length number: how far before its parent the child stands |
//!
//! Opening a file expands the minimised automaton into the running trie. Nothing in a file
//! is trusted: a file that passes the checksum but makes no sense is refused as well.

use std::collections::HashMap;
use std::ops::Range;

use smol_str::SmolStr;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::{Lexicon, NO_WORD, Node, WORD};
use crate::alphabet::Alphabet;
use crate::solution;

/// The version of the format that this build reads and writes.
pub const FILE_VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"\x89WGSLEX\n";

/// The most symbols on the way to a word: every letter of the longest word may take a few.
const DEEPEST: u32 = 2048;

/// Why bytes are not a lexicon.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The bytes do not begin as a lexicon file does.
    #[error("this is not a compiled dictionary: it does not begin with the mark of one")]
    Foreign,
    /// A version this build does not know.
    #[error(
        "the compiled dictionary has format version {0}, but only {FILE_VERSION} can be read; compile it again from its word list"
    )]
    Version(u32),
    /// The file ends too early.
    #[error("the compiled dictionary is damaged: it ends at byte {length}, within its {part}")]
    Truncated {
        /// The length of the file.
        length: usize,
        /// What is cut off.
        part: &'static str,
    },
    /// The checksum does not fit.
    #[error(
        "the compiled dictionary is damaged: its checksum is {found:016x}, but {wanted:016x} is written in it"
    )]
    Checksum {
        /// The checksum of the bytes.
        found: u64,
        /// The checksum written in the file.
        wanted: u64,
    },
    /// The content contradicts itself.
    #[error("the compiled dictionary makes no sense: {0}")]
    Nonsense(&'static str),
    /// The words need more memory than the caller allows.
    #[error("the compiled dictionary needs {needed} nodes, but at most {most} are allowed")]
    TooLarge {
        /// The nodes the file says it needs.
        needed: usize,
        /// The nodes allowed.
        most: usize,
    },
}

/// Whether bytes begin as a compiled lexicon does. A word list never does.
pub fn is_lexicon_file(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..7])
}

pub(super) fn to_bytes(lexicon: &Lexicon) -> Vec<u8> {
    let mut minimiser = Minimiser {
        lexicon,
        known: HashMap::new(),
        masks: Vec::new(),
        edges: Vec::new(),
    };
    minimiser.node(0);

    let mut body = Vec::new();
    for number in [
        lexicon.words,
        lexicon.nodes.len() as u32,
        minimiser.masks.len() as u32,
        lexicon.longest as u32,
    ] {
        body.extend(number.to_le_bytes());
    }
    body.extend((lexicon.alphabet.len() as u16).to_le_bytes());
    for (letter, text) in lexicon.alphabet.letters() {
        for bytes in [text.as_bytes(), lexicon.alphabet.code(letter)] {
            body.push(u8::try_from(bytes.len()).expect("a letter of a lexicon is short"));
            body.extend(bytes);
        }
    }
    body.extend(minimiser.masks.iter().flat_map(|mask| mask.to_le_bytes()));
    body.extend(minimiser.edges);

    let mut bytes = MAGIC.to_vec();
    bytes.extend(FILE_VERSION.to_le_bytes());
    bytes.extend(xxh3_64(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Finds equal subtries from the bottom up.
struct Minimiser<'l> {
    lexicon: &'l Lexicon,
    known: HashMap<(u32, Vec<u32>), u32>,
    masks: Vec<u32>,
    edges: Vec<u8>,
}

impl Minimiser<'_> {
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

/// Reads from the front of a file.
struct Reader<'b> {
    bytes: &'b [u8],
    rest: &'b [u8],
    part: &'static str,
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], OpenError> {
        match self.rest.split_at_checked(count) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(self.truncated()),
        }
    }

    fn truncated(&self) -> OpenError {
        OpenError::Truncated {
            length: self.bytes.len(),
            part: self.part,
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], OpenError> {
        Ok(self.take(N)?.try_into().expect("as many bytes were taken"))
    }

    fn u32(&mut self) -> Result<u32, OpenError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn short(&mut self) -> Result<&'b [u8], OpenError> {
        let [length] = self.array()?;
        self.take(length.into())
    }

    #[inline]
    fn varint(&mut self) -> Result<u32, OpenError> {
        // Most numbers take one byte or two.
        match *self.rest {
            [low, ref rest @ ..] if low < 0x80 => {
                self.rest = rest;
                Ok(low.into())
            }
            [low, high, ref rest @ ..] if high < 0x80 => {
                self.rest = rest;
                Ok(u32::from(low & 0x7f) | u32::from(high) << 7)
            }
            _ => self.long_varint(),
        }
    }

    fn long_varint(&mut self) -> Result<u32, OpenError> {
        let mut number = 0u32;
        for (index, &byte) in self.rest.iter().take(5).enumerate() {
            number |= u32::from(byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                self.rest = &self.rest[index + 1..];
                return Ok(number);
            }
        }
        Err(self.truncated())
    }
}

pub(super) fn from_bytes(bytes: &[u8], most_nodes: usize) -> Result<Lexicon, OpenError> {
    if !is_lexicon_file(bytes) {
        return Err(OpenError::Foreign);
    }
    let mut reader = Reader {
        bytes,
        rest: bytes,
        part: "header",
    };
    if reader.take(MAGIC.len())? != MAGIC {
        return Err(OpenError::Foreign);
    }
    let version = reader.u32()?;
    if version != FILE_VERSION {
        return Err(OpenError::Version(version));
    }
    let wanted = u64::from_le_bytes(reader.array()?);
    let found = xxh3_64(reader.rest);
    if found != wanted {
        return Err(OpenError::Checksum { found, wanted });
    }
    let words = reader.u32()?;
    let slots = reader.u32()?;
    let minimised = reader.u32()?;
    let longest = reader.u32()?;
    if slots as usize > most_nodes {
        return Err(OpenError::TooLarge {
            needed: slots as usize,
            most: most_nodes,
        });
    }
    if longest as usize > Lexicon::LONGEST_WORD {
        return Err(OpenError::Nonsense(
            "its longest word is longer than a word may be",
        ));
    }
    reader.part = "alphabet";
    let alphabet = read_alphabet(&mut reader)?;
    reader.part = "automaton";
    let automaton = Minimised::read(&mut reader, minimised)?;
    let below = automaton.check(words, slots, &alphabet)?;
    let found = match alphabet.is_simple() {
        true => below.last().map_or(0, |root| root.depth),
        false => automaton.longest(&alphabet)?,
    };
    if found != longest {
        return Err(OpenError::Nonsense(
            "its longest word is not as long as it says",
        ));
    }
    let (nodes, ranks) = automaton.expand(slots as usize, &below);
    Ok(Lexicon {
        alphabet,
        nodes,
        ranks,
        words,
        longest: longest as usize,
    })
}

fn read_alphabet(reader: &mut Reader<'_>) -> Result<Alphabet, OpenError> {
    let count = u16::from_le_bytes(reader.array()?);
    let mut letters = Vec::new();
    let mut codes = Vec::new();
    for _ in 0..count {
        let text = std::str::from_utf8(reader.short()?)
            .map_err(|_| OpenError::Nonsense("a letter is not UTF-8"))?;
        letters.push(SmolStr::new(text));
        codes.push(reader.short()?.into());
    }
    Alphabet::from_parts(letters, codes).map_err(OpenError::Nonsense)
}

/// The minimised automaton as it stands in a file. Children precede their parents.
struct Minimised {
    masks: Vec<u32>,
    /// Where each node's children begin in `children`, and one more for the end.
    starts: Vec<u32>,
    children: Vec<u32>,
}

impl Minimised {
    fn read(reader: &mut Reader<'_>, count: u32) -> Result<Self, OpenError> {
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
    fn check(&self, words: u32, slots: u32, alphabet: &Alphabet) -> Result<Vec<Below>, OpenError> {
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
    fn longest(&self, alphabet: &Alphabet) -> Result<u32, OpenError> {
        let codes = Codes::new(alphabet);
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
    fn expand(&self, slots: usize, below: &[Below]) -> (Vec<Node>, Vec<u32>) {
        let mut nodes = Vec::with_capacity(slots);
        let mut ranks = Vec::with_capacity(slots);
        let root = self.masks.len() - 1;
        let is_word = self.masks[root] & WORD != 0;
        nodes.push(Node {
            mask: self.masks[root],
            first: 1,
        });
        ranks.push(if is_word { 0 } else { NO_WORD });
        let mut laid_out: Vec<Option<(u32, u32)>> = vec![None; self.masks.len()];
        // A node and the rank of the first word behind it.
        let mut pending = vec![(root as u32, self.masks[root] >> 31)];
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

/// What lies below a node of the trie.
#[derive(Clone, Copy)]
struct Below {
    /// Words, the node's own counted.
    words: u32,
    /// Descendants.
    slots: u32,
    depth: u32,
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

    fn new(alphabet: &Alphabet) -> Self {
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
            }
            next[piece][usize::from(*last)] = Some(Self::BETWEEN);
        }
        Self { next }
    }

    fn after(&self, piece: u32, symbol: u8) -> Option<u32> {
        self.next[piece as usize][usize::from(symbol)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        Lexicon::from_text("tap taps top tops été")
            .unwrap()
            .to_bytes()
    }

    /// Repairs the checksum, so that the checks behind it are reached.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = xxh3_64(&bytes[20..]);
        bytes[12..20].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    #[test]
    fn every_truncation_and_every_flipped_bit_is_refused() {
        let bytes = sample();
        for length in 0..bytes.len() {
            assert!(Lexicon::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(Lexicon::from_bytes(&damaged).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn damage_behind_a_repaired_checksum_never_panics() {
        let bytes = sample();
        for bit in 20 * 8..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            if let Ok(lexicon) = Lexicon::from_bytes_within(&sealed(damaged), 10_000) {
                let _ = lexicon.words().count();
            }
        }
        for length in 20..bytes.len() {
            let cut = sealed(bytes[..length].to_vec());
            assert!(Lexicon::from_bytes(&cut).is_err(), "{length}");
        }
    }

    #[test]
    fn a_small_file_of_enormous_size_is_refused() {
        // Thirty nodes in a chain, each with two equal children: 2^30 words.
        let mut body = Vec::new();
        for number in [1 << 29, 1 << 30, 30, 29u32] {
            body.extend(number.to_le_bytes());
        }
        body.extend(0u16.to_le_bytes());
        for index in 0..30 {
            body.extend(if index == 0 { WORD } else { 3 }.to_le_bytes());
        }
        body.extend([1; 58]);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(1u32.to_le_bytes());
        bytes.extend(xxh3_64(&body).to_le_bytes());
        bytes.extend(body);
        let error = Lexicon::from_bytes(&bytes).unwrap_err();
        assert!(matches!(error, OpenError::TooLarge { .. }), "{error}");
    }

    #[test]
    fn refusals_say_what_was_found() {
        assert_eq!(Lexicon::from_bytes(b"cat\ndog"), Err(OpenError::Foreign));
        let mut newer = sample();
        newer[8] = 9;
        assert_eq!(Lexicon::from_bytes(&newer), Err(OpenError::Version(9)));
    }
}
