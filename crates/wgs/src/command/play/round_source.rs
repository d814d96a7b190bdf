//! The judge of the round on the screen: this program, or a room on a server.

use wgs_play::{
    HintKind, PlayerId, Round, RoundAction, RoundEvent, RoundHint, RoundInput, RoundView,
    TurnOrder, WordView,
};

use super::shown_board::ShownBoard;
use super::summary::RoundSummary;

/// The judge of a round.
pub(super) trait RoundSource {
    /// The board.
    fn board(&self) -> ShownBoard<'_>;

    /// Passes on an action of the person who plays now, `time` milliseconds after the round began
    /// on the screen. Returns what has happened since the last action; the effect of this one may
    /// come later.
    fn act(&mut self, time: u64, action: RoundAction) -> Vec<RoundEvent>;

    /// Clock, points and words so far.
    fn view(&self) -> RoundView;

    /// The time limit, in milliseconds.
    fn limit(&self) -> Option<u64>;

    /// The words that a player has found, in the order of finding. Those of players on other
    /// machines are not known.
    fn words(&self, player: PlayerId) -> Vec<WordView>;

    /// Whether the words and points of the others are shown during the round.
    fn shows_others(&self) -> bool;

    /// A hint to the person who plays now, without using it up.
    fn hint(&self, kind: HintKind) -> Option<RoundHint>;

    /// Whether the clock runs on a server, for everyone: there are no pauses and no hints.
    fn is_shared(&self) -> bool {
        false
    }

    /// Why the person cannot enter words, if that is so.
    fn watching(&self) -> Option<&'static str> {
        None
    }

    /// The result.
    fn summary(&self) -> RoundSummary;
}

/// A round in this program.
impl RoundSource for &mut Round {
    fn board(&self) -> ShownBoard<'_> {
        (&**self).into()
    }

    fn act(&mut self, time: u64, action: RoundAction) -> Vec<RoundEvent> {
        let player = Round::view(self).turn;
        self.handle(RoundInput {
            time,
            player,
            action,
        })
    }

    fn view(&self) -> RoundView {
        Round::view(self)
    }

    fn limit(&self) -> Option<u64> {
        self.setup().limit
    }

    fn words(&self, player: PlayerId) -> Vec<WordView> {
        self.word_views(player)
    }

    fn shows_others(&self) -> bool {
        self.setup().turns == TurnOrder::Together
    }

    fn hint(&self, kind: HintKind) -> Option<RoundHint> {
        Round::hint(self, Round::view(self).turn, kind)
    }

    fn summary(&self) -> RoundSummary {
        (&**self).into()
    }
}
