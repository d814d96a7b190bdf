//! Invitations: what they say, and that the other person can open them.

#[cfg(target_os = "linux")]
mod network;

use serde_json::json;
use wgs_test_requirement::requires;

use super::{PHONE, create, start_server};
use crate::browser::Browser;
use crate::element::By;

#[requires(browser)]
#[test]
fn an_invitation_says_who_invites_to_what() {
    let browser = Browser::start();
    let server = start_server();
    let ann = create(&browser, &server, "Ann", &[]);
    let ready = |expected: &str| {
        ann.until(expected, || ann.texts("#ready-count").concat() == expected);
    };
    ann.get_ready();
    ready("Waiting for one more player, or add the computer.");
    // This server listens on this machine only.
    let warning = ann.texts("#only-here").concat();
    assert!(warning.contains("wgs serve --lan"), "{warning}");
    ann.get_ready();
    ann.add_computer("beginner");
    ready("0 of 1 ready");

    let ben = browser.open_first(&ann.room_link(), PHONE);
    ben.until("who invites", || {
        ben.texts("#invitation").concat() == "Ann invites you"
    });
    let facts = ["Boggle (New)", "3 min", "1 of 8 players"];
    assert_eq!(ben.texts("#invitation-facts li"), facts);
    ben.assert_accessible("an invitation with its room");

    // Somebody who comes during a round reads what happens to them.
    ann.find(By::Css("#start-now")).click();
    ann.wait_for_round();
    ben.find(By::Css("#join")).click();
    ben.find(By::Css(".room-round"));
    assert_eq!(
        ben.texts(".word-line-play").concat(),
        "You play from the next round."
    );
    assert_eq!(ben.count("#found"), 0);
}

#[requires(browser)]
#[test]
fn a_link_that_the_browser_does_not_copy_can_be_copied_by_hand() {
    let browser = Browser::start();
    let server = start_server();
    let page = create(&browser, &server, "Ann", &[]);
    // As on a page without HTTPS: only what is selected can be copied.
    page.script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });
         Object.defineProperty(navigator, 'share', { value: undefined });
         document.addEventListener('copy', () => { window.copied = String(document.activeElement.value) })",
        vec![],
    );
    let copied = || page.script("return window.copied", vec![]);
    page.find(By::Css("#room-copy")).click();
    page.until("the copied link", || {
        page.texts("#room-copy").concat() == "Copied"
    });
    assert_eq!(copied(), json!(page.room_link()));
    assert!(page.find(By::Css("#room-copy")).has_focus());
    page.find(By::Css("#room-share")).click();
    page.until("the copied text", || {
        copied()
            .as_str()
            .is_some_and(|it| it.ends_with(&format!(":\n{}", page.room_link())))
    });

    page.script("document.execCommand = () => false", vec![]);
    page.find(By::Css("#room-share")).click();
    let text = page.find(By::Css(".share-text")).value();
    assert!(text.ends_with(&page.room_link()), "{text}");
    page.assert_accessible("a text to copy by hand");
}
