//! The frame of every page: the header with its navigation, language and colour theme, notices,
//! and what screen readers announce.

use leptos::ev::DragEvent;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::dismiss::{contains, on_press_outside};
use crate::session::Session;
use crate::storage;
use crate::text::{self, PageLanguage, tr};

/// A part of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SitePart {
    /// The games.
    Play,
    /// The solver.
    Solver,
    /// The configuration editor.
    Settings,
}

/// The key that the browser stores the last part under. `boot.js` reads it.
const PART: &str = "part";

impl SitePart {
    const ALL: [Self; 3] = [Self::Play, Self::Solver, Self::Settings];

    fn key(self) -> &'static str {
        match self {
            Self::Play => "page.play",
            Self::Solver => "page.solver",
            Self::Settings => "page.settings",
        }
    }

    /// The key of the document's title.
    fn title(self) -> &'static str {
        match self {
            Self::Play => "play.page-title",
            Self::Solver => "page.title",
            Self::Settings => "page.title.settings",
        }
    }

    /// The key of the logo's label: where it leads.
    fn home(self) -> &'static str {
        match self {
            Self::Play => "play.home",
            Self::Solver | Self::Settings => "page.home",
        }
    }

    /// The address of this part, on the page of another part. The games have a page of their own.
    fn address(self, here: Self) -> &'static str {
        match (self, here) {
            (Self::Play, Self::Play) | (Self::Solver, Self::Solver | Self::Settings) => "#",
            (Self::Play, _) => "play.html",
            (Self::Solver, Self::Play) => "solver.html",
            (Self::Settings, Self::Play) => "solver.html#/settings",
            (Self::Settings, _) => "#/settings",
        }
    }
}

/// Replaces the content of the document with a page.
pub fn mount<V: IntoView + 'static>(page: impl FnOnce() -> V + 'static) {
    if let Some(root) = document().get_element_by_id("app") {
        root.set_text_content(None);
        let root = root.unchecked_into::<web_sys::HtmlElement>();
        leptos::mount::mount_to(root, page).forget();
    }
}

/// Names the document after the heading of the screen that is shown. `moves_focus` takes the focus
/// there, from where assistive technology reads on.
pub fn show_heading(moves_focus: bool) {
    let Ok(Some(heading)) = document().query_selector("main h1") else {
        return;
    };
    let text = heading.text_content().unwrap_or_default();
    document().set_title(&format!("{text} · {}", tr(SitePart::Play.title())));
    if moves_focus {
        let _ = heading.set_attribute("tabindex", "-1");
        let _ = heading.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// The frame of a page around its content.
#[component]
pub fn PageFrame(
    /// The part of the site that is shown.
    part: Signal<SitePart>,
    children: Children,
) -> impl IntoView {
    let session = Session::here();
    Effect::new(move |_| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", text::language().code());
        }
        document().set_title(&tr(part.get().title()));
        let stored = match part.get() {
            SitePart::Play => "play",
            SitePart::Solver | SitePart::Settings => "solver",
        };
        storage::set(PART, stored);
    });
    keep_page_when_files_are_dropped();
    let link = move |to: SitePart| {
        let current = move || (part.get() == to).then_some("page");
        view! {
            <a href=move || to.address(part.get()) aria-current=current>{move || tr(to.key())}</a>
        }
    };
    view! {
        <a class="skip" href="#main" on:click=skip>{move || tr("page.skip")}</a>
        <header class="head">
            <a class="brand" href="#" aria-label=move || tr(part.get().home())>
                <span class="brand-tile" aria-hidden="true">"W"</span>
                <span class="brand-tile" aria-hidden="true">"G"</span>
                <span class="brand-tile" aria-hidden="true">"S"</span>
            </a>
            <nav class="head-nav" aria-label=move || tr("page.pages")>
                {SitePart::ALL.map(link)}
            </nav>
            <HeadMenu/>
        </header>
        <Show when=move || session.notice.with(Option::is_some)>
            <div class="notice" role="alert">
                <span>{move || session.notice.get()}</span>
                <button class="quiet" on:click=move |_| session.notice.set(None)>
                    {move || tr("page.dismiss")}
                </button>
            </div>
        </Show>
        <main id="main" tabindex="-1">{children()}</main>
        <div class="unseen" role="status" aria-live="polite">
            {move || session.announcement.get()}
        </div>
    }
}

