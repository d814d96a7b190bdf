//! Rooms: people who play rounds together on a server. The server owns the board, the clock and
//! the points; the page shows the room and sends the player's actions.
//!
//! | module | what it holds |
//! |---|---|
//! | [`state`] | the room that the page is in |
//! | [`connection`] | the WebSocket |
//! | [`heartbeat`] | whether the server is still there |
//! | [`room_link`] | the ways into a room and back to it |
//! | [`identity`] | the player's key and name, and the tokens of rooms |
//! | [`rooms`] | public rooms and ratings |
//! | [`pending_guess`] | guesses without an answer |
//! | [`room_round`] | the round on the board of the play page |
//! | [`round_reply`] | the round in the form that the play page draws |
//! | [`room_text`] | sentences about rooms |
//! | [`announcement`] | announcements to screen readers |
//! | [`entrance_page`] | creating a room, or choosing one |
//! | [`settings_form`] | the settings of a room |
//! | [`lobby`] | the room between rounds |
//! | [`invitation`] | the link and its QR code |
//! | [`chat`] | messages |
//! | [`countdown`] | before a round |
//! | [`room_round_page`] | the round |
//! | [`report_page`] | the end of a round |
//! | [`replay`] | the round again |

pub mod announcement;
pub mod chat;
pub mod connection;
pub mod countdown;
pub mod entrance_page;
pub mod heartbeat;
pub mod identity;
pub mod invitation;
pub mod lobby;
pub mod pending_guess;
pub mod replay;
pub mod report_page;
pub mod room_link;
pub mod room_round;
pub mod room_round_page;
pub mod room_text;
pub mod rooms;
pub mod round_reply;
pub mod settings_form;
pub mod state;

use std::time::Duration;

use leptos::prelude::*;
use wgs_play::room::message::CloseReason;
use wgs_play::room::{RoomCode, RoomError};

use super::round_page::EndButton;
use crate::frame::show_heading;
use crate::page;
use crate::text::{tr, tr_count, tr_with};
use countdown::{CountdownView, DealingView};
use entrance_page::JoinPage;
use lobby::Lobby;
use report_page::ReportPage;
use room_round_page::RoomRoundPage;
use room_text::spaced;
use state::{ConnectionState, RoomScreen, RoomState};

/// The room that the fragment of an address names, as in `#room=BCDFGHJK`.
pub fn code_in(fragment: &str) -> Option<RoomCode> {
    let code = fragment.trim_start_matches('#').strip_prefix("room=")?;
    code.parse().ok()
}

/// The page of a room.
#[component]
pub fn RoomPage() -> impl IntoView {
    let room = RoomState::here();
    let screen = Memo::new(move |_| room.screen());
    let is_inside = Memo::new(move |_| room.view.with(Option::is_some));
    let is_lobby = Memo::new(move |_| screen.get() == RoomScreen::Lobby);
    Effect::new(move |before: Option<RoomScreen>| {
        let now = screen.get();
        if before.is_some_and(|before| before != now) {
            set_timeout(focus_title, Duration::ZERO);
        }
        now
    });
    let has_head = move || is_inside.get() && screen.get() != RoomScreen::Round;
    view! {
        <div class="room">
            <Show when=has_head><RoomHead is_title=is_lobby.into()/></Show>
            <ConnectionLine/>
            <LateWords/>
            {move || match screen.get() {
                RoomScreen::Entrance => view! { <JoinPage/> }.into_any(),
                RoomScreen::Connecting => view! {
                    <div class="after room-wait">
                        <h1>{move || tr("room.connecting")}</h1>
                        <button class="quiet" on:click=move |_| room.exit_room()>
                            {move || tr("room.cancel")}
                        </button>
                    </div>
                }
                .into_any(),
                RoomScreen::Closed => view! { <ClosedView/> }.into_any(),
                RoomScreen::Lobby => view! { <Lobby/> }.into_any(),
                RoomScreen::Dealing => view! { <DealingView/> }.into_any(),
                RoomScreen::Countdown => view! { <CountdownView/> }.into_any(),
                RoomScreen::Round => view! { <RoomRoundPage/> }.into_any(),
                RoomScreen::Report => view! { <ReportPage/> }.into_any(),
            }}
        </div>
    }
}

/// Moves the focus to the title of a new screen, if what had it is gone with the last one. So
/// assistive technology reads on from there.
fn focus_title() {
    let has_focus = |element: web_sys::Element| element.tag_name() != "BODY";
    show_heading(!document().active_element().is_some_and(has_focus));
}

