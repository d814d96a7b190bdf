//! Links that show another person exactly the same: board, filters, rules that are not built
//! in, and words. What a link carries is [`wgs_config::share_link`]'s matter.

use leptos::prelude::*;
use wgs_config::Draft;
use wgs_config::SortOrder;
use wgs_config::share_link::{self, ShareLink, SharedDictionary, SharedSort};

use super::state::{Column, Mode, Order, Solver};
use crate::engine::message::{Answer, Ask};
use crate::page;
use crate::session::Configuration;
use crate::text::{tr, tr_with};

/// Writes the link into the address, and copies it where the browser allows.
pub fn copy(solver: Solver) {
    let ask = Ask::Share(untrack(|| solver.setting()));
    let take = move |answer: Answer| {
        let words = match answer {
            Answer::Shared(words) => words,
            Answer::Failed(reason) => Err(reason),
            _ => return,
        };
        let link = words.and_then(|words| {
            let share = untrack(|| written(solver, words.into()))?;
            share.encode().map_err(|error| error.to_string())
        });
        match link {
            Ok(fragment) => put(solver, &fragment),
            Err(error) => solver.session().notice.set(Some(error)),
        }
    };
    solver
        .session()
        .line
        .with_value(|line| line.ask(&ask, take));
}

fn put(solver: Solver, fragment: &str) {
    page::set_fragment(fragment);
    let address = window().location().href().unwrap_or_default();
    let session = solver.session();
    leptos::task::spawn_local(async move {
        let copied = window().navigator().clipboard().write_text(&address);
        let copied = wasm_bindgen_futures::JsFuture::from(copied).await;
        session.said.set(Some(match copied {
            Ok(_) => tr("export.copied"),
            // Some browsers and plain connections refuse; the address has it all the same.
            Err(_) => tr("export.in-address"),
        }));
    });
}

/// What a link to what is shown now carries.
fn written(solver: Solver, dictionary: SharedDictionary) -> Result<ShareLink, String> {
    let question = solver.question();
    let text = solver
        .session()
        .configuration
        .with(|known| known.text.to_string());
    let draft = Draft::new(text);
    let game = question.setting.game;
    let rules = share_link::carried_rules(&draft, &game).map_err(|error| error.to_string())?;
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
    // The usual order goes without saying.
    let usual = SharedSort {
        by: SortOrder::Score,
        reversed: false,
    };
    Ok(ShareLink {
        game,
        board: question.board,
        configuration: rules,
        dictionary,
        sort: Some(sort).filter(|sort| *sort != usual),
        pattern: question.pattern,
        starts: question.starts_with,
        contains: question.contains,
        duplicates: question.duplicates,
    })
}

/// Shows what a link carries, if it carries anything.
pub fn open(solver: Solver, fragment: &str) {
    let fragment = fragment.trim_start_matches('#');
    if fragment.is_empty() || fragment.starts_with('/') || !fragment.contains('=') {
        return;
    }
    let share = match ShareLink::decode(fragment) {
        Ok(share) => share,
        Err(error) => {
            let text = tr_with("link.wrong", &[("problem", &error.to_string())]);
            return solver.session().notice.set(Some(text));
        }
    };
    if let Some(rules) = &share.configuration {
        match Configuration::new(rules) {
            Some(configuration) => solver.session().visit(configuration),
            None => return solver.session().notice.set(Some(tr("link.rules"))),
        }
    }
    if !share.game.is_empty() {
        let known = solver.session().configuration.get_untracked();
        match known.catalogue.game(&share.game) {
            Ok(game) => solver.game.set(game.name().to_owned()),
            Err(error) => solver.session().notice.set(Some(error.to_string())),
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
    // A link may name any position; only those on the board mean something.
    let cells = solver.view.with_untracked(|view| view.cells());
    let mut modes = vec![Mode::Normal; cells];
    for (positions, mode) in [
        (&share.starts, Mode::StartsWith),
        (&share.contains, Mode::Contains),
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
        SharedDictionary::Carried { name, words } => solver.bring(name, words.into_bytes(), true),
        SharedDictionary::Named { name, fingerprint } => {
            solver.wanted_words.set(fingerprint);
            solver.dictionary.set(Some(name));
        }
    }
}
