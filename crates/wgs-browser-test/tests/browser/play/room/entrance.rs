//! The way into a room: the start page, the public list, codes, and sentences for what fails.

use wgs_test_requirement::requires;

use super::{PHONE, create, open_rooms, start_server};
use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;

#[requires(browser)]
#[test]
fn a_public_room_is_found_from_the_start_page() {
    let browser = Browser::start();
    let server = start_server();
    let ann = open_rooms(&browser, &server, Window::DESKTOP, "Ann");
    ann.find(By::Css("#room-public")).click();
    ann.find(By::Css("#create")).click();
    ann.find(By::Css("#members"));

    let ben = browser.open_first(&format!("{}play.html", server.url()), PHONE);
    ben.find(By::Css("#to-rooms")).click();
    ben.find(By::Css("#public-rooms a"));
    ben.assert_accessible("the entrance");
    ben.find(By::Css("#public-rooms a")).click();
    ben.find(By::Css("#join"));
    ben.assert_accessible("an invitation");
    ben.find(By::Css("#join")).click();
    ben.until("both", || ben.member_names() == ["Ann", "Guest"]);
    // The room is one press away while the player looks elsewhere.
    ben.script("location.hash = '#'", vec![]);
    ben.find(By::Css("#back-to-room")).click();
    ben.until("both again", || ben.member_names() == ["Ann", "Guest"]);
}

#[requires(browser)]
#[test]
fn wrong_codes_and_full_rooms_say_what_to_do() {
    let browser = Browser::start();
    let server = start_server();
    let page = open_rooms(&browser, &server, PHONE, "Ann");
    page.write(By::Css("#room-code-field"), "BOGGLE");
    page.find(By::Css("#join")).click();
    page.until("the problem", || {
        page.texts("#room-code-wrong")
            .concat()
            .starts_with("A code has eight consonants")
    });
    // A code that was mistyped can be corrected, also where a link has led.
    page.allow_error("404");
    page.write(By::Css("#room-code-field"), "bcdf-ghjk");
    page.find(By::Css("#join")).click();
    let is_unknown = |place: &str| page.texts(place).concat().starts_with("There is no room");
    page.until("the answer", || is_unknown("#room-code-wrong"));
    let code = page.find(By::Css("#room-code-field")).value();
    assert_eq!(code, "bcdf-ghjk");
    page.go(&format!("{}play.html#room=BCDFGHJK", server.url()));
    page.until("the answer", || is_unknown("#invitation"));
    let code = page.find(By::Css("#room-code-field")).value();
    assert_eq!(code, "BCDF GHJK");
    page.assert_accessible("an unknown room");

    let ann = create(&browser, &server, "Ann", &[("#room-players", "2")]);
    let link = ann.room_link();
    let _ben = super::join(&browser, &link, PHONE, "Ben");
    page.write(By::Css("#room-code-field"), &link);
    page.find(By::Css("#join")).click();
    page.until("the invitation", || {
        page.texts("#invitation").concat() == "Ann invites you"
    });
    let cyd = browser.open_first(&link, PHONE);
    cyd.find(By::Css("#join")).click();
    let closed = cyd.find(By::Css("#room-closed h1")).text();
    assert!(closed.starts_with("The room is full: 2 people"), "{closed}");
}

#[requires(browser)]
#[test]
fn a_server_without_rooms_does_not_offer_them() {
    let browser = Browser::start();
    let server = Server::start(&["--no-rooms"]);
    let page = browser.open_first(&format!("{}play.html", server.url()), PHONE);
    page.find(By::Css("#daily"));
    page.wait_until_gone(By::Css("#to-rooms"));
}

#[requires(browser)]
#[test]
fn without_a_connection_the_page_does_not_say_that_there_are_no_rooms() {
    let browser = Browser::start();
    let server = start_server();
    let page = open_rooms(&browser, &server, PHONE, "Ann");
    page.allow_error("ERR_INTERNET_DISCONNECTED");
    // The page is here, its server is not.
    page.script(
        "await_ = fetch; window.fetch = () => Promise.reject(new TypeError('no network'))",
        vec![],
    );
    page.script("dispatchEvent(new Event('online'))", vec![]);
    page.until("the reason", || {
        page.texts("#no-rooms").concat()
            == "You are offline. Rooms need a connection to their server."
    });
    page.script(
        "window.fetch = await_; dispatchEvent(new Event('online'))",
        vec![],
    );
    page.wait_until_gone(By::Css("#no-rooms"));
    // The connection is lost while the page is open.
    page.script("dispatchEvent(new Event('offline'))", vec![]);
    page.find(By::Css("#no-rooms"));
    page.script("dispatchEvent(new Event('online'))", vec![]);
    page.wait_until_gone(By::Css("#no-rooms"));
}
