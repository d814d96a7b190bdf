//! Links that show another person the same board, filters, rules and dictionary. Their format
//! is in [`wgs_config::share_link`].

use leptos::prelude::*;
use wgs_app::target::SizeError;
use wgs_config::Draft;
use wgs_config::share_link::{ShareLink, SharedDictionary, SharedSort};
use wgs_config::{SortOrder, error_chain};

use super::sorted_rows::{Column, Order};
use super::state::{DictionaryUse, SolverState, TileMode};
use crate::engine::request::{RequestError, ShareDictionary};
use crate::engine_text::tr_message;
use crate::page;
use crate::session::ParsedConfiguration;
use crate::text::{tr, tr_with};

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
                share
                    .encode()
                    .map_err(|error| tr_message(&error_chain(&error)))
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
        let copied = window().navigator().clipboard().write_text(&address);
        let copied = wasm_bindgen_futures::JsFuture::from(copied).await;
        session.confirmation.set(Some(match copied {
            Ok(_) => tr("export.copied"),
            // Some browsers refuse, as do pages without HTTPS; the address bar has the link anyway.
            Err(_) => tr("export.in-address"),
        }));
    });
}

/// The content of a link to what the page shows now.
fn share(solver: SolverState, dictionary: SharedDictionary) -> Result<ShareLink, String> {
    let request = solver.request();
    let text = solver
        .session()
        .configuration
        .with(|known| known.text.to_string());
    let draft = Draft::new(text);
    let game = request.choice.game;
    let rules = wgs_config::share_link::configuration_to_carry(&draft, &game)
        .map_err(|error| error.to_string())?;
    let order = solver.order.get();
    let (by, first) = match order.column {
        Column::Word => (SortOrder::Word, false),
        Column::Score => (SortOrder::Score, true),
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
    Ok(ShareLink {
        game,
        board: request.board,
        size: request.choice.size.map(|size| size.to_string()),
        configuration: rules,
        dictionary,
        sort: Some(sort).filter(|sort| *sort != default),
        pattern: request.pattern,
        starts: request.starts_with,
        contains: request.contains,
        duplicates: request.duplicates,
    })
}

/// Opens a link, if the fragment is one.
pub fn open(solver: SolverState, fragment: &str) {
    let fragment = fragment.trim_start_matches('#');
    if fragment.is_empty() || fragment.starts_with('/') || !fragment.contains('=') {
        return;
    }
    let share = match ShareLink::decode(fragment) {
        Ok(share) => share,
        Err(error) => {
            let text = tr_with(
                "link.wrong",
                &[("problem", &tr_message(&error_chain(&error)))],
            );
            return solver.session().show_error(text);
        }
    };
    if let Some(rules) = &share.configuration {
        match ParsedConfiguration::new(rules) {
            Some(configuration) => solver.session().apply_shared(configuration),
            None => return solver.session().show_error(tr("link.rules")),
        }
    }
    if !share.game.is_empty() {
        let known = solver.session().configuration.get_untracked();
        match known.catalogue.game(&share.game) {
            Ok(game) => solver.game.set(game.name().to_owned()),
            Err(error) => solver.session().show_error(tr_message(&error.to_string())),
        }
    }
    match share.size.as_deref().map(str::parse).transpose() {
        Ok(size) => solver.size.set(size),
        Err(error) => {
            let error: SizeError = error;
            solver
                .session()
                .show_error(tr_message(&format!("size: {error}")));
        }
    }
    if !share.board.is_empty() {
        solver.board.set(share.board);
    }
    if let Some(sort) = share.sort {
        let (column, first) = match sort.by {
            SortOrder::Word => (Column::Word, false),
            SortOrder::Score => (Column::Score, true),
            SortOrder::Length => (Column::Length, true),
        };
        let descending = sort.reversed != first;
        solver.order.set(Order { column, descending });
    }
    solver.pattern.set(share.pattern.unwrap_or_default());
    solver.duplicates.set(share.duplicates);
    // Positions beyond the board are ignored.
    let cells = solver.view.with_untracked(|view| view.cells());
    let mut modes = vec![TileMode::Normal; cells];
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
    solver.modes.set(modes);
    match share.dictionary {
        SharedDictionary::OfTheGame => solver.dictionary.set(None),
        SharedDictionary::Carried { name, words } => {
            solver.provide(name, words.into_bytes(), DictionaryUse::Instead);
        }
        SharedDictionary::Named { name, fingerprint } => {
            solver.linked_dictionary.set(fingerprint);
            solver.dictionary.set(Some(name));
        }
    }
}
