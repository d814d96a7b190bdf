//! A game with everything that it needs: written as a separate configuration, added from another
//! configuration, and given its own copy of an entry that other games use too.

use serde_json::{Value, json};

use super::json_node::JsonNode;
use super::json_style::JsonStyle;
use super::json_text::{InsertPosition, JsonText};
use super::{Draft, DraftError, Edit, insert_entry, keys_naming, set_value};
use crate::catalogue::DEFAULT_SET;
use crate::key::Section;

/// The sections whose entries a game names. Those that refer to others come after them.
const PARTS: [Section; 5] = [
    Section::Dictionaries,
    Section::LetterDistributions,
    Section::Grids,
    Section::ScoringRules,
    Section::Preferences,
];

impl Draft {
    /// Returns a configuration with a single game: the game, the entries it names and the
    /// preferences named `Default`, without comments.
    pub fn game_only(&self, game: &str) -> Result<String, DraftError> {
        self.existing(Section::GameRules, game)?;
        let json = JsonText::parse(self.body())?;
        let named = |section: Section| -> Vec<&str> {
            if section == Section::GameRules {
                return vec![game];
            }
            let parts = self.names_of(game, section);
            let default_set = (section == Section::Preferences).then_some(DEFAULT_SET);
            let mut names: Vec<&str> = default_set.into_iter().chain(parts).collect();
            names.dedup();
            names
        };
        let sections = Section::ALL.into_iter().filter_map(|section| {
            let entries = named(section).into_iter().filter_map(|name| {
                let value = json.value(&[section.name(), name])?;
                Some(JsonNode::member(name, JsonNode::copied(value, json.text)))
            });
            let entries: Vec<(String, JsonNode)> = entries.collect();
            let some = !entries.is_empty();
            some.then(|| JsonNode::member(section.name(), JsonNode::Object(entries)))
        });
        let item = JsonNode::Object(sections.collect());
        Ok(JsonStyle::default().format_broken(&item, "") + "\n")
    }

    /// Adds a game of another configuration, with the entries that it names. Entries that are here
    /// already are used; if another one has the same name, the new one gets a number. Returns the
    /// name of the game here.
    ///
    /// ```
    /// use wgs_config::Draft;
    ///
    /// let other = Draft::new(
    ///     r#"{
    ///       "Grids": { "Small": { "Size": [3, 3] } },
    ///       "GameRules": { "Mine": { "GridDesign": "Small" } }
    ///     }"#,
    /// );
    /// let mut draft = Draft::new(r#"{ "Grids": { "Small": { "Size": [2, 2] } } }"#);
    /// assert_eq!(draft.add_game(&other, "Mine")?, "Mine");
    /// let catalogue = draft.catalogue().unwrap();
    /// assert_eq!(catalogue.game("Mine")?.grid().unwrap().len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_game(&mut self, other: &Self, game: &str) -> Result<String, DraftError> {
        other.existing(Section::GameRules, game)?;
        let mut result = Self::new(self.body());
        result.section_entries()?;
        // The old and the new names of the entries that got another one.
        let mut renamed: Vec<(Section, String, String)> = Vec::new();
        for section in PARTS {
            let mut names = other.names_of(game, section);
            names.sort_unstable();
            names.dedup();
            for name in names {
                if other.entry(section, name).is_some() {
                    let new = result.take(other, (section, name), name, &renamed)?;
                    renamed.push((section, name.to_owned(), new));
                }
            }
        }
        let new = result.take(other, (Section::GameRules, game), game, &renamed)?;
        result.keep_default_preferences(other, game, &new)?;
        let entry = new.clone();
        let section = Section::GameRules;
        self.replace_body(result.text, Edit::Add { section, entry })?;
        Ok(new)
    }

    /// Adds an entry of another configuration, unless it is here. Returns its name here.
    fn take(
        &mut self,
        other: &Self,
        (section, from): (Section, &str),
        name: &str,
        renamed: &[(Section, String, String)],
    ) -> Result<String, DraftError> {
        let mut value = other.existing(section, from)?.clone();
        let json = JsonText::parse(other.body())?;
        let written = json.value(&[section.name(), from]);
        let mut item = written.map(|value| JsonNode::copied(value, json.text));
        for (named, old, new) in renamed.iter().filter(|(_, old, new)| old != new) {
            let keys: Vec<&str> = keys_naming(section, *named).collect();
            for (key, part) in value.as_object_mut().into_iter().flatten() {
                let key = section.key(key).map(|key| key.name);
                if key.is_some_and(|key| keys.contains(&key)) && *part == **old {
                    *part = json!(new);
                    item = None;
                }
            }
        }
        if self.entry(section, name) == Some(&value) {
            return Ok(name.to_owned());
        }
        let new = self.free_name(section, name);
        let item = item.unwrap_or_else(|| JsonNode::from(&value));
        let text = insert_entry(self.body(), section, &new, item, InsertPosition::Last)?;
        self.show(text);
        Ok(new)
    }

    /// Gives a game that was added the preferences that it had as the default ones, if they are
    /// other ones here.
    fn keep_default_preferences(
        &mut self,
        other: &Self,
        game: &str,
        new: &str,
    ) -> Result<(), DraftError> {
        let section = Section::Preferences;
        let names_some = !other.names_of(game, section).is_empty();
        let theirs = other.entry(section, DEFAULT_SET);
        if names_some || theirs.is_none() || theirs == self.entry(section, DEFAULT_SET) {
            return Ok(());
        }
        let set = self.take(other, (section, DEFAULT_SET), new, &[])?;
        let key = keys_naming(Section::GameRules, section).next();
        let path = [Section::GameRules.name(), new, key.unwrap_or_default()];
        let text = set_value(self.body(), &path, &json!(set), InsertPosition::Last)?;
        self.show(text);
        Ok(())
    }

    /// Copies an entry for one of the games that name it, which then uses the copy.
    pub fn copy_for_game(
        &mut self,
        section: Section,
        from: &str,
        game: &str,
        to: &str,
    ) -> Result<(), DraftError> {
        let mut result = Self::new(self.body());
        result.copy(section, from, to)?;
        for key in keys_naming(Section::GameRules, section) {
            let is_named = result.value(Section::GameRules, game, key) == Some(&Value::from(from));
            if is_named {
                result.set(Section::GameRules, game, key, Some(to.into()))?;
            }
        }
        let (from, to) = (from.to_owned(), to.to_owned());
        self.replace_body(result.text, Edit::Copy { section, from, to })
    }
}
