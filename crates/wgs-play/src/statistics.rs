//! Statistics of a player: the rounds that were played, and a summary of them, such as the best
//! result and the streak of daily boards. They stay on the player's device, and can be
//! exported and merged with those of another device.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::date::Date;
use crate::level::Level;
use crate::round::PlayerId;
use crate::round::Round;
use crate::score_unit::ScoreUnit;

/// The rounds that a player has finished.
///
/// ```
/// use wgs_play::{FinishedRound, Statistics};
///
/// let mut statistics = Statistics::default();
/// for (day, points) in [("2026-05-16", 30), ("2026-05-17", 42)] {
///     statistics.add(FinishedRound {
///         game: "Boggle (New)".to_owned(),
///         date: day.parse()?,
///         is_daily: true,
///         points,
///         board_points: 120,
///         ..FinishedRound::default()
///     });
/// }
/// let summary = statistics.summary(Some("Boggle (New)"), "2026-05-18".parse()?);
/// assert_eq!((summary.rounds, summary.best_points), (2, 42));
/// assert_eq!((summary.streak, summary.longest_streak), (2, 2));
/// # Ok::<(), wgs_play::DateError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Statistics {
    /// The rounds, in the order in which they were finished.
    rounds: BTreeSet<FinishedRound>,
}

/// A round that was finished.
///
/// Rounds are ordered by their dates and times. Two that are equal are the same round.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FinishedRound {
    /// The day on which it was finished; for a daily board, the day of the board.
    pub date: Date,
    /// When it was finished, in milliseconds since 1970-01-01.
    pub finished: u64,
    /// The game.
    pub game: String,
    /// Whether it was the daily board.
    pub is_daily: bool,
    /// The points, less penalties.
    pub points: i64,
    /// The points of all words on the board.
    pub board_points: u64,
    /// The number of words found.
    pub words: u64,
    /// The number of words on the board.
    pub board_words: u64,
    /// The best word found, in upper case; empty if there is none.
    pub best_word: String,
    /// The points of the best word.
    pub best_word_points: u64,
    /// The time played, in milliseconds.
    pub played: u64,
    /// The time limit, in milliseconds.
    pub limit: Option<u64>,
    /// The highest level of the computer players.
    pub level: Option<Level>,
    /// Whether the player won against all others.
    pub has_won: bool,
    /// Whether hints were used.
    pub has_hints: bool,
    /// What the points are counted in.
    pub unit: ScoreUnit,
}

/// A summary of the rounds of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatisticsSummary {
    /// The number of rounds.
    pub rounds: u64,
    /// The most points of a round.
    pub best_points: i64,
    /// The largest share of a board's points, in percent, rounded down.
    pub best_percent: u32,
    /// The average share of a board's points, in percent, rounded down.
    pub average_percent: u32,
    /// The number of words found in all rounds.
    pub words: u64,
    /// The time played in all rounds, in milliseconds.
    pub played: u64,
    /// The word with the most points, in upper case; empty if there is none.
    pub best_word: String,
    /// The points of that word.
    pub best_word_points: u64,
    /// The rounds against the computer, by level.
    pub levels: Vec<LevelSummary>,
    /// The number of days in a row, up to yesterday, today or tomorrow, on which a daily board was
    /// played. A player who has flown west since can have played tomorrow's board.
    pub streak: u32,
    /// The longest such number ever.
    pub longest_streak: u32,
}

/// The rounds against a level of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelSummary {
    /// The level.
    pub level: Level,
    /// The number of rounds.
    pub rounds: u64,
    /// The number of rounds that the player won.
    pub won: u64,
}

impl FinishedRound {
    /// Describes a round that a player finished; [`None`] if there is no such player. `finished` is
    /// the time in milliseconds since 1970-01-01.
    pub fn new(
        round: &Round,
        player: PlayerId,
        date: Date,
        finished: u64,
        is_daily: bool,
    ) -> Option<Self> {
        let view = round.view();
        let person = view.players.get(player.index())?;
        let result = round.result();
        let best = result.standings[player.index()].words.first();
        let levels = round.setup().players.iter().filter_map(|it| it.level);
        Some(Self {
            date,
            finished,
            game: round.setup().game.clone(),
            is_daily,
            points: result.standings[player.index()].points,
            board_points: view.points,
            words: person.words,
            board_words: view.words,
            best_word: best.map_or_else(String::new, |best| best.word.text.clone()),
            best_word_points: best.map_or(0, |best| best.word.score.total),
            played: view.played,
            limit: round.setup().limit,
            level: levels.max(),
            has_won: view.players.len() > 1 && result.winners == [player],
            has_hints: !person.hints.is_empty(),
            unit: round.unit(),
        })
    }

