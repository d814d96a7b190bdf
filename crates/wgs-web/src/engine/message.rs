//! What the page asks a worker, and what it is answered. The form of the messages is compact
//! and private: page and worker are always of the same build.

use std::fmt;

use serde::{Deserialize, Serialize};
use wgs_config::share_link::{Fingerprint, SharedDictionary};
use wgs_core::{Decimal, WordScore};

/// Which game is meant, and with which words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setting {
    /// The name of the game.
    pub game: String,
    /// The name of a dictionary to use instead of the game's.
    pub dictionary: Option<String>,
}

/// A question, or news that later questions depend on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// Use this configuration from now on.
    Configure(String),
    /// Words that belong to a name: the content of a list or of a compiled dictionary.
    Bring {
        /// The dictionary's name.
        name: String,
        /// The file's content.
        content: Vec<u8>,
    },
    /// What is on a board?
    Solve(SolveAsk),
    /// Is a word there, and if not, why not?
    Judge {
        /// Which game.
        setting: Setting,
        /// The board in its notation.
        board: String,
        /// The word.
        word: String,
    },
    /// Which dice lay the board, or why do none?
    CheckBoard {
        /// Which game.
        setting: Setting,
        /// The board in its notation.
        board: String,
    },
    /// How does a link carry the words?
    Share(Setting),
    /// Create a board, or look on for a better one.
    Create(CreateAsk),
}

/// What is on a board, and what of it is listed?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolveAsk {
    /// Which game.
    pub setting: Setting,
    /// The board in its notation.
    pub board: String,
    /// Whether every path of a word is listed.
    pub duplicates: bool,
    /// Only words that match.
    pub pattern: Option<String>,
    /// Positions, from 1, at any of which words must start.
    pub starts_with: Vec<usize>,
    /// Positions, from 1, all of which words must use.
    pub contains: Vec<usize>,
}

/// A board that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateAsk {
    /// Which game.
    pub setting: Setting,
    /// The fewest words it may have.
    pub min_words: u64,
    /// The fewest points.
    pub min_points: u64,
    /// Where chance begins.
    pub seed: u64,
    /// Which of the boards of that seed.
    pub number: u64,
    /// How long to look for it at most.
    pub milliseconds: u32,
}

/// An answer. Those of a kind belong to the question of that kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// The configuration is in use, or is not.
    Configured(Result<(), String>),
    /// The words are there, or are not.
    Brought(Result<Words, String>),
    /// What is on the board.
    Solved(Result<Box<Solved>, Trouble>),
    /// What becomes of the word.
    Judged(Result<Judgement, String>),
    /// Whether the board can be laid.
    Checked(Result<Checked, String>),
    /// How a link carries the words.
    Shared(Result<SharedWords, String>),
    /// A board.
    Created(Result<Created, String>),
    /// The worker broke down, for a reason that only its makers understand.
    Failed(String),
}

/// How a link carries words: [`SharedDictionary`] as a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SharedWords {
    /// They are those of the game.
    OfTheGame,
    /// In the link: the name and the words.
    Carried(String, String),
    /// By name, with what tells them from others.
    Named(String, Option<Words>),
}

impl From<SharedDictionary> for SharedWords {
    fn from(shared: SharedDictionary) -> Self {
        match shared {
            SharedDictionary::OfTheGame => Self::OfTheGame,
            SharedDictionary::Carried { name, words } => Self::Carried(name, words),
            SharedDictionary::Named { name, fingerprint } => {
                Self::Named(name, fingerprint.map(Words::from))
            }
        }
    }
}

impl From<SharedWords> for SharedDictionary {
    fn from(shared: SharedWords) -> Self {
        match shared {
            SharedWords::OfTheGame => Self::OfTheGame,
            SharedWords::Carried(name, words) => Self::Carried { name, words },
            SharedWords::Named(name, words) => Self::Named {
                name,
                fingerprint: words.map(Fingerprint::from),
            },
        }
    }
}

