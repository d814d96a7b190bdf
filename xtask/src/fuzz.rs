//! `cargo xtask fuzz`: runs the fuzz targets with random inputs, on all cores, until a number of
//! inputs is reached. `cargo xtask test` runs a short form; cargo-fuzz, which needs a nightly
//! toolchain, measures coverage.
//!
//! The targets differ in speed by a factor of a hundred. Each gets the same time: its speed is
//! measured first, and the inputs are divided in proportion.

use std::collections::VecDeque;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use crate::step::Step;
use crate::{Failure, toolchain, workspace};

pub(crate) const HELP: &str = "\
Run all fuzz targets with random inputs, and count what each input costs.

Usage: cargo xtask fuzz --executions N [OPTIONS]

Options:
  --executions N    number of inputs of all targets together; the same time is spent on each
  --jobs N          number of processes at once; by default, the number of cores
  --seed N          random seed; the same seed makes the same inputs of each target
  --target NAME     run only this target

A stable toolchain is enough. An input that breaks a property or costs more than its limit is
written to fuzz/artifacts, and the other targets go on. A hundred million inputs take about half
an hour on two cores.
";

/// The seconds for which the speed of a target is measured.
const TRIAL: f64 = 2.0;

/// The seconds that a process runs for. All of them end at about the same time.
const CHUNK: f64 = 30.0;

/// Makes the compiler insert a call at each branch: see `fuzz/src/step_count.rs`.
const COUNT_STEPS: &str = "--cfg count_steps -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=3 -Cllvm-args=-sanitizer-coverage-trace-pc-guard";

/// The targets and inputs to run.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    executions: u64,
    jobs: usize,
    seed: u64,
    target: Option<String>,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, Failure> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let mut options = Self {
            executions: 0,
            jobs: cores,
            seed: 1,
            target: None,
        };
        let number = |name: &str, text: &str| -> Result<u64, Failure> {
            let number = text.replace([',', '_'], "").parse().ok();
            let positive = number.filter(|&number| number > 0);
            positive.ok_or_else(|| format!("{name}: expected a number, found \"{text}\"").into())
        };
        for pair in arguments.chunks(2) {
            match *pair {
                [name @ "--executions", text] => options.executions = number(name, text)?,
                [name @ "--jobs", text] => options.jobs = number(name, text)? as usize,
                [name @ "--seed", text] => options.seed = number(name, text)?,
                ["--target", name] => options.target = Some(name.to_owned()),
                [name, ..] => {
                    return Err(format!("unknown option or missing value: \"{name}\"").into());
                }
                [] => {}
            }
        }
        match options.executions {
            0 => Err("expected --executions N; `cargo xtask help fuzz` describes it".into()),
            _ => Ok(options),
        }
    }
}

/// Some inputs of a target, which one process runs.
#[derive(Clone, Debug)]
struct Chunk {
    target: usize,
    executions: u64,
    seed: u64,
    seconds: Option<f64>,
}

/// The work of a target.
#[derive(Clone, Debug, Default, PartialEq)]
struct Outcome {
    executions: u64,
    seconds: f64,
    /// The largest share of its limits that an input has cost, in per cent.
    cost: u64,
    /// The files with inputs that broke a property.
    failures: Vec<String>,
}

impl Outcome {
    /// Reads the output of a process: three numbers, or the file of an input.
    fn read(line: &str) -> Self {
        let numbers: Vec<&str> = line.split(' ').collect();
        let read = |numbers: &[&str]| {
            Some(Self {
                executions: numbers.first()?.parse().ok()?,
                seconds: numbers.get(1)?.parse().ok()?,
                cost: numbers.get(2)?.parse().ok()?,
                failures: Vec::new(),
            })
        };
        read(&numbers).unwrap_or_else(|| Self {
            failures: vec![line.to_owned()],
            ..Self::default()
        })
    }

    fn add(&mut self, other: Self) {
        self.executions += other.executions;
        self.seconds += other.seconds;
        self.cost = self.cost.max(other.cost);
        self.failures.extend(other.failures);
    }

    fn speed(&self) -> f64 {
        self.executions as f64 / self.seconds.max(1e-9)
    }
}

pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let options = Options::parse(arguments)?;
    let (folder, host) = (workspace::target().join("fuzz"), toolchain::host()?);
    Step::cargo("build --profile fuzz --package wgs-fuzz --bin random_run")
        .argument("--target-dir")
        .argument(&folder)
        // With a target named, the flags are not those of build scripts.
        .argument("--target")
        .argument(&host)
        .variable("RUSTFLAGS", COUNT_STEPS)
        .note("compiles with full optimisation: several minutes the first time")
        .run("build of the fuzz targets")?;
    let name = format!("random_run{}", std::env::consts::EXE_SUFFIX);
    let program = &folder.join(host).join("fuzz").join(name);
    let targets = targets(program, options.target.as_deref())?;

    let start = Instant::now();
    let trials = (0..targets.len()).map(|target| Chunk {
        target,
        executions: options.executions,
        seed: options.seed,
        seconds: Some(TRIAL),
    });
    println!("==> speed of each target");
    let mut outcomes = vec![Outcome::default(); targets.len()];
    run_all(program, trials.collect(), &options, &targets, &mut outcomes);
    let done: u64 = outcomes.iter().map(|outcome| outcome.executions).sum();
    let speeds: Vec<f64> = outcomes.iter().map(Outcome::speed).collect();
    let chunks = divide(
        options.executions.saturating_sub(done),
        &speeds,
        options.seed,
    );
    println!("==> {} processes, {} at a time", chunks.len(), options.jobs);
    run_all(program, chunks, &options, &targets, &mut outcomes);
    println!(
        "==> fuzz targets\n{}    in {:.0} s",
        table(&targets, &outcomes),
        start.elapsed().as_secs_f64()
    );
    let failures: Vec<&str> = outcomes
        .iter()
        .flat_map(|outcome| outcome.failures.iter().map(String::as_str))
        .collect();
    match failures.is_empty() {
        true => Ok(()),
        false => Err(format!("inputs that break a property:\n  {}", failures.join("\n  ")).into()),
    }
}

/// Returns the names of the targets.
fn targets(program: &Path, only: Option<&str>) -> Result<Vec<String>, Failure> {
    let output = Command::new(program).arg("--list").output()?;
    let names = String::from_utf8(output.stdout)?;
    let names = names.lines().map(str::to_owned);
    let chosen: Vec<String> = names
        .filter(|name| only.is_none_or(|only| only == name))
        .collect();
    match chosen.is_empty() {
        true => Err(format!("there is no target \"{}\"", only.unwrap_or_default()).into()),
        false => Ok(chosen),
    }
}

/// Divides inputs among targets by their speeds, into parts that take some seconds each. The parts
/// of a target have different seeds. Targets without a speed have failed and get nothing.
fn divide(executions: u64, speeds: &[f64], seed: u64) -> VecDeque<Chunk> {
    let all: f64 = speeds.iter().sum();
    let mut chunks = Vec::new();
    for (target, &speed) in speeds.iter().enumerate() {
        let mut left = (executions as f64 * speed / all.max(1e-9)).ceil() as u64;
        let most = ((speed * CHUNK) as u64).max(1);
        let mut number = 1;
        while left > 0 {
            let executions = left.min(most);
            chunks.push((
                number,
                Chunk {
                    target,
                    executions,
                    seed: seed.wrapping_mul(1 << 20).wrapping_add(number),
                    seconds: None,
                },
            ));
            left -= executions;
            number += 1;
        }
    }
    // In turns, so that an interrupted run has tried every target.
    chunks.sort_by_key(|&(number, _)| number);
    chunks.into_iter().map(|(_, chunk)| chunk).collect()
}

