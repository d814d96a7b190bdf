//! Tasks that any number of machines take from NATS JetStream, and their results.
//!
//! A job is a search that is split into tasks. The program that started it puts the tasks into the
//! stream `wgs-tasks`, a work queue: each is given to one worker at a time, and stays until a
//! worker has acknowledged it. While a worker is busy with a task, it says so every few seconds. If
//! it dies, the task goes to another one soon after.
//!
//! Results go to the stream `wgs-results`, which keeps one for each task. A worker stores the result before it
//! acknowledges the task, so nothing is lost; if it dies in between, the task is done twice, with
//! the same result. The program that started the job may come back later and read all results from
//! the beginning.
//!
//! These functions block; they run on a thread of the command line, and a small runtime behind them talks to NATS.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::context::PublishError;
use async_nats::jetstream::{self, AckKind, stream};
use futures_util::StreamExt;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

use super::{NatsError, connect};

const TASKS: &str = "wgs-tasks";
const RESULTS: &str = "wgs-results";

/// The consumer that all workers share.
const WORKERS: &str = "wgs-workers";

/// The time after which a task whose worker says nothing is given to another one.
const SILENCE: Duration = Duration::from_secs(15);

/// The interval at which a worker says that it is busy with a task.
const SIGN_OF_LIFE: Duration = Duration::from_secs(4);

/// The time for which tasks and results are kept: a job that is abandoned ends.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The largest number of bytes of a result.
pub const MAX_RESULT: usize = 900_000;

/// A connection to the tasks and results of a NATS server. Clones share the connection.
#[derive(Clone)]
pub struct TaskQueue {
    runtime: Arc<Runtime>,
    context: jetstream::Context,
    tasks: stream::Stream,
    results: stream::Stream,
}

/// A task that this worker has taken. If it is dropped, it is given to another worker.
pub struct ReceivedTask {
    queue: TaskQueue,
    message: Option<jetstream::Message>,
    sign_of_life: JoinHandle<()>,
    job: String,
    id: String,
    text: String,
    deliveries: u64,
}

/// A result of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskResult {
    /// The task.
    pub task: String,
    /// The result of the worker.
    pub text: String,
}

/// The results of a job, the oldest first.
pub struct TaskResults {
    runtime: Arc<Runtime>,
    messages: pull::Ordered,
}

