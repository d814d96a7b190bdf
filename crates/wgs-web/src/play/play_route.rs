//! The screen of the play page that the fragment of the address names. Links lead there, and the
//! browser's own button leads back.

use leptos::prelude::*;
use wgs_play::room::RoomCode;
use wgs_play::{Challenge, RoundAction};

use super::room::room_link::RoomLink;
use super::state::{PlayScreen, PlayState, round_address};
use super::{practice_page, room, saved_round};
use crate::page::fragment;
use crate::storage;

/// The destination that a fragment names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayRoute {
    /// Choosing a game.
    Start,
    /// A round or its result, by its number.
    Round(u64),
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
        let fragment = fragment.trim_start_matches('#');
        let round = fragment.strip_prefix("/round/");
        if let Some(id) = round.and_then(|id| id.parse().ok()) {
            return Self::Round(id);
        }
        match fragment {
            "/practice" => Self::Practice,
            "/statistics" => Self::Statistics,
            "/print" | "/print/round" => Self::Print,
            "/records" => Self::Records,
            "/rooms" => Self::Rooms,
            link if Challenge::is_challenge(link) => Self::Challenge,
            link => room::code_in(link).map_or(Self::Start, Self::Room),
        }
    }
}

/// Whether the board of the round is to be printed, rather than a new one.
pub fn prints_round() -> bool {
    fragment() == "#/print/round"
}

/// Shows the screens that the address names, now and when it changes.
pub fn follow(play: PlayState, rooms: RoomLink) {
    saved_round::take_over_old(js_sys::Date::now() as u64);
    open(play, rooms);
    let listener = window_event_listener(leptos::ev::hashchange, move |_| open(play, rooms));
    on_cleanup(move || listener.remove());
    storage::on_change(move |key| {
        if key.starts_with(saved_round::ROUND) {
            play.kept_elsewhere(key);
        }
    });
}

/// Shows the screen that the address names. A round that it does not name is paused.
fn open(play: PlayState, rooms: RoomLink) {
    let route = PlayRoute::of(&fragment());
    let id = play.id.get_untracked();
    if id.is_some() && id.map(PlayRoute::Round) != Some(route) && play.is_running() {
        play.act(RoundAction::Pause);
    }
    if route != PlayRoute::Practice {
        practice_page::leave(play);
    }
    match route {
        PlayRoute::Start => {
            play.back.set("#".to_owned());
            play.close_round();
            play.show_screen(PlayScreen::Start);
        }
        PlayRoute::Round(id) => {
            play.back.set(round_address(id));
            play.open_round(id);
        }
        PlayRoute::Challenge => play.screen.set(PlayScreen::Challenge),
        PlayRoute::Practice => play.show_screen(PlayScreen::Practice),
        PlayRoute::Statistics => play.show_screen(PlayScreen::Statistics),
        PlayRoute::Print => play.show_screen(PlayScreen::Print),
        PlayRoute::Records => play.show_screen(PlayScreen::Records),
        PlayRoute::Rooms => play.show_screen(PlayScreen::Rooms),
        PlayRoute::Room(code) => rooms.open(play, code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fragment_names_a_screen() {
        for (fragment, route) in [
            ("", PlayRoute::Start),
            ("#", PlayRoute::Start),
            ("#/unknown", PlayRoute::Start),
            ("#/round/1763582400000", PlayRoute::Round(1_763_582_400_000)),
            ("#/round/last", PlayRoute::Start),
            ("#/round/-1", PlayRoute::Start),
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
            ("#room=BOGGLE", PlayRoute::Start),
            ("#game=Ruzzle&board=CATS", PlayRoute::Start),
            ("#game=Ruzzle&board=CATS&challenge=1", PlayRoute::Challenge),
        ] {
            assert_eq!(PlayRoute::of(fragment), route, "{fragment}");
        }
        let address = round_address(7);
        assert_eq!(PlayRoute::of(&address), PlayRoute::Round(7));
    }
}
