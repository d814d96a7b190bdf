//! Rounds that are played with keys and the mouse.

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use wgs_play::Round;

use super::super::test_round::{hexagonal_round, test_round};
use super::*;

const PALETTE: Palette = Palette { has_colours: true };

fn key(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn control(letter: char) -> Event {
    Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
}

fn mouse(kind: MouseEventKind, (column, row): (u16, u16)) -> Event {
    Event::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    })
}

/// Draws the screen, so that the mouse finds things, and returns it as text.
fn draw(screen: &mut RoundScreen<&mut Round>) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().to_string()
}

/// The middle of a tile on the screen.
fn middle(screen: &RoundScreen<&mut Round>, cell: usize) -> (u16, u16) {
    let plan = screen.layout.board.unwrap();
    let (x, y) = plan.corner(screen.map.tile(Cell::new(cell)).unwrap());
    (x as u16 + plan.tile.0 / 2, y as u16 + plan.tile.1 / 2)
}

fn type_word(screen: &mut RoundScreen<&mut Round>, word: &str) {
    for letter in word.chars() {
        screen.handle(&key(KeyCode::Char(letter)));
    }
    screen.handle(&key(KeyCode::Enter));
}

fn message<'s>(screen: &'s RoundScreen<&mut Round>) -> &'s str {
    screen.message.as_ref().map_or("", |(_, text)| text)
}

#[test]
fn words_are_typed_and_their_paths_light_up() {
    let mut round = test_round("Boggle (New)", "CATS............");
    let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
    for letter in ['c', 'a', 'x'] {
        screen.handle(&key(KeyCode::Char(letter)));
    }
    let view = screen.view();
    let path = view.path.unwrap();
    assert_eq!(path.cells, [0, 1].map(Cell::new));
    assert_eq!((view.entry.as_str(), view.pathless), ("cax", 1));
    screen.handle(&key(KeyCode::Backspace));
    type_word(&mut screen, "ts");
    assert_eq!(message(&screen), "✓ CATS: 1 point");
    let path = screen.view().path.unwrap();
    assert_eq!((path.cells.len(), path.look), (4, TileLook::Accepted));
    screen.tick(FLASH + 1);
    assert_eq!(screen.view().path, None);
    type_word(&mut screen, "cats");
    assert_eq!(message(&screen), "✗ cats was already found");
}

#[test]
fn words_are_clicked_and_dragged() {
    let mut round = test_round("Boggle (New)", "CA..TS..........");
    let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
    draw(&mut screen);
    let left = MouseButton::Left;
    let click = |screen: &mut RoundScreen<&mut Round>, cell: usize| {
        let at = middle(screen, cell);
        screen.handle(&mouse(MouseEventKind::Down(left), at));
        screen.handle(&mouse(MouseEventKind::Up(left), at));
    };
    for cell in [0, 1, 4, 4] {
        click(&mut screen, cell);
    }
    assert_eq!(message(&screen), "✓ CAT: 1 point");
    // Over a tile too far, and back again.
    let drag = [1, 0, 1, 4, 5, 4];
    let at = middle(&screen, 0);
    screen.handle(&mouse(MouseEventKind::Down(left), at));
    for cell in drag {
        let at = middle(&screen, cell);
        screen.handle(&mouse(MouseEventKind::Drag(left), at));
    }
    assert_eq!(screen.view().entry, "CAT");
    let at = middle(&screen, 5);
    screen.handle(&mouse(MouseEventKind::Drag(left), at));
    screen.handle(&mouse(MouseEventKind::Up(left), at));
    assert_eq!(message(&screen), "✓ CATS: 1 point");
    // The right button starts again.
    click(&mut screen, 0);
    assert_eq!(screen.view().entry, "C");
    let at = middle(&screen, 0);
    screen.handle(&mouse(MouseEventKind::Down(MouseButton::Right), at));
    assert_eq!(screen.view().entry, "");
    // A typed start is continued by a click.
    screen.handle(&key(KeyCode::Char('s')));
    click(&mut screen, 4);
    assert_eq!(screen.view().entry, "ST");
}

#[test]
fn a_word_is_dragged_over_hexagons() {
    let mut round = hexagonal_round("CTSA");
    let mut screen = RoundScreen::new(&mut round, PALETTE, "Hexagons", true);
    draw(&mut screen);
    let left = MouseButton::Left;
    for (cell, kind) in [
        (0, MouseEventKind::Down(left)),
        (2, MouseEventKind::Drag(left)),
        (3, MouseEventKind::Drag(left)),
    ] {
        let at = middle(&screen, cell);
        screen.handle(&mouse(kind, at));
    }
    assert_eq!(screen.view().entry, "CSA");
}

