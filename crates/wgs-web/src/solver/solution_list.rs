//! The list of solutions. Only the visible rows are in the document: a list of thousands
//! scrolls smoothly.

use leptos::html;
use leptos::prelude::*;
use wgs_play::PathSpeller;

use super::sheet::Sheet;
use super::solution_detail::SolutionDetail;
use super::state::SolverState;
use crate::board::sorted_rows::{Column, Order, SortedRows};
use crate::engine::reply::SolutionRow;
use crate::engine::request::{CommonnessFilter, RequestError};
use crate::engine_text::tr_message;
use crate::text::{number, tr, tr_count};

/// The height of a row in pixels, until it is read from the style sheet.
const ROW: f64 = 34.0;

/// The number of rows that are kept ready above and below the visible ones.
const SPARE: usize = 8;

/// The choices by how common words are: value, filter and key of the text.
const COMMONNESS: [(&str, Option<CommonnessFilter>, &str); 4] = [
    ("", None, "list.commonness.off"),
    ("all", Some(CommonnessFilter::All), "list.commonness.all"),
    (
        "common",
        Some(CommonnessFilter::Common),
        "list.commonness.common",
    ),
    (
        "known",
        Some(CommonnessFilter::Known),
        "list.commonness.known",
    ),
];

/// The list with its filters.
#[component]
pub fn SolutionPanel(
    /// Whether the list lies at the bottom of the screen. It then shows the details of the
    /// selected solution, too.
    is_sheet: RwSignal<bool>,
) -> impl IntoView {
    let solver = SolverState::here();
    let parts = move || solver.board.view.with(|view| view.visible);
    let pattern_mistake = move || {
        solver.result.error.with(|error| match error {
            Some(RequestError::Pattern(message)) => Some(tr_message(message)),
            _ => None,
        })
    };
    let sheet_moved = Trigger::new();
    // The sheet has no space for a label above the field.
    let placeholder = move || match is_sheet.get() {
        true => tr("list.pattern"),
        false => "^re.*ing$".to_owned(),
    };
    view! {
        <Sheet is_sheet moved=sheet_moved title=view! { <Totals/> }>
            <div class="filters">
                <Show when=move || parts().pattern>
                    <label class="field grow">
                        <span>{move || tr("list.pattern")}</span>
                        <input id="pattern" type="search" autocomplete="off" spellcheck="false"
                            autocapitalize="off" placeholder=placeholder
                            prop:value=move || solver.filter.pattern.get()
                            aria-invalid=move || pattern_mistake().is_some().to_string()
                            aria-describedby="pattern-mistake"
                            on:input=move |event| solver.filter.pattern.set(event_target_value(&event))/>
                    </label>
                </Show>
                <CommonnessChoice/>
            </div>
            <pre class="wrong" id="pattern-mistake">{pattern_mistake}</pre>
            <Show when=move || is_sheet.get()>
                <SolutionDetail/>
            </Show>
            <SolutionList sheet_moved/>
            <p class="totals" aria-hidden="true"><Totals/></p>
            <Show when=move || parts().options>
                <div class="options">
                    <label class="check">
                        <input type="checkbox" id="show-solutions"
                            prop:checked=move || solver.filter.is_shown.get()
                            on:change=move |event| solver.filter.is_shown.set(event_target_checked(&event))/>
                        <span>{move || tr("list.show")}</span>
                    </label>
                    <label class="check">
                        <input type="checkbox" id="show-duplicates"
                            prop:checked=move || solver.filter.duplicates.get()
                            on:change=move |event| solver.filter.duplicates.set(event_target_checked(&event))/>
                        <span>{move || tr("list.duplicates")}</span>
                    </label>
                </div>
            </Show>
        </Sheet>
    }
}

/// The choice of words by how common they are. The table is loaded when it is first needed.
#[component]
fn CommonnessChoice() -> impl IntoView {
    let solver = SolverState::here();
    let is_loaded = StoredValue::new(false);
    let choose = move |event: leptos::ev::Event| {
        let value = event_target_value(&event);
        let choice = COMMONNESS.iter().find(|(id, ..)| *id == value);
        let filter = choice.and_then(|(_, filter, _)| *filter);
        if filter.is_none() && solver.filter.order.get_untracked().column == Column::Commonness {
            solver.filter.order.set(Order {
                column: Column::Score,
                descending: true,
            });
        }
        if filter.is_none() || is_loaded.get_value() {
            return solver.filter.commonness.set(filter);
        }
        leptos::task::spawn_local(async move {
            match solver.session().load_commonness().await {
                Ok(()) => {
                    is_loaded.set_value(true);
                    solver.filter.commonness.set(filter);
                }
                Err(error) => solver.session().show_error(error),
            }
        });
    };
    let option =
        move |(id, filter, key): (&'static str, Option<CommonnessFilter>, &'static str)| {
            let is_chosen = move || solver.filter.commonness.get() == filter;
            view! { <option value=id prop:selected=is_chosen>{move || tr(key)}</option> }
        };
    view! {
        <label class="field commonness">
            <span>{move || tr("list.commonness-filter")}</span>
            <select id="commonness" on:change=choose>{COMMONNESS.map(option)}</select>
        </label>
    }
}

