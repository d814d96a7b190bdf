//! Links to a board. A link carries everything another person needs to see the same words: the
//! board, the game, its rules and its dictionary, as the fragment of a URL. Loading a
//! dictionary that a link only names is the caller's job.
//!
//! ```
//! use wgs_config::share_link::ShareLink;
//!
//! let link = ShareLink {
//!     game: "Boggle (New)".to_owned(),
//!     board: "STNDTEIELARSMRTO".to_owned(),
//!     ..ShareLink::default()
//! };
//! let fragment = link.encode()?;
//! assert_eq!(fragment, "game=Boggle%20(New)&board=STNDTEIELARSMRTO");
//! assert_eq!(ShareLink::decode(&fragment)?, link);
//! # Ok::<(), wgs_config::share_link::ShareLinkError>(())
//! ```
//!
//! The fragment is a list of keys and values that people can read and write:
//!
//! | key | value |
//! |---|---|
//! | `game` | the name of a game |
//! | `board` | a board in board notation |
//! | `size` | the number of rows and columns, such as `5x6`, if the board is not on the game's grid |
//! | `rules` | the configuration of the game, packed, if it is not an embedded game |
//! | `dictionary` | the name of the dictionary, if it is not the embedded one |
//! | `list` | the words of the dictionary, packed, if there are few |
//! | `words`, `hash` | otherwise the number of words, and a hash of them in 16 hexadecimal digits |
//! | `sort` | `word`, `score` or `length`; a minus sign reverses the order, as in `-score` |
//! | `pattern` | a regular expression |
//! | `starts`, `contains` | positions of tiles, counted from 1, separated by commas |
//! | `duplicates` | `yes` to list every path of a word |
//!
//! Every key is optional. Unknown keys are ignored. Later versions can therefore add keys that
//! earlier ones can do without. An incompatible version would start the fragment with its
//! number; this one accepts only `1&` or no number. Packed values start with a version number
//! too.

mod escape;
mod fingerprint;
mod packing;

use std::str::Utf8Error;

use serde_json::Value;
use thiserror::Error;
use wgs_engine::message::{Message, MessageValue, ToMessage, alternatives, quoted};
use wgs_engine::{Lexicon, messages};

pub use fingerprint::Fingerprint;
pub use packing::PackingError;

use crate::catalogue::EMBEDDED;
use crate::dictionary::DictionarySource;
use crate::sort_order::SortOrder;
use crate::{Draft, DraftError, Section, message};

/// The longest fragment. Some browsers truncate addresses of more than 80,000 characters.
const MOST_CHARACTERS: usize = 1 << 16;

/// The largest configuration that a link carries, in bytes.
const MOST_RULES: usize = 1 << 20;

/// The largest word list that a link carries, in bytes before packing.
const MOST_LIST: usize = 1 << 17;

/// The largest word list that [`SharedDictionary::new`] puts into a link, in bytes after
/// compression.
const MOST_PACKED_LIST: usize = 6 << 10;

/// The version of the format.
const VERSION: &str = "1";

/// The content of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShareLink {
    /// The name of the game; empty if the link names none.
    pub game: String,
    /// The board; empty if the link has none.
    pub board: String,
    /// The size of the board, such as `5x6`, if it is not on the game's grid.
    pub size: Option<String>,
    /// The game's configuration, if it is not an embedded game: see
    /// [`configuration_to_carry`].
    pub configuration: Option<String>,
    /// The dictionary.
    pub dictionary: SharedDictionary,
    /// The order in which words are listed.
    pub sort: Option<SharedSort>,
    /// A regular expression for the words that are listed.
    pub pattern: Option<String>,
    /// The tiles that words may start with, as positions from 1.
    pub starts: Vec<usize>,
    /// The tiles that words must contain, as positions from 1.
    pub contains: Vec<usize>,
    /// Whether to list every path of a word.
    pub duplicates: bool,
}

/// The dictionary of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum SharedDictionary {
    /// The game's own dictionary as the recipient has it; the embedded one for embedded games.
    #[default]
    OfTheGame,
    /// A dictionary whose words are in the link.
    Carried {
        /// The dictionary's name.
        name: String,
        /// Its words, one per line.
        words: String,
    },
    /// A dictionary that is only named.
    Named {
        /// The dictionary's name.
        name: String,
        /// The fingerprint of its words. A link written by hand may leave it out.
        fingerprint: Option<Fingerprint>,
    },
}

