//! The word that the player enters, tile by tile or by typing, and the outcome of the last guess.

use leptos::prelude::*;
use wgs_engine::message::{Message, ToMessage};
use wgs_play::{PathSpeller, RoundAction, ScoreUnit, TypedPath, Verdict};

use crate::board::game_view::{GameView, TileView};
use crate::board::path::positions;
use crate::engine_text::tr_message;
use crate::text::{tr_count, tr_with};

/// The outcome of a guess.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessOutcome {
    /// The guess, as it was spelled.
    pub guess: String,
    /// Whether it counts.
    pub counts: bool,
    /// The points that it won, in a game with points.
    pub points: Option<u64>,
    /// The points that it cost.
    pub penalty: u64,
    /// Why it does not count.
    pub message: Message,
    /// The number of the guess, which tells two equal ones apart.
    pub number: u64,
}

/// The word that the player enters. Copies refer to the same word.
#[derive(Clone, Copy)]
pub struct GuessEntry {
    /// The word that is being spelled by its tiles.
    pub spelled: RwSignal<PathSpeller>,
    /// The text that is being typed.
    pub typed: RwSignal<String>,
    /// The tiles that spell it.
    pub typed_path: Memo<TypedPath>,
    /// The outcome of the last guess.
    pub outcome: RwSignal<Option<GuessOutcome>>,
    view: Memo<GameView>,
    tiles: Memo<Vec<TileView>>,
    guesses: StoredValue<u64>,
}

impl GuessEntry {
    /// Starts without a word, on a board in its notation and its tiles.
    pub fn new(
        view: Memo<GameView>,
        board: Memo<Option<String>>,
        tiles: Memo<Vec<TileView>>,
    ) -> Self {
        let typed = RwSignal::new(String::new());
        let typed_path = Memo::new(move |_| {
            let text = typed.get();
            if text.is_empty() {
                return TypedPath::default();
            }
            let board = board.get().unwrap_or_default();
            view.with(|view| view.typed_path(&text, &board))
        });
        Self {
            spelled: RwSignal::new(PathSpeller::default()),
            typed,
            typed_path,
            outcome: RwSignal::new(None),
            view,
            tiles,
            guesses: StoredValue::new(0),
        }
    }

    /// Whether there is no word, as a reactive value.
    pub fn is_empty(self) -> bool {
        self.spelled.with(PathSpeller::is_empty) && self.typed.with(String::is_empty)
    }

    /// Forgets the word.
    pub fn clear(self) {
        self.spelled.set(PathSpeller::default());
        self.set_typed(String::new());
    }

    /// Forgets the word and the outcome of the last guess.
    pub fn reset(self) {
        self.clear();
        self.outcome.set(None);
    }

    /// Changes the text that is being typed.
    pub fn set_typed(self, text: String) {
        if self.typed.with_untracked(|typed| *typed == text) {
            return;
        }
        if !text.is_empty() {
            self.outcome.set(None);
        }
        self.typed.set(text);
    }

    /// Returns the guess of the word, if there is one, and forgets the word.
    pub fn take(self) -> Option<RoundAction> {
        let (typed, spelled) = (self.typed.get_untracked(), self.spelled.get_untracked());
        let guess = match (typed.is_empty(), spelled.is_empty()) {
            (false, _) => RoundAction::Guess(typed),
            (true, false) => RoundAction::GuessPath(spelled.path().to_vec()),
            (true, true) => return None,
        };
        self.clear();
        Some(guess)
    }

    /// Shows the verdict on a guess, and returns the outcome.
    pub fn judge(self, guess: String, verdict: &Verdict, penalty: u64) -> GuessOutcome {
        self.guesses.update_value(|guesses| *guesses += 1);
        let has_points =
            self.view.with_untracked(|view| ScoreUnit::of(&view.rules)) == ScoreUnit::Points;
        let points = match verdict {
            Verdict::Counts { points, .. } if has_points => Some(*points),
            _ => None,
        };
        let outcome = GuessOutcome {
            guess,
            counts: verdict.counts(),
            points,
            penalty,
            message: verdict.to_message(),
            number: self.guesses.get_value(),
        };
        self.outcome.set(Some(outcome.clone()));
        outcome
    }

    /// The path of the word as positions from 1, as a reactive value.
    pub fn path(self) -> Vec<u32> {
        let spelled = self.spelled.with(|spelled| positions(spelled.path()));
        match spelled.is_empty() {
            true => self.typed_path.with(|typed| positions(&typed.path)),
            false => spelled,
        }
    }

    /// The word as it is shown, as a reactive value.
    pub fn word(self) -> String {
        let typed = self.typed.get();
        if !typed.is_empty() {
            return typed.to_uppercase();
        }
        self.spelled
            .with(|spelled| self.letters(spelled.path().iter().map(|cell| cell.index())))
    }

    /// The letters of cells, in upper case, as a reactive value.
    pub fn letters(self, cells: impl Iterator<Item = usize>) -> String {
        self.tiles.with(|tiles| {
            let tiles = cells.filter_map(|cell| tiles.get(cell));
            tiles.map(|tile| tile.face.to_uppercase()).collect()
        })
    }
}

impl GuessOutcome {
    /// The outcome in the language of the page, as a reactive value.
    pub fn text(&self) -> String {
        let guess = self.guess.to_uppercase();
        let text = match (self.counts, self.points) {
            (true, Some(points)) => {
                let points = tr_count("solver.points", points);
                tr_with("play.counts", &[("word", &guess), ("points", &points)])
            }
            (true, None) => guess,
            (false, _) => format!("{guess} {}", tr_message(&self.message)),
        };
        match self.penalty {
            0 => text,
            penalty => format!("{text} (−{penalty})"),
        }
    }
}
