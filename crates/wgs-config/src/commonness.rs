//! How common the words of the English language are, by the size classes of SCOWL.
//!
//! SCOWL (Spell Checker Oriented Word Lists) sorts English words into lists by how many
//! dictionaries and texts have them. The first list, of size 10, has everyday words. Each
//! larger list adds rarer ones; 35 is SCOWL's small dictionary, 50 its medium one and 70 its large
//! one. `cargo xtask commonness` makes the embedded table from these lists.
//!
//! ```
//! use wgs_config::commonness::{Commonness, CommonnessTable};
//!
//! let table = CommonnessTable::embedded()?;
//! assert_eq!(table.of("Nest"), Commonness::Size20);
//! assert_eq!(table.of("neps"), Commonness::Rare);
//! # Ok::<(), wgs_config::commonness::CommonnessError>(())
//! ```
//!
//! A [`CommonnessTable`] finds a word by its text, and so works for every dictionary.
//! [`WordCommonness`] looks up the words of one lexicon by their number.

mod class_group;
mod embedded;
mod table;

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

pub use embedded::{file, provide};
pub use table::{CommonnessError, CommonnessTable, WordCommonness};

/// How common a word is: the smallest size of SCOWL's lists that has it. The most common class
/// comes first.
///
/// ```
/// use wgs_config::commonness::Commonness;
///
/// assert!(Commonness::Size10 < Commonness::Rare);
/// assert_eq!("35".parse(), Ok(Commonness::Size35));
/// assert_eq!(Commonness::Rare.to_string(), "rare");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Commonness {
    /// Everyday words.
    Size10,
    /// Other everyday words.
    Size20,
    /// The words of a small dictionary.
    Size35,
    /// The words of a medium dictionary; SCOWL's sizes 40 and 50.
    Size50,
    /// SCOWL's sizes 55 and 60.
    Size60,
    /// The words of a large dictionary.
    Size70,
    /// All other words: those of SCOWL's sizes 80 and 95, and those it does not have.
    Rare,
}

impl Commonness {
    /// All classes, the most common one first.
    pub const ALL: [Self; 7] = [
        Self::Size10,
        Self::Size20,
        Self::Size35,
        Self::Size50,
        Self::Size60,
        Self::Size70,
        Self::Rare,
    ];

    /// Returns the class of the words that first appear in a list of this size.
    pub fn of_size(size: u8) -> Self {
        let class = Self::ALL.into_iter();
        let mut class = class.filter(|class| class.size().is_none_or(|most| size <= most));
        class.next().unwrap_or(Self::Rare)
    }

    /// Returns the size of the lists; [`None`] for rare words.
    pub fn size(self) -> Option<u8> {
        match self {
            Self::Size10 => Some(10),
            Self::Size20 => Some(20),
            Self::Size35 => Some(35),
            Self::Size50 => Some(50),
            Self::Size60 => Some(60),
            Self::Size70 => Some(70),
            Self::Rare => None,
        }
    }

    /// Returns the number of the class in [`Commonness::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Commonness {
    /// Writes the size, or `rare`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.size() {
            Some(size) => size.fmt(f),
            None => f.pad("rare"),
        }
    }
}

/// Why a text is not a [`Commonness`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected 10, 20, 35, 50, 60, 70 or rare")]
pub struct NotACommonness;

impl FromStr for Commonness {
    type Err = NotACommonness;

    fn from_str(text: &str) -> Result<Self, NotACommonness> {
        let mut classes = Self::ALL.into_iter();
        let class = classes.find(|class| class.to_string().eq_ignore_ascii_case(text));
        class.ok_or(NotACommonness)
    }
}

impl Serialize for Commonness {
    /// Serialises the size as a number, and the class of rare words as `"rare"`. Formats that
    /// people do not read get the number of the class.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.size() {
            _ if !serializer.is_human_readable() => serializer.serialize_u8(*self as u8),
            Some(size) => serializer.serialize_u8(size),
            None => serializer.serialize_str("rare"),
        }
    }
}

impl<'d> Deserialize<'d> for Commonness {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Size(u64),
            Name(String),
        }
        let class = match deserializer.is_human_readable() {
            true => match Written::deserialize(deserializer)? {
                Written::Size(size) => size.to_string().parse().ok(),
                Written::Name(name) => name.parse().ok(),
            },
            false => {
                let index = u8::deserialize(deserializer)?;
                Self::ALL.get(usize::from(index)).copied()
            }
        };
        class.ok_or_else(|| D::Error::custom(NotACommonness))
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Commonness {
    /// The sizes as numbers, and `"rare"`.
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{SchemaType, Type};

        let values = Self::ALL.map(|class| match class.size() {
            Some(size) => serde_json::Value::from(size),
            None => "rare".into(),
        });
        let types = [Type::Integer, Type::String];
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(SchemaType::from_iter(types))
            .description(Some(
                "How common a word is: the smallest size of SCOWL's English word lists that has it, \
                 or `\"rare\"`.",
            ))
            .enum_values(Some(values))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Commonness {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_read_and_printed() {
        for class in Commonness::ALL {
            assert_eq!(class.to_string().parse(), Ok(class));
            let json = serde_json::to_string(&class).unwrap();
            assert_eq!(serde_json::from_str::<Commonness>(&json).unwrap(), class);
            assert_eq!(Commonness::ALL[class.index()], class);
        }
        assert_eq!(serde_json::to_string(&Commonness::Size35).unwrap(), "35");
        assert_eq!("Rare".parse(), Ok(Commonness::Rare));
        for text in ["", "0", "11", "40", "95", "common"] {
            assert_eq!(text.parse::<Commonness>(), Err(NotACommonness), "{text}");
        }
        let error = serde_json::from_str::<Commonness>("40").unwrap_err();
        assert_eq!(error.to_string(), "expected 10, 20, 35, 50, 60, 70 or rare");
    }

    #[test]
    fn every_size_of_scowl_has_a_class() {
        let classes = [10, 20, 35, 40, 50, 55, 60, 70, 80, 95].map(Commonness::of_size);
        let classes = classes.map(|class| class.to_string());
        assert_eq!(classes.join(" "), "10 20 35 50 50 60 60 70 rare rare");
    }

    #[test]
    fn everyday_words_are_common_and_words_for_word_games_are_not() {
        let table = CommonnessTable::embedded().unwrap();
        for (word, class) in [
            ("cat", "10"),
            ("CAT", "10"),
            ("nest", "20"),
            ("teal", "50"),
            ("etna", "70"),
            ("sipe", "rare"),
            ("neps", "rare"),
            ("xyzzy", "rare"),
            ("", "rare"),
            // British and American spellings; some are not in the embedded dictionary.
            ("colour", "10"),
            ("color", "10"),
            ("favourite", "10"),
            ("neighbourhood", "20"),
            ("realise", "10"),
            ("realize", "10"),
            // An unusual spelling of a common word.
            ("employe", "60"),
            ("été", "rare"),
        ] {
            assert_eq!(table.of(word).to_string(), class, "{word}");
        }
    }
}
