//! The search for a board with a minimum of words and points, or with as many as possible. A second
//! engine searches in turns, each longer than the one before. Between them the page shows the best
//! board so far, and the user can stop the search. Where the browser offers a GPU, a third engine
//! searches with it at the same time; the best board of both counts.

use std::time::Duration;

use js_sys::Reflect;
use leptos::prelude::*;
use wgs_engine::BoardScore;

use crate::engine::client::EngineClient;
use crate::engine::reply::CreatedBoardReply;
use crate::engine::request::{CreateBoard, RequestError};
use crate::session::Session;

/// The length of the first turn, in milliseconds; each further one is twice as long.
const FIRST_TURN: u32 = 60;

/// The length of the longest turn.
const LONGEST_TURN: u32 = 2_000;

/// The number of turns of a search for as many words or points as possible: about eight
/// seconds.
const CLIMB_TURNS: u64 = 8;

/// A search for a minimum that takes more turns than this gets help from a GPU. Most take less time
/// than it takes to start one.
const TURNS_WITHOUT_GPU: u64 = 3;

/// The length of a turn with a GPU. The search with a GPU goes on from turn to turn, so short ones
/// cost nothing, and little is lost when it is stopped.
const GPU_TURN: u32 = 200;

/// The module of the worker that creates boards with a GPU.
const GPU_PROGRAM: &str = "wgs_gpu_creator";

/// The device that searches for boards, as `--device` on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum SearchDevice {
    /// The processor, and a GPU if there is one.
    #[default]
    Auto,
    /// The processor alone.
    Cpu,
    /// The processor and a GPU, which may be a driver that runs on the processor.
    Gpu,
}

/// The progress of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchProgress {
    pub(super) best: Option<CreatedBoardReply>,
    pub(super) tries: u64,
    pub(super) turns: u64,
    /// Whether a GPU has found boards.
    pub(super) uses_gpu: bool,
    /// Why the GPU is not used or was stopped, if the user should know.
    pub(super) gpu_problem: Option<String>,
}

/// The current search, if any.
#[derive(Clone, Copy)]
pub(super) struct BoardSearch {
    session: Session,
    engines: StoredValue<Engines, LocalStorage>,
    /// How far the search has come; [`None`] if there is none.
    pub(super) progress: RwSignal<Option<SearchProgress>>,
    /// Receives the progress when a search ends, and why it failed if it did.
    on_end: Callback<(SearchProgress, Option<RequestError>)>,
    device: StoredValue<SearchDevice>,
}

#[derive(Default)]
struct Engines {
    processor: Option<EngineClient>,
    gpu: Option<EngineClient>,
}

impl BoardSearch {
    /// Creates it without a search. `on_end` belongs to the component, because the button that
    /// starts a search is gone when the search ends.
    pub(super) fn new(
        session: Session,
        on_end: Callback<(SearchProgress, Option<RequestError>)>,
    ) -> Self {
        let search = Self {
            session,
            engines: StoredValue::new_local(Engines::default()),
            progress: RwSignal::new(None),
            on_end,
            device: StoredValue::default(),
        };
        on_cleanup(move || {
            let _ = search.engines.try_set_value(Engines::default());
        });
        search
    }

    /// Returns whether the browser supports WebGPU.
    pub(super) fn may_use_gpu() -> bool {
        let gpu = Reflect::get(&window().navigator(), &"gpu".into());
        gpu.is_ok_and(|gpu| gpu.is_object())
    }

    /// Starts a search.
    pub(super) fn start(self, request: CreateBoard, device: SearchDevice) {
        self.progress.set(Some(SearchProgress::default()));
        self.device.set_value(device);
        self.engines.set_value(Engines {
            processor: Some(self.session.new_engine(None)),
            gpu: None,
        });
        let request = CreateBoard {
            number: 0,
            milliseconds: FIRST_TURN,
            any_gpu: device == SearchDevice::Gpu,
            ..request
        };
        if request.maximize.is_some() {
            self.start_gpu(&request);
        }
        self.run_turn(request);
    }

    /// Ends the search with the best board so far.
    pub(super) fn stop(self) {
        self.end(None);
    }

