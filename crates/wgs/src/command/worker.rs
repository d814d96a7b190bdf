//! `wgs worker`: does the tasks of hunts and proofs that others hand out over NATS.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use wgs_app::GameLoader;
use wgs_engine::{Budget, Stopped};
use wgs_records::hunt::{ClimbTask, HuntHeader};
use wgs_records::nats::{self, ReceivedTask, TaskQueue};
use wgs_records::proof::{ClassTask, LedgerLines};

use crate::app::{self, App, ExitStatus, counted};
use crate::arguments::{DictionaryArgs, count, threads};
use crate::command::hunt::HuntedGame;
use crate::command::prove::Proof;

/// Run tasks of the hunts and proofs that other machines started.
///
/// A worker takes one task after another from a NATS server: climbs of `wgs hunt --nats URL`, and
/// classes of `wgs prove --nats URL`. Any number of workers on any number of machines share the work. If a
/// worker is stopped or killed, another one repeats its task.
/// Ctrl-C ends a worker.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// NATS server, such as nats://localhost:4222; it needs JetStream.
    #[arg(long, value_name = "URL")]
    nats: String,

    /// Number of threads [default: one for each processor].
    #[arg(short, long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    /// End after this number of seconds without a task.
    #[arg(long, value_name = "SECONDS", value_parser = crate::arguments::number::<u64>(0..=u64::MAX))]
    idle: Option<u64>,

    #[command(flatten)]
    dictionary: DictionaryArgs,
}

/// The time for which a task is awaited before the worker looks whether it should end.
const WAIT: Duration = Duration::from_secs(1);

/// The number of workers that may have had a task before it is given up: they died of it.
const MAX_DELIVERIES: u64 = 6;

/// The interval at which a worker that cannot reach NATS tries again.
const RETRY: Duration = Duration::from_secs(1);

/// The shared state of all threads.
struct Worker<'w> {
    queue: TaskQueue,
    loader: &'w GameLoader,
    dictionary: Option<&'w str>,
    budget: &'w Budget,
    idle: Option<Duration>,
    is_quiet: bool,
    /// Set when a thread met a task that this worker cannot do.
    is_over: AtomicBool,
    /// The proof of the last task, by the header of its ledger. Others of the same job follow.
    proof: Mutex<Option<(String, Arc<Proof>)>>,
    /// The hunt of the last task.
    hunt: Mutex<Option<Arc<HuntedGame>>>,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let worker = Worker {
        queue: TaskQueue::connect(&args.nats).context("--nats")?,
        loader: app.loader()?,
        dictionary: args.dictionary.dictionary.as_deref(),
        budget: app.budget()?,
        idle: args.idle.map(Duration::from_secs),
        is_quiet: app.is_quiet(),
        is_over: AtomicBool::new(false),
        proof: Mutex::default(),
        hunt: Mutex::default(),
    };
    app.note("the worker waits for tasks; Ctrl-C ends it");
    let threads = threads(args.threads);
    let done = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads)
            .map(|_| scope.spawn(|| worker.work()))
            .collect();
        let mut done = 0;
        for thread in threads {
            done += thread.join().expect("a worker's thread does not panic")?;
        }
        Ok::<u64, anyhow::Error>(done)
    })?;
    app.end_searches();
    writeln!(out, "{} done", counted(done, "task"))?;
    Ok(ExitStatus::Success)
}

impl Worker<'_> {
    /// Does tasks until the worker should end, and returns their number.
    fn work(&self) -> Result<u64> {
        let mut done = 0;
        let mut last = Instant::now();
        let mut is_away = false;
        while self.budget.check().is_ok() && !self.is_over.load(Ordering::Relaxed) {
            let task = match self.queue.next_task(WAIT) {
                Ok(task) => task,
                Err(error) => {
                    if !is_away && !self.is_quiet {
                        app::report(&format!("{error}; trying again"));
                    }
                    is_away = true;
                    thread::sleep(RETRY);
                    None
                }
            };
            let Some(task) = task else {
                if self.idle.is_some_and(|idle| last.elapsed() >= idle) {
                    break;
                }
                continue;
            };
            is_away = false;
            match self.do_task(task) {
                Ok(is_done) => done += u64::from(is_done),
                Err(error) => {
                    self.is_over.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            last = Instant::now();
        }
        Ok(done)
    }

    /// Does a task. Returns false if it was given back.
    fn do_task(&self, task: ReceivedTask) -> Result<bool> {
        if task.deliveries() > MAX_DELIVERIES {
            let reason = format!("{MAX_DELIVERIES} workers died of it: {}", task.text());
            return Ok(task.finish(&nats::failure(&reason)).is_ok());
        }
        let result = self.result(&task).with_context(|| {
            format!(
                "cannot do the task {} of {}; another worker may",
                task.id(),
                task.job()
            )
        })?;
        let Ok(result) = result else {
            return Ok(false);
        };
        if let Err(error) = task.finish(&result) {
            app::report(&format!("{error}; the task will be done again"));
            return Ok(false);
        }
        Ok(true)
    }

    fn result(&self, task: &ReceivedTask) -> Result<Result<String, Stopped>> {
        match task.job().split_once('-') {
            Some(("prove", _)) => {
                let task: ClassTask = serde_json::from_str(task.text())?;
                let proof = self.proof(&task.header)?;
                Ok(task.run(proof.game(), self.budget)?)
            }
            Some(("hunt", _)) => {
                let task: ClimbTask = serde_json::from_str(task.text())?;
                let game = self.hunted_game(&task.header)?;
                Ok(task.run(&game.prepared().hunt, self.budget))
            }
            _ => bail!("this version of wgs does not know such a task"),
        }
    }

    /// Returns the proof with a header, which is prepared once.
    fn proof(&self, header: &str) -> Result<Arc<Proof>> {
        let mut last = self.proof.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, proof)) = &*last
            && known == header
        {
            return Ok(Arc::clone(proof));
        }
        let lines = LedgerLines::read(header.as_bytes())?;
        let named = lines.header().get("dictionary").filter(|&name| name != "-");
        let dictionary = self.dictionary.or(named);
        let proof = Proof::of_ledger(lines.header(), dictionary, self.loader)?;
        let proof = Arc::new(proof);
        *last = Some((header.to_owned(), Arc::clone(&proof)));
        Ok(proof)
    }

    /// Returns the hunt with a header, which is prepared once.
    fn hunted_game(&self, header: &HuntHeader) -> Result<Arc<HuntedGame>> {
        let mut last = self.hunt.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = &*last
            && game.prepared().header == *header
        {
            return Ok(Arc::clone(game));
        }
        let game = Arc::new(HuntedGame::of_header(header, self.dictionary, self.loader)?);
        *last = Some(Arc::clone(&game));
        Ok(game)
    }
}
