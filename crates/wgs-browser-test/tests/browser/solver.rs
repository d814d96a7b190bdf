//! The solver page in the hands of tests: what is on the board, what is listed, and how one
//! writes into it. The tests are in files by what they are about.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::command_line::{Solution, best_first, solutions};
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// The game that the page begins with.
pub(crate) const GAME: &str = "Boggle (New)";

/// The board that the page begins with.
pub(crate) const BOARD: &str = "STNDTEIELARSMRTO";

/// Opens the solver and waits until it lists the words of its first board.
pub(crate) fn open<'b>(browser: &'b Browser, server: &Server, window: Window) -> Page<'b> {
    let page = browser.open(server.url(), window);
    page.wait_for_totals("831 words");
    page
}

/// What a link with this fragment shows, in a fresh profile.
pub(crate) fn open_link<'b>(browser: &'b Browser, server: &Server, fragment: &str) -> Page<'b> {
    let page = browser.open(&format!("{}#{fragment}", server.url()), Window::DESK);
    page.find(By::Css(".board"));
    page
}

impl Page<'_> {
    /// Replaces what a field holds, as a person does.
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

    /// What the notation box holds.
    pub(crate) fn notation(&self) -> String {
        self.find(By::Css("#notation")).value()
    }

    /// Chooses a game.
    pub(crate) fn choose_game(&self, game: &str) {
        self.find(By::Css("#game")).type_keys(game);
        self.until(&format!("{game} to be chosen"), || {
            self.find(By::Css("#game")).value() == game
        });
    }

    /// A tile by its position from 1.
    pub(crate) fn tile(&self, position: usize) -> crate::element::Element<'_> {
        self.find(By::Css(&format!("#tile-{position}")))
    }

    /// The text of each element for a selector, seen or not.
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        let script =
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)";
        serde_json::from_value(self.script(script, vec![json!(selector)])).expect("texts are text")
    }

    /// How many elements there are for a selector.
    pub(crate) fn count(&self, selector: &str) -> usize {
        self.texts(selector).len()
    }

    /// The faces of the tiles.
    pub(crate) fn faces(&self) -> Vec<String> {
        self.texts(".tile-face")
    }

    /// The mode of a tile.
    pub(crate) fn mode(&self, position: usize) -> String {
        self.tile(position)
            .attribute("data-mode")
            .unwrap_or_default()
    }

    /// How many words and points there are, and how many are listed.
    pub(crate) fn totals(&self) -> String {
        self.texts(".totals").concat()
    }

    /// Waits until the totals begin with a text.
    pub(crate) fn wait_for_totals(&self, start: &str) {
        self.until(&format!("the totals {start}"), || {
            self.totals().starts_with(start)
        });
    }

    /// The whole list, read while scrolling through it.
    pub(crate) fn listed(&self) -> Vec<Solution> {
        let rows = self.script_later(
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
            // Thousands stand apart.
            let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
            digits.parse().expect("scores and lengths are numbers")
        };
        let rows = rows.as_array().expect("rows are a list").iter();
        rows.map(|row| Solution {
            word: row[0].as_str().unwrap_or_default().to_owned(),
            score: number(&row[1]),
            length: number(&row[2]),
        })
        .collect()
    }

    /// Waits until exactly this is listed, in this order.
    pub(crate) fn assert_lists(&self, wanted: &[Solution], what: &str) {
        let mut found = Vec::new();
        let listed = self.comes_to_hold(|| {
            // Reading all is slow, so the count is asked first.
            let rows = wanted.len() + 1;
            if self.count(&format!(".list[aria-rowcount='{rows}']")) == 1 {
                found = self.listed();
            }
            found == wanted
        });
        let words = |list: &[Solution]| -> Vec<String> {
            list.iter().take(30).map(|row| row.word.clone()).collect()
        };
        assert!(
            listed,
            "{what}: {} wanted, {:?}; {} found, {:?}; {}",
            wanted.len(),
            words(wanted),
            found.len(),
            words(&found),
            self.totals()
        );
    }

    /// Waits until the page lists what the command line does, the best first.
    pub(crate) fn assert_lists_like(&self, command: &str, board: &str, options: &[&str]) {
        let wanted = best_first(solutions(command, GAME, board, options));
        self.assert_lists(&wanted, &format!("{command} {board} {options:?}"));
    }
}
