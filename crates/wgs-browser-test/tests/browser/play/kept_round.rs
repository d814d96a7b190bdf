//! Rounds that are kept side by side, the addresses of the screens, and the history of results.

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use super::daily::{address, open_on};
use super::{BOARD, PHONE, start};
use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

const GAME: &str = "Boggle (New)";

fn find_word(page: &Page<'_>, word: &str) {
    page.press(word.chars());
    page.press([Key::Enter.into()]);
    page.until(word, || {
        page.found_words().first().is_some_and(|it| it == word)
    });
}

/// The rounds that wait, as the start page lists them.
fn waiting(page: &Page<'_>) -> Vec<String> {
    page.texts("#waiting li > span")
}

#[requires(browser)]
#[test]
fn a_challenge_leaves_the_daily_round_as_it_is() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_on(&browser, &server, PHONE, "2026-11-20");
    page.find(By::Css("#daily")).click();
    page.find(By::Css(".round"));
    page.find(By::Css(".hints summary")).click();
    page.find(By::Css("#hint-path")).click();
    let hint = || page.texts("#hint-text").concat();
    page.until("a word", || hint().contains(": "));
    let word = hint().split(": ").last().unwrap().to_owned();
    find_word(&page, &word);

    let challenge = "#game=Boggle%20(New)&board=STNDTEIELARSMRTO&challenge=1";
    page.go(&(address(&server, "2026-11-20") + challenge));
    page.find(By::Css("#challenge-accept")).click();
    page.until("the board", || page.faces().concat() == BOARD);
    find_word(&page, "TEN");
    page.end_round();
    assert_eq!(page.texts("#result-totals .tag"), [""; 0]);

    page.find(By::Css("#change")).click();
    page.find(By::Css("#start"));
    assert_eq!(waiting(&page), ["Boggle (New), today’s board: 1 word"]);
    page.assert_accessible("a start with a round that waits");
    page.find(By::Css("#waiting a")).click();
    page.find(By::Css("#resume")).click();
    assert_eq!(page.found_words(), [word]);
    page.end_round();
    assert_eq!(page.texts(".result h1"), ["Daily board"]);
    // Hints are marked, and the daily board is not played again.
    assert_eq!(page.texts("#result-totals .tag"), ["with hints"]);
    assert_eq!(page.texts("#again"), ["Play another board"]);
}

#[requires(browser)]
#[test]
fn a_record_that_is_played_leaves_the_daily_round_as_it_is() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_on(&browser, &server, PHONE, "2026-11-20");
    page.find(By::Css("#daily")).click();
    page.find(By::Css(".round"));
    let daily = page.faces();
    page.go(&(address(&server, "2026-11-20") + "#/records"));
    page.find(By::Css("#records .record-row")).click();
    page.find(By::Css("#record-play")).click();
    page.until("another board", || {
        let faces = page.faces();
        page.count(".round") == 1 && faces.concat() != "" && faces != daily
    });
    page.script("location.hash = '#'", vec![]);
    page.find(By::Css("#start"));
    let waiting = waiting(&page);
    assert_eq!(waiting.len(), 2, "{waiting:?}");
    let is_daily = |line: &String| line.contains("today’s board");
    let place = waiting.iter().position(is_daily).unwrap() + 1;
    page.find(By::Css(&format!("#waiting li:nth-child({place}) a")))
        .click();
    page.find(By::Css("#resume")).click();
    page.until("the daily board", || page.faces() == daily);
}

