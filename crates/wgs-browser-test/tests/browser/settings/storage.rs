//! Where there is no file to write: the browser's storage, and files in and out.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;

use super::{COMMENTED, File, open};

#[requires(browser)]
#[test]
fn without_a_file_to_write_the_browser_keeps_the_configuration() {
    let browser = Browser::start();
    let file = File::new("no-token", COMMENTED);
    for (server, way) in [
        (Server::start(&[]), "ScoringRules/Boggle"),
        // The file is the owner's, who has the token.
        (file.serve(), "ScoringRules/Home"),
    ] {
        let page = open(&browser, &server, way, Window::DESK);
        page.write_key("MinWordLength", "6");
        page.save("Saved in this browser.");
        page.follow("Solver");
        page.write_board("STNDTEIELARSMRTO");
        page.until("no short words", || {
            let words = page.listed();
            !words.is_empty() && words.iter().all(|word| word.length >= 6)
        });
        page.visit(way);
        page.reload();
        page.wait_for_status("Saved in this browser");
        assert_eq!(page.find(By::Css("#field-MinWordLength")).value(), "6");
    }
    assert_eq!(file.text(), COMMENTED);
}

#[requires(browser)]
#[test]
fn a_file_is_brought_in_and_handed_out_to_the_letter() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let file = File::new("import", COMMENTED);
    let page = open(&browser, &server, "text", Window::DESK);
    page.import(&file.path);
    page.until("the file", || page.whole_text() == COMMENTED);
    page.wait_for_status("Unsaved changes");
    assert_eq!(page.exported(), COMMENTED);
    page.visit("Grids/Square");
    page.choose("Adjacency", "Straight");
    let changed = COMMENTED.replace("[4, 4]", r#"[4, 4], "Adjacency": "Straight""#);
    assert_eq!(page.exported(), changed);

    // What is not saved is asked for first.
    page.import(&file.path);
    let dialog = By::Role("dialog", "Import…");
    let told = page.find(dialog).text();
    assert!(
        told.contains("Your unsaved changes would be replaced."),
        "{told}"
    );
    page.assert_accessible("the question before a file is brought in");
    page.find(By::Role("button", "Cancel")).click();
    page.wait_gone(dialog);
    assert_eq!(page.exported(), changed);
    page.import(&file.path);
    page.find(By::Role("button", "Replace")).click();
    page.wait_gone(dialog);
    assert_eq!(page.exported(), COMMENTED);
}

#[requires(browser)]
#[test]
fn starting_over_tells_how_many_comments_would_be_lost() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let file = File::new("start-over", COMMENTED);
    let page = open(&browser, &server, "text", Window::DESK);
    page.import(&file.path);
    page.until("the file", || page.whole_text() == COMMENTED);
    page.save("Saved in this browser.");
    page.find(By::Role("button", "Reset…")).click();
    let dialog = By::Role("dialog", "Reset…");
    let told = page.find(dialog).text();
    assert!(
        told.contains("3 comments in your configuration would be lost."),
        "{told}"
    );
    assert!(!told.contains("unsaved"), "{told}");
    page.find(By::Role("button", "Replace")).click();
    page.wait_gone(dialog);
    page.until("the built-in games", || {
        page.whole_text().contains("Boggle Master")
    });
    page.find(By::Css("#undo")).click();
    page.until("the comments to be back", || page.whole_text() == COMMENTED);
    page.find(By::Css("#redo")).click();
    page.save("Saved in this browser.");
    page.reload();
    page.wait_for_status("Built-in games");
}
