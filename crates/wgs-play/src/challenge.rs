//! A challenge: a link with a board, the rules of a round and a result. A friend plays on the same
//! board and compares.
//!
//! The link is that of a board, [`ShareLink`], with more keys. A page that only solves boards can
//! open it too.
//!
//! | key | value |
//! |---|---|
//! | `challenge` | the version: `1` |
//! | `limit` | the time limit in milliseconds, if there is one |
//! | `goal` | `find-everything`, if that is the goal |
//! | `cancel` | `yes` if a word found by several players scores for none of them |
//! | `penalty` | `word` or a number of points, if guesses that are not in the dictionary lose points |
//! | `levels` | the levels of the computer players, separated by commas |
//! | `computer` | the time in milliseconds that computer players have without a time limit |
//! | `seed` | the random seed of the computer players, if it is not 0 |
//! | `by` | the name of the player who made the challenge |
//! | `score` | the player's points |
//! | `count` | the number of words that the player found |
//! | `played` | the time that the player took, in milliseconds |
//! | `found` | which words the player found, if the board has at most 4096: a bit for each word of the board in alphabetical order, from the lowest bit of the first byte, in base64url |
//!
//! `challenge`, `game` and `board` are required. With `by`, `score`, `count` and `played` are
//! required too; without it, the challenge has no result.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use thiserror::Error;
use wgs_config::share_link::{ShareLink, ShareLinkError, other_fields};
use wgs_engine::message::{MessageValue, ToMessage, alternatives};
use wgs_engine::messages;

use crate::level::Level;
use crate::round::PlayerId;
use crate::round::Round;
use crate::round::{Penalty, PlayerSetup, RoundGoal, RoundSetup, SetupError};
use crate::solved_board::SolvedBoard;

/// The version of the format.
const VERSION: &str = "1";

/// The largest number of words of a board for which a link says which of them were found.
const MAX_WORDS: usize = 4096;

/// A board, the rules of a round and a result, in a link.
///
/// ```
/// use wgs_config::share_link::ShareLink;
/// use wgs_play::{Challenge, ChallengeResult};
///
/// let challenge = Challenge {
///     share: ShareLink {
///         game: "Boggle (New)".to_owned(),
///         board: "STNDTEIELARSMRTO".to_owned(),
///         ..ShareLink::default()
///     },
///     limit: Some(180_000),
///     result: Some(ChallengeResult {
///         name: "Ann".to_owned(),
///         points: 42,
///         words: 17,
///         played: 180_000,
///         found: None,
///     }),
///     ..Challenge::default()
/// };
/// let fragment = challenge.encode()?;
/// assert_eq!(
///     fragment,
///     "game=Boggle%20(New)&board=STNDTEIELARSMRTO&challenge=1&limit=180000\
///      &by=Ann&score=42&count=17&played=180000"
/// );
/// assert_eq!(Challenge::decode(&fragment)?, challenge);
/// # Ok::<(), wgs_play::ChallengeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Challenge {
    /// The game, its rules and its dictionary, and the board.
    pub share: ShareLink,
    /// The time limit, in milliseconds.
    pub limit: Option<u64>,
    /// The goal of the round.
    pub goal: RoundGoal,
    /// Whether a word found by several players scores for none of them.
    pub cancel: bool,
    /// The points that a guess loses if it is not in the dictionary.
    pub penalty: Option<Penalty>,
    /// The levels of the computer players.
    pub levels: Vec<Level>,
    /// The time that computer players have in a round without a time limit, in milliseconds.
    pub computer_limit: Option<u64>,
    /// The random seed of the computer players.
    pub seed: u64,
    /// The result of the player who made the challenge.
    pub result: Option<ChallengeResult>,
}

/// The result in a challenge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChallengeResult {
    /// The player's name.
    pub name: String,
    /// The points.
    pub points: i64,
    /// The number of words.
    pub words: u64,
    /// The time played, in milliseconds.
    pub played: u64,
    /// Which words were found: a bit for each word of the board. See
    /// [`ChallengeResult::found_words`].
    pub found: Option<Vec<u8>>,
}

