//! The round of a room in the form that the play page draws: the board, the words found, and the
//! points. The server judges it; nothing of it is kept in the worker.

use wgs_play::room::{PhaseView, RoomView, RunningRound, SeatView};
use wgs_play::{PlayerId, PlayerView, RoundPhase, RoundSetup, RoundView};

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
    // The round goes on, and its clock with it, for a player who has finished too.
    let players = seat.map(player).into_iter().collect();
    let mut shown = round_view(RoundPhase::Running, Some(limit), players);
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

#[cfg(test)]
mod tests {
    use wgs_play::room::MemberId;

    use super::*;
    use crate::play::room::pending_guess::tests::playing;

    #[test]
    fn the_clock_goes_on_for_a_player_who_has_finished() {
        let mut view = playing(5_000);
        let PhaseView::Playing { round } = &mut view.phase else {
            panic!("{view:?}");
        };
        round.seats = [true, false]
            .map(|is_finished| SeatView {
                member: Some(MemberId(1)),
                name: "Ann".to_owned(),
                level: None,
                words: 1,
                points: 1,
                is_finished,
            })
            .to_vec();
        for seat in [None, Some(0), Some(1)] {
            view.seat = seat;
            let shown = round_reply(&view).unwrap().view;
            assert_eq!(shown.phase, RoundPhase::Running, "{seat:?}");
            assert_eq!(shown.remaining, Some(60_000));
        }
    }
}
