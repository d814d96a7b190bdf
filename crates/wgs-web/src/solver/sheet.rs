//! The sheet with the list of solutions. On a phone it lies at the bottom of the screen and is
//! pulled up to a half or full stop; a tap, the arrow keys and a button do the same. On other
//! screens it is an ordinary part of the page, and the style sheet hides its handle.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::dismiss::contains;
use crate::text::tr;

/// The height of a closed sheet in pixels, as in the style sheet.
const CLOSED: f64 = 52.0;

/// The space above a full sheet, in pixels: the header stays visible.
const ABOVE_FULL: f64 = 56.0;

/// The distance in pixels from which a press is a drag and not a tap.
const DRAG_DISTANCE: f64 = 6.0;

/// The speed in pixels per millisecond from which the direction of a drag decides, not the
/// height at which it ends.
const FLICK_SPEED: f64 = 0.5;

/// A height at which the sheet rests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SheetStop {
    /// Only the handle is visible.
    #[default]
    Closed,
    /// The board and its word stay visible above the sheet.
    Half,
    /// It covers everything below the header.
    Full,
}

impl SheetStop {
    const ALL: [Self; 3] = [Self::Closed, Self::Half, Self::Full];

    fn higher(self) -> Self {
        match self {
            Self::Closed => Self::Half,
            _ => Self::Full,
        }
    }

    fn lower(self) -> Self {
        match self {
            Self::Full => Self::Half,
            _ => Self::Closed,
        }
    }

    /// Returns the stop of a sheet that is released at a height. A positive speed is upwards.
    fn of_release(height: f64, speed: f64, stops: [f64; 3]) -> Self {
        let nearest = || {
            let distance = |stop: &(Self, f64)| (stop.1 - height).abs();
            let by_distance = |a: &_, b: &_| distance(a).total_cmp(&distance(b));
            Self::ALL.into_iter().zip(stops).min_by(by_distance)
        };
        let mut stops_up = Self::ALL.into_iter().zip(stops);
        let found = match speed {
            speed if speed > FLICK_SPEED => stops_up.find(|(_, stop)| *stop > height),
            speed if speed < -FLICK_SPEED => stops_up.rfind(|(_, stop)| *stop < height),
            _ => None,
        };
        found
            .or_else(nearest)
            .map_or(Self::Closed, |(stop, _)| stop)
    }
}

/// A drag of the handle.
#[derive(Clone, Copy, Debug)]
struct Drag {
    /// Where the pointer was pressed.
    from: f64,
    /// The height of the sheet then.
    height: f64,
    /// Where and when the pointer moved last.
    last: (f64, f64),
    /// The speed of its last move, in pixels per millisecond upwards.
    speed: f64,
}

