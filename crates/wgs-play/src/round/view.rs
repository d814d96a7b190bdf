//! A round as an interface shows it: clock, points and words so far. It is plain data, which a
//! web worker can send to its page.

use serde::{Deserialize, Serialize};
use wgs_config::commonness::Commonness;
use wgs_engine::{Cell, SolvedWord};

use super::Round;
use super::event::EndReason;
use super::hint::{self, HintKind};
use super::input::PlayerId;
use crate::level::Level;
use crate::rank::Rank;

/// A round as an interface shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundView {
    /// Whether the clock runs.
    pub phase: RoundPhase,
    /// Whose turn it is, if people play one by one.
    pub turn: PlayerId,
    /// The time of the last input, in milliseconds.
    pub time: u64,
    /// The time played, without pauses, in milliseconds.
    pub played: u64,
    /// The time left in the round or the turn, in milliseconds; [`None`] without a time limit.
    pub remaining: Option<u64>,
    /// The number of words on the board.
    pub words: u64,
    /// The points of the words together.
    pub points: u64,
    /// The players, in the order of the setup.
    pub players: Vec<PlayerView>,
}

/// Whether the clock of a round runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundPhase {
    /// The clock runs.
    Running,
    /// The clock stands still, and the board is hidden.
    Paused,
    /// The round has ended.
    Ended(EndReason),
}

/// A player as an interface shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerView {
    /// The player's name.
    pub name: String,
    /// The skill of a computer player; [`None`] for a person.
    pub level: Option<Level>,
    /// The points so far, less penalties, and before words that several players found are
    /// cancelled.
    pub points: i64,
    /// The number of words found so far.
    pub words: u64,
    /// The number of letters of the word that a computer player found last.
    pub last_length: Option<u32>,
    /// The points lost to penalties.
    pub penalty: u64,
    /// The player's rank, in games whose tiles all touch.
    pub rank: Option<RankView>,
    /// The kinds of hints that the player has used.
    pub hints: Vec<HintKind>,
    /// The number of paths that were shown to the player.
    pub paths_shown: u32,
    /// Whether the player has finished.
    pub is_finished: bool,
}

/// A rank, and how far it is to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankView {
    /// The rank.
    pub rank: Rank,
    /// The next rank; [`None`] for the highest.
    pub next: Option<Rank>,
    /// The points that the next rank needs.
    pub next_points: u64,
}

/// A word of a round as an interface shows it.
//
// Not a `SolvedWord`, whose `Word` means nothing without the lexicon; this one has a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WordView {
    /// The word in upper case.
    pub word: String,
    /// Its points.
    pub points: u64,
    /// The number of letters it counts for.
    pub length: u32,
    /// The cells that spell it, in order.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u32>))]
    pub path: Vec<Cell>,
    /// How common it is, if that is known.
    pub commonness: Option<Commonness>,
    /// When it was found, in milliseconds of playing time.
    pub time: u64,
}

impl Round {
    /// How common a word of the board is, if that is known.
    pub fn commonness(&self, word: &SolvedWord) -> Option<Commonness> {
        let commonness = self.context.commonness.as_ref()?;
        Some(commonness.of(word.word))
    }

    /// Returns the words that [`found`](Self::found) returns as plain data.
    pub fn word_views(&self, player: PlayerId) -> Vec<WordView> {
        let times = self.player(player).map_or(&[][..], |player| &player.times);
        let found = self.found(player).zip(times);
        found
            .map(|(word, &time)| self.word_view(word, time))
            .collect()
    }

    /// Sorts missed words, the best first: those that people are likely to know, then by points.
    pub(crate) fn sort_missed(&self, missed: &mut [&SolvedWord]) {
        missed.sort_by_cached_key(|word| {
            let familiarity = self.commonness(word).map(hint::familiarity);
            (familiarity, hint::best_first(word))
        });
    }

    /// Returns a word of the board as plain data.
    pub fn word_view(&self, word: &SolvedWord, time: u64) -> WordView {
        WordView {
            word: word.text.clone(),
            points: word.score.total,
            length: word.score.length,
            path: word.path.clone(),
            commonness: self.commonness(word),
            time,
        }
    }

    /// Returns the state of the round as plain data.
    pub fn view(&self) -> RoundView {
        let players = self.players.iter().zip(self.player_ids());
        let players = players.map(|(player, id)| PlayerView {
            name: player.name.clone(),
            level: player.level,
            points: self.points(id),
            words: player.found.len() as u64,
            last_length: player.level.and_then(|_| {
                let last = self.words_of(Some(player)).last()?;
                Some(last.score.length)
            }),
            penalty: player.penalty,
            rank: self.rank(id),
            hints: player.hints.clone(),
            paths_shown: player.shown.len() as u32,
            is_finished: player.is_finished,
        });
        RoundView {
            phase: self.phase,
            turn: self.turn,
            time: self.time,
            played: self.played,
            remaining: self.end_time().map(|end| end.saturating_sub(self.played)),
            words: self.board.words().len() as u64,
            points: self.board_points,
            players: players.collect(),
        }
    }

    /// The rank of a player, in games whose tiles all touch.
    fn rank(&self, player: PlayerId) -> Option<RankView> {
        let total = self.board_points;
        let rank = Rank::of(self.points(player), total);
        self.grid().is_full().then(|| RankView {
            rank,
            next: rank.next(),
            next_points: rank.next().unwrap_or(rank).points(total),
        })
    }
}
