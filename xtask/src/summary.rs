//! The summary of `cargo xtask test`: the time of each step, and the steps that were left out.

use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

use crate::Failure;
use crate::step::Step;

/// Steps with their times, and the steps that were left out, with the reason.
#[derive(Debug)]
pub(crate) struct Summary {
    start: Instant,
    steps: Vec<(String, Duration)>,
    /// Figures that were measured, such as the size of the program, and tests that only another
    /// machine runs.
    notes: Vec<String>,
    /// Lines such as "tests with NATS: ignored, nats-server is not installed".
    left_out: Vec<String>,
}

impl Summary {
    pub(crate) fn new() -> Self {
        Self {
            start: Instant::now(),
            steps: Vec::new(),
            notes: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Runs a step and notes its time.
    pub(crate) fn run(&mut self, title: &str, step: &Step) -> Result<(), Failure> {
        let time = step.run(title)?;
        self.steps.push((title.to_owned(), time));
        Ok(())
    }

    /// Runs steps one after the other while another one runs, and notes their times. The output of
    /// each follows its end, so that it does not mix with that of the other step.
    pub(crate) fn run_beside(
        &mut self,
        beside: &[(&str, Step)],
        (title, step): (&str, &Step),
    ) -> Result<(), Failure> {
        let run_all = || {
            let times = beside.iter().map(|(title, step)| {
                let time = step
                    .run_beside(title)
                    .map_err(|failure| failure.to_string());
                Ok(((*title).to_owned(), time?))
            });
            times.collect::<Result<Vec<_>, String>>()
        };
        let (times, time) = thread::scope(|scope| {
            let times = scope.spawn(run_all);
            let time = step.run(title);
            let times = times.join().map_err(|_| "a step ended without a result");
            (times, time)
        });
        self.steps.push((title.to_owned(), time?));
        self.steps.extend(times??);
        Ok(())
    }

    /// Runs a step if its needs could be prepared; if not, notes why it is skipped.
    pub(crate) fn run_if(
        &mut self,
        prepared: Result<(), String>,
        title: &str,
        step: &Step,
    ) -> Result<(), Failure> {
        match prepared {
            Ok(()) => self.run(title, step),
            Err(reason) => {
                self.skip(title, reason);
                Ok(())
            }
        }
    }

    /// Notes a figure, or tests that only another machine runs.
    pub(crate) fn note(&mut self, figure: &str) {
        println!("==> {figure}");
        self.notes.push(figure.to_owned());
    }

    /// Fails if anything was left out.
    pub(crate) fn fail_if_incomplete(&self) -> Result<(), Failure> {
        match self.left_out.as_slice() {
            [] => Ok(()),
            [line] => Err(format!("--strict: {line}").into()),
            [line, ..] => {
                let others = self.left_out.len() - 1;
                Err(format!("--strict: {line}, and {others} more").into())
            }
        }
    }

    /// Notes that a step is skipped, and why.
    pub(crate) fn skip(&mut self, title: &str, reason: impl fmt::Display) {
        self.leave_out(format!("{title}: skipped, {reason}"));
    }

    /// Notes that tests are compiled and listed as ignored, and why.
    pub(crate) fn ignore(&mut self, title: &str, reason: impl fmt::Display) {
        self.leave_out(format!("{title}: ignored, {reason}"));
    }

    fn leave_out(&mut self, line: String) {
        println!("==> {line}");
        self.left_out.push(line);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = ("total".to_owned(), self.start.elapsed());
        let rows = || self.steps.iter().chain([&total]);
        let width = rows().map(|(title, _)| title.len()).max().unwrap_or(0);
        for (title, time) in rows() {
            writeln!(f, "    {title:<width$}  {:>7.1} s", time.as_secs_f64())?;
        }
        for line in self.notes.iter().chain(&self.left_out) {
            writeln!(f, "    {line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_listed_and_what_is_left_out_has_its_reason() {
        let mut summary = Summary::new();
        let git = Step::new("git", ["--version"]);
        summary.run("one", &git).unwrap();
        let missing = || Err("a tool is missing".to_owned());
        summary.run_if(missing(), "another", &git).unwrap();
        assert!(summary.fail_if_incomplete().is_err());
        let beside = [("two", Step::new("git", ["--version"]))];
        summary.run_beside(&beside, ("three", &git)).unwrap();
        let failing = [("four", Step::new("git", ["no-such-command"]))];
        assert!(summary.run_beside(&failing, ("five", &git)).is_err());
        summary.ignore("a third", "a tool is missing");
        summary.note("a figure: 7");
        let failure = summary.fail_if_incomplete().unwrap_err().to_string();
        assert_eq!(
            failure,
            "--strict: another: skipped, a tool is missing, and 1 more"
        );
        let text = summary.to_string();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let starts = ["one ", "three ", "two ", "five ", "total "];
        for (line, start) in lines.iter().zip(starts) {
            assert!(line.starts_with(start), "{text}");
        }
        let rest = [
            "a figure: 7",
            "another: skipped, a tool is missing",
            "a third: ignored, a tool is missing",
        ];
        assert_eq!(lines[5..], rest, "{text}");
    }
}
