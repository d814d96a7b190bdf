//! The grid designer, chapter 6.6 of the manual. Cells are selected by clicking, by dragging or
//! with the keyboard, on a canvas that grows with them. Pointing at a cell shows its
//! neighbours.

use std::sync::Arc;

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wgs_config::{Draft, Section};
use wgs_engine::{Adjacency, Cell, Grid};

use super::grid_shape::{GridShape, MOST, line};
use super::problem_list::{Problems, problems};
use super::state::EditorState;
use crate::keyboard;
use crate::text::{tr, tr_count, tr_with};

/// The sizes of rectangles that have a button.
const SIZES: [(u32, u32); 4] = [(4, 4), (5, 5), (6, 6), (7, 1)];

/// The cells on the canvas, and their neighbours.
#[derive(Clone, Debug, PartialEq)]
struct Drawing {
    shape: GridShape,
    grid: Option<Grid>,
    /// Whether the canvas has hexagons.
    is_hexagonal: bool,
}

impl Drawing {
    /// Reads the cells of an entry; returns [`None`] if they do not fit on the canvas.
    fn of(draft: &Draft, entry: &str) -> Option<Self> {
        let shape = GridShape::of(draft.entry(Section::Grids, entry)?)?;
        let grid = draft
            .catalogue()
            .and_then(|catalogue| catalogue.grids().get(entry).cloned());
        let adjacency = match draft.value(Section::Grids, entry, "Adjacency") {
            Some(text) if text == "Full" => Adjacency::Full,
            Some(text) if text == "Straight" => Adjacency::Straight,
            Some(text) if text == "Hexagonal" => Adjacency::Hexagonal,
            _ => Adjacency::Diagonal,
        };
        let grid = grid.or_else(|| Grid::from_places(shape.places(), adjacency).ok());
        let grid = grid.filter(|grid| grid.len() == shape.len());
        let is_hexagonal = match &grid {
            Some(grid) => grid.is_hexagonal(),
            None => adjacency == Adjacency::Hexagonal,
        };
        Some(Self {
            shape,
            grid,
            is_hexagonal,
        })
    }

    /// Whether a path may continue from one cell to another.
    fn touches(&self, from: (u32, u32), to: (u32, u32)) -> bool {
        let position = |(x, y)| self.shape.position(x, y);
        let (Some(from), Some(to), Some(grid)) = (position(from), position(to), &self.grid) else {
            return false;
        };
        let to = Cell::new(to - 1);
        grid.neighbours(Cell::new(from - 1)).any(|cell| cell == to)
    }
}

/// The designer for an entry of `Grids`.
#[component]
pub fn GridDesigner(
    /// The entry.
    entry: String,
) -> impl IntoView {
    let state = EditorState::here();
    let wrong = {
        let entry = entry.clone();
        problems(state, move |draft| {
            let mut all: Vec<_> = draft
                .problems_at(Section::Grids, &entry, "Tiles")
                .cloned()
                .collect();
            all.extend(draft.problems_at(Section::Grids, &entry, "Size").cloned());
            all
        })
    };
    let drawing = {
        let entry = entry.clone();
        Memo::new(move |_| {
            state
                .draft
                .with(|draft| Drawing::of(draft, &entry))
                .map(Arc::new)
        })
    };
    let draw = {
        let entry = entry.clone();
        Callback::new(move |shape: GridShape| {
            state.change(|draft| {
                let old = draft
                    .entry(Section::Grids, &entry)
                    .cloned()
                    .unwrap_or_default();
                draft.set_entry(Section::Grids, &entry, &shape.written(&old))
            });
        })
    };
    let size_button = move |(columns, rows): (u32, u32)| {
        let set = move |_| {
            state.settle();
            draw.run(GridShape::rectangle(columns, rows));
            state.settle();
        };
        view! {
            <button id=format!("size-{columns}x{rows}") on:click=set>{format!("{rows} × {columns}")}</button>
        }
    };
    let clear = move |_| {
        state.settle();
        draw.run(GridShape::default());
        state.settle();
    };
    let is_drawn = Memo::new(move |_| drawing.with(Option::is_some));
    let count = move || {
        drawing.get().map(|drawing| {
            let cells = tr_count("editor.cells", drawing.shape.len() as u64);
            // Gaps between hexagons stay.
            match drawing.shape.has_gaps() && !drawing.is_hexagonal {
                true => format!("{cells} {}", tr("editor.gaps")),
                false => cells,
            }
        })
    };
    view! {
        <section class="key designer" aria-labelledby="designer-title"
            class:is-wrong=move || wrong.with(|all| !all.is_empty())>
            <span class="key-name" id="designer-title">{move || tr("editor.designer")}</span>
            <p class="hint" id="designer-help">{move || tr("editor.designer-help")}</p>
            <div class="designer-tools">
                {SIZES.map(size_button).collect_view()}
                <button class="quiet" id="clear-cells" on:click=clear>{move || tr("editor.clear-cells")}</button>
            </div>
            <Show when=move || is_drawn.get()
                fallback=move || view! { <p class="hint">{move || tr("editor.designer-odd")}</p> }>
                <Canvas drawing draw/>
            </Show>
            <p class="hint" id="designer-count">{count}</p>
            <Problems id="field-Tiles-problems".to_owned() of=wrong/>
        </section>
    }
}

