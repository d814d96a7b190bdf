//! A program that a test started, and ends.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A running program and the lines that it prints, on either stream.
#[derive(Debug)]
pub(crate) struct Process {
    name: String,
    child: Child,
    lines: Receiver<String>,
    /// The lines so far, which tell more of a failure than its exit status.
    told: String,
}

impl Process {
    pub(crate) fn start(mut command: Command) -> Self {
        let name = format!("{command:?}");
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{name} cannot be started: {error}"));
        let (sender, lines) = channel();
        // Read to the end, whether or not anyone listens: a full pipe would block it.
        drain(child.stdout.take().expect("it is piped"), sender.clone());
        drain(child.stderr.take().expect("it is piped"), sender);
        Self {
            name,
            child,
            lines,
            told: String::new(),
        }
    }

    /// Waits for a line in which something is found.
    pub(crate) fn wait_for<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> T {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    self.told += &line;
                    self.told.push('\n');
                    if let Some(found) = find(&line) {
                        return found;
                    }
                }
                Err(_) => panic!("{} did not tell {what}; it told:\n{}", self.name, self.told),
            }
        }
    }

    /// All that it has printed by now.
    pub(crate) fn told(&mut self) -> &str {
        for line in self.lines.try_iter() {
            self.told += &line;
            self.told.push('\n');
        }
        &self.told
    }

    /// Whether it ends by itself within a time.
    pub(crate) fn ends_within(&mut self, time: Duration) -> bool {
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
        // Only this very one, which may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn drain(stream: impl Read + Send + 'static, sender: Sender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            // The test may be over, and nobody listening.
            let _ = sender.send(line);
        }
    });
}
