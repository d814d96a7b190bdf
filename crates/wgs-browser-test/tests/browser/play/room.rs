//! Rooms: several pages, each in its own browser profile, play together on a real server.

mod dealer;
mod entrance;
mod invitation;
mod lobby;
mod match_of_two;
mod membership;
mod reconnection;
mod report;
mod team;

use fantoccini::key::Key;
use serde_json::{Value, json};

use super::PHONE;
use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// The game of the rooms. It is the default, with 16 tiles.
const GAME: &str = "Boggle (New)";

/// A server whose rooms are kept in memory.
fn start_server() -> Server {
    Server::start(&["--list-rooms"])
}

/// Opens the page where rooms are chosen, for a player with a name.
fn open_rooms<'b>(browser: &'b Browser, server: &Server, window: Window, name: &str) -> Page<'b> {
    let page = browser.open_first(&format!("{}play.html#/rooms", server.url()), window);
    page.find(By::Css("#create"));
    page.write(By::Css("#room-name"), name);
    page
}

/// Opens a room with settings, given as the values of lists.
fn create<'b>(
    browser: &'b Browser,
    server: &Server,
    name: &str,
    settings: &[(&str, &str)],
) -> Page<'b> {
    let page = open_rooms(browser, server, Window::DESKTOP, name);
    for (list, text) in settings {
        page.choose_text(list, text);
    }
    page.find(By::Css("#create")).click();
    page.find(By::Css("#members"));
    page
}

/// Follows the link of a room, and joins it.
fn join<'b>(browser: &'b Browser, link: &str, window: Window, name: &str) -> Page<'b> {
    enter(browser.open_first(link, window), name)
}

/// Joins the room whose invitation the page shows.
fn enter<'b>(page: Page<'b>, name: &str) -> Page<'b> {
    page.find(By::Css("#join"));
    page.write(By::Css("#room-name"), name);
    page.find(By::Css("#join")).click();
    page.find(By::Css("#members, .room-round"));
    page
}

impl Page<'_> {
    /// Chooses an option of a list by its text.
    fn choose_text(&self, list: &str, text: &str) {
        let script = "const list = document.querySelector(arguments[0]);
            const option = [...list.options].find((it) => it.textContent === arguments[1]);
            if (!option) return [...list.options].map((it) => it.textContent).join();
            list.value = option.value;
            list.dispatchEvent(new Event('change', { bubbles: true }));
            return null";
        let others = self.script(script, vec![json!(list), json!(text)]);
        assert_eq!(others, Value::Null, "{list} has no option {text}");
    }

    /// Adds a computer player to a room. The list shows no choice afterwards.
    pub(crate) fn add_computer(&self, level: &str) {
        let before = self.count(".room-computer");
        let script = "const list = document.querySelector('#room-add-computer');
            list.value = arguments[0];
            list.dispatchEvent(new Event('change', { bubbles: true }))";
        self.script(script, vec![json!(level)]);
        self.until("the computer", || self.count(".room-computer") > before);
    }

    /// The link of the room.
    fn room_link(&self) -> String {
        self.find(By::Css("#room-link")).value()
    }

    /// The names of the people in the lobby.
    fn member_names(&self) -> Vec<String> {
        self.texts(".room-member-name b")
    }

    /// Says that the player is ready.
    fn get_ready(&self) {
        self.find(By::Css("#ready")).click();
    }

    /// Waits for the board of a round.
    fn wait_for_round(&self) {
        self.find(By::Css(".room-round"));
        self.until("the tiles", || {
            let faces = self.faces();
            faces.len() == 16 && faces.iter().all(|face| !face.is_empty())
        });
    }

    /// The words on the board, the longest first, as the server's solver lists them.
    fn words_on_board(&self) -> Vec<String> {
        let script = "const reply = await fetch('api/v1/solve', {
              method: 'POST', headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ game: arguments_[0], board: arguments_[1] }),
            });
            const { solutions } = await reply.json();
            const words = solutions.map(({ word }) => word);
            return words.sort((a, b) => a.length - b.length)";
        let words = self.script_async(script, vec![json!(GAME), json!(self.faces().concat())]);
        serde_json::from_value(words).expect("the words are texts")
    }

    /// Types a word and enters it.
    fn enter_word(&self, word: &str) {
        self.press(word.to_lowercase().chars());
        self.press([Key::Enter.into()]);
    }

    /// Types a word that counts, and waits for the server.
    fn guess(&self, word: &str) {
        self.enter_word(word);
        self.until(word, || self.found_words().iter().any(|it| it == word));
    }

    /// Ends the round as the owner, and waits for the report.
    fn end_room_round(&self) {
        self.press_twice("#end-round");
        self.find(By::Css(".room-report"));
    }

    /// Finishes the round as one of its players.
    fn finish_room_round(&self) {
        self.press_twice("#room-finish");
    }

    /// Presses a button that asks again.
    fn press_twice(&self, button: &str) {
        self.find(By::Css(button)).click();
        self.until("the question", || self.texts(button).concat().contains('?'));
        self.find(By::Css(button)).click();
    }

    /// The report's words of each player, with a line through those that do not count.
    fn columns(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('.room-word-column')].map((column) =>
            column.querySelector('h3').firstChild.textContent + ': ' +
            [...column.querySelectorAll('.room-word')].map((word) =>
              word.firstElementChild.textContent + (word.matches('.is-cancelled') ? ' (cancelled)' : ''))
              .join(', '))";
        serde_json::from_value(self.script(script, vec![])).expect("the columns are texts")
    }
}
