//! Saving to the server's file: what becomes of the file, and who sees the change.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::command_line::{best_first, solutions, wgs};
use crate::element::By;
use crate::solver::BOARD;
use crate::window::Window;

use super::{COMMENTED, File, open_as_owner};

/// The configuration with another bonus for words of five letters.
fn with_bonus(points: u32) -> String {
    COMMENTED.replace(r#""5": 2"#, &format!(r#""5": {points}"#))
}

#[requires(browser)]
#[test]
fn a_rule_that_is_saved_is_in_the_file_with_its_comments_and_in_use_everywhere() {
    let browser = Browser::start();
    let file = File::new("save", COMMENTED);
    let mut server = file.serve();
    let page = browser.open(&server.url_with_token(), Window::DESK);
    page.until("the token to go from the address", || {
        page.url() == server.url()
    });
    page.follow("Settings");
    page.wait_for_status("Saved in home.json");
    page.find(By::Css("#section-ScoringRules")).click();
    page.find(By::Css(".entry-card")).click();
    let old = wgs(&["--config", &file.path, "score", "Home", "--board", BOARD]);
    page.write_key("LengthBonuses-5", "7");
    page.wait_for_status("Unsaved changes");
    assert_eq!(
        file.text(),
        COMMENTED,
        "nothing is written before it is saved"
    );
    // Clicked twice, as some do, it is saved once.
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
    let wanted = best_first(solutions("solve", "Home", BOARD, &["--config", &file.path]));
    let of_five = wanted.iter().filter(|it| it.length == 5);
    let of_five: Vec<u64> = of_five.map(|it| it.score).collect();
    assert!(of_five.iter().all(|&score| score == 7), "{of_five:?}");
    let more = numbers(&new)[1] - numbers(&old)[1];
    assert_eq!(more, 5 * of_five.len() as u64);

    page.follow("Solver");
    page.write_board(BOARD);
    page.assert_lists(&wanted, "the solver after saving");
    // The next page of anyone shows it too.
    let other = browser.open(server.url(), Window::DESK);
    other.write_board(BOARD);
    other.assert_lists(&wanted, "another page");
}

#[requires(browser)]
#[test]
fn a_file_that_someone_changed_meanwhile_is_not_overwritten_unasked() {
    let browser = Browser::start();
    let file = File::new("conflict", COMMENTED);
    let mut server = file.serve();
    let page = open_as_owner(&browser, &mut server, "ScoringRules/Home");
    page.allow_error("409");
    let dialog = By::Role("dialog", "The file has changed");
    let bonus = By::Css("#field-LengthBonuses-5");

    page.write(bonus, "7");
    file.write(&with_bonus(20));
    page.save("The file has changed");
    page.find(dialog);
    assert_eq!(
        page.find(By::Css("#conflict-theirs")).value(),
        with_bonus(20)
    );
    page.assert_accessible("the question about a changed file");
    page.prefer("prefers-color-scheme", "dark");
    page.assert_accessible("the question about a changed file, dark");
    page.find(By::Role("button", "Cancel")).click();
    page.wait_gone(dialog);
    assert_eq!(file.text(), with_bonus(20));
    assert_eq!(page.find(bonus).value(), "7", "nothing of mine is lost");

    page.save("The file has changed");
    page.find(By::Role("button", "Load the other version"))
        .click();
    page.wait_for_status("Saved in home.json");
    page.until("their bonus", || page.find(bonus).value() == "20");
    page.follow("Solver");
    page.write_board(BOARD);
    let theirs = best_first(solutions("solve", "Home", BOARD, &["--config", &file.path]));
    page.assert_lists(&theirs, "the solver with theirs");

    page.visit("ScoringRules/Home");
    page.write(bonus, "9");
    file.write(&with_bonus(30));
    page.save("The file has changed");
    page.find(By::Role("button", "Overwrite with my version"))
        .click();
    page.wait_for_status("Saved to home.json.");
    page.wait_gone(dialog);
    assert_eq!(file.text(), with_bonus(9));
    assert_eq!(file.backup(), with_bonus(30));
    page.write(bonus, "10");
    page.save("Saved to home.json.");
    assert_eq!(
        file.text(),
        with_bonus(10),
        "the next save needs no question"
    );
}