/// The number of words and their points.
#[component]
fn Totals() -> impl IntoView {
    let solver = SolverState::here();
    let text = move || {
        if solver.result.has_stopped.get() || solver.missing_dictionary().is_some() {
            return tr("list.no-result");
        }
        let totals = solver.result.summary(|summary| summary.totals);
        let listed = solver.result.rows.with(|rows| rows.len()) as u64;
        let mut parts = vec![
            tr_count("solver.words", totals.words),
            tr_count("solver.points", totals.points),
        ];
        if listed != totals.words {
            parts.push(tr_count("solver.listed", listed));
        }
        parts.join(" · ")
    };
    view! { <span>{text}</span> }
}

#[component]
fn SolutionList(
    /// Notifies when the sheet has another height.
    sheet_moved: Trigger,
) -> impl IntoView {
    let solver = SolverState::here();
    let list = NodeRef::<html::Div>::new();
    let scrolled = RwSignal::new(0.0);
    let height = RwSignal::new(800.0);
    let row_height = RwSignal::new(ROW);
    let rows = move || match solver.filter.is_shown.get() {
        true => solver.result.rows.get(),
        false => SortedRows::default(),
    };
    let in_view = Memo::new(move |_| {
        let row = row_height.get();
        let first = (scrolled.get() / row) as usize;
        let count = (height.get() / row) as usize + 1;
        (first.saturating_sub(SPARE), first + count + SPARE)
    });
    let measure = move || {
        if let Some(list) = list.get_untracked() {
            row_height.set(row_height_of(&list).unwrap_or(ROW));
            scrolled.set(f64::from(list.scroll_top()));
            height.set(f64::from(list.client_height()).max(ROW));
        }
    };
    let listener = window_event_listener(leptos::ev::resize, move |_| measure());
    on_cleanup(move || listener.remove());
    Effect::new(move |_| {
        list.track();
        sheet_moved.track();
        measure();
    });

    let reveal = move |index: usize| {
        let Some(list) = list.get_untracked() else {
            return;
        };
        let row = row_height.get_untracked();
        let (top, bottom) = (index as f64 * row, (index + 1) as f64 * row);
        let (from, to) = (
            f64::from(list.scroll_top()),
            f64::from(list.client_height()),
        );
        if top < from {
            list.set_scroll_top(top as i32);
        } else if bottom > from + to {
            list.set_scroll_top((bottom - to) as i32);
        }
    };
    let choose = move |index: usize| {
        let row = rows().get(index).cloned();
        if let Some(row) = row {
            solver.spelled.set(PathSpeller::default());
            solver.verdict.set(None);
            solver.selected.set(Some(row));
            reveal(index);
        }
    };
    let selected_index = move || {
        let selected = solver.selected.get()?;
        rows().iter().position(|row| *row == selected)
    };
    // A word that is spelled on the board is selected here too.
    Effect::new(move |_| {
        if let Some(index) = selected_index() {
            reveal(index);
        }
    });
    let key = move |event: leptos::ev::KeyboardEvent| {
        let last = rows().len().saturating_sub(1);
        let at = untrack(selected_index);
        let page = (height.get_untracked() / row_height.get_untracked()) as usize;
        let to = match event.key().as_str() {
            "ArrowDown" => at.map_or(0, |at| (at + 1).min(last)),
            "ArrowUp" => at.map_or(0, |at| at.saturating_sub(1)),
            "PageDown" => at.map_or(0, |at| (at + page).min(last)),
            "PageUp" => at.map_or(0, |at| at.saturating_sub(page)),
            "Home" => 0,
            "End" => last,
            "Escape" => return solver.clear(),
            _ => return,
        };
        event.prevent_default();
        choose(to);
    };
    let state = move || {
        if solver.result.has_stopped.get() {
            return Some(tr("list.stopped"));
        }
        if let Some(name) = solver.missing_dictionary() {
            return Some(crate::text::tr_with(
                "solver.words-missing",
                &[("name", &name)],
            ));
        }
        let error = solver.result.error.with(|error| match error {
            Some(error @ (RequestError::Other(_) | RequestError::WorkerFailed(_))) => {
                Some(error.text())
            }
            _ => None,
        });
        if error.is_some() {
            return error;
        }
        if !solver.filter.is_shown.get() {
            return Some(tr("list.hidden"));
        }
        match (
            solver.board.is_blank(),
            solver.result.rows.with(|rows| rows.is_empty()),
        ) {
            (true, _) => Some(tr("list.blank")),
            (_, false) => None,
            _ if solver.result.reply.with(Option::is_none) => Some(tr("list.loading")),
            _ if solver.result.summary(|summary| summary.totals.words) > 0 => {
                Some(tr("list.none-match"))
            }
            _ => Some(tr("list.none")),
        }
    };
    let has_commonness = move || solver.filter.commonness.with(Option::is_some);
    let indices = move || {
        let count = rows().len();
        let (from, to) = in_view.get();
        from.min(count)..to.min(count)
    };
    view! {
        <div class="list" class:has-commonness=has_commonness>
            <div class="list-table">
                <div class="list-head" id="solutions-head" role="row" aria-rowindex="1">
                    <SortHeader column=Column::Word key="list.word"/>
                    <SortHeader column=Column::Score key="list.score"/>
                    <SortHeader column=Column::Length key="list.length"/>
                    <Show when=has_commonness>
                        <SortHeader column=Column::Commonness key="list.commonness"/>
                    </Show>
                </div>
                // The grid is what has the focus and scrolls; its header stays in place above it.
                <div class="list-body" role="grid" id="solutions" node_ref=list tabindex="0"
                    aria-label=move || tr("solver.solutions") aria-owns="solutions-head"
                    aria-rowcount=move || (rows().len() + 1).to_string() aria-colcount=move || if has_commonness() { "4" } else { "3" }
                    aria-activedescendant=move || selected_index().map(|index| format!("solution-{index}"))
                    on:keydown=key on:scroll=move |_| measure()>
                    <div class="list-space" role="presentation"
                        style:height=move || format!("calc({} * var(--row-height))", rows().len())>
                        // A row that stays changes its text, which is faster than creating a new
                        // row.
                        <For each=indices key=|index| *index let:index>
                            <RowView index on_choose=move || choose(index)/>
                        </For>
                    </div>
                </div>
                <Show when=move || state().is_some()>
                    <p class="list-state">{state}</p>
                </Show>
            </div>
            <Show when=move || solver.result.is_searching.get()>
                <div class="searching" role="status">
                    <span>{move || tr("list.searching")}</span>
                    <button on:click=move |_| solver.stop()>{move || tr("list.stop")}</button>
                </div>
            </Show>
        </div>
    }
}

