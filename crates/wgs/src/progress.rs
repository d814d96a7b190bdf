//! A progress bar for long jobs. It is shown on standard error if that is a terminal, and only
//! when the job takes longer than a moment.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::terminal::{self, Stream};

/// The time before the bar is shown.
const DELAY: Duration = Duration::from_millis(400);

/// The maximum number of updates per second.
const UPDATE_RATE: u8 = 10;

/// A progress bar.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// Whether standard output is a terminal too, so the bar is hidden while text is written.
    shares_terminal: bool,
    /// Whether the bar was drawn since the cursor was moved to the start of its line.
    is_drawn: Arc<AtomicBool>,
    /// Text for standard output that is held back, because the bar is drawn again below it.
    held: RefCell<String>,
    /// When text was last written above the bar.
    written: Cell<Option<Instant>>,
}

impl Progress {
    /// Creates a bar for a number of things.
    pub(crate) fn new(total: u64, things: &'static str) -> Self {
        Self::with_end(total, things, "")
    }

    /// Creates a display without a bar, for a job whose end is not known: the time and the text of
    /// [`describe`](Self::describe), which may have several lines.
    pub(crate) fn without_bar() -> Self {
        Self::with_template(1, "  {spinner:.cyan} {elapsed:.dim} {msg}")
    }

    /// Creates a bar for a number of things that [`describe`](Self::describe) says more about.
    pub(crate) fn described(total: u64, things: &'static str) -> Self {
        Self::with_end(total, things, "\n  {wide_msg:.dim} ")
    }

    fn with_end(total: u64, things: &'static str, end: &str) -> Self {
        let template = match total {
            // A single thing has no intermediate progress.
            1 => "  {spinner:.cyan} {elapsed:.dim} {wide_msg} ".to_owned(),
            _ => format!(
                "  {{wide_bar:.cyan/dim}} {{human_pos}} of {{human_len}} {things}, \
                 {{per_sec:.dim}}, {{eta}} left {end}"
            ),
        };
        Self::with_template(total, &template)
    }

    fn with_template(total: u64, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let template = format!("{template}{{drawn}}");
        let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
        let per_second = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let speed = state.per_sec();
            let digits = if speed < 10.0 { 1 } else { 0 };
            let _ = write!(text, "{speed:.digits$}/s");
        };
        let is_drawn = Arc::new(AtomicBool::new(false));
        let drawn = {
            let is_drawn = is_drawn.clone();
            move |_: &ProgressState, _: &mut dyn std::fmt::Write| {
                is_drawn.store(true, Ordering::Relaxed);
            }
        };
        let style = style.with_key("per_sec", per_second);
        let style = style.with_key("drawn", drawn).progress_chars("━╸─");
        Self {
            bar: bar.with_style(style),
            start: Instant::now(),
            shares_terminal: Stream::Output.is_terminal(),
            is_drawn,
            held: RefCell::default(),
            written: Cell::new(None),
        }
    }

    /// Writes to standard output without disturbing the bar. On a terminal, short texts are held back
    /// until the bar is due for an update; [`flush`](Self::flush) writes them.
    pub(crate) fn write(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        if self.bar.is_hidden() || !self.shares_terminal {
            return out.write_all(text.as_bytes());
        }
        self.held.borrow_mut().push_str(text);
        let interval = Duration::from_secs(1) / u32::from(UPDATE_RATE);
        let is_due = self.written.get().is_none_or(|it| it.elapsed() >= interval);
        match is_due {
            true => self.flush(out),
            false => Ok(()),
        }
    }

    /// Writes text that was held back, and flushes standard output.
    pub(crate) fn flush(&self, out: &mut dyn Write) -> io::Result<()> {
        let text = self.held.take();
        if text.is_empty() {
            return out.flush();
        }
        self.written.set(Some(Instant::now()));
        let written = self.bar.suspend(|| {
            out.write_all(text.as_bytes())?;
            // Text that is flushed later would disturb the bar.
            out.flush()
        });
        self.move_to_line_start();
        written
    }

    /// Writes a line to standard error without disturbing the bar.
    pub(crate) fn warn(&self, text: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(terminal::error_output(), "{text}");
        });
        self.move_to_line_start();
    }

    /// Moves the cursor from the end of the display's last line to its start. The terminal shows ^C
    /// at the cursor if the user presses Ctrl-C; at the end of a line, that would begin another line,
    /// and [`finish`](Self::finish) would leave one behind.
    fn move_to_line_start(&self) {
        if self.is_drawn.swap(false, Ordering::Relaxed) {
            terminal::move_to_line_start();
        }
    }

    /// Sets the number of things that are done.
    pub(crate) fn set(&self, done: u64) {
        if self.bar.is_hidden() && self.start.elapsed() > DELAY {
            self.bar
                .set_draw_target(ProgressDrawTarget::stderr_with_hz(UPDATE_RATE));
        }
        self.bar.set_position(done);
        self.move_to_line_start();
    }

    /// Sets the text of a bar that was made with [`described`](Self::described).
    pub(crate) fn describe(&self, text: String) {
        self.bar.set_message(text);
        self.move_to_line_start();
    }

    /// Updates the bar when nothing more is done.
    pub(crate) fn tick(&self) {
        self.set(self.bar.position());
        self.bar.tick();
        self.move_to_line_start();
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
