//! Proves classes on other machines: each class is a task that a `wgs worker` takes from NATS.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use wgs_engine::{Budget, Stopped};
use wgs_records::Fingerprint;
use wgs_records::nats::{JobEvent, JobQueue, TaskQueue, WaitingTask};
use wgs_records::proof::{Class, LedgerHeader, LedgerLines, ProofGame, class_line};

use super::class_threads::Proved;
use crate::job_notice;

/// A task: a class that is to be proved.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClassTask {
    /// What is proved: the header of its ledger.
    pub(crate) header: String,
    /// The class as a ledger writes it.
    pub(crate) class: String,
}

/// What a worker says about a class.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassResult {
    /// The line of the class in a ledger.
    line: String,
    /// The time that it took.
    seconds: f64,
}

/// Returns the job of a proof: everybody who proves the same shares it.
fn job_of(header: &str) -> String {
    format!("prove-{}", Fingerprint::of_text(header))
}

/// Proves classes like [`class_threads::prove`](super::class_threads::prove), on the workers of a NATS server.
pub(super) fn prove(
    nats: &str,
    header: &LedgerHeader,
    game: &ProofGame,
    classes: &[Class],
    budget: &Budget,
    mut take: impl FnMut(Proved) -> Result<()>,
    wait: impl Fn(),
) -> Result<Option<Stopped>> {
    let header = header.to_lines();
    let mut indices = BTreeMap::new();
    let mut tasks = Vec::with_capacity(classes.len());
    for (index, class) in classes.iter().enumerate() {
        let text = game.class_text(class);
        let id = Fingerprint::of_text(&text).to_string();
        let task = ClassTask {
            header: header.clone(),
            class: text,
        };
        indices.insert(id.clone(), index);
        tasks.push(WaitingTask {
            id,
            text: serde_json::to_string(&task)?,
        });
    }
    let queue = TaskQueue::connect(nats).context("--nats")?;
    let job = JobQueue::new(&queue, job_of(&header))?;
    job.run(tasks.into_iter(), budget, |event| match event {
        JobEvent::Done { task, result } => {
            let Some(&index) = indices.get(task) else {
                return Ok(());
            };
            let proved = read_result(game, &header, &classes[index], result);
            let (outcome, time) = proved.context("a worker sent a result that cannot be used")?;
            take(Proved {
                index,
                outcome,
                time,
            })
        }
        _ => {
            job_notice::report(event);
            wait();
            Ok(())
        }
    })
}

fn read_result(
    game: &ProofGame,
    header: &str,
    class: &Class,
    text: &str,
) -> Result<(wgs_records::proof::Outcome, Duration)> {
    let result: ClassResult = serde_json::from_str(text)?;
    let lines = LedgerLines::read(format!("{header}{}", result.line).as_bytes())?;
    let mut outcomes = lines.outcomes(game)?;
    match outcomes.remove(class) {
        Some(outcome) if outcomes.is_empty() => {
            let time = Duration::try_from_secs_f64(result.seconds).unwrap_or_default();
            Ok((outcome, time))
        }
        _ => bail!("it is not about the class {}", game.class_text(class)),
    }
}

/// Proves the class of a task, and returns the result for the queue.
pub(crate) fn prove_task(
    game: &ProofGame,
    task: &ClassTask,
    budget: &Budget,
) -> Result<Result<String, Stopped>> {
    let class = game.parse_class(&task.class)?;
    let start = std::time::Instant::now();
    let outcome = match game.prover().prove(&class, budget) {
        Ok(outcome) => outcome,
        Err(stopped) => return Ok(Err(stopped)),
    };
    let result = ClassResult {
        line: class_line(game, &class, &outcome),
        seconds: start.elapsed().as_secs_f64(),
    };
    Ok(Ok(serde_json::to_string(&result)?))
}