/// The height of a row in pixels, from the style sheet.
fn row_height_of(list: &web_sys::Element) -> Option<f64> {
    let style = window().get_computed_style(list).ok()??;
    let row = style.get_property_value("--row-height").ok()?;
    row.trim().strip_suffix("px")?.parse().ok()
}

/// A column header. A click sorts by the column; another click reverses the order.
#[component]
fn SortHeader(column: Column, key: &'static str) -> impl IntoView {
    let solver = SolverState::here();
    let order = move || solver.filter.order.get();
    let sort = move |_| {
        solver.filter.order.update(|order| {
            *order = Order {
                column,
                descending: match order.column == column {
                    true => !order.descending,
                    // Numbers start with the highest, words with A.
                    false => column != Column::Word,
                },
            };
        });
    };
    let sorted = move || match order() {
        Order { column: by, .. } if by != column => "none",
        Order {
            descending: true, ..
        } => "descending",
        Order {
            descending: false, ..
        } => "ascending",
    };
    view! {
        <div role="columnheader" aria-sort=sorted>
            <button on:click=sort>
                {move || tr(key)}
                <span class="sort" aria-hidden="true">
                    {move || match sorted() {
                        "descending" => "▾",
                        "ascending" => "▴",
                        _ => "",
                    }}
                </span>
            </button>
        </div>
    }
}

#[component]
fn RowView(index: usize, on_choose: impl Fn() + 'static) -> impl IntoView {
    let solver = SolverState::here();
    let row = Memo::new(move |_| solver.result.rows.with(|rows| rows.get(index).cloned()));
    let is_selected = move || {
        let is_it = |row: &SolutionRow| solver.selected.with(|it| it.as_ref() == Some(row));
        row.with(|row| row.as_ref().is_some_and(is_it))
    };
    let word = move || row.with(|row| row.as_ref().map(|row| row.word.clone()));
    let is_pangram = Memo::new(move |_| {
        let is_it = |row: &SolutionRow| {
            let tiles = solver.board.tiles.read();
            solver
                .board
                .view
                .with(|view| view.is_pangram(&tiles, &row.positions))
        };
        row.with(|row| row.as_ref().is_some_and(is_it))
    });
    let score = move || row.with(|row| row.as_ref().map(|row| number(row.score)));
    let length = move || row.with(|row| row.as_ref().map(|row| row.length));
    let commonness = move || {
        let size = row.with(|row| row.as_ref().and_then(|row| row.commonness))?;
        Some(match size {
            SolutionRow::RARE => tr("list.rare"),
            size => size.to_string(),
        })
    };
    view! {
        <div class="list-row" role="row" id=format!("solution-{index}")
            class:is-selected=is_selected
            aria-selected=move || is_selected().to_string()
            aria-rowindex=(index + 2).to_string()
            style:top=format!("calc({index} * var(--row-height))")
            on:click=move |_| on_choose()>
            <div role="gridcell">
                {word}
                {move || is_pangram.get().then(|| view! {
                    <span class="pangram" role="img" aria-label=tr("list.pangram")
                        title=tr("list.pangram")>" ★"</span>
                })}
            </div>
            <div role="gridcell">{score}</div>
            <div role="gridcell">{length}</div>
            {move || commonness().map(|text| view! { <div role="gridcell">{text}</div> })}
        </div>
    }
}
