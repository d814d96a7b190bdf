//! The views of the cells of the solver's board, computed for all of them at once.
//!
//! A component per cell that subscribes to the board, the result and the path would be slow: a
//! signal with n subscribers takes n steps to remove one of them, and all of them are removed
//! and added again with each change. So one effect computes the views of all cells, and only the
//! cells whose view differs are notified.

use leptos::prelude::*;
use wgs_engine::BoardScore;
use wgs_play::PathSpeller;

use super::state::SolverState;
use crate::board::cell_view::{CellView, Heat, HeatNumber, TileMode};
use crate::board::game_view::{GameView, TileView};
use crate::board::path::positions;
use crate::engine::reply::{BoardSummary, MOST_DRAWN};
use crate::text::{self, PageLanguage};

/// The data for the views of the cells, besides the tiles.
struct CellContext<'c> {
    language: PageLanguage,
    view: &'c GameView,
    modes: &'c [TileMode],
    summary: Option<&'c BoardSummary>,
    heat: Heat,
    path: &'c [u32],
    stand_ins: &'c [(u32, String)],
    cursor: usize,
    detailed: Option<usize>,
}

impl CellContext<'_> {
    /// The views of all cells.
    fn views(&self, tiles: &[TileView]) -> Vec<CellView> {
        let counted = self.summary.map_or(&[][..], |summary| &summary.tiles);
        let measure = |counts: &BoardScore| match self.heat {
            Heat::Off => 0,
            Heat::Words => counts.words,
            Heat::Points => counts.points,
        };
        let most = counted.iter().map(measure).max().unwrap_or(0);
        // Cells that are not drawn have no view.
        let cells = match self.view.is_drawn() {
            true => self.view.cells(),
            false => 0,
        };
        let mut views: Vec<CellView> = (0..cells)
            .map(|cell| {
                let counts = counted.get(cell).copied();
                let number = counts.as_ref().map_or(0, measure);
                CellView {
                    language: self.language,
                    tile: tiles.get(cell).cloned().unwrap_or_default(),
                    stands_for: None,
                    is_required: false,
                    mode: self.modes.get(cell).copied().unwrap_or_default(),
                    counts,
                    heat: (most > 0).then(|| HeatNumber {
                        heat: self.heat,
                        number,
                        share: (number as f64 / most as f64) as f32,
                    }),
                    steps: String::new(),
                    tool_tip: self
                        .summary
                        .and_then(|summary| summary.tool_tip(self.language, cell))
                        .unwrap_or_default(),
                    has_cursor: cell == self.cursor,
                    is_detailed: Some(cell) == self.detailed,
                }
            })
            .collect();
        let index = |position: usize| position.wrapping_sub(1);
        for cell in self.view.required_cells() {
            if let Some(view) = views.get_mut(cell.index()) {
                view.is_required = true;
            }
        }
        for (&position, step) in self.path.iter().zip(1..) {
            if let Some(view) = views.get_mut(index(position as usize)) {
                if !view.steps.is_empty() {
                    view.steps.push(',');
                }
                view.steps += &i32::to_string(&step);
            }
        }
        for (position, letter) in self.stand_ins {
            if let Some(view) = views.get_mut(index(*position as usize)) {
                view.stands_for = Some(letter.clone());
            }
        }
        views
    }
}

/// The word that is drawn, and the letters that the wildcards on its path stand for, with their
/// positions from 1.
pub fn stand_ins(solver: SolverState) -> Vec<(u32, String)> {
    let drawn = match solver.spelled.with(PathSpeller::is_empty) {
        true => solver.selected.with(|row| {
            let row = row.as_ref()?;
            Some((row.word.clone(), row.positions.clone()))
        }),
        // A path over wildcards has a word only once it was judged.
        false => solver.verdict.with(|verdict| {
            let verdict = verdict.as_ref()?;
            let path = verdict.positions.clone()?;
            let spelled = solver.spelled.with(|spelled| positions(spelled.path()));
            (spelled == path).then(|| (verdict.word.clone(), path))
        }),
    };
    drawn
        .map(|(word, positions)| {
            let letters = |view: &GameView| {
                solver
                    .board
                    .tiles
                    .with(|tiles| view.stand_ins(tiles, &word, &positions))
            };
            solver.board.view.with(letters)
        })
        .unwrap_or_default()
}

