//! Measures how fast rooms are stored. Submitters, one for each room, append an input
//! and wait until it is on disk, over and over.
//!
//!     cargo run --release -p wgs-server --example write_queue -- [SECONDS [DATABASE]]
//!
//! DATABASE is a file or the address of an empty PostgreSQL database; without it, a
//! temporary file is used, in the folder for temporary files (TMPDIR), which should be on a disk.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use wgs_server::room_storage::{
    DatabaseLocation, QueueLimits, RoomStorage, RoomWrite, WriteQueue, open,
};

/// The numbers of submitters.
const SUBMITTERS: [usize; 3] = [1, 100, 1000];

/// The number of bytes of an input: a guess of a word with its path, as JSON.
const INPUT: usize = 120;

/// The number of inputs after which a room writes a snapshot, and the size of that.
const SNAPSHOT_EVERY: u64 = 100;
const SNAPSHOT: usize = 8_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    let location: DatabaseLocation = match arguments.next() {
        Some(text) => text.parse()?,
        None => folder.path().join("rooms.sqlite").into(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let storage = open(&location).await?;
        println!("submitters    inputs/s   commits/s   p50 ms   p99 ms   p99.9 ms   longest ms");
        for (run, submitters) in SUBMITTERS.into_iter().enumerate() {
            measure(&storage, run, submitters, Duration::from_secs(seconds)).await?;
        }
        storage.close().await;
        Ok(())
    })
}

/// Runs submitters for some time, and prints what they waited for their inputs.
async fn measure(
    storage: &Arc<dyn RoomStorage>,
    run: usize,
    submitters: usize,
    time: Duration,
) -> Result<(), Box<dyn Error>> {
    let queue = WriteQueue::new(Arc::clone(storage), QueueLimits::default());
    let queue = Arc::new(queue);
    let start = Instant::now();
    let mut tasks = Vec::new();
    for submitter in 0..submitters {
        let queue = Arc::clone(&queue);
        let room = format!("{}-{run}-{submitter}", std::process::id());
        tasks.push(tokio::spawn(async move {
            let mut waits = Vec::new();
            queue.submit(vec![created(&room)]).await?;
            for number in 1.. {
                let begin = Instant::now();
                queue.submit(input(&room, number)).await?;
                waits.push(begin.elapsed());
                if start.elapsed() > time {
                    break;
                }
            }
            Ok::<_, wgs_server::room_storage::StorageError>(waits)
        }));
    }
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await??);
    }
    let seconds = start.elapsed().as_secs_f64();
    queue.shut_down().await;
    waits.sort();
    let wait = |share: f64| {
        let index = (waits.len() as f64 * share) as usize;
        waits[index.min(waits.len() - 1)].as_secs_f64() * 1e3
    };
    println!(
        "{submitters:>10} {:>11.0} {:>11.0} {:>8.1} {:>8.1} {:>10.1} {:>12.1}",
        waits.len() as f64 / seconds,
        queue.metrics().transactions as f64 / seconds,
        wait(0.5),
        wait(0.99),
        wait(0.999),
        wait(1.0),
    );
    Ok(())
}

fn created(room: &str) -> RoomWrite {
    RoomWrite::CreateRoom {
        room: room.to_owned(),
        number: 0,
        epoch: 1,
        at: 0,
        body: "x".repeat(SNAPSHOT),
    }
}

/// Returns the writes of an input, and sometimes those of a snapshot.
fn input(room: &str, number: u64) -> Vec<RoomWrite> {
    let mut writes = vec![RoomWrite::Input {
        room: room.to_owned(),
        number,
        epoch: 1,
        at: number,
        body: "x".repeat(INPUT),
    }];
    if number.is_multiple_of(SNAPSHOT_EVERY) {
        writes.push(RoomWrite::Snapshot {
            room: room.to_owned(),
            number,
            epoch: 1,
            at: number,
            body: "x".repeat(SNAPSHOT),
        });
    }
    writes
}
