//! Commands for developing the project, run as `cargo xtask COMMAND`. Each command is one
//! file; this one only selects it. Users run the `wgs` binary instead.

mod aarch64;
mod browser;
mod commonness;
mod debian_program;
mod dependencies;
mod dist;
#[cfg(test)]
mod document;
mod fuzz;
mod instructions;
mod jepsen;
mod load;
mod map;
mod network_namespace;
mod npm_package;
mod page_report;
mod postgres;
mod process;
mod rust_version;
mod sanitize;
mod site;
mod step;
mod summary;
mod test;
mod toolchain;
#[cfg(test)]
mod unsafe_files;
mod vulkan;
mod wasm;
mod workflow;
mod workspace;

use std::error::Error;
use std::process::ExitCode;

/// An error message for the terminal.
type Failure = Box<dyn Error>;

const HELP: &str = "\
Commands for developing the project.

Usage: cargo xtask COMMAND

Commands:
  test                     check formatting and lints and run the tests; with --slow, what takes long
  site [FOLDER]            write the page as files for any web host, by default to target/site
  serve [OPTIONS]          write the page, then run `wgs serve` with these options
  dist                     package the crates, and install the program from the packages
  dependencies             check licences and advisories of the dependencies
  rust-version             check that the promised version of Rust compiles the crates
  map [WORD]               print what each source file is, or those that mention a word
  instructions             count the engine's instructions with valgrind, and compare them with
                           the recorded counts
  page-report              measure the page in a browser, and compare it with the last edition
  fuzz --executions N      run all fuzz targets with random inputs
  sanitize                 run the tests of the vector engines with AddressSanitizer
  load                     measure a server with thousands of players in rooms
  jepsen                   play in rooms of three servers while servers, NATS and PostgreSQL fail
  commonness [FOLDER]      make the table of common words from the word lists of SCOWL
  help [COMMAND]           print this text, or describe a command

`cargo xtask COMMAND --help` describes a command too.
";

/// A command: its name, its description, and the function that runs it with the
/// arguments after its name.
struct Command {
    name: &'static str,
    help: &'static str,
    run: fn(&[&str]) -> Result<(), Failure>,
}

const COMMANDS: [Command; 14] = [
    Command {
        name: "test",
        help: test::HELP,
        run: test::run,
    },
    Command {
        name: "site",
        help: site::HELP,
        run: site::run,
    },
    Command {
        name: "serve",
        help: site::SERVE_HELP,
        run: site::serve,
    },
    Command {
        name: "dist",
        help: dist::HELP,
        run: dist::run,
    },
    Command {
        name: "dependencies",
        help: dependencies::HELP,
        run: dependencies::run,
    },
    Command {
        name: "rust-version",
        help: rust_version::HELP,
        run: rust_version::run,
    },
    Command {
        name: "map",
        help: map::HELP,
        run: map::run,
    },
    Command {
        name: "instructions",
        help: instructions::HELP,
        run: instructions::run,
    },
    Command {
        name: "page-report",
        help: page_report::HELP,
        run: page_report::run,
    },
    Command {
        name: "fuzz",
        help: fuzz::HELP,
        run: fuzz::run,
    },
    Command {
        name: "sanitize",
        help: sanitize::HELP,
        run: sanitize::run,
    },
    Command {
        name: "load",
        help: load::HELP,
        run: load::run,
    },
    Command {
        name: "jepsen",
        help: jepsen::HELP,
        run: jepsen::run,
    },
    Command {
        name: "commonness",
        help: commonness::HELP,
        run: commonness::run,
    },
];

/// The arguments.
#[derive(Clone, Copy)]
enum Request<'a> {
    Help(&'static str),
    Run(&'static Command, &'a [&'a str]),
}

/// Reads the arguments.
fn parse<'a>(arguments: &'a [&'a str]) -> Result<Request<'a>, String> {
    let is_help = |argument: &&str| matches!(*argument, "-h" | "--help");
    let command = |name: &str| {
        let found = COMMANDS.iter().find(|command| command.name == name);
        found.ok_or_else(|| {
            format!("unknown command \"{name}\"; `cargo xtask help` lists the commands")
        })
    };
    match arguments {
        ["help", name, ..] if !is_help(name) => Ok(Request::Help(command(name)?.help)),
        ["help" | "-h" | "--help", ..] => Ok(Request::Help(HELP)),
        [name, options @ ..] => {
            let command = command(name)?;
            match options.iter().any(is_help) {
                true => Ok(Request::Help(command.help)),
                false => Ok(Request::Run(command, options)),
            }
        }
        [] => Err(format!("expected a command\n\n{HELP}")),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match parse(&arguments) {
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::from(2)
        }
        Ok(Request::Help(text)) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Ok(Request::Run(command, options)) => match (command.run)(options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                eprintln!("xtask: {failure}");
                ExitCode::FAILURE
            }
        },
    }
}
