//! `cargo xtask load`: starts a server with rooms and a program that plays in thousands of them,
//! and prints how long answers take, and how much memory and processor time the server needs.
//!
//! All traffic stays on this machine, which the server and the players share.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::Process;
use crate::step::Step;
use crate::{Failure, workspace};

pub(crate) const HELP: &str = "\
Measure a server with thousands of players in rooms.

Usage: cargo xtask load [OPTIONS]

Options:
  --players N        number of players; 5000 by default
  --rooms N          number of rooms; a fifth of the players by default
  --seconds N        time of the measurement; 30 by default, at most 600
  --interval N       seconds between two guesses of a player; 5 by default
  --round-seconds N  time of a round; 60 by default
  --max-players N    maximum number of players that the server lets in; 10000 by default
  --raise            repeat with half as many players again, until the server refuses players,
                     loses connections or takes more than a second for one in a hundred answers
  --profile NAME     which build to measure: release (by default) or debug

The server stores its rooms in a new database in the target folder. Four of five guesses are words
of the board, the others are not words. When a round ends, all players are ready for the next.

The table has a line for each measurement: the times from a guess to its answer, the processors
that the server used, and its memory, less what it held before the first player came. The command
fails if a player lost the connection, or if a release build with at most 5000 players took more
than 100 ms for one in a hundred answers, or more than 60 kB for a player.
";

/// The longest time for 99 of 100 answers.
const MAX_ANSWER: f64 = 100.0;

/// The most memory for a player, in bytes.
const MAX_MEMORY: f64 = 60_000.0;

/// The number of players for which these limits hold.
const EXPECTED_PLAYERS: u64 = 5_000;

/// The time for one in a hundred answers at which raising the load ends, in milliseconds.
const BROKEN_ANSWER: f64 = 1_000.0;

/// The most players that are tried.
const MOST_PLAYERS: u64 = 19_000;

#[derive(Clone)]
struct LoadOptions {
    players: u64,
    rooms: Option<u64>,
    /// Passed on to the program that plays.
    passed_on: Vec<String>,
    max_players: Option<String>,
    is_raised: bool,
    profile: &'static str,
}

impl LoadOptions {
    fn parse(arguments: &[&str]) -> Result<Self, Failure> {
        let mut options = Self {
            players: EXPECTED_PLAYERS,
            rooms: None,
            passed_on: vec!["--seconds".to_owned(), "30".to_owned()],
            max_players: None,
            is_raised: false,
            profile: "release",
        };
        let mut arguments = arguments.iter();
        while let Some(&name) = arguments.next() {
            if name == "--raise" {
                options.is_raised = true;
                continue;
            }
            let value = arguments
                .next()
                .ok_or_else(|| format!("{name}: expected a value"))?;
            let number = || {
                let number = value.parse::<u64>().ok().filter(|&number| number > 0);
                number.ok_or_else(|| format!("{name}: expected a whole number, found {value:?}"))
            };
            match name {
                "--players" => options.players = number()?,
                "--rooms" => options.rooms = Some(number()?),
                "--max-players" => options.max_players = Some(number()?.to_string()),
                "--seconds" | "--interval" | "--round-seconds" => {
                    let number = number()?.to_string();
                    options.passed_on.extend([name.to_owned(), number]);
                }
                "--profile" => {
                    options.profile = match *value {
                        "release" => "release",
                        "debug" => "debug",
                        _ => return Err("--profile: expected release or debug".into()),
                    }
                }
                _ => return Err(format!("unknown option: {name:?}").into()),
            }
        }
        Ok(options)
    }
}

/// The results of a measurement.
#[derive(Debug, Default)]
struct LoadReport {
    /// The figures of the program that plays.
    figures: HashMap<String, f64>,
    /// Why connections were lost, with their numbers.
    reasons: Vec<String>,
    /// The memory before the first player came and the most while they played, in KiB.
    memory: Option<[u64; 2]>,
    /// The processors that the server used during the measurement.
    processors: Option<f64>,
}

impl LoadReport {
    fn figure(&self, name: &str) -> f64 {
        self.figures.get(name).copied().unwrap_or_default()
    }

