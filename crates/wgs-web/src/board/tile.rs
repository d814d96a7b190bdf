//! A cell of the board with its tile: letters, points and multipliers, steps of the path, and a
//! tooltip. What it shows is a [`CellView`].

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wgs_engine::Cell;
use wgs_play::{Arrangement, Point};

use super::cell_view::{CellView, Heat, TileMode};
use crate::text::number;

/// The rows of a board; none as long as its cells have no signals.
pub fn board_rows(
    board: &Arrangement,
    signals: &[ArcRwSignal<CellView>],
    has_tip: bool,
) -> impl IntoView + use<> {
    let cell = |cell: Cell| {
        let corner = board.corner(cell)?;
        let cell = cell.index();
        let (place, view) = (board.places[cell], signals.get(cell)?.clone());
        Some(view! { <TileCell cell place corner view has_tip/> })
    };
    let row = |(row, cells): (usize, Vec<Cell>)| {
        view! {
            <div class="board-row" role="row" aria-rowindex=(row + 1).to_string()>
                {cells.into_iter().map(cell).collect_view()}
            </div>
        }
    };
    let rows = board.rows().into_iter().enumerate();
    let is_drawn = !signals.is_empty();
    rows.filter(|_| is_drawn).map(row).collect_view()
}

/// The cell that an event comes from, from 0.
pub fn cell_of(event: &web_sys::Event) -> Option<usize> {
    let target: web_sys::Element = event.target()?.dyn_into().ok()?;
    let cell = target.closest(".cell").ok()??;
    let position: usize = cell.id().strip_prefix("tile-")?.parse().ok()?;
    position.checked_sub(1)
}

/// A cell with its tile. Its effects subscribe to nothing but its own view, because a board may
/// have thousands of cells.
#[component]
pub fn TileCell(
    /// The cell, from 0.
    cell: usize,
    /// Its column and row, from 0.
    place: (u32, u32),
    /// The upper left corner of its tile, in tiles.
    corner: Point,
    /// Its view.
    view: ArcRwSignal<CellView>,
    /// Whether it has its own tooltip.
    has_tip: bool,
) -> impl IntoView {
    let label = {
        let view = view.clone();
        move || view.with(|view| name(view, place))
    };
    view! {
        <div class="cell" role="gridcell" id=format!("tile-{}", cell + 1)
            style:--column=corner.0.to_string()
            style:--row=corner.1.to_string()
            tabindex=part(&view, |view| if view.has_cursor { "0" } else { "-1" })
            aria-colindex=(place.0 + 1).to_string()
            aria-selected=part(&view, |view| (!view.steps.is_empty()).to_string())
            data-mode=part(&view, |view| match view.mode {
                TileMode::Normal => "normal",
                TileMode::StartsWith => "starts-with",
                TileMode::Contains => "contains",
            })>
            // Text rather than an aria-label, which would have to repeat every number of the tile
            // as it stands there.
            <span class="cell-name unseen">{label}</span>
            <div aria-hidden="true" class=part(&view, classes)
                style:--heat=part(&view, |view| view.heat.map(|heat| heat.share.to_string()))
                style:--letters=part(&view, |view| {
                    let letters = face(view).chars().count();
                    (letters > 1).then(|| letters.to_string())
                })>
                <span class="tile-face">{part(&view, |view| face(view).to_owned())}</span>
                {part(&view, corners)}
            </div>
            {has_tip.then(|| view! {
                <span aria-hidden="true" class=part(&view, |view| match view.is_detailed {
                    true => "tip is-shown",
                    false => "tip",
                })>{part(&view, |view| view.tool_tip.clone())}</span>
            })}
        </div>
    }
}

/// A part of what a cell shows, as a reactive value.
fn part<T: 'static>(
    view: &ArcRwSignal<CellView>,
    of: fn(&CellView) -> T,
) -> impl Fn() -> T + Clone + Send + Sync + use<T> {
    let view = view.clone();
    move || view.with(of)
}

fn classes(view: &CellView) -> String {
    let mut classes = "tile".to_owned();
    for (is_set, class) in [
        (view.tile.face.is_empty(), " is-empty"),
        (!view.steps.is_empty(), " is-on-path"),
        (view.is_required, " is-required"),
        (view.stands_for.is_some(), " is-blank"),
    ] {
        if is_set {
            classes += class;
        }
    }
    classes
}

/// The letters on a tile.
fn face(view: &CellView) -> &str {
    view.stands_for.as_deref().unwrap_or(&view.tile.face)
}

