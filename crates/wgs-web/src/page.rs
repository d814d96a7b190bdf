//! The page of the solver and the settings, and the route to each.

use leptos::prelude::*;

use crate::editor::route::EditorRoute;
use crate::editor::{Editor, EditorState};
use crate::frame::{self, PageFrame, SitePart};
use crate::session::Session;
use crate::solver::{SolverPage, SolverState, link, saved_state};

/// The part of the page to show, as written in the fragment of the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageRoute {
    /// The solver. The fragment may hold a shared board.
    Solver,
    /// A page of the configuration editor.
    Settings(EditorRoute),
}

impl PageRoute {
    fn of(fragment: &str) -> Self {
        match fragment.trim_start_matches('#').strip_prefix("/settings") {
            Some(rest) => Self::Settings(EditorRoute::of(rest.trim_start_matches('/'))),
            None => Self::Solver,
        }
    }
}

/// The fragment of old links to the solver, which had no page of its own.
const SOLVER: &str = "#/solver";

/// The fragment of the address, with its `#`.
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Goes to the address with a fragment, from which the browser's own button leads back.
pub fn go(fragment: &str) {
    let _ = window().location().set_hash(fragment);
}

/// Changes the fragment of the address without a navigation; removes it if it is empty.
pub fn set_fragment(fragment: &str) {
    let location = window().location();
    let address = match fragment {
        "" => location.pathname().unwrap_or_default() + &location.search().unwrap_or_default(),
        fragment => format!("#{fragment}"),
    };
    let history = window().history();
    let _ = history.and_then(|history| {
        let nothing = &wasm_bindgen::JsValue::NULL;
        history.replace_state_with_url(nothing, "", Some(&address))
    });
}

/// Loads the page again with the files that its host has now. `boot.js` listens to the event.
pub fn update() {
    if let Ok(event) = web_sys::Event::new("wgs.update") {
        let _ = window().dispatch_event(&event);
    }
}

/// Replaces the content of the document with the page.
pub fn show() {
    if fragment() == SOLVER {
        set_fragment("");
    }
    frame::mount(Page);
}

#[component]
fn Page() -> impl IntoView {
    let session = Session::new();
    provide_context(session);
    provide_context(EditorState::new(session));
    let solver = SolverState::new(session);
    provide_context(solver);
    saved_state::restore(solver);
    saved_state::keep(solver);

    let route = RwSignal::new(PageRoute::of(&fragment()));
    let _ = window_event_listener(leptos::ev::hashchange, move |_| {
        route.set(PageRoute::of(&fragment()));
        if !link::open(solver, &fragment()) {
            saved_state::show(solver);
        }
    });
    let part = Signal::derive(move || match route.get() {
        PageRoute::Solver => SitePart::Solver,
        PageRoute::Settings(_) => SitePart::Settings,
    });
    view! {
        <PageFrame part>
            {move || match route.get() {
                PageRoute::Solver => view! { <SolverPage/> }.into_any(),
                PageRoute::Settings(route) => view! { <Editor route/> }.into_any(),
            }}
        </PageFrame>
    }
}
