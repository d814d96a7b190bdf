//! The play page.

mod challenge;
mod daily;
pub(crate) mod dragging;
mod game_form;
mod german;
mod kept_round;
mod message;
mod practice;
mod print;
mod record;
mod review;
mod room;
mod round;
mod screen_part;
mod statistics;

use serde_json::json;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// A board of Boggle (New) with 831 words:
///
/// ```text
/// S T N D
/// T E I E
/// L A R S
/// M R T O
/// ```
pub(crate) const BOARD: &str = "STNDTEIELARSMRTO";

/// A phone of a usual size, held upright.
pub(crate) const PHONE: Window = Window {
    width: 390,
    height: 844,
    is_phone: true,
};

/// Opens the play page as a first-time visitor.
pub(crate) fn open<'b>(browser: &'b Browser, server: &Server, window: Window) -> Page<'b> {
    let page = browser.open_first(&format!("{}play.html", server.url()), window);
    page.find(By::Css("#start"));
    page
}

/// Opens the play page and starts a round of a game on a board.
pub(crate) fn start<'b>(
    browser: &'b Browser,
    server: &Server,
    window: Window,
    game: &str,
    board: &str,
) -> Page<'b> {
    let page = open(browser, server, window);
    page.choose_option("#play-game", game);
    page.enter_board(board);
    page.find(By::Css("#start")).click();
    page.find(By::Css(".round"));
    page
}

impl Page<'_> {
    /// Chooses an option of a list by its value.
    pub(crate) fn choose_option(&self, list: &str, value: &str) {
        let script = "const list = document.querySelector(arguments[0]);
            list.value = arguments[1];
            list.dispatchEvent(new Event('change', { bubbles: true }));
            return list.value";
        let chosen = self.script(script, vec![json!(list), json!(value)]);
        assert_eq!(chosen, json!(value), "{list} has no such option");
    }

    /// Enters a board to play on.
    pub(crate) fn enter_board(&self, board: &str) {
        self.script("document.querySelector('.own-board').open = true", vec![]);
        self.write(By::Css("#own-board"), board);
    }

    /// The words that the player has found, the last one first, without those that the server has not
    /// answered.
    pub(crate) fn found_words(&self) -> Vec<String> {
        self.texts("#found .found-word:not(.is-pending) > span:first-child")
    }

    /// What is written above the board.
    pub(crate) fn word_line(&self) -> String {
        self.texts("#word-line").concat()
    }

    /// The points of the player.
    pub(crate) fn points(&self) -> String {
        self.texts(".score-points").concat()
    }

    /// Ends the round, and waits for its result.
    pub(crate) fn end_round(&self) {
        self.find(By::Css("#end")).click();
        self.until("the question", || self.texts("#end").concat() != "Finish");
        self.find(By::Css("#end")).click();
        self.find(By::Css(".result"));
    }

    /// Drags a finger over tiles, given by their positions.
    pub(crate) fn drag_finger(&self, positions: &[usize]) {
        let centres: Vec<(f64, f64)> = positions
            .iter()
            .map(|position| self.tile(*position).centre())
            .collect();
        let point = |(x, y): (f64, f64)| json!([{ "x": x, "y": y }]);
        self.touch_event("touchStart", point(centres[0]));
        for pair in centres.windows(2) {
            for step in 1..=4 {
                let share = f64::from(step) / 4.0;
                let along = |from: f64, to: f64| from + (to - from) * share;
                let at = (along(pair[0].0, pair[1].0), along(pair[0].1, pair[1].1));
                self.touch_event("touchMove", point(at));
            }
        }
        self.lift();
    }
}
