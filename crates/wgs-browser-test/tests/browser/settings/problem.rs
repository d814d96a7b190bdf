//! What is wrong stands beside its field, in the words of `wgs config check`.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::command_line::wgs;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

use super::{COMMENTED, File, open};

/// What `wgs config check` says of the text as it is handed out, line by line.
fn checked(page: &Page<'_>, file: &File) -> Vec<String> {
    file.write(&page.exported());
    let told = wgs(&["config", "check", &file.path]);
    let prefix = format!("{}:", file.path);
    told.lines()
        .map(|line| line.strip_prefix(&prefix).unwrap_or(line).to_owned())
        .collect()
}

#[requires(browser)]
#[test]
fn a_problem_stands_beside_its_field_in_the_words_of_the_command_line() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let file = File::new("problem", COMMENTED);
    let page = open(&browser, &server, "Preferences/Default", Window::DESK);
    let mut keys = Vec::new();
    let mut beside = |page: &Page<'_>, key: &str| {
        page.until(&format!("a problem beside {key}"), || {
            !page.problems_beside(key).is_empty()
        });
        let field = page.find(By::Css(&format!("#field-{key}")));
        let described = field.attribute("aria-describedby").unwrap_or_default();
        assert!(
            described.contains(&format!("field-{key}-problems")),
            "{described}"
        );
        keys.extend(page.problems_beside(key));
    };
    page.write_key("ToolTipFormat", "%q words");
    beside(&page, "ToolTipFormat");
    page.visit("ScoringRules/Boggle");
    page.write(By::Css("#field-LengthBonuses-5"), "ten");
    beside(&page, "LengthBonuses");
    for (length, invalid) in [("4", "false"), ("5", "true")] {
        let bonus = page.find(By::Css(&format!("#field-LengthBonuses-{length}")));
        assert_eq!(bonus.attribute("aria-invalid").as_deref(), Some(invalid));
    }
    page.assert_accessible("a form with a problem");
    page.prefer("prefers-color-scheme", "dark");
    page.assert_accessible("a form with a problem, dark");
    page.prefer("prefers-color-scheme", "light");

    // A name that leads nowhere, as the person is told before.
    page.visit("LetterDistributions/Scramble");
    page.find(By::Css("#remove-entry")).click();
    let question = page.find(By::Css("#remove-question")).text();
    assert!(
        question.ends_with("invalid without it: Scramble"),
        "{question}"
    );
    page.assert_accessible("the question before something in use is removed");
    page.find(By::Role("button", "Remove anyway")).click();
    page.visit("GameRules/Scramble");
    assert_eq!(
        page.find(By::Css("#field-LetterDistribution")).value(),
        "Scramble"
    );
    beside(&page, "LetterDistribution");

    let lines = checked(&page, &file);
    assert_eq!(lines.len(), keys.len(), "{lines:#?} {keys:#?}");
    for words in &keys {
        let is_told = |line: &String| line.ends_with(words.as_str());
        assert!(lines.iter().any(is_told), "{words}: {lines:#?}");
    }
    assert_eq!(page.texts("#problem-summary summary"), ["3 errors"]);
    assert!(page.find_all(By::Css("#save:enabled")).is_empty());

    // All of them, with their places, are on the page of the text and in the summary.
    let listed = page.texts("#problem-summary li a");
    assert_eq!(listed, lines);
    page.visit("text");
    assert_eq!(page.texts("#text-problems button"), lines);
    page.find(By::Css("#problem-summary summary")).click();
    page.find(By::Role("link", &lines[0])).click();
    page.until("the field of the first problem", || {
        page.texts("#page-title") == ["Boggle"]
            && page.find(By::Css("#field-LengthBonuses")).has_focus()
    });
    page.write(By::Css("#field-LengthBonuses-5"), "2");
    page.until("the problem to go", || {
        page.problems_beside("LengthBonuses").is_empty()
    });
}

#[requires(browser)]
#[test]
fn a_length_bonus_is_not_lost_to_another_of_the_same_length() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "ScoringRules/Boggle", Window::DESK);
    let lengths = "[...document.querySelectorAll('.bonus input:first-child')].map((e) => e.value)";
    let lengths = || page.script(&format!("return {lengths}.join()"), vec![]);
    assert_eq!(lengths(), "1,2,3,4,5,6,7,8+");
    let before = page.exported();
    page.write(By::Css(".bonus:nth-child(4) input:first-child"), "3");
    page.press([Key::Tab.into()]);
    page.until("the length to come back", || {
        lengths() == "1,2,3,4,5,6,7,8+"
    });
    assert_eq!(page.exported(), before);
    page.write(By::Css(".bonus:nth-child(8) input:first-child"), "8");
    page.press([Key::Tab.into()]);
    page.until("the new length", || lengths() == "1,2,3,4,5,6,7,8");
    page.find(By::Css("#field-LengthBonuses-8"));
}
