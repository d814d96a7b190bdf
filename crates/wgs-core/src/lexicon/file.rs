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

mod minimised;

use smol_str::SmolStr;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::Lexicon;
use crate::alphabet::Alphabet;

use minimised::{Minimised, Minimiser};

/// The version of the format that this build reads and writes.
pub const FILE_VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"\x89WGSLEX\n";

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

    /// A number of seven bits a byte, the last without its top bit.
    #[inline]
    fn varint(&mut self) -> Result<u32, OpenError> {
        // Up to four bytes at once, without asking one after the other how many there are.
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

pub(super) fn from_bytes(bytes: &[u8], max_nodes: usize) -> Result<Lexicon, OpenError> {
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
    if slots as usize > max_nodes {
        return Err(OpenError::TooLarge {
            needed: slots as usize,
            most: max_nodes,
        });
    }
    if longest as usize > Lexicon::MAX_WORD_LENGTH {
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
        alphabet: alphabet.into(),
        nodes: nodes.into(),
        ranks: ranks.into(),
        words,
        longest: longest as usize,
        shown: None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::WORD;

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
