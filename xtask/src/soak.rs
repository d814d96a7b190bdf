//! `cargo xtask soak`: attacks a server with the most expensive requests, one attack after the
//! other and then all of them at once, and prints how well it holds. Meanwhile another client
//! asks small questions and measures how long it waits.
//!
//! All traffic stays on this machine. The server believes the X-Forwarded-For header of its
//! clients here, and each of them counts as a separate client.

mod attack;
mod http;
mod probe;
mod server;

use std::collections::BTreeMap;
use std::path::{PathBuf, absolute};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::Process;
use crate::step::Step;
use crate::{Failure, workspace};
use attack::{ATTACKS, Attack};
use http::{Address, Outcomes};
use probe::Probe;
use server::ServerProcess;

pub(crate) const HELP: &str = "\
Attack a server with the most expensive requests, and print how well it holds.

Usage: cargo xtask soak [OPTIONS]

Options:
  --seconds N       time of each attack; 10 by default
  --program FILE    attack this `wgs` instead of a release build, on a machine that may be busy

The attacks, all from this machine to this machine:
  long searches, boards and words made to be expensive, replies that are never read, requests that
  never end, clients that go away, invalid HTTP; then all of them at once.

The table says for each attack how many requests were answered and refused, how long the small
questions of another client took, how much memory the server held, and which part of a processor
it used 50 ms later. The command fails if a small question got no answer, if the server held more
memory than it may, or if it was still busy after an attack; without --program also if one in a
hundred small questions took more than 20 ms. With --program, the server has half a second to end
its work.
";

/// The most memory that the server may hold, in MiB, while nothing else is said.
const MAX_MEMORY: u64 = 200;

/// How long the server may take to end its work after an attack, before its use of the processor
/// is measured.
const PAUSE: Duration = Duration::from_millis(50);

/// The same on a machine that is busy with other things.
const LONG_PAUSE: Duration = Duration::from_millis(500);

/// The highest use of a processor by an idle server.
const MAX_IDLE_USE: f64 = 0.2;

/// The longest wait for 99 of 100 small questions, on a machine that does nothing else.
const MAX_WAIT: Duration = Duration::from_millis(20);

struct Options {
    time: Duration,
    /// The program to attack; if there is none, a release is built.
    program: Option<PathBuf>,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, Failure> {
        let mut options = Self {
            time: Duration::from_secs(10),
            program: None,
        };
        for pair in arguments.chunks(2) {
            match *pair {
                ["--seconds", text] => {
                    let seconds = text.parse().ok().filter(|&seconds| seconds > 0);
                    let seconds = seconds.ok_or_else(|| {
                        format!("--seconds: expected a whole number, found \"{text}\"")
                    })?;
                    options.time = Duration::from_secs(seconds);
                }
                ["--program", file] => options.program = Some(absolute(file)?),
                _ => return Err(format!("unknown option: \"{}\"", pair.join(" ")).into()),
            }
        }
        Ok(options)
    }
}

/// The effect of an attack on the server.
struct Report {
    name: &'static str,
    clients: usize,
    outcomes: Outcomes,
    /// The sorted waiting times of the small questions.
    waits: Vec<Duration>,
    unanswered: usize,
    /// The most memory in MiB; [`None`] where it cannot be measured.
    memory: Option<u64>,
    /// The memory that it may hold.
    max_memory: u64,
    /// The use of the processor after the attack; 1 is one processor.
    use_after: Option<f64>,
}

impl Report {
    /// Returns the wait that this part of the small questions did not exceed.
    fn wait(&self, part: f64) -> Option<Duration> {
        let index = (self.waits.len() as f64 * part) as usize;
        self.waits.get(index).or(self.waits.last()).copied()
    }
}

pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let options = Options::parse(arguments)?;
    let program = match &options.program {
        Some(program) => program.clone(),
        None => {
            Step::cargo("build --release --package wgs --features full")
                .note("takes some minutes the first time")
                .run("build of the server")?;
            workspace::binary("release", "wgs")
        }
    };
    let server = ServerProcess::start(&program)?;
    println!(
        "==> {} attacks of {} s each, then all at once",
        ATTACKS.len(),
        options.time.as_secs()
    );
    let mut reports = vec![run_attacks("none", &[], &server, &options)];
    for attack in &ATTACKS {
        println!("    {}", attack.name);
        let attacks = std::slice::from_ref(attack);
        reports.push(run_attacks(attack.name, attacks, &server, &options));
    }
    println!("    all at once");
    reports.push(run_attacks("all at once", &ATTACKS, &server, &options));
    print!("{}", table(&reports));
    let max_wait = options.program.is_none().then_some(MAX_WAIT);
    let faults: Vec<String> = reports
        .iter()
        .flat_map(|report| faults(report, max_wait))
        .collect();
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.join("\n       ").into()),
    }
}

