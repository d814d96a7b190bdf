//! The tables of a report, with names and numbers that take much space.

use wgs_test_requirement::requires;

use super::{PHONE, create, join, start_server};
use crate::browser::Browser;
use crate::page::Page;

/// The pixels by which tables and columns are wider than their place or the screen.
fn excess(page: &Page<'_>) -> i64 {
    let script = "
        const boxes = [...document.querySelectorAll('.room-report .scrolls, #columns')];
        const hidden = boxes.map((box) => box.scrollWidth - box.clientWidth);
        const parts = [...document.querySelectorAll('#room-standings :is(th, td), .room-word-column')];
        const outside = parts.map((part) => Math.ceil(part.getBoundingClientRect().right) - innerWidth);
        return Math.max(...hidden, ...outside)";
    page.script(script, vec![]).as_i64().expect("a number")
}

#[requires(browser)]
#[test]
fn the_tables_of_a_report_fit_a_phone_and_a_laptop() {
    let browser = Browser::start();
    let server = start_server();
    let settings = [("#room-rounds", "2")];
    let ann = create(&browser, &server, "Wilhelmina Mummenmaier 1", &settings);
    for level in ["expert", "easy"] {
        ann.add_computer(level);
    }
    let ben = join(
        &browser,
        &ann.room_link(),
        PHONE,
        "Wilhelmina Mummenmaier 2",
    );
    for _ in 0..2 {
        ann.get_ready();
        ben.get_ready();
        ann.wait_for_round();
        ben.wait_for_round();
        let words = ann.words_on_board();
        ann.guess(&words[0]);
        ben.guess(&words[1]);
        for page in [&ann, &ben] {
            page.finish_room_round();
        }
        for page in [&ann, &ben] {
            page.until("the ratings", || {
                page.texts("#room-standings").concat().contains("Rating")
            });
            assert_eq!(page.count(".room-word-column"), 4);
            assert!(excess(page) <= 0, "{} pixels too wide", excess(page));
        }
    }
}
