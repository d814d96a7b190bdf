//! A board's words and points as text: in the game's format, else in the language of the page.

use wgs_engine::BoardScore;

use crate::engine::reply::BoardSummary;
use crate::text::{PageLanguage, number, with_grouped_numbers};

impl BoardSummary {
    /// The label above the board.
    pub fn label_above(&self) -> String {
        with_grouped_numbers(&self.summary_1)
    }

    /// The label below the board: in the game's format, else its words and points.
    pub fn label_below(&self, language: PageLanguage) -> String {
        let written = self.summary_2.as_deref().map(with_grouped_numbers);
        written.unwrap_or_else(|| words_and_points(language, self.totals))
    }

    /// The tooltip of a tile, from 0: in the game's format, else the words and points that use
    /// it.
    pub fn tool_tip(&self, language: PageLanguage, cell: usize) -> Option<String> {
        match &self.tool_tips {
            Some(tool_tips) => tool_tips.get(cell).map(|text| with_grouped_numbers(text)),
            None => {
                let counts = self.tiles.get(cell)?;
                Some(words_and_points(language, *counts))
            }
        }
    }
}

/// Returns words and points in a language.
fn words_and_points(language: PageLanguage, totals: BoardScore) -> String {
    let counted = |key, n| language.filled(key, &[("n", &number(n))]);
    let words = counted("solver.words", totals.words);
    let points = counted("solver.points", totals.points);
    language.filled("solver.announce", &[("words", &words), ("points", &points)])
}
