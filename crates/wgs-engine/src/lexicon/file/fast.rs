//! The fast form of a lexicon file: the tables of the trie as they lie in memory, so that a
//! lexicon can use a file in place.
//!
//! # Format, version 1
//!
//! All numbers are little-endian. Machines that store numbers in another order, and lexicons whose
//! file is not aligned to eight bytes in memory, copy the tables.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | the magic number `89 W G S T R I 0A` |
//! | 4 | the version, 1 |
//! | 4 | zero |
//! | 8 | the XXH3-64 checksum of all bytes after it |
//! | 4, 4, 4 | the numbers of words, trie nodes, and letters of the longest word |
//! | 2, and per letter | the alphabet, as in the compact form |
//! | 0 to 7 | zeros, up to a multiple of eight bytes from the start of the file |
//! | 8 per node | the mask of the node and the slot of its first child |
//! | 4 per node | the rank of the word that ends at the node, or `FF FF FF FF` |
//!
//! # Why no file can cause harm
//!
//! The checksum detects damage, but anyone can compute it. The tables themselves are therefore
//! [checked](check) when a file is opened, in one walk over the trie in alphabetical order. There
//! is exactly one way to lay out a set of words: the children of each node start at the first slot
//! that is not yet taken when the walk arrives at the node. The walk compares every node with it:
//!
//! - It takes new slots for the children of each node, and stops at one that does not exist. So all
//!   children exist, no two nodes have the same child, and the walk visits each slot once: its time
//!   is linear in the size of the file.
//! - A child has a higher slot than its parent, so no search goes round in circles, and each node
//!   is reached by one spelling only, so no search takes longer than with any other list of as many
//!   nodes.
//! - All symbols belong to letters, every word consists of whole letters, every leaf is a word, and
//!   no word is too long.
//! - The ranks count the words in the order of the walk. So they are distinct and less than the
//!   number of words.
//!
//! A file that opens is thus what [`to_bytes`] writes for its words. The engines rely on nothing
//! else.

use super::minimised::{CodeTrie, MAX_DEPTH, bits};
use super::{FileForm, OpenError, Reader, check_size, read_alphabet, write_alphabet};
use crate::alphabet::Alphabet;
use crate::lexicon::storage::{SharedBytes, Table, decode};
use crate::lexicon::{Lexicon, Node, WORD};

use xxhash_rust::xxh3::xxh3_64;

pub(super) const VERSION: u32 = 1;

pub(super) const MAGIC: &[u8; 8] = b"\x89WGSTRI\n";

/// The tables start at a multiple of this.
const ALIGNMENT: usize = align_of::<Node>();

/// The bytes before the ones that the checksum covers.
const HEADER: usize = 24;

/// Returns the file with a lexicon.
pub(in crate::lexicon) fn to_bytes(lexicon: &Lexicon) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(lexicon.nodes.len() * 12 + 1024);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.resize(HEADER, 0);
    for number in [
        lexicon.words,
        lexicon.nodes.len() as u32,
        lexicon.longest as u32,
    ] {
        bytes.extend(number.to_le_bytes());
    }
    write_alphabet(&lexicon.alphabet, &mut bytes);
    bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
    for node in lexicon.nodes.iter() {
        bytes.extend(node.mask.to_le_bytes());
        bytes.extend(node.first.to_le_bytes());
    }
    bytes.extend(lexicon.ranks.iter().flat_map(|rank| rank.to_le_bytes()));
    let sum = xxh3_64(&bytes[HEADER..]);
    bytes[HEADER - 8..HEADER].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The parts of a file, of which only the size is checked.
struct Parts<'b> {
    words: u32,
    longest: u32,
    alphabet: Alphabet,
    nodes: &'b [u8],
    ranks: &'b [u8],
}

impl<'b> Parts<'b> {
    /// Reads a file, and compares its checksum.
    fn read(bytes: &'b [u8], max_nodes: usize) -> Result<Self, OpenError> {
        let mut reader = Reader::open(bytes, FileForm::Fast)?;
        if reader.u32()? != 0 {
            return Err(OpenError::Invalid(UNUSED));
        }
        reader.check_sum()?;
        let words = reader.u32()?;
        let slots = reader.u32()?;
        let longest = reader.u32()?;
        check_size(slots, longest, max_nodes)?;
        reader.part = "alphabet";
        let alphabet = read_alphabet(&mut reader)?;
        let end = bytes.len() - reader.rest.len();
        let padding = reader.take(end.next_multiple_of(ALIGNMENT) - end)?;
        if padding.iter().any(|&byte| byte != 0) {
            return Err(OpenError::Invalid(UNUSED));
        }
        reader.part = "table of nodes";
        let nodes = reader.take_entries(slots, size_of::<Node>())?;
        reader.part = "table of ranks";
        let ranks = reader.take_entries(slots, size_of::<u32>())?;
        if !reader.rest.is_empty() {
            return Err(OpenError::Invalid("there are bytes after the tables"));
        }
        Ok(Self {
            words,
            longest,
            alphabet,
            nodes,
            ranks,
        })
    }

