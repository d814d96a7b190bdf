//! The `LetterDistributions` section, described in chapter 5.4 of the manual of Word Game
//! Solver.

use std::num::NonZeroUsize;

use jsonc_parser::ast::{Array, Value};
use jsonc_parser::common::Ranged;
use wgs_engine::{DictionaryWords, Die, LetterDistribution, WordList, parse_dice, parse_pool};
use wgs_engine::{Tile, notation};

use super::reader::{self, EntryFields};
use crate::key::{DefaultValue, Key, Section, ValueKind, key};
use crate::message;
use crate::problem::{Located, Location, ProblemCollector};
use wgs_engine::message::{MessageValue, ToMessage, alternatives, quoted};
use wgs_engine::spelling::Spelling;

pub(crate) const KEYS: &[Key] = &[
    key(
        "GenerationMethod",
        ValueKind::Choice(&["Dice", "LetterPropensity", "WordList"]),
        None,
        "How random boards are created: by rolling dice, by drawing from a pool of letters, or by picking a line of a file or words of a dictionary",
    ),
    key(
        "DiceLetters",
        ValueKind::Dice,
        None,
        "For Dice: the faces of each die in board notation, with commas between dice. A face with multipliers, such as :A, is a bonus tile. In scripts without upper case, write each face as a separate string",
    ),
    key(
        "ShuffleDice",
        ValueKind::Boolean,
        Some(DefaultValue::Boolean(true)),
        "For Dice: whether a die may land on any cell",
    ),
    key(
        "PropensityLetters",
        ValueKind::Faces,
        None,
        "For LetterPropensity: the pool of letters in board notation, with multipliers for bonus tiles, or each as a separate string",
    ),
    key(
        "SampleWithoutReplacement",
        ValueKind::Boolean,
        Some(DefaultValue::Boolean(true)),
        "For LetterPropensity: whether a letter is removed from the pool when it is drawn",
    ),
    key(
        "WordListFile",
        ValueKind::Text,
        None,
        "For WordList: the path of a file with one set of letters in board notation on each line; other characters are ignored. A relative path starts at the folder of the configuration file, or else at the folder in which the program is started",
    ),
    key(
        "WordListDictionary",
        ValueKind::Name(Section::Dictionaries),
        None,
        "For WordList: a dictionary whose words are the sets of letters, an entry of Dictionaries, instead of WordListFile",
    ),
    key(
        "WordLengths",
        ValueKind::Lengths,
        None,
        "For WordListDictionary: the numbers of letters that the words may have; without it, the longest words that fit on the board",
    ),
    key(
        "WordsPerBoard",
        ValueKind::Integer {
            least: 1,
            most: MOST_WORDS,
        },
        Some(DefaultValue::Integer(1)),
        "For WordListDictionary: the number of words on a board",
    ),
    key(
        "LettersPerTile",
        ValueKind::Integer {
            least: 1,
            most: MOST_WORDS,
        },
        Some(DefaultValue::Integer(1)),
        "For WordListDictionary: the largest number of letters on a tile. A word is cut into as few tiles as possible, of nearly the same size",
    ),
    key(
        "ShuffleLetters",
        ValueKind::Boolean,
        Some(DefaultValue::Boolean(true)),
        "For WordList: whether the letters of a board are shuffled",
    ),
];

/// The most words on a board, and the most letters on a tile.
const MOST_WORDS: u32 = 100;

/// The longest word whose length can be chosen, longer than any word.
const MOST_LENGTH: u32 = 1_000;

/// Faces as they are written in the file.
enum WrittenFaces {
    /// In board notation.
    Text(String),
    /// Each face as a string with its location, grouped by die.
    Faces(Vec<Vec<Located<String>>>),
}

/// A letter distribution as it is written in the file.
pub(crate) struct DistributionEntry {
    location: Location,
    method: Option<String>,
    dice: Option<Located<WrittenFaces>>,
    shuffle_dice: bool,
    pool: Option<Located<WrittenFaces>>,
    without_replacement: bool,
    file: Option<Located<String>>,
    word_dictionary: Option<Located<String>>,
    word_lengths: Vec<usize>,
    words_per_board: NonZeroUsize,
    letters_per_tile: NonZeroUsize,
    shuffle_letters: bool,
}

