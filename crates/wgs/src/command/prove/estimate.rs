//! `wgs prove --estimate`: how long a proof takes, from a random sample of its classes.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use wgs_dice::Random;
use wgs_records::proof::{ClassSample, ProvedClass, prove_on_threads};

use super::{Args, Proof};
use crate::app::{App, ExitStatus, seed};
use crate::arguments::threads;
use crate::progress::Progress;

/// Measures some random classes, and prints how long all of them take.
pub(super) fn estimate_time(
    args: &Args,
    sampled: usize,
    proof: &Proof,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let game = proof.game();
    let cells = args.classes.unwrap_or_else(|| game.plan_cells());
    let seed = seed(args.seed);
    let sample = ClassSample::of(game, cells, sampled, &mut Random::new(seed));
    let classes = &sample.classes;
    let progress = Progress::described(classes.len() as u64, "classes");
    let mut times: Vec<(usize, Duration)> = Vec::new();
    let take = |proved: ProvedClass| -> Result<()> {
        times.push((proved.index, proved.time));
        let estimate = sample.estimate(&times);
        progress.describe(format!("about {} in all", duration_text(estimate.seconds)));
        progress.set(times.len() as u64);
        Ok(())
    };
    let budget = app.budget()?;
    let stopped = prove_on_threads(game, classes, threads(args.threads), budget, take, || {
        progress.tick()
    });
    progress.finish();
    if let Some(reason) = stopped? {
        // The classes that were finished are the short ones: no estimate.
        let done = format!("{} of {} classes were measured", times.len(), classes.len());
        return Err(anyhow::Error::new(reason).context(done));
    }
    let estimate = sample.estimate(&times);
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string(&estimate)?)?,
        false => writeln!(
            out,
            "All {} classes take about {} on one core (95%: {} to {}), from {} with seed {seed}.",
            estimate.classes,
            duration_text(estimate.seconds),
            duration_text(estimate.low),
            duration_text(estimate.high),
            classes.len(),
        )?,
    }
    Ok(ExitStatus::Success)
}

/// Formats a time for people.
pub(super) fn duration_text(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7_200.0 => format!("{:.1} minutes", s / 60.0),
        s => format!("{:.1} hours", s / 3_600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let texts = [0.0123, 2.0, 600.0, 9_000.0].map(duration_text);
        assert_eq!(texts, ["12 ms", "2.0 s", "10.0 minutes", "2.5 hours"]);
    }
}
