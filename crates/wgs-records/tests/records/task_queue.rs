//! Tasks and results over a real NATS server.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use wgs_records::nats::{MAX_RESULT, NatsError, TaskQueue};
use wgs_test_requirement::requires;

use crate::nats_server::NatsServer;

const SOON: Duration = Duration::from_secs(5);
const NOTHING: Duration = Duration::from_millis(300);

#[requires(nats)]
#[test]
fn a_task_is_given_to_one_worker_and_its_result_stays() {
    let nats = NatsServer::start();
    let queue = TaskQueue::connect(&nats.url()).unwrap();
    queue.submit("job", "1", "what to do").unwrap();
    // Neither a task that waits nor one that is being done is added again.
    queue.submit("job", "1", "what to do").unwrap();
    let task = queue.next_task(SOON).unwrap().unwrap();
    assert_eq!(
        (task.job(), task.id(), task.text()),
        ("job", "1", "what to do")
    );
    assert_eq!(task.deliveries(), 1);
    queue.submit("job", "1", "what to do").unwrap();
    let other = TaskQueue::connect(&nats.url()).unwrap();
    assert!(other.next_task(NOTHING).unwrap().is_none());
    task.finish("done").unwrap();
    assert!(other.next_task(NOTHING).unwrap().is_none());
    // A program that asks later gets all results from the beginning.
    for _ in 0..2 {
        let mut results = other.results("job").unwrap();
        let result = results.next(SOON).unwrap().unwrap();
        assert_eq!((&*result.task, &*result.text), ("1", "done"));
        assert_eq!(results.next(NOTHING).unwrap(), None);
        assert_eq!(
            other.results("another").unwrap().next(NOTHING).unwrap(),
            None
        );
    }
    queue.remove_job("job").unwrap();
    assert_eq!(queue.results("job").unwrap().next(NOTHING).unwrap(), None);
}

#[requires(nats)]
#[test]
fn a_task_that_is_given_back_goes_to_another_worker() {
    let nats = NatsServer::start();
    let queue = TaskQueue::connect(&nats.url()).unwrap();
    queue.submit("job", "1", "").unwrap();
    drop(queue.next_task(SOON).unwrap().unwrap());
    let other = TaskQueue::connect(&nats.url()).unwrap();
    let task = other.next_task(SOON).unwrap().unwrap();
    assert_eq!(task.deliveries(), 2);
    let huge = "x".repeat(MAX_RESULT + 1);
    let error = task.finish(&huge).unwrap_err().to_string();
    assert!(error.contains("900001 bytes"), "{error}");
    // A result that cannot be stored leaves the task to others.
    let task = other.next_task(Duration::from_secs(20)).unwrap().unwrap();
    assert_eq!(task.deliveries(), 3);
    task.finish("at last").unwrap();
}

#[requires(nats)]
#[test]
fn many_workers_do_each_task_once() {
    let nats = NatsServer::start();
    let url = nats.url();
    let queue = TaskQueue::connect(&url).unwrap();
    let mut results = queue.results("sum").unwrap();
    for number in 0..200 {
        queue
            .submit("sum", &number.to_string(), &number.to_string())
            .unwrap();
    }
    let finished = AtomicU32::new(0);
    let deadline = Instant::now() + Duration::from_secs(60);
    thread::scope(|scope| {
        for worker in 0..4 {
            let (url, finished) = (&url, &finished);
            scope.spawn(move || {
                let queue = TaskQueue::connect(url).unwrap();
                let mut done = 0;
                while finished.load(Ordering::Relaxed) < 200 {
                    assert!(Instant::now() < deadline, "{finished:?} tasks are done");
                    let Some(task) = queue.next_task(NOTHING).unwrap() else {
                        continue;
                    };
                    done += 1;
                    // Some workers lose a task now and then.
                    if worker == 0 && done % 7 == 0 {
                        continue;
                    }
                    let number: u64 = task.text().parse().unwrap();
                    task.finish(&(number * number).to_string()).unwrap();
                    finished.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let mut found = BTreeMap::new();
    for _ in 0..200 {
        let result = results.next(Duration::from_secs(20)).unwrap().unwrap();
        let number: u64 = result.task.parse().unwrap();
        assert_eq!(
            found.insert(number, result.text.parse::<u64>().unwrap()),
            None
        );
    }
    assert!(
        found
            .iter()
            .all(|(number, square)| number * number == *square)
    );
    assert_eq!(found.len(), 200);
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let error = match TaskQueue::connect("nats://me:secret@127.0.0.1:1") {
        Err(error @ NatsError::Connect { .. }) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("there is no server"),
    };
    assert!(error.contains("127.0.0.1:1"), "{error}");
    assert!(!error.contains("secret"), "{error}");
}
