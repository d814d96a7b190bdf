//! Proves classes on other machines: each class is a task that a worker takes from NATS.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wgs_engine::{Budget, Stopped};

use super::class_threads::ProvedClass;
use super::{Class, LedgerLines, Outcome, PreparedProof, ProofError, ProofGame, class_line};
use crate::fingerprint::Fingerprint;
use crate::nats::{JobError, JobEvent, JobQueue, TaskQueue, WaitingTask};

/// A task: a class that is to be proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassTask {
    /// The claim: the header of its ledger.
    pub header: String,
    /// The class as a ledger writes it.
    pub class: String,
}

/// The message of a worker about a class.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassResult {
    /// The line of the class in a ledger.
    line: String,
    /// The time that it took.
    seconds: f64,
}

/// Why a [`serde_json`] text can be written.
const TEXT_KEYS: &str = "all keys are texts";

impl ClassTask {
    /// Proves the class, and returns the result for the queue, or why the budget was used up.
    ///
    /// # Errors
    ///
    /// Returns an error if the class is not one of the game.
    pub fn run(
        &self,
        game: &ProofGame,
        budget: &Budget,
    ) -> Result<Result<String, Stopped>, ProofError> {
        let class = game.parse_class(&self.class)?;
        let start = Instant::now();
        let proved = game.prover().prove(&class, budget).map(|outcome| {
            let result = ClassResult {
                line: class_line(game, &class, &outcome),
                seconds: start.elapsed().as_secs_f64(),
            };
            serde_json::to_string(&result).expect(TEXT_KEYS)
        });
        Ok(proved)
    }
}

/// Proves classes on the workers of a NATS server. `take` gets each class that is proved, and its
/// errors end the work; `notify` gets all other events. All programs that prove the same share
/// the results. Returns why the work stopped, if it did before its end.
///
/// # Errors
///
/// Returns an error if a task cannot be done or NATS is away for too long, and the first error of
/// `take`.
pub fn prove_on_workers<E: From<JobError>>(
    queue: &TaskQueue,
    proof: &PreparedProof,
    classes: &[Class],
    budget: &Budget,
    mut take: impl FnMut(ProvedClass) -> Result<(), E>,
    mut notify: impl FnMut(JobEvent<'_>),
) -> Result<Option<Stopped>, E> {
    let game = &proof.game;
    let header = proof.header.to_lines();
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
            text: serde_json::to_string(&task).expect(TEXT_KEYS),
        });
    }
    let job = format!("prove-{}", Fingerprint::of_text(&header));
    let job = JobQueue::new(queue, job).map_err(JobError::from)?;
    job.run(tasks.into_iter(), budget, |event| {
        let JobEvent::Done { task, result } = event else {
            notify(event);
            return Ok(());
        };
        let Some(&index) = indices.get(task) else {
            return Ok(());
        };
        let proved = read_result(game, &header, &classes[index], result);
        let (outcome, time) = proved.map_err(JobError::Result)?;
        take(ProvedClass {
            index,
            outcome,
            time,
        })
    })
}

/// Reads the message of a worker about a class.
fn read_result(
    game: &ProofGame,
    header: &str,
    class: &Class,
    text: &str,
) -> Result<(Outcome, Duration), String> {
    let result: ClassResult = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let lines = LedgerLines::read(format!("{header}{}", result.line).as_bytes());
    let outcomes = lines.and_then(|lines| lines.outcomes(game));
    let mut outcomes = outcomes.map_err(|error| error.to_string())?;
    match outcomes.remove(class) {
        Some(outcome) if outcomes.is_empty() => {
            let time = Duration::try_from_secs_f64(result.seconds).unwrap_or_default();
            Ok((outcome, time))
        }
        _ => Err(format!(
            "it is not about the class {}",
            game.class_text(class)
        )),
    }
}
