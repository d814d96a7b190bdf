//! Configuration files.

use serde_json::Value;
use wgs_config::{Catalogue, Draft, Game, Problem, Section, Severity};
use wgs_engine::{Board, Lexicon, Solver};

use crate::cost::declare;

/// Games on larger grids are not played, because that takes too long.
const MOST_CELLS: usize = 36;

/// Problems have positions in the text and are sorted by them. A file that is rejected has an
/// error among them, and a file that is read only warnings. Every game of a file that is read
/// can be played.
pub fn configuration(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    declare(cells(&Draft::new(&*text)));
    match Catalogue::parse(&text) {
        Ok((catalogue, warnings)) => {
            assert!(!has_error(&warnings), "{text:?}: {warnings:?}");
            check(&warnings, &text);
            catalogue.games().for_each(play);
        }
        Err(problems) => {
            assert!(has_error(&problems), "{text:?}: {problems:?}");
            check(&problems, &text);
        }
    }
}

/// Returns the number of cells of all grids that a draft gives by their size. A grid that is refused
/// has none.
pub(crate) fn cells(draft: &Draft) -> usize {
    let sizes = draft.entries(Section::Grids).filter_map(|name| {
        let size = draft.value(Section::Grids, name, "Size")?.as_array()?;
        let sides: Option<Vec<u64>> = size.iter().map(Value::as_u64).collect();
        sides?.into_iter().try_fold(1, u64::checked_mul)
    });
    sizes.filter(|&cells| cells <= 1 << 20).sum::<u64>() as usize
}

fn has_error(problems: &[Problem]) -> bool {
    problems
        .iter()
        .any(|problem| problem.severity == Severity::Error)
}

fn check(problems: &[Problem], text: &str) {
    let lines: Vec<&str> = text.split('\n').collect();
    for problem in problems {
        assert!(
            !problem.message.to_string().is_empty(),
            "{text:?}: {problem:?}"
        );
        let line = problem
            .line
            .checked_sub(1)
            .and_then(|index| lines.get(index));
        let columns = line.map(|line| line.chars().count());
        // The end of a line is a position too: something may be missing there.
        assert!(
            columns.is_some_and(|columns| (1..=columns + 1).contains(&problem.column)),
            "{text:?} has no such place: {problem}"
        );
    }
    assert!(
        problems.is_sorted_by_key(|p| (p.line, p.column)),
        "{text:?}: {problems:?}"
    );
}

/// Scores a board by the rules of a game.
fn play(game: Game<'_>) {
    let (Some(grid), Some(rules)) = (game.grid(), game.rules()) else {
        return;
    };
    if grid.len() > MOST_CELLS {
        return;
    }
    let lexicon = Lexicon::from_text("a cat cats act scat qua quack").expect("words");
    let board: Board = ";;C:A?SQuATSCK".parse().expect("a board");
    let score = Solver::new(&lexicon, grid, rules).score(&board);
    assert!(score.words <= lexicon.len() as u64, "{}", game.name());
}
