//! Before a round: the dealer chooses letters, then a countdown.

use leptos::prelude::*;
use wgs_play::room::{PhaseView, RoomAction};

use super::state::{RoomState, member};
use crate::text::{tr, tr_with};

/// The dealing of the board.
#[component]
pub fn DealingView() -> impl IntoView {
    let room = RoomState::here();
    let letters = RwSignal::new(String::new());
    let is_sent = RwSignal::new(false);
    // The dealer's name; empty for this member.
    let dealer = Memo::new(move |_| {
        room.with(|view| match view.phase {
            PhaseView::Dealing {
                dealer: Some(dealer),
                ..
            } if dealer == view.member => Some(None),
            PhaseView::Dealing {
                dealer: Some(dealer),
                ..
            } => Some(member(view, dealer).map(|it| it.name.clone())),
            _ => None,
        })
        .flatten()
    });
    let deal = move |letters: Option<String>| {
        is_sent.set(room.act(RoomAction::Deal(letters)));
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let letters = letters.get_untracked().trim().to_owned();
        if !letters.is_empty() {
            deal(Some(letters));
        }
    };
    let form = move || {
        view! {
            <h1>{move || tr("room.you-deal")}</h1>
            <p class="hint">{move || tr("room.you-deal-what")}</p>
            <form class="room-form" on:submit=submit aria-label=move || tr("room.you-deal")>
                <label class="field">
                    <span>{move || tr("play.own-board.help")}</span>
                    <input id="deal-letters" class="notation" autocomplete="off" spellcheck="false"
                        autocapitalize="characters"
                        prop:value=move || letters.get()
                        on:input=move |event| letters.set(event_target_value(&event))/>
                </label>
                <div class="card-buttons">
                    <button class="primary" id="deal" disabled=move || is_sent.get()>
                        {move || tr("room.deal")}
                    </button>
                    <button type="button" id="draw" disabled=move || is_sent.get()
                        on:click=move |_| deal(None)>{move || tr("room.draw")}</button>
                </div>
            </form>
        }
    };
    view! {
        <div class="after room-wait">
            {move || match dealer.get() {
                None => view! { <h1>{tr("play.dealing")}</h1> }.into_any(),
                Some(None) => form().into_any(),
                Some(Some(name)) => view! {
                    <h1>{tr_with("room.deals", &[("name", &name)])}</h1>
                }
                .into_any(),
            }}
        </div>
    }
}

/// The countdown.
#[component]
pub fn CountdownView() -> impl IntoView {
    let room = RoomState::here();
    let phase = Memo::new(move |_| {
        room.with(|view| match view.phase {
            PhaseView::Countdown { number, starts_at } => Some((number, starts_at)),
            _ => None,
        })
        .flatten()
    });
    let seconds = Memo::new(move |_| {
        let (_, starts_at) = phase.get()?;
        Some(starts_at.saturating_sub(room.now.get()).div_ceil(1000))
    });
    let title = move || {
        let (number, _) = phase.get()?;
        let rounds = room.with(|view| view.settings.rounds)?;
        let (number, rounds) = (number.to_string(), rounds.to_string());
        Some(tr_with(
            "room.round-of",
            &[("number", &number), ("rounds", &rounds)],
        ))
    };
    let is_owner = Memo::new(move |_| room.is_owner());
    view! {
        <div class="after room-wait">
            <h1>{title}</h1>
            <p class="room-countdown" id="countdown" role="timer">
                // Another key makes the animation start again.
                <For each=move || seconds.get() key=|seconds| *seconds
                    children=|seconds| view! { <span>{seconds}</span> }/>
            </p>
            <p class="hint">{move || tr("room.get-set")}</p>
            <Show when=move || is_owner.get()>
                <button class="quiet" id="stop-countdown"
                    on:click=move |_| { room.act(RoomAction::EndRound); }>
                    {move || tr("room.stop")}
                </button>
            </Show>
        </div>
    }
}
