//! What can be read on the tiles: letters that nothing covers, racks and hives in their own form,
//! the letters of blanks, and modes that survive forced colours.

use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::path::{path_steps, select_solution};
use crate::server::Server;
use crate::solver::{GAME, open, open_link};
use crate::window::Window;

/// Returns each number or badge that covers a letter. A letter covers what is inked, which is
/// measured on a canvas with the same font.
const COVERED: &str = "
    const context = document.createElement('canvas').getContext('2d');
    const covered = [];
    for (const tile of document.querySelectorAll('.tile:not(.is-empty)')) {
      const face = tile.querySelector('.tile-face');
      const style = getComputedStyle(face);
      context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const ink = context.measureText(face.textContent);
      const box = face.getBoundingClientRect();
      const line = ink.fontBoundingBoxAscent + ink.fontBoundingBoxDescent;
      const base = box.top + (box.height - line) / 2 + ink.fontBoundingBoxAscent;
      const [left, right] = [box.left - ink.actualBoundingBoxLeft, box.left + ink.actualBoundingBoxRight];
      const [top, bottom] = [base - ink.actualBoundingBoxAscent, base + ink.actualBoundingBoxDescent];
      for (const other of tile.querySelectorAll('span:not(.tile-face)')) {
        const is = other.getBoundingClientRect();
        if (is.left < right - 0.5 && is.right > left + 0.5 && is.top < bottom - 0.5 && is.bottom > top + 0.5) {
          covered.push(`${other.className} ${other.textContent} on ${face.textContent}`);
        }
      }
    }
    return covered";

/// Fails the test if a number or a badge covers a letter.
fn assert_letters_are_free(page: &Page<'_>, what: &str) {
    page.wait_for_animations();
    assert_eq!(page.script(COVERED, vec![]), json!([]), "{what}");
}

/// A computed style of the first element that matches a selector.
fn style(page: &Page<'_>, selector: &str, property: &str) -> String {
    let script = "const [selector, property] = arguments;
        return getComputedStyle(document.querySelector(selector)).getPropertyValue(property)";
    let value = page.script(script, vec![json!(selector), json!(property)]);
    value.as_str().unwrap_or_default().to_owned()
}

/// The colour of a hexagon, by its position.
fn hexagon_colour(page: &Page<'_>, position: usize) -> String {
    let script = "const tile = document.querySelector(`#tile-${arguments[0]} .tile`);
        return getComputedStyle(tile, '::after').backgroundColor";
    let value = page.script(script, vec![json!(position)]);
    value.as_str().unwrap_or_default().to_owned()
}

#[requires(browser)]
#[test]
fn nothing_covers_the_letters() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let tablet = Window {
        width: 800,
        height: 1100,
        is_phone: true,
    };
    for (game, board, totals) in [
        ("Ruzzle", "%3AS%3BTND%3A%3A%3BTEI%3B%3BELAR%3ASMRQuO", "703"),
        ("Scrabble%20Rack", "WMTQAI%3F", ""),
        ("Spelling%20Bee", "MWTAING", ""),
        ("Scrabblet", "ABCDEFGHIJKLMNOPQRSTUVWXYZ&pattern=^Q", ""),
    ] {
        let page = open_link(&browser, &server, &format!("game={game}&board={board}"));
        page.until("solutions", || page.count(".list-row") > 1);
        page.find(By::Css("#solution-0")).click();
        page.until("the path", || !path_steps(&page).is_empty());
        page.script(
            "document.querySelectorAll('[name=heat]')[2].click()",
            vec![],
        );
        page.until("heat numbers", || page.count(".tile-heat") > 6);
        assert!(page.totals().starts_with(totals));
        for window in [Window::DESKTOP, tablet, Window::PHONE] {
            page.resize(window);
            assert_letters_are_free(&page, &format!("{game} in {window:?}"));
        }
    }
}

#[requires(browser)]
#[test]
fn the_path_is_behind_the_letters() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    select_solution(&page, "AERIED");
    page.until("the path", || path_steps(&page).len() == 6);
    page.wait_for_animations();
    // What is at the centre of a tile, from top to bottom: the letter, then the line.
    let order = page.script(
        "document.querySelectorAll('.path, .path *').forEach((e) => { e.style.pointerEvents = 'auto'; });
         const box = document.querySelector('#tile-6 .tile').getBoundingClientRect();
         return document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
           .map((element) => element.classList[0])
           .filter((name) => ['tile-face', 'path-line', 'tile'].includes(name))",
        vec![],
    );
    assert_eq!(order, json!(["tile-face", "path-line", "tile"]));
}

