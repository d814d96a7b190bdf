//! The round of a room as the screen shows it: the server judges it, and its clock is the server's.
//! The counterpart of a [`Round`](wgs_play::Round) in this program.

use std::cmp::Reverse;

use wgs_play::room::{
    PhaseView, RoomAction, RoomAnswer, RoomView, RoundReport, RunningRound, Scoring, SeatView,
};
use wgs_play::{
    EndReason, Finder, HintKind, PlayerId, PlayerView, ReportWord, RoundAction, RoundEvent,
    RoundHint, RoundPhase, RoundView, ScoreUnit, WordView,
};

use super::super::round_source::RoundSource;
use super::super::shown_board::ShownBoard;
use super::super::summary::{PlayerSummary, RoundSummary, winner};
use super::game::RoomBoard;
use crate::app::counted;

/// The round of a room.
pub(in super::super) struct RoomRound {
    board: RoomBoard,
    started_at: u64,
    ends_at: u64,
    view: RoundView,
    /// The words of the player, or of the team.
    words: Vec<WordView>,
    watching: Option<&'static str>,
    report: Option<RoundReport>,
    /// What has happened since the last action.
    events: Vec<RoundEvent>,
    /// What the server has not been told yet.
    actions: Vec<RoomAction>,
}

impl RoomRound {
    /// The running round of a room.
    pub(in super::super) fn new(
        board: RoomBoard,
        round: &RunningRound,
        room: &RoomView,
        now: u64,
    ) -> Self {
        let mut shown = Self {
            board,
            started_at: round.started_at,
            ends_at: round.ends_at,
            view: RoundView {
                phase: RoundPhase::Running,
                turn: PlayerId::default(),
                time: 0,
                played: 0,
                remaining: None,
                words: round.words,
                points: round.points,
                players: Vec::new(),
            },
            words: Vec::new(),
            watching: None,
            report: None,
            events: Vec::new(),
            actions: Vec::new(),
        };
        shown.update(room, now);
        shown
    }

    /// Whether it is this round of a room.
    pub(in super::super) fn is_of(&self, round: &RunningRound) -> bool {
        self.started_at == round.started_at && self.report.is_none()
    }

    /// Follows the room. `now` is the server's time.
    pub(in super::super) fn update(&mut self, room: &RoomView, now: u64) {
        let round = match &room.phase {
            PhaseView::Playing { round } if round.started_at == self.started_at => round,
            _ => {
                if let Some(report) = &room.report
                    && report.started_at == self.started_at
                    && self.report.is_none()
                {
                    self.end(report);
                }
                return;
            }
        };
        self.tick(now);
        self.words.clone_from(&room.words);
        self.view.players = round.seats.iter().map(player).collect();
        let own = room.seat.and_then(|seat| round.seats.get(seat as usize));
        self.watching = match own {
            Some(seat) if seat.is_finished => Some("You have finished; the others still play"),
            Some(_) => None,
            None => Some("You watch this round"),
        };
        self.view.turn = match (room.settings.scoring, room.seat) {
            (Scoring::Cooperative, _) => {
                let people = round.seats.iter().filter(|seat| seat.member.is_some());
                let team = PlayerView {
                    points: people.map(|seat| seat.points).sum(),
                    words: room.words.len() as u64,
                    ..person("Together")
                };
                self.view.players.insert(0, team);
                PlayerId::default()
            }
            (_, Some(seat)) => PlayerId::new(seat as usize),
            // None of the players.
            (_, None) => PlayerId::new(round.seats.len()),
        };
    }

    /// Sets the clock. `now` is the server's time.
    pub(in super::super) fn tick(&mut self, now: u64) {
        if self.report.is_some() {
            return;
        }
        self.view.played = now.clamp(self.started_at, self.ends_at) - self.started_at;
        self.view.remaining = Some(self.ends_at.saturating_sub(now));
    }

    /// Takes the answer to a guess.
    pub(in super::super) fn answer(&mut self, answer: RoomAnswer) {
        if let RoomAnswer::Judged {
            guess,
            verdict,
            penalty,
            ..
        } = answer
        {
            self.events.push(RoundEvent::Judged {
                player: self.view.turn,
                guess,
                verdict,
                penalty,
            });
        }
    }

    /// What the server must be told.
    pub(in super::super) fn actions(&mut self) -> Vec<RoomAction> {
        std::mem::take(&mut self.actions)
    }

    fn end(&mut self, report: &RoundReport) {
        let reason = report.reason;
        self.view.phase = RoundPhase::Ended(reason);
        let people = report.players.iter().map(|found| PlayerView {
            level: found.level,
            points: found.points,
            words: found.words,
            ..person(&found.name)
        });
        self.view.players = people.collect();
        self.view.turn = PlayerId::new(report.players.len());
        self.report = Some(report.clone());
        self.events.push(RoundEvent::Ended { reason });
    }
}

