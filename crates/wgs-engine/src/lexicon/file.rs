//! The file of a lexicon: the minimised automaton, with a version and a checksum.
//!
//! # Format, version 2
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | the magic number `89 W G S L E X 0A`, which transfers in text mode would damage |
//! | 4 | the version, 2 |
//! | 8 | the XXH3-64 checksum of all bytes after it |
//! | 4, 4, 4, 4 | the numbers of words, trie nodes, minimised nodes, and letters of the longest word |
//! | 2 | the number of letters of the alphabet |
//! | per letter | the length and bytes of its text, then the length and symbols of its code; a length takes one byte |
//! | 4 per node | the mask of the node; children come before their parents, and the root is last |
//! | per child | a variable-length number: 0 for a new node, and for others their index plus 1 |
//!
//! A reader keeps a stack of new nodes: each node that it reads goes on top. The children with a 0
//! are the nodes on top of the stack, in order, and are removed from it. Endings such as `-ing` come early, so that most other indices are small. Compressed by
//! Brotli, such a file takes a quarter less than one with the distances from children to parents,
//! as version 1 had them.
//!
//! Opening a file expands the minimised automaton into the trie. The content is not trusted: a
//! file with a correct checksum but inconsistent content is an error. It takes time and memory in
//! proportion to the file and the trie.
//!
//! A tiny file can describe an enormous trie, since every level of the automaton can multiply the
//! words. So a file of n bytes may expand to at most [`BASE_NODES`] + [`NODES_PER_BYTE`] · n nodes,
//! and never to more than [`Lexicon::MAX_NODES`]. This is far beyond the lists of languages, which
//! expand to less than one node a byte, and beyond what minimises best: all compounds of 1,200
//! words with each other expand to 221 nodes a byte, all forms of 5,000 stems with 300 endings to
//! 102.

mod minimised;

use smol_str::SmolStr;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::Lexicon;
use crate::alphabet::Alphabet;
use crate::message::{Message, ToMessage};
use crate::messages;

use minimised::{Minimised, Minimiser};

/// The format version that this version of the crate reads and writes.
pub const FILE_VERSION: u32 = 2;

const MAGIC: &[u8; 8] = b"\x89WGSLEX\n";

/// The magic number of the fast form, which earlier versions wrote.
const FAST_MAGIC: &[u8; 8] = b"\x89WGSTRI\n";

/// The number of nodes that a file of any size may expand to: 12 MB in memory.
const BASE_NODES: usize = 1 << 20;

/// The number of nodes that a file may expand to for each of its bytes.
const NODES_PER_BYTE: usize = 1 << 10;

/// Returns the largest number of nodes that a file of a size may expand to.
pub(super) fn expansion_limit(bytes: usize) -> usize {
    let limit = bytes
        .saturating_mul(NODES_PER_BYTE)
        .saturating_add(BASE_NODES);
    limit.min(Lexicon::MAX_NODES)
}

/// The error for bytes that cannot be opened as a lexicon.
///
/// ```
/// use wgs_engine::Lexicon;
/// use wgs_engine::lexicon::OpenError;
///
/// assert_eq!(Lexicon::from_bytes(b"cat dog").unwrap_err(), OpenError::Foreign);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum OpenError {
    /// The bytes do not start like a lexicon file.
    Foreign,
    /// The format version is not supported.
    Version {
        /// The version of the file.
        found: u32,
        /// The version that this version of the crate reads.
        supported: u32,
    },
    /// The bytes end too early.
    Truncated {
        /// The number of bytes.
        length: usize,
        /// The part that is incomplete.
        part: &'static str,
    },
    /// The checksum does not match.
    Checksum {
        /// The checksum of the bytes.
        found: u64,
        /// The checksum in the header.
        expected: u64,
    },
    /// The content is inconsistent.
    Invalid(&'static str),
    /// The file has the fast form, which earlier versions wrote and used in place.
    FastForm,
    /// The lexicon would need more nodes than allowed.
    TooLarge {
        /// The number of nodes needed.
        needed: usize,
        /// The largest number allowed.
        most: usize,
    },
    /// The file is too small for the number of nodes that it expands to.
    TooCompact {
        /// The number of nodes needed.
        needed: usize,
        /// The largest number allowed for a file of this size.
        most: usize,
        /// The size of the file.
        bytes: usize,
    },
}

