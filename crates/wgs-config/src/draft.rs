//! A configuration that is being edited: a text, changed field by field without losing its
//! comments or its form, with undo. What may be written is for [`Section::keys`], what it
//! means for the [`Catalogue`]; files are the caller's.
//!
//! ```
//! use serde_json::json;
//! use wgs_config::{Draft, Section};
//!
//! let mut draft = Draft::new(
//!     r#"{
//!   // Two by two is enough.
//!   "Grids": { "Tiny": { "Size": [2, 2] } },
//!   "GameRules": { "Mine": { "GridDesign": "Tiny" } }
//! }"#,
//! );
//! draft.set(Section::Grids, "Tiny", "Adjacency", Some(json!("Straight")))?;
//! draft.rename(Section::Grids, "Tiny", "Small")?;
//! assert_eq!(
//!     draft.text(),
//!     r#"{
//!   // Two by two is enough.
//!   "Grids": { "Small": { "Size": [2, 2], "Adjacency": "Straight" } },
//!   "GameRules": { "Mine": { "GridDesign": "Small" } }
//! }"#
//! );
//!
//! draft.set(Section::Grids, "Small", "Adjacency", Some(json!("Strait")))?;
//! let problems: Vec<_> = draft.problems_at(Section::Grids, "Small", "Adjacency").collect();
//! assert!(problems[0].message.ends_with(r#"did you mean "Straight"?"#));
//!
//! draft.undo();
//! assert!(draft.problems_at(Section::Grids, "Small", "Adjacency").next().is_none());
//! # Ok::<(), wgs_config::DraftError>(())
//! ```
//!
//! Comments stay unless they are inside of what is removed or replaced; an object that is set
//! is changed member by member, so that those between its members stay too. A text that is no
//! JSON cannot be edited by fields, only as a whole, by [`Draft::set_text`].

mod comment;
mod history;
mod json_node;
mod json_style;
mod json_text;

use std::collections::HashSet;
use std::sync::OnceLock;

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use serde_json::{Value, json};
use thiserror::Error;

pub use history::Edit;

use crate::catalogue::{Catalogue, DEFAULT_SET};
use crate::dictionary::BUILTIN;
use crate::key::{Section, ValueKind};
use crate::problem::{Problem, Severity};
use history::History;
use json_node::{JsonNode, key_order, quoted};
use json_style::JsonStyle;
use json_text::{InsertPosition, JsonText, index_of, to_value};

/// The key that a dictionary has which is written as its path alone.
const PATH: &str = "Path";

/// When more members of an object change, it is written anew.
const MOST_CHANGES: usize = 100;

/// A configuration that is being edited.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    text: String,
    history: History,
    /// What the text says, once asked for.
    reading: OnceLock<Result<SectionEntries, DraftError>>,
    /// What the text means, once asked for.
    meaning: OnceLock<(Option<Catalogue>, Vec<Problem>)>,
}

/// The entries of each section in the order of the file.
#[derive(Clone, Debug, Default)]
struct SectionEntries {
    sections: [Vec<(String, Value)>; Section::ALL.len()],
}

/// Why a draft cannot be edited so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DraftError {
    /// The text is no JSON.
    #[error("the text cannot be edited by fields until it is JSON: {0}")]
    NotJson(Problem),
    /// The text is JSON, but not where it matters.
    #[error("{place}: wanted an object, found {found}")]
    NotAnObject {
        /// Where.
        place: String,
        /// What is there.
        found: String,
    },
    /// There is no such entry.
    #[error("{} has no entry {entry:?}", section.name())]
    NoEntry {
        /// Where it was looked for.
        section: Section,
        /// What was looked for.
        entry: String,
    },
    /// There is such an entry already.
    #[error("{} already has an entry {entry:?}; wanted another name", section.name())]
    Taken {
        /// Where it is.
        section: Section,
        /// Its name.
        entry: String,
    },
    /// An entry would have no name.
    #[error("the name is empty; wanted a name for an entry of {}", section.name())]
    NoName {
        /// Where it would be.
        section: Section,
    },
}

