//! Creates boards on one thread: rolls them, and improves them until they meet the goal. What the
//! boards are made of is in the [`Creator`].

use std::ops::Range;

use wgs_dice::{
    AnnealingSchedule, ClimbState, Cup, Optimiser, Random, RequiredWords, Roll, Scorer,
};
use wgs_engine::{Board, BoardMeasure, Budget, Rescorer};

use super::{BoardSource, CreateError, Creator};

/// The number of boards to score for one with as many words or points as possible: a second or
/// two for 4 by 4 tiles.
const MAXIMUM_TRIES: u64 = 100_000;

/// The number of boards to score when none can meet the goal.
const IMPOSSIBLE_TRIES: u64 = 2_000;

/// A board that was created to meet a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreatedBoard {
    /// The board.
    pub board: Board,
    /// The number of words, the points and, if the goal depends on it, the longest word.
    pub measure: BoardMeasure,
    /// Whether the board meets the goal; if not, it is the best one that was found.
    pub is_met: bool,
    /// The number of boards that were scored to find it.
    pub tries: u64,
}

/// Creates boards on one thread, for a [`Creator`].
pub struct CreatorWorker<'s, S = Rescorer> {
    creator: &'s Creator<'s>,
    scorer: S,
    /// Candidates for the longest word of a board.
    long_words: &'s [String],
    is_impossible: bool,
}

impl<'s, S> CreatorWorker<'s, S> {
    pub(super) fn new(
        creator: &'s Creator<'s>,
        scorer: S,
        long_words: &'s [String],
        is_impossible: bool,
    ) -> Self {
        Self {
            creator,
            scorer,
            long_words,
            is_impossible,
        }
    }
}

impl CreatorWorker<'_> {
    /// Sets the budget of the search for each board. When it is used up, the best boards found so
    /// far are returned.
    pub fn set_budget(&mut self, budget: Budget) {
        self.scorer.set_budget(budget);
    }
}

impl<S: Scorer> CreatorWorker<'_, S> {
    /// Creates boards. When `stop` returns true, the best boards found so far are returned.
    pub fn create(
        &mut self,
        numbers: Range<u64>,
        mut stop: impl FnMut() -> bool,
    ) -> Result<Vec<CreatedBoard>, CreateError> {
        self.create_watched(numbers, |_| stop())
    }

    /// Does the same as [`create`](Self::create), but tells `stop` how far the search has come.
    pub fn create_watched(
        &mut self,
        numbers: Range<u64>,
        mut stop: impl FnMut(&ClimbState) -> bool,
    ) -> Result<Vec<CreatedBoard>, CreateError> {
        let creator = self.creator;
        match &creator.source {
            BoardSource::Cup { cup, .. } => numbers
                .map(|number| self.optimise(cup, number, &mut stop))
                .collect(),
            BoardSource::WordList(list) => {
                let (seed, goal) = (creator.options.seed, &creator.options.goal);
                let mut stop = || stop(&ClimbState::default());
                list.create(seed, numbers, goal, &mut self.scorer, &mut stop)
            }
            BoardSource::DictionaryWords(words) => {
                let (seed, goal) = (creator.options.seed, &creator.options.goal);
                let tries = creator.options.tries;
                let create = |number| {
                    let mut random = Random::stream(seed, number);
                    let scorer = &mut self.scorer;
                    Ok(words.create(&mut random, goal, tries, scorer, &mut stop)?)
                };
                numbers.map(create).collect()
            }
        }
    }

    fn optimise(
        &mut self,
        cup: &Cup,
        number: u64,
        stop: &mut impl FnMut(&ClimbState) -> bool,
    ) -> Result<CreatedBoard, CreateError> {
        let Self {
            creator,
            scorer,
            long_words,
            is_impossible,
        } = self;
        let options = &creator.options;
        let mut schedule = AnnealingSchedule::default();
        if options.goal.has_maximum() {
            schedule.tries = MAXIMUM_TRIES;
        }
        schedule.tries = options.tries.unwrap_or(schedule.tries);
        if *is_impossible {
            schedule.tries = schedule.tries.min(IMPOSSIBLE_TRIES);
        }
        let optimiser = Optimiser::with_schedule(cup, &options.goal, schedule);
        let mut random = Random::stream(options.seed, number);
        // A later attempt may fail to place the words, but this one is always available.
        let first = creator.roll(cup, &mut random)?;
        let mut has_begun = false;
        let start = |random: &mut Random| {
            if let Some(roll) = creator.roll_with_long_word(cup, long_words, random) {
                return roll;
            }
            let again = std::mem::replace(&mut has_begun, true);
            let roll = again.then(|| creator.roll(cup, random).ok()).flatten();
            roll.unwrap_or_else(|| first.clone())
        };
        let best = optimiser.run_watched(scorer, &mut random, start, stop)?;
        Ok(CreatedBoard {
            board: cup.board(&best.roll),
            measure: best.measure,
            is_met: best.is_met,
            tries: best.tries,
        })
    }
}

impl Creator<'_> {
    /// Rolls a board with all required words and a long word: improving a board step by step
    /// hardly ever finds one.
    fn roll_with_long_word(
        &self,
        cup: &Cup,
        long_words: &[String],
        random: &mut Random,
    ) -> Option<Roll> {
        const ATTEMPTS: usize = 20;
        (0..ATTEMPTS).find_map(|_| {
            let mut words = vec![random.pick(long_words)?.clone()];
            words.extend_from_slice(&self.options.must_contain);
            let words = RequiredWords::new(cup, &words, self.q_is_qu).ok()?;
            let words = words.through(self.required.iter().copied());
            cup.roll_with_words(&words, &self.grid, random)
        })
    }
}
