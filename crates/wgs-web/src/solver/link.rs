//! Links that show another person the same board, filters, rules and dictionary. Their format
//! is in [`wgs_config::share_link`].

use leptos::prelude::*;
use wgs_app::creator::CreateOptions;
use wgs_config::Draft;
use wgs_config::SortOrder;
use wgs_config::share_link::{ShareLink, SharedDictionary, SharedSort};
use wgs_engine::BoardSize;
use wgs_engine::message::ToMessage;

use super::dictionary::DictionaryUse;
use super::state::SolverState;
use crate::board::cell_view::TileMode;
use crate::board::sorted_rows::{Column, Order};
use crate::clipboard;
use crate::engine::message;
use crate::engine::reply::MOST_DRAWN;
use crate::engine::request::{RequestError, ShareDictionary};
use crate::engine_text::tr_message;
use crate::page;
use crate::session::ParsedConfiguration;
use crate::text::{tr, tr_with};

/// How a link writes a board without letters; without any board, it leaves the board as it is.
pub(super) const EMPTY_BOARD: &str = ".";

/// Puts the link into the address bar, and into the clipboard where the browser allows it.
pub fn copy(solver: SolverState) {
    let request = ShareDictionary {
        choice: untrack(|| solver.choice()),
    };
    let on_reply = move |dictionary: Result<SharedDictionary, RequestError>| {
        let link = dictionary
            .map_err(|error| error.text())
            .and_then(|dictionary| {
                let share = untrack(|| share(solver, dictionary))?;
                share.encode().map_err(|error| tr_message(&error))
            });
        match link {
            Ok(fragment) => publish(solver, &fragment),
            Err(error) => solver.session().show_error(error),
        }
    };
    let engine = solver.session().engine;
    engine.with_value(|engine| engine.send(request, on_reply));
}

fn publish(solver: SolverState, fragment: &str) {
    page::set_fragment(fragment);
    let address = window().location().href().unwrap_or_default();
    let session = solver.session();
    leptos::task::spawn_local(async move {
        session
            .confirmation
            .set(Some(match clipboard::copy(&address).await {
                true => tr("export.copied"),
                // Some browsers refuse; the address bar has the link anyway.
                false => tr("export.in-address"),
            }));
    });
}

/// The content of a link to what the page shows now, for any person.
fn share(solver: SolverState, dictionary: SharedDictionary) -> Result<ShareLink, String> {
    let configuration = rules_to_carry(solver)?;
    Ok(ShareLink {
        dictionary,
        configuration,
        ..board_and_filters(solver)
    })
}

/// The rules that a link to the game must carry, if any.
pub(super) fn rules_to_carry(solver: SolverState) -> Result<Option<String>, String> {
    let text = solver
        .session()
        .configuration
        .with(|known| known.text.to_string());
    let draft = Draft::new(text);
    let game = solver.board.game.get();
    wgs_config::share_link::configuration_to_carry(&draft, &game)
        .map_err(|error| tr_message(&error))
}

/// The part of a link that does not depend on the user's configuration and dictionaries.
pub(super) fn board_and_filters(solver: SolverState) -> ShareLink {
    let request = solver.request();
    let order = solver.filter.order.get();
    let (by, first) = match order.column {
        Column::Word => (SortOrder::Word, false),
        // A link does not say how common words are.
        Column::Score | Column::Commonness => (SortOrder::Score, true),
        Column::Length => (SortOrder::Length, true),
    };
    let sort = SharedSort {
        by,
        reversed: order.descending != first,
    };
    // The default order is left out.
    let default = SharedSort {
        by: SortOrder::Score,
        reversed: false,
    };
    ShareLink {
        game: request.choice.game,
        board: request.board,
        size: request.choice.size.map(|size| size.to_string()),
        sort: Some(sort).filter(|sort| *sort != default),
        pattern: request.pattern,
        starts: request.starts_with,
        contains: request.contains,
        duplicates: request.duplicates,
        ..ShareLink::default()
    }
}

/// Opens a link, if the fragment is one. Returns whether it is.
pub fn open(solver: SolverState, fragment: &str) -> bool {
    let fragment = fragment.trim_start_matches('#');
    if fragment.is_empty() || fragment.starts_with('/') || !fragment.contains('=') {
        return false;
    }
    match ShareLink::decode(fragment) {
        Ok(share) => show(solver, share),
        Err(error) => {
            let text = tr_with("link.wrong", &[("problem", &tr_message(&error))]);
            solver.session().show_error(text);
        }
    }
    true
}

/// Shows what a link contains.
pub(super) fn show(solver: SolverState, share: ShareLink) {
    if let Some(rules) = &share.configuration {
        match ParsedConfiguration::new(rules) {
            Some(configuration) => solver.session().apply_shared(configuration),
            None => return solver.session().show_error(tr("link.rules")),
        }
    }
    if !share.game.is_empty() {
        let known = solver.session().configuration.get_untracked();
        solver.board.awaited_game.set(None);
        match known.catalogue.game(&share.game) {
            Ok(game) => solver.board.game.set(game.name().to_owned()),
            // The configuration of the host may still be on its way.
            Err(_) if !solver.session().is_configured.get_untracked() => {
                solver.board.awaited_game.set(Some(share.game.clone()));
            }
            Err(error) => solver.session().show_error(tr_message(&error)),
        }
    }
    let size = share.size.as_deref();
    let size = size.map(|text| BoardSize::read(text, CreateOptions::SIDES));
    match size.transpose() {
        Ok(size) => solver.board.size.set(size),
        Err(error) => {
            solver
                .session()
                .show_error(tr_message(&message::size(error.to_message())));
        }
    }
    match share.board.as_str() {
        "" => {}
        EMPTY_BOARD => solver.board.text.set(String::new()),
        _ => solver.board.text.set(share.board),
    }
    if let Some(sort) = share.sort {
        let (column, first) = match sort.by {
            SortOrder::Word => (Column::Word, false),
            SortOrder::Score => (Column::Score, true),
            SortOrder::Length => (Column::Length, true),
        };
        let descending = sort.reversed != first;
        solver.filter.order.set(Order { column, descending });
    }
    solver.filter.pattern.set(share.pattern.unwrap_or_default());
    solver.filter.duplicates.set(share.duplicates);
    // Positions beyond the board are ignored. The game may not be known yet, so these are all
    // cells that a board on the page can have.
    let mut modes = vec![TileMode::Normal; MOST_DRAWN];
    for (positions, mode) in [
        (&share.starts, TileMode::StartsWith),
        (&share.contains, TileMode::Contains),
    ] {
        for position in positions {
            let tile = position.checked_sub(1).and_then(|cell| modes.get_mut(cell));
            if let Some(tile) = tile {
                *tile = mode;
            }
        }
    }
    let last = modes.iter().rposition(|mode| *mode != TileMode::Normal);
    modes.truncate(last.map_or(0, |last| last + 1));
    solver.board.modes.set(modes);
    solver.dictionary.shared.set(share.dictionary.clone());
    match share.dictionary {
        SharedDictionary::OfTheGame => solver.dictionary.name.set(None),
        SharedDictionary::Carried { name, words } => {
            // The engine has loaded it before it searches with it.
            solver.provide(name.clone(), words.into_bytes(), DictionaryUse::Missing);
            solver.dictionary.name.set(Some(name));
        }
        SharedDictionary::Named { name, fingerprint } => {
            solver.dictionary.linked.set(fingerprint);
            solver.dictionary.name.set(Some(name));
        }
    }
}
