//! A `wgs serve` that ends with its test.

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout};

use wgs_client::ServerAddress;

use crate::folder::Folder;

/// A `wgs serve`. It is killed when it is dropped.
pub(crate) struct ServeProcess {
    pub(crate) child: Child,
    /// The address that it prints first.
    pub(crate) address: ServerAddress,
    pub(crate) port: u16,
    /// The other lines that it prints.
    lines: Lines<BufReader<ChildStdout>>,
}

impl ServeProcess {
    pub(crate) fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let arguments = [&["serve", "--port", "0"], arguments].concat();
        Self::of(folder.command(&arguments).spawn().unwrap())
    }

    /// Starts a server with a database of rooms.
    pub(crate) fn with_rooms(folder: &Folder, database: &str) -> Self {
        Self::with_rooms_on(folder, database, "0")
    }

    /// Starts a server with a database of rooms on a port.
    pub(crate) fn with_rooms_on(folder: &Folder, database: &str, port: &str) -> Self {
        let arguments = ["serve", "--log", "info", "--database", database];
        let arguments = [&arguments[..], &["--port", port]].concat();
        let mut server = Self::of(folder.command(&arguments).spawn().unwrap());
        let rooms = server.until("rooms are ");
        let is_named = rooms.last().is_some_and(|line| line.ends_with(database));
        assert!(database == ":memory:" || is_named, "{rooms:?}");
        server
    }

    /// Reads the address that a process prints.
    pub(crate) fn of(mut child: Child) -> Self {
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.strip_prefix("wgs is at ").unwrap();
        let (_, port) = address.rsplit_once(':').unwrap();
        let port = port.split('/').next().unwrap().parse().unwrap();
        Self {
            child,
            address: address.parse().unwrap(),
            port,
            lines,
        }
    }

    /// Returns the next line that it prints.
    pub(crate) fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }

    /// Returns the next lines, up to the one that begins with a text.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let is_last = line.starts_with(start);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// Sends a signal.
    #[cfg(unix)]
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(sent.unwrap().success());
    }

    /// Waits for the end of the process, and returns its exit code and its log.
    #[cfg(unix)]
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let mut log = String::new();
        let mut error = self.child.stderr.take().unwrap();
        error.read_to_string(&mut log).unwrap();
        (self.child.wait().unwrap().code(), log)
    }

    /// Sends a request for a host and returns the status code.
    pub(crate) fn status(&self, path: &str, host: &str) -> String {
        self.get(path, host)["HTTP/1.1 ".len()..][..3].to_owned()
    }

    /// Sends a request for a host and returns the response.
    pub(crate) fn get(&self, path: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for ServeProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
