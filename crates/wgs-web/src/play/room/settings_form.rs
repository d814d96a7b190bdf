//! The settings of a room, as a form: for a new room, and for its owner between rounds.

use leptos::prelude::*;
use wgs_play::Penalty;
use wgs_play::room::{Dealing, RoomSettings, Scoring};
use wgs_play::{Difficulty, Level};

use super::room_text;
use super::rooms::{RoomGame, Rooms};
use super::state::seconds_text;
use crate::play::start_page::level_name;
use crate::play::state::PlayState;
use crate::text::{tr, tr_with};

/// The times to choose from, in seconds.
const SECONDS: [u32; 5] = [60, 120, 180, 300, 600];

/// The time in seconds for games that have no limit of their own. Rounds in rooms need one.
const NO_LIMIT: u32 = 600;

/// The numbers of rounds to choose from.
const ROUNDS: [u32; 5] = [1, 2, 3, 5, 10];

/// The numbers of players to choose from.
const PLAYERS: [u32; 6] = [2, 4, 8, 16, 30, RoomSettings::MAX_PLAYERS];

/// A list of options that changes one of the settings. Those that are disabled cannot be chosen.
fn list<T: Clone + PartialEq + Send + Sync + 'static>(
    id: &'static str,
    key: &'static str,
    values: Vec<(T, String)>,
    disabled: Vec<T>,
    settings: Signal<RoomSettings>,
    get: fn(&RoomSettings) -> T,
    change: impl Fn(T) + Send + Sync + 'static,
) -> impl IntoView {
    let mut values = values;
    // A value that is not among the usual ones is kept.
    let now = settings.with_untracked(get);
    if !values.iter().any(|(value, _)| *value == now) {
        values.push((now, "…".to_owned()));
    }
    let options: Vec<_> = values
        .iter()
        .cloned()
        .enumerate()
        .map(|(index, (value, text))| {
            let disabled = disabled.contains(&value);
            let is_chosen = move || settings.with(|settings| get(settings) == value);
            view! {
                <option value=index.to_string() disabled=disabled prop:selected=is_chosen>{text}</option>
            }
        })
        .collect();
    let choose = move |event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        if let Some((value, _)) = index.and_then(|index| values.get(index)) {
            change(value.clone());
        }
    };
    view! {
        <label class="field">
            <span>{tr(key)}</span>
            <select id=id on:change=choose>{options}</select>
        </label>
    }
}

