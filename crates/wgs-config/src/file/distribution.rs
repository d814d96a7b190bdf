//! The `LetterDistributions` section, chapter 5.4 of the manual.

use jsonc_parser::ast::{Array, Value};
use jsonc_parser::common::Ranged;
use wgs_core::{Face, notation};
use wgs_lab::{Die, LetterDistribution, parse_dice, parse_pool};

use super::reader::{self, Fields};
use crate::key::{Key, Kind, Literal, key};
use crate::problem::{At, Place, Problems};
use crate::spelling::Spelling;

pub(crate) const KEYS: &[Key] = &[
    key(
        "GenerationMethod",
        Kind::Choice(&["Dice", "LetterPropensity", "WordList"]),
        None,
        "How boards are made: by rolling dice, drawing from a pool of letters, or picking a line of a file",
    ),
    key(
        "DiceLetters",
        Kind::Dice,
        None,
        "For Dice: the faces of each die in the notation of boards, dice separated by commas; or each face a string of its own, where case cannot mark where it starts",
    ),
    key(
        "ShuffleDice",
        Kind::Boolean,
        Some(Literal::Boolean(true)),
        "For Dice: whether any die may land on any cell",
    ),
    key(
        "PropensityLetters",
        Kind::Faces,
        None,
        "For LetterPropensity: the pool of letters in the notation of boards, or each a string of its own",
    ),
    key(
        "SampleWithoutReplacement",
        Kind::Boolean,
        Some(Literal::Boolean(true)),
        "For LetterPropensity: whether a letter that was drawn stays out of the pool",
    ),
    key(
        "WordListFile",
        Kind::Text,
        None,
        "For WordList: the path of a file with one set of letters on each line",
    ),
    key(
        "ShuffleLetters",
        Kind::Boolean,
        Some(Literal::Boolean(true)),
        "For WordList: whether the letters of a line are mixed",
    ),
];

/// Faces as they are written.
enum Letters {
    /// In the notation of boards.
    Text(String),
    /// Each a string of its own, with its place, by die.
    Faces(Vec<Vec<At<String>>>),
}

/// A letter distribution as it is written.
pub(crate) struct DistributionEntry {
    place: Place,
    method: Option<String>,
    dice: Option<At<Letters>>,
    shuffle_dice: bool,
    pool: Option<At<Letters>>,
    without_replacement: bool,
    file: Option<At<String>>,
    shuffle_letters: bool,
}

impl DistributionEntry {
    pub(crate) fn read(
        value: &Value<'_>,
        place: &Place,
        problems: &mut Problems<'_>,
    ) -> Option<Self> {
        let before = problems.errors();
        let fields = Fields::read_strictly(value, place, KEYS, problems)?;
        let entry = Self {
            place: place.clone(),
            method: fields.text("GenerationMethod").map(|method| method.value),
            dice: Letters::read(fields.get("DiceLetters"), Kind::Dice, problems),
            shuffle_dice: fields.boolean("ShuffleDice").unwrap_or(true),
            pool: Letters::read(fields.get("PropensityLetters"), Kind::Faces, problems),
            without_replacement: fields.boolean("SampleWithoutReplacement").unwrap_or(true),
            file: fields.text("WordListFile"),
            shuffle_letters: fields.boolean("ShuffleLetters").unwrap_or(true),
        };
        (problems.errors() == before).then_some(entry)
    }

