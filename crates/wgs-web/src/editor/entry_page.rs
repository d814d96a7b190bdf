//! The page of an entry: its name, its commands, and a field for each of its keys.

use leptos::prelude::*;
use wgs_config::{DraftError, Key, Section};

use super::field::{EditedKey, Field};
use super::grid_designer::GridDesigner;
use super::problem_list::{Problems, problems};
use super::route::EditorRoute;
use super::state::{EditorState, go, section_name};
use super::toolbar::export_game;
use crate::engine_text::tr_message;
use crate::session::{Host, Session};
use crate::text::{tr, tr_with};

/// The keys of each generation method; all other keys belong to every method.
const METHODS: &[(&str, &[&str])] = &[
    ("Dice", &["DiceLetters", "ShuffleDice"]),
    (
        "LetterPropensity",
        &["PropensityLetters", "SampleWithoutReplacement"],
    ),
    ("WordList", &["WordListFile", "ShuffleLetters"]),
];

/// A group of keys with a title.
struct Group {
    title: &'static str,
    keys: &'static [&'static str],
}

/// The groups of the larger sections. Keys without a group come first.
fn groups(section: Section) -> &'static [Group] {
    const SCORING: &[Group] = &[
        Group {
            title: "editor.group.words",
            keys: &[
                "MinWordLength",
                "ShortWordLength",
                "ShortWordPoints",
                "ShortWordMultiplier",
            ],
        },
        Group {
            title: "editor.group.bonus",
            keys: &["MultiplyLengthBonus", "RoundBonusUp", "PangramBonus"],
        },
        Group {
            title: "editor.group.tiles",
            keys: &[
                "QIsQu",
                "QuLength",
                "WildCardPoints",
                "RandomBoardSize",
                "RequiredPositions",
            ],
        },
    ];
    const PREFERENCES: &[Group] = &[
        Group {
            title: "editor.group.page",
            keys: &[
                "ShowPattern",
                "ShowRandom",
                "ShowOptions",
                "ShowValid",
                "TileSize",
                "Font",
            ],
        },
        Group {
            title: "editor.group.commands",
            keys: &[
                "SolutionFormat",
                "AnalysisFormat",
                "SolutionPrefix",
                "SolutionSuffix",
            ],
        },
    ];
    const DICTIONARY: &[Group] = &[Group {
        title: "editor.group.spelling",
        keys: &[
            "Accents",
            "OwnLetters",
            "Language",
            "Eszett",
            "FinalForms",
            "Apostrophes",
            "Hyphens",
        ],
    }];
    match section {
        Section::ScoringRules => SCORING,
        Section::Preferences => PREFERENCES,
        Section::Dictionaries => DICTIONARY,
        _ => &[],
    }
}

/// The page of an entry.
#[component]
pub fn EntryPage(
    /// Its section.
    section: Section,
    /// Its name.
    entry: String,
) -> impl IntoView {
    let state = EditorState::here();
    let is_there = {
        let entry = entry.clone();
        Memo::new(move |_| {
            state
                .draft
                .with(|draft| draft.entry(section, &entry).is_some())
        })
    };
    let missing = {
        let entry = entry.clone();
        move || {
            view! {
                <h1 id="page-title" tabindex="-1">{entry.clone()}</h1>
                <p>{move || tr("editor.gone")}</p>
                <p><a href=EditorRoute::Section(section).address()>{move || section_name(section)}</a></p>
            }
        }
    };
    view! {
        <Show when=move || is_there.get() fallback=missing>
            <Form section entry=entry.clone()/>
        </Show>
    }
}

#[component]
fn Form(section: Section, entry: String) -> impl IntoView {
    let state = EditorState::here();
    let whole = {
        let entry = entry.clone();
        problems(state, move |draft| {
            draft.problems_of(section, &entry).cloned().collect()
        })
    };
    let edited = {
        let entry = entry.clone();
        move |key: &'static Key| EditedKey {
            section,
            entry: entry.clone(),
            key,
        }
    };
    let method = state.value(section, entry.clone(), "GenerationMethod");
    let is_shown = move |key: &'static Key| {
        if section != Section::LetterDistributions {
            return true;
        }
        let of = METHODS.iter().find(|(_, keys)| keys.contains(&key.name));
        of.is_none_or(|(of, _)| method.with(|method| method.as_ref().is_some_and(|it| it == of)))
    };
    let is_grouped = |name: &str| {
        groups(section)
            .iter()
            .any(|group| group.keys.contains(&name))
    };
    let is_designed = |name: &str| section == Section::Grids && matches!(name, "Tiles" | "Size");
    let keys = section.keys().iter();
    let first = keys.filter(|key| !is_grouped(key.name) && !is_designed(key.name));
    let first: Vec<_> = first
        .map(|key| {
            let edited = edited(key);
            view! { <Show when=move || is_shown(key)><Field edited=edited.clone()/></Show> }
        })
        .collect();
    let grouped = groups(section).iter().map(|group| {
        let keys = section
            .keys()
            .iter()
            .filter(|key| group.keys.contains(&key.name));
        let fields: Vec<_> = keys
            .map(|key| view! { <Field edited=edited(key)/> })
            .collect();
        view! {
            <section class="group">
                <h2>{move || tr(group.title)}</h2>
                {fields}
            </section>
        }
    });
    let grouped: Vec<_> = grouped.collect();
    let names_files = section
        .keys()
        .iter()
        .any(|key| matches!(key.name, "Path" | "WordListFile"));
    let designer =
        (section == Section::Grids).then(|| view! { <GridDesigner entry=entry.clone()/> });
    view! {
        <EntryHead section entry=entry.clone()/>
        <Problems id="entry-problems".to_owned() of=whole/>
        {names_files.then(|| view! { <PathRule/> })}
        {designer}
        {first}
        {grouped}
    }
}

