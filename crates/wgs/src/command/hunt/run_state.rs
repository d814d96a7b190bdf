//! What a running hunt has found so far: kept in its file, shown to the user, and written for
//! other programs.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::HumanCount;
use wgs_records::hunt::{
    Climb, FoundBoard, Hunt, HuntBoard, HuntLog, HuntProgress, HuntStanding, ProgressFile,
    climbs_line, paused_line,
};

use super::hunted_game::HuntedGame;
use crate::app::{self, App, counted};
use crate::line_file::LineFile;
use crate::progress::Progress;

/// Interval between updates of what the user sees.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// Interval between writes to files.
const SAVE: Duration = Duration::from_secs(1);

/// The number of boards that other programs see.
const SHOWN_BOARDS: usize = 10;

/// What the threads that climb have done since they began.
#[derive(Default)]
pub(super) struct Live {
    evaluations: AtomicU64,
    /// The best board of all climbs, finished or not.
    best: Mutex<Option<FoundBoard>>,
}

impl Live {
    /// Notes a step of a climb, which has scored some boards.
    pub(super) fn add(&self, hunt: &Hunt, climb: &Climb, scored: u64) {
        self.count(scored);
        self.found(hunt, climb.best(hunt));
    }

    /// Counts boards that were scored.
    pub(super) fn count(&self, scored: u64) {
        self.evaluations.fetch_add(scored, Ordering::Relaxed);
    }

    fn found(&self, hunt: &Hunt, found: Option<FoundBoard>) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = found
            && best
                .as_ref()
                .is_none_or(|best| hunt.goal().is_better(found.value, best.value))
        {
            *best = Some(found);
        }
    }

    fn best(&self) -> Option<FoundBoard> {
        let best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        best.clone()
    }
}

/// What a running hunt has found so far.
pub(super) struct RunState<'s> {
    game: &'s HuntedGame,
    /// What the finished climbs have found.
    standing: HuntStanding,
    /// The part of it that is not in the file yet.
    unwritten: HuntStanding,
    /// The climbs that can be continued.
    paused: BTreeMap<u64, Climb>,
    /// Those of them that went on in this run.
    continued: Vec<u64>,
    live: Arc<Live>,
    file: Option<LineFile>,
    /// What went wrong with the file.
    problem: Option<anyhow::Error>,
    /// Set when the hunt should end.
    stop: Arc<AtomicBool>,
    /// Whether the hunt ends when no board can be better.
    stops_when_complete: bool,
    start: Instant,
    saved: Instant,
    time_limit: Option<Duration>,
    climb_limit: Option<u64>,
    progress: Progress,
    progress_file: ProgressFile,
}

impl<'s> RunState<'s> {
    pub(super) fn new(
        game: &'s HuntedGame,
        start: Instant,
        time_limit: Option<Duration>,
        climb_limit: Option<u64>,
    ) -> Self {
        let folder = app::data_folder().map(|folder| folder.join(HuntProgress::FOLDER));
        Self {
            game,
            standing: HuntStanding::default(),
            unwritten: HuntStanding::default(),
            paused: BTreeMap::new(),
            continued: Vec::new(),
            live: Arc::default(),
            file: None,
            problem: None,
            stop: Arc::default(),
            stops_when_complete: climb_limit.is_none(),
            start,
            saved: start,
            time_limit,
            climb_limit,
            progress: Progress::new(1, ""),
            progress_file: ProgressFile::new(folder),
        }
    }

    /// Continues the hunt of a file.
    pub(super) fn resume(&mut self, file: LineFile, log: &HuntLog, app: &App) -> Result<()> {
        let mut file = file;
        let hunt = self.game.hunt();
        if let Some(header) = log.header() {
            header.check(self.game.header())?;
        }
        let content = log.content(hunt)?;
        // From here on, the file is that of this hunt. Its last line may be incomplete.
        file.truncate(log.whole())?;
        if log.header().is_none() {
            file.add(&self.game.header().to_line())?;
        }
        for (line, problem) in &content.damaged {
            app.note(&format!(
                "line {line} of the hunt is damaged: {problem}; its climbs are done again"
            ));
        }
        if !content.standing.climbs.is_empty() {
            let climbs = counted(content.standing.climbs.len(), "climb");
            app.note(&format!("{climbs} were already done"));
        }
        self.standing = content.standing;
        self.paused = content.paused;
        self.live.found(hunt, self.boards().into_iter().next());
        self.file = Some(file);
        Ok(())
    }

