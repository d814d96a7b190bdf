//! Tables of how common words are, and their file format.
//!
//! A file belongs to one lexicon. It has a class for each word of the lexicon, without the words
//! themselves. The only words in the file are common ones that the lexicon lacks, because other
//! dictionaries may have them.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `WGScommn` |
//! | 4 | the version of the format |
//! | 8 | the XXH3 checksum of all that follows |
//! | 4 | the number of words of the lexicon |
//! | 8 | the XXH3 checksum of these words, each followed by a line break |
//! | 4 | the number of bytes of the further words |
//! | … | the further words: for each, the number of letters it shares with the one before as a capital letter (A is 0), then its other letters |
//! | … | the classes of the words of the lexicon, then of the further words, as [`class_group`] writes them |

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;
use wgs_engine::message::ToMessage;
use wgs_engine::{Lexicon, Word, messages};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::Commonness;
use super::class_group::{self, ClassReader};
use crate::dictionary::DictionaryError;

const MAGIC: &[u8; 8] = b"WGScommn";
const VERSION: u32 = 2;

/// If a smaller part of a dictionary's words is common, it is not an English dictionary. Of the
/// largest English word list, of 268,000 words, a third is common; of French and Dutch
/// dictionaries, a twentieth.
const ENGLISH_PERCENT: usize = 15;

/// Why there is no table.
#[derive(Debug, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum CommonnessError {
    /// The program does not embed the table, and could not load it.
    NotProvided,
    /// The file is not a table, or from another version.
    Foreign,
    /// The file is damaged.
    Damaged,
    /// The file belongs to another lexicon.
    OtherLexicon,
    /// The embedded dictionary, which the table belongs to, cannot be loaded.
    #[error(transparent)]
    Dictionary(#[from] DictionaryError),
}

messages! {
    impl ToMessage for CommonnessError {
        Self::NotProvided => "commonness.not-provided":
            "the table of common words could not be loaded; check the connection and reload the page";
        Self::Foreign => "commonness.foreign":
            "the file is not a table of common words of version {version}" (version = VERSION);
        Self::Damaged => "commonness.damaged":
            "the table of common words is damaged";
        Self::OtherLexicon => "commonness.other-lexicon":
            "the table of common words belongs to another dictionary";
    } else {
        Self::Dictionary(error) => error.to_message(),
    }
}

/// How common English words are. Words that are not in the table are rare.
#[derive(Clone, Debug)]
pub struct CommonnessTable {
    lexicon: Lexicon,
    classes: WordCommonness,
    /// Common words that the lexicon lacks, in alphabetical order.
    further: Vec<(String, Commonness)>,
}

/// How common each word of one lexicon is. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordCommonness {
    /// By the rank of the word.
    classes: Arc<[Commonness]>,
    is_english: bool,
}

impl WordCommonness {
    fn new(classes: Vec<Commonness>) -> Self {
        let common = classes.iter().filter(|&&class| class != Commonness::Rare);
        Self {
            is_english: common.count() * 100 >= classes.len() * ENGLISH_PERCENT,
            classes: classes.into(),
        }
    }

    /// Returns how common a word of the lexicon is; words of another lexicon may be rare.
    pub fn of(&self, word: Word) -> Commonness {
        let class = self.classes.get(word.rank());
        class.copied().unwrap_or(Commonness::Rare)
    }

    /// Returns whether the lexicon looks like an English one. In other languages, the table says
    /// nothing about how common a word is.
    pub fn is_english(&self) -> bool {
        self.is_english
    }
}

impl CommonnessTable {
    /// Creates a table for a lexicon from the classes of words. All other words are rare.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use wgs_config::commonness::{Commonness, CommonnessTable};
    /// use wgs_engine::Lexicon;
    ///
    /// let lexicon = Lexicon::from_text("nest neps")?;
    /// let classes = ["nest", "colour"].map(|word| (word.to_owned(), Commonness::Size10));
    /// let table = CommonnessTable::new(&lexicon, &BTreeMap::from(classes));
    /// assert_eq!(table.of("colour"), Commonness::Size10);
    /// assert_eq!(table.of("neps"), Commonness::Rare);
    /// # Ok::<(), wgs_engine::lexicon::BuildError>(())
    /// ```
    ///
    /// Words are expected in lower case. Those that the lexicon lacks and that have characters other
    /// than the letters a to z are left out.
    pub fn new(lexicon: &Lexicon, classes: &BTreeMap<String, Commonness>) -> Self {
        let class = |word: &str| classes.get(word).copied().unwrap_or(Commonness::Rare);
        let words = lexicon.folded_words().map(|word| class(&word));
        let further = classes.iter();
        let further = further.filter(|(word, class)| {
            let is_plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
            is_plain && **class != Commonness::Rare && !lexicon.contains(word)
        });
        Self {
            lexicon: lexicon.clone(),
            classes: WordCommonness::new(words.collect()),
            further: further
                .map(|(word, &class)| (word.clone(), class))
                .collect(),
        }
    }

