//! The play page: a person against the clock or the computer, on any game of the configuration.
//! The rules are those of `wgs-play`; the round itself is kept in the worker.
//!
//! | module | what it holds |
//! |---|---|
//! | [`message`] | requests to the worker, and their replies |
//! | [`worker`] | the round inside the worker |
//! | `deal` | the board of a new round |
//! | [`state`] | the round as the page knows it |
//! | [`round_clock`] | the time on the clock of a round |
//! | [`saved_round`] | what survives a reload |
//! | [`play_options`] | what the next round is played with |
//! | [`start_page`] | choosing a game and its options |
//! | [`board_picture`] | a picture of its board |
//! | [`round_page`] | the round while it is played |
//! | [`play_board`] | the board that words are spelled on |
//! | [`spelling_input`] | spelling by dragging, tapping and typing |
//! | [`result_page`] | the end of a round |
//! | [`device`] | a screen that stays on, vibration and sounds |

pub mod board_picture;
mod deal;
pub mod device;
pub mod message;
pub mod play_board;
pub mod play_options;
pub mod result_page;
pub mod round_clock;
pub mod round_page;
pub mod saved_round;
pub mod spelling_input;
pub mod start_page;
pub mod state;
pub mod worker;

use leptos::prelude::*;

use crate::editor::host;
use crate::frame::{self, PageFrame, SitePart};
use crate::session::Session;
use crate::text;
use result_page::ResultPage;
use round_page::RoundPage;
use start_page::StartPage;
use state::{PlayScreen, PlayState};

/// Replaces the content of the document with the page.
pub fn show() {
    text::add_play_texts();
    frame::mount(Page);
}

#[component]
fn Page() -> impl IntoView {
    let session = Session::new();
    provide_context(session);
    host::load_games(session);
    let play = PlayState::new(session);
    provide_context(play);
    saved_round::restore(play);
    view! {
        <PageFrame part=SitePart::Play.into()>
            {move || match play.screen.get() {
                PlayScreen::Start => view! { <StartPage/> }.into_any(),
                PlayScreen::Round => view! { <RoundPage/> }.into_any(),
                PlayScreen::Result => view! { <ResultPage/> }.into_any(),
            }}
        </PageFrame>
    }
}