impl Draft {
    /// A draft of a text, which may begin with a byte order mark and need not be right.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Replaces the text as a whole.
    pub fn set_text(&mut self, text: impl Into<String>) {
        self.commit(text.into(), Edit::Text);
    }

    /// Whether the text can be edited by fields; if not, why.
    pub fn editable(&self) -> Result<(), DraftError> {
        self.reading().map(drop)
    }

    /// The names of a section's entries in the order of the file; none where the text cannot
    /// be edited by fields.
    pub fn entries(&self, section: Section) -> impl Iterator<Item = &str> {
        let entries = self.reading().map(|reading| reading.section(section));
        let entries = entries.unwrap_or_default().iter();
        entries.map(|(name, _)| name.as_str())
    }

    /// An entry as it is written.
    pub fn entry(&self, section: Section, entry: &str) -> Option<&Value> {
        let entries = self.reading().ok()?.section(section);
        let found = entries.iter().find(|(name, _)| name == entry);
        found.map(|(_, value)| value)
    }

    /// The value of a key as it is written. A dictionary that is a path alone has it as `Path`.
    pub fn value(&self, section: Section, entry: &str, key: &str) -> Option<&Value> {
        match self.entry(section, entry)? {
            path @ Value::String(_) if section == Section::Dictionaries => {
                (key == PATH).then_some(path)
            }
            entry => entry.get(key),
        }
    }

    /// Gives a key another value, or removes it.
    pub fn set(
        &mut self,
        section: Section,
        entry: &str,
        key: &str,
        value: Option<Value>,
    ) -> Result<(), DraftError> {
        let old = self.existing(section, entry)?;
        let path = [section.name(), entry, key];
        let text = match (old, value) {
            (Value::String(alone), value) if section == Section::Dictionaries => {
                let item = match (key, value) {
                    (PATH, Some(Value::String(new))) if new == *alone => return Ok(()),
                    (PATH, Some(new @ Value::String(_))) => JsonNode::from(&new),
                    (PATH, Some(other)) => JsonNode::from(&json!({ PATH: other })),
                    (PATH, None) => JsonNode::Object(Vec::new()),
                    (_, Some(value)) => ordered(section, &json!({ PATH: alone, key: value })),
                    (_, None) => return Ok(()),
                };
                let sheet = JsonText::read(self.body())?;
                let old = sheet.value(&path[..2]).expect("the entry is there");
                sheet.with_value(old, &item)
            }
            (_, Some(value)) => put(self.body(), &path, &value, InsertPosition::Last)?,
            (_, None) => take(self.body(), &path)?,
        };
        let (entry, key) = (entry.to_owned(), key.to_owned());
        self.accept(
            text,
            Edit::Set {
                section,
                entry,
                key,
            },
        )
    }

    /// Gives an entry another value as a whole, in one step: keys that it has already stay
    /// where they are, with their comments.
    pub fn set_entry(
        &mut self,
        section: Section,
        entry: &str,
        value: &Value,
    ) -> Result<(), DraftError> {
        self.existing(section, entry)?;
        let text = put(
            self.body(),
            &[section.name(), entry],
            value,
            InsertPosition::Last,
        )?;
        let entry = entry.to_owned();
        self.accept(text, Edit::SetEntry { section, entry })
    }

    /// Adds an entry at the end of its section, with a value that is valid and small: a game
    /// of the first entry of each other section, for instance.
    pub fn add(&mut self, section: Section, entry: &str) -> Result<(), DraftError> {
        self.vacant(section, entry)?;
        let item = ordered(section, &self.starting_value(section));
        let text = put_entry(self.body(), section, entry, item, InsertPosition::Last)?;
        let entry = entry.to_owned();
        self.accept(text, Edit::Add { section, entry })
    }

