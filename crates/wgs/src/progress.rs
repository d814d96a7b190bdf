//! A progress bar for long work: on standard error, if that is a terminal, and not before
//! one has waited for a moment.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long people wait without wondering.
const PATIENCE: Duration = Duration::from_millis(400);

/// Times drawn a second, at most.
const DRAWN: u8 = 10;

/// A progress bar.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    /// Whether what is written shows where the bar does.
    shares_terminal: bool,
}

impl Progress {
    /// A bar for so many things of a kind.
    pub(crate) fn new(total: u64, things: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let template = match total {
            // No part of one thing is done before all of it.
            1 => "  {spinner:.cyan} {elapsed:.dim} ".to_owned(),
            _ => format!(
                "  {{wide_bar:.cyan/dim}} {{human_pos}} of {{human_len}} {things}, \
                 {{per_sec:.dim}}, {{eta}} left "
            ),
        };
        let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
        let per_second = |state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write| {
            let speed = state.per_sec();
            let digits = if speed < 10.0 { 1 } else { 0 };
            let _ = write!(text, "{speed:.digits$}/s");
        };
        let style = style.with_key("per_sec", per_second).progress_chars("━╸─");
        Self {
            bar: bar.with_style(style),
            begun: Instant::now(),
            shares_terminal: io::stdout().is_terminal(),
        }
    }

    /// Writes what is done; the bar gives way.
    pub(crate) fn write(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        if self.bar.is_hidden() || !self.shares_terminal {
            return out.write_all(text.as_bytes());
        }
        self.bar.suspend(|| {
            out.write_all(text.as_bytes())?;
            // What came later would tear the bar.
            out.flush()
        })
    }

    /// Tells people something; the bar gives way.
    pub(crate) fn tell(&self, text: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr(), "{text}");
        });
    }

    /// So much is done.
    pub(crate) fn set(&self, done: u64) {
        if self.bar.is_hidden() && self.begun.elapsed() > PATIENCE {
            self.bar
                .set_draw_target(ProgressDrawTarget::stderr_with_hz(DRAWN));
        }
        self.bar.set_position(done);
    }

    /// Looks again, when nothing is done yet.
    pub(crate) fn tick(&self) {
        self.set(self.bar.position());
        self.bar.tick();
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
