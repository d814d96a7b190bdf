//! Saving in the browser when there is no file to write, and importing and exporting files.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;

use super::{COMMENTED, ConfigFile, open};

#[requires(browser)]
#[test]
fn without_a_writable_file_the_configuration_is_saved_in_the_browser() {
    let browser = Browser::start();
    let file = ConfigFile::new("no-token", COMMENTED);
    for (server, route) in [
        (Server::start(&[]), "ScoringRules/Boggle"),
        // There is a file, but this page does not have the token.
        (file.serve(), "ScoringRules/Home"),
    ] {
        let page = open(&browser, &server, route, Window::DESKTOP);
        page.write_key("MinWordLength", "6");
        page.save("Saved in this browser.");
        page.follow_link("Solver");
        page.write_board("STNDTEIELARSMRTO");
        page.until("a list without short words", || {
            let words = page.listed();
            !words.is_empty() && words.iter().all(|word| word.length >= 6)
        });
        page.visit(route);
        page.reload();
        page.wait_for_status("Saved in this browser");
        assert_eq!(page.find(By::Css("#field-MinWordLength")).value(), "6");
    }
    assert_eq!(file.text(), COMMENTED);
}

#[requires(browser)]
#[test]
fn an_imported_file_is_exported_unchanged() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let file = ConfigFile::new("import", COMMENTED);
    let page = open(&browser, &server, "text", Window::DESKTOP);
    page.import(&file.path);
    page.until("the imported text", || {
        page.configuration_text() == COMMENTED
    });
    page.wait_for_status("Unsaved changes");
    assert_eq!(page.export(), COMMENTED);
    page.visit("Grids/Square");
    page.choose("Adjacency", "Straight");
    let changed = COMMENTED.replace("[4, 4]", r#"[4, 4], "Adjacency": "Straight""#);
    assert_eq!(page.export(), changed);

    // Importing asks before it replaces unsaved changes.
    page.import(&file.path);
    let dialog = By::Role("dialog", "Import…");
    let question = page.find(dialog).text();
    assert!(
        question.contains("Your unsaved changes would be replaced."),
        "{question}"
    );
    page.assert_accessible("the question before importing");
    page.find(By::Role("button", "Cancel")).click();
    page.wait_until_gone(dialog);
    assert_eq!(page.export(), changed);
    page.import(&file.path);
    page.find(By::Role("button", "Replace")).click();
    page.wait_until_gone(dialog);
    assert_eq!(page.export(), COMMENTED);
}

#[requires(browser)]
#[test]
fn resetting_says_how_many_comments_would_be_lost() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let file = ConfigFile::new("start-over", COMMENTED);
    let page = open(&browser, &server, "text", Window::DESKTOP);
    page.import(&file.path);
    page.until("the imported text", || {
        page.configuration_text() == COMMENTED
    });
    page.save("Saved in this browser.");
    page.find(By::Role("button", "Reset…")).click();
    let dialog = By::Role("dialog", "Reset…");
    let question = page.find(dialog).text();
    assert!(
        question.contains("3 comments in your configuration would be lost."),
        "{question}"
    );
    assert!(!question.contains("unsaved"), "{question}");
    page.find(By::Role("button", "Replace")).click();
    page.wait_until_gone(dialog);
    page.until("the built-in games", || {
        page.configuration_text().contains("Boggle Master")
    });
    page.find(By::Css("#undo")).click();
    page.until("the comments to be restored", || {
        page.configuration_text() == COMMENTED
    });
    page.find(By::Css("#redo")).click();
    page.save("Saved in this browser.");
    page.reload();
    page.wait_for_status("Built-in games");
}
