//! A server that a command of this program starts, with the system's figures about its process.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::Failure;

/// A process, which is ended when this is dropped.
pub(crate) struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the address in a line such as `wgs is at http://127.0.0.1:7007/`.
fn address(line: &str) -> Option<SocketAddr> {
    let start = line.find("http://")? + "http://".len();
    let end = line[start..].find('/')?;
    line[start..start + end].parse().ok()
}

impl Process {
    /// Starts a process.
    pub(crate) fn start(mut command: Command) -> Result<Self, Failure> {
        Ok(Self(command.spawn()?))
    }

    /// Starts `wgs serve` and waits until it prints its address.
    pub(crate) fn serve(mut command: Command) -> Result<(Self, SocketAddr), Failure> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let process = Self(child);
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        match lines.find_map(|line| address(&line)) {
            Some(address) => Ok((process, address)),
            None => Err("the server did not print its address".into()),
        }
    }

    /// The lines that the process prints, if it was started with a pipe.
    pub(crate) fn lines(&mut self) -> impl Iterator<Item = String> + use<> {
        let output = self.0.stdout.take();
        let lines = output.map(|output| BufReader::new(output).lines());
        lines.into_iter().flatten().map_while(Result::ok)
    }

    fn file(&self, name: &str) -> Option<String> {
        fs::read_to_string(format!("/proc/{}/{name}", self.0.id())).ok()
    }

    /// Returns the memory that the process holds, in KiB. Only Linux reports it.
    pub(crate) fn memory_in_kib(&self) -> Option<u64> {
        let status = self.file("status")?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    }

    /// Returns the processor time that the process has used. Only Linux reports it.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        /// Linux counts in hundredths of a second on every machine.
        const TICK: Duration = Duration::from_millis(10);
        let status = self.file("stat")?;
        // The name before the last parenthesis may contain anything.
        let fields: Vec<&str> = status.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = fields.get(11)?.parse::<u32>().ok()? + fields.get(12)?.parse::<u32>().ok()?;
        Some(TICK * ticks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_read_from_the_line_that_the_server_prints() {
        let found = address("wgs is at http://127.0.0.1:7007/");
        assert_eq!(found, "127.0.0.1:7007".parse().ok());
        assert_eq!(address("the configuration is the embedded one"), None);
    }
}
