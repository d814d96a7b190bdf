//! `wgs serve`, started from the command line as a user would start it.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::binary;
use crate::process::Process;

/// A server for one test, on a free port.
#[derive(Debug)]
pub(crate) struct Server {
    process: Process,
    url: String,
}

impl Server {
    /// Starts the server with additional command-line options. Its rooms are kept in memory, and
    /// its owner has no records.
    pub(crate) fn start(options: &[&str]) -> Self {
        let no_data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-data");
        Self::start_with_data(&no_data, options)
    }

    /// Starts the server of somebody whose data folder this is.
    pub(crate) fn start_with_data(data: &Path, options: &[&str]) -> Self {
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

    /// The site's own URL, which ends in `/`. It shows the games.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The URL of the solver and the settings.
    pub(crate) fn solver_url(&self) -> String {
        format!("{}solver.html", self.url)
    }

    /// The URL with the token that allows saving the configuration, as printed at start-up.
    pub(crate) fn url_with_token(&mut self) -> String {
        self.process.wait_for("the URL with the token", |line| {
            let url = &line[line.find("http://")?..];
            url.contains("#token=").then(|| url.to_owned())
        })
    }

    /// Everything the server has printed so far.
    pub(crate) fn output(&mut self) -> &str {
        self.process.output()
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
