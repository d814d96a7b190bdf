//! Words to practise. A word that was missed can be practised on the same day and comes back after
//! a day. Each time the player knows it, the next interval is longer, and after the longest one it
//! counts as learned. A word that the player does not know starts again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::date::Date;

/// The days until a word comes back, after each time it was known. A word that was not known comes
/// back after the first of them.
pub const PRACTICE_INTERVALS: [u32; 7] = [1, 3, 7, 14, 30, 60, 120];

/// The words that a player practises.
///
/// ```
/// use wgs_play::PracticeDeck;
///
/// let monday = "2026-05-18".parse()?;
/// let mut deck = PracticeDeck::default();
/// deck.add("Sonata", "Boggle (New)", "STNDTEIELARSMRTO", monday);
/// assert_eq!(deck.due(monday).next().unwrap().0, "SONATA");
///
/// deck.answer("SONATA", true, monday);
/// assert_eq!(deck.due(monday).count(), 0);
/// assert_eq!(deck.next_due(), Some(monday.plus(1)));
/// # Ok::<(), wgs_play::DateError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PracticeDeck {
    /// The cards by their words, in upper case.
    cards: BTreeMap<String, PracticeCard>,
}

/// A word to practise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PracticeCard {
    /// When the word was last added or asked.
    pub seen: Date,
    /// When it comes back; [`None`] once it is learned.
    pub due: Option<Date>,
    /// How many times in a row the player knew it.
    pub known: u32,
    /// When it was first added.
    pub added: Date,
    /// The game in which it was missed.
    pub game: String,
    /// The board on which it was missed.
    #[serde(default)]
    pub board: String,
}

impl PracticeDeck {
    /// The largest number of words. When there are more, those that were learned long ago go first,
    /// and then those that are due last.
    pub const MAX_CARDS: usize = 2_000;

    /// The longest word, name of a game or board, in bytes.
    pub const MAX_TEXT: usize = 500;

    /// Adds a word that was missed on a board of a game, to be practised from today on. A word that
    /// is in the deck already starts again. Returns whether it was added; an empty word or an overlong text is not.
    pub fn add(&mut self, word: &str, game: &str, board: &str, today: Date) -> bool {
        let word = word.trim().to_uppercase();
        let longest = word.len().max(game.len()).max(board.len());
        if word.is_empty() || longest > Self::MAX_TEXT {
            return false;
        }
        let known = self.cards.get(&word);
        let card = PracticeCard {
            seen: today,
            due: Some(today),
            known: 0,
            added: known.map_or(today, |card| card.added),
            game: game.to_owned(),
            board: board.to_owned(),
        };
        self.cards.insert(word, card);
        self.shrink();
        true
    }

    /// Removes a word. Returns whether it was there.
    pub fn remove(&mut self, word: &str) -> bool {
        self.cards.remove(&word.trim().to_uppercase()).is_some()
    }

    /// Notes whether the player knew a word. Returns when it comes back; [`None`] if it is learned
    /// or not in the deck.
    pub fn answer(&mut self, word: &str, is_known: bool, today: Date) -> Option<Date> {
        let card = self.cards.get_mut(&word.trim().to_uppercase())?;
        card.known = if is_known {
            card.known.saturating_add(1)
        } else {
            0
        };
        card.seen = today;
        let interval = PRACTICE_INTERVALS.get(card.known.saturating_sub(1) as usize);
        card.due = interval.map(|days| today.plus(*days));
        card.due
    }

    /// Returns the words to ask on a day with their cards, the longest overdue first.
    pub fn due(&self, today: Date) -> impl Iterator<Item = (&str, &PracticeCard)> {
        let mut due: Vec<(Date, &str, &PracticeCard)> = Vec::new();
        for (word, card) in &self.cards {
            if let Some(date) = card.due.filter(|date| *date <= today) {
                due.push((date, word, card));
            }
        }
        due.sort_unstable();
        due.into_iter().map(|(_, word, card)| (word, card))
    }

    /// Whether a word is due that was missed on the same board as another one. It is an answer as
    /// good as that.
    pub fn is_due_with(&self, word: &str, other: &str, today: Date) -> bool {
        let place = |card: &PracticeCard| (card.game.clone(), card.board.clone());
        let card = self.card(word);
        card.is_some_and(|card| card.due.is_some_and(|due| due <= today))
            && card.map(place) == self.card(other).map(place)
    }

    /// Returns the card of a word.
    pub fn card(&self, word: &str) -> Option<&PracticeCard> {
        self.cards.get(&word.trim().to_uppercase())
    }

    /// The first day on which a word is due.
    pub fn next_due(&self) -> Option<Date> {
        self.cards.values().filter_map(|card| card.due).min()
    }

