//! Statistics and streaks, with export and import.

use serde_json::json;
use wgs_test_requirement::requires;

use super::PHONE;
use super::daily::{address, open_on};
use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// Plays the daily boards of some days, and shows the statistics on the last of them.
fn play_days(page: &Page<'_>, server: &Server, days: &[&str]) {
    for day in days {
        page.go(&address(server, day));
        page.find(By::Css("#daily")).click();
        page.find(By::Css(".round"));
        page.end_round();
    }
    page.find(By::Css("#change")).click();
    page.find(By::Css("#to-statistics")).click();
    page.find(By::Css("#figure-rounds"));
}

fn figure(page: &Page<'_>, name: &str) -> String {
    page.texts(&format!("#figure-{name} dd")).concat()
}

#[requires(browser)]
#[test]
fn statistics_count_streaks_and_travel_as_a_file() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_on(&browser, &server, PHONE, "2026-11-20");
    page.find(By::Css("#to-statistics")).click();
    page.find(By::Css("#no-rounds"));
    page.assert_accessible("statistics without rounds");
    play_days(&page, &server, &["2026-11-20", "2026-11-21", "2026-11-23"]);
    assert_eq!(figure(&page, "rounds"), "3");
    assert_eq!(figure(&page, "streak"), "1 day");
    assert_eq!(figure(&page, "longest"), "2 days");
    assert_eq!(page.count("#last-rounds tbody tr"), 3);
    // No column is out of view, and the chart has a scale.
    let hidden = "const table = document.querySelector('.scrolls');
        return table.scrollWidth - table.clientWidth";
    for width in [390, 320] {
        page.resize(Window { width, ..PHONE });
        assert_eq!(page.script(hidden, vec![]), json!(0), "{width}");
    }
    let scale = "const { top, middle } = document.querySelector('.round-bars').dataset;
        return `${top} ${middle}`";
    assert_eq!(page.script(scale, vec![]), json!("20% 10%"));
    page.assert_accessible("statistics");

    // The key of the player's identity on servers travels too.
    let key = "ab".repeat(32);
    page.script(
        "localStorage['wgs.room.identity'] = arguments[0]",
        vec![json!(key)],
    );
    // The file that is saved is caught on its way.
    page.script(
        "URL.createObjectURL = (blob) => {
           blob.text().then((text) => { window.saved = text });
           return '#/statistics';
         }",
        vec![],
    );
    page.find(By::Css("#export-data")).click();
    page.until("a file", || {
        page.script("return !!window.saved", vec![]) == json!(true)
    });
    let file = page.script("return window.saved", vec![]);

    // Another device, which already has a round, imports the file twice.
    let other = Server::start(&[]);
    let page = open_on(&browser, &other, Window::DESKTOP, "2026-11-22");
    play_days(&page, &other, &["2026-11-22"]);
    assert_eq!(figure(&page, "streak"), "1 day");
    let import = |content: &serde_json::Value| {
        page.script(
            "const files = new DataTransfer();
             files.items.add(new File([arguments[0]], 'wgs.json', { type: 'application/json' }));
             const input = document.querySelector('#import-data');
             input.files = files.files;
             input.dispatchEvent(new Event('change', { bubbles: true }));",
            vec![content.clone()],
        );
    };
    for _ in 0..2 {
        import(&file);
        page.until("all rounds", || figure(&page, "rounds") == "4");
    }
    assert_eq!(figure(&page, "longest"), "4 days");
    let stored = page.script("return localStorage['wgs.room.identity']", vec![]);
    assert_eq!(stored, json!(key));
    import(&json!("{\"version\": 9, \"statistics\": {}, \"deck\": {}}"));
    page.until("an error", || {
        page.texts("#import-outcome").concat().contains("version 9")
    });
    page.assert_accessible("a file that cannot be imported");
    page.reload();
    page.until("all rounds", || figure(&page, "rounds") == "4");
}
