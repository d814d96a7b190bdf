//! Choosing a game, and what it is played with. One press of the button starts a round.

use std::collections::BTreeSet;

use leptos::prelude::*;
use wgs_config::share_link::ShareLink;
use wgs_play::{Difficulty, Level, RoundGoal};

use super::board_picture::BoardPicture;
use super::play_options::{CLOCKS, PlayOptions};
use super::start_more::StartMore;
use super::state::{PlayState, game_names};
use crate::storage;
use crate::text::{tr, tr_count, tr_with};

/// The difficulties to choose from, with the keys of their texts.
const DIFFICULTIES: [(Option<Difficulty>, &str); 4] = [
    (None, "play.difficulty.any"),
    (Some(Difficulty::Easy), "play.difficulty.easy"),
    (Some(Difficulty::Medium), "play.difficulty.medium"),
    (Some(Difficulty::Hard), "play.difficulty.hard"),
];

/// The goals to choose from.
const GOALS: [(RoundGoal, &str); 2] = [
    (RoundGoal::Points, "play.goal.points"),
    (RoundGoal::FindEverything, "play.goal.everything"),
];

/// A level of the computer, as the page calls it.
pub fn level_name(level: Level) -> String {
    tr(&format!("play.level.{level}"))
}

/// A row of radio buttons that changes one of the options.
fn choices<T: Clone + PartialEq + Send + Sync + 'static>(
    play: PlayState,
    name: &'static str,
    values: Vec<(T, String)>,
    get: fn(&PlayOptions) -> &T,
    set: fn(&mut PlayOptions, T),
) -> impl IntoView {
    let choice = move |(value, text): (T, String)| {
        let (checked, chosen) = (value.clone(), value);
        view! {
            <label class="choice">
                <input type="radio" name=name
                    prop:checked=move || play.options.with(|options| *get(options) == checked)
                    on:change=move |_| {
                        play.options.update(|options| set(options, chosen.clone()));
                    }/>
                <span>{text}</span>
            </label>
        }
    };
    values.into_iter().map(choice).collect_view()
}

