//! Temporary.
use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;
use super::open;

#[test]
fn look() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::start(&[]);
    for (tag, w, h, phone) in [("desk", 1280, 900, false), ("phone", 390, 844, true)] {
        let page = open(&browser, &server, "GameRules", Window { width: w, height: h, is_phone: phone });
        for colours in ["light", "dark"] {
            page.prefer("prefers-color-scheme", colours);
            for (name, way) in [("games", "GameRules"), ("game", "GameRules/Boggle%20(New)"), ("grid", "Grids/5x5"), ("scoring", "ScoringRules/Scramble"),
                ("letters", "LetterDistributions/Big%20Boggle%20(2011)"), ("dict", "Dictionaries/Wordnik"), ("prefs", "Preferences/Default"), ("text", "text")] {
                page.visit(way);
                if way.contains('/') { page.find(By::Css("#preview-totals")); }
                page.script("scrollTo(0,0); document.activeElement.blur()", vec![]);
                page.screenshot(&format!("look-{tag}-{name}-{colours}"));
            }
        }
    }
}
