//! The route to a page of the editor, as written in the fragment of the address.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use wgs_config::{Draft, Problem, Section};

/// A page of the editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditorRoute {
    /// The entries of a section.
    Section(Section),
    /// An entry.
    Entry(Section, String),
    /// The configuration as text.
    Text,
}

/// The address of the text page.
const TEXT: &str = "text";

/// The characters that are encoded in the address.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'(')
    .remove(b')')
    .remove(b'!');

impl EditorRoute {
    /// Reads the rest of a fragment. Unknown routes lead to the list of games.
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

    /// The fragment of the address.
    pub fn address(&self) -> String {
        match self {
            Self::Section(section) => format!("#/settings/{}", section.name()),
            Self::Entry(section, entry) => {
                format!("#/settings/{}/{}", section.name(), encoded(entry))
            }
            Self::Text => format!("#/settings/{TEXT}"),
        }
    }

    /// The section of the page, if it has one.
    pub fn section(&self) -> Option<Section> {
        match self {
            Self::Section(section) | Self::Entry(section, _) => Some(*section),
            Self::Text => None,
        }
    }

    /// The page where a problem can be fixed, and the id of the element there.
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

/// The id of the field for a key. The grid designer is the field for both keys that it writes.
pub fn field_id(key: &str) -> String {
    match key {
        "Tiles" | "Size" => "field-Tiles".to_owned(),
        key => format!("field-{key}"),
    }
}

/// The id that stands for a line of the text.
pub fn line_id(line: usize) -> String {
    format!("line-{line}")
}

fn encoded(name: &str) -> String {
    utf8_percent_encode(name, ENCODED).to_string()
}

/// Decodes percent signs; those that encode nothing stay as they are.
fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_written_in_the_fragment() {
        let route = EditorRoute::of("GameRules/Boggle%20(New)");
        assert_eq!(
            route,
            EditorRoute::Entry(Section::GameRules, "Boggle (New)".to_owned())
        );
        assert_eq!(route.address(), "#/settings/GameRules/Boggle%20(New)");
    }

    #[test]
    fn the_address_of_a_route_is_read_as_the_same_route() {
        for route in [
            EditorRoute::Section(Section::Grids),
            EditorRoute::Entry(Section::GameRules, "Boggle (New)".to_owned()),
            EditorRoute::Entry(Section::Dictionaries, "50% / Wörter?#".to_owned()),
            EditorRoute::Text,
        ] {
            let address = route.address();
            let rest = address.strip_prefix("#/settings/").unwrap();
            assert!(!rest.contains([' ', '#', '?']), "{address}");
            assert_eq!(EditorRoute::of(rest), route);
        }
    }

    #[test]
    fn an_unknown_route_leads_to_the_games() {
        for rest in ["", "Gmaes", "GameRules/"] {
            assert_eq!(
                EditorRoute::of(rest),
                EditorRoute::Section(Section::GameRules),
                "{rest}"
            );
        }
        let odd = EditorRoute::of("Grids/100%");
        assert_eq!(odd, EditorRoute::Entry(Section::Grids, "100%".to_owned()));
    }

    #[test]
    fn problems_lead_to_their_fields() {
        let text = r#"{ "Grids": { "A": { "Size": [4, 0], "Odd": 1 } }, "Odder": {} }"#;
        let draft = Draft::new(text);
        let routes: Vec<String> = draft
            .problems()
            .iter()
            .map(|problem| EditorRoute::to_problem(&draft, problem))
            .map(|(route, id)| format!("{} {id}", route.address()))
            .collect();
        let expected = [
            "#/settings/Grids/A field-Tiles",
            "#/settings/Grids/A entry-problems",
            "#/settings/text line-1",
        ];
        for route in expected {
            assert!(routes.iter().any(|found| found == route), "{routes:?}");
        }
    }
}
