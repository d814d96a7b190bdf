//! The configuration file of chapter 5 of the manual: what may be written, what was written,
//! and what is wrong with it. What it means is [`catalogue`](crate::catalogue)'s matter.
//!
//! The keys are described once, in the tables that [`Section::keys`] gives out. The tables
//! drive the reader, its type checks and suggestions, the JSON Schema and the reference page.
//!
//! Reading is strict: all problems are reported at once, each with its place. Only what
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

use crate::key::Section;
use crate::problem::{Place, Problems};

/// The file as it was written, with the places of its entries.
#[derive(Default)]
pub(crate) struct Written {
    pub(crate) grids: Vec<Entry<GridEntry>>,
    pub(crate) scoring: Vec<Entry<ScoringEntry>>,
    pub(crate) dictionaries: Vec<Entry<DictionaryEntry>>,
    pub(crate) distributions: Vec<Entry<DistributionEntry>>,
    pub(crate) games: Vec<Entry<GameEntry>>,
    pub(crate) preferences: Vec<Entry<PreferencesEntry>>,
}

/// A named entry of a section.
pub(crate) struct Entry<T> {
    pub(crate) name: String,
    /// [`None`] when there were problems in it, which are reported by then.
    pub(crate) written: Option<T>,
}

impl Written {
    /// Reads a file. What is wrong goes to `problems`.
    pub(crate) fn read(text: &str, problems: &mut Problems<'_>) -> Self {
        let mut written = Self::default();
        let Some(document) = document::parse(text, problems) else {
            return written;
        };
        let root = Place::root(&document);
        let Some(object) = reader::object(&document, &root, problems) else {
            return written;
        };
        for member in reader::members(object, &root, problems) {
            let place = root.key(member.name, member.at);
            match Section::named(member.name) {
                Some(section) => written.read_section(section, &member, &place, problems),
                None if member.name == "$schema" => {
                    reader::text(member.value, &place, problems);
                }
                None => {
                    let names = Section::ALL.iter().map(|section| section.name());
                    problems.unknown_key(&place, member.name, names.chain(["$schema"]));
                }
            }
        }
        written
    }

    fn read_section(
        &mut self,
        section: Section,
        member: &reader::Member<'_>,
        place: &Place,
        problems: &mut Problems<'_>,
    ) {
        let Some(object) = reader::object(member.value, place, problems) else {
            return;
        };
        for member in reader::members(object, place, problems) {
            let place = place.name(member.name, member.at);
            let (name, value) = (member.name.to_owned(), member.value);
            match section {
                Section::Grids => {
                    let written = GridEntry::read(value, &place, problems);
                    self.grids.push(Entry { name, written });
                }
                Section::ScoringRules => {
                    let written = ScoringEntry::read(value, &place, problems);
                    self.scoring.push(Entry { name, written });
                }
                Section::Dictionaries => {
                    let written = DictionaryEntry::read(value, &place, problems);
                    self.dictionaries.push(Entry { name, written });
                }
                Section::LetterDistributions => {
                    let written = DistributionEntry::read(value, &place, problems);
                    self.distributions.push(Entry { name, written });
                }
                Section::GameRules => {
                    let written = GameEntry::read(value, &place, problems);
                    self.games.push(Entry { name, written });
                }
                Section::Preferences => {
                    let written = PreferencesEntry::read(value, &place, problems);
                    self.preferences.push(Entry { name, written });
                }
            }
        }
    }

    /// The names of a section's entries, including those with problems.
    pub(crate) fn names(&self, section: Section) -> Box<dyn Iterator<Item = &str> + '_> {
        fn names<T>(entries: &[Entry<T>]) -> Box<dyn Iterator<Item = &str> + '_> {
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
