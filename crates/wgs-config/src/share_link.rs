//! What a link to a board carries, so that another person sees exactly the same: board, game,
//! rules and words, as text for the fragment of an address. What the page does with it, and
//! how words are found that are only named, is not told here.
//!
//! ```
//! use wgs_config::share_link::ShareLink;
//!
//! let share = ShareLink {
//!     game: "Boggle (New)".to_owned(),
//!     board: "STNDTEIELARSMRTO".to_owned(),
//!     ..ShareLink::default()
//! };
//! let fragment = share.encode()?;
//! assert_eq!(fragment, "game=Boggle%20(New)&board=STNDTEIELARSMRTO");
//! assert_eq!(ShareLink::decode(&fragment)?, share);
//! # Ok::<(), wgs_config::share_link::ShareLinkError>(())
//! ```
//!
//! People can read and write such links by hand:
//!
//! | key | what it has |
//! |---|---|
//! | `game` | the name of a game |
//! | `board` | a board in the notation of boards |
//! | `rules` | a configuration, packed, for a game that is not an embedded one |
//! | `dictionary` | the name of a dictionary, for words that are not those of the embedded one |
//! | `list` | its words, packed, if they are few |
//! | `words`, `hash` | otherwise how many words it has, and 16 digits that tell them from others |
//! | `sort` | `word`, `score` or `length`; `-score` is the other way round |
//! | `pattern` | a regular expression |
//! | `starts`, `contains` | positions of tiles, from 1, with commas |
//! | `duplicates` | `yes` if every path of a word is listed |
//!
//! Everything is optional. Keys that are not known are ignored, so that a later program may
//! add what an earlier one can do without. What it could not do without would be announced by
//! a digit before the first key, which is refused here but for `1&`; packed values begin with
//! such a digit too.

mod fingerprint;
mod packing;
mod percent;

use serde_json::Value;
use thiserror::Error;
use wgs_core::Lexicon;

pub use fingerprint::Fingerprint;
pub use packing::PackingProblem;

use crate::catalogue::EMBEDDED;
use crate::dictionary::DictionarySource;
use crate::sort_order::SortOrder;
use crate::{Draft, DraftError, Section};

/// The longest fragment: some browsers take no more than 80,000 characters of an address.
const MOST_CHARACTERS: usize = 1 << 16;

/// The most bytes of a configuration that is carried.
const MOST_RULES: usize = 1 << 20;

/// The most bytes of a list that is carried, as text.
const MOST_LIST: usize = 1 << 17;

/// The most bytes of a list that is carried, packed, when a program decides.
const MOST_PACKED_LIST: usize = 6 << 10;

/// The version of all this.
const VERSION: &str = "1";

/// What a link carries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShareLink {
    /// The name of the game; empty where the link names none.
    pub game: String,
    /// The board; empty where the link has none.
    pub board: String,
    /// The game's configuration where it is not an embedded one: see [`carried_rules`].
    pub configuration: Option<String>,
    /// The words.
    pub dictionary: SharedDictionary,
    /// In which order they are listed.
    pub sort: Option<SharedSort>,
    /// Which are listed.
    pub pattern: Option<String>,
    /// Tiles that words start with: positions from 1.
    pub starts: Vec<usize>,
    /// Tiles that words contain.
    pub contains: Vec<usize>,
    /// Whether every path of a word is listed.
    pub duplicates: bool,
}

/// The words of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum SharedDictionary {
    /// Those of the game, as the receiver has them: the embedded ones, for embedded games.
    #[default]
    OfTheGame,
    /// In the link.
    Carried {
        /// The dictionary's name.
        name: String,
        /// Its words, one on a line.
        words: String,
    },
    /// Not in the link.
    Named {
        /// The dictionary's name.
        name: String,
        /// What tells its words from others; a link written by hand may do without.
        fingerprint: Option<Fingerprint>,
    },
}

impl SharedDictionary {
    /// The words as a link is to have them: carried if they are few, else named.
    pub fn new(name: &str, source: &DictionarySource, lexicon: &Lexicon) -> Self {
        if source.file().is_none() {
            return Self::OfTheGame;
        }
        let name = name.to_owned();
        // A word takes more bytes than this.
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

/// The order of the words of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SharedSort {
    /// By what.
    pub by: SortOrder,
    /// Whether it is the other way round.
    pub reversed: bool,
}

/// Why a link cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShareLinkError {
    /// The text is too long.
    #[error("the link has {found} characters; at most {most} are allowed")]
    TooLong {
        /// What was found.
        found: usize,
        /// What is allowed.
        most: usize,
    },
    /// The link is of a later program.
    #[error(
        "the link begins with {found:?}; this program reads version 1, as game=... or 1&game=..."
    )]
    Version {
        /// What was found.
        found: String,
    },
    /// The percent signs of a value are wrong.
    #[error("{key}: {found:?} is no byte; wanted two hexadecimal digits after the percent sign")]
    Escape {
        /// Which key.
        key: String,
        /// What was found.
        found: String,
    },
    /// A value is no text.
    #[error("{key}: the value is not UTF-8 text")]
    NotText {
        /// Which key.
        key: String,
    },
    /// A key comes twice.
    #[error("{key} is given twice; wanted only one")]
    Repeated {
        /// Which key.
        key: String,
    },
    /// A value is not what the key takes.
    #[error("{key}: wanted {wanted}, found {found:?}")]
    Value {
        /// Which key.
        key: &'static str,
        /// What it takes.
        wanted: &'static str,
        /// What was found.
        found: String,
    },
    /// Something packed is wrong.
    #[error("{key}: {problem}")]
    Packing {
        /// Which key.
        key: &'static str,
        /// What is wrong.
        problem: PackingProblem,
    },
}