    /// The share of the board's points in percent, rounded down.
    fn percent(&self) -> u32 {
        let points = u128::try_from(self.points).unwrap_or(0);
        let percent = points * 100 / u128::from(self.board_points.max(1));
        percent.min(100) as u32
    }

    fn is_valid(&self) -> bool {
        self.game.len().max(self.best_word.len()) <= Statistics::MAX_TEXT
    }
}

impl Statistics {
    /// The largest number of rounds. When there are more, the oldest are forgotten.
    pub const MAX_ROUNDS: usize = 5_000;

    /// The longest name of a game and the longest word, in bytes.
    pub const MAX_TEXT: usize = 1_000;

    /// Adds a round. Of the rounds on one daily board, only the first counts for the streak, but
    /// all are kept.
    pub fn add(&mut self, round: FinishedRound) {
        if round.is_valid() {
            self.rounds.insert(round);
            self.shrink();
        }
    }

    /// Adds the rounds of other statistics that are not in these yet. It does not matter how often
    /// and in which order statistics are merged.
    pub fn merge(&mut self, other: Self) {
        let valid = other.rounds.into_iter().filter(FinishedRound::is_valid);
        self.rounds.extend(valid);
        self.shrink();
    }

    fn shrink(&mut self) {
        while self.rounds.len() > Self::MAX_ROUNDS {
            self.rounds.pop_first();
        }
    }

    /// The rounds, in the order in which they were finished.
    pub fn rounds(&self) -> impl DoubleEndedIterator<Item = &FinishedRound> {
        self.rounds.iter()
    }

    /// Returns the result of a game's daily board, if it was played. The first round counts.
    pub fn daily(&self, game: &str, date: Date) -> Option<&FinishedRound> {
        let mut rounds = self.rounds.iter();
        rounds.find(|round| round.is_daily && round.date == date && round.game == game)
    }

    /// Summarises the rounds of a game, or of all games.
    pub fn summary(&self, game: Option<&str>, today: Date) -> StatisticsSummary {
        let mut summary = StatisticsSummary::default();
        let mut percents = 0;
        let mut levels: BTreeMap<Level, LevelSummary> = BTreeMap::new();
        let mut days = BTreeSet::new();
        let is_chosen = |round: &&FinishedRound| game.is_none_or(|game| round.game == game);
        for round in self.rounds.iter().filter(is_chosen) {
            summary.rounds += 1;
            summary.best_points = summary.best_points.max(round.points);
            summary.best_percent = summary.best_percent.max(round.percent());
            percents += u64::from(round.percent());
            summary.words = summary.words.saturating_add(round.words);
            summary.played = summary.played.saturating_add(round.played);
            if round.best_word_points > summary.best_word_points {
                summary.best_word_points = round.best_word_points;
                summary.best_word.clone_from(&round.best_word);
            }
            if let Some(level) = round.level {
                let level = levels.entry(level).or_insert(LevelSummary {
                    level,
                    rounds: 0,
                    won: 0,
                });
                level.rounds += 1;
                level.won += u64::from(round.has_won);
            }
            if round.is_daily {
                days.insert(round.date);
            }
        }
        summary.average_percent = (percents / summary.rounds.max(1)) as u32;
        summary.levels = levels.into_values().collect();
        (summary.streak, summary.longest_streak) = streaks(&days, today);
        summary
    }
}

