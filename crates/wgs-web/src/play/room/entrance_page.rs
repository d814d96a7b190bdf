//! The way into a room: by a link, by its code, from the public list, or as a new room.

use leptos::prelude::*;
use wgs_play::Date;
use wgs_play::room::{MAX_NAME, RoomCode, RoomSettings};

use super::identity;
use super::room_text::spaced;
use super::rooms::{HistoryRound, Invitation, PublicRoom, Rooms, playable_game};
use super::settings_form::SettingsForm;
use super::state::{RoomState, seconds_text};
use crate::page;
use crate::play::round_page::signed_in;
use crate::play::today::date_text;
use crate::storage;
use crate::text::{number, tr, tr_count, tr_with};

/// The key that the browser stores the settings of the last new room under.
const SETTINGS: &str = "room.settings";

/// The number of rounds of the history that are shown.
const HISTORY_SHOWN: usize = 8;

/// The day of a time in milliseconds since 1970.
fn date_of(time: u64) -> String {
    let date = js_sys::Date::new(&(time as f64).into());
    let day = Date::new(date.get_full_year(), date.get_month() + 1, date.get_date());
    day.map(date_text).unwrap_or_default()
}

/// The field for the player's name.
#[component]
fn NameField(name: RwSignal<String>) -> impl IntoView {
    view! {
        <label class="field">
            <span>{move || tr("play.challenge.name")}</span>
            <input id="room-name" maxlength=MAX_NAME.to_string() autocomplete="nickname"
                prop:value=move || name.get()
                on:input=move |event| {
                    let written = event_target_value(&event);
                    identity::set_name(&written);
                    name.set(written);
                }/>
        </label>
    }
}

/// The field for the code of a room, or for its link. A code that leads nowhere stays in the field.
#[component]
fn CodeForm(
    /// What stands in the field at first.
    #[prop(optional)]
    code: String,
    /// Receives the code of a room that exists.
    on_code: Callback<RoomCode>,
) -> impl IntoView {
    let rooms = Rooms::here();
    let code = RwSignal::new(code);
    // The key of the text that says what is wrong.
    let problem = RwSignal::new(None::<&str>);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        // A whole link may be pasted too.
        let written = code.get_untracked();
        let written = written.rsplit("room=").next().unwrap_or_default().trim();
        let Ok(code) = written.parse::<RoomCode>() else {
            return problem.set(Some("room.code-wrong"));
        };
        problem.set(None);
        leptos::task::spawn_local(async move {
            if rooms.invitation(code).await != Invitation::NoRoom {
                return on_code.run(code);
            }
            let _ = problem.try_set(Some("room.no-room"));
        });
    };
    view! {
        <form class="challenge-fields" on:submit=submit aria-label=move || tr("room.enter")>
            <label class="field grow">
                <span>{move || tr("room.code")}</span>
                <input id="room-code-field" class="notation" autocomplete="off"
                    spellcheck="false" autocapitalize="characters"
                    aria-invalid=move || problem.get().is_some().to_string()
                    aria-describedby="room-code-wrong"
                    prop:value=move || code.get()
                    on:input=move |event| code.set(event_target_value(&event))/>
            </label>
            <button id="join">{move || tr("room.join")}</button>
        </form>
        <p class="wrong" id="room-code-wrong" role="status">{move || problem.get().map(tr)}</p>
    }
}

