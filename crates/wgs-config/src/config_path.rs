//! The place of a value in a configuration: the section, the entry, the key and what is inside
//! its value. For lines and columns, see [`Problem`](crate::Problem).

use std::fmt;

use crate::key::Section;

/// A path through a configuration file, from the whole file down to a single value.
///
/// It is displayed as `GameRules."Boggle (New)".GridDesign`: names that the user chose are in
/// quotes, keys are not, and array elements are counted from 0.
///
/// ```
/// use wgs_config::{Catalogue, Section};
///
/// let text = r#"{ "Grids": { "Big": { "Tiles": [[1, 1], [0, 2]] } } }"#;
/// let path = &Catalogue::parse(text).unwrap_err()[0].path;
/// assert_eq!(path.to_string(), r#"Grids."Big".Tiles[1]"#);
/// assert_eq!(path.section(), Some(Section::Grids));
/// assert_eq!(path.entry(), Some("Big"));
/// assert_eq!(path.key(), Some("Tiles"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ConfigPath {
    segments: Vec<PathSegment>,
}

/// One step of a [`ConfigPath`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathSegment {
    /// A section, or a key of an entry.
    Key(String),
    /// A name that the user chose, or a letter or length in an object of values.
    Name(String),
    /// An element of an array, counted from 0.
    Index(usize),
}

impl ConfigPath {
    /// The path of the whole file.
    pub fn root() -> Self {
        Self::default()
    }

    /// The path of a key of an entry.
    ///
    /// ```
    /// use wgs_config::{ConfigPath, Section};
    ///
    /// let path = ConfigPath::to_key(Section::Grids, "4x4", "Size");
    /// assert_eq!(path.to_string(), r#"Grids."4x4".Size"#);
    /// ```
    pub fn to_key(section: Section, entry: &str, key: &str) -> Self {
        Self::root()
            .with_key(section.name())
            .with_name(entry)
            .with_key(key)
    }

    /// Appends a section or a key of an entry.
    pub fn with_key(self, key: &str) -> Self {
        self.with(PathSegment::Key(key.to_owned()))
    }

    /// Appends a name that the user chose.
    pub fn with_name(self, name: &str) -> Self {
        self.with(PathSegment::Name(name.to_owned()))
    }

    /// Appends an element of an array, counted from 0.
    pub fn with_index(self, index: usize) -> Self {
        self.with(PathSegment::Index(index))
    }

    fn with(mut self, segment: PathSegment) -> Self {
        self.segments.push(segment);
        self
    }

    /// The steps from the whole file to the value.
    pub fn segments(&self) -> &[PathSegment] {
        &self.segments
    }

    /// Whether this is the path of the whole file.
    pub fn is_root(&self) -> bool {
        self.segments.is_empty()
    }

    /// The section, if the path leads into one.
    pub fn section(&self) -> Option<Section> {
        Section::named(self.text(0)?)
    }

    /// The name of the entry, if the path leads into one.
    pub fn entry(&self) -> Option<&str> {
        self.section()?;
        self.text(1)
    }

    /// The key of the entry, if the path leads to one. It need not be a known key.
    pub fn key(&self) -> Option<&str> {
        self.section()?;
        self.text(2)
    }

    /// The name inside the key's value, such as a letter of `LetterValues`, if the path leads
    /// to one.
    pub fn member(&self) -> Option<&str> {
        self.section()?;
        self.text(3)
    }

    /// Whether the path leads to an entry of a section or into it.
    pub fn is_in_entry(&self, section: Section, entry: &str) -> bool {
        self.section() == Some(section) && self.entry() == Some(entry)
    }

    /// Whether the path leads to a key of an entry or into its value.
    pub fn is_in_key(&self, section: Section, entry: &str, key: &str) -> bool {
        self.is_in_entry(section, entry) && self.key() == Some(key)
    }

    fn text(&self, index: usize) -> Option<&str> {
        match self.segments.get(index)? {
            PathSegment::Key(text) | PathSegment::Name(text) => Some(text),
            PathSegment::Index(_) => None,
        }
    }
}

impl fmt::Display for ConfigPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |text: &str| {
            let mut chars = text.chars();
            !text.is_empty() && chars.all(|c| c.is_ascii_alphanumeric() || c == '$')
        };
        for (index, segment) in self.segments.iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            match segment {
                PathSegment::Key(key) if is_plain(key) => write!(f, "{dot}{key}")?,
                PathSegment::Key(text) | PathSegment::Name(text) => write!(f, "{dot}{text:?}")?,
                PathSegment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_odd_keys_are_quoted() {
        let section = || ConfigPath::root().with_key("ScoringRules");
        for (path, displayed) in [
            (ConfigPath::root(), ""),
            (section(), "ScoringRules"),
            (section().with_key("X"), "ScoringRules.X"),
            (section().with_name("X"), r#"ScoringRules."X""#),
            (section().with_name("A \"b\""), r#"ScoringRules."A \"b\"""#),
            (section().with_key("Q is Qu"), r#"ScoringRules."Q is Qu""#),
            (section().with_key(""), r#"ScoringRules."""#),
            (
                section().with_name("X").with_key("Tiles").with_index(0),
                r#"ScoringRules."X".Tiles[0]"#,
            ),
        ] {
            assert_eq!(path.to_string(), displayed);
        }
    }

    #[test]
    fn only_paths_into_a_section_have_an_entry() {
        let path = ConfigPath::root().with_key("Sections").with_name("X");
        assert_eq!((path.section(), path.entry()), (None, None));
        let path = ConfigPath::to_key(Section::Grids, "X", "Tiles").with_index(3);
        assert!(path.is_in_entry(Section::Grids, "X"));
        assert!(!path.is_in_entry(Section::GameRules, "X"));
        assert!(path.is_in_key(Section::Grids, "X", "Tiles"));
        assert!(!path.is_in_key(Section::Grids, "X", "Size"));
        assert_eq!(path.member(), None);
    }
}
