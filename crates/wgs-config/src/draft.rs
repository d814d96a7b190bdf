//! A configuration that is being edited: its text is changed value by value, without losing
//! comments or formatting, and every edit can be undone. [`Section::keys`] lists the keys that may
//! be written, and the [`Catalogue`] validates it. Reading and writing files is the caller's job.
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
//! assert!(problems[0].message.to_string().ends_with(r#"did you mean "Straight"?"#));
//!
//! draft.undo();
//! assert!(draft.problems_at(Section::Grids, "Small", "Adjacency").next().is_none());
//! # Ok::<(), wgs_config::DraftError>(())
//! ```
//!
//! Comments stay unless they are inside a value that is removed or replaced. An object is
//! changed member by member, so that comments between its members stay too. A text that is not
//! JSON can only be edited as a whole, with [`Draft::set_text`].

mod comment;
mod game;
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
use wgs_engine::message::{MessageValue, ToMessage, quoted as quoted_name};
use wgs_engine::messages;

pub use history::Edit;

use crate::catalogue::Catalogue;
use crate::dictionary::BUILTIN;
use crate::key::{Section, ValueKind};
use crate::problem::{Problem, Severity};
use history::History;
use json_node::{JsonNode, key_order, quoted};
use json_text::{InsertPosition, JsonText, index_of, to_value};

/// The key of a dictionary that is written as a path on its own.
const PATH: &str = "Path";

/// If more members of an object change, the whole object is written again.
const MOST_CHANGES: usize = 100;

/// A configuration that is being edited.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    text: String,
    history: History,
    /// The entries of the text, parsed on demand.
    entries: OnceLock<Result<SectionEntries, DraftError>>,
    /// The catalogue and the problems of the text, computed on demand.
    validation: OnceLock<(Option<Catalogue>, Vec<Problem>)>,
}

/// The entries of each section in the order of the file.
#[derive(Clone, Debug, Default)]
struct SectionEntries {
    sections: [Vec<(String, Value)>; Section::ALL.len()],
}

/// Why an edit is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum DraftError {
    /// The text is not JSON.
    NotJson(Problem),
    /// The file, a section or an entry is not an object.
    NotAnObject {
        /// The file, or the path of the section or entry.
        place: MessageValue,
        /// The value that was found instead.
        found: MessageValue,
    },
    /// There is no such entry.
    NoEntry {
        /// The section.
        section: Section,
        /// The name that was looked up.
        entry: String,
    },
    /// There is already an entry with this name.
    Taken {
        /// The section.
        section: Section,
        /// The name.
        entry: String,
    },
    /// The name of an entry would be empty.
    NoName {
        /// The section.
        section: Section,
    },
}

messages! {
    impl ToMessage for DraftError {
        Self::NotJson(problem) => "draft.not-json":
            "single values cannot be edited until the text is JSON: {problem}"
            (problem = problem.to_message());
        Self::NotAnObject { place, found } => "draft.not-an-object":
            "{place}: expected an object, found {found}" (place, found);
        Self::NoEntry { section, entry } => "draft.no-entry":
            "{section} has no entry {entry}" (section = section.name(), entry = quoted_name(entry));
        Self::Taken { section, entry } => "draft.taken":
            "{section} already has an entry {entry}; expected a different name"
            (section = section.name(), entry = quoted_name(entry));
        Self::NoName { section } => "draft.no-name":
            "the name is empty; expected a name for an entry of {section}"
            (section = section.name());
    }
}

impl Draft {
    /// Creates a draft of a text, which may start with a byte order mark and need not be valid.
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

    /// Replaces the whole text.
    pub fn set_text(&mut self, text: impl Into<String>) {
        self.commit(text.into(), Edit::Text);
    }

    /// Returns why single values cannot be edited, if they cannot.
    pub fn editable(&self) -> Result<(), DraftError> {
        self.section_entries().map(drop)
    }

