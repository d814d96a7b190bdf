//! Runs the program on a pseudo-terminal, and collects the output that the terminal receives.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal};
use rustix::pty::{self, OpenptFlags};
use rustix::termios::{self, LocalModes, Winsize};

/// How long a test waits for a text.
const DEADLINE: Duration = Duration::from_secs(60);

/// A program that runs on a pseudo-terminal.
pub(crate) struct PseudoTerminal {
    /// The end of the person at the terminal.
    user: File,
    screen: Arc<Screen>,
    reader: JoinHandle<()>,
    child: Child,
}

/// The output that the terminal has received.
#[derive(Default)]
struct Screen {
    bytes: Mutex<Vec<u8>>,
    changed: Condvar,
    /// Whether the reader has ended.
    is_closed: AtomicBool,
}

/// The streams that are the terminal; the others stay as they are.
#[derive(Clone, Copy, Default)]
pub(crate) struct Streams {
    pub(crate) input: bool,
    pub(crate) output: bool,
    pub(crate) error: bool,
}

impl Streams {
    pub(crate) const ALL: Self = Self {
        input: true,
        output: true,
        error: true,
    };
}

impl PseudoTerminal {
    /// Starts a command on a terminal of 80 columns and 24 lines.
    pub(crate) fn start(command: Command, streams: Streams) -> Self {
        Self::start_with_size(command, streams, (80, 24))
    }

    /// Starts a command on a terminal with this many columns and lines.
    pub(crate) fn start_with_size(
        mut command: Command,
        streams: Streams,
        size: (u16, u16),
    ) -> Self {
        let user =
            pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        pty::grantpt(&user).unwrap();
        pty::unlockpt(&user).unwrap();
        let name = pty::ptsname(&user, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let program = rustix::fs::open(name, flags, Mode::empty()).unwrap();
        termios::tcsetwinsize(&program, window_size(size)).unwrap();
        let stream = || Stdio::from(program.try_clone().unwrap());
        if command.get_envs().all(|(name, _)| name != "TERM") {
            command.env("TERM", "xterm-256color");
        }
        if streams.input {
            command.stdin(stream());
        }
        if streams.output {
            command.stdout(stream());
        }
        if streams.error {
            command.stderr(stream());
        }
        let child = command.spawn().unwrap();
        // The terminal ends when no program has it open any more.
        drop(command);
        drop(program);
        let screen = Arc::new(Screen::default());
        let user = File::from(user);
        let (mut read, shared) = (user.try_clone().unwrap(), screen.clone());
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Linux reports an error at the end.
            while let Ok(length @ 1..) = read.read(&mut buffer) {
                let mut bytes = shared.bytes.lock().unwrap();
                bytes.extend_from_slice(&buffer[..length]);
                shared.changed.notify_all();
                if shared.is_closed.load(Ordering::SeqCst) {
                    return;
                }
            }
        });
        Self {
            user,
            screen,
            reader,
            child,
        }
    }

    /// Changes the columns and lines of the terminal, and tells the program.
    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        termios::tcsetwinsize(&self.user, window_size(size)).unwrap();
        let process = Pid::from_child(&self.child);
        rustix::process::kill_process(process, Signal::WINCH).unwrap();
    }

    /// Whether the terminal gives the program each key at once.
    pub(crate) fn is_raw(&self) -> bool {
        let modes = termios::tcgetattr(&self.user).unwrap().local_modes;
        !modes.contains(LocalModes::ICANON)
    }

    /// The output that the terminal has received.
    pub(crate) fn received(&self) -> Vec<u8> {
        self.screen.bytes.lock().unwrap().clone()
    }

    /// Types a text.
    pub(crate) fn enter(&mut self, text: &str) {
        self.user.write_all(text.as_bytes()).unwrap();
    }

    /// The process.
    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Waits until a condition on the received output holds.
    #[track_caller]
    pub(crate) fn wait_until(&self, condition: impl Fn(&str) -> bool) {
        let start = Instant::now();
        let mut bytes = self.screen.bytes.lock().unwrap();
        while !condition(&String::from_utf8_lossy(&bytes)) {
            let text = String::from_utf8_lossy(&bytes);
            assert!(
                start.elapsed() < DEADLINE,
                "the terminal shows only {text:?}"
            );
            let wait = Duration::from_millis(100);
            bytes = self.screen.changed.wait_timeout(bytes, wait).unwrap().0;
        }
    }

    /// Closes the terminal as soon as the program writes to it again, and returns the process.
    pub(crate) fn close(self) -> Child {
        self.screen.is_closed.store(true, Ordering::SeqCst);
        self.reader.join().unwrap();
        self.child
    }

    /// Waits until the program ends. Returns its exit code and the received output.
    pub(crate) fn finish(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let status = self.child.wait().unwrap();
        self.reader.join().unwrap();
        let bytes = std::mem::take(&mut *self.screen.bytes.lock().unwrap());
        (
            status.code(),
            String::from_utf8(bytes).expect("a terminal gets only UTF-8"),
        )
    }
}

fn window_size((columns, lines): (u16, u16)) -> Winsize {
    Winsize {
        ws_row: lines,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    }
}