/// The id of a cell.
fn cell_id(x: u32, y: u32) -> String {
    match (x, y) {
        // Links to the field lead here.
        (1, 1) => "field-Tiles".to_owned(),
        (x, y) => format!("cell-{x}-{y}"),
    }
}

#[component]
fn Canvas(drawing: Memo<Option<Arc<Drawing>>>, draw: Callback<GridShape>) -> impl IntoView {
    let state = EditorState::here();
    let more = RwSignal::new((0_u32, 0_u32));
    let size = Memo::new(move |_| {
        let canvas = drawing.with(|it| it.as_ref().map(|it| it.shape.canvas()));
        let ((columns, rows), more) = (canvas.unwrap_or((10, 10)), more.get());
        (columns.max(more.0).min(MOST), rows.max(more.1).min(MOST))
    });
    let is_hexagonal = move || drawing.with(|it| it.as_ref().is_some_and(|it| it.is_hexagonal));
    // The cell that the keyboard acts on, the cell under the pointer, and whether a drag adds or
    // removes cells, with the last cell that it reached.
    let cursor = RwSignal::new((1_u32, 1_u32));
    let pointed = RwSignal::new(None::<(u32, u32)>);
    let painting = StoredValue::new(None::<(bool, (u32, u32))>);

    let has = move |(x, y): (u32, u32)| {
        drawing.with(|it| it.as_ref().is_some_and(|it| it.shape.has(x, y)))
    };
    // A pointer may skip cells; those on the line between are painted too.
    let paint = move |from: (u32, u32), to: (u32, u32), is_there: bool| {
        let shape = drawing.with_untracked(|it| it.as_ref().map(|it| it.shape.clone()));
        if let Some(mut shape) = shape {
            let odd = line(from, to).filter(|&(x, y)| shape.has(x, y) != is_there);
            let odd: Vec<(u32, u32)> = odd.collect();
            for &(x, y) in &odd {
                shape.set(x, y, is_there);
            }
            if !odd.is_empty() {
                draw.run(shape);
            }
        }
    };
    let pressed = move |event: PointerEvent| {
        let Some(cell) = cell_at(&event).filter(|_| event.button() == 0) else {
            return;
        };
        event.prevent_default();
        let is_there = untrack(|| !has(cell));
        state.settle();
        painting.set_value(Some((is_there, cell)));
        cursor.set(cell);
        keyboard::focus(&cell_id(cell.0, cell.1));
        paint(cell, cell, is_there);
    };
    let moved = move |event: PointerEvent| {
        let cell = cell_at(&event);
        if pointed.get_untracked() != cell {
            pointed.set(cell);
        }
        if let (Some(cell), Some((is_there, last)), true) =
            (cell, painting.get_value(), event.buttons() > 0)
        {
            painting.set_value(Some((is_there, cell)));
            paint(last, cell, is_there);
        }
    };
    let released = move |_| {
        painting.set_value(None);
        state.settle();
    };
    let focused = move |event: leptos::ev::FocusEvent| {
        let place = coordinates_of(event.target());
        pointed.set(place);
        if let Some(place) = place {
            cursor.set(place);
        }
    };
    let typed = move |event: KeyboardEvent| {
        let (x, y) = cursor.get_untracked();
        let (columns, rows) = size.get_untracked();
        let to = match event.key().as_str() {
            "ArrowLeft" => (x.saturating_sub(1).max(1), y),
            "ArrowRight" => ((x + 1).min(MOST), y),
            "ArrowUp" => (x, y.saturating_sub(1).max(1)),
            "ArrowDown" => (x, (y + 1).min(MOST)),
            "Home" => (1, y),
            "End" => (columns, y),
            " " | "Enter" => {
                event.prevent_default();
                state.settle();
                paint((x, y), (x, y), untrack(|| !has((x, y))));
                state.settle();
                return;
            }
            _ => return,
        };
        event.prevent_default();
        let is_new = to.0 > columns || to.1 > rows;
        if is_new {
            more.set((columns.max(to.0), rows.max(to.1)));
        }
        cursor.set(to);
        pointed.set(Some(to));
        // An existing cell gets the focus at once, because the next key may follow immediately. A
        // new cell must be in the document first.
        let focus = move || {
            let (x, y) = cursor.get_untracked();
            keyboard::focus(&cell_id(x, y));
        };
        match is_new {
            true => set_timeout(focus, std::time::Duration::ZERO),
            false => focus(),
        }
    };
    let cell = move |x: u32, y: u32| {
        let number = move || {
            let position = drawing.with(|it| it.as_ref().and_then(|it| it.shape.position(x, y)));
            position.map(|position| position.to_string())
        };
        let touched = move || {
            let Some(from) = pointed.get() else {
                return false;
            };
            drawing.with(|it| it.as_ref().is_some_and(|it| it.touches(from, (x, y))))
        };
        let label = move || {
            let place = [("row", y.to_string()), ("column", x.to_string())];
            let place: Vec<(&str, &str)> = place
                .iter()
                .map(|(name, it)| (*name, it.as_str()))
                .collect();
            let place = tr_with("tile.place", &place);
            match number() {
                Some(number) => {
                    format!("{place}, {}", tr_with("editor.position", &[("n", &number)]))
                }
                None => place,
            }
        };
        view! {
            <div class="place" role="gridcell" id=cell_id(x, y) data-x=x data-y=y
                tabindex=move || if cursor.get() == (x, y) { "0" } else { "-1" }
                aria-selected=move || has((x, y)).to_string() aria-label=label
                class:is-there=move || has((x, y)) class:is-touched=touched
                class:is-pointed=move || pointed.get() == Some((x, y))>
                {number}
            </div>
        }
    };
    // Existing cells stay in the document when the canvas grows, and the focus stays with them.
    let row = move |y: u32| {
        view! {
            <div class="place-row" role="row">
                <For each=move || 1..=size.get().0 key=|x| *x children=move |x| cell(x, y)/>
            </div>
        }
    };
    let grow = move |columns: u32, rows: u32| {
        move |_| {
            let (width, height) = size.get_untracked();
            more.set(((width + columns).min(MOST), (height + rows).min(MOST)));
        }
    };
    view! {
        <div class="canvas-frame">
            <div class="canvas" class:is-hexagonal=is_hexagonal role="grid" id="canvas" aria-multiselectable="true"
                aria-labelledby="designer-title" aria-describedby="designer-help field-Tiles-problems"
                style:--columns=move || size.get().0.to_string()
                on:pointerdown=pressed on:pointermove=moved on:pointerup=released
                on:pointerleave=move |_| pointed.set(None)
                on:focusin=focused
                on:focusout=move |_| pointed.set(None)
                on:keydown=typed>
                <For each=move || 1..=size.get().1 key=|y| *y children=row/>
            </div>
        </div>
        <div class="designer-tools">
            <button class="quiet" id="more-columns" disabled=move || { size.get().0 >= MOST } on:click=grow(1, 0)>
                {move || tr("editor.more-columns")}
            </button>
            <button class="quiet" id="more-rows" disabled=move || { size.get().1 >= MOST } on:click=grow(0, 1)>
                {move || tr("editor.more-rows")}
            </button>
        </div>
    }
}

