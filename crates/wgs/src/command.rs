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
mod levels;
mod man;
mod play;
mod prove;
mod records;
mod score;
mod scrabblet;
mod serve;
mod server;
mod solve;
mod study;
mod worker;

use std::io::Write;

use anyhow::{Result, bail};
use clap::Subcommand;
use wgs_app::listing::Listing;

use crate::app::{App, ExitStatus};

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
    Levels(levels::Args),
    Scrabblet(scrabblet::Args),
    Games(games::Args),
    Serve(serve::Args),
    Server(server::Args),
    Dictionary(dictionary::Args),
    Config(config::Args),
    Bench(bench::Args),
    Study(study::Args),
    Hunt(hunt::Args),
    Records(records::Args),
    Prove(prove::Args),
    Worker(worker::Args),
    Completions(completions::Args),
    Man(man::Args),
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
        Command::Levels(args) => levels::run(args, app, out),
        Command::Scrabblet(args) => scrabblet::run(args, app, out),
        Command::Games(args) => games::run(args, app, out),
        Command::Serve(args) => serve::run(args, app, out),
        Command::Server(args) => server::run(args, out),
        Command::Dictionary(args) => dictionary::run(args, app, out),
        Command::Config(args) => config::run(args, app, out),
        Command::Bench(args) => bench::run(args, app, out),
        Command::Study(args) => study::run(args, app, out),
        Command::Hunt(args) => hunt::run(args, app, out),
        Command::Records(args) => records::run(args, app, out),
        Command::Prove(args) => prove::run(args, app, out),
        Command::Worker(args) => worker::run(args, app, out),
        Command::Completions(args) => completions::run(args, app, out),
        Command::Man(args) => man::run(args, out),
    }
}
