//! The room between rounds: its members, the settings, and the invitation for others.

use leptos::html;
use leptos::prelude::*;
use wgs_play::room::{MAX_NAME, MemberId, MemberView, RemovedPerson, RoomAction, RoomSettings};

use super::chat::Chat;
use super::identity;
use super::invitation::Invitation;
use super::room_text;
use super::rooms::Rooms;
use super::settings_form::SettingsForm;
use super::state::{ConnectionState, RoomState, missing_players, ready_count};
use crate::play::round_page::{EndButton, signed};
use crate::text::{tr, tr_with};

/// The room before a round.
#[component]
pub fn Lobby() -> impl IntoView {
    let room = RoomState::here();
    view! {
        <div class="room-lobby">
            <div class="room-column">
                <ReadyBar/>
                <Members/>
                <Chat/>
            </div>
            <div class="room-column">
                <Invitation/>
                <Settings/>
                <Show when=move || room.with(|view| view.report.is_some()).unwrap_or(false)>
                    <button id="show-report" on:click=move |_| room.hides_report.set(false)>
                        {move || tr("room.show-report")}
                    </button>
                </Show>
            </div>
        </div>
    }
}

/// The settings: a form for the owner, a list for the others.
#[component]
fn Settings() -> impl IntoView {
    let room = RoomState::here();
    let lists_rooms = Rooms::here().is_listing;
    let settings = Memo::new(move |_| room.with(|view| view.settings.clone()).unwrap_or_default());
    let is_owner = Memo::new(move |_| room.is_owner());
    let on_change = Callback::new(move |settings: RoomSettings| {
        room.act(RoomAction::Settings(Box::new(settings)));
    });
    view! {
        <section class="card" aria-labelledby="room-settings-title">
            <h2 id="room-settings-title">{move || tr("room.settings")}</h2>
            {move || match is_owner.get() {
                true => view! {
                    <SettingsForm settings=settings.into() on_change lists_rooms=lists_rooms.into()/>
                }
                .into_any(),
                false => view! {
                    <ul class="room-facts" id="room-facts">
                        {move || settings.with(room_text::settings).into_iter()
                            .map(|part| view! { <li>{part}</li> }).collect_view()}
                    </ul>
                }
                .into_any(),
            }}
        </section>
    }
}

/// The button of the ready check, and how many are ready.
#[component]
pub fn ReadyBar() -> impl IntoView {
    let room = RoomState::here();
    let you = Memo::new(move |_| room.you());
    let is_ready = move || you.with(|you| you.as_ref().is_some_and(|you| you.is_ready));
    let is_spectator = move || you.with(|you| you.as_ref().is_some_and(|you| you.is_spectator));
    let is_owner = Memo::new(move |_| room.is_owner());
    let is_offline = move || room.connection.get() != ConnectionState::Open;
    let count = move || {
        if let Some(missing) = room.with(missing_players).flatten() {
            return tr(missing);
        }
        let (ready, players) = room.with(ready_count).unwrap_or_default();
        let values = [("n", ready.to_string()), ("all", players.to_string())];
        let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
        tr_with("room.ready-count", &values)
    };
    // The next round is the first, another one, or a rematch.
    let title = move || {
        let next = room.with(|view| match view.next_round() {
            Some(number) => {
                let (number, rounds) = (number.to_string(), view.settings.rounds.to_string());
                tr_with("room.round-of", &[("number", &number), ("rounds", &rounds)])
            }
            None => tr("room.rematch"),
        });
        next.unwrap_or_default()
    };
    view! {
        <section class="card room-ready" aria-labelledby="ready-title">
            <div>
                <h2 id="ready-title">{title}</h2>
                <p class="hint" id="ready-count">{count}</p>
            </div>
            <div class="card-buttons">
                <Show when=move || !is_spectator()>
                    <button class="primary room-ready-button" id="ready" disabled=is_offline
                        class:is-on=is_ready aria-pressed=move || is_ready().to_string()
                        on:click=move |_| {
                            room.act(RoomAction::Ready(!untrack(is_ready)));
                        }>
                        {move || tr(if is_ready() { "room.is-ready" } else { "room.get-ready" })}
                    </button>
                </Show>
                <Show when=move || is_owner.get()>
                    <button id="start-now" disabled=is_offline
                        on:click=move |_| { room.act(RoomAction::Start); }>
                        {move || tr("room.start-now")}
                    </button>
                </Show>
                <button class="quiet" id="watch" disabled=is_offline
                    on:click=move |_| { room.act(RoomAction::Watch(!untrack(is_spectator))); }>
                    {move || tr(if is_spectator() { "room.play-too" } else { "room.watch" })}
                </button>
            </div>
        </section>
    }
}

/// The people in the room.
#[component]
fn Members() -> impl IntoView {
    let room = RoomState::here();
    let members = move || room.with(|view| view.members.clone()).unwrap_or_default();
    view! {
        <section class="card" aria-labelledby="members-title">
            <h2 id="members-title">{move || tr("room.members")}</h2>
            <ul class="room-members" id="members">
                <For each=members key=|member| member.clone().member
                    children=move |it| {
                        let id = it.member;
                        let member = Memo::new(move |_| {
                            let now = room.with(|view| super::state::member(view, id).cloned());
                            now.flatten().unwrap_or_else(|| it.clone())
                        });
                        view! { <MemberRow member/> }
                    }/>
            </ul>
            <RemovedPeople/>
        </section>
    }
}