/// The settings of a room, to be changed.
#[component]
pub fn SettingsForm(
    /// The settings as they are.
    settings: Signal<RoomSettings>,
    /// Receives the settings with a change.
    on_change: Callback<RoomSettings>,
    /// Whether the server lists public rooms.
    lists_rooms: Signal<bool>,
) -> impl IntoView {
    let (play, rooms) = (PlayState::here(), Rooms::here());
    let change = move |change: &dyn Fn(&mut RoomSettings)| {
        let mut changed = settings.get_untracked();
        change(&mut changed);
        on_change.run(changed);
    };
    let check = move |id: &'static str,
                      key: &'static str,
                      get: fn(&RoomSettings) -> bool,
                      set: fn(&mut RoomSettings, bool)| {
        view! {
            <label class="check">
                <input type="checkbox" id=id prop:checked=move || settings.with(get)
                    on:change=move |event| {
                        let is_on = event_target_checked(&event);
                        change(&|settings| set(settings, is_on));
                    }/>
                <span>{tr(key)}</span>
            </label>
        }
    };
    Effect::new(move |_| rooms.load_games());
    let lists = move || {
        let known = rooms.games.get().unwrap_or_default();
        let text = |game: &RoomGame| match game.is_playable {
            true => game.game.clone(),
            false => tr_with("play.no-dictionary", &[("game", &game.game)]),
        };
        let mut games: Vec<_> = known.iter().map(|it| (it.game.clone(), text(it))).collect();
        // Until the server has said what it has, and in a room whose game it has no more.
        let now = settings.with_untracked(|settings| settings.game.clone());
        let is_known = games.iter().any(|(game, _)| *game == now);
        if !is_known {
            games.push((now.clone(), now));
        }
        let unplayable = known.into_iter().filter(|it| !it.is_playable);
        let unplayable: Vec<String> = unplayable.map(|it| it.game).collect();
        let difficulties = [
            (None, "any"),
            (Some(Difficulty::Easy), "easy"),
            (Some(Difficulty::Medium), "medium"),
            (Some(Difficulty::Hard), "hard"),
        ];
        let difficulties = difficulties
            .map(|(difficulty, key)| (difficulty, tr(&format!("play.difficulty.{key}"))));
        let scorings = [Scoring::Classic, Scoring::Individual, Scoring::Cooperative];
        let scorings = scorings.map(|scoring| (scoring, room_text::scoring(scoring)));
        let dealings = [
            (Dealing::Server, tr("room.dealing.server")),
            (Dealing::Member, tr("room.dealing.member")),
        ];
        let players = PLAYERS.map(|players| (players, players.to_string()));
        view! {
            {list("room-game", "solver.game", games, unplayable, settings, |it| it.game.clone(),
                move |game| change(&|it| {
                    it.game.clone_from(&game);
                    let seconds = play.session.configuration.with_untracked(|it| it.seconds(&game));
                    it.seconds = seconds.map_or(NO_LIMIT, |seconds| seconds as u32);
                }))}
            {list("room-seconds", "room.time", SECONDS.map(|n| (n, seconds_text(n))).to_vec(), Vec::new(), settings,
                |it| it.seconds, move |seconds| change(&|it| it.seconds = seconds))}
            {list("room-rounds", "room.rounds", ROUNDS.map(|n| (n, n.to_string())).to_vec(), Vec::new(), settings,
                |it| it.rounds, move |rounds| change(&|it| it.rounds = rounds))}
            {list("room-scoring", "room.scoring", scorings.to_vec(), Vec::new(), settings,
                |it| it.scoring, move |scoring| change(&|it| it.scoring = scoring))}
            {list("room-difficulty", "play.difficulty", difficulties.to_vec(), Vec::new(), settings,
                |it| it.difficulty, move |difficulty| change(&|it| it.difficulty = difficulty))}
            {list("room-dealing", "room.dealing", dealings.to_vec(), Vec::new(), settings,
                |it| it.dealing, move |dealing| change(&|it| it.dealing = dealing))}
            {list("room-players", "room.max-players", players.to_vec(), Vec::new(), settings,
                |it| it.max_players, move |players| change(&|it| it.max_players = players))}
        }
    };
    let add_computer = move |event: leptos::ev::Event| {
        let select: web_sys::HtmlSelectElement = event_target(&event);
        let level = Level::ALL
            .into_iter()
            .find(|level| level.to_string() == select.value());
        select.set_value("");
        if let Some(level) = level {
            change(&|it| it.computers.push(level));
        }
    };
    let computer = move |(index, level): (usize, Level)| {
        let name = level_name(level);
        let label = tr_with("room.remove-computer", &[("name", &name)]);
        view! {
            <button type="button" class="room-computer" aria-label=label
                on:click=move |_| change(&|it| {
                    if index < it.computers.len() {
                        it.computers.remove(index);
                    }
                })>
                <span>{name}</span><span aria-hidden="true">"×"</span>
            </button>
        }
    };
    let computers = move || {
        let computers = settings.with(|settings| settings.computers.clone());
        computers
            .into_iter()
            .enumerate()
            .map(computer)
            .collect_view()
    };
    let can_add = move || settings.with(|it| it.computers.len() < RoomSettings::MAX_COMPUTERS);
    view! {
        <div class="room-settings">
            <div class="room-lists">{lists}</div>
            <p class="hint">{move || tr(match settings.with(|it| it.scoring) {
                Scoring::Classic => "room.scoring.classic-what",
                Scoring::Individual => "room.scoring.individual-what",
                Scoring::Cooperative => "room.scoring.cooperative-what",
            })}</p>
            <div class="room-computers">
                {computers}
                <Show when=can_add>
                    <select id="room-add-computer" aria-label=move || tr("room.add-computer")
                        on:change=add_computer>
                        <option value="">{move || tr("room.add-computer")}</option>
                        {move || Level::ALL.map(|level| view! {
                            <option value=level.to_string()>{level_name(level)}</option>
                        })}
                    </select>
                </Show>
            </div>
            <div class="start-checks">
                {check("room-penalty", "play.penalty", |it| it.penalty.is_some(),
                    |it, is_on| it.penalty = is_on.then(Penalty::default))}
                {check("room-rated", "room.is-rated", |it| it.is_rated, |it, is_on| it.is_rated = is_on)}
                {check("room-chat", "room.has-chat", |it| it.has_chat, |it, is_on| it.has_chat = is_on)}
                <Show when=move || lists_rooms.get()>
                    {check("room-public", "room.is-public", |it| it.is_public,
                        |it, is_on| it.is_public = is_on)}
                </Show>
            </div>
        </div>
    }
}