messages! {
    impl ToMessage for OpenError {
        Self::Foreign => "open.foreign":
            "this is not a compiled dictionary: it does not start with the magic number of one";
        Self::Version { found, supported } => "open.version":
            "the compiled dictionary has format version {found}, but only version {supported} is supported; compile it again from its word list"
            (found, supported);
        Self::Truncated { length, part } => "open.truncated":
            "the compiled dictionary is damaged: it ends after {length} bytes, within its {part}"
            (length, part);
        Self::Checksum { found, expected } => "open.checksum":
            "the compiled dictionary is damaged: its checksum is {found}, but it should be {expected}"
            (found = format!("{found:016x}"), expected = format!("{expected:016x}"));
        Self::Invalid(problem) => "open.invalid":
            "the compiled dictionary is invalid" because &Message::text(problem);
        Self::FastForm => "open.fast-form":
            "the compiled dictionary has the fast form, which is no longer supported; compile it again from its word list";
        Self::TooLarge { needed, most } => "open.too-large":
            "the compiled dictionary needs {needed} nodes, but at most {most} are allowed"
            (needed, most);
        Self::TooCompact { needed, most, bytes } => "open.too-compact":
            "the compiled dictionary expands to {needed} nodes, but one of {bytes} bytes may expand to at most {most}; use its word list instead"
            (needed, bytes, most);
    }
}

/// Returns whether bytes start like a lexicon file, of this version or another. No word list does.
/// The first eight bytes are enough.
pub fn is_lexicon_file(bytes: &[u8]) -> bool {
    starts_with(bytes, MAGIC) || starts_with(bytes, FAST_MAGIC)
}

/// Returns whether bytes start with a magic number. Its last byte does not count, so that damage by
/// transfers in text mode is reported as such.
fn starts_with(bytes: &[u8], magic: &[u8; 8]) -> bool {
    bytes.starts_with(&magic[..7])
}

