//! Problems are shown at their fields, in the same words as `wgs config check`.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::command_line::wgs;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

use super::{COMMENTED, ConfigFile, open};

/// Exports the configuration and returns the lines that `wgs config check` prints for it.
fn config_check(page: &Page<'_>, file: &ConfigFile) -> Vec<String> {
    file.write(&page.export());
    let output = wgs(&["config", "check", &file.path]);
    let prefix = format!("{}:", file.path);
    output
        .lines()
        .map(|line| line.strip_prefix(&prefix).unwrap_or(line))
        .map(|line| line.trim_end_matches(" (warning: disabled)").to_owned())
        .collect()
}

#[requires(browser)]
#[test]
fn a_problem_is_shown_at_its_field_as_on_the_command_line() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let file = ConfigFile::new("problem", COMMENTED);
    let page = open(&browser, &server, "Preferences/Default", Window::DESKTOP);
    let mut problems = Vec::new();
    let mut expect_problem = |page: &Page<'_>, key: &str| {
        page.until(&format!("a problem at {key}"), || {
            !page.field_problems(key).is_empty()
        });
        let field = page.find(By::Css(&format!("#field-{key}")));
        let described = field.attribute("aria-describedby").unwrap_or_default();
        assert!(
            described.contains(&format!("field-{key}-problems")),
            "{described}"
        );
        problems.extend(page.field_problems(key));
    };
    page.write_key("ToolTipFormat", "%q words");
    expect_problem(&page, "ToolTipFormat");
    page.visit("ScoringRules/Boggle");
    page.write(By::Css("#field-LengthBonuses-5"), "ten");
    expect_problem(&page, "LengthBonuses");
    for (length, invalid) in [("4", "false"), ("5", "true")] {
        let bonus = page.find(By::Css(&format!("#field-LengthBonuses-{length}")));
        assert_eq!(bonus.attribute("aria-invalid").as_deref(), Some(invalid));
    }
    page.assert_accessible("a form with a problem");
    page.prefer("prefers-color-scheme", "dark");
    page.assert_accessible("a form with a problem, dark");
    page.prefer("prefers-color-scheme", "light");

    // Removing an entry that is in use asks first, and then leaves a dangling name.
    page.visit("LetterDistributions/Scramble");
    page.find(By::Css("#remove-entry")).click();
    let question = page.find(By::Css("#remove-question")).text();
    assert!(
        question.ends_with("disabled without it: Scramble"),
        "{question}"
    );
    page.assert_accessible("the question before removing an entry in use");
    page.find(By::Role("button", "Remove anyway")).click();
    page.visit("GameRules/Scramble");
    assert_eq!(
        page.find(By::Css("#field-LetterDistribution")).value(),
        "Scramble"
    );
    expect_problem(&page, "LetterDistribution");

    let lines = config_check(&page, &file);
    assert_eq!(lines.len(), problems.len(), "{lines:#?} {problems:#?}");
    for problem in &problems {
        let is_reported = |line: &String| line.ends_with(problem.as_str());
        assert!(lines.iter().any(is_reported), "{problem}: {lines:#?}");
    }
    assert_eq!(
        page.texts("#problem-summary summary"),
        ["2 errors, 1 warning"]
    );
    assert!(page.find_all(By::Css("#save:enabled")).is_empty());

    // The summary and the text editor list all problems with their positions.
    let listed = page.texts("#problem-summary li a");
    assert_eq!(listed, lines);
    page.visit("text");
    assert_eq!(page.texts("#text-problems button"), lines);
    page.find(By::Css("#problem-summary summary")).click();
    page.find(By::Role("link", &lines[0])).click();
    page.until("the focus on the field with the first problem", || {
        page.texts("#page-title") == ["Boggle"]
            && page.find(By::Css("#field-LengthBonuses")).has_focus()
    });
    page.write(By::Css("#field-LengthBonuses-5"), "2");
    page.until("the problem to disappear", || {
        page.field_problems("LengthBonuses").is_empty()
    });
}

#[requires(browser)]
#[test]
fn a_length_bonus_cannot_overwrite_another_of_the_same_length() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "ScoringRules/Boggle", Window::DESKTOP);
    let lengths = "[...document.querySelectorAll('.bonus input:first-child')].map((e) => e.value)";
    let lengths = || page.script(&format!("return {lengths}.join()"), vec![]);
    assert_eq!(lengths(), "1,2,3,4,5,6,7,8+");
    let before = page.export();
    page.write(By::Css(".bonus:nth-child(4) input:first-child"), "3");
    page.press([Key::Tab.into()]);
    page.until("the old length to be restored", || {
        lengths() == "1,2,3,4,5,6,7,8+"
    });
    assert_eq!(page.export(), before);
    page.write(By::Css(".bonus:nth-child(8) input:first-child"), "8");
    page.press([Key::Tab.into()]);
    page.until("the new length", || lengths() == "1,2,3,4,5,6,7,8");
    page.find(By::Css("#field-LengthBonuses-8"));
}
