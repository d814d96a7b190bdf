//! The skill of a computer player: which words of a board it finds, and when. The choice is
//! random, and the random numbers are a parameter. Which words it may know at all is its
//! [`Vocabulary`]'s business.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wgs_config::commonness::Commonness;
use wgs_dice::Random;
use wgs_engine::SolvedWord;

use crate::vocabulary::{Vocabulary, text_number};

/// The skill of a computer player.
///
/// A player finds words as people do. It knows most common words and few rare ones, always the
/// same ones, and a higher level knows all the words of a lower one. It looks for each word that it
/// knows from the start and notices it sooner or later: common words sooner than rare ones, short
/// ones sooner than long ones. And it needs time for each word before it can find the next. What it
/// has not noticed when the time is up, it misses.
///
/// | level | knows of the classes 10, 20, 35, 50, 60, 70, rare (%) | notices a short common word after | with each further letter | with each class | time for a word |
/// |---|---|---|---|---|---|
/// | beginner | 80, 50, 10 | 90 s | × 2.5 | × 1.5 | 18 s |
/// | easy | 95, 85, 40, 5 | 55 s | × 2 | × 1.4 | 11 s |
/// | medium | 100, 97, 85, 45, 15, 3 | 30 s | × 1.7 | × 1.3 | 7 s |
/// | hard | 100, 100, 97, 85, 60, 30, 6 | 14 s | × 1.45 | × 1.2 | 3.5 s |
/// | expert | 100, 100, 100, 98, 92, 80, 50 | 7 s | × 1.25 | × 1.1 | 2 s |
/// | perfect | finds every word | | | | |
///
/// The classes are those of [`Commonness`]. All times are means.
///
/// ```
/// use wgs_play::Level;
///
/// assert_eq!(Level::default().to_string(), "medium");
/// assert_eq!("Expert".parse(), Ok(Level::Expert));
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(description = "The skill of a computer player.")
)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Knows the words of a small child. `nursery` is an older name.
    #[serde(alias = "nursery")]
    Beginner,
    /// Finds a few everyday words.
    Easy,
    /// About as good as a regular player.
    #[default]
    Medium,
    /// Hard to beat.
    Hard,
    /// As good as the best people.
    Expert,
    /// Finds every word. `humbling` is an older name.
    #[serde(alias = "humbling")]
    Perfect,
}

/// A word that a computer player finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Find {
    /// When, in milliseconds of playing time.
    pub time: u64,
    /// The index of the word among the board's words.
    pub word: usize,
}

/// Why a text is not a [`Level`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected beginner, easy, medium, hard, expert or perfect")]
pub struct NotALevel;

/// What a level can do. Times are in milliseconds, and factors in percent.
struct Skill {
    /// The percentage of words it knows, by class.
    known: [u64; Commonness::ALL.len()],
    /// The mean time until it notices one of the shortest and most common words.
    notice: u64,
    /// How much longer that takes with each further letter.
    letter_factor: u64,
    /// How much longer that takes with each class.
    class_factor: u64,
    /// The mean time between two words.
    interval: u64,
}

/// The longest time until a word is noticed: no word takes so long that times overflow.
const LONGEST_NOTICE: u64 = 1 << 40;

/// The longest time between two words of a player that finds every word, in milliseconds.
const PERFECT_INTERVAL: u64 = 2000;

impl Level {
    /// All levels, the lowest first.
    pub const ALL: [Self; 6] = [
        Self::Beginner,
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Expert,
        Self::Perfect,
    ];

