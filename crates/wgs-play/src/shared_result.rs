//! The result of a round as a text to share. It gives no word away.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::date::Date;
use crate::rank::Rank;
use crate::round::HintKind;
use crate::round::PlayerId;
use crate::round::Round;
use crate::score_unit::ScoreUnit;

/// The result of a player in a round, without the words.
///
/// Its text is in English. Interfaces in other languages use the fields.
///
/// ```
/// use wgs_play::{LengthResult, SharedResult};
///
/// let result = SharedResult {
///     game: "Boggle (New)".to_owned(),
///     date: Some("2026-05-17".parse()?),
///     points: 42,
///     board_points: 120,
///     words: 17,
///     board_words: 96,
///     played: 180_000,
///     lengths: vec![
///         LengthResult { length: 3, words: 12, board_words: 60 },
///         LengthResult { length: 4, words: 5, board_words: 36 },
///     ],
///     ..SharedResult::default()
/// };
/// assert_eq!(
///     result.to_string(),
///     "wgs: Boggle (New), 2026-05-17\n\
///      🟦🟦🟦⬜⬜⬜⬜⬜⬜⬜ 35%\n\
///      42 of 120 points, 17 of 96 words, 3:00\n"
/// );
/// # Ok::<(), wgs_play::DateError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedResult {
    /// The game.
    pub game: String,
    /// The day, if it was a daily board.
    pub date: Option<Date>,
    /// The points, less penalties.
    pub points: i64,
    /// The points of all words on the board.
    pub board_points: u64,
    /// What the points are counted in.
    pub unit: ScoreUnit,
    /// The number of words found.
    pub words: u64,
    /// The number of words on the board.
    pub board_words: u64,
    /// The time played, in milliseconds.
    pub played: u64,
    /// The rank, in games that have ranks.
    pub rank: Option<Rank>,
    /// The kinds of hints that were used.
    pub hints: Vec<HintKind>,
    /// The number of paths that were shown.
    pub paths_shown: u32,
    /// The words found by length, from short to long.
    pub lengths: Vec<LengthResult>,
}

/// How many words of a length were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthResult {
    /// The length.
    pub length: u32,
    /// The number of words found.
    pub words: u32,
    /// The number of words on the board.
    pub board_words: u32,
}

/// The number of squares of the bar.
const SQUARES: u32 = 10;

impl SharedResult {
    /// Describes what a player achieved; [`None`] if there is no such player. `date` is the day of
    /// a daily board.
    pub fn new(round: &Round, player: PlayerId, date: Option<Date>) -> Option<Self> {
        let view = round.view();
        let person = view.players.get(player.index())?;
        let mut lengths: BTreeMap<u32, LengthResult> = BTreeMap::new();
        for word in round.solved_board().words() {
            let length = word.score.length;
            let entry = lengths.entry(length).or_insert(LengthResult {
                length,
                words: 0,
                board_words: 0,
            });
            entry.board_words += 1;
        }
        for word in round.found(player) {
            if let Some(entry) = lengths.get_mut(&word.score.length) {
                entry.words += 1;
            }
        }
        Some(Self {
            game: round.setup().game.clone(),
            date,
            points: round.result().standings[player.index()].points,
            board_points: view.points,
            unit: round.unit(),
            words: person.words,
            board_words: view.words,
            played: view.played,
            rank: person.rank.map(|rank| rank.rank),
            hints: person.hints.clone(),
            paths_shown: person.paths_shown,
            lengths: lengths.into_values().collect(),
        })
    }

    /// The share of the points in percent, rounded down.
    pub fn percent(&self) -> u32 {
        let points = u128::try_from(self.points).unwrap_or(0);
        let percent = points * 100 / u128::from(self.board_points.max(1));
        u32::try_from(percent).unwrap_or(u32::MAX).min(100)
    }

    /// A bar of ten squares for the share of the points. Blue and white can be told apart by
    /// people who do not see all colours.
    pub fn bar(&self) -> String {
        let mut filled = self.percent() * SQUARES / 100;
        if self.points > 0 {
            filled = filled.max(1);
        }
        let square = |square| if square < filled { "🟦" } else { "⬜" };
        (0..SQUARES).map(square).collect()
    }
}

impl fmt::Display for SharedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wgs: {}", self.game)?;
        if let Some(date) = self.date {
            write!(f, ", {date}")?;
        }
        write!(f, "\n{} {}%", self.bar(), self.percent())?;
        if let Some(rank) = self.rank {
            write!(f, ", {rank}")?;
        }
        let noun = |count: u64, noun: &'static str| match count {
            1 => noun.to_owned(),
            _ => format!("{noun}s"),
        };
        let seconds = self.played / 1000;
        f.write_str("\n")?;
        if self.unit == ScoreUnit::Points {
            let points = noun(self.board_points, "point");
            write!(f, "{} of {} {points}, ", self.points, self.board_points)?;
        }
        writeln!(
            f,
            "{} of {} {}, {}:{:02}",
            self.words,
            self.board_words,
            noun(self.board_words, "word"),
            seconds / 60,
            seconds % 60
        )?;
        match (self.hints.len(), self.paths_shown) {
            (0, 0) => Ok(()),
            (_, 0) => f.write_str("with hints\n"),
            (_, shown) => writeln!(
                f,
                "with hints, {shown} {} shown",
                noun(shown.into(), "path")
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_shows_the_share_of_the_points() {
        for (points, board_points, percent, filled) in [
            (0, 0, 0, 0),
            (-5, 100, 0, 0),
            (1, 100, 1, 1),
            (19, 100, 19, 1),
            (20, 100, 20, 2),
            (99, 100, 99, 9),
            (100, 100, 100, 10),
            (i64::MAX, 1, 100, 10),
        ] {
            let result = SharedResult {
                points,
                board_points,
                ..SharedResult::default()
            };
            assert_eq!(result.percent(), percent, "{points} of {board_points}");
            assert_eq!(result.bar().matches('🟦').count(), filled);
            assert_eq!(result.bar().chars().count(), 10);
        }
    }

    #[test]
    fn hints_are_admitted() {
        let result = SharedResult {
            game: "Spelling Bee".to_owned(),
            points: 1,
            board_points: 1,
            words: 1,
            board_words: 1,
            played: 59_999,
            rank: Some(Rank::Complete),
            hints: vec![HintKind::Tiles, HintKind::Path],
            paths_shown: 1,
            ..SharedResult::default()
        };
        assert_eq!(
            result.to_string(),
            "wgs: Spelling Bee\n🟦🟦🟦🟦🟦🟦🟦🟦🟦🟦 100%, complete\n\
             1 of 1 point, 1 of 1 word, 0:59\nwith hints, 1 path shown\n"
        );
    }
}