#[test]
fn a_tile_that_may_be_used_again_is_clicked_again() {
    let mut round = test_round("Scrabblet", "LOT");
    let mut screen = RoundScreen::new(&mut round, PALETTE, "Scrabblet", true);
    draw(&mut screen);
    for cell in [0, 1, 1, 2] {
        let at = middle(&screen, cell);
        screen.handle(&mouse(MouseEventKind::Down(MouseButton::Left), at));
        screen.handle(&mouse(MouseEventKind::Up(MouseButton::Left), at));
    }
    assert_eq!(screen.view().entry, "LOOT");
    screen.handle(&key(KeyCode::Enter));
    assert_eq!(message(&screen), "✓ LOOT: 4 points");
}

#[test]
fn a_pause_hides_the_board() {
    let mut round = test_round("Boggle (New)", "CATS............");
    let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
    assert!(draw(&mut screen).contains(" C "));
    screen.handle(&control('p'));
    let shown = draw(&mut screen);
    assert!(
        shown.contains("Paused") && !shown.contains(" C "),
        "{shown}"
    );
    screen.handle(&key(KeyCode::Enter));
    assert!(draw(&mut screen).contains(" C "));
    screen.handle(&key(KeyCode::F(1)));
    assert!(draw(&mut screen).contains("Backspace"));
}

#[test]
fn each_hint_is_more_exact_than_the_one_before() {
    let mut round = test_round("Boggle (New)", "CATS............");
    let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
    for (title, text) in [
        ("1 of 4", "on a tile"),
        ("2 of 4", "letters:"),
        ("3 of 4", "CA\u{a0}"),
        ("4 of 4", "is on the board"),
    ] {
        screen.handle(&key(KeyCode::Tab));
        let hint = screen.view().hint.unwrap();
        assert!(hint.0.contains(title) && hint.1.contains(text), "{hint:?}");
    }
    assert_eq!(screen.view().path.unwrap().look, TileLook::Hinted);
}

#[test]
fn the_end_lists_missed_words_with_their_paths() {
    let mut round = test_round("Boggle (New)", "CATS............");
    let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
    type_word(&mut screen, "cat");
    screen.handle(&control('d'));
    let shown = draw(&mut screen);
    assert!(
        shown.contains("▸ CATS") && shown.contains("Found 1"),
        "{shown}"
    );
    assert_eq!(
        screen.view().path.unwrap().cells,
        [0, 1, 2, 3].map(Cell::new)
    );
    screen.handle(&key(KeyCode::Tab));
    let shown = draw(&mut screen);
    assert!(shown.contains("▸ CAT "), "{shown}");
    assert_eq!(screen.view().path.unwrap().cells.len(), 3);
    assert_eq!(
        screen.handle(&key(KeyCode::Char('n'))),
        Some(ScreenExit::NewBoard)
    );
    assert_eq!(
        screen.handle(&key(KeyCode::Char('q'))),
        Some(ScreenExit::Quit)
    );
    assert_eq!(screen.handle(&control('c')), Some(ScreenExit::Interrupt));
}

#[test]
fn no_sequence_of_events_panics() {
    let mut round = test_round("Boggle (New)", "CATS............");
    let mut screen = RoundScreen::new(&mut round, PALETTE, "Boggle", true);
    let codes = [
        KeyCode::Enter,
        KeyCode::Tab,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::F(1),
        KeyCode::Char('c'),
        KeyCode::Char('a'),
        KeyCode::Char('t'),
        KeyCode::Char('é'),
    ];
    let mut random = wgs_dice::Random::stream(7, 0);
    for step in 0..5_000 {
        let event = match random.below(10) {
            0 => mouse(
                MouseEventKind::Down(MouseButton::Left),
                (random.below(90) as u16, random.below(30) as u16),
            ),
            1 => mouse(
                MouseEventKind::Drag(MouseButton::Left),
                (random.below(90) as u16, random.below(30) as u16),
            ),
            2 => mouse(
                MouseEventKind::Up(MouseButton::Left),
                (random.below(90) as u16, random.below(30) as u16),
            ),
            3 => mouse(MouseEventKind::ScrollDown, (1, 1)),
            4 => control(['p', 'u', 'h', 'x'][random.below(4)]),
            // The round ends late.
            5 if step > 4_000 => control('d'),
            _ => key(codes[random.below(codes.len())]),
        };
        screen.tick(step * 10);
        screen.handle(&event);
        draw(&mut screen);
    }
}
