//! The lobby on phones: what is written there is not behind the bar with the buttons.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use super::{PHONE, start_server};
use crate::browser::Browser;
use crate::element::By;
use crate::window::Window;

/// Phones, the narrowest first, and one that is turned.
const SCREENS: [Window; 3] = [
    Window::PHONE,
    PHONE,
    Window {
        width: 844,
        height: 390,
        is_phone: true,
    },
];

#[requires(browser)]
#[test]
fn the_field_for_messages_is_never_behind_the_buttons() {
    let browser = Browser::start();
    let server = start_server();
    let rooms = format!("{}play.html#/rooms", server.url());
    for window in SCREENS {
        for language in ["en", "de"] {
            let page = browser.open_in_language(&rooms, window, language);
            page.find(By::Css("#create")).click();
            page.find(By::Css("#room-chat-card summary")).click();
            let is_in_view = || {
                let script = "const field = document.querySelector('#chat-text');
                    const { left, top, width, height } = field.getBoundingClientRect();
                    const at = (part) => document.elementFromPoint(left + width / 2, top + height * part);
                    return at(0.05) === field && at(0.95) === field";
                page.script(script, vec![]) == true
            };
            page.until("the field", is_in_view);
            page.assert_accessible("messages in the lobby");
            page.find(By::Css("#chat-text")).click();
            for number in 1..=6 {
                page.press("a message of several words".chars());
                page.press([Key::Enter.into()]);
                page.until("the message", || page.count(".room-chat-lines p") == number);
                page.until("the field after the message", is_in_view);
            }
        }
    }
}
