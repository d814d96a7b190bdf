//! The whole terminal as one screen: entering and leaving it, drawing, and keys and mouse.
//!
//! The terminal is restored when a [`FullScreen`] is dropped, and by a panic before its message is
//! printed. Signals are reported as [`Signal`]s; the caller then ends in order.
//!
//! Drawn text must be escaped with [`escape::line`](super::escape::line), like all text from
//! outside.

use std::io::{self, BufWriter, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::{Frame, Terminal};
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::SIGTERM;
use signal_hook::flag;

use super::Stream;

/// The number of bytes to collect before they are written.
const BUFFER: usize = 1 << 16;

/// The signals that ask the program to end. Ctrl-C is a key here, and SIGINT is caught elsewhere.
const ENDING: &[i32] = &[
    SIGTERM,
    #[cfg(unix)]
    SIGHUP,
];

/// Whether the terminal shows a screen of this program, and on which stream.
static OPEN_OUTPUT: AtomicBool = AtomicBool::new(false);
static OPEN_ERROR: AtomicBool = AtomicBool::new(false);

/// The whole terminal.
pub(crate) struct FullScreen {
    terminal: Terminal<CrosstermBackend<Box<dyn Write>>>,
    stream: Stream,
    /// The last signal, or 0.
    signal: Arc<AtomicUsize>,
}

/// A signal that asks the program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal(i32);

impl Signal {
    /// Ends the program as the signal does when it is not caught.
    pub(crate) fn end_program(self) {
        let _ = signal_hook::low_level::emulate_default_handler(self.0);
    }
}

impl FullScreen {
    /// Takes over the terminal. Fails if the stream is none.
    pub(crate) fn open(stream: Stream) -> io::Result<Self> {
        let signal = Arc::new(AtomicUsize::new(0));
        for &number in ENDING {
            flag::register_usize(number, signal.clone(), number as usize)?;
        }
        restore_before_panics();
        enable_raw_mode()?;
        is_open(stream).store(true, Ordering::SeqCst);
        let entered = execute!(
            writer(stream),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste,
            cursor::Hide
        );
        let writer: Box<dyn Write> = Box::new(BufWriter::with_capacity(BUFFER, writer(stream)));
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(writer)));
        match terminal {
            Ok(terminal) => Ok(Self {
                terminal,
                stream,
                signal,
            }),
            Err(error) => {
                restore(stream);
                Err(error)
            }
        }
    }

    /// Draws a frame.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw)?;
        Ok(())
    }

    /// Waits for a key, the mouse or another size, at most for some time. Fails if the terminal is
    /// gone.
    pub(crate) fn event(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        // Several events may have been read at once.
        input_is_ready(Duration::ZERO)?;
        if event::poll(Duration::ZERO)? || (input_is_ready(wait)? && has_event()?) {
            return event::read().map(Some);
        }
        Ok(None)
    }

    /// The signal that asks the program to end, if there was one.
    pub(crate) fn signal(&self) -> Option<Signal> {
        match self.signal.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(Signal(signal as i32)),
        }
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        restore(self.stream);
    }
}

/// Waits until there is something to read, at most for some time. A signal ends the wait.
///
/// This is not left to the library: when the terminal is closed, its wait never ends.
#[cfg(unix)]
fn input_is_ready(wait: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    let input = io::stdin();
    let mut inputs = [PollFd::new(&input, PollFlags::IN)];
    let wait = Timespec::try_from(wait).map_err(io::Error::other)?;
    match poll(&mut inputs, Some(&wait)) {
        Ok(_) => {}
        Err(Errno::INTR) => return Ok(false),
        Err(error) => return Err(error.into()),
    }
    let found = inputs[0].revents();
    match found.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
        true => Err(io::Error::other("the terminal was closed")),
        false => Ok(found.contains(PollFlags::IN)),
    }
}

#[cfg(not(unix))]
fn input_is_ready(wait: Duration) -> io::Result<bool> {
    event::poll(wait)
}

/// Whether the library has an event, when there is something to read.
///
/// The library asks the system for changes only. If a key arrives together with another size, it
/// takes the size and forgets the key, which would then wait for the next one. Setting the terminal to
/// the state that it has makes the system report the key again.
#[cfg(unix)]
fn has_event() -> io::Result<bool> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    if event::poll(Duration::ZERO)? {
        return Ok(true);
    }
    let input = io::stdin();
    let state = tcgetattr(&input)?;
    tcsetattr(&input, OptionalActions::Now, &state)?;
    event::poll(Duration::ZERO)
}

#[cfg(not(unix))]
fn has_event() -> io::Result<bool> {
    event::poll(Duration::ZERO)
}

fn is_open(stream: Stream) -> &'static AtomicBool {
    match stream {
        Stream::Output => &OPEN_OUTPUT,
        Stream::Error => &OPEN_ERROR,
    }
}

/// Gives the terminal back, if this program has it. It may be gone, so errors are ignored.
fn restore(stream: Stream) {
    if is_open(stream).swap(false, Ordering::SeqCst) {
        let _ = execute!(
            writer(stream),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = disable_raw_mode();
    }
}

/// Restores the terminal before the message of a panic is printed.
fn restore_before_panics() {
    static IS_SET: AtomicBool = AtomicBool::new(false);
    if IS_SET.swap(true, Ordering::SeqCst) {
        return;
    }
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |message| {
        restore(Stream::Output);
        restore(Stream::Error);
        print(message);
    }));
}

#[expect(
    clippy::disallowed_methods,
    reason = "a screen is drawn with the codes of the terminal; its texts are escaped before"
)]
fn writer(stream: Stream) -> Box<dyn Write> {
    match stream {
        Stream::Output => Box::new(io::stdout()),
        Stream::Error => Box::new(io::stderr()),
    }
}

#[cfg(all(test, unix))]
#[path = "../../tests/cli/pseudo_terminal.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod pseudo_terminal;

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::pseudo_terminal::{PseudoTerminal, Streams};
    use super::*;

    #[test]
    #[ignore = "another test runs it on a pseudo-terminal"]
    fn panic_on_the_screen() {
        let mut screen = FullScreen::open(Stream::Output).unwrap();
        screen.draw(|_| ()).unwrap();
        panic!("the message of the panic");
    }

    #[test]
    fn a_panic_restores_the_terminal_before_its_message() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let name = "terminal::full_screen::tests::panic_on_the_screen";
        command.args(["--ignored", "--nocapture", "--exact", name]);
        let (_, received) = PseudoTerminal::start(command, Streams::ALL).finish();
        let enter = received
            .find("\u{1b}[?1049h")
            .expect("the screen was entered");
        let leave = received.find("\u{1b}[?1049l").expect("the screen was left");
        let message = received.find("the message of the panic");
        let message = message.expect("the message was printed");
        assert!(enter < leave && leave < message, "{received}");
        for code in ["\u{1b}[?25h", "\u{1b}[?1000l", "\u{1b}[?2004l"] {
            assert!(received.contains(code), "{code:?}: {received:?}");
        }
    }
}