impl ShareLink {
    /// The fragment, without the `#`. It has only characters that addresses may have.
    pub fn encode(&self) -> Result<String, ShareLinkError> {
        let packed = |key, text: &str, most| {
            packing::pack(text, most).map_err(|problem| ShareLinkError::Packing { key, problem })
        };
        let mut fields: Vec<(&str, String)> = Vec::new();
        let mut add = |key, value: &str| fields.push((key, percent::encode(value)));
        if !self.game.is_empty() {
            add("game", &self.game);
        }
        if !self.board.is_empty() {
            add("board", &self.board);
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
        let fields = fields.iter().map(|(key, value)| format!("{key}={value}"));
        let text = percent::sealed(fields.collect::<Vec<_>>().join("&"));
        within(text.len())?;
        Ok(text)
    }

    /// Reads a fragment, with or without its `#`.
    pub fn decode(fragment: &str) -> Result<Self, ShareLinkError> {
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
        let mut fields = LinkFields::default();
        for field in text.split('&').filter(|field| !field.is_empty()) {
            let (key, value) = field.split_once('=').unwrap_or((field, ""));
            fields.add(key, value)?;
        }
        let unpacked = |key, text: Option<String>, most| {
            let unpack = |text: String| packing::unpack(&text, most);
            let unpacked = text.map(unpack).transpose();
            unpacked.map_err(|problem| ShareLinkError::Packing { key, problem })
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
            sort: fields.parsed("sort", "word, score or length", SharedSort::read)?,
            starts: fields.positions("starts")?,
            contains: fields.positions("contains")?,
            duplicates: fields
                .parsed("duplicates", "yes or no", |text| match text {
                    "yes" | "true" | "1" | "" => Some(true),
                    "no" | "false" | "0" => Some(false),
                    _ => None,
                })?
                .unwrap_or(false),
            pattern: fields.take("pattern"),
            configuration: unpacked("rules", fields.take("rules"), MOST_RULES)?,
            game: fields.take("game").unwrap_or_default(),
            board: fields.take("board").unwrap_or_default(),
        })
    }
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
    /// As links have it: `score`, or `-score` for the other way round.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.reversed { "-" } else { "" })?;
        f.write_str(match self.by {
            SortOrder::Word => "word",
            SortOrder::Score => "score",
            SortOrder::Length => "length",
        })
    }
}

/// The keys of a link that are known, with their values.
#[derive(Default)]
struct LinkFields(Vec<(&'static str, String)>);

impl LinkFields {
    const KEYS: [&'static str; 12] = [
        "game",
        "board",
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
        self.0.push((key, percent::decode(key, value)?));
        Ok(())
    }

    fn take(&mut self, key: &'static str) -> Option<String> {
        let at = self.0.iter().position(|(other, _)| *other == key)?;
        Some(self.0.swap_remove(at).1)
    }

    fn parsed<T>(
        &mut self,
        key: &'static str,
        wanted: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ShareLinkError> {
        let Some(found) = self.take(key) else {
            return Ok(None);
        };
        match read(&found) {
            Some(value) => Ok(Some(value)),
            None => Err(ShareLinkError::Value { key, wanted, found }),
        }
    }

    fn positions(&mut self, key: &'static str) -> Result<Vec<usize>, ShareLinkError> {
        let wanted = "positions from 1 with commas between them";
        let positions = self.parsed(key, wanted, |text| {
            let positions = text.split(',').filter(|position| !position.is_empty());
            let positions = positions.map(|position| position.trim().parse().ok());
            positions
                .map(|position| position.filter(|&position| position > 0))
                .collect()
        });
        Ok(positions?.unwrap_or_default())
    }

    fn fingerprint(&mut self) -> Result<Option<Fingerprint>, ShareLinkError> {
        let words = self.parsed("words", "the number of words", |text| text.parse().ok())?;
        let hash = self.parsed("hash", "16 hexadecimal digits", |text| {
            let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            u64::from_str_radix(text, 16).ok().filter(|_| digits)
        })?;
        let both = words.zip(hash);
        Ok(both.map(|(words, hash)| Fingerprint { words, hash }))
    }
}

fn within(found: usize) -> Result<(), ShareLinkError> {
    let most = MOST_CHARACTERS;
    match found <= most {
        true => Ok(()),
        false => Err(ShareLinkError::TooLong { found, most }),
    }
}

/// The configuration that a link to a game is to carry: [`None`] where the embedded one has
/// the same game with the same meaning. Of files only the names are told: where they are is
/// nobody's business, and of no use elsewhere.
///
/// ```
/// use serde_json::json;
/// use wgs_config::catalogue::EMBEDDED;
/// use wgs_config::{Draft, Section};
/// use wgs_config::share_link::carried_rules;
///
/// let mut draft = Draft::new(EMBEDDED);
/// assert_eq!(carried_rules(&draft, "Ruzzle")?, None);
/// draft.set(Section::ScoringRules, "Ruzzle", "MinWordLength", Some(json!(3)))?;
/// assert!(carried_rules(&draft, "Ruzzle")?.is_some());
/// assert_eq!(carried_rules(&draft, "Wordament")?, None);
/// # Ok::<(), wgs_config::DraftError>(())
/// ```
pub fn carried_rules(draft: &Draft, game: &str) -> Result<Option<String>, DraftError> {
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
