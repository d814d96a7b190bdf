//! Sentences about rooms: errors, the winner, and the settings.

use wgs_play::room::message::CloseReason;
use wgs_play::room::{Dealing, RoomError, RoomSettings, RoundReport, Scoring};
use wgs_play::{IgnoredReason, Penalty};

use super::state::seconds_text;
use crate::play::round_page::signed;
use crate::play::start_page::level_name;
use crate::text::{number, tr, tr_count, tr_with};

/// Why a room did not do something.
pub fn error(error: &RoomError) -> String {
    let key = match error {
        RoomError::NoName => "room.error.name",
        RoomError::Full { most } => return tr_count("room.error.full", (*most).into()),
        RoomError::TooManySpectators { .. } => "room.error.spectators",
        RoomError::Removed => "room.closed.removed",
        RoomError::NotAMember | RoomError::NoSuchMember { .. } => "room.error.not-there",
        RoomError::NotOwner => "room.error.owner",
        RoomError::NotDealer => "room.error.dealer",
        RoomError::RoundRunning => "room.error.running",
        RoomError::NoRound | RoomError::Ignored(IgnoredReason::Ended) => "room.error.no-round",
        RoomError::NotPlaying | RoomError::Spectator => "room.error.watching",
        RoomError::TooFewPlayers => "room.error.too-few",
        RoomError::NoChat => "room.error.no-chat",
        RoomError::ChatLength { .. } => "room.error.chat-length",
        RoomError::Ignored(IgnoredReason::Finished) => "room.error.finished",
        RoomError::Ignored(IgnoredReason::TooLong) => "room.error.too-long",
        RoomError::Settings(problem) => {
            let problem = problem.to_string();
            return tr_with("room.error.settings", &[("problem", &problem)]);
        }
        other => return other.to_string(),
    };
    tr(key)
}

/// Why the server closed the connection, and what the player can do.
pub fn close(reason: &CloseReason) -> String {
    tr(match reason {
        CloseReason::Room(problem) => return error(problem),
        CloseReason::Version => "room.closed.version",
        CloseReason::NoSuchRoom => "room.closed.unknown",
        CloseReason::BadToken | CloseReason::Gone => "room.closed.gone",
        CloseReason::Left => "room.closed.left",
        CloseReason::Removed => "room.closed.removed",
        CloseReason::Replaced => "room.closed.replaced",
        CloseReason::TooMuch => "room.closed.too-much",
        CloseReason::Busy => "room.closed.busy",
        CloseReason::Draining | CloseReason::Restart => "room.closed.draining",
        _ => "room.closed.other",
    })
}

/// Who won a round.
pub fn winner(report: &RoundReport) -> String {
    if let Some(points) = report.team_points {
        let found = report.words.iter().filter(|word| !word.finders.is_empty());
        let words = tr_count("solver.words", found.count() as u64);
        let values = [("words", words.as_str()), ("points", &signed(points))];
        return tr_with("room.team-result", &values);
    }
    let winners = report.winners.iter();
    let winners = winners.filter_map(|winner| report.players.get(*winner as usize));
    let names: Vec<String> = winners
        .map(|player| player.level.map_or_else(|| player.name.clone(), level_name))
        .collect();
    match names.as_slice() {
        [] => tr("room.no-winner"),
        [name] => tr_with("room.winner", &[("name", name)]),
        [names @ .., last] => {
            let values = [("names", names.join(", ")), ("last", last.clone())];
            let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
            tr_with("room.winners", &values)
        }
    }
}

/// The name of a way of scoring.
pub fn scoring(scoring: Scoring) -> String {
    tr(match scoring {
        Scoring::Classic => "room.scoring.classic",
        Scoring::Individual => "room.scoring.individual",
        Scoring::Cooperative => "room.scoring.cooperative",
    })
}

/// The settings of a round, as short parts.
pub fn settings(settings: &RoomSettings) -> Vec<String> {
    let mut parts = vec![
        settings.game.clone(),
        seconds_text(settings.seconds),
        tr_count("room.rounds-count", settings.rounds.into()),
        scoring(settings.scoring),
    ];
    if settings.dealing == Dealing::Member {
        parts.push(tr("room.dealing.member"));
    }
    if let Some(difficulty) = settings.difficulty {
        let name = tr(&format!("play.difficulty.{difficulty}"));
        parts.push(tr_with("room.boards", &[("difficulty", &name)]));
    }
    match settings.penalty {
        None => {}
        Some(Penalty::WordScore) => parts.push(tr("play.penalty")),
        Some(Penalty::Points(points)) => {
            let points = tr_count("solver.points", points);
            parts.push(tr_with("room.penalty", &[("points", &points)]));
        }
    }
    parts.extend(settings.computers.iter().map(|level| level_name(*level)));
    parts
}

/// A code of a room in two groups, which are easier to read aloud.
pub fn spaced(code: &str) -> String {
    match code.split_at_checked(code.len() / 2) {
        Some((start, end)) => format!("{start} {end}"),
        None => code.to_owned(),
    }
}

/// A number of words of a number.
pub fn words_of(words: u64, all: u64) -> String {
    tr_with(
        "play.words-of",
        &[("n", &number(words)), ("all", &number(all))],
    )
}
