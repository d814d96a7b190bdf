//! Records: the best boards that are known for each game and goal, each with its words and paths, and
//! the hunts that look for better ones.
//!
//! | module | what it holds |
//! |---|---|
//! | [`record_list`] | the records and hunts that the page knows, and which of them are listed |
//! | [`selected_record`] | one record with its board, its words and its figures |
//! | [`record_table`] | the tables of all records |
//! | [`hunt_panel`] | running hunts |
//! | [`small_board`] | a board as a small picture |
//! | [`record_text`] | records in words |

pub mod hunt_panel;
pub mod record_list;
pub mod record_table;
pub mod record_text;
pub mod selected_record;
pub mod small_board;

use leptos::prelude::*;

use super::state::PlayState;
use crate::text::tr;
use hunt_panel::HuntPanel;
use record_list::{RecordList, RecordOrigin};
use record_table::RecordTables;
use selected_record::SelectedRecord;

/// The page of records.
#[component]
pub fn RecordPage() -> impl IntoView {
    let play = PlayState::here();
    let game = play.options.with_untracked(|options| options.game.clone());
    let list = RecordList::new(play.session, game);
    provide_context(list);
    let has_selected = Memo::new(move |_| list.selected.with(Option::is_some));
    // The stage stays where it is while filters leave out all records.
    let is_empty = Memo::new(move |_| list.is_empty());
    let is_loading = move || list.origin.get() == RecordOrigin::Loading;
    let state = move || match list.origin.get() {
        RecordOrigin::Loading => String::new(),
        RecordOrigin::Nowhere => tr("record.load-failed"),
        RecordOrigin::Server | RecordOrigin::LostServer | RecordOrigin::File => tr("record.none"),
    };
    view! {
        <div class="record-page">
            <div class="after-head">
                <h1>{move || tr("record.title")}</h1>
                <a class="button quiet" href="#">{move || tr("play.back")}</a>
            </div>
            <p class="hint record-what">{move || tr("record.what")}</p>
            <Show when=is_loading>
                <p class="hint record-loading">{move || tr("record.loading")}</p>
            </Show>
            <div class="record-stage" class:is-loading=is_loading>
                <Show when=move || has_selected.get() fallback=move || view! {
                    <p class="hint record-state" id="record-state">{move || match is_empty.get() {
                        true => state(),
                        false => tr("record.none-listed"),
                    }}</p>
                }>
                    <SelectedRecord/>
                </Show>
                <HuntPanel/>
            </div>
            <Show when=move || !is_empty.get()><RecordTables/></Show>
        </div>
    }
}
