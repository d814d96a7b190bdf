//! The server under attack: a separate process, with what the system knows about it.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::attack::{CONFIGURATION_SIZE, DICE, DICE_GAME};
use crate::Failure;

/// A running server. It is ended when this is dropped.
pub(super) struct ServerProcess {
    pub(super) address: SocketAddr,
    pub(super) process: Process,
    folder: PathBuf,
}

/// A process.
pub(super) struct Process(Child);

impl ServerProcess {
    /// Starts the server of a binary on a free port.
    pub(super) fn start(binary: &Path) -> Result<Self, Failure> {
        let folder = env::temp_dir().join(format!("wgs-soak-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let config = folder.join("wgs.json");
        write_config(binary, &config)?;
        let mut child = Command::new(binary)
            .args(["serve", "--port", "0", "--log", "off"])
            .args(["--proxy", "127.0.0.1", "--config"])
            .arg(&config)
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let process = Process(child);
        let address = BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| address(&line));
        match address {
            Some(address) => Ok(Self {
                address,
                process,
                folder,
            }),
            None => Err("the server did not print its address".into()),
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Writes the embedded configuration with a game whose dice are hard to check, and a comment that
/// makes it large.
fn write_config(binary: &Path, config: &Path) -> Result<(), Failure> {
    let written = Command::new(binary)
        .args(["config", "init"])
        .arg(config)
        .stdout(Stdio::null())
        .status()?;
    if !written.success() {
        return Err("cannot write the configuration of the server".into());
    }
    let text = fs::read_to_string(config)?;
    let dice = format!(
        "\"LetterDistributions\": {{\n\"{DICE_GAME}\": \
         {{\"GenerationMethod\": \"Dice\", \"DiceLetters\": {DICE:?}}},"
    );
    let game =
        format!("\"GameRules\": {{\n\"{DICE_GAME}\": {{\"LetterDistribution\": \"{DICE_GAME}\"}},");
    let text = text
        .replacen("\"LetterDistributions\": {", &dice, 1)
        .replacen("\"GameRules\": {", &game, 1);
    let comment = format!("// {}\n", "x".repeat(CONFIGURATION_SIZE));
    Ok(fs::write(config, comment + &text)?)
}

/// Returns the address in a line such as `wgs is at http://127.0.0.1:7007/`.
fn address(line: &str) -> Option<SocketAddr> {
    let start = line.find("http://")? + "http://".len();
    let end = line[start..].find('/')?;
    line[start..start + end].parse().ok()
}

impl Process {
    fn file(&self, name: &str) -> Option<String> {
        fs::read_to_string(format!("/proc/{}/{name}", self.0.id())).ok()
    }

    /// Returns the memory that the process holds, in MiB. Only Linux tells.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = self.file("status")?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes >> 10)
    }

    /// Returns the processor time that the process has used. Only Linux tells.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        /// Linux counts in hundredths of a second, whatever the machine.
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