pub(super) fn to_bytes(lexicon: &Lexicon) -> Vec<u8> {
    let minimiser = Minimiser::new(lexicon);

    let mut body = Vec::new();
    for number in [
        lexicon.words,
        lexicon.nodes.len() as u32,
        minimiser.masks.len() as u32,
        lexicon.longest as u32,
    ] {
        body.extend(number.to_le_bytes());
    }
    write_alphabet(&lexicon.alphabet, &mut body);
    body.extend(minimiser.masks.iter().flat_map(|mask| mask.to_le_bytes()));
    body.extend(minimiser.edges);

    let mut bytes = MAGIC.to_vec();
    bytes.extend(FILE_VERSION.to_le_bytes());
    bytes.extend(xxh3_64(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

fn write_alphabet(alphabet: &Alphabet, body: &mut Vec<u8>) {
    body.extend((alphabet.len() as u16).to_le_bytes());
    for (letter, text) in alphabet.letters() {
        for bytes in [text.as_bytes(), alphabet.code(letter)] {
            body.push(u8::try_from(bytes.len()).expect("letters and codes of a lexicon are short"));
            body.extend(bytes);
        }
    }
}

/// Reads a file from start to end.
struct Reader<'b> {
    bytes: &'b [u8],
    rest: &'b [u8],
    part: &'static str,
}

impl<'b> Reader<'b> {
    /// Reads the magic number and the version.
    fn open(bytes: &'b [u8]) -> Result<Self, OpenError> {
        if starts_with(bytes, FAST_MAGIC) {
            return Err(OpenError::FastForm);
        }
        if !starts_with(bytes, MAGIC) {
            return Err(OpenError::Foreign);
        }
        let mut reader = Self {
            bytes,
            rest: bytes,
            part: "header",
        };
        if reader.take(8)? != MAGIC {
            return Err(OpenError::Foreign);
        }
        let (found, supported) = (reader.u32()?, FILE_VERSION);
        match found == supported {
            true => Ok(reader),
            false => Err(OpenError::Version { found, supported }),
        }
    }

    /// Reads the checksum of the bytes after it, and compares it with them.
    fn check_sum(&mut self) -> Result<(), OpenError> {
        let expected = u64::from_le_bytes(self.array()?);
        let found = xxh3_64(self.rest);
        match found == expected {
            true => Ok(()),
            false => Err(OpenError::Checksum { found, expected }),
        }
    }

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
        Ok(self.take(N)?.try_into().expect("`take` returns `N` bytes"))
    }

    fn u32(&mut self) -> Result<u32, OpenError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn short(&mut self) -> Result<&'b [u8], OpenError> {
        let [length] = self.array()?;
        self.take(length.into())
    }

    /// Reads a number with seven bits in each byte. All bytes but the last have their top bit set.
    #[inline]
    fn varint(&mut self) -> Result<u32, OpenError> {
        // Reads up to four bytes at once, without a branch for each.
        if let Some(&bytes) = self.rest.first_chunk() {
            let bytes = u32::from_le_bytes(bytes);
            let ends = !bytes & 0x8080_8080;
            if ends != 0 {
                let length = ends.trailing_zeros() / 8 + 1;
                let bytes = bytes & (!0 >> (32 - 8 * length)) & 0x7f7f_7f7f;
                let pairs = bytes & 0x007f_007f | (bytes & 0x7f00_7f00) >> 1;
                self.rest = &self.rest[length as usize..];
                return Ok(pairs & 0x3fff | pairs >> 16 << 14);
            }
        }
        self.long_varint()
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

/// Opens a file. The lexicon does not borrow from the bytes.
pub(super) fn from_bytes(bytes: &[u8], max_nodes: usize) -> Result<Lexicon, OpenError> {
    let mut reader = Reader::open(bytes)?;
    reader.check_sum()?;
    let words = reader.u32()?;
    let slots = reader.u32()?;
    let minimised = reader.u32()?;
    let longest = reader.u32()?;
    check_size(slots, longest, max_nodes)?;
    let (needed, most) = (slots as usize, expansion_limit(bytes.len()));
    if needed > most {
        let bytes = bytes.len();
        return Err(OpenError::TooCompact {
            needed,
            most,
            bytes,
        });
    }
    reader.part = "alphabet";
    let alphabet = read_alphabet(&mut reader)?;
    reader.part = "automaton";
    let automaton = Minimised::read(&mut reader, minimised)?;
    let below = automaton.check(words, slots, &alphabet)?;
    let found = match alphabet.is_simple() {
        true => below.last().map_or(0, |root| root.depth),
        false => automaton.longest(&alphabet)?.letters,
    };
    if found != longest {
        return Err(OpenError::Invalid(
            "its longest word does not have the stated length",
        ));
    }
    let (nodes, ranks) = automaton.expand(slots as usize, &below);
    Ok(Lexicon {
        alphabet: alphabet.into(),
        nodes,
        ranks,
        words,
        longest: longest as usize,
        shown: None,
    })
}

/// Checks the numbers of trie nodes and of letters of the longest word against their limits.
fn check_size(slots: u32, longest: u32, max_nodes: usize) -> Result<(), OpenError> {
    if slots as usize > max_nodes {
        return Err(OpenError::TooLarge {
            needed: slots as usize,
            most: max_nodes,
        });
    }
    if longest as usize > Lexicon::MAX_WORD_LENGTH {
        return Err(OpenError::Invalid("its longest word is too long"));
    }
    Ok(())
}

fn read_alphabet(reader: &mut Reader<'_>) -> Result<Alphabet, OpenError> {
    let count = u16::from_le_bytes(reader.array()?);
    let mut letters = Vec::new();
    let mut codes = Vec::new();
    for _ in 0..count {
        let text = std::str::from_utf8(reader.short()?)
            .map_err(|_| OpenError::Invalid("a letter is not UTF-8"))?;
        letters.push(SmolStr::new(text));
        codes.push(reader.short()?.into());
    }
    Alphabet::from_parts(letters, codes).map_err(OpenError::Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::WORD;

    fn sample() -> Vec<u8> {
        Lexicon::from_text("tap taps top tops été")
            .unwrap()
            .to_bytes()
    }

    /// Corrects the checksum, so that the later checks are reached.
    fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = xxh3_64(&bytes[20..]);
        bytes[12..20].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    #[test]
    fn every_truncation_and_every_flipped_bit_is_an_error() {
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
    fn damage_with_a_correct_checksum_never_panics() {
        let bytes = sample();
        for bit in 20 * 8..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            if let Ok(lexicon) = Lexicon::from_bytes_within(&with_checksum(damaged), 10_000) {
                let _ = lexicon.words().count();
            }
        }
        for length in 20..bytes.len() {
            let cut = with_checksum(bytes[..length].to_vec());
            assert!(Lexicon::from_bytes(&cut).is_err(), "{length}");
        }
    }

    /// Returns a file with all words of some length over the letters a and b: a chain of nodes,
    /// each with the one before as both its children.
    fn all_words_over_two_letters(length: u32) -> Vec<u8> {
        let mut body = Vec::new();
        let (words, slots) = (1 << length, (1 << (length + 1)) - 1);
        for number in [words, slots, length + 1, length] {
            body.extend(u32::to_le_bytes(number));
        }
        write_alphabet(&Alphabet::from_letters(["a", "b"]), &mut body);
        body.extend(WORD.to_le_bytes());
        for _ in 0..length {
            body.extend(3u32.to_le_bytes());
        }
        // A new node, and the same again.
        for index in 1..=length as u8 {
            body.extend([0, index]);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FILE_VERSION.to_le_bytes());
        bytes.extend(xxh3_64(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    #[test]
    fn a_small_file_with_an_enormous_lexicon_is_an_error() {
        let lexicon = Lexicon::from_bytes(&all_words_over_two_letters(18)).unwrap();
        assert_eq!((lexicon.len(), lexicon.longest()), (1 << 18, 18));
        for (length, bytes) in [(20, 170), (25, 200)] {
            let file = all_words_over_two_letters(length);
            let needed = (2 << length) - 1;
            let most = BASE_NODES + NODES_PER_BYTE * bytes;
            let error = OpenError::TooCompact {
                needed,
                most,
                bytes,
            };
            assert_eq!(Lexicon::from_bytes(&file), Err(error));
        }
        let error = Lexicon::from_bytes(&all_words_over_two_letters(29)).unwrap_err();
        assert!(matches!(error, OpenError::TooLarge { .. }), "{error}");
    }

    #[test]
    fn a_lexicon_knows_whether_its_file_can_be_opened() {
        let words = |letters: std::ops::RangeInclusive<char>, length: u32| {
            let letters: Vec<char> = letters.collect();
            let count = letters.len().pow(length);
            Lexicon::from_words((0..count).map(|mut number| {
                let mut word = String::new();
                for _ in 0..length {
                    word.push(letters[number % letters.len()]);
                    number /= letters.len();
                }
                word
            }))
            .unwrap()
        };
        let four = words('a'..='z', 4);
        let bytes = four.to_bytes();
        assert!(four.is_openable(bytes.len()));
        assert_eq!(Lexicon::from_bytes(&bytes).unwrap(), four);
        let twenty = words('a'..='b', 20);
        let bytes = twenty.to_bytes();
        assert!(!twenty.is_openable(bytes.len()));
        assert!(matches!(
            Lexicon::from_bytes(&bytes),
            Err(OpenError::TooCompact { .. })
        ));
    }

    #[test]
    fn errors_report_what_was_found() {
        assert_eq!(Lexicon::from_bytes(b"cat\ndog"), Err(OpenError::Foreign));
        let mut newer = sample();
        newer[8] = 9;
        let error = OpenError::Version {
            found: 9,
            supported: FILE_VERSION,
        };
        assert_eq!(Lexicon::from_bytes(&newer), Err(error));
        let fast = b"\x89WGSTRI\n\x01\0\0\0";
        assert!(is_lexicon_file(fast));
        assert_eq!(Lexicon::from_bytes(fast), Err(OpenError::FastForm));
    }
}
