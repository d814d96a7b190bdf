//! People who are removed, who watch, who chat, and a room that changes hands.

use wgs_test_requirement::requires;

use super::{PHONE, create, join, start_server};
use crate::browser::Browser;
use crate::element::By;

#[requires(browser)]
#[test]
fn the_owner_removes_somebody_and_hands_the_room_over() {
    let browser = Browser::start();
    let server = start_server();
    let ann = create(&browser, &server, "Ann", &[]);
    let link = ann.room_link();
    let ben = join(&browser, &link, PHONE, "Ben");
    let cyd = join(&browser, &link, PHONE, "Cyd");
    // The page of rooms asks for the rating of a player who has none yet.
    ben.allow_error("api/v1/players");
    ann.until("all three", || ann.member_names().len() == 3);
    assert_eq!(ben.count("[id^=remove-]"), 0);

    // One press asks.
    ann.find(By::Role("button", "Remove Ben")).click();
    ann.find(By::Role("button", "Really remove? Ben"));
    assert_eq!(cyd.member_names(), ["Ann", "Ben", "Cyd"]);
    ann.find(By::Role("button", "Really remove? Ben")).click();
    let closed = ben.find(By::Css("#room-closed h1")).text();
    assert!(
        closed.starts_with("The owner has removed you from this room."),
        "{closed}"
    );
    ben.assert_accessible("a removed member");
    cyd.until("Ben to be gone", || cyd.member_names() == ["Ann", "Cyd"]);
    assert_eq!(cyd.count("#removed"), 0);
    ann.assert_accessible("a lobby with a removed person");
    ann.find(By::Role("button", "Let in again Ben")).click();
    ann.until("nobody to be removed", || ann.count("#removed") == 0);
    ben.find(By::Css("#to-rooms")).click();
    let (_, fragment) = link.split_once('#').expect("a link has a fragment");
    ben.script(&format!("location.hash = '{fragment}'"), vec![]);
    ben.find(By::Css("#join")).click();
    cyd.until("Ben again", || cyd.member_names() == ["Ann", "Cyd", "Ben"]);
    ben.find(By::Css("#rename")).click();
    ben.write(By::Css("#new-name"), "Benjamin");
    ben.find(By::Css("#save-name")).click();
    cyd.until("another name", || {
        cyd.member_names() == ["Ann", "Cyd", "Benjamin"]
    });

    ann.find(By::Role("button", "Make owner Cyd")).click();
    ann.find(By::Role("button", "Hand over? Cyd")).click();
    cyd.find(By::Css("#start-now"));
    ann.until("the settings to be read only", || {
        ann.count("#room-facts") == 1
    });
    // The new owner switches the messages off.
    assert_eq!(ann.count("#room-chat-card"), 1);
    cyd.script("document.querySelector('#room-chat').click()", vec![]);
    ann.until("no messages", || ann.count("#room-chat-card") == 0);
}

#[requires(browser)]
#[test]
fn somebody_watches_a_round_and_talks() {
    let browser = Browser::start();
    let server = start_server();
    let ann = create(&browser, &server, "Ann", &[]);
    ann.add_computer("beginner");
    let link = ann.room_link();
    let eve = browser.open_first(&link, PHONE);
    eve.write(By::Css("#room-name"), "Eve");
    eve.find(By::Css("#join-watch")).click();
    eve.find(By::Css("#members"));
    eve.until("a spectator", || {
        eve.texts(".room-member").concat().contains("Watching")
    });

    eve.find(By::Css("#room-chat-card summary")).click();
    eve.write(By::Css("#chat-text"), "Good luck!");
    eve.find(By::Css("#chat-send")).click();
    ann.until("an unread message", || {
        ann.texts("#room-chat-card summary")
            .concat()
            .contains("1 new message")
    });
    ann.find(By::Css("#room-chat-card summary")).click();
    ann.until("the message", || {
        ann.texts("#chat-lines").concat() == "Eve Good luck!"
    });
    ann.assert_accessible("messages");

    ann.find(By::Css("#start-now")).click();
    eve.wait_for_round();
    assert_eq!(eve.count("#enter"), 0);
    assert_eq!(eve.word_line_of_spectator(), "You are watching.");
    eve.assert_accessible("a round that is watched");
    let words = ann.words_on_board();
    ann.guess(&words[0]);
    eve.until("the progress", || {
        let seats = eve.texts("#seats .opponent");
        seats
            .iter()
            .any(|seat| seat.contains("Ann") && seat.contains("1 word"))
    });
    ann.end_room_round();
    eve.find(By::Css(".room-report"));
}

impl crate::page::Page<'_> {
    fn word_line_of_spectator(&self) -> String {
        self.texts(".word-line-play").concat()
    }
}
