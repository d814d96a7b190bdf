//! Undo and redo.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

use super::{COMMENTED, ConfigFile, open};

#[requires(browser)]
#[test]
fn a_list_shows_the_choice_that_undo_and_redo_restore() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "GameRules/Quarrel", Window::DESKTOP);
    let grid = By::Css("#field-GridDesign");
    let before = page.find(grid).value();
    page.choose("GridDesign", "5x5");
    for (button, expected) in [("#undo", &*before), ("#redo", "5x5"), ("#undo", &before)] {
        page.find(By::Css(button)).click();
        page.until(&format!("{expected} after {button}"), || {
            page.find(grid).value() == expected
        });
    }
}

/// Presses Control+Z, with or without Shift.
fn control_z(page: &Page<'_>, shift: bool) {
    match shift {
        true => page.press_together(&[Key::Control.into(), Key::Shift.into(), 'z']),
        false => page.press_together(&[Key::Control.into(), 'z']),
    }
}

#[requires(browser)]
#[test]
fn several_changes_can_be_undone_and_redone_by_button_and_by_keyboard() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let file = ConfigFile::new("undo", COMMENTED);
    let page = open(&browser, &server, "text", Window::DESKTOP);
    page.import(&file.path);
    page.until("the imported text", || {
        page.configuration_text() == COMMENTED
    });

    // Four changes; everything typed into one field counts as one change.
    let mut steps = vec![COMMENTED.to_owned()];
    page.visit("ScoringRules/Home");
    page.write_key("MinWordLength", "14");
    page.until("the label of the first change", || {
        page.texts(".step-label") == ["Shortest word of Home"]
    });
    steps.push(page.export());
    page.write_key("LengthBonuses-3", "12");
    steps.push(page.export());
    page.visit("Grids/Square");
    page.choose("Adjacency", "Full");
    steps.push(page.export());
    page.write(By::Css("#entry-name"), "Box");
    page.press([Key::Tab.into()]);
    page.until("the new name", || page.texts("#page-title") == ["Box"]);
    steps.push(page.export());
    for pair in steps.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }

    // With the buttons. The page of each change is shown.
    let undo = |title: &str| {
        page.find(By::Css("#undo")).click();
        page.until(&format!("the page of {title}"), || {
            page.texts("#page-title") == [title]
        });
        assert!(page.find(By::Css("#undo")).has_focus());
    };
    undo("Square");
    assert_eq!(page.export(), steps[3]);
    undo("Square");
    assert_eq!(page.export(), steps[2]);
    undo("Home");
    assert_eq!(page.export(), steps[1]);
    assert_eq!(page.find(By::Css("#field-LengthBonuses-3")).value(), "1");
    page.find(By::Css("#redo")).click();
    page.until("the bonus to be restored", || {
        page.find(By::Css("#field-LengthBonuses-3")).value() == "12"
    });

    // With the keyboard, even inside a field.
    page.find(By::Css("#field-MinWordLength")).click();
    control_z(&page, false);
    page.until("the bonus to be undone", || {
        page.find(By::Css("#field-LengthBonuses-3")).value() == "1"
    });
    control_z(&page, false);
    page.until("the original minimum length", || {
        page.find(By::Css("#field-MinWordLength")).value() == "3"
    });
    assert_eq!(page.export(), steps[0]);

    // In the text editor, which stays open, each change appears in the text.
    page.visit("text");
    assert_eq!(page.configuration_text(), steps[0]);
    for step in &steps[1..] {
        control_z(&page, true);
        page.until("the next change", || page.configuration_text() == *step);
    }
    assert!(page.find_all(By::Css("#redo:enabled")).is_empty());
    for step in steps.iter().rev().skip(1) {
        page.find(By::Css("#undo")).click();
        page.until("the previous change", || page.configuration_text() == *step);
    }
}
