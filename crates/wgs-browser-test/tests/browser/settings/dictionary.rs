//! Choosing the file of a dictionary in the settings, chapter 6.2 of the manual.

use std::fs;

use wgs_test_requirement::requires;

use super::{COMMENTED, ConfigFile, open};
use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;

#[requires(browser)]
#[test]
fn a_chosen_file_becomes_the_dictionary_of_the_entry() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let file = ConfigFile::new("dictionary", COMMENTED);
    let words = file.folder.join("mine.txt");
    fs::write(&words, "cat\ncats\nsat\nzebra\n").unwrap();
    let page = open(&browser, &server, "text", Window::DESKTOP);
    page.import(&file.path);
    page.until("the imported text", || {
        page.configuration_text() == COMMENTED
    });
    page.visit("Dictionaries/Words");
    page.find(By::Css("#field-Path"));
    let choose = |path: &std::path::Path| {
        let input = page.find(By::Css("#dictionary-picker"));
        input.type_keys(path.to_str().unwrap());
    };
    choose(&words);
    page.until("the number of words", || {
        page.texts("#dictionary-picked") == ["4 words from mine.txt loaded into this browser."]
    });
    assert_eq!(page.find(By::Css("#field-Path")).value(), "mine.txt");
    page.assert_accessible("a dictionary that was chosen");
    // The preview uses its words, and a new name keeps them.
    page.until("no missing dictionary", || {
        page.texts("#preview .wrong").concat().is_empty()
    });
    page.save("Saved in this browser");

    // The words are there on the solver, also after a reload.
    page.follow_link("Solver");
    page.write_board("CATS");
    page.wait_for_totals("2 words");
    page.reload();
    page.wait_for_totals("2 words");
}

#[requires(browser)]
#[test]
fn a_file_that_is_not_a_dictionary_is_refused_beside_the_field() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let file = ConfigFile::new("no-dictionary", COMMENTED);
    let binary = file.folder.join("binary.txt");
    fs::write(&binary, b"\0\x01\x02").unwrap();
    let page = open(&browser, &server, "text", Window::DESKTOP);
    page.import(&file.path);
    page.until("the imported text", || {
        page.configuration_text() == COMMENTED
    });
    page.visit("Dictionaries/Words");
    page.find(By::Css("#field-Path"));
    let input = page.find(By::Css("#dictionary-picker"));
    input.type_keys(binary.to_str().unwrap());
    page.until("the reason", || {
        let reason = page.texts("#dictionary-picked").concat();
        reason.contains("control character")
    });
    assert_eq!(page.find(By::Css("#field-Path")).value(), "builtin:wordnik");
}
