//! Whole rounds: by dragging, by typing, by keyboard alone; rejected words, hints, pauses, and a
//! reload in between.

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use super::{BOARD, PHONE, open, start};
use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;

const GAME: &str = "Boggle (New)";

#[requires(browser)]
#[test]
fn two_taps_on_a_phone_start_a_round() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open_first(server.url(), PHONE);
    let button = page.find(By::Css("#start"));
    // It is in view without scrolling.
    let (_, y) = button.centre();
    assert!(y < 700.0, "{y}");
    page.assert_accessible("the start");
    page.tap(&button);
    page.find(By::Css(".round"));
    page.until("the tiles", || {
        page.faces().iter().filter(|face| !face.is_empty()).count() == 16
    });
    page.assert_accessible("a round");
}

#[requires(browser)]
#[test]
fn a_whole_round_by_dragging_on_a_phone() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, PHONE, GAME, BOARD);
    // TEN, TEAR and STET.
    for (path, word) in [
        (&[2, 6, 3][..], "TEN"),
        (&[5, 6, 10, 11], "TEAR"),
        (&[1, 2, 6, 5], "STET"),
    ] {
        page.drag_finger(path);
        page.until(word, || {
            page.found_words().first().is_some_and(|it| it == word)
        });
    }
    assert_eq!(page.points(), "3 points");
    // Sliding back takes a tile away: T, E, A and back to E, then N.
    page.drag_finger(&[2, 6, 10, 6, 3]);
    page.until("the word found before", || {
        page.word_line().contains("TEN was already found")
    });
    page.drag_finger(&[4, 8]);
    page.until("a word that is too short", || {
        page.word_line().contains("is too short")
    });
    assert_eq!(page.found_words(), ["STET", "TEAR", "TEN"]);
    page.end_round();
    assert_eq!(
        page.texts("#result-totals").concat(),
        "3 of 831 words, 3 points of 2303"
    );
    page.assert_accessible("the result");
    // The path of a missed word is drawn.
    page.find(By::Css("#review .review-select")).click();
    page.until("a path", || page.count(".path-line") == 1);
}

#[requires(browser)]
#[test]
fn a_round_by_tapping() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, PHONE, GAME, BOARD);
    for position in [5, 6, 10, 11] {
        page.tap(&page.tile(position));
    }
    page.until("the word", || page.word_line() == "TEAR");
    // The last tile ends the word.
    page.tap(&page.tile(11));
    page.until("the word to be found", || page.found_words() == ["TEAR"]);
    for position in [2, 6, 3] {
        page.tap(&page.tile(position));
    }
    page.tap(&page.find(By::Css("#delete")));
    page.until("one letter less", || page.word_line() == "TE");
    page.tap(&page.tile(3));
    page.tap(&page.find(By::Css("#enter")));
    page.until("the second word", || page.found_words() == ["TEN", "TEAR"]);
    // A tile far away begins another word.
    page.tap(&page.tile(1));
    page.tap(&page.tile(16));
    page.until("another word", || page.word_line() == "O");
}

#[requires(browser)]
#[test]
fn a_round_by_typing_lights_up_the_path_and_says_why_words_are_rejected() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, Window::DESKTOP, GAME, BOARD);
    page.press("tear".chars());
    page.until("the path", || {
        page.count(".cell[aria-selected=true]") == 4 && page.count(".path-line") == 1
    });
    page.press([Key::Enter.into()]);
    page.until("the word", || page.found_words() == ["TEAR"]);
    for (typed, reason) in [
        ("tear", "TEAR was already found"),
        ("xyzzy", "XYZZY is not in the dictionary"),
        ("dot", "DOT is a word, but has no path on the board"),
        ("it", "IT is too short"),
        ("zoo", "ZOO is a word, but needs"),
    ] {
        page.press(typed.chars());
        page.press([Key::Enter.into()]);
        page.until(reason, || page.word_line().contains(reason));
    }
    assert_eq!(page.found_words(), ["TEAR"]);
    page.press("tex".chars());
    page.until("a mark under a word that is not on the board", || {
        page.count(".played-word.is-off-board") == 1
    });
    page.press([Key::Escape.into()]);
    page.until("nothing", || page.count(".played-word") == 0);
}