    pub(super) fn game(&self) -> &'s HuntedGame {
        self.game
    }

    /// What the finished climbs have found.
    pub(super) fn standing(&self) -> &HuntStanding {
        &self.standing
    }

    /// The climbs that can be continued.
    pub(super) fn paused(&self) -> &BTreeMap<u64, Climb> {
        &self.paused
    }

    /// The best boards of all climbs, finished or not.
    pub(super) fn boards(&self) -> Vec<FoundBoard> {
        let hunt = self.game.hunt();
        let mut all = self.standing.clone();
        for climb in self.paused.values() {
            all.add_boards(hunt, climb.boards(hunt));
        }
        all.boards
    }

    /// What the threads tell about their climbs.
    pub(super) fn live(&self) -> Arc<Live> {
        Arc::clone(&self.live)
    }

    /// A flag that is set when the hunt should end before its time.
    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Shows a line without disturbing the progress.
    pub(super) fn warn(&self, text: &str) {
        self.progress.warn(text);
    }

    /// Forgets what was found and is not in the file yet, because it may be wrong.
    pub(super) fn discard(&mut self) {
        self.unwritten = HuntStanding::default();
        self.continued.clear();
    }

    /// Counts boards that another machine has scored.
    #[cfg(feature = "cluster")]
    pub(super) fn count_evaluations(&self, scored: u64) {
        self.live.count(scored);
    }

    /// Adds what climbs have found that came to their end.
    pub(super) fn add(&mut self, found: HuntStanding) {
        let hunt = self.game.hunt();
        for number in found.climbs.numbers() {
            self.paused.remove(&number);
        }
        self.live.found(hunt, found.boards.first().cloned());
        let unwritten = HuntStanding {
            boards: self.standing.add(hunt, found.clone()),
            ..found
        };
        self.unwritten.add(hunt, unwritten);
        if self.stops_when_complete && self.standing.is_complete(hunt) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Keeps a climb to continue it later.
    pub(super) fn pause(&mut self, climb: Climb) {
        self.continued.push(climb.number());
        self.paused.insert(climb.number(), climb);
    }

    /// Updates what the user sees, and saves from time to time.
    pub(super) fn tick(&mut self) {
        self.progress.describe(self.text());
        self.progress.tick();
        if self.saved.elapsed() >= SAVE {
            self.saved = Instant::now();
            self.write();
            self.progress_file.write(&self.progress_now());
        }
    }

    /// Writes to the file what is not there yet. If that fails, the hunt ends.
    fn write(&mut self) {
        let Some(file) = self.file.as_mut().filter(|_| self.problem.is_none()) else {
            return;
        };
        let mut lines = String::new();
        if !self.unwritten.climbs.is_empty() {
            lines = climbs_line(self.game.hunt(), &self.unwritten);
        }
        for number in self.continued.drain(..) {
            if let Some(climb) = self.paused.get(&number) {
                lines.push_str(&paused_line(self.game.hunt(), climb));
            }
        }
        match file.add(&lines) {
            Ok(()) => self.unwritten = HuntStanding::default(),
            Err(error) => {
                self.problem = Some(error);
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Ends the display, and saves everything. Returns what went wrong with the file.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.progress.finish();
        self.progress_file.remove();
        self.write();
        match (self.problem.take(), &self.file) {
            (Some(problem), _) => Err(problem),
            (None, Some(file)) => file.sync(),
            (None, None) => Ok(()),
        }
    }

    /// The number of boards that were scored, in this run and in those before it.
    pub(super) fn evaluations(&self) -> u64 {
        let paused = self.paused.values().map(Climb::evaluations);
        paused.fold(self.standing.evaluations, u64::saturating_add)
    }

    fn evaluations_per_second(&self) -> f64 {
        let evaluations = self.live.evaluations.load(Ordering::Relaxed);
        evaluations as f64 / self.start.elapsed().as_secs_f64().max(1e-3)
    }

    /// The number of climbs that have reached the best value of all climbs.
    fn met(&self, best: u64) -> u64 {
        match self.standing.best == Some(best) {
            true => self.standing.met,
            false => 0,
        }
    }

    /// What the user sees.
    fn text(&self) -> String {
        let climbs = self.standing.climbs.len();
        let goal = self.game.hunt().goal();
        let best = self.live.best();
        let mut parts = Vec::new();
        match &best {
            Some(best) => {
                let (value, met) = (HumanCount(best.value), self.met(best.value));
                let climbs = counted(climbs, "climb");
                parts.push(format!("best {value} {}", goal.noun()));
                parts.push(format!("met in {met} of {climbs}"));
            }
            None => parts.push(counted(climbs, "climb")),
        }
        let speed = HumanCount(self.evaluations_per_second() as u64);
        parts.push(format!("{speed} boards/s"));
        if let Some(limit) = self.time_limit {
            let left = limit.saturating_sub(self.start.elapsed()).as_secs();
            parts.push(format!("{left} s left"));
        }
        // A narrow terminal cuts off the end.
        parts.extend(best.map(|best| self.game.board_text(&best.faces)));
        parts.join(", ")
    }

    /// What other programs see.
    fn progress_now(&self) -> HuntProgress {
        let header = self.game.header();
        let (columns, rows) = self.game.loaded().grid().size();
        let best = self.live.best();
        let mut all = self.standing.clone();
        all.add_boards(self.game.hunt(), best.iter().cloned().collect());
        let boards = all.boards.into_iter().take(SHOWN_BOARDS);
        let best = best.map(|best| best.value);
        HuntProgress {
            process: std::process::id(),
            game: header.game.clone(),
            columns,
            rows,
            letters: header.letters.clone(),
            goal: header.goal,
            dictionary: header.dictionary.clone(),
            dictionary_hash: header.dictionary_hash,
            seed: header.seed,
            pool: header.pool,
            started: self.progress_file.started(),
            updated: self.progress_file.now(),
            seconds: self.start.elapsed().as_secs_f64(),
            time_limit: self.time_limit.map(|limit| limit.as_secs_f64()),
            climbs: self.standing.climbs.len(),
            climb_limit: self.climb_limit,
            evaluations: self.live.evaluations.load(Ordering::Relaxed),
            evaluations_per_second: self.evaluations_per_second(),
            best,
            met: best.map_or(0, |best| self.met(best)),
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
