//! `cargo xtask instructions`: counts the instructions that the engine executes for the boards
//! of `crates/wgs/data/bench/boards.txt`, with valgrind's callgrind. `wgs bench` measures times.
//!
//! A count hardly differs from run to run (hash seeds change it by less than one in ten
//! thousand), so a regression of a few per cent shows even on a busy machine, where times
//! cannot be trusted. The count is the difference that a second round over the boards makes, so
//! that it includes neither the start of the program nor the preparations at the first board.
//!
//! Valgrind does not support AVX-512, so the `avx512` engine cannot be counted. The `avx2`
//! engine takes the same steps at half the width and stands in for it.
//!
//! The recorded counts are for x86-64 and for one version of the compiler and the dictionary.
//! After a change of either, record them again and give the reason in the commit.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::Path;

use crate::step::Step;
use crate::{Failure, workspace};

const BOARDS: &str = "crates/wgs/data/bench/boards.txt";
const RECORDS: &str = "crates/wgs/data/bench/instructions.tsv";

/// The profile of Cargo: the code of a release, with the line numbers that a release lacks.
const PROFILE: &str = "profiling";

/// The share by which a count may grow.
const TOLERANCE: f64 = 0.03;

/// The operations that are counted.
const MEASURED: [Measured<'static>; 5] = [
    Measured::new("score", "plain"),
    Measured::new("score", "avx2"),
    Measured::new("solve", "avx2"),
    Measured::new("analyze", "avx2"),
    Measured::new("score", "general"),
];

/// One operation on one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Measured<'n> {
    operation: &'n str,
    engine: &'n str,
}

impl<'n> Measured<'n> {
    const fn new(operation: &'n str, engine: &'n str) -> Self {
        Self { operation, engine }
    }
}

impl fmt::Display for Measured<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {}", self.operation, self.engine)
    }
}

/// The use of the counts besides printing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Show,
    Check,
    Record,
}

/// A measured operation with its count.
type Counted<'n> = (Measured<'n>, u64);

pub(crate) const HELP: &str = "\
Count the engine's instructions with valgrind, and compare them with the recorded counts.

Usage: cargo xtask instructions [--check | --record]

Options:
  --check     also fail if a count has grown by more than 3%
  --record    also write the counts to crates/wgs/data/bench/instructions.tsv

It builds wgs with the profile `profiling`: the code of a release with line numbers, so that
callgrind_annotate can name the lines. The callgrind files stay in target/instructions.
";

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    let action = match options {
        [] => Action::Show,
        ["--check"] => Action::Check,
        ["--record"] => Action::Record,
        _ => return Err("expected --check, --record or no option".into()),
    };
    if !cfg!(target_arch = "x86_64") {
        return Err("instructions are counted on x86-64 only".into());
    }
    if !Step::new("valgrind", ["--version"]).succeeds() {
        return Err(
            "valgrind is not installed; install it with `apt install valgrind`, `dnf install \
             valgrind` or `pacman -S valgrind`"
                .into(),
        );
    }
    Step::cargo(&format!("build --profile {PROFILE} --package wgs"))
        .note("compiles with full optimisation and line numbers: several minutes the first time")
        .run("build for profiling")?;

    let boards = fs::read_to_string(workspace::root().join(BOARDS))
        .map_err(|error| format!("{BOARDS}: {error}"))?
        .lines()
        .count();
    let text = fs::read_to_string(workspace::root().join(RECORDS)).unwrap_or_default();
    let records = read_records(&text)?;

    let mut counts: Vec<Counted<'_>> = Vec::new();
    println!(
        "==> counts: each operation runs twice under valgrind, some 50 times slower than usual"
    );
    println!("operation  engine   instructions   a board       recorded   ratio");
    for measured in MEASURED {
        let once = count(measured, 1)?;
        let twice = count(measured, 2)?;
        let spent = twice.checked_sub(once).ok_or_else(|| {
            format!("{measured}: {twice} instructions for two rounds, but {once} for one")
        })?;
        counts.push((measured, spent));
        println!("{}", row((measured, spent), boards, &records));
    }
    match action {
        Action::Show => Ok(()),
        Action::Check => check(&counts, &records),
        Action::Record => {
            fs::write(workspace::root().join(RECORDS), write_records(&counts))
                .map_err(|error| format!("{RECORDS}: {error}"))?;
            println!("written to {RECORDS}");
            Ok(())
        }
    }
}

/// Counts the instructions of a whole run.
fn count(measured: Measured<'_>, rounds: u32) -> Result<u64, Failure> {
    let folder = workspace::target().join("instructions");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let Measured { operation, engine } = measured;
    let profile = folder.join(format!("{operation}-{engine}-{rounds}.callgrind"));
    let step = Step::new("valgrind", ["--tool=callgrind"])
        .argument(callgrind_file(&profile))
        .argument(workspace::binary(PROFILE, "wgs"));
    let step = format!(
        "bench --boards {BOARDS} --operation {operation} --engine {engine} --rounds {rounds} \
         --threads 1"
    )
    .split(' ')
    .fold(step, Step::argument);
    let output = step.capture()?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{measured} failed; to repeat it:\n\n    {step}\n\n{errors}").into());
    }
    let text =
        fs::read_to_string(&profile).map_err(|error| format!("{}: {error}", profile.display()))?;
    total(&text).ok_or_else(|| format!("{}: no line with the total", profile.display()).into())
}