/// The cell under a pointer. A finger keeps sending events to the cell where it started.
fn cell_at(event: &PointerEvent) -> Option<(u32, u32)> {
    let under = document().element_from_point(event.client_x() as f32, event.client_y() as f32);
    coordinates_of(under.map(|element| element.unchecked_into()))
}

/// The coordinates of a cell's element.
fn coordinates_of(target: Option<web_sys::EventTarget>) -> Option<(u32, u32)> {
    let element = target?.dyn_into::<web_sys::Element>().ok()?;
    let number = |name: &str| element.get_attribute(name)?.parse().ok();
    Some((number("data-x")?, number("data-y")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_neighbours_across_empty_columns() {
        let draft = Draft::new(r#"{ "Grids": { "A": { "Tiles": [[1, 1], [5, 1], [5, 4]] } } }"#);
        let drawing = Drawing::of(&draft, "A").unwrap();
        assert!(drawing.touches((1, 1), (5, 1)));
        assert!(drawing.touches((1, 1), (5, 4)));
        assert!(!drawing.touches((1, 1), (1, 1)));
        assert!(!drawing.touches((1, 1), (2, 2)));
    }

    #[test]
    fn hexagons_are_neighbours_where_they_are_drawn() {
        // The second row is shifted to the right, also if the first one is empty.
        let text = r#"{ "Grids": { "A": { "Tiles": [[2, 2], [2, 3], [3, 3]], "Adjacency": "Hexagonal" } } }"#;
        let drawing = Drawing::of(&Draft::new(text), "A").unwrap();
        assert!(drawing.is_hexagonal);
        assert!(drawing.touches((2, 2), (2, 3)));
        assert!(drawing.touches((2, 2), (3, 3)));
        let odd = r#"{ "Odd": 1, "Grids": { "A": { "Size": [2, 2], "Adjacency": "Hexagonal" } } }"#;
        let drawing = Drawing::of(&Draft::new(odd), "A").unwrap();
        assert!(drawing.touches((1, 2), (2, 1)));
        assert!(!drawing.touches((1, 1), (2, 2)));
    }

    #[test]
    fn errors_elsewhere_do_not_hide_the_neighbours() {
        let text = r#"{ "Grids": { "A": { "Size": [2, 2], "Adjacency": "Straight" } }, "Odd": 1 }"#;
        let drawing = Drawing::of(&Draft::new(text), "A").unwrap();
        assert!(drawing.touches((1, 1), (2, 1)));
        assert!(!drawing.touches((1, 1), (2, 2)));
    }
}
