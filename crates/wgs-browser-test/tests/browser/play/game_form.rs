//! The forms of games: hives, racks, hands and boards of any shape.

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use super::{PHONE, open, start};
use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;

#[requires(browser)]
#[test]
fn every_game_of_the_configuration_can_be_played() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, PHONE);
    // Not every server has the dictionaries of other languages.
    page.allow_error("/api/v1/dictionaries/");
    let texts = page.texts("#play-game option");
    assert!(texts.len() >= 15, "{texts:?}");
    let mut missing = 0;
    for text in texts {
        let game = text.trim_end_matches(" (no dictionary)").to_owned();
        page.choose_option("#play-game", &game);
        page.find(By::Css("#start")).click();
        // The dictionaries of other languages are not part of the page.
        page.until(&format!("a round of {game}"), || {
            page.count(".round, #missing-dictionary") == 1
        });
        if page.count("#missing-dictionary") == 1 {
            missing += 1;
            assert!(text.ends_with(" (no dictionary)"), "{text} is not marked");
            continue;
        }
        page.until(&format!("the tiles of {game}"), || {
            page.faces().iter().any(|face| !face.is_empty())
        });
        let fits = "return document.documentElement.scrollWidth <= innerWidth
            && document.querySelector('.play-frame').getBoundingClientRect().width >= 219";
        assert_eq!(page.script(fits, vec![]), json!(true), "{game}");
        page.end_round();
        assert!(page.count("#review .review-select") > 0, "{game}");
        page.find(By::Css("#change")).click();
        page.find(By::Css("#start"));
    }
    assert!(missing <= 3, "{missing} games have no dictionary");
}

#[requires(browser)]
#[test]
fn a_missing_dictionary_can_be_chosen_and_is_kept() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    // The server may have it.
    page.devtools("Network.enable", json!({}));
    page.devtools(
        "Network.setBlockedURLs",
        json!({ "urls": ["*/api/v1/dictionaries/*"] }),
    );
    page.allow_error("ERR_BLOCKED_BY_CLIENT");
    page.choose_option("#play-game", "Boggle (French)");
    page.enter_board("BARXEXXXXXXXXXXX");
    page.find(By::Css("#start")).click();
    let file = std::env::temp_dir().join(format!("wgs-play-{}.txt", std::process::id()));
    std::fs::write(&file, "abe\nbar\n").unwrap();
    let input = page.find(By::Css("#missing-dictionary input"));
    input.type_keys(file.to_str().unwrap());
    page.find(By::Css(".round"));
    page.press("bar".chars());
    page.press([Key::Enter.into()]);
    page.until("the word", || page.word_line().contains("BAR"));
    page.end_round();
    page.reload();
    page.follow_link("Play");
    page.find(By::Css("#start"));
    page.enter_board("BARXEXXXXXXXXXXX");
    page.find(By::Css("#start")).click();
    page.find(By::Css(".round"));
    std::fs::remove_file(file).unwrap();
}

#[requires(browser)]
#[test]
fn a_hand_is_shuffled_and_its_letters_are_used_again() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, PHONE, "Scrabblet", "RUOLFNT");
    assert_eq!(page.texts("#turn").concat(), "Shuffle");
    let places = || page.texts(".cell").concat();
    let before = places();
    page.find(By::Css("#turn")).click();
    page.until("another order", || places() != before);
    // L, O, O, T: the O is tapped twice.
    for position in [4, 3, 3, 7] {
        page.tap(&page.tile(position));
    }
    page.until("the word", || page.word_line() == "LOOT");
    page.tap(&page.find(By::Css("#enter")));
    page.until("the word to be found", || page.found_words() == ["LOOT"]);
    page.until("a rank", || page.count(".score-rank") == 1);
    page.assert_accessible("a hand of letters");
}

#[requires(browser)]
#[test]
fn a_wrong_word_costs_points_if_that_was_chosen() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.choose_option("#play-game", "Scrabblet");
    page.find(By::Css("#penalty")).click();
    page.enter_board("RUOLFNT");
    page.find(By::Css("#start")).click();
    page.find(By::Css(".round"));
    page.press("torf".chars());
    page.press([Key::Enter.into()]);
    page.until("the penalty", || page.points().starts_with('−'));
    assert!(page.word_line().contains("(−"), "{}", page.word_line());
}

#[requires(browser)]
#[test]
fn the_computer_lists_the_words_of_own_letters() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.choose_option("#play-game", "Scrabblet");
    page.enter_board("RUOLFNT");
    page.find(By::Css("#list-words")).click();
    page.until("the letters in the solver", || {
        page.count("#notation") == 1 && page.notation() == "RUOLFNT"
    });
}

#[requires(browser)]
#[test]
fn an_own_board_is_for_one_round_and_a_game_without_points_counts_words() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, PHONE);
    let own_board = || page.script("return document.querySelector('#own-board').value", vec![]);
    page.enter_board("STNDTEIELARSMRTO");
    page.choose_option("#play-game", "7 Little Words");
    page.until("no board of another game", || own_board() == json!(""));
    page.enter_board("QuiEtLy");
    page.find(By::Css("#start")).click();
    page.find(By::Css(".round"));
    // Racks have no clock of their own.
    assert_eq!(page.count(".clock-bar"), 0);
    page.press("quietly".chars());
    page.press([Key::Enter.into()]);
    page.until("the word", || page.word_line() == "✓ QUIETLY");
    assert_eq!(page.texts(".score-words"), ["1 word"]);
    assert_eq!(page.points(), "");
    page.end_round();
    let totals = page.texts("#result-totals").concat();
    assert!(
        totals.starts_with("1 of ") && !totals.contains("point"),
        "{totals}"
    );
    page.find(By::Css("#change")).click();
    page.find(By::Css("#start"));
    assert_eq!(own_board(), json!(""));
}
