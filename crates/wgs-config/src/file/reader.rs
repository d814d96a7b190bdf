//! Reads objects with the help of the key tables. Unknown keys, repeated keys and values of
//! the wrong kind are reported here. The sections only see values that fit.

use std::collections::HashMap;

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;

use wgs_engine::message::{Message, MessageValue, ToMessage, alternatives, quoted};

use crate::key::{Key, TemplateKind, ValueKind, find_key};
use crate::message;
use crate::problem::{Located, Location, ProblemCollector};
use crate::template::{
    AnalysisTemplate, PlainText, SolutionTemplate, TemplateError, ToolTipTemplate,
};

/// A member of a JSON object: its key and its value.
pub(crate) struct Member<'a> {
    pub(crate) name: &'a str,
    /// The byte offset of the key.
    pub(crate) at: usize,
    pub(crate) value: &'a Value<'a>,
}

/// Returns the members of an object. A repeated key is reported and left out.
pub(crate) fn members<'a>(
    object: &'a Object<'a>,
    location: &Location,
    problems: &mut ProblemCollector<'_>,
) -> Vec<Member<'a>> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut members = Vec::with_capacity(object.properties.len());
    for property in &object.properties {
        let (name, at) = (property.name.as_str(), property.name.start());
        if let Some(&first) = seen.get(name) {
            let line = problems.line(first);
            let message = message::repeated_key(quoted(name), line);
            problems.error(&location.key(name, at), message);
            continue;
        }
        seen.insert(name, at);
        members.push(Member {
            name,
            at,
            value: &property.value,
        });
    }
    members
}

/// The members of an entry, matched with the table of its keys.
pub(crate) struct EntryFields<'a> {
    fields: Vec<(&'static str, Located<&'a Value<'a>>)>,
    /// Members that are not in the table, for the section to interpret or to report.
    pub(crate) unknown: Vec<Member<'a>>,
}

impl<'a> EntryFields<'a> {
    /// Reads an entry. Values of the wrong kind are reported and left out.
    pub(crate) fn read(
        value: &'a Value<'a>,
        location: &Location,
        keys: &'static [Key],
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Self> {
        let object = object(value, location, problems)?;
        let mut fields = Self {
            fields: Vec::new(),
            unknown: Vec::new(),
        };
        let mut seen = HashMap::new();
        for member in members(object, location, problems) {
            match find_key(keys, member.name) {
                Some(key) => {
                    let named = location.key(key.name, member.at);
                    if !check_spelling(&member, key.name, &mut seen, &named, problems) {
                        continue;
                    }
                    let location = location.key(key.name, member.value.start());
                    if fits(key.kind, member.value, &location, problems) {
                        let value = member.value;
                        fields.fields.push((key.name, Located { location, value }));
                    }
                }
                None => fields.unknown.push(member),
            }
        }
        Some(fields)
    }

    /// Like [`Self::read`], but also reports members that are not in the table.
    pub(crate) fn read_strictly(
        value: &'a Value<'a>,
        location: &Location,
        keys: &'static [Key],
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Self> {
        let fields = Self::read(value, location, keys, problems)?;
        for member in &fields.unknown {
            report_unknown(member, location, keys, problems);
        }
        Some(fields)
    }

    /// Returns the value of a key, if it is written and of the right kind.
    pub(crate) fn get(&self, key: &str) -> Option<&Located<&'a Value<'a>>> {
        let field = self.fields.iter().find(|(name, _)| *name == key);
        field.map(|(_, value)| value)
    }

    pub(crate) fn boolean(&self, key: &str) -> Option<bool> {
        match self.get(key)?.value {
            Value::BooleanLit(literal) => Some(literal.value),
            _ => None,
        }
    }

    pub(crate) fn integer(&self, key: &str) -> Option<u32> {
        whole_number(self.get(key)?.value)
    }

    pub(crate) fn text(&self, key: &str) -> Option<Located<String>> {
        let Located { location, value } = self.get(key)?;
        Some(Located {
            location: location.clone(),
            value: value.as_string_lit()?.value.to_string(),
        })
    }

    /// Returns all strings, numbers and booleans as text.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.fields.iter().filter_map(|&(key, ref at)| {
            let text = match at.value {
                Value::StringLit(literal) => literal.value.to_string(),
                Value::NumberLit(literal) => literal.value.to_owned(),
                Value::BooleanLit(literal) => literal.value.to_string(),
                _ => return None,
            };
            Some((key, text))
        })
    }
}