    /// Returns the names of a section's entries in the order of the file; none if single values
    /// cannot be edited.
    pub fn entries(&self, section: Section) -> impl Iterator<Item = &str> {
        let entries = self
            .section_entries()
            .map(|entries| entries.section(section));
        let entries = entries.unwrap_or_default().iter();
        entries.map(|(name, _)| name.as_str())
    }

    /// Returns an entry as it is written.
    pub fn entry(&self, section: Section, entry: &str) -> Option<&Value> {
        let entries = self.section_entries().ok()?.section(section);
        let found = entries.iter().find(|(name, _)| name == entry);
        found.map(|(_, value)| value)
    }

    /// Returns the value of a key as it is written. A dictionary that is a path on its own has
    /// that path as the value of `Path`.
    pub fn value(&self, section: Section, entry: &str, key: &str) -> Option<&Value> {
        match self.entry(section, entry)? {
            path @ Value::String(_) if section == Section::Dictionaries => {
                (key == PATH).then_some(path)
            }
            Value::Object(members) => members.get(key).or_else(|| {
                let is_meant = |name: &str| section.key(name).is_some_and(|it| it.name == key);
                let mut others = members.iter();
                Some(others.find(|(name, _)| is_meant(name))?.1)
            }),
            _ => None,
        }
    }