/// The page for a player who follows the link of a room.
#[component]
pub fn JoinPage() -> impl IntoView {
    let room = RoomState::here();
    let rooms = Rooms::here();
    let name = RwSignal::new(identity::name());
    let invitation = RwSignal::new(Invitation::Unknown);
    // The page asks its host for the address of the API first.
    let has_api = Memo::new(move |_| room.play.session.host.with(|host| host.api.is_some()));
    Effect::new(move |_| {
        let (true, Some(code)) = (has_api.get(), room.code.get()) else {
            return;
        };
        leptos::task::spawn_local(async move {
            let found = rooms.invitation(code).await;
            if room.code.try_get_untracked() == Some(Some(code)) {
                let _ = invitation.try_set(found);
            }
        });
    });
    let code = move || room.code.get().map(|code| spaced(code.as_str()));
    let is_room = Memo::new(move |_| invitation.with(|it| *it != Invitation::NoRoom));
    let title = move || match invitation.get() {
        Invitation::Room(PublicRoom {
            owner: Some(owner), ..
        }) => tr_with("room.invites", &[("name", &owner)]),
        Invitation::NoRoom => tr("room.no-room"),
        _ => tr("room.invited"),
    };
    let facts = move || match invitation.get() {
        Invitation::Room(found) => facts(&found),
        _ => Vec::new(),
    };
    let is_playing =
        move || invitation.with(|it| matches!(it, Invitation::Room(found) if found.is_playing));
    let join = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(code) = room.code.get_untracked() {
            room.join(code, false);
        }
    };
    let open = Callback::new(move |code: RoomCode| {
        page::set_fragment(&format!("room={code}"));
        room.open(code);
    });
    view! {
        <div class="after room-join">
            <h1 id="invitation">{title}</h1>
            {move || match is_room.get() {
                true => view! {
                    <p class="room-code">{code}</p>
                    <ul class="room-facts" id="invitation-facts">
                        {move || facts().into_iter().map(|it| view! { <li>{it}</li> }).collect_view()}
                    </ul>
                    <Show when=is_playing><p>{move || tr("room.next-round")}</p></Show>
                    <form class="room-form" on:submit=join aria-label=move || tr("room.join")>
                        <NameField name/>
                        <button class="primary start-button" id="join">{move || tr("room.join")}</button>
                    </form>
                }
                .into_any(),
                false => view! { <CodeForm code=untrack(code).unwrap_or_default() on_code=open/> }
                    .into_any(),
            }}
            <div class="card-buttons">
                <Show when=move || is_room.get()>
                    <button class="quiet" id="join-watch" on:click=move |_| {
                        if let Some(code) = room.code.get_untracked() {
                            room.join(code, true);
                        }
                    }>{move || tr("room.join-watch")}</button>
                </Show>
                <a class="button quiet" href="#/rooms">{move || tr("play.challenge.decline")}</a>
            </div>
        </div>
    }
}

/// The game of a room, the time of a round, and how many people are there.
fn facts(room: &PublicRoom) -> Vec<String> {
    let values = [
        ("n", number(room.players.into())),
        ("most", number(room.max_players.into())),
    ];
    let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
    vec![
        room.game.clone(),
        seconds_text(room.seconds),
        tr_with("room.players-of", &values),
    ]
}

/// The page for creating a room, or choosing one.
#[component]
pub fn RoomsPage() -> impl IntoView {
    let room = RoomState::here();
    let rooms = Rooms::here();
    Effect::new(move |_| rooms.load());
    let name = RwSignal::new(identity::name());
    let stored = storage::get_json::<RoomSettings>(SETTINGS).unwrap_or_else(|| RoomSettings {
        game: room
            .play
            .options
            .with_untracked(|options| options.game.clone()),
        ..RoomSettings::default()
    });
    let settings = RwSignal::new(stored);
    let on_change = Callback::new(move |changed| settings.set(changed));
    // A game that only this browser has, or had, cannot be played there.
    Effect::new(move |_| {
        let games = rooms.games.get()?;
        let wanted = settings.with_untracked(|settings| settings.game.clone());
        let game = playable_game(&games, &wanted)?;
        (game != wanted).then(|| settings.update(|settings| settings.game = game))
    });
    let create = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let settings = settings.get_untracked();
        storage::set_json(SETTINGS, &settings);
        room.create(settings);
    };
    let join = Callback::new(move |code| room.join(code, false));
    let seats = identity::seats();
    let has_seats = !seats.is_empty();
    let seat = |seat: identity::KeptSeat| {
        view! {
            <a class="button" href=format!("#room={}", seat.room)>{spaced(seat.room.as_str())}</a>
        }
    };
    view! {
        <div class="after rooms">
            <div class="after-head">
                <h1>{move || tr("room.together")}</h1>
                <a class="button quiet" href="#">{move || tr("play.back")}</a>
            </div>
            <Show when=move || {
                let is_known = room.play.session.is_configured.get();
                rooms.is_offline.get() || (is_known && !rooms.is_available.get())
            }>
                <p class="notice-inline" id="no-rooms">{move || tr(match rooms.is_offline.get() {
                    true => "room.offline",
                    false => "room.not-here",
                })}</p>
            </Show>
            <div class="room-entrance">
                <div class="room-column">
                    <section class="card">
                        <NameField name/>
                        {has_seats.then(|| view! {
                            <p class="hint">{move || tr("room.your-rooms")}</p>
                            <div class="card-buttons" id="your-rooms">
                                {seats.into_iter().map(seat).collect_view()}
                            </div>
                        })}
                    </section>
                    <section class="card" aria-labelledby="join-title">
                        <h2 id="join-title">{move || tr("room.enter")}</h2>
                        <CodeForm on_code=join/>
                    </section>
                    <Show when=move || rooms.is_listing.get()><PublicList/></Show>
                    <History/>
                </div>
                <div class="room-column">
                    <section class="card" aria-labelledby="create-title">
                        <h2 id="create-title">{move || tr("room.new")}</h2>
                        <form class="room-form" on:submit=create aria-labelledby="create-title">
                            <SettingsForm settings=settings.into() on_change
                                lists_rooms=rooms.is_listing.into()/>
                            <button class="primary start-button" id="create">
                                {move || tr("room.create")}
                            </button>
                        </form>
                    </section>
                </div>
            </div>
        </div>
    }
}