/// The way out, and the code of the room. The way out is not where the round has the button that
/// ends it.
#[component]
fn RoomHead(
    /// Whether there is no other title.
    is_title: Signal<bool>,
) -> impl IntoView {
    let room = RoomState::here();
    let code = move || {
        room.with(|view| spaced(view.code.as_str()))
            .unwrap_or_default()
    };
    let title = move || tr_with("room.title", &[("code", &code())]);
    view! {
        <div class="room-head">
            <EndButton id="leave" text="room.leave" question="room.leave-really"
                on_end=Callback::new(move |()| room.leave())/>
            {move || match is_title.get() {
                true => view! { <h1 class="room-title">{title}</h1> }.into_any(),
                false => view! { <p class="room-title">{title}</p> }.into_any(),
            }}
        </div>
    }
}

/// A line that says that the connection is lost. Nothing else on the page moves.
#[component]
fn ConnectionLine() -> impl IntoView {
    let room = RoomState::here();
    let is_lost =
        Memo::new(move |_| room.connection.get() == ConnectionState::Lost || room.is_silent.get());
    let is_over = Memo::new(move |_| {
        let now = room.now.get();
        room.with_round(|_, round| round.ends_at <= now) == Some(true)
    });
    let text = move || match (room.trouble.get(), room.pending.count()) {
        (Some(reason), _) => room_text::close(&reason),
        (None, 0) => tr("room.lost"),
        (None, words) if is_over.get() => tr_count("room.lost-late", words as u64),
        (None, words) => tr_count("room.lost-words", words as u64),
    };
    view! {
        <Show when=move || is_lost.get()>
            <div class="room-lost" id="room-lost" role="status">
                <span class="room-lost-dot" aria-hidden="true"></span>
                <span>{text}</span>
                <button class="link" on:click=move |_| room.connect_now()>{move || tr("room.retry")}</button>
            </div>
        </Show>
    }
}

/// The words that the server received after the end of their round.
#[component]
fn LateWords() -> impl IntoView {
    let room = RoomState::here();
    let words = Memo::new(move |_| room.pending.late());
    view! {
        <Show when=move || !words.with(Vec::is_empty)>
            <div class="notice-inline room-late" id="late-words" role="status">
                <span>{move || words.with(|words| {
                    tr_with("room.late-words", &[("words", &words.join(", "))])
                })}</span>
                <button class="link" on:click=move |_| room.pending.clear_late()>
                    {move || tr("room.late-seen")}
                </button>
            </div>
        </Show>
    }
}

/// Why the connection was closed, and what can be done.
#[component]
fn ClosedView() -> impl IntoView {
    let room = RoomState::here();
    let reason = move || match room.connection.get() {
        ConnectionState::Closed(reason) => Some(reason),
        _ => None,
    };
    let can_return = move || {
        match reason() {
            // The room would refuse them again.
            Some(CloseReason::Room(RoomError::Removed)) => false,
            Some(
                CloseReason::Replaced
                | CloseReason::Gone
                | CloseReason::BadToken
                | CloseReason::TooMuch
                | CloseReason::Malformed
                | CloseReason::Room(_),
            ) => true,
            _ => false,
        }
    };
    view! {
        <div class="after room-wait" id="room-closed">
            <h1>{move || reason().map(|reason| room_text::close(&reason))}</h1>
            <div class="card-buttons">
                <Show when=move || reason() == Some(CloseReason::Version)>
                    <button class="primary" id="update" on:click=|_| page::update()>
                        {move || tr("room.reload-page")}
                    </button>
                </Show>
                <Show when=can_return>
                    <button class="primary" id="return" on:click=move |_| room.come_back()>
                        {move || tr("room.return")}
                    </button>
                </Show>
                <button id="to-rooms" on:click=move |_| room.exit_room()>{move || tr("room.others")}</button>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fragment_names_a_room() {
        let code = |fragment| code_in(fragment).map(|code| code.to_string());
        assert_eq!(code("#room=BCDFGHJK").as_deref(), Some("BCDFGHJK"));
        assert_eq!(code("#room=bcdf-ghjk").as_deref(), Some("BCDFGHJK"));
        assert_eq!(code("#room=BOGGLE"), None);
        assert_eq!(code("#/rooms"), None);
    }
}
