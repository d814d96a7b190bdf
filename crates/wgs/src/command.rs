//! The commands, one file each.

mod analyze;
mod bench;
mod boggle;
mod check_board;
mod check_word;
mod completions;
mod config;
mod create;
mod dictionary;
mod games;
mod hunt;
#[cfg(feature = "join")]
mod join;
mod levels;
mod man;
mod play;
mod prove;
mod records;
mod score;
mod scrabblet;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "serve")]
mod server;
mod solve;
mod study;
#[cfg(feature = "nats")]
mod worker;

use std::io::Write;

use anyhow::{Result, bail};
use clap::Subcommand;
use wgs_app::listing::Listing;

use crate::app::{App, ExitStatus};
#[cfg(not(all(feature = "serve", feature = "nats", feature = "join")))]
use crate::feature::Feature;

/// The command to run.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Args),
    /// List the words of boards with every path of each word.
    ///
    /// FORMAT is the same as for solve.
    SolveDups(solve::Args),
    Score(score::Args),
    Analyze(analyze::Args),
    Create(create::Args),
    CheckBoard(check_board::Args),
    CheckWord(check_word::Args),
    Boggle(boggle::Args),
    Play(play::Args),
    #[cfg(feature = "join")]
    Join(join::Args),
    /// Play in a room with people in browsers and at other terminals (not in this build).
    #[cfg(not(feature = "join"))]
    #[command(disable_help_flag = true)]
    Join(AnyArguments),
    Levels(levels::Args),
    Scrabblet(scrabblet::Args),
    Games(games::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Serve the page, rooms for playing together, and the HTTP API on this machine (not in this
    /// build).
    #[cfg(not(feature = "serve"))]
    #[command(disable_help_flag = true)]
    Serve(AnyArguments),
    #[cfg(feature = "serve")]
    Server(server::Args),
    /// Maintain the database of a server's rooms (not in this build).
    #[cfg(not(feature = "serve"))]
    #[command(disable_help_flag = true)]
    Server(AnyArguments),
    Dictionary(dictionary::Args),
    Config(config::Args),
    Bench(bench::Args),
    Study(study::Args),
    Hunt(hunt::Args),
    Records(records::Args),
    Prove(prove::Args),
    #[cfg(feature = "nats")]
    Worker(worker::Args),
    /// Work on the hunts and proofs of others (not in this build).
    #[cfg(not(feature = "nats"))]
    #[command(disable_help_flag = true)]
    Worker(AnyArguments),
    Completions(completions::Args),
    Man(man::Args),
}

/// The arguments of a command that this build does not include.
#[cfg(not(all(feature = "serve", feature = "nats", feature = "join")))]
#[derive(Debug, clap::Args)]
pub(crate) struct AnyArguments {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<std::ffi::OsString>,
}

/// Runs a command.
pub(crate) fn run(command: Command, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    if app.has_timeout() && matches!(command, Command::Serve(_) | Command::Bench(_)) {
        bail!("--timeout: `serve` and `bench` have no time limit");
    }
    match command {
        Command::Solve(args) => solve::run(args, Listing::Words, app, out),
        Command::SolveDups(args) => solve::run(args, Listing::Paths, app, out),
        Command::Score(args) => score::run(args, app, out),
        Command::Analyze(args) => analyze::run(args, app, out),
        Command::Create(args) => create::run(args, app, out),
        Command::CheckBoard(args) => check_board::run(args, app, out),
        Command::CheckWord(args) => check_word::run(args, app, out),
        Command::Boggle(args) => boggle::run(args, app, out),
        Command::Play(args) => play::run(args, app, out),
        #[cfg(feature = "join")]
        Command::Join(args) => join::run(args, app, out),
        #[cfg(not(feature = "join"))]
        Command::Join(_) => Err(Feature::Join.missing().into()),
        Command::Levels(args) => levels::run(args, app, out),
        Command::Scrabblet(args) => scrabblet::run(args, app, out),
        Command::Games(args) => games::run(args, app, out),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(args, app, out),
        #[cfg(feature = "serve")]
        Command::Server(args) => server::run(args, out),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) | Command::Server(_) => Err(Feature::Serve.missing().into()),
        Command::Dictionary(args) => dictionary::run(args, app, out),
        Command::Config(args) => config::run(args, app, out),
        Command::Bench(args) => bench::run(args, app, out),
        Command::Study(args) => study::run(args, app, out),
        Command::Hunt(args) => hunt::run(args, app, out),
        Command::Records(args) => records::run(args, app, out),
        Command::Prove(args) => prove::run(args, app, out),
        #[cfg(feature = "nats")]
        Command::Worker(args) => worker::run(args, app, out),
        #[cfg(not(feature = "nats"))]
        Command::Worker(_) => Err(Feature::Nats.missing().into()),
        Command::Completions(args) => completions::run(args, app, out),
        Command::Man(args) => man::run(args, out),
    }
}
