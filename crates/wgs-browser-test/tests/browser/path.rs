//! The path of a solution over the board, and what is told of its score.

use serde_json::{Value, json};
use wgs_config::catalogue::EMBEDDED;
use wgs_config::share_link::ShareLink;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::{BOARD, GAME, open, open_link};
use crate::window::Window;

/// The numbers at the tiles that a path goes over.
pub(crate) fn steps(page: &Page<'_>) -> Vec<String> {
    page.texts(".path-step")
}

/// The first row for a word.
pub(crate) fn choose(page: &Page<'_>, word: &str) {
    page.write(By::Css("#pattern"), &format!("^{word}$"));
    page.until(word, || {
        page.texts(".list-row [role=gridcell]:first-child") == [word]
    });
    page.find(By::Css(".list-row")).click();
}

#[requires(browser)]
#[test]
fn a_solution_that_is_chosen_is_drawn_and_explained() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    assert!(steps(&page).is_empty());
    choose(&page, "AERIED");
    // A at 10, E at 6, R at 11, I at 7, E at 8, D at 4: column and row, and a half for the middle.
    page.until("the path", || {
        steps(&page) == ["1", "2", "3", "4", "5", "6"]
    });
    let way = page.find(By::Css(".path-line")).attribute("d").unwrap();
    assert_eq!(way, "M1.5 2.5L1.5 1.5L2.5 2.5L2.5 1.5L3.5 1.5L3.5 0.5");
    let arrow = page.find(By::Css(".path-arrow")).attribute("d").unwrap();
    assert!(arrow.ends_with('Z'), "{arrow}");
    assert_eq!(
        page.texts("[aria-selected=true] .tile-face").concat(),
        "DEIEAR"
    );
    assert_eq!(page.find(By::Css("#word")).text(), "AERIED");
    assert_eq!(
        page.texts("#detail tr"),
        [
            "3AERIED",
            "0Letter Points",
            "x1Word Multiplier",
            "3Length Bonus"
        ]
    );
    page.assert_accessible("the solver with a solution");
    // Other letters end it.
    page.write_board("CATS");
    page.until("the path to go", || steps(&page).is_empty());
}

#[requires(browser)]
#[test]
fn html_of_a_shared_configuration_does_no_harm() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let mut rules: Value = serde_json::from_str(EMBEDDED).unwrap();
    rules["Preferences"]["Default"]["SolutionDetailFormat"] = json!(
        "<h2 onclick='harm()' style='position:fixed' class=head id=app>%w</h2>\
         <script>document.title = 'harm'</script><img src=x onerror=\"document.title = 'harm'\">\
         <a href=\"javascript:document.title='harm'\">link</a><style>body { display: none }</style>\
         <iframe srcdoc='<p>frame</p>'></iframe><svg onload=\"document.title='harm'\"><b>bold</b></svg>\
         <form action=x><input name=a><button>send</button></form><math><mi>x</mi></math>\
         <table background=http://127.0.0.1/x><tr><td colspan=2 align=right>%s</table>\
         <object data=x></object><embed src=x><link rel=stylesheet href=x><base href=http://x/>\
         <template><b>hidden</b></template><noscript><img src=x onerror=harm()></noscript>"
    );
    let share = ShareLink {
        game: GAME.to_owned(),
        board: BOARD.to_owned(),
        configuration: Some(rules.to_string()),
        ..ShareLink::default()
    };
    let page = open_link(&browser, &server, &share.encode().unwrap());
    // What the parsed text would have done is refused by the policy as well.
    page.allow_error("Content Security Policy");
    page.find(By::Css(".visiting"));
    page.wait_for_totals("831 words");
    choose(&page, "AERIED");
    page.until("the detail", || page.texts("#detail h2") == ["AERIED"]);
    assert_eq!(page.texts("#detail td"), ["3"]);
    assert_eq!(page.texts("#detail b"), ["bold"]);
    let kinds = "return [...new Set([...document.querySelectorAll('#detail *')].flatMap((e) =>
        [e.localName, ...e.getAttributeNames()]))].sort().join(' ')";
    assert_eq!(
        page.script(kinds, vec![]),
        json!("align b colspan h2 table tbody td tr")
    );
    assert_eq!(
        page.script("return document.title", vec![]),
        json!("Word game solver")
    );
}
