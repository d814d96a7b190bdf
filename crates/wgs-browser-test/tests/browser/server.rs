//! `wgs serve`, started from the command line as a user would start it.

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::{env, thread};

use crate::binary;
use crate::process::Process;

/// Every server without options that no test uses. They are shared by all tests of the process,
/// because a server takes longer to start than many tests take.
static IDLE: Mutex<Vec<Running>> = Mutex::new(Vec::new());

/// A server on a free port. No other test uses it at the same time.
#[derive(Debug)]
pub(crate) struct Server {
    /// `None` once the server has been stopped or put back.
    running: Option<Running>,
    /// The server has no options, so later tests can use it.
    is_shared: bool,
}

#[derive(Debug)]
struct Running {
    process: Process,
    url: String,
}

impl Server {
    /// Starts the server with additional command-line options. Its rooms are kept in memory, and
    /// its owner has no records. Without options, the server may have been used by earlier tests.
    pub(crate) fn start(options: &[&str]) -> Self {
        let idle = match options {
            [] => IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop(),
            _ => None,
        };
        let no_data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-data");
        Self {
            running: Some(idle.unwrap_or_else(|| Running::start(&no_data, options))),
            is_shared: options.is_empty(),
        }
    }

    /// Starts the server of an owner with this data folder.
    pub(crate) fn start_with_data(data: &Path, options: &[&str]) -> Self {
        Self {
            running: Some(Running::start(data, options)),
            is_shared: false,
        }
    }

    fn running(&self) -> &Running {
        self.running.as_ref().expect("the server was not stopped")
    }

    fn process(&mut self) -> &mut Process {
        let running = self.running.as_mut();
        &mut running.expect("the server was not stopped").process
    }

    /// The site's own URL, which ends in `/`. It shows the games.
    pub(crate) fn url(&self) -> &str {
        &self.running().url
    }

    /// The URL of the solver and the settings.
    pub(crate) fn solver_url(&self) -> String {
        format!("{}solver.html", self.url())
    }

    /// The URL with the token that allows saving the configuration, as printed at start-up.
    pub(crate) fn url_with_token(&mut self) -> String {
        self.process().wait_for("the URL with the token", |line| {
            let url = &line[line.find("http://")?..];
            url.contains("#token=").then(|| url.to_owned())
        })
    }

    /// The address for other machines, as printed at start-up.
    #[cfg(target_os = "linux")]
    pub(crate) fn network_url(&mut self) -> String {
        self.process().wait_for("the address for others", |line| {
            let url = line.trim_start();
            (line != url && url.starts_with("http://")).then(|| url.to_owned())
        })
    }

    /// Everything the server has printed so far.
    pub(crate) fn output(&mut self) -> &str {
        self.process().output()
    }

    /// Ends the server, as when its owner ends it while people use it.
    pub(crate) fn stop(mut self) {
        self.running = None;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server whose test failed may be the reason.
        if let Some(running) = self.running.take()
            && self.is_shared
            && !thread::panicking()
        {
            let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push(running);
        }
    }
}

impl Running {
    fn start(data: &Path, options: &[&str]) -> Self {
        let mut command = Command::new(binary::path());
        command
            .args(["serve", "--port", "0"])
            .args(options)
            .env("XDG_DATA_HOME", data);
        // Without the variable, it serves the page that the program includes.
        if let Some(site) = env::var_os("WGS_SITE") {
            command.arg("--site").arg(site);
        }
        if !options.contains(&"--no-rooms") {
            command.args(["--database", ":memory:"]);
        }
        let mut process = Process::start(&command);
        let url = process.wait_for("its URL", base_url);
        Self { process, url }
    }
}

/// Finds a URL in a line and cuts it off after the first slash of its path.
fn base_url(line: &str) -> Option<String> {
    let start = line.find("http://127.0.0.1:")?;
    let host = start + "http://".len();
    let end = host + line[host..].find('/')?;
    Some(line[start..=end].to_owned())
}

#[test]
fn the_base_url_is_found_in_a_line_of_output() {
    for (line, expected) in [
        ("http://127.0.0.1:8001/", Some("http://127.0.0.1:8001/")),
        (
            "open http://127.0.0.1:80/#token=ab in a browser",
            Some("http://127.0.0.1:80/"),
        ),
        ("listening on 127.0.0.1:80", None),
        ("http://127.0.0.1:80", None),
    ] {
        assert_eq!(base_url(line).as_deref(), expected, "{line}");
    }
}