impl TaskQueue {
    /// Connects to a NATS server, and creates the streams if they are missing.
    ///
    /// # Errors
    ///
    /// Returns the reason if the server cannot be reached or has no JetStream.
    pub fn connect(url: &str) -> Result<Self, NatsError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| NatsError::request("be used without a thread")(error.into()))?;
        let (context, tasks, results) = runtime.block_on(open(url))?;
        Ok(Self {
            runtime: Arc::new(runtime),
            context,
            tasks,
            results,
        })
    }

    /// Adds a task of a job. A task that is waiting or being done already is not added again. The ids of jobs and
    /// tasks consist of letters, digits and hyphens.
    ///
    /// # Errors
    ///
    /// Returns the reason if the task was not stored.
    pub fn submit(&self, job: &str, id: &str, text: &str) -> Result<(), NatsError> {
        let failed = NatsError::request("store a task");
        self.runtime.block_on(async {
            let stored = store(&self.context, subject(TASKS, job, id), text).await;
            stored.map_err(|error| failed(error.into()))
        })
    }

    /// Takes the next task, or returns [`None`] if none comes in time.
    ///
    /// # Errors
    ///
    /// Returns the reason if NATS cannot be asked.
    pub fn next_task(&self, wait: Duration) -> Result<Option<ReceivedTask>, NatsError> {
        let message = self.runtime.block_on(async {
            let failed = |error: async_nats::Error| NatsError::request("give a task")(error);
            let config = pull::Config {
                durable_name: Some(WORKERS.to_owned()),
                ack_policy: AckPolicy::Explicit,
                ack_wait: SILENCE,
                max_ack_pending: 100_000,
                ..pull::Config::default()
            };
            let consumer = self.tasks.get_or_create_consumer(WORKERS, config).await;
            let consumer = consumer.map_err(|error| failed(error.into()))?;
            let batch = consumer.batch().max_messages(1).expires(wait);
            let batch = batch.messages().await;
            let mut batch = batch.map_err(|error| failed(error.into()))?;
            batch.next().await.transpose().map_err(failed)
        })?;
        Ok(message.and_then(|message| self.received(message)))
    }

    /// Wraps a task, and starts to say that this worker is busy with it.
    fn received(&self, message: jetstream::Message) -> Option<ReceivedTask> {
        let mut parts = message.subject.as_str().split('.').skip(1);
        let job = parts.next()?.to_owned();
        let id = parts.next()?.to_owned();
        let text = String::from_utf8_lossy(&message.payload).into_owned();
        let deliveries = message
            .info()
            .map_or(1, |info| info.delivered.unsigned_abs());
        let (_, acknowledgement) = message.clone().split();
        let sign_of_life = self.runtime.spawn(async move {
            loop {
                tokio::time::sleep(SIGN_OF_LIFE).await;
                // If NATS is away, the task may go to another worker; its result is the same.
                let _ = acknowledgement.ack_with(AckKind::Progress).await;
            }
        });
        Some(ReceivedTask {
            queue: self.clone(),
            message: Some(message),
            sign_of_life,
            job,
            id,
            text,
            deliveries,
        })
    }

    /// Reads the results of a job from the beginning, and waits for new ones.
    ///
    /// # Errors
    ///
    /// Returns the reason if NATS cannot be asked.
    pub fn results(&self, job: &str) -> Result<TaskResults, NatsError> {
        let failed = |error: async_nats::Error| NatsError::request("list results")(error);
        let messages = self.runtime.block_on(async {
            let config = pull::OrderedConfig {
                filter_subject: subject(RESULTS, job, "*"),
                deliver_policy: DeliverPolicy::All,
                ..pull::OrderedConfig::default()
            };
            let consumer = self.results.create_consumer(config).await;
            let consumer = consumer.map_err(|error| failed(error.into()))?;
            consumer
                .messages()
                .await
                .map_err(|error| failed(error.into()))
        })?;
        Ok(TaskResults {
            runtime: Arc::clone(&self.runtime),
            messages,
        })
    }

    /// Removes the tasks of a job. Workers finish their current task, but begin no others.
    ///
    /// # Errors
    ///
    /// Returns the reason if tasks may still be there.
    pub fn withdraw(&self, job: &str) -> Result<(), NatsError> {
        self.runtime.block_on(remove(&self.tasks, TASKS, job))
    }

    /// Removes the tasks and results of a job.
    ///
    /// # Errors
    ///
    /// Returns the reason if they may still be there.
    pub fn remove_job(&self, job: &str) -> Result<(), NatsError> {
        self.runtime.block_on(async {
            remove(&self.tasks, TASKS, job).await?;
            remove(&self.results, RESULTS, job).await
        })
    }
}

impl ReceivedTask {
    /// The job.
    pub fn job(&self) -> &str {
        &self.job
    }

    /// The task's id in its job.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The task.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How often the task was given to a worker, this time included. If it is more than a few
    /// times, the task may be the reason why the workers end.
    pub fn deliveries(&self) -> u64 {
        self.deliveries
    }

    /// Stores the result, then acknowledges the task.
    ///
    /// # Errors
    ///
    /// Returns the reason if the result may not be stored; another worker gets the task then.
    pub fn finish(mut self, result: &str) -> Result<(), NatsError> {
        if result.len() > MAX_RESULT {
            return Err(NatsError::Request {
                action: "store a result",
                reason: format!("it has {} bytes, more than {MAX_RESULT}", result.len()),
            });
        }
        let queue = self.queue.clone();
        let message = self.message.take();
        queue.runtime.block_on(async {
            let failed = NatsError::request("store a result");
            let subject = subject(RESULTS, &self.job, &self.id);
            let stored = store(&queue.context, subject, result).await;
            stored.map_err(|error| failed(error.into()))?;
            if let Some(message) = message {
                let acknowledged = message.double_ack().await;
                let failed = NatsError::request("acknowledge a task");
                acknowledged.map_err(|error| failed(error))?;
            }
            Ok(())
        })
    }
}

