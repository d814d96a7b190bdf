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
fn the_preview_uses_a_dictionary_of_the_server() {
    let browser = Browser::start();
    let text = COMMENTED.replace("builtin:wordnik", "mine.txt");
    let file = ConfigFile::new("server-dictionary", &text);
    let letters = "abcdefghijklmnopqrstuvwxyz";
    let words = letters.chars().flat_map(|a| {
        let pairs = letters.chars().map(move |b| format!("{a}{b}{a}\n"));
        pairs.collect::<Vec<_>>()
    });
    fs::write(file.folder.join("mine.txt"), words.collect::<String>()).unwrap();
    let server = file.serve();
    let page = open(&browser, &server, "GameRules/Home", Window::DESKTOP);
    page.until("the words of the preview", || {
        page.texts("#preview-totals").concat().contains("word")
    });
    assert_eq!(page.texts("#preview .wrong"), [""]);
}

#[requires(browser)]
#[test]
fn files_are_dropped_anywhere_on_the_settings() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "Grids", Window::DESKTOP);
    // Returns whether the browser was kept from opening the file.
    let drop = |name: &str, text: &str| {
        let prevented = page.script(
            "const [name, text] = arguments;
             const dataTransfer = new DataTransfer();
             dataTransfer.items.add(new File([text], name));
             const events = ['dragover', 'drop'].map((kind) =>
               new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
             events.forEach((event) => document.querySelector('.head').dispatchEvent(event));
             return events.every((event) => event.defaultPrevented)",
            vec![name.into(), text.into()],
        );
        assert_eq!(prevented, true, "{name}");
    };
    drop("games.json", COMMENTED);
    page.until("the imported grid", || {
        page.texts(".entry-card-name") == ["Square"]
    });
    // A word list becomes a dictionary; on the page of a dictionary, it becomes that one.
    drop("mine.txt", "cat\ncats\n");
    page.until("a dictionary of two words", || {
        page.texts("#dictionary-picked") == ["2 words from mine.txt loaded into this browser."]
    });
    assert_eq!(page.texts("#page-title"), ["mine"]);
    drop("other.txt", "cat\ncats\nsat\n");
    page.until("the other words", || {
        page.texts("#dictionary-picked") == ["3 words from other.txt loaded into this browser."]
    });
    assert_eq!(page.find(By::Css("#field-Path")).value(), "other.txt");
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
