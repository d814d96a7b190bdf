//! The keys of the configuration file as a page of Markdown, made from the tables of keys.

use std::fmt::Write;

use crate::key::{DefaultValue, Key, Section, ValueKind};

/// Keys that the manual of Word Game Solver does not have.
const ADDED: [&str; 13] = [
    "Size",
    "Neighbours",
    "ReuseTiles",
    "RequiredPositions",
    "PangramBonus",
    "Path",
    "Accents",
    "OwnLetters",
    "Language",
    "Eszett",
    "FinalForms",
    "Apostrophes",
    "Hyphens",
];

/// A page of Markdown that lists every key with its values, default and meaning.
///
/// ```
/// assert!(wgs_config::reference().contains("| `GridDesign` |"));
/// ```
pub fn reference() -> String {
    let mut page = String::from(
        "# The keys of the configuration file\n\n\
         Made by `wgs config reference` from the tables that the reader checks files with. Keys\n\
         marked * are not in the manual of Word Game Solver.\n",
    );
    for section in Section::ALL {
        push_section(section, &mut page).expect("a string takes all text");
    }
    page
}

fn push_section(section: Section, page: &mut String) -> std::fmt::Result {
    write!(page, "\n## {}\n\n{}.\n", section.name(), section.doc())?;
    if section.keys().is_empty() {
        return Ok(());
    }
    page.push_str("\n| key | value | default | meaning |\n|---|---|---|---|\n");
    for key in section.keys() {
        let added = if ADDED.contains(&key.name) { " *" } else { "" };
        writeln!(
            page,
            "| `{}`{added} | {} | {} | {} |",
            key.name,
            value(key.kind),
            default(key),
            key.doc,
        )?;
    }
    Ok(())
}

fn value(kind: ValueKind) -> String {
    match kind {
        ValueKind::Boolean => "true or false".to_owned(),
        ValueKind::Integer { least, most } => format!("{least} to {most}"),
        ValueKind::Text => "string".to_owned(),
        ValueKind::Choice(choices) => {
            let choices = choices.iter().map(|choice| format!("`\"{choice}\"`"));
            choices.collect::<Vec<_>>().join(", ")
        }
        ValueKind::Name(section) => format!("name in {}", section.name()),
        ValueKind::Template(_) => "format string".to_owned(),
        ValueKind::Switch => "true or false, also as a string".to_owned(),
        ValueKind::Pixels => "pixels, also as a string".to_owned(),
        ValueKind::Dice => "string, or `[[\"Qu\", \"E\", …], …]`".to_owned(),
        ValueKind::Faces => "string, or `[\"Qu\", \"E\", …]`".to_owned(),
        ValueKind::LetterValues => "`{ \"A\": 1, … }`".to_owned(),
        ValueKind::LengthBonuses => "`{ \"3\": 1, \"5\": 1.5, \"8+\": 11, … }`".to_owned(),
        ValueKind::Places => "`[[1, 1], [2, 1], …]`".to_owned(),
        ValueKind::Size => "`[4, 4]`".to_owned(),
        ValueKind::Positions => "`[1, …]`".to_owned(),
        ValueKind::PositionLists => "`[[2, 3], [1], …]`".to_owned(),
    }
}

fn default(key: &Key) -> String {
    match key.default {
        None => "none".to_owned(),
        Some(DefaultValue::Boolean(value)) => value.to_string(),
        Some(DefaultValue::Integer(value)) => value.to_string(),
        Some(DefaultValue::Text(value)) => format!("`{value}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_in_the_repository_is_this_one() {
        let written = include_str!("../../../docs/configuration.md");
        assert_eq!(
            written,
            reference(),
            "write it anew: wgs config reference > docs/configuration.md"
        );
    }

    #[test]
    fn every_added_key_exists() {
        let keys: Vec<&str> = Section::ALL
            .iter()
            .flat_map(|section| section.keys())
            .map(|key| key.name)
            .collect();
        assert!(ADDED.iter().all(|added| keys.contains(added)));
    }
}
