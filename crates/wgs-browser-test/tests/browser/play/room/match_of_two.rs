//! Two pages play a whole match: ready check, countdown, guesses, report, and a rematch.

use wgs_test_requirement::requires;

use super::{PHONE, create, join, start_server};
use crate::browser::Browser;
use crate::element::By;

#[requires(browser)]
#[test]
fn two_pages_play_a_whole_match() {
    let browser = Browser::start();
    let server = start_server();
    let ann = create(&browser, &server, "Ann", &[("#room-rounds", "2")]);
    ann.assert_accessible("a lobby");
    assert!(ann.find(By::Css(".room-qr")).centre().0 > 0.0);
    let ben = join(&browser, &ann.room_link(), PHONE, "Ben");
    ann.until("Ben", || ann.member_names() == ["Ann", "Ben"]);
    ben.assert_accessible("a lobby on a phone");

    for round in 1..=2 {
        ann.get_ready();
        ann.until("one to be ready", || {
            ann.texts("#ready-count").concat() == "1 of 2 ready"
        });
        ben.get_ready();
        ben.find(By::Css("#countdown"));
        ann.wait_for_round();
        ben.wait_for_round();
        assert_eq!(ann.faces(), ben.faces());
        let words = ann.words_on_board();
        let (shared, own) = (&words[0], &words[1]);
        ann.guess(shared);
        ann.guess(own);
        ben.guess(shared);
        ben.enter_word("qqq");
        ben.until("a reason", || ben.word_line().contains("QQQ"));
        // The others' progress is shown, but not their words.
        ben.until("Ann's progress", || {
            let seats = ben.texts("#seats .opponent");
            seats
                .iter()
                .any(|seat| seat.contains("Ann") && seat.contains("2 words"))
        });
        assert!(!ben.texts("main").concat().contains(own.as_str()));
        ben.assert_accessible("a round in a room on a phone");
        ann.assert_accessible("a round in a room");
        for page in [&ann, &ben] {
            page.finish_room_round();
        }
        for page in [&ann, &ben] {
            page.find(By::Css(".room-report"));
            assert_eq!(page.texts("#winner").concat(), "Ann wins this round");
            // What had the focus is gone; it is at the title of the report.
            page.until("the focus", || page.find(By::Css("#winner")).has_focus());
            assert_eq!(
                page.columns(),
                [
                    format!("Ann: {own}, {shared} (cancelled)"),
                    format!("Ben: {shared} (cancelled)")
                ]
            );
        }
        let is_over = ann.texts("#match-winner").concat();
        assert_eq!(
            is_over.starts_with("Ann wins the match"),
            round == 2,
            "{is_over}"
        );
    }
    ann.assert_accessible("a report");
    ben.assert_accessible("a report on a phone");
    assert_eq!(ben.texts("#ready-title").concat(), "Rematch");

    // A word of the report is drawn on the board; the replay moves over the words.
    ann.find(By::Css(".room-word")).click();
    ann.until("a path", || ann.count(".path-line") == 1);
    ann.find(By::Css("#replay summary")).click();
    let slider = "const slider = document.querySelector('#replay-time');
        slider.value = slider.max;
        slider.dispatchEvent(new Event('input', { bubbles: true }))";
    ann.script(slider, vec![]);
    ann.until("the last scores", || {
        ann.texts("#replay-scores .opponent")
            .concat()
            .contains("2 words")
    });
    ann.assert_accessible("a replay");

    // Both have a rating now, which the entrance shows.
    ann.until("the rating", || {
        ann.texts("#room-standings").concat().contains("Rating")
    });
    let standings = ann.texts("#room-standings").concat();
    for part in ["provisional", "Rounds won"] {
        assert!(standings.contains(part), "{standings}");
    }
    ann.press_twice("#leave");
    ann.find(By::Css("#rating"));
    assert_eq!(ann.count("#history li"), 2);
    ben.until("Ann to be gone", || {
        !ben.texts("#ready-count").concat().contains("of 2")
    });
    ann.assert_accessible("the entrance with a history");

    // The owner of a server needs the ID to delete a player.
    ann.script("location.hash = '#/statistics'", vec![]);
    ann.until("the ID of the player", || {
        let text = ann.texts("#player-id").concat();
        let id = text.rsplit(' ').next().unwrap_or_default();
        id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
}

#[requires(browser)]
#[test]
fn a_reload_returns_to_the_same_seat() {
    let browser = Browser::start();
    let server = start_server();
    let ann = create(&browser, &server, "Ann", &[]);
    ann.add_computer("beginner");
    ann.find(By::Css("#start-now")).click();
    ann.wait_for_round();
    let words = ann.words_on_board();
    ann.guess(&words[0]);
    ann.reload();
    ann.wait_for_round();
    assert_eq!(ann.found_words(), [words[0].clone()]);
    ann.guess(&words[1]);
    // By dragging, as alone.
    ann.enter_word(&words[0]);
    ann.until("the word found before", || {
        ann.word_line().contains("was already found")
    });
}
