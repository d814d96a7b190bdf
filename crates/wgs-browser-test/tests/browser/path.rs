//! The path of the selected solution on the board, and the details of its score.

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

/// The step numbers shown on the tiles of the path, in order.
pub(crate) fn path_steps(page: &Page<'_>) -> Vec<String> {
    let mut steps = page.texts(".path-step");
    steps.sort_by_key(|step| {
        step.split(',')
            .next()
            .and_then(|step| step.parse::<u32>().ok())
    });
    steps
}

/// Filters the list for a word and selects it.
pub(crate) fn select_solution(page: &Page<'_>, word: &str) {
    page.write(By::Css("#pattern"), &format!("^{word}$"));
    page.until(&format!("{word} alone in the list"), || {
        page.texts(".list-row [role=gridcell]:first-child") == [word]
    });
    page.find(By::Css(".list-row")).click();
}

#[requires(browser)]
#[test]
fn the_selected_solution_is_drawn_and_explained() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    assert!(path_steps(&page).is_empty());
    select_solution(&page, "AERIED");
    // A at 10, E at 6, R at 11, I at 7, E at 8, D at 4: each point is (column, row) plus a half
    // for the centre of the tile.
    page.until("the path", || {
        path_steps(&page) == ["1", "2", "3", "4", "5", "6"]
    });
    let line = page.find(By::Css(".path-line")).attribute("d").unwrap();
    assert_eq!(line, "M1.5 2.5L1.5 1.5L2.5 2.5L2.5 1.5L3.5 1.5L3.5 0.5");
    let arrow = page.find(By::Css(".path-arrow")).attribute("d").unwrap();
    assert!(arrow.ends_with('Z'), "{arrow}");
    assert_eq!(
        page.texts("[aria-selected=true] .tile-face").concat(),
        "DEIEAR"
    );
    assert_eq!(page.find(By::Css("#word")).text(), "AERIED");
    assert_eq!(
        page.texts(".explorer caption, .explorer tr"),
        [
            "AERIED",
            "Letter points0",
            "Word multiplier×1",
            "Length bonus+3",
            "Score3"
        ]
    );
    page.assert_accessible("the solver with a selected solution");
    // Changing the board removes the path.
    page.write_board("CATS");
    page.until("the path to disappear", || path_steps(&page).is_empty());
}

#[requires(browser)]
#[test]
fn html_in_a_shared_configuration_is_harmless() {
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
    // The Content Security Policy also blocks whatever the parsed HTML tries to do.
    page.allow_error("Content Security Policy");
    page.find(By::Css(".visiting"));
    page.wait_for_totals("831 words");
    select_solution(&page, "AERIED");
    page.until("the details of the solution", || {
        page.texts("#detail h2") == ["AERIED"]
    });
    assert_eq!(page.texts("#detail td"), ["3"]);
    assert_eq!(page.texts("#detail b"), ["bold"]);
    let names = "return [...new Set([...document.querySelectorAll('#detail *')].flatMap((e) =>
        [e.localName, ...e.getAttributeNames()]))].sort().join(' ')";
    assert_eq!(
        page.script(names, vec![]),
        json!("align b colspan h2 table tbody td tr")
    );
    assert_eq!(
        page.script("return document.title", vec![]),
        json!("Word game solver")
    );
}
