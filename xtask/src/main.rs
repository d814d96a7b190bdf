//! The project's own commands, run as `cargo xtask COMMAND`. Each command is one file;
//! this one only picks it. What users of the engine run is the `wgs` binary.

mod browser;
mod instructions;
mod site;
mod step;
mod test;
mod wasm;
mod workspace;

use std::error::Error;
use std::process::ExitCode;

/// What is wrong, in words for the person at the terminal.
type Failure = Box<dyn Error>;

const HELP: &str = "\
The project's own commands.

Usage: cargo xtask COMMAND

Commands:
  test                     format, lint, document, test and build everything, as CI does
  site [FOLDER]            write the browser face as files for any web host, to target/site
                           if no folder is given
  serve [OPTIONS]          the same, then `wgs serve` with these options
  instructions             count the engine's instructions with valgrind, and compare
  instructions --check     the same, failing when a count grew by more than 3%
  instructions --record    the same, writing the counts to crates/wgs/data/bench/instructions.tsv
  help                     show this text
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
            eprintln!("xtask: \"{command}\" is no command; `cargo xtask help` lists them");
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