    /// The memory for each player in bytes.
    fn memory_of_player(&self) -> Option<f64> {
        let [before, most] = self.memory?;
        let players = self.figure("entered");
        (players > 0.0).then(|| most.saturating_sub(before) as f64 * 1024.0 / players)
    }

    fn faults(&self, profile: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let failed = self.figure("failed");
        if failed > 0.0 {
            faults.push(format!("{failed} players lost their connection"));
        }
        let unanswered = self.figure("guesses") - self.figure("answered");
        if unanswered > 0.0 {
            faults.push(format!("{unanswered} guesses got no answer"));
        }
        if self.figure("guesses") == 0.0 {
            faults.push("no player guessed a word".to_owned());
        }
        if profile != "release" || self.figure("players") > EXPECTED_PLAYERS as f64 {
            return faults;
        }
        let answer = self.figure("p99");
        if answer > MAX_ANSWER {
            faults.push(format!("one in a hundred answers took {answer:.0} ms"));
        }
        if let Some(memory) = self.memory_of_player().filter(|&it| it > MAX_MEMORY) {
            faults.push(format!("a player took {memory:.0} bytes"));
        }
        faults
    }

    fn is_broken(&self) -> bool {
        let is_over = |name: &str| self.figure(name) > 0.0;
        is_over("failed") || is_over("refused") || self.figure("p99") > BROKEN_ANSWER
    }
}

pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let mut options = LoadOptions::parse(arguments)?;
    let release = match options.profile {
        "release" => " --release",
        _ => "",
    };
    Step::cargo(&format!("build{release} --package wgs --features full"))
        .note("takes some minutes the first time")
        .run("build of the server")?;
    Step::cargo(&format!(
        "build{release} --package wgs-server --example room_load"
    ))
    .run("build of the players")?;
    let mut reports = Vec::new();
    loop {
        let report = measure(&options)?;
        let is_last = !options.is_raised || report.is_broken() || options.players >= MOST_PLAYERS;
        reports.push(report);
        if is_last {
            break;
        }
        options.players = (options.players * 3 / 2).min(MOST_PLAYERS);
    }
    print!("{}", table(&reports));
    // Where the load was raised until something broke, that is the result.
    let judged = match options.is_raised {
        true => &reports[..1],
        false => &reports,
    };
    let faults: Vec<String> = judged
        .iter()
        .flat_map(|report| report.faults(options.profile))
        .collect();
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.join("\n       ").into()),
    }
}

/// A folder that is deleted at the end.
struct LoadFolder(PathBuf);

impl Drop for LoadFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Starts a server and lets players play on it.
fn measure(options: &LoadOptions) -> Result<LoadReport, Failure> {
    // Not in the folder for temporary files, which may be in memory.
    let folder = workspace::target().join(format!("load-{}", std::process::id()));
    let folder = LoadFolder(folder);
    fs::create_dir_all(&folder.0)?;
    let (server, address) = start_server(options, &folder.0)?;
    let before = settled_memory(&server);
    let players = options.players;
    let rooms = options.rooms.unwrap_or(players.div_ceil(5));
    println!("==> {players} players in {rooms} rooms");
    let mut command = Command::new(example(options.profile));
    command
        .arg(address.port().to_string())
        .args(["--players", &players.to_string()])
        .args(["--rooms", &rooms.to_string()])
        .args(&options.passed_on)
        .stdout(Stdio::piped());
    let mut program = Process::start(command)?;
    let mut report = LoadReport::default();
    let mut start = None;
    for line in program.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let memory = server.memory_in_kib();
        if let (Some(before), Some(now)) = (before, memory) {
            let most = report.memory.map_or(now, |[_, most]| most.max(now));
            report.memory = Some([before, most]);
        }
        match kind {
            "entered" | "playing" => {
                println!("    {kind}: {rest}");
                start = Some((Instant::now(), server.processor_time()));
            }
            "measured" => report.processors = start.take().and_then(|start| used(&server, start)),
            "figure" => {
                if let Some((name, value)) = rest.split_once(' ') {
                    report.figures.insert(name.to_owned(), value.parse()?);
                }
            }
            "reason" => report.reasons.push(rest.to_owned()),
            _ => {}
        }
    }
    match report.figures.is_empty() {
        true => Err("the players failed".into()),
        false => Ok(report),
    }
}