impl DistributionEntry {
    pub(crate) fn read(
        value: &Value<'_>,
        location: &Location,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Self> {
        let before = problems.errors();
        let fields = EntryFields::read_strictly(value, location, KEYS, problems)?;
        // The keys say that 0 is an error.
        let number = |key| {
            let number = fields.integer(key).map(|number| number as usize);
            number
                .and_then(NonZeroUsize::new)
                .unwrap_or(NonZeroUsize::MIN)
        };
        let entry = Self {
            location: location.clone(),
            method: fields.text("GenerationMethod").map(|method| method.value),
            dice: WrittenFaces::read(fields.get("DiceLetters"), ValueKind::Dice, problems),
            shuffle_dice: fields.boolean("ShuffleDice").unwrap_or(true),
            pool: WrittenFaces::read(fields.get("PropensityLetters"), ValueKind::Faces, problems),
            without_replacement: fields.boolean("SampleWithoutReplacement").unwrap_or(true),
            file: fields.text("WordListFile"),
            word_dictionary: fields.text("WordListDictionary"),
            word_lengths: match fields.get("WordLengths") {
                Some(at) => read_lengths(at, problems),
                None => Vec::new(),
            },
            words_per_board: number("WordsPerBoard"),
            letters_per_tile: number("LettersPerTile"),
            shuffle_letters: fields.boolean("ShuffleLetters").unwrap_or(true),
        };
        (problems.errors() == before).then_some(entry)
    }

    /// The dictionary whose words are the letters of boards, if there is one.
    pub(crate) fn word_dictionary(&self) -> Option<&Located<String>> {
        let is_used = self.method.as_deref() == Some("WordList") && self.file.is_none();
        self.word_dictionary.as_ref().filter(|_| is_used)
    }

    /// Returns the distribution with a spelling. Keys of other methods are ignored.
    pub(crate) fn resolve(
        &self,
        spelling: &Spelling,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<LetterDistribution> {
        match self.method.as_deref() {
            Some("Dice") => {
                let text = self.require(&self.dice, "Dice", "DiceLetters", problems)?;
                let dice = match &text.value {
                    WrittenFaces::Text(dice) => {
                        report(parse_dice(&spelling.read(dice)), &text.location, problems)?
                    }
                    WrittenFaces::Faces(dice) => {
                        let die = |faces: &Vec<Located<String>>| {
                            let faces = faces.iter().map(|face| one_face(face, spelling, problems));
                            Die::new(faces.collect::<Option<Vec<_>>>()?)
                        };
                        dice.iter().map(die).collect::<Option<_>>()?
                    }
                };
                Some(LetterDistribution::Dice {
                    dice,
                    shuffle: self.shuffle_dice,
                })
            }
            Some("LetterPropensity") => {
                let (method, key) = ("LetterPropensity", "PropensityLetters");
                let text = self.require(&self.pool, method, key, problems)?;
                let faces = match &text.value {
                    WrittenFaces::Text(faces) => {
                        report(parse_pool(&spelling.read(faces)), &text.location, problems)?
                    }
                    WrittenFaces::Faces(faces) => {
                        let faces = faces.iter().flatten();
                        let faces = faces.map(|face| one_face(face, spelling, problems));
                        faces.collect::<Option<_>>()?
                    }
                };
                Some(LetterDistribution::Pool {
                    faces,
                    without_replacement: self.without_replacement,
                })
            }
            Some(_) => {
                let list = match (&self.file, &self.word_dictionary) {
                    (Some(_), Some(dictionary)) => {
                        let message = message::replaces("WordListDictionary", "WordListFile");
                        problems.error(&dictionary.location, message);
                        return None;
                    }
                    (None, Some(dictionary)) => WordList::Dictionary(
                        DictionaryWords::new(dictionary.value.clone())
                            .with_lengths(self.word_lengths.clone())
                            .with_words_per_board(self.words_per_board)
                            .with_letters_per_tile(self.letters_per_tile),
                    ),
                    (file, None) => {
                        let keys = message::either("WordListFile", "WordListDictionary");
                        let file = self.require(file, "WordList", keys, problems)?;
                        WordList::File(file.value.clone().into())
                    }
                };
                Some(LetterDistribution::WordList {
                    list,
                    shuffle: self.shuffle_letters,
                })
            }
            None => {
                let methods = ["Dice", "LetterPropensity", "WordList"];
                let methods = alternatives(&methods.map(|method| format!("{method:?}")));
                problems.error(&self.location, message::no_method(methods));
                None
            }
        }
    }

    fn require<'e, T>(
        &self,
        text: &'e Option<Located<T>>,
        method: &str,
        key: impl Into<MessageValue>,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<&'e Located<T>> {
        if text.is_none() {
            let message = message::missing_key(key, quoted(method));
            problems.error(&self.location, message);
        }
        text.as_ref()
    }
}

impl WrittenFaces {
    /// Reads a string, an array of strings, or for dice an array of such arrays.
    fn read(
        at: Option<&Located<&Value<'_>>>,
        kind: ValueKind,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Located<Self>> {
        let Located { location, value } = at?;
        let location = location.clone();
        let Some(array) = value.as_array() else {
            let text = value.as_string_lit()?.value.to_string();
            return Some(Located {
                location,
                value: Self::Text(text),
            });
        };
        if array.elements.is_empty() {
            let expected = match kind {
                ValueKind::Dice => message::dice(),
                _ => message::faces(),
            };
            problems.error(&location, message::found_none(expected));
            return None;
        }
        let dice = match kind {
            ValueKind::Dice => {
                let die = |die| {
                    let at = || at_value(&location, die);
                    let array = reader::array(die, message::faces, at, problems)?;
                    faces(array, &at_value(&location, die), problems)
                };
                array.elements.iter().map(die).collect::<Option<_>>()?
            }
            _ => vec![faces(array, &location, problems)?],
        };
        Some(Located {
            location,
            value: Self::Faces(dice),
        })
    }
}

/// Reads an array of word lengths.
fn read_lengths(at: &Located<&Value<'_>>, problems: &mut ProblemCollector<'_>) -> Vec<usize> {
    let elements = at.value.as_array().map_or(&[][..], |array| &array.elements);
    if elements.is_empty() {
        problems.error(&at.location, message::found_none(message::lengths()));
    }
    let lengths = elements.iter().enumerate().filter_map(|(index, element)| {
        let location = || at.location.index(index, element.start());
        reader::number(element, MOST_LENGTH, location, problems).map(|length| length as usize)
    });
    lengths.collect()
}

fn at_value(location: &Location, value: &Value<'_>) -> Location {
    location.moved_to(value.start())
}

/// Returns the strings of an array, or reports a problem if there are none.
fn faces(
    array: &Array<'_>,
    location: &Location,
    problems: &mut ProblemCollector<'_>,
) -> Option<Vec<Located<String>>> {
    if array.elements.is_empty() {
        problems.error(location, message::found_none(message::faces()));
        return None;
    }
    let face = |value| {
        let text = reader::text(value, location, problems)?;
        Some(Located {
            location: at_value(location, value),
            value: text.to_owned(),
        })
    };
    array.elements.iter().map(face).collect()
}

/// Parses a string as a single face.
fn one_face(
    text: &Located<String>,
    spelling: &Spelling,
    problems: &mut ProblemCollector<'_>,
) -> Option<Tile> {
    let read = spelling.read(&text.value);
    // A bar at the end makes the whole text one tile, even without upper case.
    let tiles = match read.contains('|') {
        false => report(
            notation::parse(&format!("{read}|")),
            &text.location,
            problems,
        )?,
        true => Vec::new(),
    };
    match tiles.as_slice() {
        [tile] => Some(tile.clone()),
        _ => {
            let message = message::expected(message::one_face(), quoted(&text.value));
            problems.error(&text.location, message);
            None
        }
    }
}

fn report<T, E: ToMessage>(
    parsed: Result<T, E>,
    location: &Location,
    problems: &mut ProblemCollector<'_>,
) -> Option<T> {
    parsed
        .map_err(|error| problems.error(location, error.to_message()))
        .ok()
}
