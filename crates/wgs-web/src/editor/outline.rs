//! The navigation of the editor: the sections, and the entries of the current one.

use leptos::prelude::*;
use wgs_config::{Section, Severity};

use super::preview::users;
use super::problem_list::SeverityMark;
use super::route::EditorRoute;
use super::state::{EditorState, section_name};
use super::toolbar::{chosen_file, import_games};
use crate::text::tr;

/// The sections, the most used first.
pub const SECTIONS: [Section; 6] = [
    Section::GameRules,
    Section::Grids,
    Section::ScoringRules,
    Section::LetterDistributions,
    Section::Dictionaries,
    Section::Preferences,
];

/// The navigation of the editor.
#[component]
pub fn Outline(
    /// The current page.
    route: EditorRoute,
) -> impl IntoView {
    let state = EditorState::here();
    let current = |here: bool| here.then_some("page");
    let is_text = route == EditorRoute::Text;
    let sections = SECTIONS.map(|section| {
        let entries = state.entries(section);
        let worst = move || {
            let worst = entries.with(|entries| entries.iter().filter_map(|(_, it)| *it).min());
            worst.map(|severity: Severity| view! { <SeverityMark severity/> })
        };
        let is_open = route.section() == Some(section);
        let is_here = route == EditorRoute::Section(section);
        let route = route.clone();
        view! {
            <li class="outline-section" class:is-open=is_open>
                <a href=EditorRoute::Section(section).address() aria-current=current(is_here)
                    id=format!("section-{}", section.name())>
                    <span class="outline-name">{move || section_name(section)}</span>
                    {worst}
                    <span class="count">{move || entries.with(Vec::len)}</span>
                </a>
                {is_open.then(|| view! { <EntryLinks section route/> })}
            </li>
        }
    });
    view! {
        <nav class="outline" aria-label=move || tr("editor.outline")>
            <ul>
                {sections.collect_view()}
                <li class="outline-section">
                    <a href=EditorRoute::Text.address() id="section-text" aria-current=current(is_text)>
                        <span class="outline-name">{move || tr("editor.text")}</span>
                    </a>
                </li>
            </ul>
        </nav>
    }
}

/// The entries of a section.
#[component]
fn EntryLinks(section: Section, route: EditorRoute) -> impl IntoView {
    let state = EditorState::here();
    let entries = state.entries(section);
    let item = move |(name, severity): (String, Option<Severity>)| {
        let there = EditorRoute::Entry(section, name.clone());
        let current = (there == route).then_some("page");
        view! {
            <li>
                <a href=there.address() aria-current=current>
                    <span class="outline-name">{name}</span>
                    {severity.map(|severity| view! { <SeverityMark severity/> })}
                </a>
            </li>
        }
    };
    view! {
        <ul class="entry-links">
            {move || entries.get().into_iter().map(item.clone()).collect_view()}
            <li>
                <button class="link" id="add-entry-outline" on:click=move |_| state.add(section)>
                    {move || format!("+ {}", tr("editor.add"))}
                </button>
            </li>
        </ul>
    }
}

/// The page of a section: what it is for, and its entries with the games that use them.
#[component]
pub fn SectionPage(
    /// The section.
    section: Section,
) -> impl IntoView {
    let state = EditorState::here();
    let entries = state.entries(section);
    let detail = move |name: &str| {
        state.draft.with(|draft| match section {
            Section::GameRules => {
                let parts = section.keys().iter();
                let parts = parts.filter_map(|key| draft.value(section, name, key.name)?.as_str());
                parts.collect::<Vec<_>>().join(" · ")
            }
            section => {
                let games = users(draft, section, name);
                match games.is_empty() {
                    true => tr("editor.unused"),
                    false => games.join(", "),
                }
            }
        })
    };
    let item = move |(name, severity): (String, Option<Severity>)| {
        let address = EditorRoute::Entry(section, name.clone()).address();
        let detail = detail(&name);
        view! {
            <li>
                <a class="entry-card" href=address>
                    <span class="entry-card-name">
                        {name}
                        {severity.map(|severity| view! { <SeverityMark severity/> })}
                    </span>
                    <span class="hint">{detail}</span>
                </a>
            </li>
        }
    };
    let import = (section == Section::GameRules).then(|| {
        let chosen = move |event: leptos::ev::Event| {
            if let Some(file) = chosen_file(&event) {
                import_games(state, file);
            }
        };
        view! {
            <label class="link">
                <input class="unseen" type="file" id="import-game" accept=".json,.jsonc,.txt,application/json"
                    on:change=chosen/>
                {move || tr("editor.import-game")}
            </label>
        }
    });
    view! {
        <div class="form-head">
            <h1 id="page-title" tabindex="-1">{move || section_name(section)}</h1>
            <button class="primary" id="add-entry" on:click=move |_| state.add(section)
                disabled=move || state.draft.with(|draft| draft.editable().is_err())>
                {move || tr("editor.add")}
            </button>
        </div>
        <p class="hint lead">{move || tr(&format!("editor.about.{}", section.name()))}</p>
        {import}
        <ul class="entry-cards">
            {move || entries.get().into_iter().map(item).collect_view()}
        </ul>
    }
}