/// A signal for each cell of the board. They change as the solver's state, the cursor and the cell
/// with a long press do, but each only if its own cell does.
pub fn cell_signals(
    solver: SolverState,
    cursor: RwSignal<usize>,
    detailed: RwSignal<Option<usize>>,
) -> Signal<Vec<ArcRwSignal<CellView>>> {
    let tiles = Memo::new(move |_| {
        solver.board.view.with(|view| {
            let shown = |tiles: &Vec<_>| {
                let tiles = tiles.iter().take(view.cells().min(MOST_DRAWN));
                tiles.map(|tile| view.tile(tile)).collect::<Vec<_>>()
            };
            solver.board.tiles.with(shown)
        })
    });
    let stand_ins = Memo::new(move |_| stand_ins(solver));
    let path = Memo::new(move |_| solver.path());
    let views = move || {
        solver.board.view.with(|view| {
            solver.result.reply.with(|result| {
                let context = CellContext {
                    language: text::language(),
                    view,
                    modes: &solver.board.modes.read(),
                    summary: result.as_ref().map(|result| &*result.summary),
                    heat: solver.heat.get(),
                    path: &path.read(),
                    stand_ins: &stand_ins.read(),
                    cursor: cursor.get(),
                    detailed: detailed.get(),
                };
                tiles.with(|tiles| context.views(tiles))
            })
        })
    };
    let signals = Memo::new_with_compare(
        move |_| {
            // Not `track`, which does not compute the memo: it would never change.
            solver.board.arrangement.with(|_| ());
            let views = untrack(views);
            views.into_iter().map(ArcRwSignal::new).collect::<Vec<_>>()
        },
        |_, _| true,
    );
    Effect::new(move |_| {
        let views = views();
        signals.with(|signals| {
            for (signal, view) in signals.iter().zip(views) {
                if signal.with_untracked(|shown| *shown != view) {
                    signal.set(view);
                }
            }
        });
    });
    signals.into()
}

#[cfg(test)]
mod tests {
    use wgs_config::Catalogue;

    use super::*;

    fn views(
        game: &str,
        path: &[u32],
        (summary, heat): (Option<&BoardSummary>, Heat),
    ) -> Vec<CellView> {
        let view = GameView::new(&Catalogue::embedded(), game, None);
        let context = CellContext {
            language: PageLanguage::ENGLISH,
            view: &view,
            modes: &[],
            summary,
            heat,
            path,
            stand_ins: &[(3, "E".to_owned())],
            cursor: 1,
            detailed: None,
        };
        context.views(&[TileView::default()])
    }

    #[test]
    fn steps_are_numbered_and_joined_where_a_tile_is_used_again() {
        let views = views("Spelling Bee", &[2, 1, 2, 99, 0], (None, Heat::Off));
        let steps: Vec<&str> = views.iter().map(|view| &*view.steps).collect();
        assert_eq!(steps, ["2", "1,3", "", "", "", "", ""]);
        for (cell, view) in views.iter().enumerate() {
            assert_eq!(view.is_required, cell == 0, "{cell}");
            assert_eq!(view.has_cursor, cell == 1, "{cell}");
            assert_eq!(view.stands_for.is_some(), cell == 2, "{cell}");
        }
    }

    #[test]
    fn heat_is_a_share_of_the_highest_number() {
        let summary = |tiles| BoardSummary {
            tiles,
            ..BoardSummary::default()
        };
        let counted = summary(vec![BoardScore::new(1, 10), BoardScore::new(4, 20)]);
        let none = summary(vec![BoardScore::default(); 16]);
        for (summary, heat, expected) in [
            (&counted, Heat::Off, None),
            (&counted, Heat::Words, Some((1, 0.25))),
            (&counted, Heat::Points, Some((10, 0.5))),
            (&none, Heat::Words, None),
        ] {
            let views = views("Boggle (New)", &[], (Some(summary), heat));
            let number = views[0].heat.map(|heat| (heat.number, heat.share));
            assert_eq!(number, expected, "{heat:?}");
        }
    }
}
