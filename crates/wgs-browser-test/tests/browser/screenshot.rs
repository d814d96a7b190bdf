//! Takes the README's screenshots. Nothing is checked, and the files in `docs/screenshots`
//! are overwritten, so it runs only on demand:
//! `cargo test -p wgs-browser-test screenshot -- --ignored`.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::path::steps;
use crate::server::Server;
use crate::solver::open;
use crate::window::Window;

const DESK: Window = Window {
    width: 1280,
    height: 900,
    is_phone: false,
};

const PHONE: Window = Window {
    width: 390,
    height: 844,
    is_phone: true,
};

/// In these colours, and with nothing that moves.
fn dress(page: &Page<'_>, colours: &str) {
    page.chromium(
        "Emulation.setEmulatedMedia",
        json!({ "features": [
            { "name": "prefers-color-scheme", "value": colours },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] }),
    );
}

/// Keeps a picture as `docs/screenshots/NAME.png`.
fn keep(page: &Page<'_>, name: &str) {
    page.script_later(
        "await document.fonts.ready;
         document.activeElement.blur();
         await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))",
        vec![],
    );
    page.come_to_rest();
    let picture = fs::read(page.screenshot(name)).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{name}.png")), &picture).unwrap();
    println!("{name}.png: {} bytes", picture.len());
}

/// Chooses the best solution of the first board.
fn choose_the_best(page: &Page<'_>) {
    page.find(By::Css("#solution-0")).click();
    page.until("a path", || steps(page).len() > 5);
}

#[test]
#[ignore = "overwrites the screenshots of the README"]
fn the_solver_is_pictured() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, DESK);
    for colours in ["light", "dark"] {
        dress(&page, colours);
        choose_the_best(&page);
        keep(&page, &format!("solver-{colours}"));
    }
    let page = open(&browser, &server, PHONE);
    dress(&page, "light");
    page.find(By::Css(".sheet-handle")).click();
    choose_the_best(&page);
    page.script("scrollTo(0, 0)", vec![]);
    keep(&page, "solver-phone");
}

#[test]
#[ignore = "overwrites the screenshots of the README"]
fn the_settings_are_pictured() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let url = format!("{}#/settings/GameRules/Boggle%20(New)", server.url());
    let page = browser.open(&url, DESK);
    dress(&page, "light");
    page.find(By::Css("main h1, main h2"));
    page.until("the editor to come to rest", || {
        let before = page.script("return document.body.innerHTML.length", vec![]);
        before == page.script_later(
            "await new Promise((next) => setTimeout(next, 300)); return document.body.innerHTML.length",
            vec![],
        )
    });
    keep(&page, "settings");
}
