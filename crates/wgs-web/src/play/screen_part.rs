//! The screens that a first visit does without. Their code is in parts of the module, each a file of
//! its own, which is loaded when one of its screens is first shown. The program of the games marks
//! the parts with `#[wasm_split]`; `xtask/site` writes their files.

use std::pin::Pin;

use js_sys::Promise;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::state::PlayScreen;
use crate::text::tr;

/// Shows a screen of a part.
pub type ShowScreen = fn(PlayScreen) -> AnyView;

/// Loads a part, and returns the function that shows its screens; [`None`] if it cannot be loaded.
pub type LoadPart = fn() -> Pin<Box<dyn Future<Output = Option<ShowScreen>>>>;

/// How to load each part.
#[derive(Clone, Copy)]
pub struct PartLoaders {
    /// The end of a round.
    pub result: LoadPart,
    /// Challenges, practice, statistics, boards to print and records.
    pub more: LoadPart,
    /// Rooms.
    pub rooms: LoadPart,
}

#[derive(Clone, Copy)]
enum PartState {
    Absent,
    Loading,
    Ready(ShowScreen),
    Failed,
}

/// A part of the page.
#[derive(Clone, Copy)]
pub struct ScreenPart {
    load: LoadPart,
    /// The style sheet of its screens alone.
    style: Option<&'static str>,
    state: RwSignal<PartState>,
}

impl ScreenPart {
    fn new(load: LoadPart, style: Option<&'static str>) -> Self {
        Self {
            load,
            style,
            state: RwSignal::new(PartState::Absent),
        }
    }

    /// Loads the part, unless it is there or on its way.
    pub fn load(self) {
        match self.state.get_untracked() {
            PartState::Loading | PartState::Ready(_) => return,
            PartState::Absent | PartState::Failed => self.state.set(PartState::Loading),
        }
        spawn_local(async move {
            let style = self.style.and_then(load_style);
            let show = (self.load)().await;
            if let Some(style) = style {
                // A screen without its style sheet can still be used.
                let _ = style.await;
            }
            self.state
                .set(show.map_or(PartState::Failed, PartState::Ready));
        });
    }

    /// Whether the part is there, as a reactive value.
    pub fn is_ready(self) -> bool {
        matches!(self.state.get(), PartState::Ready(_))
    }

    /// Shows a screen of the part as soon as that is there.
    fn show(self, screen: PlayScreen) -> AnyView {
        if let PartState::Ready(show) = self.state.get_untracked() {
            return show(screen);
        }
        self.load();
        let view = move || match self.state.get() {
            PartState::Ready(show) => show(screen),
            PartState::Failed => view! {
                <div class="after" role="alert" id="part-failed">
                    <p>{move || tr("play.part-failed")}</p>
                    <button on:click=move |_| self.load()>{move || tr("play.part-again")}</button>
                </div>
            }
            .into_any(),
            PartState::Absent | PartState::Loading => view! {
                <div class="after"><p class="hint">{move || tr("play.part-loading")}</p></div>
            }
            .into_any(),
        };
        view.into_any()
    }
}

/// The parts of the page. Copies refer to the same.
#[derive(Clone, Copy)]
pub struct ScreenParts {
    /// The end of a round.
    pub result: ScreenPart,
    more: ScreenPart,
    rooms: ScreenPart,
}

impl ScreenParts {
    /// The parts of a page that has loaded none of them.
    pub fn new(loaders: PartLoaders) -> Self {
        Self {
            result: ScreenPart::new(loaders.result, None),
            more: ScreenPart::new(loaders.more, Some("record.css")),
            rooms: ScreenPart::new(loaders.rooms, Some("room.css")),
        }
    }

    /// The part that has a screen; [`None`] for those of the module itself.
    pub fn of(self, screen: PlayScreen) -> Option<ScreenPart> {
        match screen {
            PlayScreen::Start | PlayScreen::Round => None,
            PlayScreen::Result => Some(self.result),
            PlayScreen::Challenge
            | PlayScreen::Practice
            | PlayScreen::Statistics
            | PlayScreen::Print
            | PlayScreen::Records => Some(self.more),
            PlayScreen::Rooms | PlayScreen::Room => Some(self.rooms),
        }
    }

    /// Shows a screen of one of the parts.
    pub fn show(self, screen: PlayScreen) -> Option<AnyView> {
        Some(self.of(screen)?.show(screen))
    }
}

/// Adds a style sheet to the page, unless it has it. It is there when the promise is kept.
fn load_style(file: &str) -> Option<JsFuture> {
    let head = document().query_selector("head").ok()??;
    if let Ok(Some(_)) = head.query_selector(&format!("link[href=\"{file}\"]")) {
        return None;
    }
    let link = document().create_element("link").ok()?;
    link.set_attribute("rel", "stylesheet").ok()?;
    link.set_attribute("href", file).ok()?;
    let ended = Promise::new(&mut |resolve, _| {
        for event in ["load", "error"] {
            let _ = link.add_event_listener_with_callback(event, &resolve);
        }
    });
    head.append_child(&link).ok()?;
    Some(ended.into())
}

/// Shows the end of a round.
pub fn show_result(_: PlayScreen) -> AnyView {
    super::result_page::ResultPage().into_any()
}

/// Shows one of the screens besides rounds and rooms.
pub fn show_more(screen: PlayScreen) -> AnyView {
    match screen {
        PlayScreen::Challenge => super::challenge::ChallengePage().into_any(),
        PlayScreen::Practice => super::practice_page::PracticePage().into_any(),
        PlayScreen::Statistics => super::statistics_page::StatisticsPage().into_any(),
        PlayScreen::Print => super::print_page::PrintPage().into_any(),
        PlayScreen::Records => super::record::RecordPage().into_any(),
        _ => ().into_any(),
    }
}

/// Shows a screen of rooms.
pub fn show_rooms(screen: PlayScreen) -> AnyView {
    super::room::state::RoomState::prepare();
    match screen {
        PlayScreen::Rooms => super::room::entrance_page::RoomsPage().into_any(),
        PlayScreen::Room => super::room::RoomPage().into_any(),
        _ => ().into_any(),
    }
}
