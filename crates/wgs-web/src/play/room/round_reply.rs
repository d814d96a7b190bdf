//! The round of a room in the form that the play page draws: the board, the words found, and the
//! points. The server judges it; nothing of it is kept in the worker.

use wgs_play::room::{PhaseView, RoomView, RunningRound, SeatView};
use wgs_play::{EndReason, PlayerId, PlayerView, RoundPhase, RoundSetup, RoundView};

use crate::play::message::RoundReply;

/// The running round of a room, or the one that has just ended.
pub fn round_reply(view: &RoomView) -> Option<RoundReply> {
    match (&view.phase, &view.report) {
        (PhaseView::Playing { round }, _) => Some(running(view, round)),
        (PhaseView::Waiting, Some(report)) => Some(RoundReply {
            setup: RoundSetup {
                game: report.game.clone(),
                board: report.board.clone(),
                size: report.size.clone(),
                ..RoundSetup::default()
            },
            events: Vec::new(),
            view: round_view(RoundPhase::Ended(report.reason), None, Vec::new()),
            found: Vec::new(),
            saved: None,
        }),
        _ => None,
    }
}

fn running(view: &RoomView, round: &RunningRound) -> RoundReply {
    let limit = round.ends_at.saturating_sub(round.started_at);
    let seat = view.seat.and_then(|seat| round.seats.get(seat as usize));
    let phase = match seat {
        Some(seat) if seat.is_finished => RoundPhase::Ended(EndReason::Finished),
        _ => RoundPhase::Running,
    };
    let mut shown = round_view(phase, Some(limit), seat.map(player).into_iter().collect());
    shown.words = round.words;
    shown.points = round.points;
    RoundReply {
        setup: RoundSetup {
            game: round.game.clone(),
            board: round.board.clone(),
            size: round.size.clone(),
            limit: Some(limit),
            ..RoundSetup::default()
        },
        events: Vec::new(),
        view: shown,
        found: view.words.clone(),
        saved: None,
    }
}

fn round_view(phase: RoundPhase, remaining: Option<u64>, players: Vec<PlayerView>) -> RoundView {
    RoundView {
        phase,
        turn: PlayerId::default(),
        time: 0,
        played: 0,
        remaining,
        words: 0,
        points: 0,
        players,
    }
}

fn player(seat: &SeatView) -> PlayerView {
    PlayerView {
        name: seat.name.clone(),
        level: seat.level,
        points: seat.points,
        words: seat.words,
        last_length: None,
        penalty: 0,
        rank: None,
        hints: Vec::new(),
        paths_shown: 0,
        is_finished: seat.is_finished,
    }
}
