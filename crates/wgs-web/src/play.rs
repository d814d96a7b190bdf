//! The play page: a person against the clock or the computer, on any game of the configuration.
//! The rules are those of `wgs-play`; the round itself is kept in the worker.
//!
//! | module | content |
//! |---|---|
//! | [`message`] | requests to the worker, and their replies |
//! | [`worker`] | the round inside the worker |
//! | [`state`] | the state of the page |
//! | [`screen_part`] | the screens that are loaded when they are first shown |
//! | [`guess_entry`] | the word that the player enters |
//! | [`given_hint`] | a hint in words |
//! | [`play_clock`] | the clock on the page |
//! | [`round_clock`] | the time on the clock of a round |
//! | [`saved_round`] | the rounds that the browser keeps |
//! | [`round_start`] | the start of a round |
//! | [`play_options`] | the options of the next round |
//! | [`start_page`] | choosing a game and its options |
//! | [`board_picture`] | a picture of its board |
//! | [`round_page`] | the round while it is played |
//! | [`play_board`] | the board of a round |
//! | [`shown_board`] | a board as it is shown |
//! | [`spelling_input`] | spelling by dragging, tapping and typing |
//! | [`result_page`] | the end of a round |
//! | [`word_review`] | the words found and missed, after the round |
//! | [`word_class`] | the class of a word by how common it is |
//! | [`share`] | sharing a text |
//! | [`result_text`] | a result in words, without giving words away |
//! | [`start_more`] | the start page besides a new round |
//! | [`daily`] | the daily board of a game |
//! | [`challenge`] | links that challenge a friend |
//! | [`practice_page`] | practising missed words |
//! | [`statistics_page`] | statistics and streaks |
//! | [`record`] | the best boards that are known, and running hunts |
//! | [`print_page`] | boards and score sheets to print |
//! | [`player_data`] | statistics and practice deck, as the browser stores them |
//! | [`room`] | rooms: playing together |
//! | [`round_origin`] | the origin of the board of a round |
//! | [`round_source`] | the source of a round: the worker or a room |
//! | [`play_route`] | the screens that the address names |
//! | [`today`] | the current day |
//! | [`device`] | a screen that stays on, vibration and sounds |

pub mod board_picture;
pub mod challenge;
pub mod daily;
pub mod device;
pub mod given_hint;
pub mod guess_entry;
pub mod message;
pub mod play_board;
pub mod play_clock;
pub mod play_options;
pub mod play_route;
pub mod player_data;
pub mod practice_page;
pub mod print_page;
pub mod record;
pub mod result_page;
pub mod result_text;
pub mod room;
pub mod round_clock;
pub mod round_origin;
pub mod round_page;
pub mod round_source;
pub mod round_start;
pub mod saved_round;
pub mod screen_part;
pub mod share;
pub mod shown_board;
pub mod spelling_input;
pub mod start_more;
pub mod start_page;
pub mod state;
pub mod statistics_page;
pub mod today;
pub mod word_class;
pub mod word_review;
pub mod worker;

use std::time::Duration;

use leptos::prelude::*;

use crate::frame::{self, PageFrame, SitePart};
use crate::host;
use crate::session::Session;
use crate::text::{self, tr};
use room::room_link::RoomLink;
use room::rooms::Rooms;
use round_page::RoundPage;
use screen_part::{PartLoaders, ScreenPart, ScreenParts};
use start_page::StartPage;
use state::{PlayScreen, PlayState};

/// Replaces the content of the document with the page.
pub fn show(parts: PartLoaders) {
    text::add_play_texts();
    frame::mount(move || view! { <Page parts/> });
}

#[component]
fn Page(parts: PartLoaders) -> impl IntoView {
    let session = Session::new();
    provide_context(session);
    host::load_games(session);
    let play = PlayState::new(session);
    provide_context(play);
    provide_context(Rooms::new(session));
    let rooms = RoomLink::new();
    provide_context(rooms);
    let parts = ScreenParts::new(parts);
    provide_context(parts);
    // The end of a round is there without a wait, and even if the connection is lost meanwhile.
    Effect::new(move |_| {
        if play.screen.get() == PlayScreen::Round && play.found() > 0 {
            parts.result.load();
        }
    });
    today::watch();
    play_route::follow(play, rooms);
    // Each screen has its own title, and its heading has the focus at first.
    Effect::new(move |before: Option<Option<(PlayScreen, Option<u64>)>>| {
        let before = before.flatten();
        let screen = play.screen.get();
        if !parts.of(screen).is_none_or(ScreenPart::is_ready) {
            return before;
        }
        let result = play.id.get().filter(|_| screen == PlayScreen::Result);
        let title = tr("play.page-title");
        let is_new = before.is_some_and(|before| before != (screen, result));
        let show = move || {
            frame::show_heading(is_new);
            if screen == PlayScreen::Start {
                document().set_title(&title);
            }
        };
        set_timeout(show, Duration::ZERO);
        Some((screen, result))
    });
    view! {
        <PageFrame part=SitePart::Play.into()>
            {move || match play.screen.get() {
                PlayScreen::Start => Some(view! { <StartPage/> }.into_any()),
                PlayScreen::Round => Some(view! { <RoundPage/> }.into_any()),
                screen => parts.show(screen),
            }}
        </PageFrame>
    }
}
