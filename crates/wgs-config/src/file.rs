//! Reads a configuration file, described in chapter 5 of the manual of Word Game Solver:
//! from text to entries as they are written, each value with its location. Names are resolved
//! by the [`catalogue`](crate::catalogue).
//!
//! The keys are listed in the tables that [`Section::keys`] returns. The tables drive the
//! reader with its type checks and suggestions, the JSON Schema, the reference page and the
//! fields of the editor.
//!
//! Reading is strict, and all problems are reported at once, each with its location. A few
//! deviations that occur in real files only cause a warning: letter values written directly in
//! a `ScoringRules` entry, keys in the other spellings of the manual, white space around keys,
//! comments, trailing commas and line breaks inside strings. A game that names an entry which
//! does not exist is disabled, and the rest of the file can be used.
//!
//! ```
//! use wgs_config::Catalogue;
//!
//! let text = r#"{ "GameRules": { "X": { "Grid": "4x4" } } }"#;
//! let problems = Catalogue::parse(text).unwrap_err();
//! assert_eq!(
//!     problems[0].to_string(),
//!     r#"1:25: GameRules."X".Grid: unknown key "Grid"; did you mean "GridDesign"?"#
//! );
//! ```

pub(crate) mod dictionary;
pub(crate) mod distribution;
pub(crate) mod document;
pub(crate) mod game;
pub(crate) mod grid;
pub(crate) mod preferences;
pub(crate) mod reader;
pub(crate) mod scoring;

pub(crate) use game::GameEntry;
pub(crate) use preferences::PreferencesEntry;

use dictionary::DictionaryEntry;
use distribution::DistributionEntry;
use grid::GridEntry;
use scoring::ScoringEntry;

use std::collections::HashMap;

use jsonc_parser::common::Ranged;

use crate::key::Section;
use crate::problem::{Location, ProblemCollector};

/// The entries of a configuration file as they are written, each value with its location.
#[derive(Default)]
pub(crate) struct ConfigFile {
    pub(crate) grids: Vec<NamedEntry<GridEntry>>,
    pub(crate) scoring: Vec<NamedEntry<ScoringEntry>>,
    pub(crate) dictionaries: Vec<NamedEntry<DictionaryEntry>>,
    pub(crate) distributions: Vec<NamedEntry<DistributionEntry>>,
    pub(crate) games: Vec<NamedEntry<GameEntry>>,
    pub(crate) preferences: Vec<NamedEntry<PreferencesEntry>>,
}

/// An entry of a section with its name.
pub(crate) struct NamedEntry<T> {
    pub(crate) name: String,
    /// The entry as it is written; [`None`] if it has problems, which were reported.
    pub(crate) value: Option<T>,
}

impl ConfigFile {
    /// Reads a file and adds its problems to `problems`.
    pub(crate) fn read(text: &str, problems: &mut ProblemCollector<'_>) -> Self {
        let mut file = Self::default();
        let Some(document) = document::parse(text, problems) else {
            return file;
        };
        let root = Location::at(document.start());
        let Some(object) = reader::object(&document, &root, problems) else {
            return file;
        };
        let mut seen = HashMap::new();
        for member in reader::members(object, &root, problems) {
            let location = root.key(member.name, member.at);
            match Section::named(member.name.trim()) {
                Some(section) => {
                    let (name, at) = (section.name(), member.at);
                    let location = root.key(name, at);
                    if reader::check_spelling(&member, name, &mut seen, &location, problems) {
                        file.read_section(section, &member, &location, problems);
                    }
                }
                None if member.name == "$schema" => {
                    reader::text(member.value, &location, problems);
                }
                None => {
                    let names = Section::ALL.iter().map(|section| section.name());
                    problems.unknown_key(&location, member.name, names.chain(["$schema"]));
                }
            }
        }
        file
    }

    fn read_section(
        &mut self,
        section: Section,
        member: &reader::Member<'_>,
        location: &Location,
        problems: &mut ProblemCollector<'_>,
    ) {
        let Some(object) = reader::object(member.value, location, problems) else {
            return;
        };
        for member in reader::members(object, location, problems) {
            let location = location.name(member.name, member.at);
            let (name, json) = (member.name.to_owned(), member.value);
            match section {
                Section::Grids => {
                    let value = GridEntry::read(json, &location, problems);
                    self.grids.push(NamedEntry { name, value });
                }
                Section::ScoringRules => {
                    let value = ScoringEntry::read(json, &location, problems);
                    self.scoring.push(NamedEntry { name, value });
                }
                Section::Dictionaries => {
                    let value = DictionaryEntry::read(json, &location, problems);
                    self.dictionaries.push(NamedEntry { name, value });
                }
                Section::LetterDistributions => {
                    let value = DistributionEntry::read(json, &location, problems);
                    self.distributions.push(NamedEntry { name, value });
                }
                Section::GameRules => {
                    let value = GameEntry::read(json, &location, problems);
                    self.games.push(NamedEntry { name, value });
                }
                Section::Preferences => {
                    let value = PreferencesEntry::read(json, &location, problems);
                    self.preferences.push(NamedEntry { name, value });
                }
            }
        }
    }

    /// Returns the names of a section's entries, including those with problems.
    pub(crate) fn names(&self, section: Section) -> Box<dyn Iterator<Item = &str> + '_> {
        fn names<T>(entries: &[NamedEntry<T>]) -> Box<dyn Iterator<Item = &str> + '_> {
            Box::new(entries.iter().map(|entry| entry.name.as_str()))
        }
        match section {
            Section::Grids => names(&self.grids),
            Section::ScoringRules => names(&self.scoring),
            Section::Dictionaries => names(&self.dictionaries),
            Section::LetterDistributions => names(&self.distributions),
            Section::GameRules => names(&self.games),
            Section::Preferences => names(&self.preferences),
        }
    }
}
