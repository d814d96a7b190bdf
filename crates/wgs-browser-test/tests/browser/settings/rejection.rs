//! Changes that cannot be saved, and how the page reports why.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::window::Window;

use super::{COMMENTED, ConfigFile, open_as_owner};

#[requires(browser)]
#[test]
fn an_invalid_text_cannot_be_saved_and_the_problem_is_shown() {
    let browser = Browser::start();
    let file = ConfigFile::new("broken", COMMENTED);
    let mut server = file.serve();
    let page = open_as_owner(&browser, &mut server, "text");
    page.write(By::Css("#text"), "{ \"Grids\": ");
    page.until("the problem in the text", || {
        !page.texts("#text-problems li").is_empty()
    });
    assert!(page.find_all(By::Css("#save:enabled")).is_empty());
    page.assert_accessible("the text editor with invalid JSON");
    // The other pages link to the problem.
    page.visit("Grids");
    page.find(By::Css("#problems-elsewhere"));
    assert!(page.find_all(By::Css("#add-entry:enabled")).is_empty());
    page.assert_accessible("the list of grids with invalid JSON");
    page.find(By::Css("#problems-elsewhere a")).click();
    page.until("the focus on the text editor", || {
        let area = page.find_all(By::Css("#text"));
        area.first().is_some_and(crate::element::Element::has_focus)
    });
    assert_eq!(file.text(), COMMENTED);
}

#[requires(browser)]
#[test]
fn the_server_rejects_a_dictionary_outside_its_folder() {
    let browser = Browser::start();
    let file = ConfigFile::new("outside", COMMENTED);
    let mut server = file.serve();
    let page = open_as_owner(&browser, &mut server, "Dictionaries/Words");
    page.allow_error("422");
    page.write_key("Path", "/elsewhere/words.txt");
    page.save("the text is not a valid configuration; 10:");
    let status = page.save_status();
    assert!(
        status.contains("expected a file under ")
            && status.ends_with("found \"/elsewhere/words.txt\""),
        "{status}"
    );
    assert_eq!(file.text(), COMMENTED);
    page.assert_accessible("an error from the server");
    page.resize(Window::PHONE);
    assert!(page.fits_window_width());
}

#[requires(browser)]
#[test]
fn saving_fails_with_a_wrong_token_and_works_with_the_right_one() {
    let browser = Browser::start();
    let file = ConfigFile::new("token", COMMENTED);
    let mut server = file.serve();
    let page = browser.open(
        &format!("{}#token=wrong", server.solver_url()),
        Window::DESKTOP,
    );
    page.allow_error("401");
    page.find(By::Css(".board"));
    page.visit("ScoringRules/Home");
    page.wait_for_status("Saved in home.json");
    page.write_key("MinWordLength", "5");
    page.save(
        "Applied here, but not saved: open the address with the token that the server printed \
         when it started.",
    );
    assert_eq!(file.text(), COMMENTED);
    // Opening the URL with the token in the same tab does not reload the page.
    page.script("window.same = true", vec![]);
    page.go(&server.url_with_token());
    page.until("the token to be removed from the URL", || {
        page.url() == server.solver_url()
    });
    assert_eq!(page.script("return window.same", vec![]), true);
    page.visit("ScoringRules/Home");
    page.save("Saved to home.json.");
    assert_eq!(file.text(), COMMENTED.replace("h\": 3", "h\": 5"));
}

#[requires(browser)]
#[test]
fn the_form_says_which_files_the_server_reads() {
    let browser = Browser::start();
    let file = ConfigFile::new("beside", COMMENTED);
    let mut server = file.serve();
    let page = open_as_owner(&browser, &mut server, "Dictionaries/Words");
    page.allow_error("422");
    let rule = page.find(By::Css("#path-rule")).text();
    assert!(rule.contains("in the folder of home.json"), "{rule}");
    // The file is not there yet, and the message says so.
    page.write_key("Path", "words.txt");
    page.save("the text is not a valid configuration; 10:");
    let status = page.save_status();
    assert!(status.contains("there is no file "), "{status}");
    std::fs::write(file.folder.join("words.txt"), "cat\n").unwrap();
    page.save("Saved to home.json.");
    assert!(file.text().contains("words.txt"));
    page.assert_accessible("a dictionary with a path");
    page.visit("Grids/Square");
    assert!(page.find_all(By::Css("#path-rule")).is_empty());
}
