//! The `ScoringRules` section, described in chapter 5.2 of the manual of Word Game Solver.

use std::collections::BTreeMap;

use jsonc_parser::ast::{NumberLit, Value};
use jsonc_parser::common::Ranged;
use wgs_engine::message::quoted;
use wgs_engine::{Cell, Decimal, DecimalError, FoldedText, LengthBonuses, QuLength, Rules, letter};

use super::grid::read_positions;
use super::reader::{self, EntryFields, Member, describe};
use crate::key::{DefaultValue, Key, ValueKind, key};
use crate::message;
use crate::problem::{Located, Location, ProblemCollector};
use wgs_engine::spelling::Spelling;

pub(crate) const KEYS: &[Key] = &[
    key(
        "LetterValues",
        ValueKind::LetterValues,
        None,
        "The value of each letter, from 0 to 999. Letters that are not listed are worth nothing",
    ),
    key(
        "LengthBonuses",
        ValueKind::LengthBonuses,
        None,
        "The bonus for each word length, a decimal number. A length with a plus sign, such as 8+, also covers all longer words",
    ),
    key(
        "QIsQu",
        ValueKind::Boolean,
        Some(DefaultValue::Boolean(true)),
        "Whether a Q tile is a Qu tile",
    ),
    key(
        "ShortWordLength",
        ValueKind::Integer {
            least: 0,
            most: MOST_LENGTH,
        },
        Some(DefaultValue::Integer(0)),
        "The length up to which words are short. Short words score ShortWordPoints and no length bonus",
    ),
    key(
        "ShortWordPoints",
        ValueKind::Integer {
            least: 0,
            most: MOST_POINTS,
        },
        Some(DefaultValue::Integer(0)),
        "The points of a short word, instead of its letter values",
    ),
    key(
        "ShortWordMultiplier",
        ValueKind::Boolean,
        Some(DefaultValue::Boolean(false)),
        "Whether word multipliers apply to short words",
    ),
    key(
        "MinWordLength",
        ValueKind::Integer {
            least: 0,
            most: MOST_LENGTH,
        },
        Some(DefaultValue::Integer(1)),
        "The number of letters that a word needs to count",
    ),
    key(
        "QuLength",
        ValueKind::Integer { least: 1, most: 2 },
        Some(DefaultValue::Integer(2)),
        "The number of letters that a Qu tile counts for when QIsQu is true",
    ),
    key(
        "WildCardPoints",
        ValueKind::Boolean,
        Some(DefaultValue::Boolean(false)),
        "Whether a wildcard scores the value of the letter it stands for",
    ),
    key(
        "MultiplyLengthBonus",
        ValueKind::Boolean,
        Some(DefaultValue::Boolean(false)),
        "Whether the length bonus multiplies the word's score instead of being added to it",
    ),
    key(
        "RoundBonusUp",
        ValueKind::Boolean,
        Some(DefaultValue::Boolean(false)),
        "Whether fractional scores are rounded up instead of down",
    ),
    key(
        "RandomBoardSize",
        ValueKind::Integer {
            least: 0,
            most: MOST_POINTS,
        },
        Some(DefaultValue::Integer(0)),
        "The largest number of tiles on a random board; 0 fills the grid",
    ),
    key(
        "RequiredPositions",
        ValueKind::Positions,
        None,
        "Positions that every word must use, such as the centre of a spelling bee",
    ),
    key(
        "PangramBonus",
        ValueKind::Integer {
            least: 0,
            most: MOST_POINTS,
        },
        Some(DefaultValue::Integer(0)),
        "The bonus for a word that uses every tile on the board",
    ),
];

/// The largest word length that can be configured, longer than any word.
const MOST_LENGTH: u32 = 1_000;
const MOST_POINTS: u32 = 1_000_000;
/// The largest letter value, as in the manual.
const MOST_VALUE: u32 = 999;

/// A validated entry of `ScoringRules`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// How words score, and which words count.
    pub rules: Rules,
    /// The largest number of tiles on a random board; [`None`] fills the grid.
    pub random_board_size: Option<u32>,
}

/// Scoring rules as they are written in the file. The spelling of a game's dictionary decides
/// which letters they mean, and its grid whether their positions exist.
pub(crate) struct ScoringEntry {
    scoring: Scoring,
    letters: Vec<(String, u32)>,
}