impl SharedDictionary {
    /// Chooses how to share a dictionary: with its words if there are few, otherwise by name.
    pub fn new(name: &str, source: &DictionarySource, lexicon: &Lexicon) -> Self {
        if source.file().is_none() {
            return Self::OfTheGame;
        }
        let name = name.to_owned();
        // A word takes more than two bytes, so longer lists cannot fit.
        if lexicon.len() * 2 <= MOST_LIST {
            let words: Vec<String> = lexicon.words().collect();
            let words = words.join("\n");
            let fits = |packed: String| packed.len() <= MOST_PACKED_LIST * 4 / 3;
            if packing::pack(&words, MOST_LIST).is_ok_and(fits) {
                return Self::Carried { name, words };
            }
        }
        Self::Named {
            name,
            fingerprint: Some(Fingerprint::of(lexicon)),
        }
    }
}

/// The order of the words in a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SharedSort {
    /// The column to sort by.
    pub by: SortOrder,
    /// Whether the order is reversed.
    pub reversed: bool,
}

/// Why a link cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message().without_cause())]
pub enum ShareLinkError {
    /// The link is too long.
    TooLong {
        /// The number of characters.
        found: usize,
        /// The number of characters allowed.
        most: usize,
    },
    /// The link is in a later version of the format.
    Version {
        /// The text that was found.
        found: String,
    },
    /// A percent sign is not followed by two hexadecimal digits.
    Escape {
        /// The key.
        key: String,
        /// The text that was found.
        found: String,
    },
    /// A value is not UTF-8 text.
    NotText {
        /// The key.
        key: String,
        /// Where the text is invalid.
        source: Utf8Error,
    },
    /// A key occurs twice.
    Repeated {
        /// The key.
        key: String,
    },
    /// A value is not one that the key accepts.
    Value {
        /// The key.
        key: &'static str,
        /// The values it accepts.
        expected: MessageValue,
        /// The text that was found.
        found: String,
    },
    /// A packed value cannot be written or read.
    Packing {
        /// The key.
        key: &'static str,
        /// The problem of the value.
        source: PackingError,
    },
}

messages! {
    impl ToMessage for ShareLinkError {
        Self::TooLong { found, most } => "link.too-long":
            "the link has {found} characters; at most {most} are allowed" (found, most);
        Self::Version { found } => "link.version":
            "the link begins with {found}; this program reads version 1, as game=... or 1&game=..."
            (found = quoted(found));
        Self::Escape { key, found } => "link.escape":
            "{key}: expected two hexadecimal digits after the percent sign, found {found}"
            (key, found = quoted(found));
        Self::NotText { key, source } => "link.not-text":
            "{key}: the value is not UTF-8 text" (key) because &Message::text(source);
        Self::Repeated { key } => "link.repeated":
            "{key} occurs twice; expected it only once" (key);
        Self::Value { key, expected, found } => "link.value":
            "{key}: expected {expected}, found {found}" (key, expected, found = quoted(found));
        Self::Packing { key, source } => "link.packing":
            "{key}" (key) because source;
    }
}

impl ShareLink {
    /// Returns the fragment without the `#`. It contains only characters that are valid in a
    /// URL.
    pub fn encode(&self) -> Result<String, ShareLinkError> {
        self.encode_with(&[])
    }

    /// Returns the fragment with more fields, whose keys are not in the table above.
    /// [`ShareLink::decode`] ignores them, and [`other_fields`] returns them.
    pub fn encode_with(&self, more: &[(&str, String)]) -> Result<String, ShareLinkError> {
        let packed = |key, text: &str, most| {
            packing::pack(text, most).map_err(|source| ShareLinkError::Packing { key, source })
        };
        let mut fields: Vec<(&str, String)> = Vec::new();
        let mut add = |key, value: &str| fields.push((key, escape::escape(value)));
        if !self.game.is_empty() {
            add("game", &self.game);
        }
        if !self.board.is_empty() {
            add("board", &self.board);
        }
        if let Some(size) = &self.size {
            add("size", size);
        }
        match &self.dictionary {
            SharedDictionary::OfTheGame => {}
            SharedDictionary::Carried { name, words } => {
                add("dictionary", name);
                add("list", &packed("list", words, MOST_LIST)?);
            }
            SharedDictionary::Named { name, fingerprint } => {
                add("dictionary", name);
                if let Some(fingerprint) = fingerprint {
                    add("words", &fingerprint.words.to_string());
                    add("hash", &format!("{:016x}", fingerprint.hash));
                }
            }
        }
        if let Some(sort) = self.sort {
            add("sort", &sort.to_string());
        }
        if let Some(pattern) = &self.pattern {
            add("pattern", pattern);
        }
        for (key, positions) in [("starts", &self.starts), ("contains", &self.contains)] {
            if !positions.is_empty() {
                let positions: Vec<String> = positions.iter().map(usize::to_string).collect();
                add(key, &positions.join(","));
            }
        }
        if self.duplicates {
            add("duplicates", "yes");
        }
        if let Some(rules) = &self.configuration {
            add("rules", &packed("rules", rules, MOST_RULES)?);
        }
        for (key, value) in more {
            add(key, value);
        }
        let fields = fields.iter().map(|(key, value)| format!("{key}={value}"));
        let text = escape::escape_end(fields.collect::<Vec<_>>().join("&"));
        within(text.len())?;
        Ok(text)
    }

