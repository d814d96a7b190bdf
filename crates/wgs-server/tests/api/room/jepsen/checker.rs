//! Checks what the players of a room were told against the report of the round. It knows nothing of
//! servers: a plain recount.

use std::collections::{BTreeMap, BTreeSet};

use wgs_play::room::{MemberId, RoundReport, Scoring};

/// What one player has done and was told.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerLog {
    pub(super) member: Option<MemberId>,
    /// Every word that was sent to a server, whether or not it arrived.
    pub(super) made: BTreeSet<String>,
    /// The words that a server has confirmed, in an answer or in a view of the room.
    pub(super) confirmed: BTreeSet<String>,
    /// The words that were found before, by the player or by the team.
    pub(super) found_before: BTreeSet<String>,
    /// How often the player came back.
    pub(super) returns: usize,
    /// The round as the player saw it in the end.
    pub(super) report: Option<RoundReport>,
}

/// The events of a room by their numbers, as anyone was told.
#[derive(Debug, Default)]
pub(super) struct EventLog {
    events: BTreeMap<u64, String>,
    pub(super) faults: Vec<String>,
}

impl EventLog {
    /// Notes an event. Two owners at the same time would give a number to different events.
    pub(super) fn add(&mut self, sequence: u64, event: String) {
        let known = self.events.entry(sequence).or_insert_with(|| event.clone());
        if *known != event {
            let fault = format!("two events have number {sequence}: {known} and {event}");
            self.faults.push(fault);
        }
    }
}

/// Returns what is wrong with a room.
pub(super) fn faults(players: &[PlayerLog], events: &EventLog) -> Vec<String> {
    let mut faults = events.faults.clone();
    let Some(report) = players.first().and_then(|player| player.report.as_ref()) else {
        faults.push("the first player has no report".to_owned());
        return faults;
    };
    for player in players {
        if player.report.as_ref() != Some(report) {
            faults.push(format!("{:?} has no report, or another one", player.member));
        }
    }
    let mut words = BTreeSet::new();
    for word in &report.words {
        if !words.insert(&word.word) {
            faults.push(format!("{} is in the report twice", word.word));
        }
        let finders: BTreeSet<u32> = word.finders.iter().map(|it| it.player).collect();
        if finders.len() != word.finders.len() {
            faults.push(format!("{} counts twice for a player: {word:?}", word.word));
        }
        let is_shared = finders.len() > 1;
        if word.is_cancelled != (is_shared && report.scoring == Scoring::Classic) {
            faults.push(format!(
                "{} is cancelled or not, wrongly: {word:?}",
                word.word
            ));
        }
        if is_shared && report.scoring == Scoring::Cooperative {
            faults.push(format!("{} counts twice for the team", word.word));
        }
    }
    let found_by = |index: usize| {
        let is_finder = move |index: usize| {
            move |word: &&wgs_play::ReportWord| {
                word.finders.iter().any(|it| it.player as usize == index)
            }
        };
        report.words.iter().filter(is_finder(index))
    };
    let all: BTreeSet<&str> = (0..report.players.len())
        .flat_map(|index| found_by(index).map(|word| word.word.as_str()))
        .collect();
    let mut team_points = 0;
    for player in players {
        let mut seats = report.players.iter();
        let Some(index) = seats.position(|seat| seat.member == player.member) else {
            faults.push(format!("{:?} is not in the report", player.member));
            continue;
        };
        let seat = &report.players[index];
        let found: BTreeSet<&str> = found_by(index).map(|word| word.word.as_str()).collect();
        let is_found = |word: &String| found.contains(word.as_str());
        for word in player.confirmed.iter().filter(|word| !is_found(word)) {
            faults.push(format!("{}: {word} was confirmed and is lost", seat.name));
        }
        for word in &player.found_before {
            let is_there = match report.scoring {
                Scoring::Cooperative => all.contains(word.as_str()),
                _ => is_found(word),
            };
            if !is_there {
                faults.push(format!(
                    "{}: {word} was found before and is lost",
                    seat.name
                ));
            }
        }
        for word in found.iter().filter(|word| !player.made.contains(**word)) {
            faults.push(format!("{}: {word} counts and was not guessed", seat.name));
        }
        if seat.words != found.len() as u64 {
            faults.push(format!("{} has {} words: {found:?}", seat.name, seat.words));
        }
        let points: u64 = found_by(index)
            .filter(|word| !word.is_cancelled)
            .map(|word| word.points)
            .sum();
        team_points += points as i64;
        if report.scoring != Scoring::Cooperative && seat.points != points as i64 {
            faults.push(format!(
                "{} has {} points, not {points}",
                seat.name, seat.points
            ));
        }
    }
    if report.scoring == Scoring::Cooperative && report.team_points != Some(team_points) {
        let found = report.team_points;
        faults.push(format!("the team has {found:?} points, not {team_points}"));
    }
    faults
}