/// Warns of a key or section that is spelled in another way than in the tables. Returns false
/// and reports a problem if the object has it in both spellings.
pub(crate) fn check_spelling(
    member: &Member<'_>,
    name: &'static str,
    seen: &mut HashMap<&'static str, usize>,
    location: &Location,
    problems: &mut ProblemCollector<'_>,
) -> bool {
    if let Some(first) = seen.insert(name, member.at) {
        let line = problems.line(first);
        problems.error(location, message::repeated_spelling(quoted(name), line));
        return false;
    }
    if member.name != name {
        let message = message::other_spelling(quoted(member.name), quoted(name));
        problems.warning(location, message);
    }
    true
}

/// Reports a member that is not in the table.
pub(crate) fn report_unknown(
    member: &Member<'_>,
    location: &Location,
    keys: &[Key],
    problems: &mut ProblemCollector<'_>,
) {
    let location = location.key(member.name, member.at);
    let names = keys.iter().map(|key| key.name);
    problems.unknown_key(&location, member.name, names);
}

/// Returns whether a value is of a kind, and reports it if not.
fn fits(
    kind: ValueKind,
    value: &Value<'_>,
    location: &Location,
    problems: &mut ProblemCollector<'_>,
) -> bool {
    let string = value.as_string_lit().map(|literal| &*literal.value);
    let expected = match kind {
        ValueKind::Boolean if value.as_boolean_lit().is_some() => return true,
        ValueKind::Boolean => message::true_or_false(),
        ValueKind::Integer { least, most } => {
            if whole_number(value).is_some_and(|number| (least..=most).contains(&number)) {
                return true;
            }
            message::whole_number(least, most)
        }
        ValueKind::Text | ValueKind::Name(_) if string.is_some() => return true,
        ValueKind::Text => message::string(),
        ValueKind::Name(section) => message::entry_name(section.name()),
        ValueKind::Choice(choices) => match string {
            Some(string) if choices.contains(&string) => return true,
            _ => {
                let hint = string.and_then(|it| problems.hint(it, choices.iter().copied()));
                let choices: Vec<String> =
                    choices.iter().map(|choice| format!("{choice:?}")).collect();
                let expected = alternatives(&choices);
                let message = message::expected_choice(expected, describe(value), hint);
                problems.error(location, message);
                return false;
            }
        },
        ValueKind::Template(format) => match string.map(|string| check_format(format, string)) {
            Some(Ok(())) => return true,
            Some(Err(error)) => {
                problems.error(location, error.to_message());
                return false;
            }
            None => message::string(),
        },
        ValueKind::Switch if value.as_boolean_lit().is_some() => return true,
        ValueKind::Switch if matches!(string, Some("true" | "false")) => return true,
        ValueKind::Switch => message::true_or_false(),
        ValueKind::Pixels => {
            let number = string
                .and_then(|text| text.parse().ok())
                .or(whole_number(value));
            if number.is_some_and(|number: u32| (1..=1000).contains(&number)) {
                return true;
            }
            message::whole_number(1u32, 1000u32)
        }
        ValueKind::Dice | ValueKind::Faces if string.is_some() || value.as_array().is_some() => {
            return true;
        }
        ValueKind::Dice => message::string_or_dice(),
        ValueKind::Faces => message::string_or_faces(),
        ValueKind::LetterValues | ValueKind::LengthBonuses if value.as_object().is_some() => {
            return true;
        }
        ValueKind::LetterValues => message::letter_values(),
        ValueKind::LengthBonuses => message::length_bonuses(),
        ValueKind::Places
        | ValueKind::Size
        | ValueKind::Lengths
        | ValueKind::Positions
        | ValueKind::PositionLists
            if value.as_array().is_some() =>
        {
            return true;
        }
        ValueKind::Places => message::places(),
        ValueKind::Size => message::size(),
        ValueKind::Lengths => message::lengths(),
        ValueKind::Positions => message::positions(),
        ValueKind::PositionLists => message::position_lists(),
    };
    problems.error(location, message::expected(expected, describe(value)));
    false
}

