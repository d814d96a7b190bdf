//! Sharing a text: with the system's own dialog where there is one, else through the clipboard.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wgs_play::FinishedRound;

use super::result_text::spoiler_free;
use crate::session::Session;
use crate::text::tr;

/// The address of the play page, without query and fragment.
pub fn page_address() -> String {
    let location = window().location();
    location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default()
}

/// The text that shares a result, with the address of the page.
pub fn result_to_share(round: &FinishedRound) -> String {
    format!("{}\n{}", spoiler_free(round), page_address())
}

/// The outcome of sharing a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareOutcome {
    /// It was handed to another program, or the user changed their mind.
    Shared,
    /// It is in the clipboard.
    Copied,
    /// The browser refused.
    Refused,
}

/// Shares a text.
pub async fn share(text: &str) -> ShareOutcome {
    let navigator = window().navigator();
    let share = js_sys::Reflect::get(&navigator, &"share".into()).ok();
    if let Some(share) = share.and_then(|share| share.dyn_into::<js_sys::Function>().ok()) {
        let content = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&content, &"text".into(), &text.into());
        let dialog = share.call1(&navigator, &content);
        let dialog = dialog.and_then(|dialog| dialog.dyn_into::<js_sys::Promise>());
        if let Ok(dialog) = dialog {
            match JsFuture::from(dialog).await {
                Ok(_) => return ShareOutcome::Shared,
                Err(error) if is_abort(&error) => return ShareOutcome::Shared,
                // No program to share with: the clipboard remains.
                Err(_) => {}
            }
        }
    }
    match JsFuture::from(navigator.clipboard().write_text(text)).await {
        Ok(_) => ShareOutcome::Copied,
        Err(_) => ShareOutcome::Refused,
    }
}

/// Whether the user closed the dialog.
fn is_abort(error: &JsValue) -> bool {
    let name = js_sys::Reflect::get(error, &"name".into()).ok();
    name.and_then(|name| name.as_string()).as_deref() == Some("AbortError")
}

/// A button that copies a text, which stands beside it and can be selected too.
#[component]
pub fn CopyButton(
    /// The identifier of the button.
    id: &'static str,
    /// The text.
    text: Signal<String>,
) -> impl IntoView {
    let session = Session::here();
    // The text that was copied: another one is not.
    let copied = RwSignal::new(None::<String>);
    let press = move |_| {
        let text = text.get_untracked();
        leptos::task::spawn_local(async move {
            let clipboard = window().navigator().clipboard();
            if JsFuture::from(clipboard.write_text(&text)).await.is_ok() {
                session.announce(tr("play.share.copied"));
                let _ = copied.try_set(Some(text));
            }
        });
    };
    let is_copied = move || copied.with(|copied| *copied == Some(text.get()));
    view! {
        <button id=id on:click=press>
            {move || tr(if is_copied() { "play.share.copied" } else { "play.copy" })}
        </button>
    }
}

/// A button that shares a text, and then shows the outcome.
#[component]
pub fn ShareButton(
    /// The identifier of the button.
    id: &'static str,
    /// The text.
    text: Signal<String>,
) -> impl IntoView {
    let session = Session::here();
    let outcome = RwSignal::new(None::<ShareOutcome>);
    let press = move |_| {
        let text = text.get_untracked();
        leptos::task::spawn_local(async move {
            let result = share(&text).await;
            if result == ShareOutcome::Copied {
                session.announce(tr("play.share.copied"));
            }
            outcome.set(Some(result));
        });
    };
    view! {
        <button id=id on:click=press>{move || tr("play.share")}</button>
        {move || match outcome.get() {
            None | Some(ShareOutcome::Shared) => ().into_any(),
            Some(ShareOutcome::Copied) => {
                view! { <span class="hint">{tr("play.share.copied")}</span> }.into_any()
            }
            // The text can still be selected.
            Some(ShareOutcome::Refused) => view! {
                <textarea class="share-text" readonly rows="5" aria-label=tr("play.share")
                    prop:value=text.get()></textarea>
            }
            .into_any(),
        }}
    }
}
