//! The server under attack: a separate process, with the system's figures about it.

use std::env;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::attack::{CONFIGURATION_SIZE, DICE, DICE_GAME};
use crate::Failure;
use crate::process::Process;

/// A running server. It is ended when this is dropped.
pub(super) struct ServerProcess {
    pub(super) address: SocketAddr,
    pub(super) process: Process,
    folder: PathBuf,
}

impl ServerProcess {
    /// Starts the server of a binary on a free port.
    pub(super) fn start(binary: &Path) -> Result<Self, Failure> {
        let folder = env::temp_dir().join(format!("wgs-soak-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let config = folder.join("wgs.json");
        write_config(binary, &config)?;
        let mut command = Command::new(binary);
        command
            .args(["serve", "--port", "0", "--log", "off", "--no-rooms"])
            .args(["--proxy", "127.0.0.1", "--config"])
            .arg(&config);
        let (process, address) = Process::serve(command)?;
        Ok(Self {
            address,
            process,
            folder,
        })
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
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
