//! Sharing a text: with the system's own dialog where there is one, else by copying it, else by showing
//! it; and the address of the page for other people.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wgs_play::FinishedRound;

use super::result_text::spoiler_free;
use crate::clipboard;
use crate::session::Session;
use crate::text::tr;

/// The address of the page for other people, without query and fragment. If the page was opened at an
/// address that means another machine elsewhere, it is the one that the server has in the network.
pub fn page_address(session: Session) -> String {
    let location = window().location();
    let path = location.pathname().unwrap_or_default();
    let elsewhere = session
        .host
        .with(|host| host.addresses.as_ref()?.first().cloned());
    match elsewhere {
        Some(address) => at_address(&address, &path),
        None => location.origin().unwrap_or_default() + &path,
    }
}

/// The address of a page at another address of its server. All pages are in one folder.
fn at_address(address: &str, path: &str) -> String {
    let page = path.rsplit('/').next().unwrap_or_default();
    format!("{address}{page}")
}

/// The text that shares a result, with the address of the page.
pub fn result_to_share(session: Session, round: &FinishedRound) -> String {
    format!("{}\n{}", spoiler_free(round), page_address(session))
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

impl ShareOutcome {
    fn of_copying(is_copied: bool) -> Self {
        match is_copied {
            true => Self::Copied,
            false => Self::Refused,
        }
    }

    /// What the user reads, if there is anything to say.
    pub fn text(self) -> Option<String> {
        match self {
            Self::Shared => None,
            Self::Copied => Some(tr("play.share.copied")),
            Self::Refused => Some(tr("play.share.by-hand")),
        }
    }
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
    ShareOutcome::of_copying(clipboard::copy(text).await)
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
    /// The key of the button's own text.
    #[prop(default = "play.copy")]
    label: &'static str,
) -> impl IntoView {
    let session = Session::here();
    let outcome = RwSignal::new(None);
    let press = move |_| {
        let text = text.get_untracked();
        let copied = text.clone();
        follow(session, outcome, text, async move {
            ShareOutcome::of_copying(clipboard::copy(&copied).await)
        });
    };
    // The text that was copied: another one is not.
    let is_copied = move || {
        outcome.with(|outcome| {
            let copied = outcome.as_ref();
            copied.is_some_and(|(it, copied)| *it == ShareOutcome::Copied && *copied == text.get())
        })
    };
    view! {
        <button id=id on:click=press>
            {move || tr(if is_copied() { "play.share.copied" } else { label })}
        </button>
        <TextToCopy outcome/>
    }
}

/// A button that shares a text, and then shows the outcome.
#[component]
pub fn ShareButton(
    /// The identifier of the button.
    id: &'static str,
    /// The text.
    text: Signal<String>,
    /// The key of the button's own text.
    #[prop(default = "play.share")]
    label: &'static str,
) -> impl IntoView {
    let session = Session::here();
    let outcome = RwSignal::new(None);
    let press = move |_| {
        let text = text.get_untracked();
        let shared = text.clone();
        follow(session, outcome, text, async move { share(&shared).await });
    };
    let is_copied = move || outcome.with(|it| matches!(it, Some((ShareOutcome::Copied, _))));
    view! {
        <button id=id on:click=press>{move || tr(label)}</button>
        <Show when=is_copied><span class="hint">{move || tr("play.share.copied")}</span></Show>
        <TextToCopy outcome/>
    }
}

/// What happened to which text, once it is known.
type Outcome = RwSignal<Option<(ShareOutcome, String)>>;

/// Notes and announces what becomes of a text.
fn follow(
    session: Session,
    outcome: Outcome,
    text: String,
    sent: impl Future<Output = ShareOutcome> + 'static,
) {
    leptos::task::spawn_local(async move {
        let result = sent.await;
        if let Some(said) = result.text() {
            session.announce(said);
        }
        let _ = outcome.try_set(Some((result, text)));
    });
}

/// The text itself, if the browser did not copy it.
#[component]
fn TextToCopy(outcome: Outcome) -> impl IntoView {
    move || {
        let refused = outcome.get().filter(|(it, _)| *it == ShareOutcome::Refused);
        refused.map(|(_, text)| {
            view! {
                <label class="field share-by-hand">
                    <span>{tr("play.share.by-hand")}</span>
                    <textarea class="share-text" readonly rows="3" prop:value=text
                        on:focus=|event| {
                            let field: web_sys::HtmlTextAreaElement = event_target(&event);
                            field.select();
                        }></textarea>
                </label>
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_keeps_its_name_at_another_address_of_its_server() {
        for (address, path, expected) in [
            ("http://192.168.1.5:7007/", "/", "http://192.168.1.5:7007/"),
            (
                "http://192.168.1.5:7007/",
                "/play.html",
                "http://192.168.1.5:7007/play.html",
            ),
            (
                "http://192.168.1.5:7007/words/",
                "/words/play.html",
                "http://192.168.1.5:7007/words/play.html",
            ),
            (
                "http://192.168.1.5:7007/words/",
                "/play.html",
                "http://192.168.1.5:7007/words/play.html",
            ),
        ] {
            assert_eq!(at_address(address, path), expected, "{address} {path}");
        }
    }
}