    /// Returns how common a word is. Case does not matter.
    pub fn of(&self, word: &str) -> Commonness {
        if let Some(word) = self.lexicon.find(word) {
            return self.classes.of(word);
        }
        let word = word.to_lowercase();
        let place = self
            .further
            .binary_search_by(|(known, _)| known.as_str().cmp(&word));
        place.map_or(Commonness::Rare, |place| self.further[place].1)
    }

    /// Returns how common each word of a lexicon is. For the table's own lexicon, this takes no
    /// time; for others, about a microsecond for each word.
    pub fn by_word(&self, lexicon: &Lexicon) -> WordCommonness {
        if *lexicon == self.lexicon {
            return self.classes.clone();
        }
        let words = lexicon.folded_words();
        WordCommonness::new(words.map(|word| self.of(&word)).collect())
    }

    /// Returns the file of the table.
    pub fn to_bytes(&self) -> Vec<u8> {
        let words: Vec<String> = self.lexicon.folded_words().collect();
        let mut sum = Xxh3::new();
        words.iter().for_each(|word| add_word(&mut sum, word));
        let further = front_coded(self.further.iter().map(|(word, _)| word.as_str()));
        let classes = words.iter().map(String::as_str).zip(&*self.classes.classes);
        let classes = classes.chain(self.further.iter().map(|(word, class)| (&**word, class)));
        let mut body = (words.len() as u32).to_le_bytes().to_vec();
        body.extend(sum.digest().to_le_bytes());
        body.extend((further.len() as u32).to_le_bytes());
        body.extend(further);
        body.extend(class_group::encode(
            classes.map(|(word, class)| (word, *class)),
        ));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(xxh3_64(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads the file of the table of a lexicon.
    pub fn from_bytes(bytes: &[u8], lexicon: Lexicon) -> Result<Self, CommonnessError> {
        let body = Self::check(bytes)?;
        let damaged = CommonnessError::Damaged;
        let Some((&words, body)) = body.split_first_chunk() else {
            return Err(damaged);
        };
        let Some((&words_sum, body)) = body.split_first_chunk() else {
            return Err(damaged);
        };
        let Some((&further, body)) = body.split_first_chunk() else {
            return Err(damaged);
        };
        if u32::from_le_bytes(words) as usize != lexicon.len() {
            return Err(CommonnessError::OtherLexicon);
        }
        let further = body.split_at_checked(u32::from_le_bytes(further) as usize);
        let (further, code) = further.ok_or(CommonnessError::Damaged)?;
        let further = from_front_coded(further).ok_or(damaged)?;
        let mut reader = ClassReader::new(code);
        let mut sum = Xxh3::new();
        let classes = lexicon.folded_words().map(|word| {
            add_word(&mut sum, &word);
            reader.next(&word)
        });
        let classes = WordCommonness::new(classes.collect());
        if sum.digest().to_le_bytes() != words_sum {
            return Err(CommonnessError::OtherLexicon);
        }
        let further = further.into_iter().map(|word| {
            let class = reader.next(&word);
            (word, class)
        });
        Ok(Self {
            further: further.collect(),
            classes,
            lexicon,
        })
    }

    /// Checks the header of a file, and returns the rest.
    pub(super) fn check(bytes: &[u8]) -> Result<&[u8], CommonnessError> {
        let foreign = CommonnessError::Foreign;
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(foreign);
        };
        let Some((&version, rest)) = rest.split_first_chunk() else {
            return Err(foreign);
        };
        if u32::from_le_bytes(version) != VERSION {
            return Err(foreign);
        }
        match rest.split_first_chunk() {
            Some((&sum, body)) if u64::from_le_bytes(sum) == xxh3_64(body) => Ok(body),
            _ => Err(CommonnessError::Damaged),
        }
    }
}

fn add_word(sum: &mut Xxh3, word: &str) {
    sum.update(word.as_bytes());
    sum.update(b"\n");
}

/// Writes words of lower-case letters, each as the number of letters that it shares with the one
/// before and its other letters.
fn front_coded<'w>(words: impl Iterator<Item = &'w str>) -> Vec<u8> {
    let mut text = Vec::new();
    let mut previous: &[u8] = b"";
    for word in words {
        let word = word.as_bytes();
        let pairs = word.iter().zip(previous).take(25);
        let shared = pairs.take_while(|(a, b)| a == b).count();
        text.push(b'A' + shared as u8);
        text.extend(&word[shared..]);
        previous = word;
    }
    text
}

/// Reads words that [`front_coded`] wrote; [`None`] if the text is damaged.
fn from_front_coded(text: &[u8]) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    for &byte in text {
        match byte {
            b'A'..=b'Z' => {
                let shared = usize::from(byte - b'A');
                let word = words.last().map_or("", String::as_str).get(..shared)?;
                words.push(word.to_owned());
            }
            b'a'..=b'z' => words.last_mut()?.push(byte.into()),
            _ => return None,
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Words of few different letters, so that many share stems, with their classes.
    fn classes() -> impl Strategy<Value = BTreeMap<String, Commonness>> {
        let class = proptest::sample::select(Commonness::ALL.to_vec());
        proptest::collection::btree_map("[a-d]{1,9}", class, 0..200)
    }

    proptest! {
        #[test]
        fn the_table_and_a_plain_map_agree(classes in classes(), lacking in any::<u64>()) {
            // Some of the words are not in the lexicon.
            let words = classes.keys().enumerate();
            let words = words.filter(|(index, _)| lacking >> (index % 64) & 1 == 0);
            let lexicon = Lexicon::from_words(words.map(|(_, word)| word)).unwrap();
            let table = CommonnessTable::new(&lexicon, &classes);
            let read = CommonnessTable::from_bytes(&table.to_bytes(), lexicon.clone()).unwrap();
            let all = Lexicon::from_words(classes.keys()).unwrap();
            let by_word = read.by_word(&all);
            for (word, class) in &classes {
                prop_assert_eq!(table.of(word), *class);
                prop_assert_eq!(read.of(word), *class);
                prop_assert_eq!(read.of(&word.to_uppercase()), *class);
                prop_assert_eq!(by_word.of(all.find(word).unwrap()), *class);
            }
            prop_assert_eq!(read.of("e"), Commonness::Rare);
        }

        #[test]
        fn any_classes_can_be_read_from_any_code(code in proptest::collection::vec(any::<u8>(), 0..999)) {
            let mut reader = ClassReader::new(&code);
            for word in ["a", "ab", "abs", "", "abs", "b", "bake", "baking", "é", "étés"] {
                reader.next(word);
            }
        }
    }

    #[test]
    fn the_embedded_table_is_what_its_words_and_classes_make() {
        let table = CommonnessTable::embedded().unwrap();
        let mut classes: BTreeMap<String, Commonness> = table.further.iter().cloned().collect();
        assert!(classes.len() > 500, "{}", classes.len());
        let words = table.lexicon.folded_words();
        classes.extend(words.zip(table.classes.classes.iter().copied()));
        let plain = CommonnessTable::new(&table.lexicon, &classes);
        assert!(plain.to_bytes() == super::super::file().unwrap());
        let by_word = table.by_word(&table.lexicon);
        assert!(by_word.is_english());
        // Looked up by text instead of by number.
        let words: Vec<String> = classes.into_keys().step_by(10).collect();
        let some = Lexicon::from_words(&words).unwrap();
        let by_word = table.by_word(&some);
        for word in words {
            assert_eq!(
                by_word.of(some.find(&word).unwrap()),
                table.of(&word),
                "{word}"
            );
        }
    }

    #[test]
    fn a_dictionary_of_another_language_is_recognised() {
        let table = CommonnessTable::embedded().unwrap();
        for (words, is_english) in [
            ("the cat sat on a mat", true),
            ("zyzzyva sipe neps", false),
            ("schreiben vergessen laufen", false),
            ("", true),
        ] {
            let lexicon = Lexicon::from_text(words).unwrap();
            assert_eq!(table.by_word(&lexicon).is_english(), is_english, "{words}");
        }
    }

    #[test]
    fn damaged_files_and_other_lexicons_are_rejected() {
        let lexicon = Lexicon::from_text("cat cats").unwrap();
        let classes = BTreeMap::from([("cat".to_owned(), Commonness::Size10)]);
        let bytes = CommonnessTable::new(&lexicon, &classes).to_bytes();
        let error = |bytes: &[u8], lexicon: &Lexicon| {
            let read = CommonnessTable::from_bytes(bytes, lexicon.clone());
            read.unwrap_err().to_string()
        };
        for end in 0..bytes.len() {
            let message = error(&bytes[..end], &lexicon);
            assert!(message.contains("damaged") || message.contains("is not a table"));
        }
        let mut damaged = bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        assert_eq!(
            error(&damaged, &lexicon),
            "the table of common words is damaged"
        );
        for words in ["cat", "cat bats"] {
            let other = Lexicon::from_text(words).unwrap();
            assert_eq!(
                error(&bytes, &other),
                "the table of common words belongs to another dictionary"
            );
        }
        assert_eq!(
            error(b"cat\n", &lexicon),
            "the file is not a table of common words of version 2"
        );
        for text in ["a", "Ba", "AabDc", "Aa1"] {
            assert_eq!(from_front_coded(text.as_bytes()), None, "{text}");
        }
    }
}