    /// Parses a fragment, with or without its `#`.
    pub fn decode(fragment: &str) -> Result<Self, ShareLinkError> {
        let mut fields = LinkFields::default();
        for (key, value) in split(fragment)? {
            fields.add(key, value)?;
        }
        let unpacked = |key, text: Option<String>, most| {
            let unpack = |text: String| packing::unpack(&text, most);
            let unpacked = text.map(unpack).transpose();
            unpacked.map_err(|source| ShareLinkError::Packing { key, source })
        };
        let fingerprint = fields.fingerprint()?;
        let name = fields.take("dictionary");
        let list = unpacked("list", fields.take("list"), MOST_LIST)?;
        let dictionary = match (name, list) {
            (name, Some(words)) => SharedDictionary::Carried {
                name: name.unwrap_or_default(),
                words,
            },
            (Some(name), None) => SharedDictionary::Named { name, fingerprint },
            (None, None) => SharedDictionary::OfTheGame,
        };
        Ok(Self {
            dictionary,
            sort: fields.parsed(
                "sort",
                || alternatives(&["word", "score", "length"]),
                SharedSort::read,
            )?,
            starts: fields.positions("starts")?,
            contains: fields.positions("contains")?,
            duplicates: fields
                .parsed(
                    "duplicates",
                    || alternatives(&["yes", "no"]),
                    |text| match text {
                        "yes" | "true" | "1" | "" => Some(true),
                        "no" | "false" | "0" => Some(false),
                        _ => None,
                    },
                )?
                .unwrap_or(false),
            pattern: fields.take("pattern"),
            configuration: unpacked("rules", fields.take("rules"), MOST_RULES)?,
            game: fields.take("game").unwrap_or_default(),
            board: fields.take("board").unwrap_or_default(),
            size: fields.take("size"),
        })
    }
}

/// Returns the fields of a fragment whose keys are not those of a [`ShareLink`], in their order.
/// Other links that extend it use them.
///
/// ```
/// use wgs_config::share_link::other_fields;
///
/// let fields = other_fields("#game=Ruzzle&board=CATS&by=Ann%20B.")?;
/// assert_eq!(fields, [("by", "Ann B.".to_owned())]);
/// # Ok::<(), wgs_config::share_link::ShareLinkError>(())
/// ```
pub fn other_fields(fragment: &str) -> Result<Vec<(&str, String)>, ShareLinkError> {
    let others = split(fragment)?.filter(|(key, _)| !LinkFields::KEYS.contains(key));
    let others = others.map(|(key, value)| Ok((key, escape::unescape(key, value)?)));
    others.collect()
}

/// Splits a fragment, with or without its `#`, into keys and values as they are written.
fn split(fragment: &str) -> Result<impl Iterator<Item = (&str, &str)>, ShareLinkError> {
    within(fragment.len())?;
    let text = fragment.strip_prefix('#').unwrap_or(fragment);
    let (first, rest) = text.split_once('&').unwrap_or((text, ""));
    let text = match first {
        VERSION => rest,
        other if other.starts_with(|c: char| c.is_ascii_digit()) => {
            let found = other.chars().take(8).collect();
            return Err(ShareLinkError::Version { found });
        }
        _ => text,
    };
    let fields = text.split('&').filter(|field| !field.is_empty());
    Ok(fields.map(|field| field.split_once('=').unwrap_or((field, ""))))
}

impl SharedSort {
    fn read(text: &str) -> Option<Self> {
        let (reversed, column) = match text.strip_prefix('-') {
            Some(column) => (true, column),
            None => (false, text),
        };
        let by = match column {
            "word" => SortOrder::Word,
            "score" => SortOrder::Score,
            "length" => SortOrder::Length,
            _ => return None,
        };
        Some(Self { by, reversed })
    }
}

impl std::fmt::Display for SharedSort {
    /// Writes the order as in a link: `score`, or `-score` if it is reversed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.reversed { "-" } else { "" })?;
        f.write_str(match self.by {
            SortOrder::Word => "word",
            SortOrder::Score => "score",
            SortOrder::Length => "length",
        })
    }
}

