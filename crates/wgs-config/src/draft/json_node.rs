//! Values that a draft writes into its text. For line breaks and indentation, see
//! [`JsonStyle`](super::json_style::JsonStyle).

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use serde_json::Value;

/// A value to write. Numbers and strings are kept as JSON text, so that copying `1.50` writes
/// `1.50`.
pub(super) enum JsonNode {
    /// A string, a number, `true`, `false` or `null`, as JSON text.
    Atom(String),
    /// An array.
    Array(Vec<JsonNode>),
    /// An object. The keys are JSON strings, quotes included.
    Object(Vec<(String, JsonNode)>),
}

impl JsonNode {
    /// Copies a value of a text, without its comments.
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
            // Quoting it again escapes any line breaks inside it.
            ast::Value::StringLit(literal) => Self::Atom(quoted(&literal.value)),
            atom => Self::Atom(text[atom.start()..atom.end()].to_owned()),
        }
    }

    /// A member of an object: its quoted key and its value.
    pub(super) fn member(name: &str, value: Self) -> (String, Self) {
        (quoted(name), value)
    }

    /// Writes the value on one line.
    pub(super) fn one_line(&self) -> String {
        match self {
            Self::Atom(text) => text.clone(),
            Self::Array(items) => {
                let items: Vec<String> = items.iter().map(Self::one_line).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Object(members) if members.is_empty() => "{}".to_owned(),
            Self::Object(members) => {
                let members = members.iter();
                let members: Vec<String> = members
                    .map(|(name, value)| format!("{name}: {}", value.one_line()))
                    .collect();
                format!("{{ {} }}", members.join(", "))
            }
        }
    }
}

impl From<&Value> for JsonNode {
    fn from(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::Array(items.iter().map(Self::from).collect()),
            Value::Object(members) => {
                let mut members: Vec<(&String, &Value)> = members.iter().collect();
                super::sort_members(&mut members, None);
                let members = members.into_iter();
                Self::Object(
                    members
                        .map(|(name, value)| Self::member(name, value.into()))
                        .collect(),
                )
            }
            Value::String(text) => Self::Atom(quoted(text)),
            atom => Self::Atom(atom.to_string()),
        }
    }
}

/// Returns a text as a JSON string, quotes included.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The sort key of an object's key: numbers such as `8+` come first, by size, then all others
/// alphabetically.
pub(super) fn key_order(name: &str) -> (u64, &str) {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let number = name[..digits].parse().unwrap_or(u64::MAX);
    (number, name)
}
