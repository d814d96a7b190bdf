//! How new values are formatted: on one line where they fit, otherwise broken over several
//! lines as in the embedded configuration. Text that is already there keeps its own format.

use super::json_node::JsonNode;

/// The longest line. Longer ones are broken where possible.
pub(super) const WIDTH: usize = 100;

/// When an array is broken, items of at most this many characters share lines.
const SMALL_ITEM: usize = 24;

/// When an object is broken, members of at most this many characters share lines. Letters and
/// lengths with their values are this short; the keys of entries are not.
const SMALL_MEMBER: usize = 12;

/// The line breaks and the indentation of a text.
pub(super) struct JsonStyle {
    /// The line break; [`None`] where the text is a single line and must stay one.
    pub(super) line_break: Option<&'static str>,
    /// One level of indentation.
    pub(super) indent: String,
}

impl Default for JsonStyle {
    fn default() -> Self {
        Self {
            line_break: Some("\n"),
            indent: "  ".to_owned(),
        }
    }
}

impl JsonStyle {
    /// Detects the style of a text. `first` is where its first section starts.
    pub(super) fn of(text: &str, first: Option<usize>) -> Self {
        let line_break = match text.find('\n') {
            Some(at) if text[..at].ends_with('\r') => Some("\r\n"),
            Some(_) => Some("\n"),
            // An empty object on one line is not yet a style to follow.
            None if first.is_none() => Some("\n"),
            None => None,
        };
        let indented = first.map(|first| indentation(text, first));
        let indent = indented.filter(|indent| !indent.is_empty()).unwrap_or("  ");
        Self {
            line_break,
            indent: indent.to_owned(),
        }
    }

    /// Writes a value on a line that is indented by `indent` and has `taken` other characters,
    /// before and after the value.
    pub(super) fn format(&self, node: &JsonNode, indent: &str, taken: usize) -> String {
        let line = node.one_line();
        match taken + line.chars().count() <= WIDTH {
            true => line,
            false => self.format_broken(node, indent),
        }
    }

    /// Writes a value over several lines, if it has items.
    pub(super) fn format_broken(&self, node: &JsonNode, indent: &str) -> String {
        let Some(line_break) = self.line_break else {
            return node.one_line();
        };
        let inner = format!("{indent}{}", self.indent);
        let (open, close, small, items): (_, _, _, Vec<String>) = match node {
            JsonNode::Atom(text) => return text.clone(),
            JsonNode::Array(items) => {
                let taken = inner.chars().count() + 1;
                let items = items.iter().map(|item| self.format(item, &inner, taken));
                ('[', ']', SMALL_ITEM, items.collect())
            }
            JsonNode::Object(members) => {
                let members = members.iter().map(|(name, value)| {
                    let taken = inner.chars().count() + name.chars().count() + 3;
                    format!("{name}: {}", self.format(value, &inner, taken))
                });
                ('{', '}', SMALL_MEMBER, members.collect())
            }
        };
        if items.is_empty() {
            return node.one_line();
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

/// Returns the white space at the start of the line that contains a byte offset.
pub(super) fn indentation(text: &str, at: usize) -> &str {
    let start = line_start(text, at);
    let blank = text[start..at].find(|c| c != ' ' && c != '\t');
    &text[start..blank.map_or(at, |blank| start + blank)]
}

/// Returns where the line that contains a byte offset starts.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn short_values_stay_on_one_line_and_small_items_share_lines() {
        let format = |value: &Value| JsonStyle::default().format(&JsonNode::from(value), "", 0);
        assert_eq!(
            format(&json!({"b": [1, 2.5], "a": "x\n"})),
            r#"{ "a": "x\n", "b": [1, 2.5] }"#
        );
        assert_eq!(format(&json!({"10": 1, "9": 2})), r#"{ "9": 2, "10": 1 }"#);
        assert_eq!(format(&json!({})), "{}");
        let pairs: Vec<[u32; 2]> = (1..=20).map(|x| [x, x]).collect();
        let text = format(&json!({ "Tiles": pairs, "Adjacency": "Full" }));
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