impl ScoringEntry {
    pub(crate) fn read(
        value: &Value<'_>,
        location: &Location,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Self> {
        let before = problems.errors();
        let fields = EntryFields::read(value, location, KEYS, problems)?;
        let mut letters = LetterValueTable::default();
        if let Some(at) = fields.get("LetterValues") {
            letters.read_object(at, problems);
        }
        letters.read_direct(&fields.unknown, location, problems);

        let mut rules = Rules::word_game_solver();
        let boolean = |key, field: &mut bool| *field = fields.boolean(key).unwrap_or(*field);
        let integer = |key, field: &mut u32| *field = fields.integer(key).unwrap_or(*field);
        rules.letter_values = letters.values.clone();
        if let Some(at) = fields.get("LengthBonuses") {
            rules.length_bonuses = read_bonuses(at, problems);
        }
        boolean("QIsQu", &mut rules.q_is_qu);
        integer("ShortWordLength", &mut rules.short_word_length);
        integer("ShortWordPoints", &mut rules.short_word_points);
        boolean("ShortWordMultiplier", &mut rules.short_word_multiplier);
        integer("MinWordLength", &mut rules.min_word_length);
        if let Some(length) = fields.integer("QuLength").and_then(QuLength::new) {
            rules.qu_length = length;
        }
        boolean("WildCardPoints", &mut rules.wildcard_points);
        boolean("MultiplyLengthBonus", &mut rules.multiply_length_bonus);
        boolean("RoundBonusUp", &mut rules.round_bonus_up);
        if let Some(at) = fields.get("RequiredPositions") {
            let positions = read_positions(at.value, &at.location, problems);
            rules.required_cells = positions
                .into_iter()
                .filter_map(Cell::at_position)
                .collect();
        }
        integer("PangramBonus", &mut rules.pangram_bonus);
        let random_board_size = fields.integer("RandomBoardSize").filter(|&size| size > 0);
        (problems.errors() == before).then_some(Self {
            scoring: Scoring {
                rules,
                random_board_size,
            },
            letters: letters.written,
        })
    }

    /// Returns the rules with Unicode's own spelling.
    pub(crate) fn resolve(&self) -> Scoring {
        self.scoring.clone()
    }

    /// Returns the rules with a spelling. If it makes two letters the same, the last value
    /// counts.
    pub(crate) fn resolve_with(&self, spelling: &Spelling) -> Scoring {
        let mut scoring = self.scoring.clone();
        let letters = self
            .letters
            .iter()
            .filter_map(|(letter, value)| Some((single_letter(&spelling.read(letter))?, *value)));
        scoring.rules.letter_values = letters.collect();
        scoring
    }
}

/// Collects the values of letters, by folded letter.
#[derive(Default)]
struct LetterValueTable {
    values: BTreeMap<FoldedText, u32>,
    /// The letters as they are written.
    written: Vec<(String, u32)>,
}

impl LetterValueTable {
    fn read_object(&mut self, at: &Located<&Value<'_>>, problems: &mut ProblemCollector<'_>) {
        let Some(object) = at.value.as_object() else {
            return;
        };
        for member in reader::members(object, &at.location, problems) {
            let location = at.location.name(member.name, member.at);
            if single_letter(member.name).is_none() {
                let message = message::expected(message::single_letter(), quoted(member.name));
                problems.error(&location, message);
                continue;
            }
            self.insert(&member, location, problems);
        }
    }

    /// Reads letters among the keys of the entry itself, as in the manual's Quarrel example.
    fn read_direct(
        &mut self,
        unknown: &[Member<'_>],
        location: &Location,
        problems: &mut ProblemCollector<'_>,
    ) {
        let mut warned = false;
        for member in unknown {
            let is_number = member.value.as_number_lit().is_some();
            if single_letter(member.name).is_none() || !is_number {
                reader::report_unknown(member, location, KEYS, problems);
                continue;
            }
            let location = location.name(member.name, member.at);
            if !std::mem::replace(&mut warned, true) {
                problems.warning(&location, message::direct_letter());
            }
            self.insert(member, location, problems);
        }
    }

    fn insert(
        &mut self,
        member: &Member<'_>,
        location: Location,
        problems: &mut ProblemCollector<'_>,
    ) {
        let Some(letter) = single_letter(member.name) else {
            return;
        };
        let value = reader::whole_number(member.value).filter(|&value| value <= MOST_VALUE);
        let Some(value) = value else {
            let at = member.value.start();
            let expected = message::whole_number(0u32, MOST_VALUE);
            let message = message::expected(expected, describe(member.value));
            return problems.error(&location.moved_to(at), message);
        };
        self.written.push((member.name.to_owned(), value));
        if self.values.insert(letter, value).is_some() {
            problems.error(&location, message::repeated_letter(quoted(member.name)));
        }
    }
}

/// Returns a text as a folded letter, if it is a single letter.
fn single_letter(text: &str) -> Option<FoldedText> {
    if matches!(text, "ß" | "ẞ") {
        // Unicode folds it to two letters, but a dictionary may keep it as one.
        return Some(FoldedText::new("ß"));
    }
    let folded = letter::fold(text);
    let one = letter::letters(&folded).count() == 1 && folded.starts_with(char::is_alphabetic);
    one.then(|| FoldedText::new(text))
}

fn read_bonuses(at: &Located<&Value<'_>>, problems: &mut ProblemCollector<'_>) -> LengthBonuses {
    let mut bonuses = LengthBonuses::default();
    let Some(object) = at.value.as_object() else {
        return bonuses;
    };
    for member in reader::members(object, &at.location, problems) {
        let location = at.location.name(member.name, member.at);
        let Some((length, open)) = parse_length(member.name) else {
            let expected = message::length(MOST_LENGTH);
            let message = message::expected(expected, quoted(member.name));
            problems.error(&location, message);
            continue;
        };
        let bonus = match member.value {
            // The text is exact; a binary fraction might not be.
            Value::NumberLit(NumberLit { value, .. }) => {
                let parsed = value.parse::<Decimal>();
                parsed.map_err(|_| DecimalError::expected())
            }
            _ => Err(message::a_number()),
        };
        let bonus = match bonus {
            Ok(bonus) => bonus,
            Err(expected) => {
                let at = member.value.start();
                let message = message::expected(expected, describe(member.value));
                problems.error(&location.moved_to(at), message);
                continue;
            }
        };
        if !open {
            bonuses.exact.insert(length, bonus);
        } else if let Some((first, _)) = bonuses.from.replace((length, bonus)) {
            let message = message::second_open_length(format!("\"{first}+\""));
            problems.error(&location, message);
        }
    }
    bonuses
}

/// Parses `8` or `8+`: the length, and whether it also covers longer words.
fn parse_length(text: &str) -> Option<(u32, bool)> {
    let (digits, open) = match text.strip_suffix('+') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    let length = digits
        .parse()
        .ok()
        .filter(|length| (1..=MOST_LENGTH).contains(length))?;
    plain.then_some((length, open))
}
