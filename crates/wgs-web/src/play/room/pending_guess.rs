//! Guesses that the server has not answered yet. They survive a lost connection and are sent again.

use leptos::prelude::*;
use wgs_play::room::{RoomAction, RoomView};

/// A guess that the server has not answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingGuess {
    /// The number of the message.
    pub id: u64,
    /// The word in upper case.
    pub text: String,
    /// The guess.
    pub action: RoomAction,
}

/// The guesses without an answer, in their order. Copies refer to the same guesses.
#[derive(Clone, Copy)]
pub struct PendingGuesses(RwSignal<Vec<PendingGuess>>);

impl PendingGuesses {
    /// Starts without a guess.
    pub fn new() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    /// The guesses, as a reactive value.
    pub fn all(self) -> Vec<PendingGuess> {
        self.0.get()
    }

    /// The number of guesses, as a reactive value.
    pub fn count(self) -> usize {
        self.0.with(Vec::len)
    }

    /// Whether the guesses have a word.
    pub fn has(self, text: &str) -> bool {
        self.0
            .with_untracked(|guesses| guesses.iter().any(|guess| guess.text == text))
    }

    /// Adds a guess.
    pub fn add(self, guess: PendingGuess) {
        self.0.update(|guesses| guesses.push(guess));
    }

    /// Removes the guess with a number, and returns it.
    pub fn take(self, id: u64) -> Option<PendingGuess> {
        let mut taken = None;
        self.0.update(|guesses| {
            let index = guesses.iter().position(|guess| guess.id == id);
            taken = index.map(|index| guesses.remove(index));
        });
        taken
    }

    /// Removes the guesses that a room has counted already.
    pub fn remove_counted(self, view: &RoomView) {
        self.0.update(|guesses| {
            guesses.retain(|guess| view.words.iter().all(|word| word.word != guess.text));
        });
    }

    /// Removes all guesses.
    pub fn clear(self) {
        self.0.set(Vec::new());
    }
}

impl Default for PendingGuesses {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answered_guess_is_removed_and_the_others_stay_in_order() {
        let owner = Owner::new();
        owner.set();
        let guesses = PendingGuesses::new();
        for (id, text) in [(1, "CAT"), (2, "ACT"), (3, "TAC")] {
            let action = RoomAction::Guess(text.to_owned());
            let text = text.to_owned();
            guesses.add(PendingGuess { id, text, action });
        }
        assert_eq!(
            guesses.take(2).map(|guess| guess.text).as_deref(),
            Some("ACT")
        );
        assert_eq!(guesses.take(2), None);
        let texts = untrack(|| guesses.all())
            .into_iter()
            .map(|guess| guess.text);
        assert_eq!(texts.collect::<Vec<_>>(), ["CAT", "TAC"]);
        assert!(guesses.has("CAT") && !guesses.has("ACT"));
    }
}