    /// All words with their cards, in alphabetical order.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = (&str, &PracticeCard)> {
        self.cards.iter().map(|(word, card)| (word.as_str(), card))
    }

    /// The number of words that are learned.
    pub fn learned(&self) -> usize {
        let cards = self.cards.values();
        cards.filter(|card| card.due.is_none()).count()
    }

    /// Adds the words of another deck. Of a word that both have, the card that was seen last is
    /// kept. So it does not matter how often and in which order decks are merged, as long as all
    /// words fit.
    pub fn merge(&mut self, other: Self) {
        for (word, card) in other.cards {
            let is_valid = !word.is_empty()
                && word.len().max(card.game.len()) <= Self::MAX_TEXT
                && card.board.len() <= Self::MAX_TEXT
                && card.known <= PRACTICE_INTERVALS.len() as u32 + 1
                && word == word.trim().to_uppercase();
            if !is_valid {
                continue;
            }
            match self.cards.get_mut(&word) {
                Some(own) if *own >= card => {}
                Some(own) => *own = card,
                None => drop(self.cards.insert(word, card)),
            }
        }
        self.shrink();
    }

    /// Removes words until the deck is small enough.
    fn shrink(&mut self) {
        let surplus = self.cards.len().saturating_sub(Self::MAX_CARDS);
        if surplus == 0 {
            return;
        }
        let key = |word: &str, card: &PracticeCard| match card.due {
            None => (0, card.seen.days_since(Date::default()), word.to_owned()),
            Some(due) => (1, -due.days_since(Date::default()), word.to_owned()),
        };
        let cards = self.cards.iter();
        let mut keys: Vec<_> = cards.map(|(word, card)| key(word, card)).collect();
        keys.sort_unstable();
        for (_, _, word) in keys.into_iter().take(surplus) {
            self.cards.remove(&word);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(days: u32) -> Date {
        Date::default().plus(days)
    }

    #[test]
    fn a_word_comes_back_at_growing_intervals_until_it_is_learned() {
        let mut deck = PracticeDeck::default();
        assert!(deck.add("cat", "Boggle (New)", "", day(100)));
        let mut today = day(100);
        let mut intervals = Vec::new();
        while let Some(due) = deck.next_due() {
            intervals.push(due.days_since(today));
            let day_before = deck.due(day(due.days_since(day(1)) as u32)).count();
            assert_eq!(day_before, 0);
            today = due;
            assert_eq!(deck.due(today).count(), 1);
            deck.answer("CAT", true, today);
        }
        assert_eq!(intervals, [0, 1, 3, 7, 14, 30, 60, 120]);
        assert_eq!((deck.learned(), deck.cards().len()), (1, 1));
        // A learned word that is missed again starts again.
        deck.add("CAT", "Scramble", "", today);
        assert_eq!(deck.next_due(), Some(today));
        assert_eq!(deck.cards().next().unwrap().1.added, day(100));
    }

    #[test]
    fn a_word_that_is_not_known_starts_again() {
        let mut deck = PracticeDeck::default();
        deck.add("cat", "", "", day(1));
        deck.answer("cat", true, day(1));
        deck.answer("cat", true, day(2));
        assert_eq!(deck.answer("cat", true, day(5)), Some(day(12)));
        assert_eq!(deck.answer("cat", false, day(12)), Some(day(13)));
        assert_eq!(deck.answer("cat", true, day(13)), Some(day(14)));
        assert_eq!(deck.answer("dog", true, day(13)), None);
        // A clock that was set back does no harm.
        assert_eq!(deck.answer("cat", true, day(3)), Some(day(6)));
        assert!(deck.remove("Cat") && !deck.remove("Cat"));
    }

    #[test]
    fn any_due_word_of_the_same_board_is_an_answer() {
        let mut deck = PracticeDeck::default();
        for (word, board) in [("fish", "A"), ("fist", "A"), ("fits", "A"), ("fins", "B")] {
            deck.add(word, "Boggle (New)", board, day(1));
        }
        deck.answer("FITS", true, day(1));
        for (word, is_answer) in [
            ("FISH", true),
            ("fist", true),
            ("FITS", false),
            ("FINS", false),
            ("FIGS", false),
        ] {
            assert_eq!(deck.is_due_with(word, "FISH", day(1)), is_answer, "{word}");
        }
    }

    #[test]
    fn a_full_deck_keeps_what_is_due_first() {
        let mut deck = PracticeDeck::default();
        deck.add("learned", "", "", day(1));
        for _ in 0..=PRACTICE_INTERVALS.len() {
            deck.answer("learned", true, day(1));
        }
        assert_eq!(deck.learned(), 1);
        for number in 0..PracticeDeck::MAX_CARDS {
            deck.add(&format!("word{number}"), "", "", day(number as u32));
        }
        assert_eq!(
            (deck.cards().len(), deck.learned()),
            (PracticeDeck::MAX_CARDS, 0)
        );
        deck.add("late", "", "", day(999_999));
        assert_eq!(deck.cards().len(), PracticeDeck::MAX_CARDS);
        assert!(deck.cards().all(|(word, _)| word != "LATE"));
        assert!(!deck.add("  ", "", "", day(1)));
        assert!(!deck.add(&"x".repeat(501), "", "", day(1)));
    }

    prop_compose! {
        fn decks()(cards in prop::collection::vec(("[A-C]", 0..9u32, 0..9u32, any::<bool>()), 0..8)) -> PracticeDeck {
            let mut deck = PracticeDeck::default();
            for (word, added, answered, is_known) in cards {
                deck.add(&word, "", "", day(added));
                deck.answer(&word, is_known, day(answered));
            }
            deck
        }
    }

    proptest! {
        #[test]
        fn it_does_not_matter_how_often_and_in_which_order_decks_are_merged(
            a in decks(), b in decks(), c in decks(),
        ) {
            let merged = |decks: &[&PracticeDeck]| {
                let mut merged = PracticeDeck::default();
                for deck in decks {
                    merged.merge((*deck).clone());
                }
                merged
            };
            let all = merged(&[&a, &b, &c]);
            prop_assert_eq!(&all, &merged(&[&c, &a, &b, &a, &c]));
            prop_assert_eq!(&merged(&[&all, &a]), &all);
            let json = serde_json::to_string(&all).unwrap();
            prop_assert_eq!(serde_json::from_str::<PracticeDeck>(&json).unwrap(), all);
        }
    }
}