/// Why a link is not a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum ChallengeError {
    /// The link cannot be read or written.
    #[error(transparent)]
    Link(#[from] ShareLinkError),
    /// A key is missing.
    Missing {
        /// The key.
        key: &'static str,
    },
    /// A round cannot be played like that.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

messages! {
    impl ToMessage for ChallengeError {
        Self::Missing { key } => "challenge.missing":
            "the challenge has no {key}" (key);
    } else {
        Self::Link(error) => error.to_message(),
        Self::Setup(error) => error.to_message(),
    }
}

messages! {
    fn version_1() => "expected.version-1": "version 1";
    fn any_whole_number() => "expected.any-whole-number": "a whole number";
    fn word_or_points() => "expected.word-or-points": "word or a number of points";
    fn computer_levels() => "expected.levels": "levels of the computer, separated by commas";
    fn a_name() => "expected.name": "a name";
    fn found_bits() => "expected.found-bits": "at most 512 bytes in base64url";
}

impl Challenge {
    /// Challenges others to do better than a player of a round; [`None`] if there is no such
    /// player. `share` has the game and its dictionary; the board comes from the round.
    pub fn new(share: ShareLink, round: &Round, player: PlayerId) -> Option<Self> {
        let setup = round.setup();
        let view = round.view();
        let person = view.players.get(player.index())?;
        let words = round.solved_board().words();
        let mut found = vec![0; words.len().div_ceil(8)];
        for index in round.player(player)?.found() {
            found[index / 8] |= 1 << (index % 8);
        }
        Some(Self {
            share: ShareLink {
                game: setup.game.clone(),
                board: setup.board.clone(),
                size: setup.size.clone(),
                ..share
            },
            limit: setup.limit,
            goal: setup.goal,
            cancel: setup.cancel,
            penalty: setup.penalty,
            levels: setup.players.iter().filter_map(|it| it.level).collect(),
            computer_limit: setup.computer_limit,
            seed: setup.seed,
            result: Some(ChallengeResult {
                name: person.name.clone(),
                points: round.result().standings[player.index()].points,
                words: person.words,
                played: view.played,
                found: (words.len() <= MAX_WORDS).then_some(found),
            }),
        })
    }

    /// Returns the setup of a round in which a person takes up the challenge. The dictionary is
    /// that of [`Challenge::share`].
    pub fn setup(&self, name: &str) -> RoundSetup {
        let computers = self.levels.iter().zip(1..).map(|(&level, number)| {
            let name = match self.levels.len() {
                1 => "Computer".to_owned(),
                _ => format!("Computer {number}"),
            };
            PlayerSetup::computer(&name, level)
        });
        RoundSetup {
            game: self.share.game.clone(),
            board: self.share.board.clone(),
            size: self.share.size.clone(),
            players: std::iter::once(PlayerSetup::person(name))
                .chain(computers)
                .collect(),
            limit: self.limit,
            goal: self.goal,
            cancel: self.cancel,
            penalty: self.penalty,
            computer_limit: self.computer_limit,
            seed: self.seed,
            ..RoundSetup::default()
        }
    }

    /// Returns whether a fragment looks like a challenge rather than a link to a board.
    pub fn is_challenge(fragment: &str) -> bool {
        let fields = fragment.strip_prefix('#').unwrap_or(fragment).split('&');
        fields
            .into_iter()
            .any(|field| field.starts_with("challenge="))
    }

    /// Returns the fragment without the `#`. It contains only characters that are valid in a URL.
    pub fn encode(&self) -> Result<String, ChallengeError> {
        let mut fields: Vec<(&str, String)> = vec![("challenge", VERSION.to_owned())];
        let mut add = |key, value: String| fields.push((key, value));
        if let Some(limit) = self.limit {
            add("limit", limit.to_string());
        }
        if self.goal == RoundGoal::FindEverything {
            add("goal", "find-everything".to_owned());
        }
        if self.cancel {
            add("cancel", "yes".to_owned());
        }
        match self.penalty {
            None => {}
            Some(Penalty::WordScore) => add("penalty", "word".to_owned()),
            Some(Penalty::Points(points)) => add("penalty", points.to_string()),
        }
        if !self.levels.is_empty() {
            let levels: Vec<String> = self.levels.iter().map(Level::to_string).collect();
            add("levels", levels.join(","));
        }
        if let Some(limit) = self.computer_limit {
            add("computer", limit.to_string());
        }
        if self.seed != 0 {
            add("seed", self.seed.to_string());
        }
        if let Some(result) = &self.result {
            add("by", result.name.clone());
            add("score", result.points.to_string());
            add("count", result.words.to_string());
            add("played", result.played.to_string());
            if let Some(found) = &result.found {
                add("found", URL_SAFE_NO_PAD.encode(found));
            }
        }
        Ok(self.share.encode_with(&fields)?)
    }

    /// Parses a fragment, with or without its `#`.
    pub fn decode(fragment: &str) -> Result<Self, ChallengeError> {
        let share = ShareLink::decode(fragment)?;
        let mut fields = ChallengeFields(other_fields(fragment)?);
        let version = |text: &str| (text == VERSION).then_some(());
        fields.parsed("challenge", version_1, version)?;
        for (key, text) in [("game", &share.game), ("board", &share.board)] {
            if text.is_empty() {
                return Err(ChallengeError::Missing { key });
            }
        }
        let goal = |text: &str| match text {
            "points" => Some(RoundGoal::Points),
            "find-everything" => Some(RoundGoal::FindEverything),
            _ => None,
        };
        let cancel = |text: &str| match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        let penalty = |text: &str| match text {
            // Earlier versions wrote `tiles`.
            "word" | "tiles" => Some(Penalty::WordScore),
            points => points.parse().ok().map(Penalty::Points),
        };
        let challenge = Self {
            share,
            limit: fields.optional("limit", any_whole_number, parse)?,
            goal: fields
                .optional(
                    "goal",
                    || alternatives(&["points", "find-everything"]),
                    goal,
                )?
                .unwrap_or_default(),
            cancel: fields
                .optional("cancel", || alternatives(&["yes", "no"]), cancel)?
                .unwrap_or(false),
            penalty: fields.optional("penalty", word_or_points, penalty)?,
            levels: fields
                .optional("levels", computer_levels, levels)?
                .unwrap_or_default(),
            computer_limit: fields.optional("computer", any_whole_number, parse)?,
            seed: fields
                .optional("seed", any_whole_number, parse)?
                .unwrap_or(0),
            result: match fields.optional("by", a_name, |text| Some(text.to_owned()))? {
                None => None,
                Some(name) => Some(ChallengeResult {
                    name,
                    points: fields.parsed("score", any_whole_number, parse)?,
                    words: fields.parsed("count", any_whole_number, parse)?,
                    played: fields.parsed("played", any_whole_number, parse)?,
                    found: fields.optional("found", found_bits, bits)?,
                }),
            },
        };
        let name = challenge
            .result
            .as_ref()
            .map_or("You", |result| &result.name);
        challenge.setup(name).check()?;
        Ok(challenge)
    }
}

impl ChallengeResult {
    /// Returns the indices of the found words among those of the board. [`None`] if the link does
    /// not have them, or they are not those of this board.
    pub fn found_words(&self, board: &SolvedBoard) -> Option<Vec<usize>> {
        let (found, words) = (self.found.as_ref()?, board.words().len());
        let is_found = |index: &usize| found[index / 8] >> (index % 8) & 1 == 1;
        let indices: Vec<usize> = (0..found.len() * 8).filter(is_found).collect();
        let fits = found.len() == words.div_ceil(8)
            && indices.len() as u64 == self.words
            && indices.last().is_none_or(|last| *last < words);
        fits.then_some(indices)
    }
}

fn parse<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// Parses levels of the computer.
fn levels(text: &str) -> Option<Vec<Level>> {
    let levels = text.split(',').take(RoundSetup::MAX_PLAYERS);
    levels.map(|name| name.parse().ok()).collect()
}

/// Parses which words were found.
fn bits(text: &str) -> Option<Vec<u8>> {
    let bits = URL_SAFE_NO_PAD.decode(text).ok()?;
    (bits.len() <= MAX_WORDS / 8).then_some(bits)
}

/// The fields of a challenge that are not read yet.
struct ChallengeFields<'f>(Vec<(&'f str, String)>);

