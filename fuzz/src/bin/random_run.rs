//! Runs one target with random inputs, on a stable toolchain; `cargo xtask fuzz` starts many of
//! these. The inputs depend on the seed only.
//!
//! ```text
//! random_run TARGET EXECUTIONS SEED [SECONDS]
//! ```
//!
//! Stops after this number of inputs, or after some seconds. Prints the number of inputs, the
//! seconds they took, and the largest share of its limits that an input took, in per cent.
//! An input that breaks a property is written to `artifacts`, and its file is named. With the
//! environment variable `WGS_FUZZ_COSTS`, the largest share of each limit goes to standard error.

use std::error::Error;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use wgs_dice::Random;
use wgs_fuzz::TARGETS;
use wgs_fuzz::corpus::named_seeds;
use wgs_fuzz::cost::Shares;
use wgs_fuzz::mutation::mutated;
use wgs_fuzz::run;
use xxhash_rust::xxh3::xxh3_64;

const USAGE: &str = "expected TARGET EXECUTIONS SEED [SECONDS]";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["--list"] {
        TARGETS.iter().for_each(|(name, _)| println!("{name}"));
        return Ok(ExitCode::SUCCESS);
    }
    let (target, executions, seed, seconds) = match &arguments[..] {
        [target, executions, seed] => (target, executions, seed, f64::MAX),
        [target, executions, seed, seconds] => (target, executions, seed, seconds.parse()?),
        _ => return Err(USAGE.into()),
    };
    let executions: u64 = executions.parse()?;
    let longest = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let seeds = named_seeds(target);
    let mut random = Random::new(seed.parse()?);
    // Preparations that are made once are not a part of the cost of an input.
    for seed in &seeds {
        run(target, seed);
    }
    let start = Instant::now();
    let mut done = 0;
    let mut worst = Shares::default();
    while done < executions && (done % 64 != 0 || start.elapsed() < longest) {
        let input = mutated(&seeds, &mut random);
        let Ok(shares) = panic::catch_unwind(AssertUnwindSafe(|| run(target, &input))) else {
            let file = keep(target, &input)?;
            println!("{}", file.display());
            return Ok(ExitCode::FAILURE);
        };
        worst = worst.max(shares);
        done += 1;
    }
    if std::env::var_os("WGS_FUZZ_COSTS").is_some() {
        eprintln!("{target}: at most {worst}");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{done} {seconds} {}", worst.largest());
    Ok(ExitCode::SUCCESS)
}

/// Writes an input to a file.
fn keep(target: &str, input: &[u8]) -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("artifacts")
        .join(target);
    fs::create_dir_all(&folder)?;
    let file = folder.join(format!("random-{:016x}", xxh3_64(input)));
    fs::write(&file, input)?;
    Ok(file)
}
