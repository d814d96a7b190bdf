//! A result in words and numbers.

use wgs_play::{RoundRecord, SharedResult};

use super::round_clock::minutes;
use super::today::date_text;
use crate::text::{number, tr, tr_count, tr_with};

/// The result of a round without its words.
fn without_words(record: &RoundRecord) -> SharedResult {
    SharedResult {
        game: record.game.clone(),
        date: record.is_daily.then_some(record.date),
        points: record.points,
        board_points: record.board_points,
        words: record.words,
        board_words: record.board_words,
        played: record.played,
        ..SharedResult::default()
    }
}

/// The share of the points in percent.
pub fn percent(record: &RoundRecord) -> u32 {
    without_words(record).percent()
}

/// The result of a round as a text that gives no word away, in the language of the page, as a
/// reactive value.
pub fn spoiler_free(record: &RoundRecord) -> String {
    let result = without_words(record);
    let title = match result.date {
        Some(date) => tr_with(
            "play.share.daily",
            &[("game", &result.game), ("date", &date_text(date))],
        ),
        None => result.game.clone(),
    };
    let totals = tr_with(
        "play.share.totals",
        &[
            ("points", &record.points.to_string()),
            ("most", &tr_count("solver.points", record.board_points)),
            ("words", &number(record.words)),
            ("all", &tr_count("solver.words", record.board_words)),
            ("time", &minutes(record.played)),
        ],
    );
    let hints = match record.has_hints {
        true => format!("\n{}", tr("play.share.hints")),
        false => String::new(),
    };
    format!(
        "{title}\n{} {} %\n{totals}{hints}",
        result.bar(),
        result.percent()
    )
}