    /// Adds a copy of an entry behind it, with the comments inside.
    pub fn copy(&mut self, section: Section, from: &str, to: &str) -> Result<(), DraftError> {
        self.existing(section, from)?;
        self.vacant(section, to)?;
        let sheet = JsonText::read(self.body())?;
        let object = sheet.object(&[section.name()])?.expect("it has an entry");
        let index = index_of(object, from).expect("the entry is there");
        let value = &object.properties[index].value;
        let value = sheet.text[value.start()..value.end()].to_owned();
        let text = sheet.with(
            object,
            to,
            JsonNode::Atom(value),
            InsertPosition::After(index),
        );
        let (from, to) = (from.to_owned(), to.to_owned());
        self.accept(text, Edit::Copy { section, from, to })
    }

    /// Gives an entry another name, also where games refer to it.
    pub fn rename(&mut self, section: Section, from: &str, to: &str) -> Result<(), DraftError> {
        self.existing(section, from)?;
        if from == to {
            return Ok(());
        }
        self.vacant(section, to)?;
        let sheet = JsonText::read(self.body())?;
        let object = sheet.object(&[section.name()])?.expect("it has an entry");
        let index = index_of(object, from).expect("the entry is there");
        let name = &object.properties[index].name;
        let mut places = Vec::from([(name.start(), name.end())]);
        let games = sheet.value(&[Section::GameRules.name()]);
        let games = games.and_then(ast::Value::as_object);
        for game in games.iter().flat_map(|games| &games.properties) {
            let Some(game) = game.value.as_object() else {
                continue;
            };
            for key in keys_for(section) {
                let part = index_of(game, key).map(|index| &game.properties[index].value);
                let named = part.filter(|part| {
                    let name = part.as_string_lit();
                    name.is_some_and(|name| name.value == from)
                });
                places.extend(named.map(|part| (part.start(), part.end())));
            }
        }
        places.sort_unstable();
        let new = quoted(to);
        let places = places.into_iter().map(|(start, end)| start..end);
        let text = sheet.replaced(places.map(|place| (place, &*new)));
        let (from, to) = (from.to_owned(), to.to_owned());
        self.accept(text, Edit::Rename { section, from, to })
    }

    /// Removes an entry with what is inside. Says which games refer to it still.
    pub fn remove(&mut self, section: Section, entry: &str) -> Result<Vec<String>, DraftError> {
        self.existing(section, entry)?;
        let games = self.references(section, entry);
        let text = take(self.body(), &[section.name(), entry])?;
        let entry = entry.to_owned();
        self.accept(text, Edit::Remove { section, entry })?;
        Ok(games)
    }

    /// The games that name an entry, in the order of the file. The preference set `Default`
    /// serves those too that do not name it.
    pub fn references(&self, section: Section, entry: &str) -> Vec<String> {
        let refers = |game: &&str| {
            keys_for(section).any(|key| {
                let part = self.value(Section::GameRules, game, key);
                part.and_then(Value::as_str) == Some(entry)
            })
        };
        let games = self.entries(Section::GameRules).filter(refers);
        games.map(str::to_owned).collect()
    }

    /// A small configuration that has one game, the entries that it names and the preference
    /// set `Default`. What a program reads from it is the same; comments are left out.
    pub fn game_only(&self, game: &str) -> Result<String, DraftError> {
        self.existing(Section::GameRules, game)?;
        let sheet = JsonText::read(self.body())?;
        let named = |section: Section| -> Vec<&str> {
            if section == Section::GameRules {
                return vec![game];
            }
            let keys = keys_for(section);
            let parts = keys.filter_map(|key| self.value(Section::GameRules, game, key)?.as_str());
            let default_set = (section == Section::Preferences).then_some(DEFAULT_SET);
            let mut names: Vec<&str> = default_set.into_iter().chain(parts).collect();
            names.dedup();
            names
        };
        let sections = Section::ALL.into_iter().filter_map(|section| {
            let entries = named(section).into_iter().filter_map(|name| {
                let value = sheet.value(&[section.name(), name])?;
                Some(JsonNode::member(name, JsonNode::copied(value, sheet.text)))
            });
            let entries: Vec<(String, JsonNode)> = entries.collect();
            let some = !entries.is_empty();
            some.then(|| JsonNode::member(section.name(), JsonNode::Object(entries)))
        });
        let item = JsonNode::Object(sections.collect());
        Ok(JsonStyle::default().format_broken(&item, "") + "\n")
    }