    /// The distribution that is meant with a spelling. Keys of other methods are left alone.
    pub(crate) fn understand(
        &self,
        spelling: &Spelling,
        problems: &mut Problems<'_>,
    ) -> Option<LetterDistribution> {
        match self.method.as_deref() {
            Some("Dice") => {
                let text = self.require(&self.dice, "Dice", "DiceLetters", problems)?;
                let dice = match &text.value {
                    Letters::Text(dice) => {
                        report(parse_dice(&spelling.read(dice)), &text.place, problems)?
                    }
                    Letters::Faces(dice) => {
                        let die = |faces: &Vec<At<String>>| {
                            let faces = faces.iter().map(|face| one_face(face, spelling, problems));
                            Some(Die {
                                faces: faces.collect::<Option<_>>()?,
                            })
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
                    Letters::Text(faces) => {
                        report(parse_pool(&spelling.read(faces)), &text.place, problems)?
                    }
                    Letters::Faces(faces) => {
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
                let text = self.require(&self.file, "WordList", "WordListFile", problems)?;
                Some(LetterDistribution::WordList {
                    path: text.value.clone().into(),
                    shuffle: self.shuffle_letters,
                })
            }
            None => {
                let message = "GenerationMethod is missing; wanted \"Dice\", \"LetterPropensity\" or \"WordList\"";
                problems.error(&self.place, message);
                None
            }
        }
    }

    fn require<'e, T>(
        &self,
        text: &'e Option<At<T>>,
        method: &str,
        key: &str,
        problems: &mut Problems<'_>,
    ) -> Option<&'e At<T>> {
        if text.is_none() {
            let message = format!("{key} is missing, which the GenerationMethod {method:?} needs");
            problems.error(&self.place, message);
        }
        text.as_ref()
    }
}

impl Letters {
    /// Reads a string, an array of strings, or for dice an array of such arrays.
    fn read(
        at: Option<&At<&Value<'_>>>,
        kind: Kind,
        problems: &mut Problems<'_>,
    ) -> Option<At<Self>> {
        let At { place, value } = at?;
        let place = place.clone();
        let Some(array) = value.as_array() else {
            let text = value.as_string_lit()?.value.to_string();
            return Some(At {
                place,
                value: Self::Text(text),
            });
        };
        if array.elements.is_empty() {
            let wanted = match kind {
                Kind::Dice => "an array with an array of faces for each die",
                _ => "an array of faces",
            };
            problems.error(&place, format!("wanted {wanted}, found none"));
            return None;
        }
        let dice = match kind {
            Kind::Dice => {
                let die = |die| {
                    let wanted = "an array of faces";
                    let array = reader::array(die, wanted, || at_value(&place, die), problems)?;
                    faces(array, &at_value(&place, die), problems)
                };
                array.elements.iter().map(die).collect::<Option<_>>()?
            }
            _ => vec![faces(array, &place, problems)?],
        };
        Some(At {
            place,
            value: Self::Faces(dice),
        })
    }
}

fn at_value(place: &Place, value: &Value<'_>) -> Place {
    Place {
        at: value.start(),
        ..place.clone()
    }
}

/// The strings of an array, at least one.
fn faces(array: &Array<'_>, place: &Place, problems: &mut Problems<'_>) -> Option<Vec<At<String>>> {
    if array.elements.is_empty() {
        problems.error(place, "wanted an array of faces, found none");
        return None;
    }
    let face = |value| {
        let text = reader::text(value, place, problems)?;
        Some(At {
            place: at_value(place, value),
            value: text.to_owned(),
        })
    };
    array.elements.iter().map(face).collect()
}

/// The face that a string is, whatever letters it has.
fn one_face(text: &At<String>, spelling: &Spelling, problems: &mut Problems<'_>) -> Option<Face> {
    let read = spelling.read(&text.value);
    // A bar makes one tile of the whole text; what is not one tile is no face.
    let tiles = match read.contains('|') {
        false => report(notation::parse(&format!("{read}|")), &text.place, problems)?,
        true => Vec::new(),
    };
    match tiles.as_slice() {
        [tile] if tile.letter_multiplier == 1 && tile.word_multiplier == 1 => {
            Some(tile.face.clone())
        }
        _ => {
            let message = format!("wanted the letters of one face, found {:?}", text.value);
            problems.error(&text.place, message);
            None
        }
    }
}

fn report<T, E: std::fmt::Display>(
    parsed: Result<T, E>,
    place: &Place,
    problems: &mut Problems<'_>,
) -> Option<T> {
    parsed
        .map_err(|error| problems.error(place, error.to_string()))
        .ok()
}