    /// Sets the value of a key, or removes the key.
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
                    (_, Some(value)) => in_key_order(section, &json!({ PATH: alone, key: value })),
                    (_, None) => return Ok(()),
                };
                let json = JsonText::parse(self.body())?;
                let old = json.value(&path[..2]).expect("the entry exists");
                json.replace_value(old, &item)
            }
            (_, Some(value)) => set_value(self.body(), &path, &value, InsertPosition::Last)?,
            (_, None) => remove_value(self.body(), &path)?,
        };
        let (entry, key) = (entry.to_owned(), key.to_owned());
        self.replace_body(
            text,
            Edit::Set {
                section,
                entry,
                key,
            },
        )
    }

    /// Sets a whole entry in one edit. Keys that the entry already has stay where they are, with
    /// their comments.
    pub fn set_entry(
        &mut self,
        section: Section,
        entry: &str,
        value: &Value,
    ) -> Result<(), DraftError> {
        self.existing(section, entry)?;
        let text = set_value(
            self.body(),
            &[section.name(), entry],
            value,
            InsertPosition::Last,
        )?;
        let entry = entry.to_owned();
        self.replace_body(text, Edit::SetEntry { section, entry })
    }

    /// Adds a small valid entry at the end of a section. A new game, for instance, combines the
    /// first entries of the other sections.
    pub fn add(&mut self, section: Section, entry: &str) -> Result<(), DraftError> {
        self.vacant(section, entry)?;
        let item = in_key_order(section, &self.starting_value(section));
        let text = insert_entry(self.body(), section, entry, item, InsertPosition::Last)?;
        let entry = entry.to_owned();
        self.replace_body(text, Edit::Add { section, entry })
    }

    /// Adds a copy of an entry after it, including the comments inside it.
    pub fn copy(&mut self, section: Section, from: &str, to: &str) -> Result<(), DraftError> {
        self.existing(section, from)?;
        self.vacant(section, to)?;
        let json = JsonText::parse(self.body())?;
        let object = json
            .object(&[section.name()])?
            .expect("the section has an entry");
        let index = index_of(object, &[section.name(), from]).expect("the entry exists");
        let value = &object.properties[index].value;
        let value = json.text[value.start()..value.end()].to_owned();
        let text = json.insert_member(
            object,
            to,
            JsonNode::Atom(value),
            InsertPosition::After(index),
        );
        let (from, to) = (from.to_owned(), to.to_owned());
        self.replace_body(text, Edit::Copy { section, from, to })
    }

    /// Renames an entry, also in the games that refer to it.
    pub fn rename(&mut self, section: Section, from: &str, to: &str) -> Result<(), DraftError> {
        self.existing(section, from)?;
        if from == to {
            return Ok(());
        }
        self.vacant(section, to)?;
        let json = JsonText::parse(self.body())?;
        let object = json
            .object(&[section.name()])?
            .expect("the section has an entry");
        let index = index_of(object, &[section.name(), from]).expect("the entry exists");
        let name = &object.properties[index].name;
        let mut places = Vec::from([(name.start(), name.end())]);
        for referring in Section::ALL {
            let entries = json.value(&[referring.name()]);
            let entries = entries.and_then(ast::Value::as_object);
            for entry in entries.iter().flat_map(|entries| &entries.properties) {
                let Some(object) = entry.value.as_object() else {
                    continue;
                };
                for key in keys_naming(referring, section) {
                    let index = index_of(object, &[referring.name(), "", key]);
                    let part = index.map(|index| &object.properties[index].value);
                    let named = part.filter(|part| {
                        let name = part.as_string_lit();
                        name.is_some_and(|name| name.value == from)
                    });
                    places.extend(named.map(|part| (part.start(), part.end())));
                }
            }
        }
        places.sort_unstable();
        let new = quoted(to);
        let places = places.into_iter().map(|(start, end)| start..end);
        let text = json.splice(places.map(|place| (place, &*new)));
        let (from, to) = (from.to_owned(), to.to_owned());
        self.replace_body(text, Edit::Rename { section, from, to })
    }

    /// Removes an entry. Returns the games that still refer to it.
    pub fn remove(&mut self, section: Section, entry: &str) -> Result<Vec<String>, DraftError> {
        self.existing(section, entry)?;
        let games = self.references(section, entry);
        let text = remove_value(self.body(), &[section.name(), entry])?;
        let entry = entry.to_owned();
        self.replace_body(text, Edit::Remove { section, entry })?;
        Ok(games)
    }

    /// Returns the games that need an entry, in the order of the file: those that name it, and
    /// those whose letters come from it. Games that do not name any preferences use the entry
    /// named `Default`, but are not listed for it.
    pub fn references(&self, section: Section, entry: &str) -> Vec<String> {
        let refers = |game: &&str| self.names_of(game, section).contains(&entry);
        let games = self.entries(Section::GameRules).filter(refers);
        games.map(str::to_owned).collect()
    }

    /// Returns the entries of a section that a game needs.
    fn names_of(&self, game: &str, section: Section) -> Vec<&str> {
        let named = |referring: Section, entry: &str| -> Vec<&str> {
            let keys = keys_naming(referring, section);
            let names = keys.filter_map(|key| self.value(referring, entry, key)?.as_str());
            names.collect()
        };
        let mut names = named(Section::GameRules, game);
        if section == Section::Dictionaries {
            for letters in self.names_of(game, Section::LetterDistributions) {
                names.extend(named(Section::LetterDistributions, letters));
            }
        }
        names
    }

    /// The problems of the text, the same as `wgs config check` prints.
    pub fn problems(&self) -> &[Problem] {
        &self.validation().1
    }

    /// The validated configuration, if the text has no errors.
    pub fn catalogue(&self) -> Option<&Catalogue> {
        self.validation().0.as_ref()
    }

    /// Returns the problems of a key and of its value.
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

    /// Returns the problems of an entry that do not belong to a known key: missing, unknown and
    /// repeated keys.
    pub fn problems_of(&self, section: Section, entry: &str) -> impl Iterator<Item = &Problem> {
        let whole = self.is_path_alone(section, entry);
        self.problems().iter().filter(move |problem| {
            let mut keys = section.keys().iter();
            !whole
                && problem.path.is_in_entry(section, entry)
                && !keys.any(|key| problem.path.is_in_key(section, entry, key.name))
        })
    }

    /// Returns the problems outside all entries: those of the text as a whole and of sections.
    pub fn problems_elsewhere(&self) -> impl Iterator<Item = &Problem> {
        let problems = self.problems().iter();
        problems.filter(|problem| problem.path.entry().is_none())
    }

    /// Returns the most severe problem of an entry and its keys.
    pub fn severity(&self, section: Section, entry: &str) -> Option<Severity> {
        let problems = self.problems().iter();
        let problems = problems.filter(|problem| problem.path.is_in_entry(section, entry));
        problems.map(|problem| problem.severity).min()
    }

    /// Returns whether the text has comments.
    pub fn has_comments(&self) -> bool {
        !comment::comments(&self.text).is_empty()
    }

    /// Returns the number of comments that would be lost if another text replaced this one.
    pub fn comments_lost(&self, replacement: &str) -> usize {
        comment::lost(&self.text, replacement)
    }

    /// Undoes the last edit and returns it.
    pub fn undo(&mut self) -> Option<&Edit> {
        let text = self.history.undo(&self.text)?;
        self.show(text);
        self.history.to_redo()
    }

    /// Redoes the edit that was undone last and returns it.
    pub fn redo(&mut self) -> Option<&Edit> {
        let text = self.history.redo(&self.text)?;
        self.show(text);
        self.history.to_undo()
    }

    /// The edit that [`Self::undo`] would undo.
    pub fn to_undo(&self) -> Option<&Edit> {
        self.history.to_undo()
    }

    /// The edit that [`Self::redo`] would redo.
    pub fn to_redo(&self) -> Option<&Edit> {
        self.history.to_redo()
    }

    /// Ends the current edit, so that the next change is a separate edit even if it sets the
    /// same key. Call it when the user leaves a field.
    pub fn end_edit(&mut self) {
        self.history.end_edit();
    }

    /// The text without its byte order mark.
    fn body(&self) -> &str {
        self.text.strip_prefix('\u{feff}').unwrap_or(&self.text)
    }

    fn section_entries(&self) -> Result<&SectionEntries, DraftError> {
        let read = || JsonText::parse(self.body()).map(|json| SectionEntries::of(&json));
        self.entries
            .get_or_init(read)
            .as_ref()
            .map_err(Clone::clone)
    }

    fn validation(&self) -> &(Option<Catalogue>, Vec<Problem>) {
        self.validation
            .get_or_init(|| match Catalogue::parse(&self.text) {
                Ok((catalogue, warnings)) => (Some(catalogue), warnings),
                Err(problems) => (None, problems),
            })
    }

    fn is_path_alone(&self, section: Section, entry: &str) -> bool {
        section == Section::Dictionaries && self.entry(section, entry).is_some_and(Value::is_string)
    }

    fn existing(&self, section: Section, entry: &str) -> Result<&Value, DraftError> {
        self.section_entries()?;
        let found = self.entry(section, entry);
        found.ok_or_else(|| DraftError::NoEntry {
            section,
            entry: entry.to_owned(),
        })
    }

    fn vacant(&self, section: Section, entry: &str) -> Result<(), DraftError> {
        self.section_entries()?;
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

    /// Returns a name that no entry of a section has: this one, or one with a number after it.
    pub fn free_name(&self, section: Section, name: &str) -> String {
        let numbered = (2..).map(|n| format!("{name} {n}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let is_free = |name: &String| self.entry(section, name).is_none();
        names.find(is_free).expect("there is always another number")
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
                    // A game that names no preferences uses the entry named Default.
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

    /// Replaces the text after the byte order mark, if the new one can be parsed.
    fn replace_body(&mut self, body: String, edit: Edit) -> Result<(), DraftError> {
        JsonText::parse(&body)?;
        let mark = &self.text[..self.text.len() - self.body().len()];
        let text = format!("{mark}{body}");
        self.commit(text, edit);
        Ok(())
    }

    fn commit(&mut self, text: String, edit: Edit) {
        if text != self.text {
            self.history.record(&self.text, &text, edit);
            self.show(text);
        }
    }

    fn show(&mut self, text: String) {
        self.text = text;
        self.entries = OnceLock::new();
        self.validation = OnceLock::new();
    }
}

impl SectionEntries {
    fn of(json: &JsonText<'_>) -> Self {
        let section = |section: Section| {
            let object = json
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

/// Returns the keys of one section whose values name entries of another.
fn keys_naming(referring: Section, section: Section) -> impl Iterator<Item = &'static str> {
    let keys = referring.keys().iter();
    let names =
        keys.filter(move |key| matches!(key.kind, ValueKind::Name(named) if named == section));
    names.map(|key| key.name)
}

/// Returns an entry with its keys in the order of the table.
fn in_key_order(section: Section, value: &Value) -> JsonNode {
    let Value::Object(members) = value else {
        return value.into();
    };
    let mut members: Vec<(&String, &Value)> = members.iter().collect();
    sort_members(&mut members, Some(section));
    let members = members.into_iter();
    let members = members.map(|(name, value)| JsonNode::member(name, value.into()));
    JsonNode::Object(members.collect())
}

/// Sorts members: the keys of an entry as in the table of its section, others by name.
fn sort_members(members: &mut [(&String, &Value)], section: Option<Section>) {
    let index = |name| section.map(|section| key_index(section, name));
    members.sort_by_key(|(name, _)| (index(name), key_order(name)));
}

/// Returns the index of a key in the table of its section; unknown keys come after all others.
fn key_index(section: Section, name: &str) -> usize {
    let keys = section.keys();
    let index = keys.iter().position(|key| key.name == name);
    index.unwrap_or(keys.len())
}

/// Returns the text with a new entry. The section is added if it is missing.
fn insert_entry(
    text: &str,
    section: Section,
    entry: &str,
    item: JsonNode,
    position: InsertPosition,
) -> Result<String, DraftError> {
    let json = JsonText::parse(text)?;
    if let Some(object) = json.object(&[section.name()])? {
        return Ok(json.insert_member(object, entry, item, position));
    }
    let root = json.object(&[])?.expect("the text is an object");
    let empty = JsonNode::Object(Vec::new());
    let text = json.insert_member(root, section.name(), empty, InsertPosition::Last);
    insert_entry(&text, section, entry, item, position)
}

/// Returns the text with a value at a path. The last member of the path is added if it is
/// missing.
fn set_value(
    text: &str,
    path: &[&str],
    value: &Value,
    position: InsertPosition,
) -> Result<String, DraftError> {
    let json = JsonText::parse(text)?;
    let (name, parents) = path.split_last().expect("the path is not empty");
    let Some(old) = json.value(path) else {
        let Some(object) = json.object(parents)? else {
            return Ok(text.to_owned());
        };
        return Ok(json.insert_member(object, name, value.into(), position));
    };
    let written = to_value(old);
    if written == *value {
        return Ok(text.to_owned());
    }
    let (Value::Object(before), Value::Object(after)) = (&written, value) else {
        return Ok(json.replace_value(old, &value.into()));
    };
    let gone = before.keys().filter(|name| !after.contains_key(*name));
    let gone: Vec<&String> = gone.collect();
    let mut new: Vec<(&String, &Value)> = after
        .iter()
        .filter(|(name, value)| before.get(*name) != Some(value))
        .collect();
    // The keys of an entry follow the order of the table, letters and lengths their own order.
    let section = Section::named(path[0]).filter(|_| path.len() == 2);
    sort_members(&mut new, section);
    if gone.len() + new.len() > MOST_CHANGES {
        return Ok(json.replace_value(old, &value.into()));
    }
    let position = match path.len() {
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
        text = set_value(&text, &path, value, position)?;
    }
    for name in gone {
        let path = within(name);
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        text = remove_value(&text, &path)?;
    }
    Ok(text)
}

/// Returns the text without the member at a path, and without repetitions of it.
fn remove_value(text: &str, path: &[&str]) -> Result<String, DraftError> {
    let (_, parents) = path.split_last().expect("the path is not empty");
    let mut text = text.to_owned();
    loop {
        let json = JsonText::parse(&text)?;
        let object = json.object(parents)?;
        let Some((object, index)) =
            object.and_then(|object| Some((object, index_of(object, path)?)))
        else {
            return Ok(text);
        };
        text = json.remove_member(object, index);
    }
}