    /// All that `wgs config check` says of the text.
    pub fn problems(&self) -> &[Problem] {
        &self.meaning().1
    }

    /// What the text means, if there is no error in it.
    pub fn catalogue(&self) -> Option<&Catalogue> {
        self.meaning().0.as_ref()
    }

    /// The problems of a key and of what is inside its value.
    pub fn problems_at(
        &self,
        section: Section,
        entry: &str,
        key: &str,
    ) -> impl Iterator<Item = &Problem> {
        let whole = self.is_path_alone(section, entry) && key == PATH;
        self.problems().iter().filter(move |problem| match whole {
            true => problem.path.is_in_entry(section, entry),
            false => problem.path.is_in_key(section, entry, key),
        })
    }

    /// The problems of an entry that are at none of its section's keys: what is missing, what
    /// is unknown, what is repeated.
    pub fn problems_of(&self, section: Section, entry: &str) -> impl Iterator<Item = &Problem> {
        let whole = self.is_path_alone(section, entry);
        self.problems().iter().filter(move |problem| {
            let mut keys = section.keys().iter();
            !whole
                && problem.path.is_in_entry(section, entry)
                && !keys.any(|key| problem.path.is_in_key(section, entry, key.name))
        })
    }

    /// The problems that are in no entry: of the text, its sections and the file as a whole.
    pub fn problems_elsewhere(&self) -> impl Iterator<Item = &Problem> {
        let problems = self.problems().iter();
        problems.filter(|problem| problem.path.entry().is_none())
    }

    /// The worst that is said of an entry and its keys.
    pub fn severity(&self, section: Section, entry: &str) -> Option<Severity> {
        let problems = self.problems().iter();
        let problems = problems.filter(|problem| problem.path.is_in_entry(section, entry));
        problems.map(|problem| problem.severity).min()
    }

    /// Whether the text has comments.
    pub fn has_comments(&self) -> bool {
        !comment::comments(&self.text).is_empty()
    }

    /// How many comments of the text are not in another that is to replace it.
    pub fn comments_lost(&self, replacement: &str) -> usize {
        comment::lost(&self.text, replacement)
    }

    /// Takes the last change back, and says which one it was.
    pub fn undo(&mut self) -> Option<&Edit> {
        let text = self.history.undo(&self.text)?;
        self.show(text);
        self.history.to_redo()
    }

    /// Makes a change again that was taken back, and says which one it was.
    pub fn redo(&mut self) -> Option<&Edit> {
        let text = self.history.redo(&self.text)?;
        self.show(text);
        self.history.to_undo()
    }

    /// The change that [`Self::undo`] would take back.
    pub fn to_undo(&self) -> Option<&Edit> {
        self.history.to_undo()
    }

    /// The change that [`Self::redo`] would make again.
    pub fn to_redo(&self) -> Option<&Edit> {
        self.history.to_redo()
    }

    /// Ends a step: the next change is another one, even of the same field. To be called when
    /// a field is left.
    pub fn settle(&mut self) {
        self.history.settle();
    }

    /// The text without a byte order mark.
    fn body(&self) -> &str {
        self.text.strip_prefix('\u{feff}').unwrap_or(&self.text)
    }

