//! Commands for developing the project, run as `cargo xtask COMMAND`. Each command is one
//! file; this one only selects it. Users run the `wgs` binary instead.

mod aarch64;
mod browser;
mod instructions;
mod site;
mod step;
mod summary;
mod test;
mod toolchain;
mod wasm;
mod workspace;

use std::error::Error;
use std::process::ExitCode;

/// An error message for the terminal.
type Failure = Box<dyn Error>;

const HELP: &str = "\
Commands for developing the project.

Usage: cargo xtask COMMAND

Commands:
  test                     check formatting, lints and documentation, and run all tests, as CI does
  site [FOLDER]            write the page as files for any web host, by default to target/site
  serve [OPTIONS]          write the page, then run `wgs serve` with these options
  instructions             count the engine's instructions with valgrind, and compare them with
                           the recorded counts
  instructions --check     also fail if a count has grown by more than 3%
  instructions --record    also write the counts to crates/wgs/data/bench/instructions.tsv
  help                     print this text
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["test"] => test::run(),
        ["site", options @ ..] => site::run(options),
        ["serve", options @ ..] => site::serve(options),
        ["instructions", options @ ..] => instructions::run(options),
        ["help" | "-h" | "--help"] => {
            print!("{HELP}");
            Ok(())
        }
        [] => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
        [command, ..] => {
            eprintln!(
                "xtask: unknown command \"{command}\"; `cargo xtask help` lists the commands"
            );
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}