/// Keeps the browser from opening a file that is dropped anywhere instead of the page.
fn keep_page_when_files_are_dropped() {
    let keep = |event: DragEvent| {
        let types = event.data_transfer().map(|transfer| transfer.types());
        if types.is_some_and(|types| types.includes(&"Files".into(), 0)) {
            event.prevent_default();
        }
    };
    let _ = window_event_listener(leptos::ev::dragover, keep);
    let _ = window_event_listener(leptos::ev::drop, keep);
}

/// The colour theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
    System,
    Light,
    Dark,
}

impl Theme {
    const STORED_AS: &'static str = "theme";
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

/// Moves the focus past the header without changing the address.
fn skip(event: leptos::ev::MouseEvent) {
    event.prevent_default();
    if let Some(main) = document().get_element_by_id("main") {
        let _ = main.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// The choices of language and colour theme. On a narrow screen, they are in a menu.
#[component]
fn HeadMenu() -> impl IntoView {
    let is_open = RwSignal::new(false);
    let menu = NodeRef::<html::Div>::new();
    on_press_outside(menu, move || is_open.set(false));
    let key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" && is_open.get_untracked() {
            is_open.set(false);
            crate::keyboard::focus("menu");
        }
    };
    // Native lists of options take the focus without a related target.
    let focus_left = move |event: leptos::ev::FocusEvent| {
        let Some(menu) = menu.get_untracked() else {
            return;
        };
        let to = event.related_target();
        if to.is_some() && !contains(&menu, to) {
            is_open.set(false);
        }
    };
    view! {
        <div class="head-end" class:is-open=move || is_open.get() node_ref=menu
            on:keydown=key on:focusout=focus_left>
            <button class="quiet menu-button" id="menu" aria-controls="head-menu"
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|open| *open = !*open)>
                <span class="menu-icon" aria-hidden="true"></span>
                <span>{move || tr("page.menu")}</span>
            </button>
            <div class="menu" id="head-menu">
                <LanguageChoice/>
                <ThemeChoice/>
            </div>
        </div>
    }
}

#[component]
fn LanguageChoice() -> impl IntoView {
    let choose = move |event| {
        if let Some(language) = PageLanguage::with_code(&event_target_value(&event)) {
            text::set_language(language);
        }
    };
    let option = |language: PageLanguage| {
        view! {
            <option value=language.code() lang=language.code()
                prop:selected=move || text::language() == language>
                {language.name()}
            </option>
        }
    };
    view! {
        <label class="field">
            <span>{move || tr("page.language")}</span>
            <select class="quiet" id="language" on:change=choose>
                {PageLanguage::all().map(option).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn ThemeChoice() -> impl IntoView {
    let stored = storage::get(Theme::STORED_AS);
    let theme = RwSignal::new(Theme::with_code(&stored.unwrap_or_default()));
    Effect::new(move |_| {
        let theme = theme.get();
        storage::set(Theme::STORED_AS, theme.code());
        if let Some(root) = document().document_element() {
            let _ = match theme {
                Theme::System => root.remove_attribute("data-theme"),
                _ => root.set_attribute("data-theme", theme.code()),
            };
        }
    });
    let option = move |choice: Theme| {
        view! {
            <option value=choice.code() prop:selected=move || theme.get() == choice>
                {move || tr(&format!("page.theme.{}", choice.code()))}
            </option>
        }
    };
    view! {
        <label class="field">
            <span>{move || tr("page.theme")}</span>
            <select class="quiet" id="theme"
                on:change=move |event| theme.set(Theme::with_code(&event_target_value(&event)))>
                {Theme::ALL.map(option)}
            </select>
        </label>
    }
}