/// Runs attacks at the same time, and asks small questions meanwhile.
fn run_attacks(
    name: &'static str,
    attacks: &[Attack],
    server: &ServerProcess,
    options: &Options,
) -> Report {
    let time = options.time;
    let pause = match &options.program {
        Some(_) => LONG_PAUSE,
        None => PAUSE,
    };
    let end = Instant::now() + time;
    let address = &server.address;
    let mut report = Report {
        name,
        clients: attacks.iter().map(|attack| attack.clients).sum(),
        outcomes: Outcomes::default(),
        waits: Vec::new(),
        unanswered: 0,
        memory: None,
        max_memory: attacks
            .iter()
            .map(|attack| attack.max_memory)
            .fold(MAX_MEMORY, u64::max),
        use_after: None,
    };
    thread::scope(|scope| {
        let connection = Probe::connect(address, end);
        let probe = scope.spawn(move || Probe::run(address, end, connection));
        let mut clients = Vec::new();
        for (number, attack) in attacks.iter().enumerate() {
            for client in 0..attack.clients {
                // Several clients of one attack share an address, as those of one person do.
                let from = Address::of_client(number, client / attack.clients_per_address);
                let attacker = http::Client::new(address, from, end);
                clients.push(scope.spawn(move || (attack.run)(attacker)));
            }
        }
        while Instant::now() < end {
            report.memory = report.memory.max(server.process.memory());
            thread::sleep(Duration::from_millis(20));
        }
        for client in clients {
            match client.join() {
                Ok(outcomes) => report.outcomes.add(&outcomes),
                Err(_) => report.outcomes.count("a client of this program failed"),
            }
        }
        if let Ok(probe) = probe.join() {
            (report.waits, report.unanswered) = (probe.waits, probe.unanswered);
        }
    });
    report.waits.sort_unstable();
    thread::sleep(pause);
    report.use_after = use_of_processor(&server.process);
    report
}

/// Measures the use of the processor.
fn use_of_processor(process: &Process) -> Option<f64> {
    const TIME: Duration = Duration::from_millis(300);
    let before = process.processor_time()?;
    thread::sleep(TIME);
    let used = process.processor_time()?.saturating_sub(before);
    Some(used.as_secs_f64() / TIME.as_secs_f64())
}

/// Returns the faults of the server during an attack.
fn faults(report: &Report, max_wait: Option<Duration>) -> Vec<String> {
    let name = report.name;
    let mut faults = Vec::new();
    if report.unanswered > 0 || report.waits.is_empty() {
        let number = report.unanswered;
        faults.push(format!("{name}: {number} small questions got no answer"));
    }
    let max_memory = report.max_memory;
    if let Some(memory) = report.memory.filter(|&memory| memory > max_memory) {
        faults.push(format!(
            "{name}: the server held {memory} MiB, but at most {max_memory} are expected"
        ));
    }
    if let (Some(wait), Some(max_wait)) = (report.wait(0.99), max_wait)
        && wait > max_wait
    {
        faults.push(format!("{name}: small questions waited for {wait:?}"));
    }
    if let Some(used) = report.use_after.filter(|&used| used > MAX_IDLE_USE) {
        let percent = used * 100.0;
        faults.push(format!(
            "{name}: the server still used {percent:.0}% of a processor afterwards"
        ));
    }
    let unexplained = report.outcomes.unexplained();
    if unexplained > 0 {
        faults.push(format!(
            "{name}: {unexplained} refusals were not problem documents"
        ));
    }
    faults
}

/// Returns the table of all attacks, and below it why requests were refused.
fn table(reports: &[Report]) -> String {
    let mut text = format!(
        "\n{:<22} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7} {:>6}\n",
        "attack", "clients", "answered", "refused", "median", "99%", "longest", "MiB", "after"
    );
    for report in reports {
        let wait = |part: f64| {
            let milliseconds = |wait: Duration| format!("{:.1} ms", wait.as_secs_f64() * 1e3);
            report.wait(part).map_or("-".to_owned(), milliseconds)
        };
        let memory = report
            .memory
            .map_or("-".to_owned(), |memory| memory.to_string());
        let after = report
            .use_after
            .map_or("-".to_owned(), |used| format!("{:.0}%", used * 100.0));
        text += &format!(
            "{:<22} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7} {:>6}\n",
            report.name,
            report.clients,
            report.outcomes.answered,
            report.outcomes.refused(),
            wait(0.5),
            wait(0.99),
            wait(1.0),
            memory,
            after
        );
    }
    text += "\nwhy requests were refused or got no reply:\n";
    let mut reasons = BTreeMap::new();
    for report in reports {
        for (reason, number) in &report.outcomes.reasons {
            *reasons.entry(reason.as_str()).or_insert(0) += number;
        }
    }
    for (reason, number) in reasons {
        text += &format!("{number:>9}  {reason}\n");
    }
    text
}
