//! Takes the README's screenshots. It checks nothing and overwrites the files in
//! `docs/screenshots`, so it runs only on demand:
//! `cargo test -p wgs-browser-test screenshot -- --ignored`.

use std::fs;
use std::path::Path;

use fantoccini::key::Key;
use serde_json::json;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::path::path_steps;
use crate::play;
use crate::server::Server;
use crate::solver::open;
use crate::window::Window;

const DESKTOP: Window = Window {
    width: 1280,
    height: 900,
    is_phone: false,
};

const PHONE: Window = Window {
    width: 390,
    height: 844,
    is_phone: true,
};

/// Sets the colour scheme and turns animations off.
fn set_colour_scheme(page: &Page<'_>, scheme: &str) {
    page.devtools(
        "Emulation.setEmulatedMedia",
        json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] }),
    );
}

/// Saves a screenshot as `docs/screenshots/NAME.png`.
fn save_screenshot(page: &Page<'_>, name: &str) {
    page.script_async(
        "await document.fonts.ready;
         document.activeElement.blur();
         await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
        vec![],
    );
    page.wait_for_animations();
    let png = fs::read(page.screenshot(name)).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{name}.png")), &png).unwrap();
    println!("{name}.png: {} bytes", png.len());
}

/// Selects the best solution, which is listed first.
fn select_best_solution(page: &Page<'_>) {
    page.find(By::Css("#solution-0")).click();
    page.until("the path of the solution", || path_steps(page).len() > 5);
}

#[test]
#[ignore = "overwrites the README's screenshots"]
fn take_screenshots_of_the_solver() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, DESKTOP);
    for scheme in ["light", "dark"] {
        set_colour_scheme(&page, scheme);
        select_best_solution(&page);
        save_screenshot(&page, &format!("solver-{scheme}"));
    }
    let page = open(&browser, &server, PHONE);
    set_colour_scheme(&page, "light");
    page.find(By::Css(".sheet-handle")).click();
    select_best_solution(&page);
    page.script("scrollTo(0, 0)", vec![]);
    save_screenshot(&page, "solver-phone");
}

#[test]
#[ignore = "overwrites the README's screenshots"]
fn take_a_screenshot_of_the_settings() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let url = format!("{}#/settings/GameRules/Boggle%20(New)", server.solver_url());
    let page = browser.open(&url, DESKTOP);
    set_colour_scheme(&page, "light");
    page.find(By::Css("main h1, main h2"));
    page.until("the editor to stop changing", || {
        let before = page.script("return document.body.innerHTML.length", vec![]);
        before == page.script_async(
            "await new Promise((resolve) => setTimeout(resolve, 300)); return document.body.innerHTML.length",
            vec![],
        )
    });
    save_screenshot(&page, "settings");
}

#[test]
#[ignore = "overwrites the README's screenshots"]
fn take_screenshots_of_a_round() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = play::open(&browser, &server, PHONE);
    set_colour_scheme(&page, "light");
    page.choose_option("#play-game", "Boggle (New)");
    page.choose_option("#computer", "hard");
    page.enter_board(play::BOARD);
    page.find(By::Css("#start")).click();
    page.find(By::Css(".round"));
    for word in ["tear", "stet", "ten", "later", "arts", "tie", "stein"] {
        page.press(word.chars());
        page.press([Key::Enter.into()]);
        page.until(word, || page.word_line().to_lowercase().contains(word));
    }
    page.press("retain".chars());
    page.until("the path of the word", || {
        page.count(".cell[aria-selected=true]") == 6
    });
    save_screenshot(&page, "play-phone");
    page.press([Key::Escape.into()]);
    page.end_round();
    page.find(By::Css("#review .review-select")).click();
    page.until("the path of a missed word", || {
        page.count(".path-line") == 1
    });
    page.script("scrollTo(0, 0)", vec![]);
    save_screenshot(&page, "play-result");
}
