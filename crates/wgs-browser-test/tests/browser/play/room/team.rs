//! A co-operative round: the words of the team, and who found them.

use wgs_test_requirement::requires;

use super::{PHONE, create, join, start_server};
use crate::browser::Browser;
use crate::element::By;

#[requires(browser)]
#[test]
fn a_team_sees_its_words_and_who_found_them() {
    let browser = Browser::start();
    let server = start_server();
    let settings = [("#room-scoring", "As a team"), ("#room-rounds", "1")];
    let ann = create(&browser, &server, "Ann", &settings);
    let ben = join(&browser, &ann.room_link(), PHONE, "Ben");
    ann.get_ready();
    ben.get_ready();
    ann.wait_for_round();
    ben.wait_for_round();
    let words = ann.words_on_board();
    ann.guess(&words[0]);
    ben.guess(&words[1]);
    for page in [&ann, &ben] {
        page.until("both words", || {
            page.found_words() == [words[1].clone(), words[0].clone()]
        });
        let notes = page.texts(".found-note");
        assert_eq!(notes, ["Ben", "Ann"]);
    }
    ann.assert_accessible("a co-operative round");
    ann.end_room_round();
    let result = ann.texts("#winner").concat();
    assert!(result.starts_with("Together: 2 words"), "{result}");
    ben.find(By::Css(".room-report"));
}
