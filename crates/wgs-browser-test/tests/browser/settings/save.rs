//! Saving to the server's file: what is written, and which pages see the change.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::command_line::{best_first, solutions, wgs};
use crate::element::By;
use crate::solver::BOARD;
use crate::window::Window;

use super::{COMMENTED, ConfigFile, open_as_owner};

/// The configuration with a different bonus for five-letter words.
fn with_bonus(points: u32) -> String {
    COMMENTED.replace(r#""5": 2"#, &format!(r#""5": {points}"#))
}

#[requires(browser)]
#[test]
fn a_saved_rule_keeps_the_comments_in_the_file_and_is_used_everywhere() {
    let browser = Browser::start();
    let file = ConfigFile::new("save", COMMENTED);
    let mut server = file.serve();
    let page = browser.open(&server.url_with_token(), Window::DESKTOP);
    page.until("the token to be removed from the URL", || {
        page.url() == server.solver_url()
    });
    page.follow_link("Settings");
    page.wait_for_status("Saved in home.json");
    page.find(By::Css("#section-ScoringRules")).click();
    page.until("the scoring rules", || {
        page.texts("h1, h2").contains(&"Scoring rules".to_owned())
    });
    page.find(By::Css(".entry-card")).click();
    let old = wgs(&["--config", &file.path, "score", "Home", "--board", BOARD]);
    page.write_key("LengthBonuses-5", "7");
    page.wait_for_status("Unsaved changes");
    assert_eq!(file.text(), COMMENTED, "nothing is written before saving");
    // A double click saves only once.
    let save = page.find(By::Css("#save:enabled"));
    save.script("arguments[0].click(); arguments[0].click()");
    page.wait_for_status("Saved to home.json.");

    assert_eq!(file.text(), with_bonus(7));
    assert_eq!(file.backup(), COMMENTED);
    let new = wgs(&["--config", &file.path, "score", "Home", "--board", BOARD]);
    let numbers = |line: &str| -> Vec<u64> {
        line.split_whitespace()
            .map(|it| it.parse().unwrap())
            .collect()
    };
    let expected = best_first(solutions("solve", "Home", BOARD, &["--config", &file.path]));
    let of_five = expected.iter().filter(|it| it.length == 5);
    let of_five: Vec<u64> = of_five.map(|it| it.score).collect();
    assert!(of_five.iter().all(|&score| score == 7), "{of_five:?}");
    let difference = numbers(&new)[1] - numbers(&old)[1];
    assert_eq!(difference, 5 * of_five.len() as u64);

    page.follow_link("Solver");
    page.write_board(BOARD);
    page.assert_lists(&expected, "the solver after saving");
    // Other users who open the page see the change too.
    let other = browser.open(&server.solver_url(), Window::DESKTOP);
    other.find(By::Css(".board"));
    other.write_board(BOARD);
    other.assert_lists(&expected, "another user's page");
}

#[requires(browser)]
#[test]
fn a_file_changed_by_someone_else_is_not_overwritten_without_asking() {
    let browser = Browser::start();
    let file = ConfigFile::new("conflict", COMMENTED);
    let mut server = file.serve();
    let page = open_as_owner(&browser, &mut server, "ScoringRules/Home");
    page.allow_error("409");
    let dialog = By::Role("dialog", "The file has changed");
    let bonus = By::Css("#field-LengthBonuses-5");

    page.write(bonus, "7");
    file.write(&with_bonus(20));
    page.save("The file has changed");
    page.find(dialog);
    // Only the line that differs, and those around it.
    let [theirs, mine] =
        ["del", "ins"].map(|tag| page.texts(&format!("#conflict-difference {tag}")));
    assert!(
        theirs.len() == 1 && theirs[0].contains("\"5\": 20"),
        "{theirs:?}"
    );
    assert!(mine.len() == 1 && mine[0].contains("\"5\": 7"), "{mine:?}");
    page.assert_accessible("the question about a changed file");
    page.prefer("prefers-color-scheme", "dark");
    page.assert_accessible("the question about a changed file, dark");
    page.find(By::Role("button", "Cancel")).click();
    page.wait_until_gone(dialog);
    assert_eq!(file.text(), with_bonus(20));
    assert_eq!(page.find(bonus).value(), "7", "cancelling keeps my changes");

    page.save("The file has changed");
    page.find(By::Role("button", "Load the other version"))
        .click();
    page.wait_for_status("Saved in home.json");
    page.until("the bonus from the other version", || {
        page.find(bonus).value() == "20"
    });
    page.follow_link("Solver");
    page.write_board(BOARD);
    let theirs = best_first(solutions("solve", "Home", BOARD, &["--config", &file.path]));
    page.assert_lists(&theirs, "the solver with the other version");

    page.visit("ScoringRules/Home");
    page.write(bonus, "9");
    file.write(&with_bonus(30));
    page.save("The file has changed");
    page.find(By::Role("button", "Overwrite with my version"))
        .click();
    page.wait_for_status("Saved to home.json.");
    page.wait_until_gone(dialog);
    assert_eq!(file.text(), with_bonus(9));
    assert_eq!(file.backup(), with_bonus(30));
    page.write(bonus, "10");
    page.save("Saved to home.json.");
    assert_eq!(
        file.text(),
        with_bonus(10),
        "the next save does not ask again"
    );
}
