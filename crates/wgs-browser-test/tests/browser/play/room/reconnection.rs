//! Lost connections: the page comes back to its round, and loses no word.

use serde_json::json;
use wgs_test_requirement::requires;

use super::{PHONE, create, join, start_server};
use crate::browser::Browser;
use crate::element::By;

/// Makes the WebSockets of a page breakable: while `isCut` is set, no new one can be opened.
const BREAKABLE: &str = "window.sockets = [];
    const Real = WebSocket;
    window.WebSocket = class extends Real {
      constructor(address) {
        super(window.isCut ? address.replace('rooms/socket', 'unreachable') : address);
        window.sockets.push(this);
      }
    };";

#[requires(browser)]
#[test]
fn words_entered_without_a_connection_count_after_it_is_back() {
    let browser = Browser::start();
    let server = start_server();
    let ann = create(&browser, &server, "Ann", &[]);
    let ben = join(&browser, &ann.room_link(), PHONE, "Ben");
    ben.allow_error("unreachable");
    ben.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": BREAKABLE }),
    );
    ben.reload();
    ben.find(By::Css("#members"));
    ann.get_ready();
    ben.get_ready();
    ann.wait_for_round();
    ben.wait_for_round();
    let words = ben.words_on_board();
    ben.guess(&words[0]);

    ben.script(
        "window.isCut = true; for (const socket of window.sockets) socket.close()",
        vec![],
    );
    ben.find(By::Css("#room-lost"));
    ben.enter_word(&words[1]);
    ben.until("the word to wait", || {
        ben.count(".found-word.is-pending") == 1
    });
    let line = ben.find(By::Css("#room-lost")).text();
    assert!(line.contains("Your word will be sent"), "{line}");
    ben.assert_accessible("a lost connection in a round");
    ann.guess(&words[2]);
    ben.script(
        "window.isCut = false; dispatchEvent(new Event('online'))",
        vec![],
    );
    ben.until("the second word", || {
        ben.found_words() == [words[1].clone(), words[0].clone()]
    });
    ben.until("Ann's word", || {
        let seats = ben.texts("#seats .opponent");
        seats
            .iter()
            .any(|seat| seat.contains("Ann") && seat.contains("1 word"))
    });
    ben.assert_accessible("a round after a lost connection");
    // What is entered without a connection is too late if the round ends meanwhile.
    ben.script(
        "window.isCut = true; for (const socket of window.sockets) socket.close()",
        vec![],
    );
    ben.find(By::Css("#room-lost"));
    ben.enter_word(&words[3]);
    ann.end_room_round();
    ben.script(
        "window.isCut = false; dispatchEvent(new Event('online'))",
        vec![],
    );
    ben.find(By::Css(".room-report"));
    let late = ben.texts("#late-words").concat();
    assert!(late.contains(&words[3]), "{late}");
    ben.assert_accessible("words that came too late");
}

#[requires(browser)]
#[test]
fn a_stopped_server_is_announced_calmly() {
    let browser = Browser::start();
    let server = start_server();
    let ann = create(&browser, &server, "Ann", &[]);
    ann.allow_error("rooms/socket");
    // Whatever else the page asks for meanwhile.
    ann.allow_error("ERR_CONNECTION_REFUSED");
    server.stop();
    let line = ann.find(By::Css("#room-lost")).text();
    assert!(line.starts_with("Connection lost. Reconnecting…"), "{line}");
    ann.assert_accessible("a lost connection");
}

/// Makes the next rooms of a page look like those of a later version of the server, while
/// `isLater` is set.
const LATER_SERVER: &str = r#"window.sockets = [];
    const Real = WebSocket;
    window.WebSocket = class extends Real {
      constructor(address) {
        super(address);
        window.sockets.push(this);
      }
      set onmessage(handler) {
        super.onmessage = handler && (({ data }) => {
          const changed = window.isLater ? data.replace('"view":{', '"view":{"later":1,') : data;
          handler(new MessageEvent("message", { data: changed }));
        });
      }
    };"#;

#[requires(browser)]
#[test]
fn a_page_of_another_version_than_the_server_says_so_and_keeps_its_round() {
    let browser = Browser::start();
    let server = start_server();
    let ann = create(&browser, &server, "Ann", &[]);
    ann.add_computer("easy");
    let source = json!({ "source": LATER_SERVER });
    ann.devtools("Page.addScriptToEvaluateOnNewDocument", source);
    ann.reload();
    ann.find(By::Css("#members"));
    ann.get_ready();
    ann.wait_for_round();
    let words = ann.words_on_board();
    ann.guess(&words[0]);
    ann.script(
        "window.isLater = true; for (const socket of window.sockets) socket.close()",
        vec![],
    );
    ann.find(By::Css("#room-closed"));
    assert_eq!(
        ann.texts("#room-closed h1").concat(),
        "The server has another version. Reload the page."
    );
    ann.assert_accessible("a page of another version");
    ann.find(By::Css("#update")).click();
    ann.wait_for_round();
    ann.until("the word", || ann.found_words() == [words[0].clone()]);
}