/// A player about whom nothing is known but the name.
fn person(name: &str) -> PlayerView {
    PlayerView {
        name: name.to_owned(),
        level: None,
        points: 0,
        words: 0,
        last_length: None,
        penalty: 0,
        rank: None,
        hints: Vec::new(),
        paths_shown: 0,
        is_finished: false,
    }
}

fn player(seat: &SeatView) -> PlayerView {
    PlayerView {
        level: seat.level,
        points: seat.points,
        words: seat.words,
        is_finished: seat.is_finished,
        ..person(&seat.name)
    }
}

impl RoundSource for RoomRound {
    fn board(&self) -> ShownBoard<'_> {
        self.board.shown()
    }

    fn act(&mut self, _: u64, action: RoundAction) -> Vec<RoundEvent> {
        match action {
            RoundAction::Guess(text) => self.actions.push(RoomAction::Guess(text)),
            RoundAction::GuessPath(path) => self.actions.push(RoomAction::GuessPath(path)),
            RoundAction::Finish => self.actions.push(RoomAction::Finish),
            // The clock of a room never stops.
            _ => {}
        }
        std::mem::take(&mut self.events)
    }

    fn view(&self) -> RoundView {
        self.view.clone()
    }

    fn limit(&self) -> Option<u64> {
        Some(self.ends_at - self.started_at)
    }

    fn words(&self, player: PlayerId) -> Vec<WordView> {
        match player == self.view.turn {
            true => self.words.clone(),
            false => Vec::new(),
        }
    }

    fn shows_others(&self) -> bool {
        true
    }

    fn hint(&self, _: HintKind) -> Option<RoundHint> {
        None
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn watching(&self) -> Option<&'static str> {
        self.watching
    }

    fn summary(&self) -> RoundSummary {
        match &self.report {
            Some(report) => report_summary(report, self.board().unit()),
            None => RoundSummary {
                standings: Vec::new(),
                winner: String::new(),
                missed: Vec::new(),
                more_missed: 0,
                words: self.view.words,
                unit: self.board().unit(),
            },
        }
    }
}

/// The summary of a round that has ended, with the winner of the match after its last round.
pub(in super::super) fn report_summary(report: &RoundReport, unit: ScoreUnit) -> RoundSummary {
    let words = report.words.iter();
    let standings = report.players.iter().zip(0..).map(|(player, index)| {
        let is_finder = |it: &Finder| it.player == index;
        let found = words.clone().filter(|it| it.finders.iter().any(is_finder));
        let mut found: Vec<ReportWord> = found.cloned().collect();
        let counted = |word: &ReportWord| if word.is_cancelled { 0 } else { word.points };
        found.sort_by_key(|word| Reverse(counted(word)));
        PlayerSummary {
            name: player.name.clone(),
            level: player.level,
            points: player.points,
            words: found,
        }
    });
    let names = report.winners.iter();
    let winners = names.filter_map(|&index| report.players.get(index as usize));
    let names: Vec<&str> = winners.clone().map(|player| &*player.name).collect();
    let most = winners.map(|player| player.points).max().unwrap_or(0);
    let missed = words.clone().filter(|word| word.finders.is_empty());
    let mut winner_text = match report.team_points {
        Some(points) => format!("Together: {}", counted(points, unit.name())),
        None => winner(&names, &counted(most, unit.name())),
    };
    if report.team_points.is_none() && is_end_of_match(report) {
        let most = report.standings.iter().map(|it| it.total).max();
        let most = most.unwrap_or(0).max(1);
        let best = report.standings.iter().filter(|it| it.total == most);
        let names: Vec<&str> = best.map(|it| &*it.name).collect();
        let text = winner(&names, &counted(most, unit.name()));
        winner_text += &format!(". The match: {text}");
    }
    RoundSummary {
        standings: standings.collect(),
        winner: winner_text,
        missed: missed.cloned().collect(),
        more_missed: report.more_missed,
        words: report.words.len() as u64 + report.more_missed,
        unit,
    }
}

/// Whether a round was the last of a match of several rounds.
fn is_end_of_match(report: &RoundReport) -> bool {
    report.rounds > 1 && report.number >= report.rounds
}

/// The points of everyone in the match after a round, the most points first.
pub(in super::super) fn standings_text(report: &RoundReport, unit: ScoreUnit) -> String {
    let totals = report.standings.iter();
    let totals = totals.map(|it| format!("{} {}", it.name, counted(it.total, unit.name())));
    let totals = totals.collect::<Vec<_>>().join(", ");
    format!(
        "After round {} of {}: {totals}",
        report.number, report.rounds
    )
}

/// Why a round ended, for people.
pub(in super::super) fn reason_text(reason: EndReason) -> &'static str {
    match reason {
        EndReason::TimeUp => "Time is up",
        EndReason::AllFound => "All words are found",
        EndReason::Finished => "The round is over",
    }
}
