//! Inviting others: the link of the room, its code, and a QR code of the link.

use std::fmt::Write;

use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};
use wasm_bindgen_futures::JsFuture;

use super::room_text::spaced;
use super::state::RoomState;
use crate::play::share::{ShareOutcome, page_address, share};
use crate::text::tr;

/// The white border around a QR code, in modules.
const BORDER: i32 = 2;

/// The link to a room.
pub fn link(code: &str) -> String {
    format!("{}#room={code}", page_address())
}

/// The dark modules of a QR code as an SVG path, and its size in modules.
fn qr_path(text: &str) -> Option<(String, i32)> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let start = x;
            while x < code.size() && code.get_module(x, y) {
                x += 1;
            }
            if x > start {
                let (left, width) = (start + BORDER, x - start);
                let _ = write!(path, "M{left} {}h{width}v1h-{width}z", y + BORDER);
            }
            x += 1;
        }
    }
    Some((path, code.size() + 2 * BORDER))
}

/// The card with the link of the room.
#[component]
pub fn Invitation() -> impl IntoView {
    let room = RoomState::here();
    let code = Memo::new(move |_| room.with(|view| view.code.to_string()).unwrap_or_default());
    let is_copied = RwSignal::new(false);
    let confirm = move || {
        is_copied.set(true);
        room.play.session.announce(tr("play.challenge.copied"));
    };
    let copy = move |_| {
        let address = link(&code.get_untracked());
        leptos::task::spawn_local(async move {
            let clipboard = window().navigator().clipboard();
            if JsFuture::from(clipboard.write_text(&address)).await.is_ok() {
                confirm();
            }
        });
    };
    let send = move |_| {
        let text = format!("{}\n{}", tr("room.invitation"), link(&code.get_untracked()));
        leptos::task::spawn_local(async move {
            if share(&text).await == ShareOutcome::Copied {
                confirm();
            }
        });
    };
    let picture = move || {
        let (path, size) = qr_path(&link(&code.get()))?;
        Some(view! {
            <svg class="room-qr" viewBox=format!("0 0 {size} {size}") role="img"
                aria-label=tr("room.qr") shape-rendering="crispEdges">
                <rect width=size.to_string() height=size.to_string() fill="#fff"></rect>
                <path d=path fill="#000"></path>
            </svg>
        })
    };
    view! {
        <section class="card room-invitation" aria-labelledby="invitation-title">
            <div class="room-invitation-text">
                <h2 id="invitation-title">{move || tr("room.invite")}</h2>
                <p class="room-code" id="room-code">{move || spaced(&code.get())}</p>
                <p class="hint">{move || tr("room.invite-what")}</p>
                <input id="room-link" class="room-link" readonly
                    aria-label=move || tr("play.challenge.link")
                    prop:value=move || link(&code.get())
                    on:focus=move |event| {
                        let input: web_sys::HtmlInputElement = event_target(&event);
                        input.select();
                    }/>
                <div class="card-buttons">
                    <button id="room-copy" on:click=copy>{move || tr("room.copy")}</button>
                    <button id="room-share" on:click=send>{move || tr("room.share")}</button>
                    <Show when=move || is_copied.get()>
                        <span class="hint">{move || tr("play.challenge.copied")}</span>
                    </Show>
                </div>
            </div>
            {picture}
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qr_code_has_the_patterns_of_its_corners() {
        let (path, size) = qr_path("https://example.org/play.html#room=BCDFGHJK").unwrap();
        // 43 bytes are one too many for version 3. Version 4 has 33 modules, and the first row of a
        // corner has seven dark ones.
        assert_eq!(size, 33 + 2 * BORDER);
        assert!(path.starts_with("M2 2h7v1h-7z"), "{path}");
        assert!(path.contains("M28 2h7v1h-7z"), "{path}");
    }
}