fn check_format(format: TemplateKind, text: &str) -> Result<(), TemplateError> {
    match format {
        TemplateKind::Plain => PlainText::parse(text).map(drop),
        TemplateKind::Solution => SolutionTemplate::parse(text).map(drop),
        TemplateKind::Analysis => AnalysisTemplate::parse(text).map(drop),
        TemplateKind::ToolTip => ToolTipTemplate::parse(text).map(drop),
    }
}

/// Returns a value as a whole number, if it is one that fits 32 bits.
pub(crate) fn whole_number(value: &Value<'_>) -> Option<u32> {
    value.as_number_lit()?.value.parse().ok()
}

/// Returns a value as a whole number from 1 to `most`, or reports a problem.
pub(crate) fn number(
    value: &Value<'_>,
    most: u32,
    location: impl FnOnce() -> Location,
    problems: &mut ProblemCollector<'_>,
) -> Option<u32> {
    let number = whole_number(value).filter(|number| (1..=most).contains(number));
    if number.is_none() {
        let expected = message::whole_number(1u32, most);
        problems.error(&location(), message::expected(expected, describe(value)));
    }
    number
}

/// Returns a value as an object, or reports a problem.
pub(crate) fn object<'a>(
    value: &'a Value<'a>,
    location: &Location,
    problems: &mut ProblemCollector<'_>,
) -> Option<&'a Object<'a>> {
    let object = value.as_object();
    if object.is_none() {
        let at = value.start();
        let location = location.moved_to(at);
        let message = message::expected(message::object(), describe(value));
        problems.error(&location, message);
    }
    object
}

/// Returns a value as an array, or reports the kind of value that was expected.
pub(crate) fn array<'a>(
    value: &'a Value<'a>,
    expected: fn() -> Message,
    location: impl FnOnce() -> Location,
    problems: &mut ProblemCollector<'_>,
) -> Option<&'a Array<'a>> {
    let array = value.as_array();
    if array.is_none() {
        problems.error(&location(), message::expected(expected(), describe(value)));
    }
    array
}

/// Returns a value as a string, or reports a problem.
pub(crate) fn text<'a>(
    value: &'a Value<'a>,
    location: &Location,
    problems: &mut ProblemCollector<'_>,
) -> Option<&'a str> {
    let text = value.as_string_lit();
    if text.is_none() {
        let at = value.start();
        let location = location.moved_to(at);
        let message = message::expected(message::string(), describe(value));
        problems.error(&location, message);
    }
    text.map(|literal| &*literal.value)
}

/// Describes a value in a message.
pub(crate) fn describe(value: &Value<'_>) -> MessageValue {
    const LONGEST: usize = 40;
    let short = |text: String| match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    match value {
        Value::StringLit(literal) => short(format!("{:?}", literal.value)).into(),
        Value::NumberLit(literal) => short(literal.value.to_owned()).into(),
        Value::BooleanLit(literal) => literal.value.to_string().into(),
        Value::NullKeyword(_) => "null".into(),
        Value::Object(_) => message::object().into(),
        Value::Array(array) => match array.elements.len() {
            1 => message::array_of_one().into(),
            items => message::array(items).into(),
        },
    }
}