/// The sheet. Its handle shows `title`.
#[component]
pub fn Sheet(
    /// Whether it lies at the bottom of the screen; set from the style sheet.
    is_sheet: RwSignal<bool>,
    /// Notified when the sheet has reached another height.
    moved: Trigger,
    /// The text of the handle.
    title: impl IntoView,
    /// The content.
    children: Children,
) -> impl IntoView {
    let stop = RwSignal::new(SheetStop::Closed);
    let half = RwSignal::new(0.0);
    let dragged_to = RwSignal::new(None::<f64>);
    let drag = StoredValue::new(None::<Drag>);
    let was_dragged = StoredValue::new(false);
    let sheet = NodeRef::<html::Div>::new();
    let handle = NodeRef::<html::Button>::new();

    let measure = move || {
        if let Some(handle) = handle.get_untracked() {
            is_sheet.set(handle.offset_height() > 0);
            half.set(half_height());
        }
    };
    let resized = window_event_listener(leptos::ev::resize, move |_| measure());
    Effect::new(move |_| {
        handle.track();
        measure();
    });
    let move_to = move |to: SheetStop| {
        half.set(half_height());
        stop.set(to);
        if to == SheetStop::Half {
            // After the page has got its space below the sheet.
            request_animation_frame(move || show_board_above(half.get_untracked()));
        }
    };
    // The element with the focus must not be behind the sheet.
    let focused = window_event_listener(leptos::ev::focusin, move |event| {
        let is_behind = sheet
            .get_untracked()
            .is_some_and(|sheet| !contains(&sheet, event.target()));
        if is_behind && is_sheet.get_untracked() && stop.get_untracked() == SheetStop::Full {
            move_to(SheetStop::Half);
        }
    });
    // The page below can be scrolled up by the height of the sheet.
    Effect::new(move |_| {
        let height = match stop.get() {
            SheetStop::Closed => CLOSED,
            SheetStop::Half | SheetStop::Full => half.get(),
        };
        if let Some(root) = root() {
            let _ = root.style().set_property("--sheet", &format!("{height}px"));
        }
    });
    on_cleanup(move || {
        resized.remove();
        focused.remove();
        if let Some(root) = root() {
            let _ = root.style().remove_property("--sheet");
        }
    });

    let press = move |event: leptos::ev::PointerEvent| {
        was_dragged.set_value(false);
        let (Some(sheet), Some(handle)) = (sheet.get_untracked(), handle.get_untracked()) else {
            return;
        };
        if event.is_primary() && event.button() == 0 {
            let _ = handle.set_pointer_capture(event.pointer_id());
            let at = f64::from(event.client_y());
            half.set(half_height());
            drag.set_value(Some(Drag {
                from: at,
                height: sheet.get_bounding_client_rect().height(),
                last: (at, event.time_stamp()),
                speed: 0.0,
            }));
        }
    };
    let pull = move |event: leptos::ev::PointerEvent| {
        let Some(mut current) = drag.get_value() else {
            return;
        };
        let (at, now) = (f64::from(event.client_y()), event.time_stamp());
        let up = current.from - at;
        if dragged_to.get_untracked().is_none() && up.abs() < DRAG_DISTANCE {
            return;
        }
        if now > current.last.1 {
            current.speed = (current.last.0 - at) / (now - current.last.1);
            current.last = (at, now);
        }
        drag.set_value(Some(current));
        dragged_to.set(Some((current.height + up).clamp(CLOSED, full_height())));
    };
    let release = move |_| {
        let ended = drag.get_value();
        drag.set_value(None);
        if let (Some(drag), Some(height)) = (ended, dragged_to.get_untracked()) {
            was_dragged.set_value(true);
            dragged_to.set(None);
            let stops = [CLOSED, half.get_untracked(), full_height()];
            move_to(SheetStop::of_release(height, drag.speed, stops));
        }
    };
    let cancel = move |_| {
        drag.set_value(None);
        dragged_to.set(None);
    };
    let tap = move |_| {
        // The end of a drag is a click, too.
        if !was_dragged.get_value() {
            move_to(match stop.get_untracked() {
                SheetStop::Closed => SheetStop::Half,
                _ => SheetStop::Closed,
            });
        }
        was_dragged.set_value(false);
    };
    let key = move |event: leptos::ev::KeyboardEvent| {
        let now = stop.get_untracked();
        let to = match event.key().as_str() {
            "ArrowUp" => now.higher(),
            "ArrowDown" => now.lower(),
            "Home" | "PageUp" => SheetStop::Full,
            "End" | "PageDown" | "Escape" => SheetStop::Closed,
            _ => return,
        };
        event.prevent_default();
        move_to(to);
    };
    let is_full = move || stop.get() == SheetStop::Full;
    let height = move || match (dragged_to.get(), stop.get()) {
        (Some(height), _) => Some(format!("{height}px")),
        (None, SheetStop::Half) => Some(format!("{}px", half.get())),
        (None, SheetStop::Full) => Some(format!("calc(100dvh - {ABOVE_FULL}px)")),
        (None, SheetStop::Closed) => None,
    };
    let is_open = move || stop.get() != SheetStop::Closed || dragged_to.with(Option::is_some);
    view! {
        <div class="sheet" node_ref=sheet
            class:is-open=is_open
            class:is-dragged=move || dragged_to.with(Option::is_some)
            style:--height=height
            on:transitionend=move |_| moved.notify()>
            <div class="sheet-head" on:keydown=key>
                <button class="sheet-handle" node_ref=handle aria-controls="sheet-body"
                    aria-expanded=move || is_open().to_string()
                    on:pointerdown=press on:pointermove=pull on:pointerup=release
                    on:pointercancel=cancel on:click=tap>
                    {title}
                </button>
                <button class="sheet-size quiet" aria-pressed=move || is_full().to_string()
                    aria-label=move || tr("list.full")
                    on:click=move |_| move_to(match is_full() {
                        true => SheetStop::Half,
                        false => SheetStop::Full,
                    })></button>
            </div>
            <div class="sheet-body" id="sheet-body">{children()}</div>
        </div>
    }
}

/// The element of the whole document.
fn root() -> Option<HtmlElement> {
    let root = document().document_element();
    root.map(|root| root.unchecked_into())
}

/// The height of the window in pixels.
fn window_height() -> f64 {
    let height = window().inner_height().ok();
    height.and_then(|height| height.as_f64()).unwrap_or(0.0)
}

fn full_height() -> f64 {
    (window_height() - ABOVE_FULL).max(CLOSED)
}

/// The edges, from the top of the window, of what stays visible above a half-open sheet: the row
/// with the word, and the board.
fn board_edges() -> Option<(f64, f64)> {
    let find = |selector| document().query_selector(selector).ok().flatten();
    let top = find(".word-row")?.get_bounding_client_rect().top();
    Some((
        top,
        find(".board-frame")?.get_bounding_client_rect().bottom(),
    ))
}

/// The height of a half-open sheet: what the board leaves, between 40% and 60% of the window.
fn half_height() -> f64 {
    let height = window_height();
    let board = board_edges().map_or(0.0, |(top, bottom)| bottom - top + 16.0);
    (height - board).clamp(0.4 * height, 0.6 * height).round()
}

/// Scrolls the page until the board is above a sheet of this height.
fn show_board_above(sheet: f64) {
    let Some((top, bottom)) = board_edges() else {
        return;
    };
    if (top < 0.0 || bottom > window_height() - sheet)
        && let Ok(Some(row)) = document().query_selector(".word-row")
    {
        row.scroll_into_view();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_released_sheet_moves_to_the_nearest_stop_or_in_the_direction_of_a_flick() {
        use SheetStop::{Closed, Full, Half};
        let stops = [52.0, 380.0, 780.0];
        for (height, speed, stop) in [
            (60.0, 0.0, Closed),
            (230.0, 0.1, Half),
            (500.0, 0.0, Half),
            (600.0, -0.2, Full),
            (60.0, 1.0, Half),
            (390.0, 1.0, Full),
            (780.0, 1.0, Full),
            (370.0, -1.0, Closed),
            (700.0, -1.0, Half),
            (52.0, -1.0, Closed),
        ] {
            let found = SheetStop::of_release(height, speed, stops);
            assert_eq!(found, stop, "{height} px, {speed} px/ms");
        }
    }

    #[test]
    fn a_small_window_has_stops_too() {
        // Half is higher than full.
        let stops = [52.0, 80.0, 60.0];
        let found = SheetStop::of_release(75.0, 0.0, stops);
        assert_eq!(found, SheetStop::Half);
    }
}
