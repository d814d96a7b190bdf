//! The page of records: its tables, a board with its words, and running hunts.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use fantoccini::key::Key;
use serde_json::json;
use tempfile::TempDir;
use wgs_app::{GameLoader, GameRequest};
use wgs_records::Fingerprint;
use wgs_records::hunt::HuntGoal;
use wgs_records::hunt::{HuntBoard, HuntProgress};
use wgs_records::record::{Record, RecordRun, RecordTable};
use wgs_test_requirement::requires;

use super::{BOARD, PHONE};
use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::site::open_with;
use crate::window::Window;

/// A board of another size than that of the game.
const LONG_BOARD: &str = "STNDTEIELARSMRTOSTNDTEIELARSMRTOABCD";

/// The data folder of a server's owner.
struct OwnData(TempDir);

impl OwnData {
    /// Creates a folder with these records.
    fn new(records: &[Record]) -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let data = Self(folder);
        let mut table = RecordTable::default();
        for record in records {
            table.add(record.clone());
        }
        fs::create_dir_all(data.0.path().join("wgs").join(HuntProgress::FOLDER)).unwrap();
        let file = data.0.path().join("wgs").join(RecordTable::FILE_NAME);
        fs::write(file, table.to_bytes()).unwrap();
        data
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn hunt_file(&self) -> std::path::PathBuf {
        let folder = self.0.path().join("wgs").join(HuntProgress::FOLDER);
        folder.join(HuntProgress::file_name(1))
    }

    /// Writes how far a hunt has come.
    fn write_hunt(&self, best: Option<u64>, climbs: u64) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let board = |value| HuntBoard {
            board: BOARD.to_owned(),
            value,
            climb: 0,
        };
        let hunt = HuntProgress {
            process: 1,
            game: "Boggle (New)".to_owned(),
            columns: 4,
            rows: 4,
            letters: "dice".to_owned(),
            goal: HuntGoal::MAX_POINTS,
            dictionary: "Wordnik".to_owned(),
            dictionary_hash: Fingerprint::of_text(""),
            seed: 1,
            pool: 50,
            started: 1,
            updated: now.as_millis() as u64,
            seconds: 61.0,
            time_limit: None,
            climbs,
            climb_limit: Some(40),
            evaluations: 12_345_678,
            evaluations_per_second: 202_388.0,
            best,
            met: 3,
            boards: best.map(board).into_iter().collect(),
        };
        fs::write(self.hunt_file(), serde_json::to_string(&hunt).unwrap()).unwrap();
    }
}

/// A record of a board that the page can solve.
fn record(game: &str, board: &str, points: u64) -> Record {
    let loader = GameLoader::default();
    let loaded = loader.game(&GameRequest::named(game), "records").unwrap();
    let size = loaded.grid().size();
    Record {
        game: game.to_owned(),
        columns: size.columns,
        rows: size.rows,
        letters: "free".to_owned(),
        goal: HuntGoal::MAX_POINTS,
        dictionary: "Wordnik".to_owned(),
        dictionary_hash: Fingerprint::of_lexicon(loaded.lexicon()),
        rules_hash: Fingerprint::of_rules(loaded.rules()),
        grid_hash: Fingerprint::of_grid(loaded.grid()),
        board: board.to_owned(),
        words: 831,
        points,
        long_words: None,
        rollable: Some(false),
        seed: 7,
        pool: 50,
        climb: 11,
        runs: vec![RecordRun {
            seed: 7,
            pool: 50,
            climbs: 40,
            met: 3,
        }],
        version: "0.1.0".to_owned(),
        date: "2026-11-18".to_owned(),
    }
}

/// Records that are better than all that come with wgs, and one with a dictionary that the page does
/// not have.
fn own_records() -> [Record; 4] {
    let boggle = record("Boggle (New)", BOARD, 900_000);
    let unknown = Record {
        dictionary: "sowpods.txt".to_owned(),
        dictionary_hash: Fingerprint::of_text("sowpods"),
        goal: HuntGoal::max_long(8),
        long_words: Some(12),
        ..boggle.clone()
    };
    let long = Record {
        columns: 6,
        rows: 6,
        grid_hash: Fingerprint::of_text("6x6"),
        board: LONG_BOARD.to_owned(),
        ..boggle.clone()
    };
    [
        boggle,
        unknown,
        long,
        record("Spelling Bee", "GNALIYE", 900_000),
    ]
}