    /// Returns the lexicon with these parts and tables.
    fn lexicon(self, nodes: Table<Node>, ranks: Table<u32>) -> Lexicon {
        Lexicon {
            alphabet: self.alphabet.into(),
            nodes,
            ranks,
            words: self.words,
            longest: self.longest as usize,
            shown: None,
        }
    }
}

const UNUSED: &str = "unused bytes are not zero";

impl<'b> Reader<'b> {
    fn take_entries(&mut self, count: u32, size: usize) -> Result<&'b [u8], OpenError> {
        match (count as usize).checked_mul(size) {
            Some(bytes) => self.take(bytes),
            None => Err(self.truncated()),
        }
    }
}

/// Opens a file and copies its tables.
pub(super) fn from_bytes(bytes: &[u8], max_nodes: usize) -> Result<Lexicon, OpenError> {
    let parts = Parts::read(bytes, max_nodes)?;
    let (nodes, ranks) = (decode(parts.nodes).into(), decode(parts.ranks).into());
    checked(parts.lexicon(nodes, ranks))
}

/// Opens a file and borrows its tables. `bytes` are the content of the file.
pub(super) fn from_shared(
    file: &SharedBytes,
    bytes: &[u8],
    max_nodes: usize,
) -> Result<Lexicon, OpenError> {
    let parts = Parts::read(bytes, max_nodes)?;
    let nodes = Table::shared(file, parts.nodes);
    let ranks = Table::shared(file, parts.ranks);
    checked(parts.lexicon(nodes, ranks))
}

/// Returns a lexicon if its tables are valid.
fn checked(lexicon: Lexicon) -> Result<Lexicon, OpenError> {
    let deepest = check(&lexicon)?;
    let longest = match lexicon.alphabet.is_simple() {
        true => deepest,
        false => longest(&lexicon.nodes, &lexicon.alphabet)?,
    };
    match longest as usize == lexicon.longest {
        true => Ok(lexicon),
        false => Err(OpenError::Invalid(
            "its longest word does not have the stated length",
        )),
    }
}

/// Walks over the trie in alphabetical order, and checks that all tables are as they are for a
/// list of words. Returns the number of symbols of the longest word.
///
/// What is wrong is collected and reported at the end, because the walk itself depends only on the
/// masks: it goes from each node to the slots that its children must have. This takes 47
/// instructions a node, a fifth less than with a branch for each check.
fn check(lexicon: &Lexicon) -> Result<u32, OpenError> {
    let nodes = &*lexicon.nodes;
    let ranks = &lexicon.ranks[..nodes.len()];
    let is_empty = nodes.len() == 1;
    // For each depth above the current one, the siblings that are left to visit.
    let mut pending = vec![0..0u32; MAX_DEPTH as usize];
    let mut siblings = 0..1u32;
    let mut depth = 0;
    let mut deepest = 0;
    // The first slot that is not the child of a node before.
    let mut next = 1;
    let mut words = 0;
    let mut misplaced = 0;
    let mut wordless = 0;
    let mut symbols = 0;
    'walk: loop {
        let slot = siblings.start as usize;
        let Some(&node) = nodes.get(slot) else {
            return Err(OpenError::Invalid("it has no nodes, or too few"));
        };
        let is_word = node.mask >> 31;
        let rank = words | is_word.wrapping_sub(1);
        misplaced |= (node.first ^ next) | (ranks[slot] ^ rank);
        words += is_word;
        siblings.start += 1;
        if node.symbols() != 0 {
            symbols |= node.symbols();
            let Some(pending) = pending.get_mut(depth) else {
                return Err(OpenError::Invalid("its words are too long"));
            };
            let is_only_child = node.symbols().is_power_of_two();
            let children = match is_only_child {
                true => 1,
                false => node.symbols().count_ones(),
            };
            *pending = siblings;
            siblings = next..next + children;
            next += children;
            depth += 1;
            deepest = deepest.max(depth);
            continue;
        }
        wordless |= is_word ^ 1;
        while siblings.start == siblings.end {
            if depth == 0 {
                break 'walk;
            }
            depth -= 1;
            siblings = pending[depth].clone();
        }
    }
    let known = match lexicon.alphabet.is_simple() {
        true => (1 << lexicon.alphabet.len()) - 1,
        false => !WORD,
    };
    let problem = if misplaced != 0 {
        "a node or a rank is out of place"
    } else if nodes[0].is_word() {
        "it contains an empty word"
    } else if wordless != 0 && !is_empty {
        "some letters do not lead to a word"
    } else if symbols & !known != 0 {
        "a symbol belongs to no letter"
    } else if next as usize != nodes.len() || words != lexicon.words {
        "it does not have the stated numbers of words and nodes"
    } else {
        return Ok(deepest as u32);
    };
    Err(OpenError::Invalid(problem))
}