impl From<Words> for Fingerprint {
    fn from(words: Words) -> Self {
        Self {
            words: words.count,
            hash: words.fingerprint,
        }
    }
}

impl From<Fingerprint> for Words {
    fn from(fingerprint: Fingerprint) -> Self {
        Self {
            count: fingerprint.words,
            fingerprint: fingerprint.hash,
        }
    }
}

/// Words that are there now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// How many there are.
    pub count: u64,
    /// A number that tells them from other words.
    pub fingerprint: u64,
}

/// Why a board is not solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trouble {
    /// The words of this dictionary are in a file that the page does not have.
    WordsMissing(String),
    /// The pattern cannot be understood.
    Pattern(String),
    /// Anything else.
    Other(String),
}

/// What is on a board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// What is listed, in alphabetical order.
    pub rows: Vec<Row>,
    /// How many words the board has, whatever is listed.
    pub words: u64,
    /// What they score.
    pub points: u64,
    /// The label above the board.
    pub summary_1: String,
    /// The label below the board.
    pub summary_2: String,
    /// What is said of each tile.
    pub tool_tips: Vec<String>,
    /// The words and points through each tile.
    pub tiles: Vec<(u64, u64)>,
    /// The lengths of words, ascending, with how many there are and their points.
    pub lengths: Vec<(u32, u64, u64)>,
    /// Whether the game's dice or letters can lay the board, if it has any.
    pub is_valid: Option<bool>,
    /// How many words the dictionary has.
    pub dictionary_words: u64,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The word in upper case.
    pub word: String,
    /// What it scores.
    pub score: u64,
    /// How many letters it counts for.
    pub length: u32,
    /// The positions that spell it, from 1.
    pub positions: Vec<u32>,
    letter_points: u64,
    word_multiplier: u64,
    length_bonus: String,
    pangram_bonus: u32,
}

impl Row {
    /// A solution with its score in parts.
    pub fn new(word: &str, positions: Vec<u32>, score: &WordScore) -> Self {
        Self {
            word: word.to_owned(),
            score: score.total,
            length: score.length,
            positions,
            letter_points: score.letter_points,
            word_multiplier: score.word_multiplier,
            length_bonus: score.length_bonus.to_string(),
            pangram_bonus: score.pangram_bonus,
        }
    }

    /// Its score in parts.
    pub fn word_score(&self) -> WordScore {
        let mut score = WordScore::default();
        score.letter_points = self.letter_points;
        score.word_multiplier = self.word_multiplier;
        score.length_bonus = self.length_bonus.parse().unwrap_or(Decimal::ZERO);
        score.pangram_bonus = self.pangram_bonus;
        score.total = self.score;
        score.length = self.length;
        score
    }
}

/// What becomes of a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The word as asked.
    pub word: String,
    /// What is said of it, to go behind the word.
    pub says: String,
    /// Where it is on the board, from 1, if it is there.
    pub positions: Option<Vec<u32>>,
    /// Why the game's dice or letters cannot spell it, if they cannot.
    pub unspellable: Option<String>,
}

/// Whether a board can be laid, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Whether it can.
    pub is_valid: bool,
    /// The tiles: the position, the face, the number of the die if it is one, and the faces of
    /// the die.
    pub tiles: Vec<(usize, String, Option<usize>, String)>,
    /// Why it cannot.
    pub reason: Option<String>,
    /// The positions of the tiles that compete for too few dice, from 1.
    pub positions: Vec<usize>,
}

/// A board that was created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// The board in its notation.
    pub board: String,
    /// Its words, if they were asked for.
    pub words: u64,
    /// Its points, if they were asked for.
    pub points: u64,
    /// Whether it is as wanted.
    pub is_met: bool,
    /// How many boards were tried.
    pub tries: u64,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WordsMissing(name) => write!(f, "the words of {name:?} are not here"),
            Self::Pattern(error) | Self::Other(error) => f.write_str(error),
        }
    }
}