impl Drop for ReceivedTask {
    fn drop(&mut self) {
        self.sign_of_life.abort();
        if let Some(message) = self.message.take() {
            // If this does not arrive, the task is given to another worker a little later.
            let given_back = message.ack_with(AckKind::Nak(None));
            let _ = self.queue.runtime.block_on(given_back);
            let client = self.queue.context.client();
            let _ = self.queue.runtime.block_on(client.flush());
        }
    }
}

impl TaskResults {
    /// Returns the next result, or [`None`] if none comes in time.
    ///
    /// # Errors
    ///
    /// Returns the reason if NATS cannot be asked.
    pub fn next(&mut self, wait: Duration) -> Result<Option<TaskResult>, NatsError> {
        let failed = NatsError::request("give a result");
        let Self { runtime, messages } = self;
        let next = runtime.block_on(async { tokio::time::timeout(wait, messages.next()).await });
        let Ok(Some(message)) = next else {
            return Ok(None);
        };
        let message = message.map_err(|error| failed(error.into()))?;
        Ok(message
            .subject
            .as_str()
            .split('.')
            .nth(2)
            .map(|task| TaskResult {
                task: task.to_owned(),
                text: String::from_utf8_lossy(&message.payload).into_owned(),
            }))
    }
}

async fn open(
    url: &str,
) -> Result<(jetstream::Context, stream::Stream, stream::Stream), NatsError> {
    let nats = connect(url, async_nats::ConnectOptions::new()).await?;
    let mut context = jetstream::new(nats);
    context.set_timeout(Duration::from_secs(5));
    let tasks = create(&context, TASKS, stream::RetentionPolicy::WorkQueue).await?;
    let results = create(&context, RESULTS, stream::RetentionPolicy::Limits).await?;
    Ok((context, tasks, results))
}

/// Creates a stream that takes one message for each subject, unless it is there.
async fn create(
    context: &jetstream::Context,
    name: &'static str,
    retention: stream::RetentionPolicy,
) -> Result<stream::Stream, NatsError> {
    let config = stream::Config {
        name: name.to_owned(),
        subjects: vec![subject(name, "*", "*")],
        retention,
        max_messages_per_subject: 1,
        discard: stream::DiscardPolicy::New,
        discard_new_per_subject: true,
        max_age: KEPT,
        ..stream::Config::default()
    };
    let created = context.get_or_create_stream(config).await;
    created.map_err(|error| NatsError::request("create a stream")(error.into()))
}

/// Removes the messages of a job from a stream.
async fn remove(stream: &stream::Stream, name: &str, job: &str) -> Result<(), NatsError> {
    let purged = stream.purge().filter(subject(name, job, "*")).await;
    let purged = purged.map_err(|error| NatsError::request("remove a job")(error.into()));
    purged.map(drop)
}

/// Stores a message, unless there is one with its subject already.
async fn store(
    context: &jetstream::Context,
    subject: String,
    text: &str,
) -> Result<(), PublishError> {
    let stored = context.publish(subject, text.to_owned().into()).await;
    let stored = match stored {
        Ok(stored) => stored.await,
        Err(error) => Err(error),
    };
    match stored {
        Err(error) if !is_repetition(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Whether a message was rejected because there is one with its subject already. NATS has no number for this.
fn is_repetition(error: &PublishError) -> bool {
    let source = error.source().map(ToString::to_string);
    source.is_some_and(|source| source.contains("maximum messages per subject"))
}

fn subject(stream: &str, job: &str, task: &str) -> String {
    format!("{stream}.{job}.{task}")
}