/// The page on which a round begins.
#[component]
pub fn StartPage() -> impl IntoView {
    let play = PlayState::here();
    let games = move || play.session.configuration.with(game_names);
    let choose = move |event| play.choose_game(event_target_value(&event));
    // The dictionaries that the browser has stored.
    let stored = RwSignal::new(Vec::new());
    Effect::new(move |_| {
        let missing: BTreeSet<String> = games()
            .iter()
            .filter_map(|game| play.session.missing_dictionary(game))
            .collect();
        leptos::task::spawn_local(async move {
            for name in missing {
                if storage::dictionary::get(&name).await.is_some() {
                    stored.update(|stored: &mut Vec<String>| stored.push(name));
                }
            }
        });
    });
    let option = move |game: String| {
        let (value, name) = (game.clone(), game.clone());
        let text = move || {
            let missing = play.session.missing_dictionary(&name);
            match missing.filter(|missing| stored.with(|stored| !stored.contains(missing))) {
                Some(_) => tr_with("play.no-dictionary", &[("game", &name)]),
                None => name.clone(),
            }
        };
        let is_chosen = move || play.options.with(|options| options.game == game);
        view! { <option value=value prop:selected=is_chosen>{text}</option> }
    };
    let own_clock = Memo::new(move |_| {
        let game = play.options.with(|options| options.game.clone());
        play.session.configuration.with(|it| it.seconds(&game))
    });
    let clocks = move || {
        let clock = |seconds: Option<u64>| match seconds {
            None => tr("play.clock.none"),
            Some(seconds) => tr_count("play.clock.minutes", seconds / 60),
        };
        let mut values = CLOCKS.to_vec();
        let own = own_clock.get();
        if !values.contains(&own) {
            values.push(own);
        }
        let values = values.into_iter().map(|seconds| (seconds, clock(seconds)));
        choices(
            play,
            "clock",
            values.collect(),
            |it| &it.clock,
            |it, clock| it.clock = clock,
        )
    };
    let difficulties = move || {
        let values = DIFFICULTIES.map(|(difficulty, key)| (difficulty, tr(key)));
        choices(
            play,
            "difficulty",
            values.to_vec(),
            |it| &it.difficulty,
            |it, difficulty| it.difficulty = difficulty,
        )
    };
    let goals = move || {
        let values = GOALS.map(|(goal, key)| (goal, tr(key)));
        choices(
            play,
            "goal",
            values.to_vec(),
            |it| &it.goal,
            |it, goal| it.goal = goal,
        )
    };
    let levels = move || {
        let levels = Level::ALL.map(|level| (Some(level), level_name(level)));
        let none = (None, tr("play.computer.none"));
        let levels = [none].into_iter().chain(levels);
        let option = move |(level, name): (Option<Level>, String)| {
            let value = level.map(|level| level.to_string()).unwrap_or_default();
            let is_chosen = move || play.options.with(|options| options.computer == level);
            view! { <option value=value prop:selected=is_chosen>{name}</option> }
        };
        levels.map(option).collect_view()
    };
    let choose_level = move |event| {
        let value = event_target_value(&event);
        let level = Level::ALL
            .into_iter()
            .find(|level| level.to_string() == value);
        play.options.update(|options| options.computer = level);
    };
    let check = move |id: &'static str,
                      key: &'static str,
                      get: fn(&PlayOptions) -> bool,
                      set: fn(&mut PlayOptions, bool)| {
        view! {
            <label class="check">
                <input type="checkbox" id=id prop:checked=move || play.options.with(get)
                    on:change=move |event| {
                        let is_on = event_target_checked(&event);
                        play.options.update(|options| set(options, is_on));
                    }/>
                <span>{move || tr(key)}</span>
            </label>
        }
    };
    // The player's side of Scrabblet: the computer lists the words of the letters entered.
    let list_words = move || {
        let share = ShareLink {
            game: play.options.with(|options| options.game.clone()),
            board: play.next.own_board.get(),
            ..ShareLink::default()
        };
        format!("solver.html#{}", share.encode().unwrap_or_default())
    };
    view! {
        <div class="start">
            <section class="start-now">
                <h1>{move || tr("play.title")}</h1>
                <p class="start-what">{move || tr("play.what")}</p>
                <label class="field">
                    <span>{move || tr("solver.game")}</span>
                    <select id="play-game" on:change=choose>
                        {move || games().into_iter().map(option).collect_view()}
                    </select>
                </label>
                <button class="primary start-button" id="start" on:click=move |_| play.start()
                    disabled=move || play.next.is_dealing.get()>
                    {move || match play.next.is_dealing.get() {
                        true => tr("play.dealing"),
                        false => tr("play.start"),
                    }}
                </button>
                <Show when=move || play.next.missing.with(Option::is_some)>
                    <div class="notice-inline" role="alert" id="missing-dictionary">
                        <p>{move || play.next.missing.with(|missing| {
                            let name = missing.as_ref().map_or("", |missing| &missing.name);
                            tr_with("play.missing-dictionary", &[("name", name)])
                        })}</p>
                        <label class="button">
                            <input class="unseen" type="file" on:change=move |event| {
                                let input: web_sys::HtmlInputElement = event_target(&event);
                                if let Some(file) = input.files().and_then(|files| files.item(0)) {
                                    play.open_dictionary(file);
                                }
                                input.set_value("");
                            }/>
                            {move || tr("play.choose-dictionary")}
                        </label>
                    </div>
                </Show>
            </section>
            <div class="start-side">
                <div class="start-picture"><BoardPicture/></div>
                <StartMore/>
            </div>
            <section class="start-options" aria-label=move || tr("play.options")>
                <fieldset class="choices">
                    <legend>{move || tr("play.clock")}</legend>
                    {clocks}
                </fieldset>
                <fieldset class="choices">
                    <legend>{move || tr("play.difficulty")}</legend>
                    {difficulties}
                </fieldset>
                <fieldset class="choices">
                    <legend>{move || tr("play.goal")}</legend>
                    {goals}
                </fieldset>
                <label class="field">
                    <span>{move || tr("play.computer")}</span>
                    <select id="computer" on:change=choose_level>{levels}</select>
                </label>
                <div class="start-checks">
                    {check("penalty", "play.penalty", |it| it.penalty, |it, is_on| it.penalty = is_on)}
                    {check("sound", "play.sound", |it| it.sound, |it, is_on| it.sound = is_on)}
                    {check(
                        "large-type",
                        "play.large-type",
                        |it| it.large_type,
                        |it, is_on| it.large_type = is_on,
                    )}
                </div>
                <details class="own-board">
                    <summary>{move || tr("play.own-board")}</summary>
                    <label class="field">
                        <span>{move || tr("play.own-board.help")}</span>
                        <input id="own-board" class="notation" autocomplete="off" spellcheck="false"
                            autocapitalize="characters"
                            prop:value=move || play.next.own_board.get()
                            on:input=move |event| play.next.own_board.set(event_target_value(&event))/>
                    </label>
                    <a class="button" id="list-words" href=list_words>{move || tr("play.list-words")}</a>
                </details>
            </section>
        </div>
    }
}