#[requires(browser)]
#[test]
fn a_rack_has_numbers_instead_of_a_line() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_link(&browser, &server, "game=Scrabble%20Rack&board=RETAIN%3F");
    page.until("solutions", || page.count(".list-row") > 5);
    select_solution(&page, "TRAINEE");
    page.until("the steps", || path_steps(&page).len() == 7);
    assert_eq!(page.count(".path-line, .path-arrow, .path-start"), 0);
    // The blank is the second E, because that is what is missing.
    assert_eq!(page.texts("#blanks"), ["The blank stands for E"]);
    assert_eq!(page.texts("#tile-7 .tile-face"), ["E"]);
    assert_eq!(page.texts("#tile-7 .tile-badge"), ["?"]);
    let name = page.tile_name(7);
    assert!(name.contains("any letter, stands for E, "), "{name}");
    page.assert_accessible("a rack with a blank");
    page.press([fantoccini::key::Key::Escape.into()]);
    page.until("the blank again", || {
        page.texts("#tile-7 .tile-face") == ["?"]
    });
    assert_eq!(page.count("#blanks"), 0);
}

#[requires(browser)]
#[test]
fn the_letters_of_several_blanks_are_listed_in_the_order_of_the_word() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_link(&browser, &server, "game=Scrabble%20Rack&board=JAZ%3F%3F");
    page.until("solutions", || page.count(".list-row") > 5);
    select_solution(&page, "JAZZY");
    page.until("the letters of the blanks", || {
        page.texts("#blanks") == ["The blanks stand for Z, Y"]
    });
}

#[requires(browser)]
#[test]
fn a_bee_is_a_hive_around_the_required_letter() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_link(&browser, &server, "game=Spelling%20Bee&board=RETAING");
    page.until("solutions", || page.count(".list-row") > 5);
    let shape = page.script(
        "const at = (element) => { const box = element.getBoundingClientRect();
           return [box.x + box.width / 2, box.y + box.height / 2]; };
         const [first, ...others] = [1, 2, 3, 4, 5, 6, 7].map((n) => at(document.getElementById(`tile-${n}`)));
         const away = others.map(([x, y]) => Math.hypot(x - first[0], y - first[1]));
         const middle = [0, 1].map((i) => others.reduce((sum, other) => sum + other[i], 0) / 6);
         return [Math.max(...away) - Math.min(...away) < 2,
           Math.hypot(middle[0] - first[0], middle[1] - first[1]) < 2]",
        vec![],
    );
    assert_eq!(shape, json!([true, true]), "six cells around the first");
    assert_eq!(page.count(".tile.is-required"), 1);
    let required = hexagon_colour(&page, 1);
    assert_eq!(
        required,
        style(&page, ".choice input:checked + span", "background-color")
    );
    assert_ne!(required, hexagon_colour(&page, 2));
    let name = page.tile_name(1);
    assert!(name.contains(", R, required, "), "{name}");
    // A click on a hexagon reaches its own cell, and arrow keys move between them.
    for position in [1, 2, 3, 4, 5, 6, 7] {
        page.tile(position).click();
        assert_eq!(page.mode(position), "starts-with", "{position}");
        page.tile(position).click();
        page.tile(position).click();
        assert_eq!(page.mode(position), "normal", "{position}");
    }
    page.tile(1).click();
    page.press([fantoccini::key::Key::Up.into()]);
    page.until("the focus on the cell above", || page.tile(2).has_focus());
    page.assert_accessible("a hive");
    page.resize(Window::PHONE);
    page.assert_accessible("a hive on a phone");
}

#[requires(browser)]
#[test]
fn pangrams_are_marked_in_the_list() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_link(&browser, &server, "game=Spelling%20Bee&board=RETAING");
    page.until("solutions", || page.count(".list-row") > 5);
    page.write(By::Css("#pattern"), "^(treating|retreating|granite|great)$");
    page.until("four words", || page.count(".list-row") == 4);
    let marked = page.texts(".list-row:has(.pangram) [role=gridcell]:first-child");
    let mut words: Vec<&str> = marked
        .iter()
        .map(|text| text.trim_end_matches(" ★"))
        .collect();
    words.sort_unstable();
    assert_eq!(words, ["GRANITE", "RETREATING", "TREATING"]);
    assert_eq!(page.find_all(By::Role("img", "pangram")).len(), 3);
    page.assert_accessible("a list with pangrams");
    let page = open(&browser, &server, Window::DESKTOP);
    assert_eq!(page.count(".pangram"), 0);
}

