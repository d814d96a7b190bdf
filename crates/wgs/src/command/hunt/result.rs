//! The result of a hunt: printed, and added to a table of records.

use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use indicatif::HumanCount;
use wgs_app::record_check::measure;
use wgs_app::reply::{HuntBoardReply, HuntReply};
use wgs_dice::Aim;
use wgs_engine::{Budget, Count, Stopped};
use wgs_play::Date;
use wgs_records::hunt::{HuntRun, PreparedHunt};
use wgs_records::record::{Record, RecordChange, RecordFile, RecordRun};

use super::HuntEnd;
use super::hunted_game::HuntedGame;
use crate::app::{App, ExitStatus, counted};

/// Returns the result of a hunt.
pub(super) fn reply(
    game: &HuntedGame,
    run: &HuntRun<'_>,
    end: HuntEnd,
    time: Duration,
) -> Result<HuntReply> {
    let PreparedHunt { hunt, header } = run.prepared();
    let size = game.loaded().grid().size();
    let mut checker = game.loaded().board_checker().and_then(Result::ok);
    let mut boards = Vec::new();
    for found in run.boards() {
        let board = hunt.board(&found.faces);
        let figures = measure(hunt.solver(), &board, hunt.goal(), &Budget::UNLIMITED)?;
        boards.push(HuntBoardReply {
            board: game.board_text(&found.faces),
            value: found.value,
            words: figures.words,
            points: figures.points,
            long_words: hunt.goal().count().long_words(&figures),
            rollable: checker.as_mut().map(|checker| checker.check(&board)),
            climb: found.climb,
        });
    }
    let standing = run.standing();
    let best = boards.first().map(|board| board.value);
    Ok(HuntReply {
        game: header.game.clone(),
        columns: size.columns,
        rows: size.rows,
        letters: header.letters.clone(),
        goal: header.goal,
        dictionary: header.dictionary.clone(),
        dictionary_hash: header.dictionary_hash,
        seed: header.seed,
        pool: header.pool,
        climbs: standing.climbs.len(),
        unfinished: run.paused().len() as u64,
        best,
        met: best.map_or(0, |best| run.met(best)),
        evaluations: run.evaluations(),
        seconds: time.as_secs_f64(),
        boards,
        stopped: match end {
            HuntEnd::Regular => None,
            HuntEnd::Stopped(reason) => Some(Stopped::to_string(&reason)),
        },
    })
}

/// Prints the result of a hunt.
pub(super) fn print(
    reply: &HuntReply,
    show: usize,
    is_json: bool,
    out: &mut dyn Write,
) -> Result<()> {
    if is_json {
        writeln!(out, "{}", serde_json::to_string(reply)?)?;
        return Ok(());
    }
    for board in reply.boards.iter().take(show) {
        let points = counted(board.points, "point");
        let words = counted(board.words, "word");
        let long = match (reply.goal.count(), board.long_words) {
            (Count::LongWords(letters), Some(long)) => {
                format!(", {long} with {letters} letters or more")
            }
            _ => String::new(),
        };
        let dice = match board.rollable {
            Some(false) => ", not with the game's dice",
            _ => "",
        };
        writeln!(out, "{}  {points}, {words}{long}{dice}", board.board)?;
    }
    let climbs = counted(reply.climbs, "climb");
    let unfinished = match reply.unfinished {
        0 => String::new(),
        number => format!(" and {number} unfinished"),
    };
    let seed = reply.seed;
    let scored = HumanCount(reply.evaluations);
    let seconds = reply.seconds;
    match reply.best {
        Some(best) => writeln!(
            out,
            "Best: {} {}, met in {} of {climbs}{unfinished}; {scored} boards scored in \
             {seconds:.1} s, seed {seed}.",
            HumanCount(best),
            reply.goal.noun(),
            reply.met,
        )?,
        None => writeln!(
            out,
            "No board was found in {climbs}{unfinished}; {seconds:.1} s, seed {seed}."
        )?,
    }
    Ok(())
}

/// Returns how the hunt ended, for the exit code.
pub(super) fn status(reply: &HuntReply) -> ExitStatus {
    let is_reached = reply.best.is_some_and(|best| reply.goal.is_reached(best));
    match reply.goal.aim() {
        Aim::Within { .. } if !is_reached => ExitStatus::Negative,
        _ => ExitStatus::Success,
    }
}

/// Adds the best board to a table of records.
pub(super) fn add_record(
    reply: &HuntReply,
    run: &HuntRun<'_>,
    records: &RecordFile,
    app: &App,
) -> Result<()> {
    let Some(best) = reply.boards.first() else {
        return Ok(());
    };
    let header = &run.prepared().header;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |time| {
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    });
    let record = Record {
        game: reply.game.clone(),
        columns: reply.columns,
        rows: reply.rows,
        letters: reply.letters.clone(),
        goal: reply.goal,
        dictionary: reply.dictionary.clone(),
        dictionary_hash: reply.dictionary_hash,
        rules_hash: header.rules_hash,
        grid_hash: header.grid_hash,
        board: best.board.clone(),
        words: best.words,
        points: best.points,
        long_words: best.long_words,
        rollable: best.rollable,
        seed: reply.seed,
        pool: reply.pool,
        climb: best.climb,
        runs: vec![RecordRun {
            seed: reply.seed,
            pool: reply.pool,
            climbs: reply.climbs,
            met: reply.met,
        }],
        version: env!("CARGO_PKG_VERSION").to_owned(),
        date: Date::from_milliseconds(now).to_string(),
    };
    let change = match records.add(record)? {
        RecordChange::First => "the first record",
        RecordChange::Better => "a new record",
        RecordChange::Equal | RecordChange::Worse => return Ok(()),
    };
    app.note(&format!(
        "{change} of this kind in {}",
        records.path().display()
    ));
    Ok(())
}
