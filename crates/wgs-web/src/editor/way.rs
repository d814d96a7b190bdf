//! Where one is in the editor, as the fragment of the address says it.
//!
//! ```
//! use wgs_config::Section;
//! use wgs_web::editor::way::Way;
//!
//! let way = Way::of("GameRules/Boggle%20(New)");
//! assert_eq!(way, Way::Entry(Section::GameRules, "Boggle (New)".to_owned()));
//! assert_eq!(way.address(), "#/settings/GameRules/Boggle%20(New)");
//! ```

use std::fmt::Write;

use wgs_config::{Draft, Problem, Section};

/// A place in the editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// The entries of a section.
    Section(Section),
    /// An entry.
    Entry(Section, String),
    /// The configuration as text.
    Text,
}

/// The way to the text.
const TEXT: &str = "text";

impl Way {
    /// The place that the rest of a fragment means; the games, where it means nothing.
    pub fn of(rest: &str) -> Self {
        let (section, entry) = match rest.split_once('/') {
            Some((section, entry)) => (section, entry),
            None => (rest, ""),
        };
        match Section::named(section) {
            Some(section) if entry.is_empty() => Self::Section(section),
            Some(section) => Self::Entry(section, decoded(entry)),
            None if section == TEXT => Self::Text,
            None => Self::Section(Section::GameRules),
        }
    }

    /// The fragment that leads there.
    pub fn address(&self) -> String {
        match self {
            Self::Section(section) => format!("#/settings/{}", section.name()),
            Self::Entry(section, entry) => {
                format!("#/settings/{}/{}", section.name(), encoded(entry))
            }
            Self::Text => format!("#/settings/{TEXT}"),
        }
    }

    /// The section it is in.
    pub fn section(&self) -> Option<Section> {
        match self {
            Self::Section(section) | Self::Entry(section, _) => Some(*section),
            Self::Text => None,
        }
    }

    /// Where a problem can be put right, and the id of what to go to there.
    pub fn to_problem(draft: &Draft, problem: &Problem) -> (Self, String) {
        let path = &problem.path;
        if let (Some(section), Some(entry)) = (path.section(), path.entry())
            && draft.entry(section, entry).is_some()
        {
            let mut keys = section.keys().iter();
            let key = keys.find(|key| path.key() == Some(key.name));
            let id = key.map_or_else(|| "entry-problems".to_owned(), |key| field_id(key.name));
            return (Self::Entry(section, entry.to_owned()), id);
        }
        (Self::Text, line_id(problem.line))
    }
}

/// The id of the field of a key. The designer is the field of both keys that it writes.
pub fn field_id(key: &str) -> String {
    match key {
        "Tiles" | "Size" => "field-Tiles".to_owned(),
        key => format!("field-{key}"),
    }
}

/// Stands for a line of the text where an id is wanted.
pub fn line_id(line: usize) -> String {
    format!("line-{line}")
}

fn encoded(name: &str) -> String {
    let mut text = String::new();
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'(' | b')' | b'!' => {
                text.push(char::from(byte));
            }
            _ => write!(text, "%{byte:02X}").expect("strings can be written to"),
        }
    }
    text
}

/// What is written in percent signs; what is not is taken as it stands.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let hex = others
            .get(..2)
            .and_then(|hex| std::str::from_utf8(hex).ok());
        let hex = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (first, hex) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &others[2..];
            }
            _ => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_leads_back_to_itself() {
        for way in [
            Way::Section(Section::Grids),
            Way::Entry(Section::GameRules, "Boggle (New)".to_owned()),
            Way::Entry(Section::Dictionaries, "50% / Wörter?#".to_owned()),
            Way::Text,
        ] {
            let address = way.address();
            let rest = address.strip_prefix("#/settings/").unwrap();
            assert!(!rest.contains([' ', '#', '?']), "{address}");
            assert_eq!(Way::of(rest), way);
        }
    }

    #[test]
    fn a_way_to_nowhere_leads_to_the_games() {
        for rest in ["", "Gmaes", "GameRules/"] {
            assert_eq!(Way::of(rest), Way::Section(Section::GameRules), "{rest}");
        }
        let odd = Way::of("Grids/100%");
        assert_eq!(odd, Way::Entry(Section::Grids, "100%".to_owned()));
    }

    #[test]
    fn problems_are_found_at_their_fields() {
        let text = r#"{ "Grids": { "A": { "Size": [4, 0], "Odd": 1 } }, "Odder": {} }"#;
        let draft = Draft::new(text);
        let ways: Vec<String> = draft
            .problems()
            .iter()
            .map(|problem| Way::to_problem(&draft, problem))
            .map(|(way, id)| format!("{} {id}", way.address()))
            .collect();
        let wanted = [
            "#/settings/Grids/A field-Tiles",
            "#/settings/Grids/A entry-problems",
            "#/settings/text line-1",
        ];
        for way in wanted {
            assert!(ways.iter().any(|found| found == way), "{ways:?}");
        }
    }
}
