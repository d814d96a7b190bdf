//! A program that a test starts, and that is killed when the test ends.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A running program and the lines it prints to standard output and standard error.
#[derive(Debug)]
pub(crate) struct Process {
    name: String,
    child: Child,
    lines: Receiver<String>,
    /// The lines read so far. They say more about a failure than the exit status does.
    output: String,
}

impl Process {
    pub(crate) fn start(mut command: Command) -> Self {
        let name = format!("{command:?}");
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {name}: {error}"));
        let (sender, lines) = channel();
        // Keep reading even if nobody uses the lines: a full pipe would block the program.
        drain(
            child.stdout.take().expect("the stream is piped"),
            sender.clone(),
        );
        drain(child.stderr.take().expect("the stream is piped"), sender);
        Self {
            name,
            child,
            lines,
            output: String::new(),
        }
    }

    /// Waits for a line in which `find` finds something, and returns that.
    pub(crate) fn wait_for<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> T {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    self.output += &line;
                    self.output.push('\n');
                    if let Some(found) = find(&line) {
                        return found;
                    }
                }
                Err(_) => panic!(
                    "{} did not print {what}; it printed:\n{}",
                    self.name, self.output
                ),
            }
        }
    }

    /// Everything printed so far.
    pub(crate) fn output(&mut self) -> &str {
        for line in self.lines.try_iter() {
            self.output += &line;
            self.output.push('\n');
        }
        &self.output
    }

    /// Waits for the program to exit on its own, and returns whether it did so in time.
    pub(crate) fn exits_within(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while Instant::now() < end {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return true;
            }
            thread::sleep(Duration::from_millis(10));
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The program may have exited already, so errors are ignored.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn drain(stream: impl Read + Send + 'static, sender: Sender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            // Sending fails once the test is over.
            let _ = sender.send(line);
        }
    });
}
