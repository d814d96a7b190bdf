//! Creates a game from scratch in the editor and plays it on the solver page.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

use super::{ConfigFile, open};

const BOARD: &str = "STONEDRATINGES";

/// Adds an entry to a section and names it.
fn add(page: &Page<'_>, section: &str, name: &str) {
    page.find(By::Css(&format!("#section-{section}"))).click();
    page.find(By::Css("#add-entry")).click();
    page.until("the focus on the name field", || {
        let field = page.find_all(By::Css("#entry-name"));
        field
            .first()
            .is_some_and(crate::element::Element::has_focus)
    });
    page.press_together(&[Key::Control.into(), 'a']);
    page.press(name.chars().chain([Key::Enter.into()]));
    page.until(&format!("the page of {name}"), || {
        page.texts("#page-title") == [name]
    });
}

/// The ids of the cells highlighted as neighbours of the cell under the mouse.
fn highlighted_neighbours(page: &Page<'_>) -> String {
    let script = "return [...document.querySelectorAll('#canvas .is-there.is-touched')].map((e) => e.id).join()";
    page.script(script, vec![]).as_str().unwrap().to_owned()
}

/// The column and row of each tile on the solver page, as displayed.
fn tile_positions(page: &Page<'_>) -> Vec<(i64, i64)> {
    let positions = page.script(
        "const boxes = [...document.querySelectorAll('.board .cell')].map((e) => e.getBoundingClientRect());
         const side = boxes[0].width;
         return boxes.map((b) => [Math.round((b.x - boxes[0].x) / side), Math.round((b.y - boxes[0].y) / side)])",
        vec![],
    );
    serde_json::from_value(positions).expect("positions are pairs of numbers")
}

