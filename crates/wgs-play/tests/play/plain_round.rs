//! The rules of a round, written plainly: the twin that [`wgs_play::Round`] is compared with. It
//! keeps all inputs, and works everything out from the beginning each time it is asked. It knows
//! rounds in which people play at the same time.

use std::collections::BTreeSet;

use wgs_play::{RoundAction, RoundGoal, RoundInput, RoundSetup};

/// A round that remembers only its inputs.
pub(crate) struct PlainRound {
    pub(crate) setup: RoundSetup,
    /// The words of the board in upper case, with their points.
    pub(crate) words: Vec<(String, u64)>,
    pub(crate) inputs: Vec<RoundInput>,
}

/// What a round looks like after its inputs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PlainState {
    pub(crate) played: u64,
    pub(crate) is_paused: bool,
    pub(crate) is_over: bool,
    /// The words that each player found.
    pub(crate) found: Vec<Vec<String>>,
}

impl PlainRound {
    pub(crate) fn state(&self) -> PlainState {
        let people: Vec<usize> = (0..self.setup.players.len())
            .filter(|&player| self.setup.players[player].level.is_none())
            .collect();
        let mut state = PlainState {
            found: vec![Vec::new(); self.setup.players.len()],
            ..PlainState::default()
        };
        let mut finished = BTreeSet::new();
        let mut now = 0;
        for input in &self.inputs {
            let passed = input.time.max(now) - now;
            now += passed;
            if state.is_over {
                continue;
            }
            if !state.is_paused {
                state.played = state.played.saturating_add(passed);
            }
            if let Some(limit) = self.setup.limit
                && state.played >= limit
            {
                state.played = limit;
                state.is_over = true;
                continue;
            }
            let player = input.player.index();
            if !people.contains(&player) {
                continue;
            }
            match &input.action {
                RoundAction::Pause => state.is_paused = true,
                RoundAction::Resume => state.is_paused = false,
                RoundAction::End => state.is_over = true,
                RoundAction::Finish => {
                    finished.insert(player);
                }
                RoundAction::Guess(text) if !state.is_paused && !finished.contains(&player) => {
                    let guess = text.trim().to_uppercase();
                    let is_word = self.words.iter().any(|(word, _)| *word == guess);
                    if is_word && !state.found[player].contains(&guess) {
                        state.found[player].push(guess);
                    }
                    if state.found[player].len() == self.words.len() && is_word {
                        finished.insert(player);
                    }
                }
                _ => {}
            }
            let all = self.words.iter().all(|(word, _)| {
                people
                    .iter()
                    .any(|&player| state.found[player].contains(word))
            });
            match self.setup.goal {
                RoundGoal::FindEverything if all && !self.words.is_empty() => state.is_over = true,
                _ => {}
            }
            if people.iter().all(|player| finished.contains(player)) {
                state.is_over = true;
            }
        }
        state
    }

    /// The points of the words that a player found.
    pub(crate) fn points(&self, found: &[String]) -> u64 {
        let points = |word: &String| self.words.iter().find(|(text, _)| text == word).unwrap().1;
        found.iter().map(points).sum()
    }
}
