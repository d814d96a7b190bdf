//! The configuration file of chapter 5 of the manual: what may be written, what was written,
//! and what is wrong with it. What it means is [`catalogue`](crate::catalogue)'s matter.
//!
//! The keys are described once, in the tables that [`Section::keys`] gives out. The tables
//! drive the reader, its type checks and suggestions, the JSON Schema and the reference page.
//!
//! Reading is strict: all problems are reported at once, each with its location. Only what
//! real files are known to have loads with a warning: letter values written directly in a
//! `ScoringRules` entry, comments, trailing commas and line breaks inside strings.
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

use jsonc_parser::common::Ranged;

use crate::key::Section;
use crate::problem::{Location, ProblemCollector};

/// The file as it was written, with the places of its entries.
#[derive(Default)]
pub(crate) struct ConfigFile {
    pub(crate) grids: Vec<NamedEntry<GridEntry>>,
    pub(crate) scoring: Vec<NamedEntry<ScoringEntry>>,
    pub(crate) dictionaries: Vec<NamedEntry<DictionaryEntry>>,
    pub(crate) distributions: Vec<NamedEntry<DistributionEntry>>,
    pub(crate) games: Vec<NamedEntry<GameEntry>>,
    pub(crate) preferences: Vec<NamedEntry<PreferencesEntry>>,
}

/// A named entry of a section.
pub(crate) struct NamedEntry<T> {
    pub(crate) name: String,
    /// [`None`] when there were problems in it, which are reported by then.
    pub(crate) written: Option<T>,
}

impl ConfigFile {
    /// Reads a file. What is wrong goes to `problems`.
    pub(crate) fn read(text: &str, problems: &mut ProblemCollector<'_>) -> Self {
        let mut written = Self::default();
        let Some(document) = document::parse(text, problems) else {
            return written;
        };
        let root = Location::at(document.start());
        let Some(object) = reader::object(&document, &root, problems) else {
            return written;
        };
        for member in reader::members(object, &root, problems) {
            let location = root.key(member.name, member.at);
            match Section::named(member.name) {
                Some(section) => written.read_section(section, &member, &location, problems),
                None if member.name == "$schema" => {
                    reader::text(member.value, &location, problems);
                }
                None => {
                    let names = Section::ALL.iter().map(|section| section.name());
                    problems.unknown_key(&location, member.name, names.chain(["$schema"]));
                }
            }
        }
        written
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
            let (name, value) = (member.name.to_owned(), member.value);
            match section {
                Section::Grids => {
                    let written = GridEntry::read(value, &location, problems);
                    self.grids.push(NamedEntry { name, written });
                }
                Section::ScoringRules => {
                    let written = ScoringEntry::read(value, &location, problems);
                    self.scoring.push(NamedEntry { name, written });
                }
                Section::Dictionaries => {
                    let written = DictionaryEntry::read(value, &location, problems);
                    self.dictionaries.push(NamedEntry { name, written });
                }
                Section::LetterDistributions => {
                    let written = DistributionEntry::read(value, &location, problems);
                    self.distributions.push(NamedEntry { name, written });
                }
                Section::GameRules => {
                    let written = GameEntry::read(value, &location, problems);
                    self.games.push(NamedEntry { name, written });
                }
                Section::Preferences => {
                    let written = PreferencesEntry::read(value, &location, problems);
                    self.preferences.push(NamedEntry { name, written });
                }
            }
        }
    }

    /// The names of a section's entries, including those with problems.
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