#[requires(browser)]
#[test]
fn links_and_the_back_button_pause_a_round_and_results_stay() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, Window::DESKTOP, GAME, BOARD);
    find_word(&page, "TEAR");
    page.follow_link("Play");
    page.find(By::Css("#start"));
    assert_eq!(waiting(&page), ["Boggle (New): 1 word"]);
    page.script("history.back()", vec![]);
    page.find(By::Css("#resume"));
    page.find(By::Role("link", "wgs, go to the games")).click();
    page.find(By::Css("#start"));
    // Another round does not disturb the first.
    page.enter_board("");
    page.find(By::Css("#start")).click();
    page.find(By::Css(".round"));
    page.script("history.back()", vec![]);
    page.find(By::Css("#start"));
    assert_eq!(
        waiting(&page),
        ["Boggle (New): 0 words", "Boggle (New): 1 word"]
    );
    page.find(By::Css("#waiting li:last-child a")).click();
    page.find(By::Css("#resume")).click();
    assert_eq!(page.found_words(), ["TEAR"]);

    // Another window goes on with the round.
    let event = "const id = location.hash.split('/').pop();
        dispatchEvent(new StorageEvent('storage', { key: `wgs.play.round.${id}` }))";
    page.script(event, vec![]);
    let notice = page.find(By::Css(".notice")).text();
    assert!(notice.contains("in another window"), "{notice}");
    page.find(By::Css("#waiting li:first-child a")).click();
    page.find(By::Css("#resume")).click();

    // The result has an address, and is in the history.
    page.end_round();
    let totals = || page.texts("#result-totals").concat();
    let result = totals();
    page.reload();
    page.find(By::Css(".result"));
    assert_eq!(totals(), result);
    page.follow_link("Play");
    page.find(By::Css("#to-statistics")).click();
    page.find(By::Css("#last-rounds a")).click();
    page.find(By::Css(".result"));
    assert_eq!(totals(), result);
    assert_eq!(page.faces().concat(), BOARD);
    assert_eq!(page.texts("label:has(#review-found)"), ["Found (1)"]);
    // Looking at it is not another round.
    page.script("history.back()", vec![]);
    page.find(By::Css("#figure-rounds"));
    assert_eq!(page.texts("#figure-rounds dd"), ["1"]);
}

#[requires(browser)]
#[test]
fn the_start_page_notices_midnight() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open_first(server.url(), PHONE);
    // A clock that stands still just before midnight.
    page.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source":
            "const Real = Date;
             window.time = new Real(2026, 10, 20, 23, 59, 59, 500).getTime();
             window.Date = class extends Real {
               constructor(...given) {
                 if (given.length) super(...given); else super(window.time);
               }
               static now() { return window.time; }
             };" }),
    );
    page.reload();
    page.find(By::Css("#daily"));
    let card = || page.texts(".daily").concat();
    assert!(card().contains("20 November 2026"), "{}", card());
    assert_eq!(page.texts("#daily-next"), ["Next board in 1 min"]);
    page.script("window.time += 1000", vec![]);
    page.until("the next day", || card().contains("21 November 2026"));
    assert_eq!(page.texts("#daily-next"), ["Next board in 24 h 0 min"]);
    // The timers of a hidden page stand still.
    page.script(
        "window.time += 24 * 3_600_000;
         document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))",
        vec![],
    );
    page.until("the day after", || card().contains("22 November 2026"));
}

#[requires(browser)]
#[test]
fn every_screen_has_a_title_and_takes_the_focus_and_nothing_jumps() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = super::open(&browser, &server, PHONE);
    page.find(By::Css("#to-rooms"));
    let shifts = "let sum = 0;
        const add = (list) => list.forEach((shift) => { sum += shift.value });
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        await new Promise((done) => setTimeout(done, 300));
        add(observer.takeRecords());
        return sum";
    let shift = page.script_async(shifts, vec![]);
    assert!(shift.as_f64().unwrap() < 0.01, "{shift}");

    let shown = || {
        let shown = "return [document.title, document.activeElement.tagName]";
        page.script(shown, vec![])
    };
    let announced = || page.texts(".unseen[role=status]").concat();
    page.choose_option("#play-game", GAME);
    page.enter_board(BOARD);
    page.find(By::Css("#start")).click();
    page.until("the title of the round", || {
        shown() == json!(["Boggle (New) · Word games", "H1"])
    });
    page.end_round();
    page.until("the title of the result", || {
        shown() == json!(["Result · Word games", "H1"])
    });
    assert_eq!(
        announced(),
        "The round is over. 0 of 831 words, 0 points of 2303"
    );
    let outline = page.outline();
    let label = "grid \"Board. Arrow keys move between tiles.\"";
    assert!(outline.contains(label), "{outline}");
    page.find(By::Css("#change")).click();
    page.until("the title of the start", || {
        shown() == json!(["Word games", "H1"])
    });
    page.find(By::Css("#to-statistics")).click();
    page.until("the title of the statistics", || {
        shown() == json!(["Statistics · Word games", "H1"])
    });
}