/// Returns the number of letters of the longest word of a trie that is laid out correctly. Checks
/// that every word consists of whole letters.
fn longest(nodes: &[Node], alphabet: &Alphabet) -> Result<u32, OpenError> {
    let Some(codes) = CodeTrie::new(alphabet) else {
        return Err(OpenError::Invalid("the codes of its letters are too long"));
    };
    // For each slot, the partial letter before it and the number of whole letters.
    let mut before = vec![(CodeTrie::BOUNDARY, 0); nodes.len()];
    let mut longest = 0;
    for slot in 0..nodes.len() {
        let (node, (partial, letters)) = (nodes[slot], before[slot]);
        longest = longest.max(letters);
        for (symbol, child) in bits(node.symbols()).zip(node.first as usize..) {
            let Some(after) = codes.after(partial, symbol) else {
                return Err(OpenError::Invalid("a symbol belongs to no letter"));
            };
            let is_whole = after == CodeTrie::BOUNDARY;
            if !is_whole && nodes[child].is_word() {
                return Err(OpenError::Invalid("a word ends within a letter"));
            }
            before[child] = (after, letters + u32::from(is_whole));
        }
    }
    Ok(longest)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::lexicon::NO_WORD;

    fn samples() -> [Lexicon; 3] {
        let chinese: Vec<String> = (0..40)
            .map(|i| format!("x{}", char::from_u32(0x4e00 + i).unwrap()))
            .collect();
        [
            Lexicon::from_text("tap taps top tops été").unwrap(),
            Lexicon::from_words(&chinese).unwrap(),
            Lexicon::from_text("").unwrap(),
        ]
    }

    /// Corrects the checksum, so that the later checks are reached.
    fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = xxh3_64(&bytes[HEADER..]);
        bytes[HEADER - 8..HEADER].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn with_bit_flipped(bytes: &[u8], bit: usize) -> Vec<u8> {
        let mut damaged = bytes.to_vec();
        damaged[bit / 8] ^= 1 << (bit % 8);
        damaged
    }

    #[test]
    fn a_file_opens_as_the_same_lexicon_copied_or_borrowed() {
        for lexicon in samples() {
            let bytes = lexicon.to_fast_bytes();
            assert_eq!(FileForm::of(&bytes), Some(FileForm::Fast));
            assert_eq!(Lexicon::from_bytes(&bytes).unwrap(), lexicon);
            let shared = Lexicon::from_shared(Arc::new(bytes.clone())).unwrap();
            assert_eq!(shared, lexicon);
            assert_eq!(shared.to_fast_bytes(), lexicon.to_fast_bytes());
            assert_eq!(shared.to_bytes(), lexicon.to_bytes());
            let compact: SharedBytes = Arc::new(lexicon.to_bytes());
            assert_eq!(Lexicon::from_shared(compact).unwrap(), lexicon);
        }
    }

    #[test]
    fn every_truncation_and_every_flipped_bit_is_an_error() {
        for bytes in samples().map(|lexicon| lexicon.to_fast_bytes()) {
            for length in 0..bytes.len() {
                assert!(Lexicon::from_bytes(&bytes[..length]).is_err(), "{length}");
            }
            for bit in 0..bytes.len() * 8 {
                let damaged = with_bit_flipped(&bytes, bit);
                assert!(Lexicon::from_bytes(&damaged).is_err(), "bit {bit}");
            }
        }
    }

    #[test]
    fn damage_with_a_correct_checksum_is_an_error_or_another_valid_lexicon() {
        for bytes in samples().map(|lexicon| lexicon.to_fast_bytes()) {
            for bit in HEADER * 8..bytes.len() * 8 {
                let damaged = with_checksum(with_bit_flipped(&bytes, bit));
                if let Ok(lexicon) = Lexicon::from_bytes_within(&damaged, 10_000) {
                    assert_eq!(lexicon.to_fast_bytes(), damaged, "bit {bit}");
                    assert_eq!(Lexicon::from_bytes(&lexicon.to_bytes()).unwrap(), lexicon);
                }
            }
            for length in HEADER..bytes.len() {
                let cut = with_checksum(bytes[..length].to_vec());
                assert!(Lexicon::from_bytes(&cut).is_err(), "{length}");
            }
        }
    }

    /// Returns a file with these nodes over the letters a and b, and ranks that count the words
    /// in the order of slots.
    fn file(nodes: &[(u32, u32)]) -> Vec<u8> {
        let mut bytes = Lexicon::from_text("").unwrap().to_fast_bytes();
        bytes.truncate(HEADER);
        let words = nodes.iter().filter(|node| node.0 & WORD != 0).count() as u32;
        for number in [words, nodes.len() as u32, 2] {
            bytes.extend(number.to_le_bytes());
        }
        write_alphabet(&Alphabet::from_letters(["a", "b"]), &mut bytes);
        bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
        let numbers = nodes.iter().flat_map(|&(mask, first)| [mask, first]);
        bytes.extend(numbers.flat_map(u32::to_le_bytes));
        let mut ranks = 0..;
        for &(mask, _) in nodes {
            let rank = match mask & WORD {
                0 => NO_WORD,
                _ => ranks.next().unwrap(),
            };
            bytes.extend(rank.to_le_bytes());
        }
        with_checksum(bytes)
    }

    #[test]
    fn tables_that_are_not_a_trie_are_errors() {
        // The words aa and b.
        let valid = [(3, 1), (1, 3), (WORD, 4), (WORD, 4)];
        for (nodes, reason) in [
            (&[(3, 1), (3, 1), (WORD, 4), (WORD, 4)][..], "too few"),
            (&[(3, 1), (1, 3), (1, 3), (WORD, 4)], "too few"),
            (&[(3, 1), (1, 3), (WORD | 1, 4), (WORD, 4)], "too few"),
            (&[(3, 1), (1, 2), (WORD, 4), (WORD, 4)], "out of place"),
            (&[(3, 0), (1, 3), (WORD, 4), (WORD, 4)], "out of place"),
            (&[(3, 1), (1, 9), (WORD, 4), (WORD, 4)], "out of place"),
            (&[(3, 1), (1, 3), (WORD, 4), (0, 4)], "lead to a word"),
            (&[(0, 1), (WORD, 2)], "lead to a word"),
            (&[(5, 1), (WORD, 3), (WORD, 3)], "no letter"),
            (&[(1 | WORD, 1), (WORD, 2)], "an empty word"),
            (&[(1, 1), (WORD, 2), (WORD, 3)], "stated numbers"),
            (&[(1, 1), (WORD, 2)], "stated length"),
            (&[], "no nodes"),
        ] {
            let error = Lexicon::from_bytes(&file(nodes)).unwrap_err().to_string();
            assert!(error.contains(reason), "{nodes:?}: {error}");
        }
        // The ranks of the valid tables are in the order of words, not of slots.
        let error = Lexicon::from_bytes(&file(&valid)).unwrap_err().to_string();
        assert!(
            error.contains("a node or a rank is out of place"),
            "{error}"
        );
        let mut bytes = file(&valid);
        let ranks = bytes.len() - 8;
        bytes[ranks..].rotate_left(4);
        let lexicon = Lexicon::from_bytes(&with_checksum(bytes)).unwrap();
        assert_eq!(lexicon.words().collect::<Vec<_>>(), ["AA", "B"]);
    }

    #[test]
    fn a_word_that_ends_within_a_letter_is_an_error() {
        let [_, chinese, _] = samples();
        // The slot of x has the only children that are whole letters or parts of one.
        let parts = chinese.node(1).first..;
        let slot = parts
            .zip(1..)
            .find(|&(slot, _)| chinese.node(slot).symbols() != 0);
        let (slot, _) = slot.expect("some letters have two symbols");
        let mut nodes: Vec<Node> = chinese.nodes.to_vec();
        nodes[slot as usize].mask |= WORD;
        // The new word comes right before the words below it.
        let rank = chinese.ranks[chinese.node(slot).first as usize];
        let mut ranks: Vec<u32> = (chinese.ranks.iter())
            .map(|&old| old.saturating_add(u32::from(old >= rank)))
            .collect();
        ranks[slot as usize] = rank;
        let damaged = Lexicon {
            nodes: nodes.into(),
            ranks: ranks.into(),
            words: chinese.words + 1,
            ..chinese.clone()
        };
        let error = Lexicon::from_bytes(&damaged.to_fast_bytes()).unwrap_err();
        assert!(error.to_string().contains("within a letter"), "{error}");
    }
}