    fn end(self, error: Option<RequestError>) {
        let Some(progress) = self.progress.get_untracked() else {
            return;
        };
        self.progress.set(None);
        let end_engines = move || {
            let is_over = self.progress.try_with_untracked(Option::is_none);
            if is_over.unwrap_or(true) {
                let _ = self.engines.try_set_value(Engines::default());
            }
        };
        // Deferred, because this may run inside a callback of an engine.
        set_timeout(end_engines, Duration::ZERO);
        self.on_end.run((progress, error));
    }

    /// Searches on the processor, turn by turn.
    fn run_turn(self, request: CreateBoard) {
        let Some(client) = self.engines.with_value(|engines| engines.processor.clone()) else {
            return;
        };
        let next = next_turn(&request);
        let on_reply = move |created: Result<CreatedBoardReply, RequestError>| match created {
            Ok(created) => {
                let is_met = created.is_met;
                self.compare(created, &next);
                let is_climb_over = next.maximize.is_some() && next.number >= CLIMB_TURNS;
                if is_met || is_climb_over {
                    return self.end(None);
                }
                if next.maximize.is_none() && next.number == TURNS_WITHOUT_GPU {
                    self.start_gpu(&next);
                }
                self.run_turn(next);
            }
            Err(error) => self.end(Some(error)),
        };
        client.send(request, on_reply);
    }

    /// Starts to search with a GPU too, if the user and the browser allow it.
    fn start_gpu(self, request: &CreateBoard) {
        if self.device.get_value() == SearchDevice::Cpu || !Self::may_use_gpu() {
            return;
        }
        let client = self.session.new_engine(Some(GPU_PROGRAM));
        self.engines
            .update_value(|engines| engines.gpu = Some(client));
        self.run_gpu_turn(CreateBoard {
            milliseconds: GPU_TURN,
            ..request.clone()
        });
    }

    /// Searches with the GPU, turn by turn. If it fails, the processor searches alone.
    fn run_gpu_turn(self, request: CreateBoard) {
        let Some(client) = self.engines.with_value(|engines| engines.gpu.clone()) else {
            return;
        };
        let next = request.clone();
        let on_reply = move |created: Result<CreatedBoardReply, RequestError>| match created {
            Ok(created) => {
                let is_met = created.is_met;
                self.compare(created, &next);
                self.update(|progress| progress.uses_gpu = true);
                match is_met {
                    true => self.end(None),
                    false => self.run_gpu_turn(next),
                }
            }
            // A failure is reported only if the user chose the GPU or it was in use.
            Err(error) => self.update(|progress| {
                let is_missed = progress.uses_gpu || next.any_gpu;
                progress.gpu_problem = is_missed.then(|| error.text());
            }),
        };
        client.send(request, on_reply);
    }

    fn update(self, change: impl FnOnce(&mut SearchProgress)) {
        self.progress.update(|progress| {
            if let Some(progress) = progress {
                change(progress);
            }
        });
    }

    /// Counts the boards of a turn, and keeps its best one if it is better.
    fn compare(self, created: CreatedBoardReply, request: &CreateBoard) {
        let minimum = BoardScore::new(request.min_words, request.min_points);
        let share = |board: &CreatedBoardReply| match request.maximize {
            Some(_) => board.reached,
            None => reached(board.totals, minimum),
        };
        self.update(|progress| {
            progress.turns += 1;
            progress.tries += created.tries;
            let best = progress.best.as_ref().map(share);
            if created.is_met || best.is_none_or(|best| share(&created) > best) {
                progress.best = Some(created);
            }
        });
    }
}

/// Returns the request for the turn after another.
fn next_turn(request: &CreateBoard) -> CreateBoard {
    CreateBoard {
        number: request.number + 1,
        milliseconds: (request.milliseconds * 2).min(LONGEST_TURN),
        ..request.clone()
    }
}

/// The share of the minimum that a board reaches, in millionths: the smaller of words and
/// points.
fn reached(totals: BoardScore, minimum: BoardScore) -> u64 {
    let share = |found: u64, minimum: u64| match minimum {
        0 => u64::MAX,
        minimum => found.saturating_mul(1_000_000) / minimum,
    };
    share(totals.words, minimum.words).min(share(totals.points, minimum.points))
}
