//! Sentences about rooms: errors, the winner, and the settings.

use wgs_play::room::message::CloseReason;
use wgs_play::room::{
    Dealing, MatchStanding, ReportPlayer, RoomError, RoomSettings, RoundReport, Scoring,
};
use wgs_play::{IgnoredReason, Penalty};

use super::state::seconds_text;
use crate::play::round_page::signed;
use crate::play::start_page::level_name;
use crate::text::{tr, tr_count, tr_with};

/// Why a room did not do something.
pub fn error(error: &RoomError) -> String {
    let key = match error {
        RoomError::NoName => "room.error.name",
        RoomError::Full { most } => return tr_count("room.error.full", (*most).into()),
        RoomError::TooManySpectators { .. } => "room.error.spectators",
        RoomError::Removed => "room.closed.removed",
        RoomError::NotAMember | RoomError::NoSuchMember { .. } | RoomError::NotRemoved => {
            "room.error.not-there"
        }
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
        let words = report.team_words().unwrap_or_default() as u64;
        let words = tr_count("solver.words", words);
        let values = [("words", words.as_str()), ("points", &signed(points))];
        return tr_with("room.team-result", &values);
    }
    let winners = report.winners.iter();
    let winners = winners.filter_map(|winner| report.players.get(*winner as usize));
    let names: Vec<String> = winners.map(player_name).collect();
    match names.as_slice() {
        [] => tr("room.no-winner"),
        [name] => tr_with("room.winner", &[("name", name)]),
        [names @ .., last] => {
            let values = [("names", &*names.join(", ")), ("last", last)];
            tr_with("room.winners", &values)
        }
    }
}

/// The words and points of each computer player against a team.
pub fn opponents(report: &RoundReport) -> Option<String> {
    report.team_points?;
    let opponents = report.players.iter().filter(|it| it.level.is_some());
    let opponents = opponents.map(|player| {
        let words = tr_count("solver.words", player.words);
        let values = [
            ("name", &*player_name(player)),
            ("words", &words),
            ("points", &signed(player.points)),
        ];
        tr_with("room.opponent", &values)
    });
    let opponents: Vec<String> = opponents.collect();
    (!opponents.is_empty()).then(|| opponents.join(" · "))
}

/// Who won a match, once its last round has ended. In a co-operative round, nobody wins.
pub fn match_winner(report: &RoundReport) -> Option<String> {
    let is_over = report.number >= report.rounds && report.rounds > 1;
    if !is_over || report.scoring == Scoring::Cooperative {
        return None;
    }
    let most = report.standings.first()?.total;
    let best = report.standings.iter();
    let best = best.filter(|it| it.total == most && most > 0);
    let names: Vec<String> = best.map(standing_name).collect();
    let points = signed(most);
    match names.as_slice() {
        [] => None,
        [name] => Some(tr_with(
            "room.match-winner",
            &[("name", name), ("points", &points)],
        )),
        [names @ .., last] => {
            let names = names.join(", ");
            let values = [("names", &*names), ("last", last), ("points", &points)];
            Some(tr_with("room.match-winners", &values))
        }
    }
}

/// The name of a player, as the page shows it.
pub fn player_name(player: &ReportPlayer) -> String {
    player.level.map_or_else(|| player.name.clone(), level_name)
}

/// The name of a player of a match, as the page shows it.
pub fn standing_name(standing: &MatchStanding) -> String {
    let level = standing.level.map(level_name);
    level.unwrap_or_else(|| standing.name.clone())
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
    if !settings.is_rated {
        parts.push(tr("room.not-rated"));
    }
    parts.extend(settings.computers.iter().map(|level| {
        let name = level_name(*level);
        match settings.scoring {
            Scoring::Cooperative => tr_with("room.against", &[("name", &name)]),
            Scoring::Classic | Scoring::Individual => name,
        }
    }));
    parts
}

/// A code of a room in two groups, which are easier to read aloud.
pub fn spaced(code: &str) -> String {
    match code.split_at_checked(code.len() / 2) {
        Some((start, end)) => format!("{start} {end}"),
        None => code.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use leptos::prelude::Owner;
    use wgs_play::EndReason;

    use super::*;

    /// The report of the last round of a match whose players have these totals.
    fn report(totals: &[(&str, i64)]) -> RoundReport {
        let standing = |&(name, total): &(&str, i64)| MatchStanding {
            member: None,
            name: name.to_owned(),
            level: None,
            total,
            wins: 1,
        };
        let player = |&(name, points): &(&str, i64)| ReportPlayer {
            member: None,
            player: None,
            name: name.to_owned(),
            level: None,
            points,
            penalty: 0,
            words: 1,
            counted: 1,
        };
        let most = totals.iter().map(|it| it.1).max();
        let winners = (0..).zip(totals).filter(|(_, it)| Some(it.1) == most);
        RoundReport {
            id: 2,
            number: 2,
            rounds: 2,
            game: String::new(),
            dictionary: None,
            size: None,
            board: String::new(),
            scoring: Scoring::Classic,
            started_at: 0,
            played: 60_000,
            reason: EndReason::TimeUp,
            is_cut_short: false,
            is_rated: true,
            players: totals.iter().map(player).collect(),
            winners: winners.map(|(index, _)| index).collect(),
            team_points: None,
            words: Vec::new(),
            more_missed: 0,
            standings: totals.iter().map(standing).collect(),
        }
    }

    #[test]
    fn several_winners_share_a_round_and_a_match() {
        let owner = Owner::new();
        owner.set();
        for (totals, round, whole) in [
            (
                &[("Mum", 5), ("Dad", 4)][..],
                "Mum wins this round",
                "Mum wins the match with 5 points.",
            ),
            (
                &[("Mum", 5), ("Mum 2", 5), ("Dad", 4)],
                "Mum and Mum 2 share this round",
                "Mum and Mum 2 share the match with 5 points each.",
            ),
            (
                &[("Mum", 1), ("Mum 2", 1), ("Dad", 1)],
                "Mum, Mum 2 and Dad share this round",
                "Mum, Mum 2 and Dad share the match with 1 point each.",
            ),
        ] {
            let report = report(totals);
            assert_eq!(winner(&report), round);
            assert_eq!(match_winner(&report).as_deref(), Some(whole));
        }
    }
}