/// The public rooms of the server.
#[component]
fn PublicList() -> impl IntoView {
    let rooms = Rooms::here();
    let row = |room: PublicRoom| {
        let facts = facts(&room).into_iter().skip(1);
        let note = room.owner.into_iter().chain(facts).collect::<Vec<_>>();
        let note = note.join(" · ");
        view! {
            <li><a class="room-public" href=format!("#room={}", room.code)>
                <b>{room.game}</b><span class="hint">{note}</span>
            </a></li>
        }
    };
    view! {
        <section class="card" aria-labelledby="public-title">
            <div class="after-head">
                <h2 id="public-title">{move || tr("room.public")}</h2>
                <button class="quiet" id="reload-rooms" on:click=move |_| untrack(|| rooms.load())>
                    {move || tr("room.reload")}
                </button>
            </div>
            <ul class="room-list" id="public-rooms">
                {move || rooms.public.get().unwrap_or_default().into_iter().map(row).collect_view()}
            </ul>
            <Show when=move || rooms.public.with(|it| it.as_ref().is_none_or(Vec::is_empty))>
                <p class="hint">{move || tr("room.public-none")}</p>
            </Show>
        </section>
    }
}

/// The player's rating and last rounds.
#[component]
fn History() -> impl IntoView {
    let rooms = Rooms::here();
    let row = |round: HistoryRound| {
        let parts = [
            date_of(round.ended_at),
            // They are of any game.
            signed_in(round.points, true),
            tr_count("solver.words", round.words),
        ];
        view! {
            <li>
                <b>{round.game}</b>
                {round.is_won.then(|| view! { " "<span class="tag">{tr("room.won")}</span> })}
                <span class="hint">{parts.join(" · ")}<br/>{round.players.join(", ")}</span>
            </li>
        }
    };
    view! {
        {move || rooms.history.get().map(|history| view! {
            <section class="card room-history" aria-labelledby="history-title">
                <h2 id="history-title">{tr("room.history")}</h2>
                <p class="room-rating" id="rating">
                    <b>{format!("{:.0}", history.rating)}</b>
                    {format!(" ± {:.0} ", 2.0 * history.deviation)}
                    <span class="hint">{tr_count("room.rated", history.rounds.into())}</span>
                    {history.is_provisional.then(|| view! {
                        " "<span class="tag">{tr("room.provisional")}</span>
                    })}
                </p>
                <ul class="room-list" id="history">
                    {history.history.into_iter().flatten().take(HISTORY_SHOWN).map(row).collect_view()}
                </ul>
            </section>
        })}
    }
}
