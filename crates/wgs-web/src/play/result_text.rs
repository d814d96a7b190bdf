//! A result in words and numbers.

use leptos::prelude::*;
use wgs_play::{FinishedRound, ScoreUnit, SharedResult};

use super::round_clock::minutes;
use super::round_page::words_of;
use super::today::date_text;
use crate::text::{number, tr, tr_count, tr_with};

/// The result of a round without its words.
fn without_words(round: &FinishedRound) -> SharedResult {
    SharedResult {
        game: round.game.clone(),
        date: round.is_daily.then_some(round.date),
        points: round.points,
        board_points: round.board_points,
        words: round.words,
        board_words: round.board_words,
        played: round.played,
        ..SharedResult::default()
    }
}

/// The share of the points in percent.
pub fn percent(round: &FinishedRound) -> u32 {
    without_words(round).percent()
}

/// A number of percent, as a reactive value.
pub fn percent_text(percent: u32) -> String {
    tr_count("play.percent", percent.into())
}

/// The words of a round in a sentence, with its points if they say more.
pub fn totals(round: &FinishedRound) -> String {
    let words = words_of(round.words, round.board_words);
    if round.unit == ScoreUnit::Words {
        return words;
    }
    tr_with(
        "play.totals",
        &[
            ("words", &words),
            ("points", &round.points.to_string()),
            ("most", &tr_count("solver.points", round.board_points)),
        ],
    )
}

/// A mark for a round with hints.
pub fn hints_note(round: &FinishedRound) -> Option<impl IntoView + use<>> {
    round
        .has_hints
        .then(|| view! { " "<span class="tag">{tr("play.share.hints")}</span> })
}

/// The result of a round as a text that gives no word away, in the language of the page, as a
/// reactive value.
pub fn spoiler_free(round: &FinishedRound) -> String {
    let result = without_words(round);
    let title = match result.date {
        Some(date) => tr_with(
            "play.share.daily",
            &[("game", &result.game), ("date", &date_text(date))],
        ),
        None => result.game.clone(),
    };
    let time = minutes(round.played);
    let totals = match round.unit {
        ScoreUnit::Words => format!("{}, {time}", totals(round)),
        ScoreUnit::Points => tr_with(
            "play.share.totals",
            &[
                ("points", &round.points.to_string()),
                ("most", &tr_count("solver.points", round.board_points)),
                ("words", &number(round.words)),
                ("all", &tr_count("solver.words", round.board_words)),
                ("time", &time),
            ],
        ),
    };
    let hints = match round.has_hints {
        true => format!("\n{}", tr("play.share.hints")),
        false => String::new(),
    };
    format!(
        "{title}\n{} {}\n{totals}{hints}",
        result.bar(),
        percent_text(result.percent())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_is_not_called_words() {
        let owner = Owner::new();
        owner.set();
        let round = |unit, board_words| FinishedRound {
            unit,
            board_words,
            board_points: board_words,
            ..FinishedRound::default()
        };
        for (unit, words, text) in [
            (ScoreUnit::Points, 1, "0 of 1 word, 0 of 1 point"),
            (ScoreUnit::Points, 2, "0 of 2 words, 0 of 2 points"),
            (ScoreUnit::Words, 1, "0 of 1 word"),
            (ScoreUnit::Words, 2, "0 of 2 words"),
        ] {
            assert_eq!(totals(&round(unit, words)), text);
        }
    }
}