/// Returns the processors that a server used since a time.
fn used(server: &Process, (start, before): (Instant, Option<Duration>)) -> Option<f64> {
    let time = server.processor_time()?.saturating_sub(before?);
    Some(time.as_secs_f64() / start.elapsed().as_secs_f64())
}

fn start_server(
    options: &LoadOptions,
    folder: &Path,
) -> Result<(Process, std::net::SocketAddr), Failure> {
    let mut command = Command::new(workspace::binary(options.profile, "wgs"));
    command
        .args(["serve", "--port", "0", "--log", "error", "--database"])
        .arg(folder.join("rooms.sqlite"));
    if let Some(max_players) = &options.max_players {
        command.args(["--max-players", max_players]);
    }
    Process::serve(command)
}

/// Returns the memory of a server that has just started, once it does not grow any more.
fn settled_memory(server: &Process) -> Option<u64> {
    let mut memory = server.memory_in_kib()?;
    for _ in 0..50 {
        std::thread::sleep(Duration::from_millis(100));
        let now = server.memory_in_kib()?;
        if now == memory {
            break;
        }
        memory = now;
    }
    Some(memory)
}

/// The program that plays.
fn example(profile: &str) -> PathBuf {
    let name = format!("room_load{}", env::consts::EXE_SUFFIX);
    workspace::target()
        .join(profile)
        .join("examples")
        .join(name)
}

/// Returns the table of all measurements, and below it why connections were lost.
fn table(reports: &[LoadReport]) -> String {
    let mut text = format!(
        "\n{:>8} {:>6} {:>8} {:>8} {:>6} {:>9} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6} {:>9}\n",
        "players",
        "rooms",
        "entered",
        "refused",
        "lost",
        "guesses/s",
        "median",
        "95%",
        "99%",
        "longest",
        "cores",
        "MiB",
        "kB/player"
    );
    for report in reports {
        let figure = |name: &str| report.figure(name);
        let milliseconds = |name: &str| format!("{:.1} ms", figure(name));
        let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        let rate = figure("guesses") / figure("seconds").max(1.0);
        let memory = report.memory.map(|[_, most]| (most >> 10).to_string());
        let of_player = report.memory_of_player();
        let of_player = of_player.map(|bytes| format!("{:.1}", bytes / 1000.0));
        text += &format!(
            "{:>8} {:>6} {:>8} {:>8} {:>6} {:>9.0} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6} {:>9}\n",
            figure("players"),
            figure("rooms"),
            figure("entered"),
            figure("refused"),
            figure("failed"),
            rate,
            milliseconds("p50"),
            milliseconds("p95"),
            milliseconds("p99"),
            milliseconds("max"),
            or_dash(report.processors.map(|it| format!("{it:.2}"))),
            or_dash(memory),
            or_dash(of_player),
        );
    }
    for reason in reports.iter().flat_map(|report| &report.reasons) {
        text += &format!("lost: {reason}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(figures: &[(&str, f64)]) -> LoadReport {
        let figures = figures
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value));
        LoadReport {
            figures: figures.collect(),
            memory: Some([10_000, 10_000 + 5_000 * 40]),
            ..LoadReport::default()
        }
    }

    #[test]
    fn slow_answers_much_memory_and_lost_players_are_faults() {
        let good = [
            ("players", 5000.0),
            ("entered", 5000.0),
            ("guesses", 100.0),
            ("answered", 100.0),
            ("p99", 20.0),
        ];
        assert_eq!(report(&good).faults("release"), [""; 0]);
        for (name, value, fault) in [
            ("p99", 120.0, "one in a hundred answers took 120 ms"),
            ("entered", 3000.0, "a player took 68267 bytes"),
            ("failed", 2.0, "2 players lost their connection"),
            ("answered", 99.0, "1 guesses got no answer"),
        ] {
            let changed = good.iter().copied().chain([(name, value)]);
            let changed: Vec<_> = changed.collect();
            assert_eq!(report(&changed).faults("release"), [fault]);
        }
        // 40 KiB.
        assert!(table(&[report(&good)]).contains("41.0"));
    }
}
