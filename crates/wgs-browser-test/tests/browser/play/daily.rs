//! The daily board: the same for everyone, and played once.

use serde_json::json;
use wgs_test_requirement::requires;

use super::PHONE;
use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// Opens the play page on a day.
pub(crate) fn open_on<'b>(
    browser: &'b Browser,
    server: &Server,
    window: Window,
    day: &str,
) -> Page<'b> {
    let page = browser.open_first(&address(server, day), window);
    page.find(By::Css("#start"));
    page
}

/// The address of the play page on a day.
pub(crate) fn address(server: &Server, day: &str) -> String {
    format!("{}play.html?today={day}", server.url())
}

/// Starts the daily board of a game, and returns its tiles.
fn start_daily(page: &Page<'_>, game: &str) -> Vec<String> {
    page.choose_option("#play-game", game);
    page.find(By::Css("#daily")).click();
    page.find(By::Css(".round"));
    page.until("the tiles", || {
        page.faces().iter().any(|face| !face.is_empty())
    });
    page.faces()
}

#[requires(browser)]
#[test]
fn the_daily_board_is_the_same_in_two_browsers() {
    let (first, second) = (Browser::start(), Browser::start());
    // Two servers are two origins, which share nothing.
    let (here, there) = (Server::start(&[]), Server::start(&[]));
    for game in ["Boggle (New)", "Spelling Bee", "Scrabblet"] {
        let mine = open_on(&first, &here, Window::DESKTOP, "2026-11-20");
        let yours = open_on(&second, &there, PHONE, "2026-11-20");
        let tomorrow = open_on(&second, &there, PHONE, "2026-11-21");
        let board = start_daily(&mine, game);
        assert_eq!(board, start_daily(&yours, game), "{game}");
        assert_ne!(board, start_daily(&tomorrow, game), "{game}");
    }
}

#[requires(browser)]
#[test]
fn a_daily_board_is_played_once_and_its_result_can_be_shared() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_on(&browser, &server, PHONE, "2026-11-20");
    assert!(page.texts(".daily").concat().contains("20 November 2026"));
    let board = start_daily(&page, "Boggle (New)");
    // It is still the daily board after a reload.
    page.reload();
    page.find(By::Css("#resume")).click();
    page.until("the tiles", || page.faces() == board);
    page.end_round();
    assert_eq!(page.texts(".result h1"), ["Daily board"]);
    page.assert_accessible("the result of a daily board");

    page.go(&address(&server, "2026-11-20"));
    page.find(By::Css("#daily-result"));
    assert_eq!(page.count("#daily"), 0);
    assert!(page.texts(".daily").concat().contains("1 day in a row"));
    page.assert_accessible("a start with the result of the daily board");
    // The text gives no word away. The clipboard stands in for the dialog of the system.
    page.script(
        "navigator.share = undefined;
         navigator.clipboard.writeText = async (text) => { window.shared = text }",
        vec![],
    );
    page.find(By::Css("#daily-share")).click();
    page.until("a text", || {
        page.script("return !!window.shared", vec![]) == json!(true)
    });
    let shared = page.script("return window.shared", vec![]);
    let shared = shared.as_str().unwrap();
    let mut lines = shared.lines();
    assert_eq!(
        lines.next(),
        Some("Boggle (New), daily board of 20 November 2026")
    );
    assert_eq!(lines.next(), Some("⬜⬜⬜⬜⬜⬜⬜⬜⬜⬜ 0%"));
    assert!(lines.next().unwrap().starts_with("0 of "), "{shared}");
    assert!(lines.next().unwrap().ends_with("/play.html"), "{shared}");

    // The words can be looked at again, which is not another round.
    page.find(By::Css("#daily-show")).click();
    page.find(By::Css(".result"));
    page.until("the board", || page.faces() == board);
    page.go(&format!("{}#/statistics", address(&server, "2026-11-20")));
    page.find(By::Css("#figure-rounds"));
    assert_eq!(page.texts("#figure-rounds dd"), ["1"]);

    // Another game, and the next day, have their own boards.
    page.go(&address(&server, "2026-11-20"));
    page.find(By::Css("#daily-result"));
    page.choose_option("#play-game", "Spelling Bee");
    page.find(By::Css("#daily"));
    page.go(&address(&server, "2026-11-21"));
    page.find(By::Css("#daily"));
    assert!(page.texts(".daily").concat().contains("1 day in a row"));
}