/// A person in the room, and what the owner can do with them.
#[component]
fn MemberRow(member: Memo<MemberView>) -> impl IntoView {
    let room = RoomState::here();
    let id: MemberId = member.with_untracked(|member| member.member);
    let is_you = move || room.with(|view| view.member) == Some(id);
    let is_room_owner = move || room.with(|view| view.owner).flatten() == Some(id);
    let name = move || member.with(|member| member.name.clone());
    let note = move || {
        member.with(|member| {
            let key = match member {
                _ if !member.is_connected => "room.disconnected",
                _ if member.is_spectator => "room.watching",
                _ if member.is_ready => "room.is-ready",
                _ => "room.not-ready",
            };
            tr(key)
        })
    };
    let score = move || {
        let has_score = room.with(|view| view.rounds_played > 0).unwrap_or(false);
        member.with(|member| (has_score && !member.is_spectator).then(|| signed(member.total)))
    };
    let is_own = Memo::new(move |_| is_you());
    let can_manage = Memo::new(move |_| room.is_owner() && !is_you());
    view! {
        <li class="room-member"
            class:is-ready=move || member.with(|it| it.is_ready && it.is_connected)
            class:is-away=move || member.with(|it| !it.is_connected)>
            <span class="room-avatar" aria-hidden="true" style:--hue=move || hue(&name()).to_string()>
                {move || name().chars().next().map(|letter| letter.to_uppercase().to_string())}
            </span>
            <span class="room-member-name">
                <b>{name}</b>
                {move || is_you().then(|| view! { " "<span class="tag">{tr("play.you")}</span> })}
                {move || is_room_owner().then(|| view! { " "<span class="tag">{tr("room.owner")}</span> })}
                <span class="room-member-note">{note}</span>
            </span>
            <Show when=move || is_own.get()><Rename/></Show>
            {move || score().map(|score| view! { <span class="room-member-score">{score}</span> })}
            <Show when=move || can_manage.get()>
                <span class="room-member-tools">
                    <EndButton id=format!("hand-over-{}", id.0) text="room.hand-over"
                        question="room.hand-over-really" of=Signal::derive(name)
                        on_end=Callback::new(move |()| { room.act(RoomAction::HandOver(id)); })/>
                    <EndButton id=format!("remove-{}", id.0) text="room.remove"
                        question="room.remove-really" of=Signal::derive(name)
                        on_end=Callback::new(move |()| { room.act(RoomAction::Remove(id)); })/>
                </span>
            </Show>
        </li>
    }
}

/// The way to another name.
#[component]
fn Rename() -> impl IntoView {
    let room = RoomState::here();
    let name = RwSignal::new(None::<String>);
    let field = NodeRef::<html::Input>::new();
    let open = move |_| name.set(untrack(|| room.you()).map(|you| you.name));
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            let _ = field.focus();
        }
    });
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(wanted) = name.get_untracked()
            && room.act(RoomAction::Rename(wanted.clone()))
        {
            identity::set_name(&wanted);
            name.set(None);
        }
    };
    view! {
        {move || match name.with(Option::is_some) {
            false => view! {
                <button class="quiet" id="rename" on:click=open>{tr("room.rename")}</button>
            }
            .into_any(),
            true => view! {
                <form class="challenge-fields room-rename" on:submit=save>
                    <input id="new-name" class="grow" required maxlength=MAX_NAME.to_string()
                        autocomplete="nickname" node_ref=field aria-label=tr("play.challenge.name")
                        prop:value=move || name.get()
                        on:input=move |event| name.set(Some(event_target_value(&event)))/>
                    <button id="save-name">{tr("room.rename-save")}</button>
                </form>
            }
            .into_any(),
        }}
    }
}

/// The people whom the owner removed, and who can be let in again.
#[component]
fn RemovedPeople() -> impl IntoView {
    let room = RoomState::here();
    let removed = Memo::new(move |_| {
        let removed = room.with(|view| view.removed.clone());
        removed.filter(|_| room.is_owner()).unwrap_or_default()
    });
    let row = move |RemovedPerson { player, name }: RemovedPerson| {
        let name = if name.is_empty() {
            tr("room.somebody")
        } else {
            name
        };
        let readmit = move |_| {
            room.act(RoomAction::Readmit(player.clone()));
        };
        view! {
            <li class="room-member">
                <span class="room-member-name">{name.clone()}</span>
                <button class="quiet" on:click=readmit>
                    {tr("room.readmit")}<span class="unseen">" "{name}</span>
                </button>
            </li>
        }
    };
    view! {
        <Show when=move || !removed.with(Vec::is_empty)>
            <h3>{move || tr("room.removed")}</h3>
            <ul class="room-members" id="removed">
                {move || removed.get().into_iter().map(row).collect_view()}
            </ul>
        </Show>
    }
}

/// A hue for a name, in degrees: the same everywhere.
pub fn hue(name: &str) -> u32 {
    let sum = name.chars().fold(7u32, |sum, letter| {
        sum.wrapping_mul(31).wrapping_add(letter as u32)
    });
    // Neighbouring numbers give hues far apart.
    sum.wrapping_mul(137) % 360
}
