//! The screen of the play page that the fragment of the address names. Links lead there, and the
//! browser's own button leads back.

use leptos::prelude::*;
use wgs_play::room::RoomCode;
use wgs_play::{Challenge, RoundAction, RoundPhase};

use super::room::state::RoomState;
use super::state::{PlayScreen, PlayState};
use super::{challenge, practice_page, room, saved_round};
use crate::page::fragment;

/// The destination that a fragment names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayRoute {
    /// The game itself: choosing, playing, or the result.
    Game,
    Challenge,
    Practice,
    Statistics,
    Print,
    Records,
    Rooms,
    Room(RoomCode),
}

impl PlayRoute {
    fn of(fragment: &str) -> Self {
        match fragment.trim_start_matches('#') {
            "/practice" => Self::Practice,
            "/statistics" => Self::Statistics,
            "/print" | "/print/round" => Self::Print,
            "/records" => Self::Records,
            "/rooms" => Self::Rooms,
            link if Challenge::is_challenge(link) => Self::Challenge,
            link => room::code_in(link).map_or(Self::Game, Self::Room),
        }
    }
}

/// Whether the board of the round is to be printed, rather than a new one.
pub fn prints_round() -> bool {
    fragment() == "#/print/round"
}

/// Shows the screens that the address names, now and when it changes. A round that was
/// interrupted continues as soon as the address names no other screen.
pub fn follow(play: PlayState, room: RoomState) {
    let left = StoredValue::new(PlayScreen::Start);
    if PlayRoute::of(&fragment()) == PlayRoute::Game {
        saved_round::restore(play);
    } else {
        open(play, room, left);
    }
    let listener = window_event_listener(leptos::ev::hashchange, move |_| open(play, room, left));
    on_cleanup(move || listener.remove());
}

/// Shows the screen that the address names.
fn open(play: PlayState, room: RoomState, left: StoredValue<PlayScreen>) {
    let screen = play.screen.get_untracked();
    let is_game = |screen| {
        matches!(
            screen,
            PlayScreen::Start | PlayScreen::Round | PlayScreen::Result
        )
    };
    let route = PlayRoute::of(&fragment());
    if route != PlayRoute::Game && is_game(screen) {
        left.set_value(screen);
        if untrack(|| play.phase()) == Some(RoundPhase::Running) {
            play.act(RoundAction::Pause);
        }
    }
    if route != PlayRoute::Practice {
        practice_page::leave(play);
    }
    match route {
        PlayRoute::Game if is_game(screen) => {}
        PlayRoute::Game => back(play, left.get_value()),
        PlayRoute::Challenge => challenge::open(play, &fragment()),
        PlayRoute::Practice => play.screen.set(PlayScreen::Practice),
        PlayRoute::Statistics => play.screen.set(PlayScreen::Statistics),
        PlayRoute::Print => play.screen.set(PlayScreen::Print),
        PlayRoute::Records => play.screen.set(PlayScreen::Records),
        PlayRoute::Rooms => play.screen.set(PlayScreen::Rooms),
        PlayRoute::Room(code) => room.open(code),
    }
}

/// Shows the game again where it was left.
fn back(play: PlayState, screen: PlayScreen) {
    let has_round = play.round.with_untracked(Option::is_some) && play.is_kept();
    match screen {
        PlayScreen::Round | PlayScreen::Result if has_round => play.screen.set(screen),
        _ => {
            play.screen.set(PlayScreen::Start);
            // It was interrupted by a reload, or by practice.
            saved_round::restore(play);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fragment_names_a_screen() {
        for (fragment, route) in [
            ("", PlayRoute::Game),
            ("#", PlayRoute::Game),
            ("#/unknown", PlayRoute::Game),
            ("#/practice", PlayRoute::Practice),
            ("#/statistics", PlayRoute::Statistics),
            ("#/print", PlayRoute::Print),
            ("#/print/round", PlayRoute::Print),
            ("#/records", PlayRoute::Records),
            ("#/rooms", PlayRoute::Rooms),
            (
                "#room=BCDFGHJK",
                PlayRoute::Room("BCDFGHJK".parse().unwrap()),
            ),
            ("#room=BOGGLE", PlayRoute::Game),
            ("#game=Ruzzle&board=CATS", PlayRoute::Game),
            ("#game=Ruzzle&board=CATS&challenge=1", PlayRoute::Challenge),
        ] {
            assert_eq!(PlayRoute::of(fragment), route, "{fragment}");
        }
    }
}
