//! The state that survives a reload: the game, the board and the filters, in the address and in the
//! storage of the browser, both in the format of a link. Dictionaries are in
//! [`storage::dictionary`].

use std::time::Duration;

use leptos::prelude::*;
use wgs_config::share_link::{ShareLink, SharedDictionary};

use super::entered_board::FIRST_BOARD;
use super::link;
use super::state::SolverState;
use crate::engine_text::tr_message;
use crate::page;
use crate::session::ParsedConfiguration;
use crate::storage;

/// The key that the browser stores the state under.
const STORED_AS: &str = "solver";

/// The shortest time between two changes of the address. Browsers allow about three a second.
const INTERVAL: Duration = Duration::from_millis(350);

/// The key that the browser stores a fragment under that is out of date: a reload keeps the address
/// that it began with.
const OUT_OF_DATE: &str = "solver.out-of-date";

/// Shows the board of the address or, without one, that of the last visit.
pub fn restore(solver: SolverState) {
    let out_of_date = storage::get(OUT_OF_DATE);
    storage::remove(OUT_OF_DATE);
    let fragment = page::fragment();
    if out_of_date.as_deref() != Some(&fragment) && link::open(solver, &fragment) {
        return;
    }
    let stored = storage::get(STORED_AS);
    match stored.as_deref().map(ShareLink::decode) {
        Some(Ok(share)) => link::show(solver, share),
        Some(Err(_)) => storage::remove(STORED_AS),
        None => {}
    }
}

/// Saves every change from now on.
pub fn keep(solver: SolverState) {
    let session = solver.session();
    // Rules that came with a link are not in the user's own configuration.
    let rules = Memo::new(move |_| {
        let is_visiting = session.own.with(Option::is_some);
        let rules = is_visiting.then(|| link::rules_to_carry(solver).ok());
        rules.flatten().flatten()
    });
    let share = Memo::new(move |_| {
        let mut share = link::board_and_filters(solver);
        if let Some(game) = solver.board.awaited_game.get() {
            share.game = game;
        }
        let first = session.configuration.with(ParsedConfiguration::first_game);
        let unchanged = ShareLink {
            game: first,
            board: FIRST_BOARD.to_owned(),
            ..ShareLink::default()
        };
        if share.board.is_empty() {
            share.board = link::EMPTY_BOARD.to_owned();
        }
        share.configuration = rules.get();
        share.dictionary = dictionary(solver);
        Some(share).filter(|share| *share != unchanged)
    });
    let is_waiting = StoredValue::new(false);
    let write = move || {
        is_waiting.set_value(false);
        let fragment = share.get_untracked().map(|share| share.encode());
        match fragment.transpose() {
            Ok(fragment) => save(solver, fragment.unwrap_or_default()),
            // It is too long for an address.
            Err(_) => storage::remove(STORED_AS),
        }
    };
    // A reload does not wait.
    let _ = window_event_listener(leptos::ev::pagehide, move |_| {
        if is_waiting.get_value() {
            storage::set(OUT_OF_DATE, &page::fragment());
            write();
        }
    });
    Effect::new(move |previous: Option<f64>| {
        share.track();
        let now = js_sys::Date::now();
        let wait = previous.map_or(0.0, |previous| previous + INTERVAL.as_millis() as f64 - now);
        if wait <= 0.0 {
            write();
        } else if !is_waiting.get_value() {
            is_waiting.set_value(true);
            set_timeout(write, INTERVAL);
        }
        now
    });
    Effect::new(move |_| {
        if session.is_configured.get()
            && let Some(game) = solver.board.awaited_game.get_untracked()
        {
            solver.board.awaited_game.set(None);
            let known = session.configuration.get_untracked();
            match known.catalogue.game(&game) {
                Ok(game) => {
                    solver.board.history.skip();
                    solver.board.game.set(game.name().to_owned());
                }
                Err(error) => session.show_error(tr_message(&error)),
            }
        }
    });
}

/// The dictionary that is used instead of the game's.
fn dictionary(solver: SolverState) -> SharedDictionary {
    let Some(used) = solver.dictionary.name.get() else {
        return SharedDictionary::OfTheGame;
    };
    match solver.dictionary.shared.get() {
        SharedDictionary::Carried { name, words } if name == used => {
            SharedDictionary::Carried { name, words }
        }
        SharedDictionary::Named { name, fingerprint } if name == used => {
            SharedDictionary::Named { name, fingerprint }
        }
        _ => SharedDictionary::Named {
            name: used,
            fingerprint: None,
        },
    }
}

fn save(solver: SolverState, fragment: String) {
    if solver.saved.with_untracked(|saved| *saved == fragment) {
        return;
    }
    match fragment.as_str() {
        "" => storage::remove(STORED_AS),
        fragment => {
            storage::set(STORED_AS, fragment);
        }
    }
    solver.saved.set(fragment);
    show(solver);
}

/// Shows the state in the address, unless that leads to another part of the page.
pub fn show(solver: SolverState) {
    if !page::fragment().starts_with("#/") {
        page::set_fragment(&solver.saved.get_untracked());
    }
}
