//! `wgs worker`: proofs and hunts over a real NATS server, with workers that are killed.

#[path = "../../../wgs-server/tests/api/nats_server.rs"]
mod nats_server;

use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use wgs_records::nats::TaskQueue;
use wgs_test_requirement::requires;

use crate::folder::Folder;
use crate::hunt::WORDS;
use nats_server::NatsServer;

/// A proof that takes some seconds.
const PROOF: &[&str] = &[
    "prove",
    "boggle-new",
    "--size",
    "3x2",
    "--letters",
    "AEIRSTN",
    "--classes",
    "2",
    "--at-least",
    "12",
    "-d",
    "words.txt",
];

/// A worker that ends with the test.
struct Worker(Child);

impl Worker {
    fn start(folder: &Folder, url: &str) -> Self {
        let mut command =
            folder.command(&["worker", "--threads", "1", "-d", "words.txt", "--nats", url]);
        Self(
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        )
    }

    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A program that must end by itself, and ends with the test otherwise.
struct Running(Option<Child>);

impl Running {
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let mut command = folder.command(arguments);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(Some(command.spawn().unwrap()))
    }

    fn is_running(&mut self) -> bool {
        let child = self.0.as_mut().unwrap();
        child.try_wait().unwrap().is_none()
    }

    /// Waits for the end, and returns the output.
    fn finish(mut self) -> String {
        let deadline = Instant::now() + Duration::from_secs(120);
        while self.is_running() {
            assert!(Instant::now() < deadline, "the program does not end");
            thread::sleep(Duration::from_millis(50));
        }
        let output = self.0.take().unwrap().wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits until a file has more bytes than before, and returns their number; or `None` if the program
/// that writes it ends first.
fn wait_for_growth(path: &Path, bytes: u64, writer: &mut Running) -> Option<u64> {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let is_running = writer.is_running();
        match path.metadata().map_or(0, |file| file.len()) {
            now if now > bytes => return Some(now),
            _ if !is_running => return None,
            _ => assert!(Instant::now() < deadline, "the file does not grow"),
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The boards that a proof prints.
fn boards(printed: &str) -> Vec<String> {
    let is_board = |line: &&str| line.split(' ').count() == 2;
    printed
        .lines()
        .filter(is_board)
        .map(str::to_owned)
        .collect()
}

#[requires(nats)]
#[test]
fn workers_that_are_killed_cost_only_time() {
    let folder = Folder::new();
    folder.write("words.txt", WORDS);
    let expected = folder.print(PROOF);
    assert!(!boards(&expected).is_empty(), "{expected}");
    let nats = NatsServer::start();
    let url = nats.url();
    let mut workers = [Worker::start(&folder, &url), Worker::start(&folder, &url)];
    let arguments = [PROOF, &["--ledger", "a.ledger", "--nats", &url]].concat();
    let mut proof = Running::start(&folder, &arguments);
    let ledger = folder.path("a.ledger");
    let mut bytes = 0;
    let mut kills = 0;
    while let Some(now) = wait_for_growth(&ledger, bytes, &mut proof)
        && kills < 6
    {
        bytes = now;
        workers[kills % 2].kill();
        workers[kills % 2] = Worker::start(&folder, &url);
        kills += 1;
    }
    assert!(kills > 1, "the proof was over before a worker was killed");
    let printed = proof.finish();
    assert_eq!(boards(&printed), boards(&expected));
    assert!(printed.contains("and no others."), "{printed}");
    let checked = folder.print(&["prove", "--verify", "a.ledger", "-d", "words.txt", "--all"]);
    assert_eq!(boards(&checked), boards(&expected));
}

#[requires(nats)]
#[test]
fn whoever_handed_out_the_tasks_may_be_killed_and_come_back() {
    let folder = Folder::new();
    folder.write("words.txt", WORDS);
    let expected = folder.print(PROOF);
    let nats = NatsServer::start();
    let url = nats.url();
    let arguments = [PROOF, &["--nats", &url]].concat();
    // Without workers, the tasks wait. One is taken, and given back.
    let mut first = Running::start(&folder, &arguments);
    let queue = TaskQueue::connect(&url).unwrap();
    while queue.next_task(Duration::from_secs(1)).unwrap().is_none() {
        assert!(first.is_running());
    }
    drop(first);
    // A worker does them while no program waits for the results.
    let worker = [
        "worker",
        "-q",
        "-d",
        "words.txt",
        "--idle",
        "1",
        "--nats",
        &url,
    ];
    let done = folder.print(&worker);
    assert!(
        done.ends_with(" done\n") && !done.starts_with("0 "),
        "{done}"
    );
    // The one that was killed may not have handed out all tasks.
    let again = Worker::start(&folder, &url);
    let printed = Running::start(&folder, &arguments).finish();
    assert_eq!(boards(&printed), boards(&expected));
    drop(again);
    // Nothing is left of the job.
    assert_eq!(folder.print(&worker), "0 tasks done\n");
}

#[requires(nats)]
#[test]
fn a_worker_with_another_dictionary_does_nothing() {
    let folder = Folder::new();
    folder.write("words.txt", WORDS);
    folder.write("other.txt", "tea tease");
    let nats = NatsServer::start();
    let url = nats.url();
    let arguments = [PROOF, &["--nats", &url]].concat();
    let proof = Running::start(&folder, &arguments);
    let output = folder.run(&["worker", "-d", "other.txt", "--idle", "60", "--nats", &url]);
    assert_eq!(output.code, Some(2), "{}", output.err);
    assert!(output.err.contains("cannot do the task"), "{}", output.err);
    assert!(output.err.contains("of another proof"), "{}", output.err);
    let _worker = Worker::start(&folder, &url);
    proof.finish();
}

/// A hunt of several tasks.
const HUNT: &[&str] = &[
    "hunt",
    "boggle-new",
    "--size",
    "4x3",
    "--letters",
    "AEIRSTN",
    "--climbs",
    "200",
    "--seed",
    "7",
    "--pool",
    "20",
    "-d",
    "words.txt",
    "-q",
    "--json",
];

/// The results of a hunt, without the time it took.
fn found(printed: &str) -> serde_json::Value {
    let mut reply: serde_json::Value = serde_json::from_str(printed).unwrap();
    reply["seconds"] = serde_json::Value::Null;
    reply
}

#[requires(nats)]
#[test]
fn a_hunt_on_workers_that_are_killed_finds_what_one_machine_finds() {
    let folder = Folder::new();
    folder.write("words.txt", WORDS);
    let expected = found(&folder.print(HUNT));
    let nats = NatsServer::start();
    let url = nats.url();
    let mut workers = [Worker::start(&folder, &url), Worker::start(&folder, &url)];
    let arguments = [HUNT, &["--resume", "a.hunt", "--nats", &url]].concat();
    let mut hunt = Running::start(&folder, &arguments);
    let file = folder.path("a.hunt");
    let mut bytes = 0;
    let mut kills = 0;
    while let Some(now) = wait_for_growth(&file, bytes, &mut hunt)
        && kills < 8
    {
        bytes = now;
        if kills == 2 {
            // The program that hands out the tasks may be killed too.
            drop(hunt);
            hunt = Running::start(&folder, &arguments);
        }
        workers[kills % 2].kill();
        workers[kills % 2] = Worker::start(&folder, &url);
        kills += 1;
    }
    assert!(kills > 2, "the hunt was over before it was killed");
    assert_eq!(found(&hunt.finish()), expected);
    // The file has everything, without the workers.
    let saved = folder.print(&[HUNT, &["--resume", "a.hunt"]].concat());
    assert_eq!(found(&saved), expected);
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let folder = Folder::new();
    let output = folder.run(&["worker", "--nats", "nats://127.0.0.1:1"]);
    assert_eq!(output.code, Some(2), "{}", output.err);
    assert!(
        output.err.contains("--nats: cannot connect to NATS at"),
        "{}",
        output.err
    );
}
