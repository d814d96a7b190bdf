//! Reads and operates the solver page: the board, the list of solutions and the input fields.
//! The tests themselves are in other files, one for each topic.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::command_line::{Solution, best_first, solutions};
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// The game that the page shows at first.
pub(crate) const GAME: &str = "Boggle (New)";

/// The board that the page shows at first.
pub(crate) const BOARD: &str = "STNDTEIELARSMRTO";

/// Opens the solver and waits until it has solved the initial board.
pub(crate) fn open<'b>(browser: &'b Browser, server: &Server, window: Window) -> Page<'b> {
    let page = browser.open(&server.solver_url(), window);
    page.wait_for_totals("831 words");
    page
}

/// Opens a link with this fragment in a fresh profile.
pub(crate) fn open_link<'b>(browser: &'b Browser, server: &Server, fragment: &str) -> Page<'b> {
    let page = browser.open(
        &format!("{}#{fragment}", server.solver_url()),
        Window::DESKTOP,
    );
    page.find(By::Css(".board"));
    page
}

impl Page<'_> {
    /// Replaces the text in a field by typing, as a user would.
    pub(crate) fn write(&self, field: By<'_>, text: &str) {
        let field = self.find(field);
        field.click();
        self.press_together(&[Key::Control.into(), 'a']);
        match text {
            "" => self.press([Key::Delete.into()]),
            text => field.type_keys(text),
        }
    }

    /// Writes a board into the notation box.
    pub(crate) fn write_board(&self, board: &str) {
        self.write(By::Css("#notation"), board);
    }

    /// The text in the notation box.
    pub(crate) fn notation(&self) -> String {
        self.find(By::Css("#notation")).value()
    }

    /// Selects a game.
    pub(crate) fn choose_game(&self, game: &str) {
        self.find(By::Css("#game")).type_keys(game);
        self.until(&format!("{game} to be selected"), || {
            self.find(By::Css("#game")).value() == game
        });
    }

    /// What a screen reader says of the tile at a position, counted from 1.
    pub(crate) fn tile_name(&self, position: usize) -> String {
        let script =
            "return document.querySelector(`#tile-${arguments[0]} .cell-name`).textContent";
        let name = self.script(script, vec![json!(position)]);
        name.as_str().expect("a tile has a name").to_owned()
    }

    /// The tile at a position, counted from 1.
    pub(crate) fn tile(&self, position: usize) -> crate::element::Element<'_> {
        self.find(By::Css(&format!("#tile-{position}")))
    }

    /// The text of every element that matches a selector, visible or not.
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        let script =
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)";
        serde_json::from_value(self.script(script, vec![json!(selector)]))
            .expect("texts are strings")
    }

    /// The number of elements that match a selector.
    pub(crate) fn count(&self, selector: &str) -> usize {
        self.texts(selector).len()
    }

    /// The faces of all tiles.
    pub(crate) fn faces(&self) -> Vec<String> {
        self.texts(".tile-face")
    }

    /// The mode of the tile at a position.
    pub(crate) fn mode(&self, position: usize) -> String {
        self.tile(position)
            .attribute("data-mode")
            .unwrap_or_default()
    }

    /// The totals: the number of words and points, and how many are listed.
    pub(crate) fn totals(&self) -> String {
        self.texts(".totals").concat()
    }

    /// Waits until the totals start with this text.
    pub(crate) fn wait_for_totals(&self, start: &str) {
        self.until(&format!("totals that start with {start:?}"), || {
            self.totals().starts_with(start)
        });
    }

    /// The whole list, read by scrolling through it.
    pub(crate) fn listed(&self) -> Vec<Solution> {
        let rows = self.script_async(
            "const list = document.getElementById('solutions');
             const found = new Map();
             const frame = () => new Promise(requestAnimationFrame);
             const read = () => {
               for (const row of list.querySelectorAll('.list-row')) {
                 found.set(Number(row.ariaRowIndex), [...row.children].map((e) => e.textContent));
               }
             };
             const before = list.scrollTop;
             for (let top = 0; ; top += list.clientHeight) {
               list.scrollTop = top;
               await frame();
               await frame();
               read();
               if (top + list.clientHeight >= list.scrollHeight) {
                 break;
               }
             }
             list.scrollTop = before;
             return [...found].sort(([a], [b]) => a - b).map(([, cells]) => cells)",
            vec![],
        );
        let number = |cell: &Value| {
            let cell = cell.as_str().unwrap_or_default();
            // There may be thousands separators.
            let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
            digits.parse().expect("scores and lengths are numbers")
        };
        let rows = rows.as_array().expect("rows are an array").iter();
        rows.map(|row| Solution {
            word: row[0].as_str().unwrap_or_default().to_owned(),
            score: number(&row[1]),
            length: number(&row[2]),
        })
        .collect()
    }

    /// Waits until the page lists exactly these solutions, in this order.
    pub(crate) fn assert_lists(&self, expected: &[Solution], what: &str) {
        let mut found = Vec::new();
        let listed = self.poll(|| {
            // Reading the whole list is slow, so check the number of rows first.
            let rows = expected.len() + 1;
            if self.count(&format!(".list [aria-rowcount='{rows}']")) == 1 {
                found = self.listed();
            }
            found == expected
        });
        let words = |list: &[Solution]| -> Vec<String> {
            list.iter().take(30).map(|row| row.word.clone()).collect()
        };
        assert!(
            listed,
            "{what}: expected {} solutions, {:?}; found {}, {:?}; the totals are {:?}",
            expected.len(),
            words(expected),
            found.len(),
            words(&found),
            self.totals()
        );
    }

    /// Waits until the page lists the same solutions as the command line, best first.
    pub(crate) fn assert_lists_like(&self, command: &str, board: &str, options: &[&str]) {
        let expected = best_first(solutions(command, GAME, board, options));
        self.assert_lists(&expected, &format!("{command} {board} {options:?}"));
    }
}
