//! How new values are laid out in a text: on one line where they fit, else broken as the
//! embedded configuration is. What the text has already keeps the form it has.

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use serde_json::Value;

/// Longer lines are broken where they can be.
pub(super) const WIDTH: usize = 100;

/// Items of at most so many characters share lines when their array is broken.
const SMALL_ITEM: usize = 24;

/// The same in objects: letters and lengths with their values do, keys of entries do not.
const SMALL_MEMBER: usize = 12;

/// A value to be written. Numbers and strings are as the text has or will have them, so that
/// copying `1.50` gives `1.50`.
pub(super) enum Item {
    /// Anything that has no items.
    Atom(String),
    /// Items in brackets.
    Array(Vec<Item>),
    /// Items with their keys, which are written as strings already, in braces.
    Object(Vec<(String, Item)>),
}

impl Item {
    /// A value that the text has, without its comments.
    pub(super) fn copied(value: &ast::Value<'_>, text: &str) -> Self {
        match value {
            ast::Value::Object(object) => Self::Object(
                object
                    .properties
                    .iter()
                    .map(|property| {
                        let name = quoted(property.name.as_str());
                        (name, Self::copied(&property.value, text))
                    })
                    .collect(),
            ),
            ast::Value::Array(array) => {
                let items = array.elements.iter();
                Self::Array(items.map(|item| Self::copied(item, text)).collect())
            }
            // Its line breaks, if it has them, are escaped.
            ast::Value::StringLit(literal) => Self::Atom(quoted(&literal.value)),
            atom => Self::Atom(text[atom.start()..atom.end()].to_owned()),
        }
    }

    /// An item of a name and its value.
    pub(super) fn member(name: &str, item: Self) -> (String, Self) {
        (quoted(name), item)
    }

    /// The value on one line.
    pub(super) fn line(&self) -> String {
        match self {
            Self::Atom(text) => text.clone(),
            Self::Array(items) => {
                let items: Vec<String> = items.iter().map(Self::line).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Object(items) if items.is_empty() => "{}".to_owned(),
            Self::Object(items) => {
                let items: Vec<String> = items.iter().map(member_line).collect();
                format!("{{ {} }}", items.join(", "))
            }
        }
    }
}

impl From<&Value> for Item {
    fn from(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::Array(items.iter().map(Self::from).collect()),
            Value::Object(items) => {
                let mut items: Vec<(&String, &Value)> = items.iter().collect();
                items.sort_by_key(|(name, _)| rank(name));
                let items = items.into_iter();
                Self::Object(
                    items
                        .map(|(name, value)| Self::member(name, value.into()))
                        .collect(),
                )
            }
            Value::String(text) => Self::Atom(quoted(text)),
            atom => Self::Atom(atom.to_string()),
        }
    }
}

/// A string as JSON writes it.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Where a name stands among others: numbers as `8+` by their size, before other names.
pub(super) fn rank(name: &str) -> (u64, &str) {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let number = name[..digits].parse().unwrap_or(u64::MAX);
    (number, name)
}

fn member_line((name, item): &(String, Item)) -> String {
    format!("{name}: {}", item.line())
}

/// How a text is laid out.
pub(super) struct Layout {
    /// What ends a line; [`None`] where the text is a single line and is to stay one.
    pub(super) line_break: Option<&'static str>,
    /// One step of indentation.
    pub(super) unit: String,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            line_break: Some("\n"),
            unit: "  ".to_owned(),
        }
    }
}

impl Layout {
    /// The layout of a text whose first entry begins at a byte.
    pub(super) fn of(text: &str, first: Option<usize>) -> Self {
        let line_break = match text.find('\n') {
            Some(at) if text[..at].ends_with('\r') => Some("\r\n"),
            Some(_) => Some("\n"),
            // There is nothing yet that a line would be like.
            None if first.is_none() => Some("\n"),
            None => None,
        };
        let indented = first.map(|first| indentation(text, first));
        let unit = indented.filter(|unit| !unit.is_empty()).unwrap_or("  ");
        Self {
            line_break,
            unit: unit.to_owned(),
        }
    }

    /// An item, on a line of this indentation, with so many characters before it and after.
    pub(super) fn item(&self, item: &Item, indent: &str, taken: usize) -> String {
        let line = item.line();
        match taken + line.chars().count() <= WIDTH {
            true => line,
            false => self.broken(item, indent),
        }
    }

    /// An item that is to take several lines, if it can.
    pub(super) fn broken(&self, item: &Item, indent: &str) -> String {
        let Some(line_break) = self.line_break else {
            return item.line();
        };
        let inner = format!("{indent}{}", self.unit);
        let (open, close, small, items): (_, _, _, Vec<String>) = match item {
            Item::Atom(text) => return text.clone(),
            Item::Array(items) => {
                let taken = inner.chars().count() + 1;
                let items = items.iter().map(|item| self.item(item, &inner, taken));
                ('[', ']', SMALL_ITEM, items.collect())
            }
            Item::Object(items) => {
                let items = items.iter().map(|(name, item)| {
                    let taken = inner.chars().count() + name.chars().count() + 3;
                    format!("{name}: {}", self.item(item, &inner, taken))
                });
                ('{', '}', SMALL_MEMBER, items.collect())
            }
        };
        if items.is_empty() {
            return item.line();
        }
        let small = items.iter().all(|item| item.chars().count() <= small);
        let mut text = String::from(open);
        let mut column = WIDTH;
        for (index, item) in items.iter().enumerate() {
            let length = item.chars().count() + 2;
            if small && column + length <= WIDTH {
                text.push(' ');
                column += length;
            } else {
                text += line_break;
                text += &inner;
                column = inner.chars().count() + length;
            }
            text += item;
            if index + 1 < items.len() {
                text.push(',');
            }
        }
        text += line_break;
        text += indent;
        text.push(close);
        text
    }
}

/// The blank beginning of the line of a byte.
pub(super) fn indentation(text: &str, at: usize) -> &str {
    let start = line_start(text, at);
    let blank = text[start..at].find(|c| c != ' ' && c != '\t');
    &text[start..blank.map_or(at, |blank| start + blank)]
}

/// Where the line of a byte begins.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_fits_stays_on_a_line_and_small_items_share_lines() {
        let laid = |value: &Value| Layout::default().item(&Item::from(value), "", 0);
        assert_eq!(
            laid(&json!({"b": [1, 2.5], "a": "x\n"})),
            r#"{ "a": "x\n", "b": [1, 2.5] }"#
        );
        assert_eq!(laid(&json!({"10": 1, "9": 2})), r#"{ "9": 2, "10": 1 }"#);
        assert_eq!(laid(&json!({})), "{}");
        let pairs: Vec<[u32; 2]> = (1..=20).map(|x| [x, x]).collect();
        let text = laid(&json!({ "Tiles": pairs, "Adjacency": "Full" }));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..3],
            ["{", r#"  "Adjacency": "Full","#, r#"  "Tiles": ["#]
        );
        assert!(
            lines[3].starts_with("    [1, 1], [2, 2], [3, 3],"),
            "{text}"
        );
        assert!(lines.iter().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(
            serde_json::from_str::<Value>(&text).unwrap()["Tiles"],
            json!(pairs)
        );
    }
}