/// The marks in the corners of a tile.
fn corners(view: &CellView) -> impl IntoView + use<> {
    let written = |class: &'static str, text: Option<String>| {
        text.map(|text| view! { <span class=class>{text}</span> })
    };
    [
        written(
            "path-step",
            Some(view.steps.clone()).filter(|it| !it.is_empty()),
        ),
        written("tile-badge", Some(badge(view)).filter(|it| !it.is_empty())),
        written(
            "tile-points",
            view.tile.points.map(|points| points.to_string()),
        ),
        written("tile-heat", view.heat.map(|heat| number(heat.number))),
    ]
}

/// The multipliers of a cell, such as `2L`, after a `?` if a letter stands in for a wildcard.
fn badge(view: &CellView) -> String {
    let tile = &view.tile;
    let parts = [
        view.stands_for.is_some().then(|| "?".to_owned()),
        (tile.letter_multiplier > 1).then(|| format!("{}L", tile.letter_multiplier)),
        (tile.word_multiplier > 1).then(|| format!("{}W", tile.word_multiplier)),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(" ")
}

/// The accessible name of a cell: all that can be seen on it.
fn name(view: &CellView, (column, row): (u32, u32)) -> String {
    let (language, tile) = (view.language, &view.tile);
    let text = |key: &str| language.text(key);
    let of = |key: &str, n: u64| language.filled(key, &[("n", &number(n))]);
    let place = [
        ("row", &*(row + 1).to_string()),
        ("column", &*(column + 1).to_string()),
    ];
    let mut parts = vec![language.filled("tile.place", &place)];
    parts.push(match tile.face.as_str() {
        "" => text("tile.empty"),
        "?" => text("tile.wildcard"),
        face => face.to_owned(),
    });
    if let Some(letter) = &view.stands_for {
        parts.push(language.filled("tile.stands-for", &[("letter", letter)]));
    }
    if view.is_required {
        parts.push(text("tile.required"));
    }
    parts.extend(tile.points.map(|points| of("solver.points", points)));
    for (key, factor) in [
        ("tile.letter-multiplier", tile.letter_multiplier),
        ("tile.word-multiplier", tile.word_multiplier),
    ] {
        if factor > 1 {
            parts.push(of(key, factor.into()));
        }
    }
    if !view.steps.is_empty() {
        parts.push(language.filled("tile.steps", &[("steps", &view.steps)]));
    }
    parts.extend(view.counts.map(|counts| of("solver.words", counts.words)));
    if let Some(heat) = view.heat.filter(|heat| heat.heat == Heat::Points) {
        parts.push(of("tile.heat-points", heat.number));
    }
    match view.mode {
        TileMode::Normal => {}
        TileMode::StartsWith => parts.push(text("tile.starts-with")),
        TileMode::Contains => parts.push(text("tile.contains")),
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use wgs_engine::BoardScore;

    use super::super::cell_view::HeatNumber;
    use super::super::game_view::TileView;
    use super::*;
    use crate::text::PageLanguage;

    fn view() -> CellView {
        CellView {
            language: PageLanguage::ENGLISH,
            tile: TileView {
                face: "?".to_owned(),
                points: Some(0),
                letter_multiplier: 2,
                word_multiplier: 3,
            },
            stands_for: Some("E".to_owned()),
            is_required: true,
            mode: TileMode::Contains,
            counts: Some(BoardScore::new(7, 90)),
            heat: Some(HeatNumber {
                heat: Heat::Points,
                number: 90,
                share: 1.0,
            }),
            steps: "1,4".to_owned(),
            tool_tip: String::new(),
            has_cursor: false,
            is_detailed: false,
        }
    }

    #[test]
    fn the_name_of_a_cell_says_all_that_it_shows() {
        assert_eq!(
            name(&view(), (1, 0)),
            "row 1, column 2, any letter, stands for E, required, 0 points, letter × 2, word × 3, \
             step 1,4 of the word, 7 words, worth 90 points, words use this tile"
        );
        let german = CellView {
            language: PageLanguage::GERMAN,
            ..view()
        };
        assert!(name(&german, (1, 0)).starts_with("Zeile 1, Spalte 2, beliebiger Buchstabe, "));
    }

    #[test]
    fn the_badge_has_the_multipliers_and_the_mark_of_a_wildcard() {
        let plain = CellView {
            stands_for: None,
            tile: TileView {
                letter_multiplier: 1,
                word_multiplier: 2,
                ..view().tile
            },
            ..view()
        };
        assert_eq!(badge(&view()), "? 2L 3W");
        assert_eq!(badge(&plain), "2W");
    }
}