/// Returns the largest number of days in a row that end yesterday, today or tomorrow, and the
/// largest number of days in a row. A player who flies west comes back to the day before. Later
/// days, which a wrong clock may have left, do not count for the first.
fn streaks(days: &BTreeSet<Date>, today: Date) -> (u32, u32) {
    let (mut run, mut longest, mut current) = (0, 0, 0);
    let mut last: Option<Date> = None;
    for &day in days {
        let follows = last.is_some_and(|last| day.days_since(last) == 1);
        run = if follows { run + 1 } else { 1 };
        longest = longest.max(run);
        if (-1..=1).contains(&today.days_since(day)) {
            current = current.max(run);
        }
        last = Some(day);
    }
    (current, longest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn daily_round(day: u32, finished: u64, points: i64) -> FinishedRound {
        FinishedRound {
            date: Date::default().plus(day),
            finished,
            game: "Boggle (New)".to_owned(),
            is_daily: true,
            points,
            board_points: 10,
            ..FinishedRound::default()
        }
    }

    /// The reference implementation: looks at every day.
    fn plain_streaks(days: &BTreeSet<Date>, today: Date) -> (u32, u32) {
        let back = |from: Date| {
            let days_before =
                |days: i32| Date::default().plus((from.days_since(Date::default()) - days) as u32);
            let most = from.days_since(Date::default());
            (0..=most)
                .take_while(|&before| days.contains(&days_before(before)))
                .count() as u32
        };
        let yesterday = today.days_since(Date::default()) - 1;
        let yesterday = (yesterday >= 0).then(|| back(Date::default().plus(yesterday as u32)));
        let current = back(today.plus(1)).max(back(today));
        let current = current.max(yesterday.unwrap_or(0));
        let longest = days.iter().map(|&day| back(day)).max().unwrap_or(0);
        (current, longest)
    }

    proptest! {
        #[test]
        fn streaks_are_counted_as_by_hand(days in prop::collection::btree_set(0..40u32, 0..30), today in 0..45u32) {
            let day = |day: u32| Date::default().plus(day);
            let days: BTreeSet<Date> = days.into_iter().map(day).collect();
            prop_assert_eq!(streaks(&days, day(today)), plain_streaks(&days, day(today)));
        }

        #[test]
        fn merging_again_or_in_another_order_changes_nothing(
            a in prop::collection::vec((0..5u32, 0..5u64, 0..5i64), 0..8),
            b in prop::collection::vec((0..5u32, 0..5u64, 0..5i64), 0..8),
        ) {
            let statistics = |rounds: &[(u32, u64, i64)]| {
                let mut statistics = Statistics::default();
                for &(day, finished, points) in rounds {
                    statistics.add(daily_round(day, finished, points));
                }
                statistics
            };
            let (a, b) = (statistics(&a), statistics(&b));
            let mut ab = a.clone();
            ab.merge(b.clone());
            let mut bab = b.clone();
            bab.merge(a);
            bab.merge(b);
            prop_assert_eq!(&ab, &bab);
            let json = serde_json::to_string(&ab).unwrap();
            prop_assert_eq!(serde_json::from_str::<Statistics>(&json).unwrap(), ab);
        }
    }

    #[test]
    fn a_summary_adds_up_the_rounds_of_a_game() {
        let mut statistics = Statistics::default();
        statistics.add(FinishedRound {
            best_word: "CAT".to_owned(),
            best_word_points: 3,
            words: 4,
            played: 1000,
            level: Some(Level::Easy),
            has_won: true,
            ..daily_round(1, 1, 5)
        });
        statistics.add(FinishedRound {
            level: Some(Level::Easy),
            ..daily_round(2, 2, -3)
        });
        statistics.add(FinishedRound {
            game: "Scramble".to_owned(),
            ..daily_round(9, 3, 9)
        });
        let today = Date::default().plus(3);
        let summary = statistics.summary(Some("Boggle (New)"), today);
        let expected = StatisticsSummary {
            rounds: 2,
            best_points: 5,
            best_percent: 50,
            average_percent: 25,
            words: 4,
            played: 1000,
            best_word: "CAT".to_owned(),
            best_word_points: 3,
            levels: vec![LevelSummary {
                level: Level::Easy,
                rounds: 2,
                won: 1,
            }],
            streak: 2,
            longest_streak: 2,
        };
        assert_eq!(summary, expected);
        assert_eq!(statistics.summary(None, today).rounds, 3);
        let empty = Statistics::default().summary(None, today);
        assert_eq!(empty, StatisticsSummary::default());
        let day = Date::default().plus(2);
        assert_eq!(statistics.daily("Boggle (New)", day).unwrap().points, -3);
        assert_eq!(statistics.daily("Scramble", day), None);
    }

    #[test]
    fn a_flight_to_the_west_does_not_shrink_the_streak() {
        let mut statistics = Statistics::default();
        statistics.add(daily_round(10, 1, 5));
        statistics.add(daily_round(11, 2, 5));
        for (today, streak) in [(8, 0), (9, 1), (10, 2), (11, 2), (12, 2), (13, 0)] {
            let today = Date::default().plus(today);
            assert_eq!(statistics.summary(None, today).streak, streak, "{today}");
        }
    }

    #[test]
    fn the_oldest_rounds_are_forgotten() {
        let mut statistics = Statistics::default();
        for number in 0..Statistics::MAX_ROUNDS as u32 + 5 {
            statistics.add(daily_round(number, 0, 0));
        }
        assert_eq!(statistics.rounds().count(), Statistics::MAX_ROUNDS);
        assert_eq!(
            statistics.rounds().next().unwrap().date,
            Date::default().plus(5)
        );
        statistics.add(FinishedRound {
            game: "x".repeat(2000),
            ..daily_round(99_999, 0, 0)
        });
        assert_eq!(
            statistics.rounds().next_back().unwrap().game,
            "Boggle (New)"
        );
    }
}
