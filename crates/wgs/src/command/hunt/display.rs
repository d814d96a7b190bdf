//! The display of a running hunt: for the user, and for other programs through a file.

use std::time::{Duration, Instant};

use indicatif::HumanCount;
use wgs_records::hunt::{HuntBoard, HuntProgress, HuntRun, ProgressFile};

use super::hunted_game::HuntedGame;
use crate::app::{self, counted};
use crate::column;
use crate::progress::Progress;
use crate::terminal::Stream;

/// Interval between writes to the file for other programs.
const SAVE: Duration = Duration::from_secs(1);

/// The number of boards that other programs see.
const SHOWN_BOARDS: usize = 10;

/// The space before the lines after the first one.
const INDENT: &str = "    ";

/// The number of columns that a line leaves free. Before the first one are a sign that turns and the
/// time, and some terminals begin another line after the last column.
const FREE_COLUMNS: usize = 10;

/// Cuts a line to the width of the terminal.
fn cut(line: String) -> String {
    let most = Stream::Error.columns().saturating_sub(FREE_COLUMNS);
    match column::width(&line) <= most {
        true => line,
        false => line.chars().take(most).chain(['…']).collect(),
    }
}

/// The display of a running hunt.
pub(super) struct HuntDisplay<'d> {
    game: &'d HuntedGame,
    start: Instant,
    time_limit: Option<Duration>,
    climb_limit: Option<u64>,
    progress: Progress,
    file: ProgressFile,
    saved: Instant,
}

impl<'d> HuntDisplay<'d> {
    pub(super) fn new(
        game: &'d HuntedGame,
        start: Instant,
        time_limit: Option<Duration>,
        climb_limit: Option<u64>,
    ) -> Self {
        let folder = app::data_folder().map(|folder| folder.join(HuntProgress::FOLDER));
        Self {
            game,
            start,
            time_limit,
            climb_limit,
            progress: Progress::without_bar(),
            file: ProgressFile::new(folder),
            saved: start,
        }
    }

    /// Shows how far the hunt has come.
    pub(super) fn update(&mut self, run: &HuntRun<'_>) {
        self.progress.describe(self.text(run));
        self.progress.tick();
        if self.saved.elapsed() >= SAVE {
            self.saved = Instant::now();
            self.file.write(&self.progress_of(run));
        }
    }

    /// Shows a line without disturbing the progress.
    pub(super) fn warn(&self, text: &str) {
        self.progress.warn(text);
    }

    /// Removes everything.
    pub(super) fn finish(&self) {
        self.progress.finish();
        self.file.remove();
    }

    fn evaluations_per_second(&self, run: &HuntRun<'_>) -> f64 {
        run.scored() as f64 / self.start.elapsed().as_secs_f64().max(1e-3)
    }

    /// The display for the user, on lines of 80 columns: the result so far, the speed, and the best
    /// board.
    fn text(&self, run: &HuntRun<'_>) -> String {
        let climbs = run.standing().climbs.len();
        let goal = run.prepared().hunt.goal();
        let best = run.best();
        let climbs = counted(climbs, "climb");
        let mut lines = vec![match &best {
            Some(best) => {
                let (value, met) = (HumanCount(best.value), run.met(best.value));
                format!("best {value} {}, met in {met} of {climbs}", goal.noun())
            }
            None => climbs,
        }];
        let mut speed =
            HumanCount(self.evaluations_per_second(run) as u64).to_string() + " boards/s";
        if let Some(limit) = self.time_limit {
            let left = limit.saturating_sub(self.start.elapsed()).as_secs();
            speed += &format!(", {left} s left");
        }
        lines.push(speed);
        lines.extend(best.map(|best| self.game.board_text(&best.faces)));
        let lines: Vec<String> = lines.into_iter().map(cut).collect();
        lines.join(&format!("\n{INDENT}"))
    }

    /// The display for other programs.
    fn progress_of(&self, run: &HuntRun<'_>) -> HuntProgress {
        let header = &run.prepared().header;
        let size = self.game.loaded().grid().size();
        let best = run.best();
        let mut all = run.standing().clone();
        all.add_boards(&run.prepared().hunt, best.iter().cloned().collect());
        let boards = all.boards.into_iter().take(SHOWN_BOARDS);
        let best = best.map(|best| best.value);
        HuntProgress {
            process: std::process::id(),
            game: header.game.clone(),
            columns: size.columns,
            rows: size.rows,
            letters: header.letters.clone(),
            goal: header.goal,
            dictionary: header.dictionary.clone(),
            dictionary_hash: header.dictionary_hash,
            seed: header.seed,
            pool: header.pool,
            started: self.file.started(),
            updated: self.file.now(),
            seconds: self.start.elapsed().as_secs_f64(),
            time_limit: self.time_limit.map(|limit| limit.as_secs_f64()),
            climbs: run.standing().climbs.len(),
            climb_limit: self.climb_limit,
            evaluations: run.scored(),
            evaluations_per_second: self.evaluations_per_second(run),
            best,
            met: best.map_or(0, |best| run.met(best)),
            boards: boards
                .map(|board| HuntBoard {
                    board: self.game.board_text(&board.faces),
                    value: board.value,
                    climb: board.climb,
                })
                .collect(),
        }
    }
}
