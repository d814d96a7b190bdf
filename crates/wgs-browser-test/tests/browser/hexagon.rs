//! Grids of hexagons: drawn and dragged on the solver and in a round, and designed in the settings.

use std::fs;
use std::path::Path;

use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::path::path_steps;
use crate::play::{PHONE, open};
use crate::server::Server;
use crate::window::Window;

/// The script that returns the distances between the centre of one tile and those of others, in
/// widths of a tile.
const DISTANCES: &str = "
    const [from, ...to] = arguments[0].map((n) => {
      const box = document.getElementById(`tile-${n}`).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2, box.width];
    });
    return to.map(([x, y]) => Math.round(Math.hypot(x - from[0], y - from[1]) / from[2] * 20) / 20)";

/// The game of nineteen hexagons in the documentation.
fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games.md");
    let documentation = fs::read_to_string(path).unwrap();
    let mut blocks = documentation.split("```json\n").skip(1);
    let block = blocks
        .find(|block| block.contains("\"Hexagonal\""))
        .unwrap();
    block[..block.find("```").unwrap()].to_owned()
}

/// Whether the six tiles around the tenth are as far away as their width.
fn are_around(page: &Page<'_>) -> bool {
    let distances = page.script(DISTANCES, vec![json!([10, 5, 6, 9, 11, 14, 15])]);
    distances == json!([1, 1, 1, 1, 1, 1])
}

#[requires(browser)]
#[test]
fn hexagons_are_drawn_and_dragged_on_every_page() {
    let browser = Browser::start();
    let name = format!("hexagon-{}.json", std::process::id());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, example()).unwrap();
    let server = Server::start(&["--config", file.to_str().unwrap()]);

    // The solver.
    let page = browser.open(&server.solver_url(), Window::DESKTOP);
    page.until("the hexagons", || page.count(".is-hexagonal .tile") == 19);
    page.write_board("ABCDEFGHISKLMNTPQRE");
    page.until("solutions", || page.count(".list-row") > 0);
    assert!(are_around(&page));
    for position in [1, 10, 19] {
        page.tile(position).click();
        assert_eq!(page.mode(position), "starts-with", "{position}");
        page.tile(position).click();
        page.tile(position).click();
    }
    let tiles = [10, 15, 19].map(|position| page.tile(position));
    page.drag(&tiles.each_ref());
    page.until("the spelled word", || page.texts("#word") == ["STE"]);
    assert_eq!(path_steps(&page), ["1", "2", "3"]);
    assert_eq!(page.count(".path-line"), 1);
    page.assert_accessible("hexagons");
    page.resize(Window::PHONE);
    assert!(are_around(&page));
    page.assert_accessible("hexagons on a phone");

    // The designer.
    page.resize(Window::DESKTOP);
    page.script("location.hash = '#/settings/Grids/Hexagon'", vec![]);
    page.find(By::Css("#canvas.is-hexagonal"));
    assert_eq!(page.count(".place.is-there"), 19);
    page.hover(&page.find(By::Css("#cell-3-3")));
    page.until("six neighbours", || page.count(".place.is-touched") == 6);
    page.until("the preview", || {
        page.count("#preview .is-hexagonal .cell") == 19
    });
    page.find(By::Css("#cell-5-2")).click();
    page.until("one more cell", || page.count(".place.is-there") == 20);
    page.assert_accessible("a grid of hexagons in the designer");
    page.find(By::Css("#undo")).click();

    // A round.
    let page = open(&browser, &server, PHONE);
    page.until("the server's game", || {
        page.find(By::Css("#play-game")).value() == "Hexagon"
    });
    page.enter_board("ABCDEFGHISKLMNTPQRE");
    page.find(By::Css("#start")).click();
    page.find(By::Css(".round .is-hexagonal"));
    assert!(are_around(&page));
    page.drag_finger(&[19, 15, 10]);
    page.until("the answer to a guess", || page.word_line().contains("ETS"));
    fs::remove_file(file).unwrap();
}