/// Which files the entry may name, if a server saves it.
#[component]
fn PathRule() -> impl IntoView {
    let session = Session::here();
    let name = move || {
        let file = |host: &Host| host.file.as_ref().map(|file| file.name.clone());
        session.host.with(file)
    };
    move || {
        name().map(|name| {
            view! {
                <p class="hint" id="path-rule">{tr_with("editor.path-rule", &[("name", &name)])}</p>
            }
        })
    }
}

/// The name of an entry, and the commands to copy and remove it.
#[component]
fn EntryHead(section: Section, entry: String) -> impl IntoView {
    let state = EditorState::here();
    let rename_error = RwSignal::new(None::<DraftError>);
    let using_games = RwSignal::new(None::<Vec<String>>);
    let rename = {
        let entry = entry.clone();
        move |event| {
            let to = event_target_value(&event).trim().to_owned();
            let mut result = Ok(());
            state
                .draft
                .update(|draft| result = draft.rename(section, &entry, &to));
            match result {
                Ok(()) if to != entry => {
                    if section == Section::Dictionaries {
                        state.session().rename_dictionary(&entry, &to);
                    }
                    state.outcome.set(None);
                    state.target.set_value(Some("entry-name".to_owned()));
                    go(&EditorRoute::Entry(section, to));
                }
                Ok(()) => rename_error.set(None),
                Err(error) => rename_error.set(Some(error)),
            }
        }
    };
    let remove = {
        let entry = entry.clone();
        move || {
            let games = state.change(|draft| draft.remove(section, &entry));
            if games.is_some() {
                let text = untrack(|| tr_with("editor.removed", &[("name", &entry)]));
                state.session().announce(text);
                go(&EditorRoute::Section(section));
            }
        }
    };
    let confirm_remove = {
        let (entry, remove) = (entry.clone(), remove.clone());
        move |_| {
            let games = state
                .draft
                .with_untracked(|draft| draft.references(section, &entry));
            match games.is_empty() {
                true => remove(),
                false => using_games.set(Some(games)),
            }
        }
    };
    let copy = {
        let entry = entry.clone();
        move |_| state.copy(section, &entry)
    };
    let export = (section == Section::GameRules).then(|| {
        let entry = entry.clone();
        view! {
            <button id="export-game" on:click=move |_| export_game(state, &entry)>
                {move || tr("editor.export-game")}
            </button>
        }
    });
    let used_by = {
        let entry = entry.clone();
        Memo::new(move |_| state.draft.with(|draft| draft.references(section, &entry)))
    };
    let game_link = |game: String| {
        let address = EditorRoute::Entry(Section::GameRules, game.clone()).address();
        view! { <li><a href=address>{game}</a></li> }
    };
    let confirmation = move || {
        let remove = remove.clone();
        using_games.get().map(|games| view! {
            <div class="question" role="alertdialog" aria-labelledby="remove-question">
                <p id="remove-question">
                    {tr_with("editor.remove-used", &[("games", &games.join(", "))])}
                </p>
                <button id="remove-anyway" on:click=move |_| remove()>{tr("editor.remove-anyway")}</button>
                <button class="quiet" id="remove-keep" on:click=move |_| using_games.set(None)>{tr("editor.keep")}</button>
            </div>
        })
    };
    view! {
        <p class="trail"><a href=EditorRoute::Section(section).address()>{move || section_name(section)}</a></p>
        <div class="form-head">
            <h1 id="page-title" tabindex="-1">{entry.clone()}</h1>
            <div class="form-tools">
                {export}
                <button id="copy-entry" on:click=copy>{move || tr("editor.copy")}</button>
                <button id="remove-entry" on:click=confirm_remove>{move || tr("editor.remove")}</button>
            </div>
        </div>
        {confirmation}
        <div class="key" class:is-wrong=move || rename_error.with(Option::is_some)>
            <label class="key-name" for="entry-name">{move || tr("editor.name")}</label>
            <input id="entry-name" type="text" autocomplete="off" prop:value=entry.clone()
                aria-describedby="entry-name-refused" on:change=rename/>
            <p class="wrong" id="entry-name-refused" role="alert">{move || rename_error.get().map(|error| tr_message(&error))}</p>
        </div>
        <Show when=move || used_by.with(|games| !games.is_empty())>
            <div class="used-by">
                <span class="hint">{move || tr("editor.used-by")}</span>
                <ul>{move || used_by.get().into_iter().map(game_link).collect_view()}</ul>
            </div>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_methods_name_keys_that_exist() {
        for section in Section::ALL {
            let names: Vec<&str> = section.keys().iter().map(|key| key.name).collect();
            for key in groups(section).iter().flat_map(|group| group.keys) {
                assert!(names.contains(key), "{} has no {key}", section.name());
            }
        }
        let names = Section::LetterDistributions
            .keys()
            .iter()
            .map(|key| key.name);
        let names: Vec<&str> = names.collect();
        for key in METHODS.iter().flat_map(|(_, keys)| *keys) {
            assert!(names.contains(key), "{key}");
        }
    }
}