    fn reading(&self) -> Result<&SectionEntries, DraftError> {
        let read = || JsonText::read(self.body()).map(|sheet| SectionEntries::of(&sheet));
        self.reading
            .get_or_init(read)
            .as_ref()
            .map_err(Clone::clone)
    }

    fn meaning(&self) -> &(Option<Catalogue>, Vec<Problem>) {
        self.meaning
            .get_or_init(|| match Catalogue::parse(&self.text) {
                Ok((catalogue, warnings)) => (Some(catalogue), warnings),
                Err(problems) => (None, problems),
            })
    }

    fn is_path_alone(&self, section: Section, entry: &str) -> bool {
        section == Section::Dictionaries && self.entry(section, entry).is_some_and(Value::is_string)
    }

    fn existing(&self, section: Section, entry: &str) -> Result<&Value, DraftError> {
        self.reading()?;
        let found = self.entry(section, entry);
        found.ok_or_else(|| DraftError::NoEntry {
            section,
            entry: entry.to_owned(),
        })
    }

    fn vacant(&self, section: Section, entry: &str) -> Result<(), DraftError> {
        self.reading()?;
        if entry.is_empty() {
            return Err(DraftError::NoName { section });
        }
        match self.entry(section, entry) {
            None => Ok(()),
            Some(_) => Err(DraftError::Taken {
                section,
                entry: entry.to_owned(),
            }),
        }
    }

    fn starting_value(&self, section: Section) -> Value {
        match section {
            Section::Grids => json!({ "Size": [4, 4] }),
            Section::ScoringRules => json!({
                "LengthBonuses": { "3": 1, "4": 1, "5": 2, "6": 3, "7": 5, "8+": 11 },
                "MinWordLength": 3,
            }),
            Section::Dictionaries => json!(BUILTIN),
            Section::LetterDistributions => json!({
                "GenerationMethod": "LetterPropensity",
                "PropensityLetters": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            }),
            Section::GameRules => {
                let parts = section.keys().iter().filter_map(|key| match key.kind {
                    // The set named Default serves a game that names none.
                    ValueKind::Name(Section::Preferences) => None,
                    ValueKind::Name(section) => Some((key.name, self.entries(section).next()?)),
                    _ => None,
                });
                parts
                    .map(|(key, name)| (key.to_owned(), json!(name)))
                    .collect()
            }
            Section::Preferences => json!({}),
        }
    }

    /// Takes over a changed body, if it can be read.
    fn accept(&mut self, body: String, change: Edit) -> Result<(), DraftError> {
        JsonText::read(&body)?;
        let mark = &self.text[..self.text.len() - self.body().len()];
        let text = format!("{mark}{body}");
        self.commit(text, change);
        Ok(())
    }

    fn commit(&mut self, text: String, change: Edit) {
        if text != self.text {
            self.history.record(&self.text, &text, change);
            self.show(text);
        }
    }

    fn show(&mut self, text: String) {
        self.text = text;
        self.reading = OnceLock::new();
        self.meaning = OnceLock::new();
    }
}

impl SectionEntries {
    fn of(sheet: &JsonText<'_>) -> Self {
        let section = |section: Section| {
            let object = sheet
                .value(&[section.name()])
                .and_then(ast::Value::as_object);
            let mut entries: Vec<(String, Value)> = Vec::new();
            let mut names = HashSet::new();
            for property in object.iter().flat_map(|object| &object.properties) {
                let name = property.name.as_str();
                if names.insert(name) {
                    entries.push((name.to_owned(), to_value(&property.value)));
                }
            }
            entries
        };
        Self {
            sections: Section::ALL.map(section),
        }
    }

    fn section(&self, section: Section) -> &[(String, Value)] {
        &self.sections[section as usize]
    }
}

/// The keys of games that name entries of a section.
fn keys_for(section: Section) -> impl Iterator<Item = &'static str> {
    let keys = Section::GameRules.keys().iter();
    let names =
        keys.filter(move |key| matches!(key.kind, ValueKind::Name(named) if named == section));
    names.map(|key| key.name)
}

