//! Messages between the people in a room. The owner can switch them off.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wgs_play::room::RoomAction;

use super::state::RoomState;
use crate::text::{tr, tr_count};

/// The longest message, in characters.
const MAX_LENGTH: usize = 300;

/// The id of the field for a message.
const FIELD: &str = "chat-text";

/// The messages, which open and close.
#[component]
pub fn Chat() -> impl IntoView {
    let room = RoomState::here();
    let has_chat = Memo::new(move |_| room.with(|view| view.settings.has_chat).unwrap_or(false));
    let text = RwSignal::new(String::new());
    let list = NodeRef::<html::Div>::new();
    let field = NodeRef::<html::Input>::new();
    // On a phone, the field for a message would be below the screen or under the bar with the
    // buttons.
    let show_field = move || {
        let Some(field) = field.get_untracked() else {
            return;
        };
        let place = field.get_bounding_client_rect();
        let (x, y) = (place.left() + place.width() / 2.0, place.bottom() - 2.0);
        let shown = document().element_from_point(x as f32, y as f32);
        if shown.as_ref() != Some(field.unchecked_ref()) {
            field.scroll_into_view_with_bool(false);
        }
    };
    let toggle = move |event: web_sys::Event| {
        let details: web_sys::Element = event_target(&event);
        let is_open = details.has_attribute("open");
        room.is_chat_open.set(is_open);
        if is_open {
            room.unread.set(0);
            show_field();
        }
    };
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let message = text.get_untracked().trim().to_owned();
        if message.is_empty() {
            return;
        }
        // A message that cannot be sent stays in the field.
        if room.act(RoomAction::Chat(message)) {
            text.set(String::new());
        }
    };
    let lines = move || room.with(|view| view.chat.clone()).unwrap_or_default();
    // The last message is in view.
    Effect::new(move |_| {
        lines();
        let is_open = room.is_chat_open.get();
        if let (true, Some(list)) = (is_open, list.get()) {
            request_animation_frame(move || {
                list.set_scroll_top(list.scroll_height());
                let active = document().active_element();
                if active.is_some_and(|it| it.id() == FIELD) {
                    show_field();
                }
            });
        }
    });
    let line = move |line: wgs_play::room::ChatLine| {
        let is_own = room.with(|view| view.member) == Some(line.member);
        view! {
            <p class:is-own=is_own><b>{line.name}</b>" "<span>{line.text}</span></p>
        }
    };
    view! {
        <Show when=move || has_chat.get()>
            <details class="card room-chat" id="room-chat-card"
                prop:open=move || room.is_chat_open.get() on:toggle=toggle>
                <summary>
                    {move || tr("room.chat")}
                    {move || (room.unread.get() > 0).then(|| view! {
                        " "<span class="count" aria-hidden="true">{room.unread.get()}</span>
                        <span class="unseen">{tr_count("room.chat.unread", room.unread.get())}</span>
                    })}
                </summary>
                <div class="room-chat-lines" id="chat-lines" role="log" tabindex="0"
                    aria-label=move || tr("room.chat") node_ref=list>
                    <For each=lines key=|line| (line.at, line.member, line.text.clone())
                        children=line/>
                </div>
                <form class="challenge-fields" on:submit=send
                    aria-label=move || tr("room.chat.text")>
                    <input id=FIELD node_ref=field class="grow" maxlength=MAX_LENGTH.to_string()
                        autocomplete="off" aria-label=move || tr("room.chat.text")
                        placeholder=move || tr("room.chat.text")
                        prop:value=move || text.get()
                        on:input=move |event| text.set(event_target_value(&event))/>
                    <button id="chat-send">{move || tr("room.chat.send")}</button>
                </form>
            </details>
        </Show>
    }
}