#[requires(browser)]
#[test]
fn a_long_rack_is_wrapped() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_link(
        &browser,
        &server,
        "game=Scrabblet&board=ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    );
    page.until("26 tiles", || page.count(".cell") == 26);
    assert_eq!(page.count(".board [role=row]"), 3);
    assert_eq!(page.faces().concat(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    page.resize(Window::PHONE);
    let narrowest = "return Math.min(...[...document.querySelectorAll('.cell')].map((e) =>
        e.getBoundingClientRect().width))";
    let narrowest = page.script(narrowest, vec![]).as_f64().unwrap();
    assert!(narrowest >= 30.0, "{narrowest} px");
}

#[requires(browser)]
#[test]
fn the_name_of_a_tile_says_all_that_it_shows() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_link(
        &browser,
        &server,
        "game=Ruzzle&board=%3AS%3BTNDTEIELARSMRTO",
    );
    page.until("solutions", || page.count(".list-row") > 5);
    for heat in [1, 2] {
        let click = "document.querySelectorAll('[name=heat]')[arguments[0]].click()";
        page.script(click, vec![json!(heat)]);
        page.until("heat numbers", || page.count(".tile-heat") == 16);
        // Each number is in the name, and a screen reader reads only the name.
        let wrong = page.script(
            "return [...document.querySelectorAll('.cell')].filter((cell) => {
               const name = cell.querySelector('.cell-name').textContent;
               const texts = ['.tile-face', '.tile-points', '.tile-heat']
                 .map((part) => cell.querySelector(part).textContent);
               const read = [...cell.children].filter((child) => child.ariaHidden !== 'true');
               return read.length > 1 || !texts.every((text) => name.includes(text));
             }).map((cell) => cell.querySelector('.cell-name').textContent)",
            vec![],
        );
        assert_eq!(wrong, json!([]));
        let name = page.tile_name(1);
        assert!(
            name.starts_with("row 1, column 1, S, 1 point, letter × 2, "),
            "{name}"
        );
        page.assert_accessible("tiles with heat and multipliers");
    }
}

#[requires(browser)]
#[test]
fn forced_colours_keep_modes_and_choices_visible() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_link(
        &browser,
        &server,
        "game=Boggle%20(New)&board=STNDTEIELARSMRTO&starts=3&contains=6",
    );
    page.until("solutions", || page.count(".list-row") > 5);
    page.prefer("forced-colors", "active");
    page.wait_for_animations();
    let borders = [1, 3, 6].map(|position| {
        let tile = format!("#tile-{position} .tile");
        ["border-top-width", "border-top-style"].map(|property| style(&page, &tile, property))
    });
    assert_ne!(
        borders[0], borders[1],
        "a tile without a mode, one where words start"
    );
    assert_ne!(
        borders[0], borders[2],
        "a tile without a mode, one that words use"
    );
    assert_ne!(borders[1], borders[2], "two modes");
    let corner = page.script(
        "return getComputedStyle(document.querySelector('#tile-3 .tile'), '::before').backgroundColor",
        vec![],
    );
    assert_ne!(
        corner,
        json!(style(&page, "#tile-3 .tile", "background-color"))
    );
    let chosen = style(&page, ".choice input:checked + span", "background-color");
    let other = style(
        &page,
        ".choice input:not(:checked) + span",
        "background-color",
    );
    assert_ne!(chosen, other);
    // The required letter of a bee, and the edges of its cells.
    let page = open_link(&browser, &server, "game=Spelling%20Bee&board=RETAING");
    page.until("solutions", || page.count(".list-row") > 5);
    page.prefer("forced-colors", "active");
    page.wait_for_animations();
    assert_ne!(hexagon_colour(&page, 1), hexagon_colour(&page, 2));
    assert_eq!(
        page.find(By::Css("#game")).value(),
        "Spelling Bee",
        "not {GAME}"
    );
}
