//! The `LetterDistributions` section, chapter 5.4 of the manual.

use jsonc_parser::ast::Value;
use wgs_lab::{LetterDistribution, parse_dice, parse_pool};

use super::key::{Key, Kind, Literal, key};
use super::problem::{At, Place, Problems};
use super::reader::Fields;

pub(super) const KEYS: &[Key] = &[
    key(
        "GenerationMethod",
        Kind::Choice(&["Dice", "LetterPropensity", "WordList"]),
        None,
        "How boards are made: by rolling dice, drawing from a pool of letters, or picking a line of a file",
    ),
    key(
        "DiceLetters",
        Kind::Text,
        None,
        "For Dice: the faces of each die in the notation of boards, dice separated by commas",
    ),
    key(
        "ShuffleDice",
        Kind::Boolean,
        Some(Literal::Boolean(true)),
        "For Dice: whether any die may land on any cell",
    ),
    key(
        "PropensityLetters",
        Kind::Text,
        None,
        "For LetterPropensity: the pool of letters in the notation of boards",
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

/// A letter distribution as it is written.
pub(crate) struct DistributionEntry {
    place: Place,
    method: Option<String>,
    dice: Option<At<String>>,
    shuffle_dice: bool,
    pool: Option<At<String>>,
    without_replacement: bool,
    file: Option<At<String>>,
    shuffle_letters: bool,
}

impl DistributionEntry {
    pub(super) fn read(
        value: &Value<'_>,
        place: &Place,
        problems: &mut Problems<'_>,
    ) -> Option<Self> {
        let before = problems.errors();
        let fields = Fields::read_strictly(value, place, KEYS, problems)?;
        (problems.errors() == before).then(|| Self {
            place: place.clone(),
            method: fields.text("GenerationMethod").map(|method| method.value),
            dice: fields.text("DiceLetters"),
            shuffle_dice: fields.boolean("ShuffleDice").unwrap_or(true),
            pool: fields.text("PropensityLetters"),
            without_replacement: fields.boolean("SampleWithoutReplacement").unwrap_or(true),
            file: fields.text("WordListFile"),
            shuffle_letters: fields.boolean("ShuffleLetters").unwrap_or(true),
        })
    }

    /// The distribution that is meant. Keys of other methods are left alone.
    pub(crate) fn understand(&self, problems: &mut Problems<'_>) -> Option<LetterDistribution> {
        match self.method.as_deref() {
            Some("Dice") => {
                let text = self.require(&self.dice, "Dice", "DiceLetters", problems)?;
                let dice = parse_dice(&text.value);
                Some(LetterDistribution::Dice {
                    dice: report(dice, &text.place, problems)?,
                    shuffle: self.shuffle_dice,
                })
            }
            Some("LetterPropensity") => {
                let (method, key) = ("LetterPropensity", "PropensityLetters");
                let text = self.require(&self.pool, method, key, problems)?;
                let faces = parse_pool(&text.value);
                Some(LetterDistribution::Pool {
                    faces: report(faces, &text.place, problems)?,
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

    fn require<'e>(
        &self,
        text: &'e Option<At<String>>,
        method: &str,
        key: &str,
        problems: &mut Problems<'_>,
    ) -> Option<&'e At<String>> {
        if text.is_none() {
            let message = format!("{key} is missing, which the GenerationMethod {method:?} needs");
            problems.error(&self.place, message);
        }
        text.as_ref()
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