mod tests {
    use super::*;

    /// Two players have found a word each, and one word together.
    fn room() -> (Vec<PlayerLog>, serde_json::Value) {
        let word = |word: &str, finders: &[u32]| {
            let finders: Vec<_> = finders
                .iter()
                .map(|player| serde_json::json!({"player": player, "time": 1}))
                .collect();
            serde_json::json!({"word": word, "points": 1, "path": [0], "commonness": null,
                "is_cancelled": finders.len() > 1, "finders": finders})
        };
        let player = |member: u32| {
            serde_json::json!({"member": member, "player": null, "name": format!("P{member}"),
                "level": null, "points": 1, "penalty": 0, "words": 2, "counted": 1})
        };
        let report = serde_json::json!({"id": 1, "number": 1, "rounds": 1, "game": "G",
            "dictionary": null, "size": null, "board": "CATS", "scoring": "classic",
            "started_at": 1, "played": 1, "reason": "finished", "is_cut_short": true,
            "players": [player(1), player(2)], "winners": [0, 1], "team_points": null,
            "words": [word("CAT", &[0, 1]), word("ACT", &[0]), word("SAT", &[1]), word("TAS", &[])],
            "more_missed": 0});
        let log = |member: u32, words: &[&str]| {
            let words: BTreeSet<String> = words.iter().map(|&word| word.to_owned()).collect();
            PlayerLog {
                member: Some(MemberId(member)),
                made: words.clone(),
                confirmed: words,
                ..PlayerLog::default()
            }
        };
        (
            vec![log(1, &["CAT", "ACT"]), log(2, &["CAT", "SAT"])],
            report,
        )
    }

    fn faults_of(
        change: impl FnOnce(&mut [PlayerLog], &mut serde_json::Value, &mut EventLog),
    ) -> Vec<String> {
        let ((mut players, mut report), mut events) = (room(), EventLog::default());
        change(&mut players, &mut report, &mut events);
        let report: RoundReport = serde_json::from_value(report).unwrap();
        for player in &mut players {
            player.report.get_or_insert(report.clone());
        }
        faults(&players, &events)
    }

    #[test]
    fn a_round_that_is_what_its_players_were_told_has_no_faults() {
        let none = faults_of(|players, _, events| {
            // Guesses that were not answered may count or not.
            players[0].confirmed.remove("ACT");
            players[0].made.insert("TAS".to_owned());
            events.add(1, "started".to_owned());
            events.add(1, "started".to_owned());
        });
        assert_eq!(none, [""; 0]);
    }

    #[test]
    fn lost_repeated_and_invented_words_and_two_owners_are_faults() {
        let one = |faults: Vec<String>, expected: &str| {
            assert!(faults.iter().any(|it| it.contains(expected)), "{faults:?}");
        };
        one(
            faults_of(|players, _, _| {
                players[0].confirmed.insert("TAS".to_owned());
            }),
            "P1: TAS was confirmed and is lost",
        );
        one(
            faults_of(|players, _, _| {
                players[1].found_before.insert("TAS".to_owned());
            }),
            "P2: TAS was found before and is lost",
        );
        one(
            faults_of(|players, _, _| {
                players[1].made.remove("SAT");
            }),
            "P2: SAT counts and was not guessed",
        );
        one(
            faults_of(|_, report, _| {
                let twice = report["words"][1]["finders"][0].clone();
                let finders = report["words"][1]["finders"].as_array_mut();
                finders.unwrap().push(twice);
            }),
            "ACT counts twice for a player",
        );
        one(
            faults_of(|_, report, _| report["words"][3]["word"] = "ACT".into()),
            "ACT is in the report twice",
        );
        one(
            faults_of(|_, report, _| report["players"][0]["points"] = 2.into()),
            "P1 has 2 points, not 1",
        );
        one(
            faults_of(|_, report, _| report["scoring"] = "cooperative".into()),
            "CAT counts twice for the team",
        );
        one(
            faults_of(|_, _, events| {
                events.add(1, "started".to_owned());
                events.add(1, "ended".to_owned());
            }),
            "two events have number 1: started and ended",
        );
        one(
            faults_of(|players, report, _| {
                let mut other = report.clone();
                other["played"] = 2.into();
                players[1].report = Some(serde_json::from_value(other).unwrap());
            }),
            "has no report, or another one",
        );
    }
}