/// Runs chunks, several at a time, and adds up their work.
fn run_all(
    program: &Path,
    chunks: VecDeque<Chunk>,
    options: &Options,
    targets: &[String],
    outcomes: &mut Vec<Outcome>,
) {
    let queue = Mutex::new(chunks);
    let results = Mutex::new(outcomes);
    thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                loop {
                    let Some(chunk) = queue.lock().expect("no thread panics").pop_front() else {
                        return;
                    };
                    let name = &targets[chunk.target];
                    let outcome = run_chunk(program, &chunk, name);
                    let mut results = results.lock().expect("no thread panics");
                    results[chunk.target].add(outcome);
                    let total: u64 = results.iter().map(|outcome| outcome.executions).sum();
                    let done = &results[chunk.target];
                    println!(
                        "    {name}: {} inputs, {:.0} a second; {total} of all targets",
                        done.executions,
                        done.speed()
                    );
                    done.failures
                        .iter()
                        .for_each(|file| println!("    FAILED: {file}"));
                }
            });
        }
    });
}

fn run_chunk(program: &Path, chunk: &Chunk, target: &str) -> Outcome {
    let mut command = Command::new(program);
    command
        .arg(target)
        .arg(chunk.executions.to_string())
        .arg(chunk.seed.to_string())
        .args(chunk.seconds.map(|seconds| seconds.to_string()))
        .current_dir(workspace::root());
    match command.output() {
        Ok(output) => {
            let line = String::from_utf8_lossy(&output.stdout);
            if !output.status.success() {
                eprint!("{}", String::from_utf8_lossy(&output.stderr));
            }
            match line.trim() {
                "" => Outcome::read(&format!("{target}: {}", output.status)),
                line => Outcome::read(line),
            }
        }
        Err(error) => Outcome::read(&format!("{target}: {error}")),
    }
}

/// Returns a row for each target, and the total.
fn table(targets: &[String], outcomes: &[Outcome]) -> String {
    let mut text = format!(
        "    {:<20} {:>12} {:>10} {:>14}\n",
        "target", "inputs", "a second", "highest cost"
    );
    for (target, outcome) in targets.iter().zip(outcomes) {
        let note = match outcome.failures.len() {
            0 => String::new(),
            count => format!("  {count} failed"),
        };
        text += &format!(
            "    {target:<20} {:>12} {:>10.0} {:>12} %{note}\n",
            outcome.executions,
            outcome.speed(),
            outcome.cost
        );
    }
    let total: u64 = outcomes.iter().map(|outcome| outcome.executions).sum();
    text + &format!("    {:<20} {total:>12}\n", "total")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_a_wrong_one_is_named() {
        let options = Options::parse(&["--executions", "100_000_000", "--jobs", "3"]).unwrap();
        assert_eq!((options.executions, options.jobs), (100_000_000, 3));
        for (arguments, expected) in [
            (&[][..], "expected --executions N"),
            (&["--executions", "many"], "found \"many\""),
            (&["--executions"], "missing value: \"--executions\""),
            (
                &["--runs", "1"],
                "unknown option or missing value: \"--runs\"",
            ),
        ] {
            let problem = Options::parse(arguments).unwrap_err().to_string();
            assert!(problem.contains(expected), "{problem}");
        }
    }

    #[test]
    fn every_target_gets_the_same_time_and_every_part_another_seed() {
        let speeds = [100_000.0, 1_000.0, 0.0];
        let chunks = divide(10_100_000, &speeds, 1);
        let sum = |target| -> u64 {
            let own = chunks.iter().filter(|chunk| chunk.target == target);
            own.map(|chunk| chunk.executions).sum()
        };
        assert_eq!([sum(0), sum(1), sum(2)], [10_000_000, 100_000, 0]);
        let mut seeds: Vec<(usize, u64)> = chunks.iter().map(|c| (c.target, c.seed)).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), chunks.len());
        assert!(chunks.len() >= 8);
        assert_eq!([chunks[0].target, chunks[1].target], [0, 1]);
    }

    #[test]
    fn what_a_process_prints_is_read() {
        let mut outcome = Outcome::read("1000 2 40");
        assert_eq!(outcome.speed(), 500.0);
        outcome.add(Outcome::read("500 1 60"));
        outcome.add(Outcome::read("fuzz/artifacts/notation/random-1"));
        assert_eq!((outcome.executions, outcome.cost), (1500, 60));
        let table = table(&["notation".to_owned()], &[outcome]);
        let columns: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(
            columns,
            ["notation", "1500", "500", "60", "%", "1", "failed"]
        );
        assert!(table.ends_with("        1500\n"), "{table}");
    }
}
