//! Taking changes back and making them again.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

use super::{COMMENTED, File, open};

/// Presses Control and Z, with Shift or without.
fn control_z(page: &Page<'_>, shift: bool) {
    match shift {
        true => page.press_together(&[Key::Control.into(), Key::Shift.into(), 'z']),
        false => page.press_together(&[Key::Control.into(), 'z']),
    }
}

#[requires(browser)]
#[test]
fn several_steps_are_undone_and_redone_by_button_and_by_key() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let file = File::new("undo", COMMENTED);
    let page = open(&browser, &server, "text", Window::DESK);
    page.import(&file.path);
    page.until("the file", || page.whole_text() == COMMENTED);

    // Four steps: what is typed into one field is one.
    let mut steps = vec![COMMENTED.to_owned()];
    page.visit("ScoringRules/Home");
    page.write_key("MinWordLength", "14");
    page.until("the first step", || {
        page.texts(".step-label") == ["MinWordLength of Home"]
    });
    steps.push(page.exported());
    page.write_key("LengthBonuses-3", "12");
    steps.push(page.exported());
    page.visit("Grids/Square");
    page.choose("Adjacency", "Full");
    steps.push(page.exported());
    page.write(By::Css("#entry-name"), "Box");
    page.press([Key::Tab.into()]);
    page.until("the new name", || page.texts("#page-title") == ["Box"]);
    steps.push(page.exported());
    for pair in steps.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }

    // By button, with the page of each change.
    let undo = |title: &str| {
        page.find(By::Css("#undo")).click();
        page.until(&format!("the page of {title}"), || {
            page.texts("#page-title") == [title]
        });
        assert!(page.find(By::Css("#undo")).has_focus());
    };
    undo("Square");
    assert_eq!(page.exported(), steps[3]);
    undo("Square");
    assert_eq!(page.exported(), steps[2]);
    undo("Home");
    assert_eq!(page.exported(), steps[1]);
    assert_eq!(page.find(By::Css("#field-LengthBonuses-3")).value(), "1");
    page.find(By::Css("#redo")).click();
    page.until("the bonus to be back", || {
        page.find(By::Css("#field-LengthBonuses-3")).value() == "12"
    });

    // By key, in a field as well as outside of one.
    page.find(By::Css("#field-MinWordLength")).click();
    control_z(&page, false);
    page.until("the bonus to go", || {
        page.find(By::Css("#field-LengthBonuses-3")).value() == "1"
    });
    control_z(&page, false);
    page.until("the first length", || {
        page.find(By::Css("#field-MinWordLength")).value() == "3"
    });
    assert_eq!(page.exported(), steps[0]);

    // The text shows it all, and is not left.
    page.visit("text");
    assert_eq!(page.whole_text(), steps[0]);
    for step in &steps[1..] {
        control_z(&page, true);
        page.until("the next step", || page.whole_text() == *step);
    }
    assert!(page.find_all(By::Css("#redo:enabled")).is_empty());
    for step in steps.iter().rev().skip(1) {
        page.find(By::Css("#undo")).click();
        page.until("the step before", || page.whole_text() == *step);
    }
}