fn callgrind_file(profile: &Path) -> OsString {
    let mut option = OsString::from("--callgrind-out-file=");
    option.push(profile);
    option
}

/// Reads the total number of instructions from a file that callgrind wrote.
fn total(profile: &str) -> Option<u64> {
    ["totals:", "summary:"].iter().find_map(|label| {
        profile
            .lines()
            .find_map(|line| line.strip_prefix(label))?
            .trim()
            .parse()
            .ok()
    })
}

/// Reads the recorded counts: three columns, and comments after `#`.
fn read_records(text: &str) -> Result<Vec<Counted<'_>>, Failure> {
    let mut records = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let record = match columns.as_slice() {
            &[operation, engine, count] => count
                .parse()
                .ok()
                .map(|count| (Measured { operation, engine }, count)),
            _ => None,
        };
        records.push(record.ok_or_else(|| {
            format!("{RECORDS}: line {number} is \"{line}\", expected operation, engine and count")
        })?);
    }
    Ok(records)
}

fn write_records(counts: &[Counted<'_>]) -> String {
    let mut text = format!(
        "# Instructions executed for {BOARDS} with the embedded dictionary, by callgrind.\n\
         # Written by `cargo xtask instructions --record`: operation, engine, instructions.\n"
    );
    for (Measured { operation, engine }, count) in counts {
        text.push_str(&format!("{operation}\t{engine}\t{count}\n"));
    }
    text
}

fn recorded(measured: Measured<'_>, records: &[Counted<'_>]) -> Option<u64> {
    records
        .iter()
        .find(|(other, _)| *other == measured)
        .map(|&(_, count)| count)
}

fn row((measured, spent): Counted<'_>, boards: usize, records: &[Counted<'_>]) -> String {
    let Measured { operation, engine } = measured;
    let a_board = spent / boards.max(1) as u64;
    let start = format!("{operation:<9}  {engine:<7}  {spent:>12}  {a_board:>8}");
    match recorded(measured, records) {
        Some(before) => format!(
            "{start}  {before:>13}  {:>6.3}",
            spent as f64 / before as f64
        ),
        None => format!("{start}  {:>13}  {:>6}", "-", "-"),
    }
}

/// Fails if counts have grown beyond the tolerance, and names all of them.
fn check(counts: &[Counted<'_>], records: &[Counted<'_>]) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for &(measured, spent) in counts {
        match recorded(measured, records) {
            None => problems.push(format!("{measured} has no recorded count")),
            Some(before) if spent as f64 > before as f64 * (1.0 + TOLERANCE) => {
                problems.push(format!(
                    "{measured} takes {spent} instructions, {:.1}% more than the recorded {before}",
                    (spent as f64 / before as f64 - 1.0) * 100.0
                ));
            }
            Some(_) => {}
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    let problems = problems.join("\n  ");
    Err(format!(
        "the counts differ from those recorded in {RECORDS}:\n  {problems}\n\
         if that is intended, run `cargo xtask instructions --record` and say why in the commit"
    )
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_from_the_file_of_callgrind() {
        let profile =
            "# callgrind format\nversion: 1\nevents: Ir\nsummary: 12\n\n0 5\ntotals: 15\n";
        assert_eq!(total(profile), Some(15));
        assert_eq!(total("events: Ir\nsummary: 12\n"), Some(12));
        assert_eq!(total("events: Ir\n"), None);
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        let counts: Vec<Counted<'_>> = MEASURED.into_iter().zip([5, 4, 3, 2, 1]).collect();
        assert_eq!(read_records(&write_records(&counts)).unwrap(), counts);
    }

    #[test]
    fn a_bad_record_is_named_by_its_line() {
        for text in ["# a comment\nscore\tplain\tmany\n", "\nscore plain 3\n"] {
            let problem = read_records(text).unwrap_err().to_string();
            assert!(
                problem.starts_with("crates/wgs/data/bench/instructions.tsv: line 2 is"),
                "{problem}"
            );
        }
    }

    #[test]
    fn growth_beyond_three_per_cent_fails() {
        let measured = MEASURED[0];
        for (spent, passes) in [(900, true), (1000, true), (1030, true), (1031, false)] {
            let outcome = check(&[(measured, spent)], &[(measured, 1000)]);
            assert_eq!(outcome.is_ok(), passes, "{spent}");
        }
        let problem = check(&[(measured, 1100)], &[(measured, 1000)]).unwrap_err();
        assert!(
            problem.to_string().contains(
                "score with plain takes 1100 instructions, 10.0% more than the recorded 1000"
            ),
            "{problem}"
        );
    }

    #[test]
    fn a_count_without_a_record_fails() {
        let problem = check(&[(MEASURED[0], 1)], &[]).unwrap_err();
        assert!(
            problem
                .to_string()
                .contains("score with plain has no recorded count")
        );
    }

    #[test]
    fn a_row_shows_the_ratio_to_the_record() {
        let measured = MEASURED[0];
        let shown = row((measured, 2_500_000), 1000, &[(measured, 2_000_000)]);
        let columns: Vec<&str> = shown.split_whitespace().collect();
        assert_eq!(
            columns,
            ["score", "plain", "2500000", "2500", "2000000", "1.250"]
        );
    }
}