    /// Returns the name of the level in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Perfect => "perfect",
        }
    }

    /// Returns the name of the level in earlier versions, if it was another one. Saved rounds, links
    /// and scripts have it.
    fn old_name(self) -> Option<&'static str> {
        match self {
            Self::Beginner => Some("nursery"),
            Self::Perfect => Some("humbling"),
            _ => None,
        }
    }

    fn skill(self) -> Skill {
        let (known, notice, letter_factor, class_factor, interval) = match self {
            Self::Beginner => ([80, 50, 10, 0, 0, 0, 0], 90_000, 250, 150, 18_000),
            Self::Easy => ([95, 85, 40, 5, 0, 0, 0], 55_000, 200, 140, 11_000),
            Self::Medium => ([100, 97, 85, 45, 15, 3, 0], 30_000, 170, 130, 7000),
            Self::Hard => ([100, 100, 97, 85, 60, 30, 6], 14_000, 145, 120, 3500),
            Self::Expert => ([100, 100, 100, 98, 92, 80, 50], 7000, 125, 110, 2000),
            Self::Perfect => ([100; 7], 7000, 125, 110, 0),
        };
        Skill {
            known,
            notice,
            letter_factor,
            class_factor,
            interval,
        }
    }

    /// Returns what a player of this level finds until the clock runs out, in the order of finding.
    /// A longer clock only adds words; with [`Duration::MAX`] it finds all it ever will.
    ///
    /// The words of [`Level::Perfect`] come in the first nine tenths of the clock; those of other
    /// levels come at the same times on every clock.
    ///
    /// ```
    /// use std::time::Duration;
    /// use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
    /// use wgs_dice::Random;
    /// use wgs_play::{Level, SolvedBoard, Vocabulary};
    ///
    /// let lexicon = Lexicon::from_text("cat cats act")?;
    /// let (grid, rules) = (Grid::rectangle(2, 2, Adjacency::Diagonal), Rules::boggle());
    /// let solver = Solver::new(&lexicon, &grid, &rules);
    /// let board = SolvedBoard::new("CATS".parse()?, &mut solver.worker())?;
    /// let (vocabulary, clock) = (Vocabulary::default(), Duration::from_secs(180));
    /// let finds = Level::Perfect.finds(board.words(), &vocabulary, clock, &mut Random::new(1));
    /// assert_eq!(finds.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finds(
        self,
        words: &[SolvedWord],
        vocabulary: &Vocabulary,
        clock: Duration,
        random: &mut Random,
    ) -> Vec<Find> {
        let skill = self.skill();
        let clock = u64::try_from(clock.as_millis()).unwrap_or(u64::MAX);
        let lengths = words.iter().map(|word| word.score.length);
        let shortest = lengths.min().unwrap_or(0);
        // When each known word is noticed, its index, and the time it takes.
        let mut noticed: Vec<(u64, usize, u64)> = Vec::new();
        for (index, word) in words.iter().enumerate() {
            // Known or not, every word draws: its numbers depend only on its index.
            let wait = exponential(random);
            let taken = skill.interval * (50 + random.below(101) as u64) / 100;
            let Some(class) = vocabulary.commonness(word) else {
                continue;
            };
            let is_known =
                vocabulary.is_list() || text_number(&word.text, 100) < skill.known[class.index()];
            if is_known {
                let further = word.score.length - shortest;
                let notice = skill.notice_time(further, class.index() as u32);
                noticed.push(((notice * wait) >> 10, index, taken));
            }
        }
        noticed.sort_unstable();
        let mut finds: Vec<Find> = Vec::with_capacity(noticed.len());
        let mut next = 0;
        for (time, word, taken) in noticed {
            let time = time.max(next) + taken;
            next = time;
            finds.push(Find { time, word });
        }
        if self == Self::Perfect {
            spread(&mut finds, clock);
        }
        let end = finds.partition_point(|find| find.time <= clock);
        finds.truncate(end);
        finds
    }
}

impl Skill {
    /// Returns the mean time until a word is noticed.
    fn notice_time(&self, further_letters: u32, class: u32) -> u64 {
        let factors = [
            (further_letters, self.letter_factor),
            (class, self.class_factor),
        ];
        factors.iter().fold(self.notice, |time, &(steps, factor)| {
            let longer = |time: u64, _| (time * factor / 100).min(LONGEST_NOTICE);
            (0..steps).fold(time, longer)
        })
    }
}

/// Spreads the finds over the first nine tenths of the clock, in their order.
fn spread(finds: &mut [Find], clock: u64) {
    let count = finds.len() as u64;
    let span = (clock / 10 * 9).min(count * PERFECT_INTERVAL);
    for (find, number) in finds.iter_mut().zip(1_u64..) {
        find.time = (u128::from(span) * u128::from(number) / u128::from(count)) as u64;
    }
}

