//! A server that is killed: everything that it acknowledged is in the database.

use std::collections::BTreeMap;
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use wgs_server::room_storage::{
    QueueLimits, RoomStorage, SqliteOptions, SqliteStorage, WriteQueue,
};

use super::{block_on, body, created, input, snapshot};

/// Names the database to the process that is killed.
const FILE: &str = "WGS_TEST_CRASH_DATABASE";
/// How often a process is killed.
const RUNS: u64 = 20;
const ROOMS: u64 = 6;

/// This test is also the process that is killed: it starts itself with the name of a database.
#[test]
fn everything_acknowledged_survives_a_killed_process() {
    if let Some(file) = env::var_os(FILE) {
        write_until_killed(Path::new(&file));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.sqlite");
    let mut acknowledged = BTreeMap::new();
    for run in 0..RUNS {
        let lines = run_and_kill(&file, Duration::from_millis(run * run * 7919 % 83));
        assert!(!lines.is_empty(), "run {run} acknowledged nothing");
        for line in lines {
            let (room, number) = line.split_once(' ').unwrap();
            acknowledged.insert(room.to_owned(), number.parse::<u64>().unwrap());
        }
        block_on(check(&file, &acknowledged));
    }
    assert!(acknowledged.len() as u64 > RUNS, "{acknowledged:?}");
}

/// Starts a process that writes, kills it some time after its first line, and returns what
/// it acknowledged.
fn run_and_kill(file: &Path, delay: Duration) -> Vec<String> {
    let test = "room_storage::crash::everything_acknowledged_survives_a_killed_process";
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture", "--test-threads", "1"])
        .env(FILE, file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut lines = Vec::new();
    let mut next_line = move || {
        loop {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            // The last line may be cut off.
            let line = line.strip_suffix('\n')?.to_owned();
            if let Some(room_and_number) = line.strip_prefix("stored ") {
                return Some(room_and_number.to_owned());
            }
        }
    };
    lines.extend(next_line());
    let reader = std::thread::spawn(move || {
        while let Some(line) = next_line() {
            lines.push(line);
        }
        lines
    });
    std::thread::sleep(delay);
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap()
}

/// Checks that a database holds everything that was acknowledged.
async fn check(file: &Path, acknowledged: &BTreeMap<String, u64>) {
    let storage = SqliteStorage::open(file, SqliteOptions::default()).await;
    let storage = storage.unwrap();
    for (room, &number) in acknowledged {
        let stored = storage.load_room(room).await.unwrap().unwrap();
        let expected = stored.number + stored.inputs.len() as u64;
        assert!(expected >= number, "{room}: {number} is missing");
        for (index, (number, text)) in stored.inputs.iter().enumerate() {
            assert_eq!(*number, stored.number + 1 + index as u64);
            assert_eq!(*text, body(room, *number));
        }
    }
    storage.close().await;
}

/// Writes inputs of new rooms until the process is killed, and prints each when it is
/// acknowledged.
fn write_until_killed(file: &Path) -> ! {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let storage = SqliteStorage::open(file, SqliteOptions::default()).await;
        let storage: Arc<dyn RoomStorage> = Arc::new(storage.unwrap());
        let queue = Arc::new(WriteQueue::new(storage, QueueLimits::default()));
        let print = |room: &str, number: u64| {
            let line = format!("stored {room} {number}\n");
            std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
        };
        let mut tasks = Vec::new();
        for room in 0..ROOMS {
            let queue = Arc::clone(&queue);
            let room = format!("R{}-{room}", std::process::id());
            tasks.push(tokio::spawn(async move {
                queue.submit(vec![created(&room)]).await.unwrap();
                print(&room, 0);
                // A process that is not killed ends by itself.
                for number in 1..100_000 {
                    let mut writes = vec![input(&room, number)];
                    if number % 7 == 0 {
                        writes.push(snapshot(&room, number));
                    }
                    queue.submit(writes).await.unwrap();
                    print(&room, number);
                }
            }));
        }
        for task in tasks {
            let _ = task.await;
        }
    });
    panic!("nobody killed the process");
}
