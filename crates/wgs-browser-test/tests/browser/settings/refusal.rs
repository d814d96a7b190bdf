//! What the server does not let pass, and how the person hears of it.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::window::Window;

use super::{COMMENTED, File, open_as_owner};

#[requires(browser)]
#[test]
fn a_text_that_is_no_configuration_cannot_be_saved_and_says_why() {
    let browser = Browser::start();
    let file = File::new("broken", COMMENTED);
    let mut server = file.serve();
    let page = open_as_owner(&browser, &mut server, "text");
    page.write(By::Css("#text"), "{ \"Grids\": ");
    page.until("what is wrong", || {
        !page.texts("#text-problems li").is_empty()
    });
    assert!(page.find_all(By::Css("#save:enabled")).is_empty());
    page.assert_accessible("a text that is not JSON");
    // The other pages lead to it.
    page.visit("Grids");
    page.find(By::Css("#problems-elsewhere"));
    assert!(page.find_all(By::Css("#add-entry:enabled")).is_empty());
    page.assert_accessible("the grids of a text that is not JSON");
    page.find(By::Css("#problems-elsewhere a")).click();
    page.until("the text", || {
        let area = page.find_all(By::Css("#text"));
        area.first().is_some_and(crate::element::Element::has_focus)
    });
    assert_eq!(file.text(), COMMENTED);
}

#[requires(browser)]
#[test]
fn a_dictionary_from_outside_of_the_folder_is_refused_by_the_server() {
    let browser = Browser::start();
    let file = File::new("outside", COMMENTED);
    let mut server = file.serve();
    let page = open_as_owner(&browser, &mut server, "Dictionaries/Words");
    page.allow_error("422");
    page.write_key("Path", "/elsewhere/words.txt");
    page.save("the text is not a valid configuration; 10:");
    let told = page.save_status();
    assert!(
        told.contains("expected a file under ") && told.ends_with("found \"/elsewhere/words.txt\""),
        "{told}"
    );
    assert_eq!(file.text(), COMMENTED);
    page.assert_accessible("a refusal of the server");
    page.resize(Window::PHONE);
    assert!(page.is_narrow_enough());
}

#[requires(browser)]
#[test]
fn a_wrong_token_is_told_plainly_and_the_right_one_mends_it() {
    let browser = Browser::start();
    let file = File::new("token", COMMENTED);
    let mut server = file.serve();
    let page = browser.open(&format!("{}#token=wrong", server.url()), Window::DESK);
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
    // Pasted into the same tab, the page is not loaded anew.
    page.script("window.same = true", vec![]);
    page.go(&server.url_with_token());
    page.until("the token to go from the address", || {
        page.url() == server.url()
    });
    assert_eq!(page.script("return window.same", vec![]), true);
    page.visit("ScoringRules/Home");
    page.save("Saved to home.json.");
    assert_eq!(file.text(), COMMENTED.replace("h\": 3", "h\": 5"));
}