/// The known keys of a link with their values.
#[derive(Default)]
struct LinkFields(Vec<(&'static str, String)>);

impl LinkFields {
    const KEYS: [&'static str; 13] = [
        "game",
        "board",
        "size",
        "rules",
        "dictionary",
        "list",
        "words",
        "hash",
        "sort",
        "pattern",
        "starts",
        "contains",
        "duplicates",
    ];

    fn add(&mut self, key: &str, value: &str) -> Result<(), ShareLinkError> {
        let Some(key) = Self::KEYS.into_iter().find(|known| *known == key) else {
            return Ok(());
        };
        if self.0.iter().any(|(other, _)| *other == key) {
            let key = key.to_owned();
            return Err(ShareLinkError::Repeated { key });
        }
        self.0.push((key, escape::unescape(key, value)?));
        Ok(())
    }

    fn take(&mut self, key: &'static str) -> Option<String> {
        let at = self.0.iter().position(|(other, _)| *other == key)?;
        Some(self.0.swap_remove(at).1)
    }

    fn parsed<T>(
        &mut self,
        key: &'static str,
        expected: fn() -> MessageValue,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ShareLinkError> {
        let Some(found) = self.take(key) else {
            return Ok(None);
        };
        match read(&found) {
            Some(value) => Ok(Some(value)),
            None => Err(ShareLinkError::Value {
                key,
                expected: expected(),
                found,
            }),
        }
    }

    fn positions(&mut self, key: &'static str) -> Result<Vec<usize>, ShareLinkError> {
        let positions = self.parsed(
            key,
            || message::position_list().into(),
            |text| {
                let positions = text.split(',').filter(|position| !position.is_empty());
                let positions = positions.map(|position| position.trim().parse().ok());
                positions
                    .map(|position| position.filter(|&position| position > 0))
                    .collect()
            },
        );
        Ok(positions?.unwrap_or_default())
    }

    fn fingerprint(&mut self) -> Result<Option<Fingerprint>, ShareLinkError> {
        let words = self.parsed(
            "words",
            || message::word_count().into(),
            |text| text.parse().ok(),
        )?;
        let hash = self.parsed(
            "hash",
            || message::hash_digits().into(),
            |text| {
                let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
                u64::from_str_radix(text, 16).ok().filter(|_| digits)
            },
        )?;
        let both = words.zip(hash);
        Ok(both.map(|(words, hash)| Fingerprint { words, hash }))
    }
}

/// Checks the length of a link.
fn within(found: usize) -> Result<(), ShareLinkError> {
    let most = MOST_CHARACTERS;
    match found <= most {
        true => Ok(()),
        false => Err(ShareLinkError::TooLong { found, most }),
    }
}

/// Returns the configuration that a link to a game must carry: [`None`] if the embedded
/// configuration has the same game. The paths of files are reduced to file names: folders are
/// private, and useless on another machine.
///
/// ```
/// use serde_json::json;
/// use wgs_config::catalogue::EMBEDDED;
/// use wgs_config::{Draft, Section};
/// use wgs_config::share_link::configuration_to_carry;
///
/// let mut draft = Draft::new(EMBEDDED);
/// assert_eq!(configuration_to_carry(&draft, "Ruzzle")?, None);
/// draft.set(Section::ScoringRules, "Ruzzle", "MinWordLength", Some(json!(3)))?;
/// assert!(configuration_to_carry(&draft, "Ruzzle")?.is_some());
/// assert_eq!(configuration_to_carry(&draft, "Wordament")?, None);
/// # Ok::<(), wgs_config::DraftError>(())
/// ```
pub fn configuration_to_carry(draft: &Draft, game: &str) -> Result<Option<String>, DraftError> {
    let rules = draft.game_only(game)?;
    let embedded = Draft::new(EMBEDDED).game_only(game);
    let value = |text: &str| serde_json::from_str::<Value>(text).ok();
    if embedded.is_ok_and(|embedded| value(&embedded) == value(&rules)) {
        return Ok(None);
    }
    let mut rules = Draft::new(rules);
    for (section, key) in [
        (Section::Dictionaries, "Path"),
        (Section::LetterDistributions, "WordListFile"),
    ] {
        let entries: Vec<String> = rules.entries(section).map(str::to_owned).collect();
        for entry in entries {
            let path = rules.value(section, &entry, key).and_then(Value::as_str);
            let name = path.and_then(|path| path.rsplit(['/', '\\']).next());
            if let Some(name) = name.map(Value::from) {
                rules.set(section, &entry, key, Some(name))?;
            }
        }
    }
    Ok(Some(rules.text().to_owned()))
}