/// An entry with its keys in the order of the table.
fn ordered(section: Section, value: &Value) -> JsonNode {
    let Value::Object(members) = value else {
        return value.into();
    };
    let mut members: Vec<(&String, &Value)> = members.iter().collect();
    members.sort_by_key(|(name, _)| (key_index(section, name), key_order(name)));
    let members = members.into_iter();
    let members = members.map(|(name, value)| JsonNode::member(name, value.into()));
    JsonNode::Object(members.collect())
}

/// Where a key stands in the table of its section, others behind all.
fn key_index(section: Section, name: &str) -> usize {
    let keys = section.keys();
    let index = keys.iter().position(|key| key.name == name);
    index.unwrap_or(keys.len())
}

/// A text with an entry that it has not, in a section that it may not have.
fn put_entry(
    text: &str,
    section: Section,
    entry: &str,
    item: JsonNode,
    place: InsertPosition,
) -> Result<String, DraftError> {
    let sheet = JsonText::read(text)?;
    if let Some(object) = sheet.object(&[section.name()])? {
        return Ok(sheet.with(object, entry, item, place));
    }
    let root = sheet.object(&[])?.expect("the text is an object");
    let empty = JsonNode::Object(Vec::new());
    let text = sheet.with(root, section.name(), empty, InsertPosition::Last);
    put_entry(&text, section, entry, item, place)
}

/// A text with a value at a path whose last name it may not have.
fn put(
    text: &str,
    path: &[&str],
    value: &Value,
    place: InsertPosition,
) -> Result<String, DraftError> {
    let sheet = JsonText::read(text)?;
    let (name, parents) = path.split_last().expect("there is a path");
    let Some(old) = sheet.value(path) else {
        let Some(object) = sheet.object(parents)? else {
            return Ok(text.to_owned());
        };
        return Ok(sheet.with(object, name, value.into(), place));
    };
    let written = to_value(old);
    if written == *value {
        return Ok(text.to_owned());
    }
    let (Value::Object(before), Value::Object(after)) = (&written, value) else {
        return Ok(sheet.with_value(old, &value.into()));
    };
    let gone = before.keys().filter(|name| !after.contains_key(*name));
    let gone: Vec<&String> = gone.collect();
    let mut new: Vec<(&String, &Value)> = after
        .iter()
        .filter(|(name, value)| before.get(*name) != Some(value))
        .collect();
    // The keys of an entry are in the order of the table; letters and lengths in their own.
    let section = Section::named(path[0]).filter(|_| path.len() == 2);
    let key = |name| section.map(|section| key_index(section, name));
    new.sort_by_key(|(name, _)| (key(name), key_order(name)));
    if gone.len() + new.len() > MOST_CHANGES {
        return Ok(sheet.with_value(old, &value.into()));
    }
    let place = match path.len() {
        ..=2 => InsertPosition::Last,
        _ => InsertPosition::InOrder,
    };
    let within = |name: &'_ String| -> Vec<String> {
        let path = path.iter().map(|&name| name.to_owned());
        path.chain([name.clone()]).collect()
    };
    let mut text = text.to_owned();
    for (name, value) in new {
        let path = within(name);
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        text = put(&text, &path, value, place)?;
    }
    for name in gone {
        let path = within(name);
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        text = take(&text, &path)?;
    }
    Ok(text)
}

/// A text without the members at a path: all that have the name.
fn take(text: &str, path: &[&str]) -> Result<String, DraftError> {
    let (name, parents) = path.split_last().expect("there is a path");
    let mut text = text.to_owned();
    loop {
        let sheet = JsonText::read(&text)?;
        let object = sheet.object(parents)?;
        let Some((object, index)) =
            object.and_then(|object| Some((object, index_of(object, name)?)))
        else {
            return Ok(text);
        };
        text = sheet.without(object, index);
    }
}