#[requires(browser)]
#[test]
fn a_game_can_be_created_from_scratch_and_played() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "Grids", Window::DESKTOP);

    // An L shape with twelve rows; the canvas starts with ten and has to grow.
    add(&page, "Grids", "Corner");
    page.find(By::Css("#clear-cells")).click();
    page.until("an empty canvas", || page.count("#canvas .is-there") == 0);
    page.until("the problem with an empty grid", || {
        !page.field_problems("Tiles").is_empty()
    });
    // Scroll the whole canvas into view, so that nothing scrolls during the drag.
    page.find(By::Css("#canvas")).centre();
    let cells = ["#field-Tiles", "#cell-1-10"].map(|id| page.find(By::Css(id)));
    page.drag(&cells.each_ref());
    page.until("a column of ten cells", || {
        page.count("#canvas .is-there") == 10
    });
    for id in ["#cell-1-11", "#cell-1-12", "#cell-2-12", "#cell-3-12"] {
        page.find(By::Css(id)).click();
        page.find(By::Css(&format!("{id}.is-there")));
    }
    page.until("all 14 cells", || {
        page.texts("#designer-count") == ["14 cells."]
    });
    page.hover(&page.find(By::Css("#cell-1-11")));
    page.until("neighbours including diagonal ones", || {
        highlighted_neighbours(&page) == "cell-1-10,cell-1-12,cell-2-12"
    });
    page.choose("Adjacency", "Straight");
    page.hover(&page.find(By::Css("#cell-1-11")));
    page.until("neighbours at the sides only", || {
        highlighted_neighbours(&page) == "cell-1-10,cell-1-12"
    });
    page.hover(&page.find(By::Css("#cell-1-12")));
    page.until("the neighbours of the corner cell", || {
        highlighted_neighbours(&page) == "cell-1-11,cell-2-12"
    });
    page.assert_accessible("the grid designer with a custom grid");

    add(&page, "ScoringRules", "Corner rules");
    page.write_key("LetterValues", "2");
    for letter in "STONEDRIG".chars() {
        page.write_key(&format!("LetterValues-{letter}"), "1");
    }
    page.find(By::Css("#field-LetterValues-new")).type_keys("ñ");
    page.press([Key::Enter.into()]);
    page.write_key("LetterValues-Ñ", "8");
    page.write_key("LengthBonuses-3", "0");
    page.find(By::Css("#field-LengthBonuses-add")).click();
    page.write_key("LengthBonuses-9", "50");
    page.find(By::Role("button", "Remove the bonus for 7 letters"))
        .click();
    page.wait_until_gone(By::Css("#field-LengthBonuses-7"));

    add(&page, "LetterDistributions", "Corner dice");
    page.choose("GenerationMethod", "Dice");
    let dice = [
        "ST", "OT", "NE", "AE", "ED", "DR", "RS", "AT", "TI", "IN", "NG", "GE", "EQu", "SX",
    ];
    page.write_key("DiceLetters", &dice.join(", "));
    page.until("fourteen dice", || page.count(".dice-list li") == 14);

    add(&page, "Dictionaries", "Corner words");
    page.write_key("Path", "builtin:wordnik");

    add(&page, "Preferences", "Corner looks");
    page.write_key("BoardSummaryFormat1", "%W words are here");
    page.write_key("BoardSummaryFormat2", "worth %S");
    page.write_key("ToolTipFormat", "%*W of them");
    page.until("the sample of the format", || {
        page.texts(".sample pre")
            .iter()
            .any(|it| it.ends_with(" of them"))
    });

    add(&page, "GameRules", "Corner game");
    for (key, choice) in [
        ("GridDesign", "Corner"),
        ("ScoringRules", "Corner rules"),
        ("LetterDistribution", "Corner dice"),
        ("Dictionary", "Corner words"),
        ("Preferences", "Corner looks"),
    ] {
        page.choose(key, choice);
    }
    page.until("the preview", || {
        page.count("#preview .small-cell") == 14
            && page.texts("#preview-totals").concat().contains("words")
    });
    assert!(
        page.texts(".problems li").is_empty(),
        "{:?}",
        page.texts(".problems li")
    );
    page.save("Saved in this browser.");

    page.follow_link("Solver");
    page.choose_game("Corner game");
    page.write_board(BOARD);
    let column = (0..12).map(|y| (0, y));
    let expected: Vec<(i64, i64)> = column.chain([(1, 11), (2, 11)]).collect();
    page.until("the board in the shape of the grid", || {
        tile_positions(&page) == expected
    });
    // STONED, RATING and the like: each is spelled along the line.
    page.until("a summary in the custom format", || {
        let totals = page.totals();
        let words = totals.split(' ').next().unwrap_or_default().to_owned();
        words != "0" && page.texts("#summary-1") == [format!("{words} words are here")]
    });
    assert!(page.texts("#summary-2").concat().starts_with("worth "));
    // The list may still show the words of a board that was half typed.
    let stoned = || {
        let mut listed = page.listed().into_iter();
        listed.find(|it| it.word.eq_ignore_ascii_case("stoned"))
    };
    page.until("STONED in the list", || stoned().is_some());
    // Six letters at one point each, plus the bonus for six letters.
    assert_eq!(stoned().expect("STONED is listed").score, 6 + 3);
    page.hover(&page.tile(1));
    page.until("the tooltip in the custom format", || {
        page.texts("#tile-1 .tip").concat().ends_with(" of them")
    });
    // The custom dice can produce this board.
    page.until("a valid board", || {
        page.texts(".validity").concat().contains("Valid board")
    });
}

#[requires(browser)]
#[test]
fn a_game_gets_its_own_copy_of_a_part_and_moves_to_another_browser() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(
        &browser,
        &server,
        "GameRules/Boggle%20(New)",
        Window::DESKTOP,
    );
    let copy = By::Css(".with-link:has(#field-ScoringRules) button");
    page.find(copy).click();
    page.until("the page of the copy", || {
        page.texts("#page-title") == ["Boggle (Boggle (New))"]
    });
    page.write_key("MinWordLength", "5");
    page.visit("GameRules/Boggle%20(New)");
    page.find(By::Css("#export-game"));
    // The copy belongs to this game alone.
    page.until("no more copies", || page.find_all(copy).is_empty());
    assert!(page.export().contains("\"Boggle (Boggle (New))\""));
    let text = page.exported_by(By::Css("#export-game"));

    let other = open(&browser, &server, "GameRules", Window::PHONE);
    let file = ConfigFile::new("one-game", &text);
    let games = other.count(".entry-card");
    other.find(By::Css("#import-game")).type_keys(&file.path);
    other.until("the game beside the one with its name", || {
        other.texts("#page-title") == ["Boggle (New) 2"]
    });
    assert_eq!(
        other.find(By::Css("#field-ScoringRules")).value(),
        "Boggle (Boggle (New))"
    );
    other.visit("GameRules");
    assert_eq!(other.count(".entry-card"), games + 1);
    other.assert_accessible("the games, one of which was added");
}
