//! Sentences about a room, for the screen and for lines.

use wgs_play::ScoreUnit;
use wgs_play::room::{MemberId, MemberView, RoomSettings, RoomView, Scoring};

use super::super::styled_output::clock;
use crate::app::counted;

/// The game and its rules in one line.
pub(in super::super) fn settings_text(settings: &RoomSettings) -> String {
    let seconds = u64::from(settings.seconds);
    let scoring = match settings.scoring {
        Scoring::Classic => "shared words score nothing",
        Scoring::Individual => "every word scores",
        Scoring::Cooperative => "all play together",
    };
    let mut parts = vec![
        counted(settings.rounds, "round"),
        format!("{} each", clock(std::time::Duration::from_secs(seconds))),
        scoring.to_owned(),
    ];
    parts.extend(settings.size.clone());
    parts.extend(settings.difficulty.map(|it| it.to_string()));
    if settings.penalty.is_some() {
        parts.push("wrong words have a penalty".to_owned());
    }
    parts.join(", ")
}

/// Everyone in a room and the computer players, each with what is known about them.
pub(in super::super) fn members(room: &RoomView, unit: ScoreUnit) -> Vec<(String, String)> {
    let people = room.members.iter().map(|member| {
        let name = match member.member == room.member {
            true => format!("{} (you)", member.name),
            false => member.name.clone(),
        };
        (name, state(room, member, unit))
    });
    // Those of the same level have their points in the same order.
    let standings = room.report.iter().flat_map(|report| &report.standings);
    let mut standings: Vec<_> = standings.filter(|it| it.member.is_none()).collect();
    let computers = room.settings.computers.iter().map(|level| {
        let mut state = "ready".to_owned();
        let place = standings.iter().position(|it| it.level == Some(*level));
        if let Some(place) = place.filter(|_| room.rounds_played > 0) {
            let standing = standings.remove(place);
            let points = counted(standing.total, unit.name());
            state = format!("{state}, {points}, {}", counted(standing.wins, "win"));
        }
        (format!("Computer ({level})"), state)
    });
    people.chain(computers).collect()
}

fn state(room: &RoomView, member: &MemberView, unit: ScoreUnit) -> String {
    let mut parts = Vec::new();
    if room.owner == Some(member.member) {
        parts.push("owner".to_owned());
    }
    parts.push(
        match member {
            MemberView {
                is_connected: false,
                ..
            } => "connection lost",
            MemberView {
                is_spectator: true, ..
            } => "watches",
            MemberView { is_ready: true, .. } => "ready",
            _ => "not ready",
        }
        .to_owned(),
    );
    if room.rounds_played > 0 {
        parts.push(counted(member.total, unit.name()));
        parts.push(counted(member.wins, "win"));
    }
    parts.join(", ")
}

/// The name of a member.
pub(in super::super) fn named(room: &RoomView, member: MemberId) -> &str {
    let found = room.members.iter().find(|it| it.member == member);
    found.map_or("somebody", |member| &member.name)
}