#[requires(browser)]
#[test]
fn a_round_by_keyboard_alone_announces_what_happens() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, Window::DESKTOP, GAME, BOARD);
    let announced = || page.texts(".unseen[role=status]").concat();
    // The first tile is reached with Tab.
    let is_on = |position: usize| {
        let script = "return document.activeElement.id === `tile-${arguments[0]}`";
        page.script(script, vec![json!(position)]) == json!(true)
    };
    page.script("document.activeElement.blur()", vec![]);
    for _ in 0..20 {
        if is_on(1) {
            break;
        }
        page.press([Key::Tab.into()]);
    }
    assert!(is_on(1), "the board is not reached with Tab");
    page.press([Key::Right.into()]);
    page.until("the neighbours", || announced() == "Next to S, N, T, E, I");
    assert!(is_on(2));
    // T, E, N.
    page.press([
        ' ',
        Key::Down.into(),
        ' ',
        Key::Up.into(),
        Key::Right.into(),
        ' ',
    ]);
    page.until("the word", || page.word_line() == "TEN");
    page.press([Key::Enter.into()]);
    page.until("the announced word", || {
        announced() == "TEN: 1 point. 1 point in all."
    });
    assert_eq!(page.found_words(), ["TEN"]);
    let outline = page.outline();
    for part in [
        "grid \"Board. Arrow keys move",
        "timer \"Time left\"",
        "button \"Pause\"",
    ] {
        assert!(outline.contains(part), "{part} is missing in\n{outline}");
    }
}

#[requires(browser)]
#[test]
fn the_accessibility_tree_of_the_browser_has_every_tile() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, PHONE, GAME, BOARD);
    page.drag_finger(&[2, 6, 3]);
    page.until("the word", || page.found_words() == ["TEN"]);
    let tree = page.devtools("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().expect("the tree has nodes");
    let of_role = |role: &str| -> Vec<&str> {
        let nodes = nodes.iter().filter(|node| node["role"]["value"] == role);
        let names = nodes.filter_map(|node| node["name"]["value"].as_str());
        names.collect()
    };
    let tiles = of_role("gridcell");
    assert_eq!(tiles.len(), 16, "{tiles:?}");
    assert_eq!(tiles[1], "row 1, column 2, T");
    assert_eq!(tiles[15], "row 4, column 4, O");
    assert_eq!(of_role("row").len(), 4);
    assert!(
        of_role("grid")[0].starts_with("Board."),
        "{:?}",
        of_role("grid")
    );
    assert_eq!(of_role("timer"), ["Time left"]);
}

#[requires(browser)]
#[test]
fn a_reload_in_mid_round_loses_nothing() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, PHONE, GAME, BOARD);
    page.press("tear".chars());
    page.press([Key::Enter.into()]);
    page.until("the word", || page.found_words() == ["TEAR"]);
    page.until("some seconds", || {
        let clock = page.texts(".clock-time").concat();
        clock.as_str() <= "2:57"
    });
    page.reload();
    page.find(By::Css("#resume"));
    assert_eq!(page.found_words(), ["TEAR"]);
    // The clock stands where it was, and the board is hidden.
    let clock = page.texts(".clock-time").concat();
    assert!(("2:50".."2:58").contains(&clock.as_str()), "{clock}");
    assert!(page.faces().iter().all(String::is_empty));
    page.assert_accessible("a paused round");
    page.find(By::Css("#resume")).click();
    page.until("the tiles", || page.faces().concat() == BOARD);
    page.press("ten".chars());
    page.press([Key::Enter.into()]);
    page.until("both words", || page.found_words() == ["TEN", "TEAR"]);
    // Visiting the solver does not end the round either.
    page.follow_link("Solver");
    page.find(By::Css("#notation"));
    page.follow_link("Play");
    page.find(By::Css("#waiting a")).click();
    page.find(By::Css("#resume"));
    assert_eq!(page.found_words(), ["TEN", "TEAR"]);
}