impl ChallengeFields<'_> {
    fn optional<T, E: Into<MessageValue>>(
        &mut self,
        key: &'static str,
        expected: impl FnOnce() -> E,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ChallengeError> {
        let mut values = self.0.iter().filter(|(other, _)| *other == key);
        let Some((_, value)) = values.next() else {
            return Ok(None);
        };
        if values.next().is_some() {
            let key = key.to_owned();
            return Err(ShareLinkError::Repeated { key }.into());
        }
        match read(value) {
            Some(value) => Ok(Some(value)),
            None => Err(ChallengeError::Link(ShareLinkError::Value {
                key,
                expected: expected().into(),
                found: value.chars().take(40).collect(),
            })),
        }
    }

    fn parsed<T, E: Into<MessageValue>>(
        &mut self,
        key: &'static str,
        expected: impl FnOnce() -> E,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ChallengeError> {
        let value = self.optional(key, expected, read)?;
        value.ok_or(ChallengeError::Missing { key })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bad_links_get_an_error_that_says_where_and_what() {
        for (fragment, message) in [
            ("game=G&board=CATS", "the challenge has no challenge"),
            ("challenge=1&board=CATS", "the challenge has no game"),
            ("challenge=1&game=G", "the challenge has no board"),
            (
                "challenge=2&game=G&board=CATS",
                "challenge: expected version 1, found \"2\"",
            ),
            (
                "challenge=1&game=G&board=CATS&limit=soon",
                "limit: expected a whole number, found \"soon\"",
            ),
            (
                "challenge=1&game=G&board=CATS&limit=0",
                "limit: expected 1 to 86400000 milliseconds, found 0",
            ),
            (
                "challenge=1&game=G&board=CATS&limit=1&limit=2",
                "limit occurs twice; expected it only once",
            ),
            (
                "challenge=1&game=G&board=CATS&goal=win",
                "goal: expected points or find-everything, found \"win\"",
            ),
            (
                "challenge=1&game=G&board=CATS&levels=easy,huge",
                "levels: expected levels of the computer, separated by commas, found \"easy,huge\"",
            ),
            (
                "challenge=1&game=G&board=CATS&by=Ann",
                "the challenge has no score",
            ),
            (
                "challenge=1&game=G&board=CATS&by=%20&score=1&count=1&played=1",
                "player 1 has no name",
            ),
            (
                "challenge=1&game=G&board=CATS&by=A&score=1&count=1&played=1&found=*",
                "found: expected at most 512 bytes in base64url, found \"*\"",
            ),
            (
                "challenge=1&game=G&board=CATS&by=%zz",
                "by: expected two hexadecimal digits after the percent sign, found \"%zz\"",
            ),
        ] {
            let error = Challenge::decode(fragment).unwrap_err();
            assert_eq!(error.to_string(), message, "{fragment}");
        }
        let long = format!("challenge=1&game=G&board={}", "A".repeat(1 << 17));
        let error = Challenge::decode(&long).unwrap_err();
        assert!(
            error.to_string().starts_with("the link has 1310"),
            "{error}"
        );
    }

    #[test]
    fn a_link_to_a_board_is_not_a_challenge() {
        assert!(!Challenge::is_challenge("#game=G&board=CATS"));
        assert!(Challenge::is_challenge("#game=G&board=CATS&challenge=1"));
        assert!(!Challenge::is_challenge(""));
    }

    fn results() -> impl Strategy<Value = Option<ChallengeResult>> {
        let found = prop::option::of(prop::collection::vec(any::<u8>(), 0..20));
        let result = (
            "[a-zé &=%]{0,5}x",
            any::<i64>(),
            any::<u64>(),
            any::<u64>(),
            found,
        );
        let result = result.prop_map(|(name, points, words, played, found)| ChallengeResult {
            name,
            points,
            words,
            played,
            found,
        });
        prop::option::of(result)
    }

    fn challenges() -> impl Strategy<Value = Challenge> {
        let levels = prop::sample::select(Level::ALL.to_vec());
        let penalty = prop_oneof![
            Just(None),
            Just(Some(Penalty::WordScore)),
            any::<u64>().prop_map(|points| Some(Penalty::Points(points))),
        ];
        let rules = (
            prop::option::of(1..=RoundSetup::MAX_LIMIT),
            any::<bool>(),
            any::<bool>(),
            penalty,
            prop::collection::vec(levels, 0..4),
            prop::option::of(1..=RoundSetup::MAX_LIMIT),
            any::<u64>(),
        );
        (".{1,9}", "[A-Z.?|]{1,9}", rules, results()).prop_map(|(game, board, rules, result)| {
            let (limit, finds_everything, cancel, penalty, levels, computer_limit, seed) = rules;
            Challenge {
                share: ShareLink {
                    game,
                    board,
                    ..ShareLink::default()
                },
                limit,
                goal: match finds_everything {
                    true => RoundGoal::FindEverything,
                    false => RoundGoal::Points,
                },
                cancel,
                penalty,
                levels,
                computer_limit,
                seed,
                result,
            }
        })
    }

    proptest! {
        #[test]
        fn a_challenge_survives_its_link(challenge in challenges()) {
            let fragment = challenge.encode().unwrap();
            prop_assert!(fragment.bytes().all(|byte| byte.is_ascii_graphic()), "{fragment}");
            prop_assert!(Challenge::is_challenge(&fragment));
            prop_assert_eq!(&Challenge::decode(&fragment).unwrap(), &challenge, "{}", fragment);
            // A page that only solves boards can open it.
            let share = ShareLink::decode(&fragment).unwrap();
            prop_assert_eq!(share, challenge.share);
        }

        #[test]
        fn damaged_links_never_panic(challenge in challenges(), at in 0..500usize, with in ".{0,4}") {
            let mut text: Vec<char> = challenge.encode().unwrap().chars().collect();
            let at = at % text.len();
            text.splice(at..(at + 3).min(text.len()), with.chars());
            let text: String = text.into_iter().collect();
            if let Ok(challenge) = Challenge::decode(&text) {
                let again = challenge.encode().unwrap();
                prop_assert_eq!(Challenge::decode(&again).unwrap(), challenge, "{}", text);
            }
        }

        #[test]
        fn any_text_is_a_challenge_or_an_error(text in "(#?(challenge|game|board|by|found|limit|x)=?[0-9a-z%&=]{0,6}&?){0,8}") {
            let _ = Challenge::decode(&text);
        }
    }
}
