//! `wgs prove --verify`: checks a ledger.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use wgs_dice::Random;
use wgs_records::line_file;
use wgs_records::proof::{Coverage, LedgerLines, check_members, derive_again};

use super::{Args, BoardReply, Proof};
use crate::app::{App, ExitStatus, counted, seed};
use crate::progress::Progress;

/// The result of a check.
#[derive(Debug, Serialize)]
struct VerifyReply {
    game: String,
    at_least: u64,
    classes: usize,
    classes_done: usize,
    /// The number of classes that were searched again.
    searched_again: usize,
    complete: bool,
    boards: Vec<BoardReply>,
}

pub(super) fn run(args: &Args, path: &Path, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let cannot = || format!("cannot read the ledger {}", path.display());
    let bytes = line_file::read(path).with_context(cannot)?;
    let lines = LedgerLines::read(&bytes).with_context(cannot)?;
    let context = || format!("the ledger {}", path.display());
    let game = lines.header().get("game");
    if let (Some(game), Some(found)) = (&args.game, game)
        && app.catalogue()?.game(game)?.name() != found
    {
        bail!("the ledger {} is of the game {found:?}", path.display());
    }
    let dictionary = args.dictionary.dictionary.as_deref();
    let proof = Proof::of_ledger(lines.header(), dictionary, app.loader()?);
    let mut proof = proof.with_context(context)?;
    let outcomes = lines.outcomes(proof.game()).with_context(context)?;
    let coverage = Coverage::of(proof.game(), &outcomes);
    let known: Vec<_> = coverage.known().collect();
    let mut random = Random::new(seed(args.seed));
    let budget = app.budget()?;
    let stopped = || {
        format!(
            "the ledger {} is wrong, or the check stopped",
            path.display()
        )
    };
    for (class, outcome) in &known {
        let checked = check_members(proof.game(), class, outcome, &mut random, budget);
        checked.with_context(stopped)?;
    }
    let mut sample: Vec<usize> = (0..known.len()).collect();
    let again = if args.all {
        known.len()
    } else {
        args.sample.min(known.len())
    };
    random.shuffle_first(&mut sample, again);
    sample.truncate(again);
    let progress = Progress::new(again as u64, "classes");
    for (done, &index) in sample.iter().enumerate() {
        let (class, outcome) = known[index];
        derive_again(proof.game(), class, outcome, budget).with_context(stopped)?;
        progress.set(done as u64 + 1);
    }
    progress.finish();
    app.end_searches();
    let reply = VerifyReply {
        game: proof.loaded.game().name().to_owned(),
        at_least: proof.game().cutoff(),
        classes: coverage.classes.len(),
        classes_done: known.len(),
        searched_again: again,
        complete: coverage.is_complete(),
        boards: proof.boards(&coverage.survivors()),
    };
    print(&reply, args, out)?;
    Ok(match reply.complete {
        true => ExitStatus::Success,
        false => ExitStatus::Undecided,
    })
}

fn print(reply: &VerifyReply, args: &Args, out: &mut dyn Write) -> Result<()> {
    if args.json {
        writeln!(out, "{}", serde_json::to_string(reply)?)?;
        return Ok(());
    }
    for board in &reply.boards {
        writeln!(out, "{} {}", board.board, board.points)?;
    }
    let boards = counted(reply.boards.len() as u64, "board");
    let points = counted(reply.at_least, "point");
    let again = reply.searched_again;
    match reply.complete {
        true => writeln!(
            out,
            "The ledger is complete: {boards} with at least {points}. {again} of {} classes were \
             searched again.",
            reply.classes
        )?,
        false => writeln!(
            out,
            "The ledger is not complete: {} of {} classes are missing. {again} were searched again.",
            reply.classes - reply.classes_done,
            reply.classes
        )?,
    }
    Ok(())
}
