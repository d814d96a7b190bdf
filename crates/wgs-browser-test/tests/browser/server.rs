//! `wgs serve`, as people start it.

use std::process::Command;

use crate::binary;
use crate::process::Process;

/// A server of its own for a test, on a port that was free.
#[derive(Debug)]
pub(crate) struct Server {
    process: Process,
    url: String,
}

impl Server {
    /// Starts the server with further options.
    pub(crate) fn start(options: &[&str]) -> Self {
        let mut command = Command::new(binary::path());
        command.args(["serve", "--port", "0"]).args(options);
        let mut process = Process::start(command);
        let url = process.wait_for("its address", address);
        Self { process, url }
    }

    /// The address of the page, which ends in `/`.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The address that it prints for its owner, who may save the configuration.
    pub(crate) fn url_with_token(&mut self) -> String {
        self.process.wait_for("the address with the token", |line| {
            let address = &line[line.find("http://")?..];
            address.contains("#token=").then(|| address.to_owned())
        })
    }

    /// All that the server has printed, such as the token for writing.
    pub(crate) fn told(&mut self) -> &str {
        self.process.told()
    }
}

/// The address in a line that has one, without what may follow the path's first slash.
fn address(line: &str) -> Option<String> {
    let start = line.find("http://127.0.0.1:")?;
    let host = start + "http://".len();
    let end = host + line[host..].find('/')?;
    Some(line[start..=end].to_owned())
}

#[test]
fn the_address_is_found_in_the_line_that_tells_it() {
    for (line, wanted) in [
        ("http://127.0.0.1:8001/", Some("http://127.0.0.1:8001/")),
        (
            "open http://127.0.0.1:80/#token=ab in a browser",
            Some("http://127.0.0.1:80/"),
        ),
        ("listening on 127.0.0.1:80", None),
        ("http://127.0.0.1:80", None),
    ] {
        assert_eq!(address(line).as_deref(), wanted, "{line}");
    }
}
