//! The states of the page that are checked with axe-core: everything that it can show.

use fantoccini::key::Key;
use serde_json::json;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::play::BOARD;
use crate::server::Server;
use crate::window::Window;

/// A state of the page, and how to get there from its address.
#[derive(Clone, Copy)]
pub(crate) struct PageState {
    pub(crate) name: &'static str,
    /// The file of the address.
    file: &'static str,
    /// The fragment of the address.
    fragment: &'static str,
    /// What to do on the page, which has a desktop's window.
    reach: fn(&Page<'_>),
}

impl PageState {
    /// Opens the page in a fresh profile, in a language, and brings it to this state.
    pub(crate) fn open<'b>(
        &self,
        browser: &'b Browser,
        server: &Server,
        language: &str,
    ) -> Page<'b> {
        let page = browser.open("about:blank", Window::DESKTOP);
        let source = format!("localStorage.setItem('wgs.language', '{language}')");
        page.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": source }),
        );
        page.go(&format!("{}{}#{}", server.url(), self.file, self.fragment));
        page.until("the page in its language", || {
            page.script("return document.documentElement.lang", vec![]) == json!(language)
        });
        (self.reach)(&page);
        page
    }
}

const fn state(name: &'static str, fragment: &'static str, reach: fn(&Page<'_>)) -> PageState {
    PageState {
        name,
        file: "solver.html",
        fragment,
        reach,
    }
}

/// A state of the play page.
const fn play(name: &'static str, fragment: &'static str, reach: fn(&Page<'_>)) -> PageState {
    PageState {
        file: "play.html",
        ..state(name, fragment, reach)
    }
}

/// Starts a round of a game, or of the first one, on a board.
fn start_round(page: &Page<'_>, game: &str, board: &str) {
    page.find(By::Css("#start"));
    page.choose_option("#play-game", game);
    page.choose_option("#computer", "hard");
    page.enter_board(board);
    page.find(By::Css("#start")).click();
    page.find(By::Css(".round"));
}

/// Plays a round to its end.
fn play_round(page: &Page<'_>) {
    start_round(page, "Boggle (New)", BOARD);
    page.press("tear".chars());
    page.press([Key::Enter.into()]);
    page.until("the word", || page.found_words() == ["TEAR"]);
    page.end_round();
}

/// The states of the play page.
pub(crate) const PLAY_STATES: [PageState; 14] = [
    play("the start of a game", "", |page| {
        page.find(By::Css("#start"));
        page.script("document.querySelector('.own-board').open = true", vec![]);
    }),
    play("a round with a word and hints", "", |page| {
        start_round(page, "Boggle (New)", BOARD);
        page.find(By::Css(".hints summary")).click();
        page.find(By::Css("#hint-tiles")).click();
        page.until("the hint", || page.count(".tile-heat") == 16);
        page.press("tear".chars());
        page.until("the path", || page.count(".cell[aria-selected=true]") == 4);
    }),
    play("a rejected word", "", |page| {
        start_round(page, "Boggle (New)", BOARD);
        page.press("xyzzy".chars());
        page.press([Key::Enter.into()]);
        page.until("the reason", || page.count(".outcome.is-bad") == 1);
    }),
    play("a paused round", "", |page| {
        start_round(page, "Boggle (New)", BOARD);
        page.find(By::Css("#pause")).click();
        page.find(By::Css("#resume"));
    }),
    play("a hive", "", |page| {
        start_round(page, "Spelling Bee", "GNALIYE");
        page.press("genially".chars());
        page.press([Key::Enter.into()]);
        page.until("the word", || page.found_words() == ["GENIALLY"]);
    }),
    play("the result of a round", "", |page| {
        play_round(page);
        page.find(By::Css("#review .review-select")).click();
    }),
    play("statistics", "/statistics", |page| {
        page.find(By::Css("main h1"));
    }),
    play("practice", "", |page| {
        play_round(page);
        page.find(By::Css("#practise-all")).click();
        page.script("location.hash = '#/practice'", vec![]);
        page.until("the practice page", || {
            page.count("#review") == 0 && page.count("main h1") == 1
        });
    }),
    play("a board to print", "/print", |page| {
        page.until("the board", || {
            page.count(".tile-face, .sheet-tile, table") > 0
        });
    }),
    play("records", "/records", |page| {
        page.find(By::Css("#hunt-note code"));
        page.wait_for_record();
        page.find(By::Css("#record-words button")).click();
        page.until("the path", || page.count(".path-line") == 1);
        page.find(By::Css(".record-origin summary")).click();
    }),
    play("the entrance to rooms", "/rooms", |page| {
        page.find(By::Css("#create"));
    }),
    play("a lobby", "/rooms", open_room),
    play("a round in a room", "/rooms", |page| {
        start_room_round(page);
        page.press("xyzzy".chars());
        page.press([Key::Enter.into()]);
        page.until("the reason", || page.count(".outcome.is-bad") == 1);
    }),
    play("the report of a round in a room", "/rooms", |page| {
        start_room_round(page);
        // In every language, the second press ends the round.
        page.find(By::Css("#end-round")).click();
        page.find(By::Css("#end-round.wrong")).click();
        page.find(By::Css(".room-report"));
        page.script("document.querySelector('#replay').open = true", vec![]);
    }),
];

/// Opens a room with a computer player.
fn open_room(page: &Page<'_>) {
    page.find(By::Css("#create"));
    page.add_computer("hard");
    page.find(By::Css("#create")).click();
    page.find(By::Css("#members"));
}

/// Starts a round in a room.
fn start_room_round(page: &Page<'_>) {
    open_room(page);
    page.find(By::Css("#start-now")).click();
    page.find(By::Css(".room-round"));
}

/// Waits until the engine has listed words.
fn wait_for_words(page: &Page<'_>) {
    page.until("words", || page.count(".list-row") > 0);
}

/// Chooses an option of a group of radio buttons, which may be hidden behind their labels.
fn choose(page: &Page<'_>, group: &str, number: usize) {
    let script = "document.querySelectorAll(arguments[0])[arguments[1]].click()";
    let selector = format!("input[name={group}]");
    page.script(script, vec![json!(selector), json!(number)]);
}

/// The states of the solver.
pub(crate) const SOLVER_STATES: [PageState; 18] = [
    state("the first board", "", wait_for_words),
    state("a selected solution", "", |page| {
        wait_for_words(page);
        page.find(By::Css("#solution-0")).click();
        page.until("the path", || page.count(".path-step") > 1);
    }),
    state("the list of a phone", "", |page| {
        wait_for_words(page);
        page.script("document.querySelector('.sheet-handle').click()", vec![]);
    }),
    state("a heat map of words", "", |page| {
        wait_for_words(page);
        choose(page, "heat", 1);
        page.until("the heat map", || page.count(".tile-heat") > 0);
    }),
    state(
        "a heat map of points with multipliers",
        "game=Wordament&board=:S::T;E;;AINRLODESTAR",
        |page| {
            wait_for_words(page);
            choose(page, "heat", 2);
            page.until("the heat map", || page.count(".tile-heat") > 0);
        },
    ),
    state("tiles that filter", "", |page| {
        wait_for_words(page);
        choose(page, "tool", 0);
        page.tile(10).click();
        page.tile(12).click();
        page.tile(12).click();
        page.until("the filters", || page.mode(12) == "contains");
    }),
    state("a word that does not count", "", |page| {
        wait_for_words(page);
        page.write(By::Css("#ask"), "zebra");
        page.press([Key::Enter.into()]);
        page.find(By::Css("#verdict.wrong"));
    }),
    state("a mistake in the pattern", "", |page| {
        wait_for_words(page);
        page.write(By::Css("#pattern"), "(");
        page.until("the mistake", || {
            !page.texts("#pattern-mistake").concat().is_empty()
        });
    }),
    state("a pattern that no word matches", "", |page| {
        wait_for_words(page);
        page.write(By::Css("#pattern"), "zzzz");
        page.find(By::Css(".list-state"));
    }),
    state("hidden solutions", "", |page| {
        wait_for_words(page);
        page.script("document.getElementById('show-solutions').click()", vec![]);
        page.find(By::Css(".list-state"));
    }),
    state("a mistake in the board", "", |page| {
        wait_for_words(page);
        page.write_board("ST7");
        page.find(By::Css("#notation-mistake"));
    }),
    state("an empty board", "", |page| {
        wait_for_words(page);
        page.write_board("");
        page.find(By::Css(".list-state"));
    }),
    state("a long search", "", |page| {
        wait_for_words(page);
        page.write_board(&"?".repeat(16));
        page.find(By::Css(".searching button"));
    }),
    state("a stopped search", "", |page| {
        wait_for_words(page);
        page.write_board(&"?".repeat(16));
        page.find(By::Css(".searching button")).click();
        page.find(By::Css(".list-state"));
    }),
    state("the dice explained", "", |page| {
        wait_for_words(page);
        page.find(By::Css("#validity")).click();
        page.find(By::Css("#explained"));
    }),
    state("the keyboard shortcuts", "", |page| {
        wait_for_words(page);
        page.press(['?']);
        page.find(By::Css("dialog[open]"));
    }),
    state("a rack", "game=Scrabble%20Rack&board=RETAIN?", |page| {
        wait_for_words(page);
        page.find(By::Css("#solution-0")).click();
        page.script("document.querySelector('.chart').open = true", vec![]);
    }),
    state(
        "a hive",
        "game=Spelling%20Bee&board=DETAILS",
        wait_for_words,
    ),
];

/// The states of the configuration editor.
pub(crate) const EDITOR_STATES: [PageState; 8] = [
    state("the list of games", "/settings/GameRules", wait_for_editor),
    state(
        "a game",
        "/settings/GameRules/Boggle%20(New)",
        wait_for_preview,
    ),
    state("a grid", "/settings/Grids/7%20letters", wait_for_preview),
    state(
        "scoring rules",
        "/settings/ScoringRules/Super%20Big%20Boggle",
        wait_for_preview,
    ),
    state(
        "letters",
        "/settings/LetterDistributions/Super%20Big%20Boggle",
        wait_for_preview,
    ),
    state("preferences", "/settings/Preferences/Default", |page| {
        wait_for_preview(page);
        let script = "for (const part of document.querySelectorAll('.signs')) part.open = true";
        page.script(script, vec![]);
    }),
    state("the text of the file", "/settings/text", wait_for_editor),
    state(
        "a mistake in a game",
        "/settings/ScoringRules/Ruzzle",
        |page| {
            wait_for_preview(page);
            page.write(By::Css("#field-MinWordLength"), "many");
            page.find(By::Css("#preview.is-stale, #preview .is-stale, .is-stale"));
        },
    ),
];

fn wait_for_editor(page: &Page<'_>) {
    page.find(By::Css("#page-title"));
}

fn wait_for_preview(page: &Page<'_>) {
    wait_for_editor(page);
    page.until("the preview", || {
        let digits = |text: String| text.contains(|c: char| c.is_ascii_digit());
        digits(page.texts("#preview-totals").concat())
            || !page.texts("#preview .wrong").concat().is_empty()
    });
}
