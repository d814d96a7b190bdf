//! The tables of records: a card for each game and grid, with a list for each goal.

use leptos::prelude::*;
use wgs_app::reply::RecordSource;
use wgs_engine::Count;
use wgs_records::hunt::HuntGoal;

use super::record_list::{RecordFilter, RecordGroup, RecordId, RecordList};
use super::record_text::{facts, goal_name, size_text, value_text};
use super::selected_record::show_stage;
use super::small_board::{SmallBoard, sized_view};
use crate::play::state::PlayState;
use crate::text::{tr, tr_count};

/// All records that are listed.
#[component]
pub fn RecordTables() -> impl IntoView {
    let list = RecordList::here();
    view! {
        <section class="record-tables" aria-labelledby="record-tables-title">
            <div class="record-tools">
                <h2 id="record-tables-title">{move || tr("record.all")}</h2>
                <Filters/>
            </div>
            <Show when=move || list.listed.with(Vec::is_empty)>
                <p class="hint" id="no-records">{move || tr("record.none-listed")}</p>
            </Show>
            <div class="record-groups" id="records">
                <For each=move || list.groups() key=RecordGroup::clone
                    children=|group| view! { <GroupCard group/> }/>
            </div>
        </section>
    }
}

/// The choices of a game and a dictionary, and of boards that dice can produce.
#[component]
fn Filters() -> impl IntoView {
    let list = RecordList::here();
    let filter = list.filter;
    let choice = move |id: &'static str,
                       label: &'static str,
                       all: &'static str,
                       names: Memo<Vec<String>>,
                       set: fn(&mut RecordFilter, Option<String>)| {
        let option = |name: String| view! { <option value=name.clone()>{name.clone()}</option> };
        view! {
            <Show when=move || { names.with(Vec::len) > 1 }>
                <label class="field">
                    <span>{move || tr(label)}</span>
                    <select id=id on:change=move |event| {
                        let name = Some(event_target_value(&event)).filter(|it| !it.is_empty());
                        filter.update(|filter| set(filter, name));
                    }>
                        <option value="">{move || tr(all)}</option>
                        {move || names.get().into_iter().map(option).collect_view()}
                    </select>
                </label>
            </Show>
        }
    };
    let games = Memo::new(move |_| list.names(|record| &record.game));
    let dictionaries = Memo::new(move |_| list.names(|record| &record.dictionary));
    view! {
        <div class="record-filters">
            {choice("record-game", "solver.game", "play.statistics.all", games,
                |filter, game| filter.game = game)}
            {choice("record-dictionary", "record.dictionary", "record.all-dictionaries", dictionaries,
                |filter, dictionary| filter.dictionary = dictionary)}
            <Show when=move || list.has_unrollable()>
                <label class="check">
                    <input type="checkbox" id="record-rollable"
                        prop:checked=move || filter.with(|filter| filter.is_rollable)
                        on:change=move |event| {
                            let is_on = event_target_checked(&event);
                            filter.update(|filter| filter.is_rollable = is_on);
                        }/>
                    <span>{move || tr("record.only-rollable")}</span>
                </label>
            </Show>
        </div>
    }
}

/// The records of a game on a grid.
#[component]
fn GroupCard(group: RecordGroup) -> impl IntoView {
    let list = RecordList::here();
    let group = StoredValue::new(group);
    let goals = move || group.with_value(|group| list.goals(group));
    view! {
        <article class="card record-group">
            <h3>
                {group.with_value(|group| group.game.clone())}" "
                <small>{move || group.with_value(size_text)}</small>
            </h3>
            <For each=goals key=|goal| *goal
                children=move |goal| view! { <GoalRows group goal/> }/>
        </article>
    }
}

/// The records of a game on a grid for a goal.
#[component]
fn GoalRows(group: StoredValue<RecordGroup>, goal: HuntGoal) -> impl IntoView {
    let list = RecordList::here();
    let ids = move || group.with_value(|group| list.ids(group, goal));
    view! {
        <section class="record-goal">
            <h4>{move || goal_name(goal)}</h4>
            <ul>
                <For each=ids key=RecordId::clone children=|id| view! { <RecordRow id/> }/>
            </ul>
        </section>
    }
}

/// A record: its board, its value, and what it was found with.
#[component]
fn RecordRow(id: RecordId) -> impl IntoView {
    let (play, list) = (PlayState::here(), RecordList::here());
    let reply = {
        let id = id.clone();
        Memo::new(move |_| list.record(&id))
    };
    let is_selected = {
        let id = id.clone();
        Memo::new(move |_| {
            let selected = list.selected.get();
            selected.is_some_and(|it| RecordId::of(&it.record) == id)
        })
    };
    let board = Memo::new(move |_| {
        let record = &reply.get()?.record;
        Some((record.game.clone(), record.size(), record.board.clone()))
    });
    let picture = move || {
        let (game, size, board) = board.get()?;
        let catalogue = play.session.configuration.with(|it| it.catalogue.clone());
        let view = sized_view(&catalogue, &game, size);
        Some(view! { <SmallBoard view board/> })
    };
    let value = move || {
        let record = &reply.get()?.record;
        Some(value_text(record.goal, record.value()))
    };
    // The other number: words of a board with many points, and points of one with many words.
    let other = move || {
        let record = &reply.get()?.record;
        Some(match record.goal.count() {
            Count::Points => tr_count("solver.words", record.words),
            _ => tr_count("solver.points", record.points),
        })
    };
    let is_own = move || {
        reply
            .get()
            .is_some_and(|it| it.source == RecordSource::Local)
    };
    let press = move |_| {
        list.select(id.clone());
        show_stage();
    };
    view! {
        <li class="record-row" class:is-selected=move || is_selected.get()>
            <button on:click=press aria-pressed=move || is_selected.get().to_string()>
                <span class="record-picture">{picture}</span>
                <span class="record-figures">
                    <b class="record-value">{value}</b>
                    <span class="record-other">{other}</span>
                    <Show when=is_own><span class="tag">{move || tr("record.own")}</span></Show>
                </span>
                <span class="record-facts">{move || reply.get().map(|reply| facts(&reply))}</span>
            </button>
        </li>
    }
}
