//! Two machines in a network of their own: the server on one, a phone on the other.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use super::super::{PHONE, join};
use crate::browser::Browser;
use crate::element::By;
use crate::network::{Machine, Network};
use crate::server::Server;
use crate::window::Window;

#[requires(network_namespaces)]
#[test]
fn another_machine_opens_the_link_of_the_terminal_and_plays_a_round() {
    let network = Network::new();
    network.go_to(Machine::Host);
    let mut server = Server::start(&["--lan"]);
    let printed = server.network_url();
    let port = server.url().rsplit(':').next().unwrap().to_owned();
    assert_eq!(
        printed,
        format!("http://{}:{port}", Machine::Host.address())
    );
    // The owner opens the page as the first line of the terminal says.
    let (browser, phone) = (Browser::separate(), Browser::separate());
    let ann = browser.open_first(&format!("{}#/rooms", server.url()), Window::DESKTOP);
    ann.write(By::Css("#room-name"), "Ann");
    ann.find(By::Css("#create")).click();
    ann.find(By::Css("#members"));
    let code = ann.texts("#room-code").concat().replace(' ', "");
    let link = format!("{printed}play.html#room={code}");
    ann.until("an address for others", || ann.room_link() == link);
    assert_eq!(ann.count("#only-here"), 0);

    network.go_to(Machine::Guest);
    let ben = phone.open_first(&printed, PHONE);
    ben.find(By::Css("#to-rooms"));
    drop(ben);
    let ben = join(&phone, &link, PHONE, "Ben");
    // The page came without HTTPS, so the browser gives it no clipboard.
    ben.find(By::Css("#room-copy")).click();
    ben.until("the copied link", || {
        ben.texts("#room-copy").concat() == "Copied"
    });
    ben.find(By::Css("#room-chat-card summary")).click();
    ben.script("document.querySelector('#chat-text').focus()", vec![]);
    ben.press_together(&[Key::Control.into(), 'v']);
    ben.until("the link in a message", || {
        ben.find(By::Css("#chat-text")).value() == link
    });
    ben.get_ready();

    network.go_to(Machine::Host);
    ann.until("Ben", || ann.member_names() == ["Ann", "Ben"]);
    ann.get_ready();
    ann.wait_for_round();
    let words = ann.words_on_board();
    ann.guess(&words[0]);
    network.go_to(Machine::Guest);
    ben.wait_for_round();
    ben.guess(&words[1]);
    ben.finish_room_round();
    network.go_to(Machine::Host);
    ann.finish_room_round();
    ann.find(By::Css(".room-report"));
    let columns = [format!("Ann: {}", words[0]), format!("Ben: {}", words[1])];
    let sorted = |mut columns: Vec<String>| {
        columns.sort();
        columns
    };
    assert_eq!(sorted(ann.columns()), columns);
    drop(ann);
    network.go_to(Machine::Guest);
    ben.find(By::Css(".room-report"));
    assert_eq!(sorted(ben.columns()), columns);
    drop(ben);
}
