//! A program that a test starts, and that does not outlive the tests.

use std::io::{BufRead, BufReader, Read};
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Runs a program, and kills it when standard input is closed. The tests never write there, so it
/// is closed when the program is no longer needed, or when the tests have ended in any way: programs
/// that tests share are in statics, which are not dropped. Then what the program itself has started
/// gets a second to end, and its temporary folder is removed, which fails while Chromium writes there.
const WATCH: &str = r#"
    "$@" </dev/null &
    exec >/dev/null 2>&1
    read -r _
    kill -KILL $!
    trap '' TERM
    kill -TERM 0
    for _ in 1 2 3 4 5; do
        sleep 1
        rm -rf "$TMPDIR" && break
    done
    kill -KILL 0
"#;

/// A running program and the lines it prints to standard output and standard error.
#[derive(Debug)]
pub(crate) struct Process {
    name: String,
    watch: Child,
    /// Closing it ends the program.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The lines read so far. They say more about a failure than the exit status does.
    output: String,
}

impl Process {
    pub(crate) fn start(command: &Command) -> Self {
        let name = format!("{command:?}");
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let mut watch = Command::new("sh");
        watch
            .args(["-c", WATCH, "sh"])
            .arg(command.get_program())
            .args(command.get_args())
            .env("TMPDIR", folder.keep());
        for (variable, value) in command.get_envs() {
            watch.env(variable, value.unwrap_or_default());
        }
        // Ctrl-C must not end the watch before the program, and its signals must not reach the tests.
        #[cfg(unix)]
        watch.process_group(0);
        let mut watch = watch
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {name}: {error}"));
        let (sender, lines) = channel();
        // Keep reading even if the lines are not used: a full pipe would block the program.
        drain(
            watch.stdout.take().expect("the stream is piped"),
            sender.clone(),
        );
        drain(watch.stderr.take().expect("the stream is piped"), sender);
        Self {
            name,
            input: watch.stdin.take(),
            watch,
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
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.input.take());
        // The program has ended when nothing can write lines any more.
        while self.lines.recv_timeout(Duration::from_secs(10)).is_ok() {}
        // The rest of the watch ends by itself; nothing waits for it.
        let _ = self.watch.try_wait();
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
