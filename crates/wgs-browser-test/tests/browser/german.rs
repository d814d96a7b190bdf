//! The page in German: no text that can be seen or heard stays English. Each test walks through the
//! same states in both languages, and compares their texts and accessible names. Names of games
//! and entries, words, boards and code are the same in every language.

use std::collections::BTreeSet;

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// What has no language: code, words, and the names of games and entries.
const NAMES: &str =
    "script, style, code, pre, kbd, textarea, .notation, .tile, .face, [lang]:not(html),
    #game option, .solver > h1, .list-row, #word, caption, .entry-links .outline-name, .entry-card-name, .used-by li,
    .form-head:has(#copy-entry) h1,
    .entry-card .hint, .with-link option:not(:first-child), .preview-head h2, .best, .brand,
    .sample, [data-name]";

/// Texts that are the same in German.
const SAME: &[&str] = &["System", "API", "Name", "wgs", "CSV", "JSON", "Text"];

/// Returns all texts and accessible names that are visible now, and have a word.
fn texts(page: &Page<'_>) -> BTreeSet<String> {
    let script = "
        const names = arguments[0];
        const found = new Set();
        const add = (text) => {
          const trimmed = (text ?? '').trim().replace(/\\s+/gu, ' ');
          if (/\\p{L}{3}/u.test(trimmed)) found.add(trimmed);
        };
        const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
        const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (nodes.nextNode()) {
          const parent = nodes.currentNode.parentElement;
          if (!parent.closest(names) && isVisible(parent)) add(nodes.currentNode.data);
        }
        for (const element of document.querySelectorAll('body *')) {
          if (element.closest(names) || !isVisible(element)) continue;
          for (const name of ['aria-label', 'title', 'alt']) add(element.getAttribute(name));
          // Samples of patterns and the defaults of settings are code.
          if (element.id !== 'pattern' && !element.id.startsWith('field-')) add(element.getAttribute('placeholder'));
        }
        return [...found]";
    serde_json::from_value(page.script(script, vec![json!(NAMES)])).expect("texts are strings")
}

/// The texts of one state after the other.
#[derive(Default)]
struct Walk {
    states: Vec<(String, BTreeSet<String>)>,
}

impl Walk {
    fn see(&mut self, page: &Page<'_>, state: &str) {
        self.states.push((state.to_owned(), texts(page)));
    }
}

/// Walks through the states in both languages, and returns the texts that are the same in both.
fn untranslated(
    browser: &Browser,
    server: &Server,
    fragment: &str,
    walk: impl Fn(&Page<'_>, &mut Walk),
) -> Vec<String> {
    let [english, german] = ["en", "de"].map(|code| {
        let url = format!("{}{fragment}", server.solver_url());
        let page = browser.open_in_language(&url, Window::DESKTOP, code);
        page.until("the page", || page.count(".board, #page-title") > 0);
        let mut seen = Walk::default();
        walk(&page, &mut seen);
        seen.states
    });
    let mut same = BTreeSet::new();
    for ((state, english), (_, german)) in english.iter().zip(&german) {
        assert!(!english.is_empty(), "{state} has no text");
        let is_known = |text: &&String| SAME.contains(&text.as_str());
        let both = english.intersection(german).filter(|text| !is_known(text));
        same.extend(both.map(|text| format!("{state}: {text}")));
    }
    same.into_iter().collect()
}

fn has_text(page: &Page<'_>, selector: &str) -> bool {
    !page.texts(selector).concat().trim().is_empty()
}

#[requires(browser)]
#[test]
fn nothing_on_the_solver_stays_english() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let same = untranslated(&browser, &server, "", |page, seen| {
        page.until("the words", || page.totals().starts_with("831"));
        seen.see(page, "the first board");
        page.find(By::Css("#solution-0")).click();
        page.until("the details", || page.count(".explorer table") > 0);
        seen.see(page, "a selected word");
        page.hover(&page.tile(6));
        seen.see(page, "a tooltip");
        for word in ["rats", "at", "rtsla", "zebra", "toad", "mooed", "!"] {
            page.write(By::Css("#ask"), word);
            page.press([Key::Enter.into()]);
            let about = word.to_uppercase();
            page.until("the verdict", || {
                let verdict = page.texts("#verdict").concat();
                verdict.contains(&about) || word == "rats" && verdict.contains('1')
            });
            seen.see(page, &format!("the verdict on {word}"));
        }
        page.find(By::Css("#validity")).click();
        page.find(By::Css("#explained"));
        seen.see(page, "a valid board");
        page.find(By::Css("#validity")).click();
        for pattern in [
            "(",
            "a**",
            "[z-a]",
            "a{5,2}",
            "\\q",
            "^(.*)*(.*)*(.*)*(.*)*x",
        ] {
            page.write(By::Css("#pattern"), pattern);
            page.until("the mistake", || has_text(page, "#pattern-mistake"));
            seen.see(page, &format!("the pattern {pattern}"));
        }
        page.write(By::Css("#pattern"), "zzz");
        page.until("no words", || page.count(".list-row") == 0);
        seen.see(page, "a pattern that no word matches");
        page.write(By::Css("#pattern"), "");
        page.find(By::Css("#show-solutions")).click();
        seen.see(page, "hidden solutions");
        page.find(By::Css("#show-solutions")).click();
        for board in ["CH3T", "CHA:", "A.b", "ABC|A?", "ABC|??"] {
            page.write_board(board);
            page.until("the mistake", || has_text(page, "#notation-mistake"));
            seen.see(page, &format!("the board {board}"));
        }
        page.write_board("QQQQQQQQQQQQQQQQ");
        page.find(By::Css("#validity.wrong")).click();
        page.find(By::Css("#explained"));
        seen.see(page, "a board that the dice cannot show");
        page.write_board(":A;B?CDEFGHIJKLMNOP");
        page.until("the multipliers", || page.notation().starts_with(':'));
        seen.see(page, "multipliers and a wildcard");
        page.write_board("ABCDEFGHIJKLMNOPQRST");
        page.find(By::Css("#board-extra"));
        seen.see(page, "too many tiles");
        page.write_board("");
        page.until("an empty board", || page.notation().is_empty());
        seen.see(page, "an empty board");
        page.script("document.activeElement.blur()", vec![]);
        page.press(['?']);
        page.find(By::Css("dialog[open]"));
        seen.see(page, "the keyboard shortcuts");
        page.press([Key::Escape.into()]);
        page.choose_game("Scrabble Rack");
        page.write_board("CAT?");
        page.until("the words of a rack", || page.count(".list-row") > 0);
        page.find(By::Css("#solution-0")).click();
        page.until("the details", || page.count(".explorer table") > 0);
        seen.see(page, "a rack with a blank");
        page.find(By::Css("#validity")).click();
        page.find(By::Css("#explained"));
        seen.see(page, "a rack from a pool");
    });
    assert!(same.is_empty(), "{same:#?}");
}

#[requires(browser)]
#[test]
fn nothing_in_the_settings_stays_english() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let same = untranslated(&browser, &server, "#/settings/GameRules", |page, seen| {
        let go = |route: &str| {
            let fragment = format!("#/settings/{route}");
            page.script("location.hash = arguments[0]", vec![json!(fragment)]);
            page.until(route, || page.url().ends_with(&fragment));
            page.find(By::Css("#page-title"));
        };
        let first_of = |section: &str| {
            go(section);
            page.find(By::Css("a.entry-card")).click();
            page.find(By::Css("#entry-name"));
        };
        for section in [
            "GameRules",
            "Grids",
            "ScoringRules",
            "LetterDistributions",
            "Dictionaries",
            "Preferences",
        ] {
            go(section);
            seen.see(page, section);
            first_of(section);
            page.script(
                "for (const details of document.querySelectorAll('details')) details.open = true",
                vec![],
            );
            page.until("the preview", || page.count("#preview") > 0);
            seen.see(page, &format!("an entry of {section}"));
        }
        first_of("Grids");
        page.find(By::Css("#remove-entry")).click();
        page.find(By::Css("#remove-question"));
        seen.see(page, "the question before an entry is removed");
        page.find(By::Css("#remove-keep")).click();
        page.write(By::Css("#entry-name"), "");
        page.press([Key::Tab.into()]);
        page.until("the reason", || has_text(page, "#entry-name-refused"));
        seen.see(page, "an empty name");
        first_of("ScoringRules");
        page.write(By::Css("#field-MinWordLength"), "many");
        page.until("the problem", || {
            has_text(page, "#field-MinWordLength-problems")
        });
        page.script(
            "document.getElementById('problem-summary').open = true",
            vec![],
        );
        seen.see(page, "a problem");
        go("text");
        page.until("the problem", || has_text(page, "#text-problems"));
        seen.see(page, "the text with a problem");
        page.write(By::Css("#text"), "{ \"Grids\": ");
        page.until("the problem", || has_text(page, "#text-problems"));
        seen.see(page, "damaged text");
        page.find(By::Css("#start-over")).click();
        page.find(By::Css("dialog[open]"));
        seen.see(page, "the question before the text is replaced");
    });
    assert!(same.is_empty(), "{same:#?}");
}
