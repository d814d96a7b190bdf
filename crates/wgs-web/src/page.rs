//! The frame around everything: the head with the way from page to page, language and
//! colours, and which page is shown. What a page holds is its own matter.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::editor::{Editor, EditorState};
use crate::session::Session;
use crate::solver::{Solver, SolverPage, link};
use crate::storage;
use crate::text::{self, Language, tr};

/// Which page is shown, as the fragment of the address says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The solver; what the fragment says besides is a board that was shared.
    Solver,
    /// The configuration editor, with the rest of the way there.
    Settings(String),
}

impl Route {
    fn of(fragment: &str) -> Self {
        match fragment.trim_start_matches('#').strip_prefix("/settings") {
            Some(rest) => Self::Settings(rest.trim_start_matches('/').to_owned()),
            None => Self::Solver,
        }
    }
}

/// The fragment of the address, with its `#`.
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Changes the fragment of the address, without going anywhere.
pub fn set_fragment(fragment: &str) {
    let history = window().history();
    let _ = history.and_then(|history| {
        let nothing = &wasm_bindgen::JsValue::NULL;
        history.replace_state_with_url(nothing, "", Some(&format!("#{fragment}")))
    });
}

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
    System,
    Light,
    Dark,
}

impl Theme {
    const KEPT_AS: &'static str = "theme";
    const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    fn code(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn with_code(code: &str) -> Self {
        let known = Self::ALL.into_iter().find(|theme| theme.code() == code);
        known.unwrap_or(Self::System)
    }
}

/// Shows the page in place of what the document had.
pub fn show() {
    if let Some(root) = document().get_element_by_id("app") {
        root.set_text_content(None);
        let root = root.unchecked_into::<web_sys::HtmlElement>();
        leptos::mount::mount_to(root, Page).forget();
    }
}

#[component]
fn Page() -> impl IntoView {
    let session = Session::new();
    provide_context(session);
    provide_context(EditorState::new(session));
    let solver = Solver::new(session);
    provide_context(solver);
    link::open(solver, &fragment());

    let route = RwSignal::new(Route::of(&fragment()));
    let _ = window_event_listener(leptos::ev::hashchange, move |_| {
        route.set(Route::of(&fragment()));
        link::open(solver, &fragment());
    });
    Effect::new(move |_| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", text::language().code());
        }
        document().set_title(&tr("page.title"));
    });
    let is_solver = move || route.with(|route| *route == Route::Solver);
    let current = move |here: bool| here.then_some("page");

    view! {
        <a class="skip" href="#main" on:click=skip>{move || tr("page.skip")}</a>
        <header class="head">
            <a class="brand" href="#" aria-label=move || tr("page.home")>
                <span class="brand-tile" aria-hidden="true">"W"</span>
                <span class="brand-tile" aria-hidden="true">"G"</span>
                <span class="brand-tile" aria-hidden="true">"S"</span>
            </a>
            <nav class="head-nav" aria-label=move || tr("page.pages")>
                <a href="#" aria-current=move || current(is_solver())>{move || tr("page.solver")}</a>
                <a href="#/settings" aria-current=move || current(!is_solver())>
                    {move || tr("page.settings")}
                </a>
            </nav>
            <div class="head-end">
                <LanguageChoice/>
                <ThemeChoice/>
            </div>
        </header>
        <Show when=move || session.notice.with(Option::is_some)>
            <div class="notice" role="alert">
                <span>{move || session.notice.get()}</span>
                <button class="quiet" on:click=move |_| session.notice.set(None)>
                    {move || tr("page.dismiss")}
                </button>
            </div>
        </Show>
        <main id="main" tabindex="-1">
            {move || match route.get() {
                Route::Solver => view! { <SolverPage/> }.into_any(),
                Route::Settings(way) => view! { <Editor way/> }.into_any(),
            }}
        </main>
        <div class="unseen" role="status" aria-live="polite">
            {move || session.announcement.get()}
        </div>
    }
}

/// Moves the focus past the head, without touching the address.
fn skip(event: leptos::ev::MouseEvent) {
    event.prevent_default();
    if let Some(main) = document().get_element_by_id("main") {
        let _ = main.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

#[component]
fn LanguageChoice() -> impl IntoView {
    let choose = move |event| {
        if let Some(language) = Language::with_code(&event_target_value(&event)) {
            text::speak(language);
        }
    };
    let option = |language: Language| {
        view! {
            <option value=language.code() lang=language.code()
                selected=move || text::language() == language>
                {language.name()}
            </option>
        }
    };
    view! {
        <select class="quiet" aria-label=move || tr("page.language") on:change=choose>
            {Language::ALL.map(option)}
        </select>
    }
}

#[component]
fn ThemeChoice() -> impl IntoView {
    let kept = storage::get(Theme::KEPT_AS);
    let theme = RwSignal::new(Theme::with_code(&kept.unwrap_or_default()));
    Effect::new(move |_| {
        let theme = theme.get();
        storage::set(Theme::KEPT_AS, theme.code());
        if let Some(root) = document().document_element() {
            let _ = match theme {
                Theme::System => root.remove_attribute("data-theme"),
                _ => root.set_attribute("data-theme", theme.code()),
            };
        }
    });
    let option = move |choice: Theme| {
        view! {
            <option value=choice.code() selected=move || theme.get() == choice>
                {move || tr(&format!("page.theme.{}", choice.code()))}
            </option>
        }
    };
    view! {
        <select class="quiet" aria-label=move || tr("page.theme")
            on:change=move |event| theme.set(Theme::with_code(&event_target_value(&event)))>
            {Theme::ALL.map(option)}
        </select>
    }
}