/// Opens the page of records, and waits for the tables.
fn open<'b>(browser: &'b Browser, server: &Server, window: Window) -> Page<'b> {
    let page = browser.open(&format!("{}play.html#/records", server.url()), window);
    page.find(By::Css("#records .record-row"));
    page.wait_for_record();
    page
}

/// Selects the row of a group whose text has this part, and waits for its words.
fn select(page: &Page<'_>, group: &str, part: &str) {
    let chosen = page.script(
        "const groups = [...document.querySelectorAll('.record-group')];
         const group = groups.find((it) => it.querySelector('h3').textContent.includes(arguments[0]));
         const rows = [...group.querySelectorAll('.record-row button')];
         const row = rows.find((it) => it.textContent.includes(arguments[1]));
         row.click();
         return row.getAttribute('aria-pressed') !== null",
        vec![json!(group), json!(part)],
    );
    assert_eq!(chosen, json!(true), "{group}, {part}");
    page.wait_for_record();
}

impl Page<'_> {
    /// Waits until the engine has looked for the words of the selected record.
    pub(crate) fn wait_for_record(&self) {
        self.until("the end of the search", || {
            self.count(".record-words[aria-busy=false]") == 1
        });
    }
}

/// The words of the record that is selected.
fn words(page: &Page<'_>) -> Vec<String> {
    page.texts("#record-words .found-word > span:first-child")
}

#[requires(browser)]
#[test]
fn a_record_has_its_words_and_their_paths() {
    let browser = Browser::start();
    let data = OwnData::new(&own_records());
    let server = Server::start_with_data(data.path(), &[]);
    let page = browser.open_first(&format!("{}play.html", server.url()), Window::DESKTOP);
    page.find(By::Css("#to-records")).click();
    page.find(By::Css("#records .record-row"));
    select(&page, "Boggle (New) 4", "900\u{202f}000 points");
    page.until("the words", || words(&page).len() == 24);
    assert_eq!(page.faces().concat(), BOARD);
    assert_eq!(
        page.texts("#record-value").concat(),
        "900\u{202f}000 points"
    );
    page.find(By::Css("#record-words button")).click();
    page.until("the path", || page.count(".path-line") == 1);
    let chosen = page.texts(".selected-word b").concat();
    assert_eq!(chosen, words(&page)[0]);
    page.find(By::Css("#record-more")).click();
    page.until("more words", || words(&page).len() > 24);

    page.find(By::Css(".record-origin summary")).click();
    let command = page.find(By::Css("#record-command")).text();
    let expected = "wgs hunt boggle-new --letters free --climbs 12 --seed 7";
    assert_eq!(command, expected);
    page.assert_accessible("a record with a path");

    // One that the page has no dictionary for.
    select(&page, "Boggle (New) 4", "sowpods");
    let note = page.find(By::Css("#record-unknown")).text();
    assert!(note.contains("sowpods"), "{note}");
    assert_eq!(words(&page), [""; 0]);
    page.assert_accessible("a record with figures only");

    // A hive, and a board of another size than that of the game.
    select(&page, "Spelling Bee", "900");
    page.until("a hive", || page.count(".play-frame.is-hive .cell") == 7);
    page.until("its words", || {
        words(&page).contains(&"GENIALLY".to_owned())
    });
    select(&page, "6 × 6", "900");
    page.until("a long board", || page.faces().concat() == LONG_BOARD);
    page.find(By::Css("#record-next")).click();
    page.until("another board", || page.faces().concat() != LONG_BOARD);

    // Filters.
    let all = page.count(".record-row");
    page.choose_option("#record-game", "Spelling Bee");
    page.until("fewer records", || page.count(".record-row") < all);
    page.until("a record of the game", || {
        page.count(".play-frame.is-hive .cell") == 7
    });
    page.find(By::Css("label:has(#record-rollable)")).click();
    page.until("the rest", || {
        page.texts(".record-row")
            .iter()
            .all(|row| !row.contains("cannot"))
    });
}

#[requires(browser)]
#[test]
fn the_board_of_a_record_can_be_solved_and_played() {
    let browser = Browser::start();
    let data = OwnData::new(&own_records());
    let server = Server::start_with_data(data.path(), &[]);
    let page = open(&browser, &server, Window::DESKTOP);
    select(&page, "Boggle (New) 4", "900\u{202f}000 points");
    page.until("the words", || words(&page).len() == 24);
    let link = page.find(By::Css("#record-solve")).attribute("href");
    let link = link.unwrap();
    assert!(link.starts_with("solver.html#game=Boggle"), "{link}");
    assert!(link.contains(BOARD), "{link}");
    page.find(By::Css("#record-play")).click();
    page.find(By::Css(".round"));
    assert_eq!(page.faces().concat(), BOARD);
}