#[requires(browser)]
#[test]
fn enter_ends_the_typed_word_whatever_was_clicked_before() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, Window::DESKTOP, GAME, BOARD);
    let on_board = "return document.activeElement.matches('.cell')";
    page.find(By::Css("#turn")).click();
    page.until("the focus on the board", || {
        page.script(on_board, vec![]) == json!(true)
    });
    page.press("tear".chars());
    page.press([Key::Enter.into()]);
    page.until("TEAR", || page.found_words() == ["TEAR"]);
    // Even if a button has the focus.
    page.press("ten".chars());
    page.script("document.querySelector('#pause').focus()", vec![]);
    page.press([' ', Key::Enter.into()]);
    page.until("TEN", || page.found_words() == ["TEN", "TEAR"]);
    assert_eq!(page.count("#resume"), 0);
    // Letters continue a word that was begun by its tiles.
    page.find(By::Css("#tile-1")).click();
    page.find(By::Css("#tile-2")).click();
    page.until("the tiles", || page.word_line() == "ST");
    page.press("et".chars());
    page.press([Key::Enter.into()]);
    page.until("STET", || page.found_words() == ["STET", "TEN", "TEAR"]);
}

#[requires(browser)]
#[test]
fn a_page_that_is_not_seen_is_paused() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, PHONE, GAME, BOARD);
    page.script(
        "Object.defineProperty(document, 'hidden', { get: () => true });
         document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))",
        vec![],
    );
    page.find(By::Css("#resume"));
}

#[requires(browser)]
#[test]
fn hints_go_from_weak_to_strong() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, Window::DESKTOP, GAME, BOARD);
    page.find(By::Css(".hints summary")).click();
    page.find(By::Css("#hint-tiles")).click();
    page.until("a number on each tile", || page.count(".tile-heat") == 16);
    let text = || page.texts("#hint-text").concat();
    page.find(By::Css("#hint-lengths")).click();
    page.until("the lengths", || text().starts_with("3 letters: "));
    page.find(By::Css("#hint-starts")).click();
    page.until("the beginnings", || text().contains("ST ×"));
    page.find(By::Css("#hint-path")).click();
    page.until("the path of a word", || {
        text().starts_with("A word is drawn") && page.count(".path-line") == 1
    });
    page.assert_accessible("a round with hints");
}

#[requires(browser)]
#[test]
fn the_computer_finds_words_while_the_clock_runs() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.choose_option("#play-game", GAME);
    page.choose_option("#computer", "perfect");
    page.enter_board(BOARD);
    page.find(By::Css("#start")).click();
    page.until("a word of the computer", || {
        let points = page.texts(".opponent-points").concat();
        !points.is_empty() && points != "0 points"
    });
    // The words themselves are secret until the end: typing them would score.
    let word = page.texts(".opponent-word").concat();
    let length = word.strip_prefix("Last word: ");
    let length = length.and_then(|text| text.strip_suffix(" letters"));
    assert!(length.is_some_and(|it| it.parse::<u32>().is_ok()), "{word}");
    page.assert_accessible("a round against the computer");
    page.end_round();
    let standings = page.texts("#standings tr");
    assert_eq!(standings.len(), 2, "{standings:?}");
    assert!(standings[0].contains("831 words"), "{standings:?}");
    page.assert_accessible("the result against the computer");
}

#[requires(browser)]
#[test]
fn each_part_of_the_site_has_its_own_title() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let title = || page.script("return document.title", vec![]);
    assert_eq!(title(), "Word games");
    page.find(By::Role("link", "wgs, go to the games"));
    page.follow_link("Settings");
    page.until("the settings", || title() == "Word game settings");
    page.follow_link("Solver");
    page.until("the solver", || title() == "Word game solver");
    page.find(By::Role("link", "wgs, go to the solver"));
}

#[requires(browser)]
#[test]
fn the_board_can_be_turned_on_the_table() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, PHONE, GAME, BOARD);
    let before = page.tile(1).centre();
    page.find(By::Css("#turn")).click();
    page.wait_for_animations();
    let after = page.tile(1).centre();
    assert!(after.0 > before.0 + 100.0, "{before:?} {after:?}");
    // Words are still where the finger is.
    page.drag_finger(&[2, 6, 3]);
    page.until("the word", || page.found_words() == ["TEN"]);
}

#[requires(browser)]
#[test]
fn the_end_of_the_time_ends_the_round() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, Window::DESKTOP, GAME, BOARD);
    page.press("tear".chars());
    page.press([Key::Enter.into()]);
    page.until("the word", || page.found_words() == ["TEAR"]);
    // The browser's clock jumps ahead.
    page.script(
        "const now = Date.now; Date.now = () => now() + 200_000",
        vec![],
    );
    page.find(By::Css(".result"));
    assert!(
        page.texts("#result-totals")
            .concat()
            .starts_with("1 of 831 words")
    );
}
