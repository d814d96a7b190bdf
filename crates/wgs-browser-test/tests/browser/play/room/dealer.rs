//! The dealer of Scrabblet: one member chooses the letters and watches, the others play.

use wgs_test_requirement::requires;

use super::{PHONE, create, enter, join, start_server};
use crate::browser::Browser;
use crate::element::By;
use crate::play::BOARD;

#[requires(browser)]
#[test]
fn the_dealer_chooses_letters_and_watches() {
    let browser = Browser::start();
    let server = start_server();
    let settings = [("#room-dealing", "Players deal in turn")];
    let ann = create(&browser, &server, "Ann", &settings);
    let link = ann.room_link();
    let ben = join(&browser, &link, PHONE, "Ben");
    let cyd = enter(browser.open_in_language(&link, PHONE, "de"), "Cyd");
    let pages = [&ann, &ben, &cyd];
    let next_dealer = || {
        for page in pages {
            page.get_ready();
        }
        let mut found = None;
        ann.until("a dealer", || {
            found = pages.iter().position(|page| page.count("#deal") == 1);
            found.is_some()
        });
        pages[found.expect("there is a dealer")]
    };
    let dealer = next_dealer();
    dealer.assert_accessible("a dealer");
    // Letters that do not fit are an error, until the next deal.
    dealer.write(By::Css("#deal-letters"), "CATS");
    dealer.find(By::Css("#deal")).click();
    for page in pages {
        let reason = match std::ptr::eq(page, &cyd) {
            true => "Das Brett konnte nicht gegeben werden: das Brett hat 4 Steine",
            false => "The board could not be dealt: the board has 4 tiles",
        };
        page.until("the error", || {
            page.texts(".notice").concat().contains(reason)
        });
    }
    let dealer = next_dealer();
    for page in pages {
        page.until("no error", || page.count(".notice") == 0);
    }
    dealer.write(By::Css("#deal-letters"), BOARD);
    dealer.find(By::Css("#deal")).click();
    for page in pages {
        page.wait_for_round();
        assert_eq!(page.faces().concat(), BOARD);
        let is_dealer = std::ptr::eq(page, dealer);
        assert_eq!(page.count("#enter"), usize::from(!is_dealer));
    }
    let player = pages.into_iter().find(|page| !std::ptr::eq(*page, dealer));
    player.expect("two play").guess("TEAR");
}
