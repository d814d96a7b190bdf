//! Inviting others: the link of the room, its code, and a QR code of the link.

use std::fmt::Write;

use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};

use super::room_text::spaced;
use super::state::RoomState;
use crate::play::share::{CopyButton, ShareButton, page_address};
use crate::session::Session;
use crate::text::tr;

/// The white border around a QR code, in modules.
const BORDER: i32 = 2;

/// The link to a room.
fn link(session: Session, code: &str) -> String {
    format!("{}#room={code}", page_address(session))
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
    let session = room.play.session;
    let link = Signal::derive(move || {
        let code = room.with(|view| view.code.to_string());
        code.map(|code| link(session, &code)).unwrap_or_default()
    });
    let code = move || room.with(|view| spaced(view.code.as_str()));
    let text = Signal::derive(move || format!("{}\n{}", tr("room.invitation"), link.get()));
    // Others cannot open the link of a server that listens on its own machine only.
    let is_only_here = Memo::new(move |_| {
        let addresses = session.host.with(|host| host.addresses.clone());
        addresses.is_some_and(|known| known.is_empty())
    });
    let picture = move || {
        let (path, size) = qr_path(&link.get())?;
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
                <p class="room-code" id="room-code">{code}</p>
                {move || match is_only_here.get() {
                    true => view! {
                        <p class="notice-inline" id="only-here">
                            <span>{tr("room.only-here")}</span><code>"wgs serve --lan"</code>
                        </p>
                    }
                    .into_any(),
                    false => view! { <p class="hint">{tr("room.invite-what")}</p> }.into_any(),
                }}
                <input id="room-link" class="room-link" readonly
                    aria-label=move || tr("play.challenge.link")
                    prop:value=link
                    on:focus=move |event| {
                        let input: web_sys::HtmlInputElement = event_target(&event);
                        input.select();
                    }/>
                <div class="card-buttons">
                    <CopyButton id="room-copy" text=link label="room.copy"/>
                    <ShareButton id="room-share" text label="room.share"/>
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