/// Returns a random number of the exponential distribution with the mean 1024. It is whole, and
/// its logarithm interpolated, which makes it the same on every machine.
fn exponential(random: &mut Random) -> u64 {
    const LN_2: u64 = 710; // of 1024
    let bits = random.bits() | 1;
    let zeros = bits.leading_zeros();
    // The bits after the first 1, as a fraction.
    let fraction = bits.unbounded_shl(zeros + 1) >> 44;
    let logarithm = (u64::from(zeros + 1) << 20) - fraction;
    (logarithm * LN_2) >> 20
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Self, NotALevel> {
        let mut levels = Self::ALL.into_iter();
        let level = levels.find(|level| {
            let mut names = [Some(level.name()), level.old_name()].into_iter().flatten();
            names.any(|name| name.eq_ignore_ascii_case(text))
        });
        level.ok_or(NotALevel)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use wgs_config::Catalogue;
    use wgs_config::commonness::CommonnessTable;
    use wgs_engine::{Lexicon, Solver};

    use super::*;
    use crate::solved_board::SolvedBoard;

    /// The words of boards in the default game, and their vocabulary.
    fn boards<const N: usize>(boards: [&str; N]) -> ([Vec<SolvedWord>; N], Vocabulary) {
        let catalogue = Catalogue::embedded();
        let game = catalogue.game("Boggle (New)").unwrap();
        let lexicon = game.dictionary().unwrap().load().unwrap();
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        let words = boards.map(|board| {
            let board = SolvedBoard::new(board.parse().unwrap(), &mut solver.worker());
            board.unwrap().words().to_vec()
        });
        let commonness = CommonnessTable::embedded().unwrap().by_word(&lexicon);
        (words, Vocabulary::with_commonness(commonness))
    }

    /// A board with many words, among them SIPE and NEPS.
    const BOARD: &str = "STNDTEIELARSMRTO";
    const SIPE: &str = "SIPENEPSTREABCDE";

    fn finds(level: Level, words: &[SolvedWord], vocabulary: &Vocabulary, seed: u64) -> Vec<Find> {
        let clock = Duration::from_secs(180);
        level.finds(words, vocabulary, clock, &mut Random::new(seed))
    }

    fn texts(words: &[SolvedWord], finds: &[Find]) -> BTreeSet<String> {
        let texts = finds.iter().map(|find| words[find.word].text.clone());
        texts.collect()
    }

    #[test]
    fn a_level_is_read_and_printed() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(level.to_string().to_uppercase().parse(), Ok(level));
        }
        assert!(Level::ALL.is_sorted());
        assert_eq!("".parse::<Level>(), Err(NotALevel));
        assert_eq!("off".parse::<Level>(), Err(NotALevel));
    }

    #[test]
    fn a_higher_level_finds_more_points_and_longer_words() {
        let ([words], vocabulary) = boards([BOARD]);
        let measure = |level: Level| {
            let rounds: Vec<_> = (0..20)
                .map(|seed| finds(level, &words, &vocabulary, seed))
                .collect();
            let found = rounds.iter().flatten().map(|find| &words[find.word].score);
            let points: u64 = found.clone().map(|score| score.total).sum();
            let letters: u32 = found.clone().map(|score| score.length).sum();
            (points, f64::from(letters) / found.count() as f64)
        };
        let levels = Level::ALL.map(measure);
        assert!(levels.is_sorted_by(|a, b| a.0 < b.0), "{levels:?}");
        assert!(levels.is_sorted_by(|a, b| a.1 < b.1), "{levels:?}");
    }

    #[test]
    fn lower_levels_do_not_know_words_for_word_games() {
        let ([words], vocabulary) = boards([SIPE]);
        for word in ["SIPE", "NEPS", "PENS"] {
            assert!(words.iter().any(|found| found.text == word), "{word}");
        }
        let all_finds = |level: Level| {
            let mut random = Random::new(5);
            let finds = level.finds(&words, &vocabulary, Duration::MAX, &mut random);
            texts(&words, &finds)
        };
        for level in [Level::Beginner, Level::Easy, Level::Medium] {
            let known = all_finds(level);
            assert!(
                !known.contains("SIPE") && !known.contains("NEPS"),
                "{level}"
            );
        }
        assert!(all_finds(Level::Easy).contains("PENS"));
        assert_eq!(all_finds(Level::Perfect).len(), words.len());
    }

    #[test]
    fn a_level_is_also_read_by_its_old_name() {
        for level in Level::ALL {
            let names = [Some(level.name()), level.old_name()];
            for name in names.into_iter().flatten() {
                assert_eq!(name.to_uppercase().parse(), Ok(level));
                let json = serde_json::json!(name);
                assert_eq!(serde_json::from_value::<Level>(json).unwrap(), level);
            }
            assert_eq!(serde_json::to_value(level).unwrap(), level.name());
        }
        assert_eq!("genius".parse::<Level>(), Err(NotALevel));
    }

    #[test]
    fn a_higher_level_knows_all_the_words_of_a_lower_one() {
        let (words, vocabulary) = boards([BOARD, SIPE]);
        for words in &words {
            let known = Level::ALL.map(|level| {
                let mut random = Random::new(1);
                let finds = level.finds(words, &vocabulary, Duration::MAX, &mut random);
                texts(words, &finds)
            });
            assert!(known.is_sorted_by(|a, b| a.is_subset(b) && a != b));
            assert_eq!(known[5].len(), words.len());
        }
    }

    #[test]
    fn every_word_is_found_once_and_more_time_only_adds() {
        let ([words], vocabulary) = boards([BOARD]);
        for level in Level::ALL {
            let found = finds(level, &words, &vocabulary, 7);
            assert_eq!(found, finds(level, &words, &vocabulary, 7));
            assert_ne!(found, finds(level, &words, &vocabulary, 8));
            assert!(found.is_sorted_by_key(|find| find.time));
            assert!(found.iter().all(|find| find.time <= 180_000));
            assert_eq!(texts(&words, &found).len(), found.len());
            for seconds in [0, 1, 60, 600, 100_000] {
                let clock = Duration::from_secs(seconds);
                let other = level.finds(&words, &vocabulary, clock, &mut Random::new(7));
                let shared = other.len().min(found.len());
                let order = |finds: &[Find]| finds.iter().map(|find| find.word).collect::<Vec<_>>();
                assert_eq!(order(&other[..shared]), order(&found[..shared]));
                assert_eq!(
                    shared == found.len(),
                    seconds > 180 || level == Level::Perfect
                );
                if level != Level::Perfect {
                    assert_eq!(other[..shared], found[..shared]);
                }
            }
        }
    }

    #[test]
    fn a_player_needs_time_for_each_word() {
        let ([words], vocabulary) = boards([BOARD]);
        for (level, words_of_a_minute) in [
            (Level::Beginner, 1..=5),
            (Level::Easy, 3..=8),
            (Level::Medium, 6..=12),
            (Level::Hard, 12..=22),
            (Level::Expert, 22..=36),
        ] {
            let mut count = 0;
            for seed in 0..10 {
                let found = finds(level, &words, &vocabulary, seed);
                count += found.len();
                let least = level.skill().interval / 2;
                let times = found.windows(2).map(|pair| pair[1].time - pair[0].time);
                assert!(times.min().unwrap() >= least, "{level}");
                assert!(found[0].time >= least);
            }
            let mean = count / 30;
            assert!(
                words_of_a_minute.contains(&mean),
                "{level}: {mean} words a minute"
            );
        }
    }

    #[test]
    fn common_and_short_words_come_first() {
        let ([words], vocabulary) = boards([BOARD]);
        for level in [Level::Medium, Level::Hard, Level::Expert] {
            let mut sums = [(0, 0); 2];
            let mut counts = [0; 2];
            for seed in 0..20 {
                let clock = Duration::MAX;
                let found = level.finds(&words, &vocabulary, clock, &mut Random::new(seed));
                for (place, find) in found.iter().enumerate() {
                    let half = usize::from(place * 2 >= found.len());
                    let word = &words[find.word];
                    sums[half].0 += vocabulary.commonness(word).unwrap().index();
                    sums[half].1 += word.score.length;
                    counts[half] += 1;
                }
            }
            let mean = |half: usize| {
                let (class, length) = sums[half];
                (
                    class * 100 / counts[half],
                    length as usize * 100 / counts[half],
                )
            };
            assert!(mean(0).0 < mean(1).0 && mean(0).1 < mean(1).1, "{level}");
        }
    }

    #[test]
    fn a_list_is_all_that_a_player_knows() {
        let ([words], _) = boards([SIPE]);
        let list = Lexicon::from_text("Neps pens xylophone").unwrap();
        let vocabulary = Vocabulary::list(list);
        for level in Level::ALL {
            let found = level.finds(&words, &vocabulary, Duration::MAX, &mut Random::new(1));
            let found: Vec<String> = texts(&words, &found).into_iter().collect();
            assert_eq!(found, ["NEPS", "PENS"], "{level}");
        }
    }

    #[test]
    fn nothing_is_found_where_there_is_nothing_to_find() {
        let ([words], vocabulary) = boards([BOARD]);
        for level in Level::ALL {
            assert!(finds(level, &[], &vocabulary, 1).is_empty());
            let none = Vocabulary::list(Lexicon::from_text("").unwrap());
            assert!(finds(level, &words, &none, 1).is_empty());
            let assumed = Vocabulary::default();
            assert!(!finds(level, &words, &assumed, 1).is_empty(), "{level}");
        }
    }

    #[test]
    fn exponential_numbers_have_their_mean() {
        let mut random = Random::new(1);
        let sum: u64 = (0..100_000).map(|_| exponential(&mut random)).sum();
        let mean = sum / 100_000;
        assert!((980..1080).contains(&mean), "{mean}");
    }
}