#[requires(browser)]
#[test]
fn a_running_hunt_is_shown_until_it_ends() {
    let browser = Browser::start();
    let data = OwnData::new(&own_records());
    let server = Server::start_with_data(data.path(), &[]);
    let page = open(&browser, &server, PHONE);
    assert!(page.texts("#hunt-note").concat().contains("wgs hunt"));
    data.write_hunt(None, 0);
    page.until("the hunt", || page.count(".hunt") == 1);
    assert_eq!(page.texts(".hunt-best").concat(), "No board yet");
    data.write_hunt(Some(1_234), 10);
    page.until("its best board", || {
        page.texts(".hunt-best").concat() == "1234 points"
    });
    assert_eq!(page.count(".hunt .board-stamp text"), 16);
    let figures = page.texts(".hunt-figures").concat();
    assert_eq!(
        figures,
        "reached in 3 of 10 climbs · 202\u{202f}388 boards a second · 1:01"
    );
    let bar = page.find(By::Css(".hunt [role=progressbar]"));
    assert_eq!(bar.attribute("aria-valuenow").as_deref(), Some("25"));
    page.assert_accessible("a running hunt");
    fs::remove_file(data.hunt_file()).unwrap();
    page.until("the end of the hunt", || page.count(".hunt") == 0);

    // A server that is gone takes nothing away.
    page.allow_error("ERR_CONNECTION_REFUSED");
    drop(server);
    page.until("a note", || {
        page.texts("#hunt-note")
            .concat()
            .contains("does not answer")
    });
    assert!(page.count(".record-row") > 0);
    page.assert_accessible("records of a server that is gone");
}

#[requires(browser)]
#[test]
fn a_phone_shows_the_board_of_the_row_that_was_tapped() {
    let browser = Browser::start();
    let data = OwnData::new(&own_records());
    let server = Server::start_with_data(data.path(), &[]);
    for window in [PHONE, Window::PHONE] {
        let page = open(&browser, &server, window);
        page.until("the words", || words(&page).len() == 24);
        page.assert_accessible("records on a phone");
        page.script("scrollTo(0, document.body.scrollHeight)", vec![]);
        select(&page, "6 × 6", "900");
        page.until("the board", || page.faces().concat() == LONG_BOARD);
        let top = page.script(
            "return document.querySelector('.board').getBoundingClientRect().top",
            vec![],
        );
        assert!((0.0..200.0).contains(&top.as_f64().unwrap()), "{top}");
        assert!(page.find(By::Css("#record-title")).has_focus());
        page.assert_accessible("a long board on a phone");
    }
}

#[requires(browser)]
#[test]
fn records_can_be_reached_with_the_keyboard() {
    let browser = Browser::start();
    let data = OwnData::new(&own_records());
    let server = Server::start_with_data(data.path(), &[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.script("document.querySelector('#record-next').focus()", vec![]);
    let before = page.faces().concat();
    page.press([Key::Enter.into()]);
    page.until("the next record", || page.faces().concat() != before);
    page.script("document.querySelector('#tile-1').focus()", vec![]);
    page.press([Key::Right.into()]);
    assert!(page.find(By::Css("#tile-2")).has_focus());
}

#[requires(browser)]
#[test]
fn a_host_without_a_server_shows_the_records_that_come_with_wgs() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    // What a host of files has in place of the server's reply.
    let source = "
        const load = window.fetch;
        window.fetch = (...options) => String(options[0]).endsWith('host.json')
          ? Promise.resolve(new Response('{\"api\": null}')) : load(...options);";
    let page = open_with(
        &browser,
        &format!("{}play.html#/records", server.url()),
        source,
    );
    let shipped = RecordTable::shipped().records().count();
    page.until("the records", || page.count(".record-row") == shipped);
    page.until("a hint", || {
        page.texts("#hunt-note").concat().contains("wgs hunt")
    });
    let asked = page.script(
        "return performance.getEntriesByType('resource').filter((it) => it.name.includes('/api/')).length",
        vec![],
    );
    assert_eq!(asked, json!(0));
}
