//! Judges and counts the guesses of a round.

use std::borrow::Cow;

use wgs_engine::Cell;

use super::event::{EndReason, IgnoredReason, RoundEvent};
use super::input::PlayerId;
use super::setup::RoundGoal;
use super::{Round, RoundContext};
use crate::judgement::judge_spelled;
use crate::path_guess::judge_path;
use crate::verdict::Verdict;

/// The longest guess, in bytes or in cells.
const MAX_GUESS: usize = 1000;

impl Round {
    pub(super) fn guess(
        &mut self,
        player: PlayerId,
        text: &str,
        events: &mut Vec<RoundEvent>,
    ) -> Result<bool, IgnoredReason> {
        if text.len() > MAX_GUESS {
            return Err(IgnoredReason::TooLong);
        }
        let found = &self.known_to(player);
        let RoundContext {
            solver, spelling, ..
        } = &self.context;
        let judged = judge_spelled(text, &self.board, solver, spelling, found);
        Ok(self.count(player, text.trim().to_owned(), judged, events))
    }

    pub(super) fn guess_path(
        &mut self,
        player: PlayerId,
        path: &[Cell],
        events: &mut Vec<RoundEvent>,
    ) -> Result<bool, IgnoredReason> {
        if path.len() > MAX_GUESS {
            return Err(IgnoredReason::TooLong);
        }
        let found = &self.known_to(player);
        let RoundContext {
            solver, spelling, ..
        } = &self.context;
        let (text, judged) = judge_path(path, &self.board, solver, spelling, found);
        Ok(self.count(player, text, judged, events))
    }

    /// The words that a player cannot find again.
    fn known_to(&self, player: PlayerId) -> Cow<'_, [usize]> {
        match self.setup.is_shared {
            false => Cow::Borrowed(&self.players[player.index()].found),
            true => {
                let people = self.players.iter().filter(|player| player.level.is_none());
                Cow::Owned(people.flat_map(|person| &person.found).copied().collect())
            }
        }
    }

    /// Counts a guess. Returns whether it changed the round.
    fn count(
        &mut self,
        player: PlayerId,
        guess: String,
        judged: Result<usize, Verdict>,
        events: &mut Vec<RoundEvent>,
    ) -> bool {
        let penalty = match &judged {
            Err(Verdict::NotInDictionary) => self.penalty(&guess),
            _ => 0,
        };
        let verdict = match &judged {
            Ok(index) => Verdict::new_word(&self.board.words()[*index]),
            Err(verdict) => verdict.clone(),
        };
        events.push(RoundEvent::Judged {
            player,
            guess,
            verdict,
            penalty,
        });
        let person = &mut self.players[player.index()];
        person.penalty = person.penalty.saturating_add(penalty);
        if let Ok(index) = judged {
            person.find(index, self.played);
            self.check_all_found(player, events);
        }
        judged.is_ok() || penalty > 0
    }

    /// The points that a guess loses because it is not in the dictionary.
    fn penalty(&self, guess: &str) -> u64 {
        let guess = self.context.spelling.read(guess);
        let penalty = self.setup.penalty;
        penalty.map_or(0, |penalty| penalty.points(&guess, self.rules()))
    }

    /// Ends the round, or the part of a player, if there is nothing left to find.
    fn check_all_found(&mut self, player: PlayerId, events: &mut Vec<RoundEvent>) {
        let words = self.board.words().len();
        let people = || self.players.iter().filter(|player| player.level.is_none());
        match self.setup.goal {
            RoundGoal::Endless => {}
            RoundGoal::Points => {
                if self.players[player.index()].found.len() == words {
                    self.finish(player, EndReason::AllFound, events);
                }
            }
            RoundGoal::FindEverything => {
                // Only then is it worth looking more closely.
                let enough = people().map(|player| player.found.len()).sum::<usize>() >= words;
                if enough && self.is_found_by(people()).iter().all(|is_found| *is_found) {
                    self.end(EndReason::AllFound, events);
                }
            }
        }
    }
}
