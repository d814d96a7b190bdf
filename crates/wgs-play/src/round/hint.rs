//! Gives the hints of a round.

use super::Round;
use crate::hint::{self, HintKind, RoundHint};
use crate::round_event::{IgnoredReason, RoundEvent};
use crate::round_input::PlayerId;

impl Round {
    pub(super) fn give_hint(
        &mut self,
        player: PlayerId,
        kind: HintKind,
        events: &mut Vec<RoundEvent>,
    ) -> Result<bool, IgnoredReason> {
        let person = &self.players[player.index()];
        let is_found = self.is_found_by(std::iter::once(person));
        let words = self.board.words();
        let is_unfound = |index: &usize| !is_found[*index];
        // A path that was shown is shown again until its word is found.
        let shown = person.shown.last().copied().filter(is_unfound);
        let unfound = (0..words.len()).filter(is_unfound);
        let next = unfound.min_by_key(|index| {
            let word = &words[*index];
            (self.commonness(word), hint::easiest_first(word))
        });
        let word = shown.or(next).ok_or(IgnoredReason::NoWordsLeft)?;
        let hint = self.describe_hint(kind, &is_found, word);
        let person = &mut self.players[player.index()];
        let is_first = !person.hints.contains(&kind);
        if is_first {
            person.hints.push(kind);
        }
        let is_new_path = kind == HintKind::Path && shown.is_none();
        if is_new_path {
            person.shown.push(word);
        }
        events.push(RoundEvent::HintGiven { player, hint });
        Ok(is_first || is_new_path)
    }

    fn describe_hint(&self, kind: HintKind, is_found: &[bool], word: usize) -> RoundHint {
        let words = self.board.words();
        let unfound = words.iter().zip(is_found);
        let unfound = unfound.filter(|(_, is_found)| !**is_found);
        hint::describe(
            kind,
            &self.board,
            unfound.map(|(word, _)| word),
            &words[word],
        )
    }

    /// Returns a hint of a kind that the player has already used, for the words that are left
    /// now. [`None`] if the player has not used it, or there is nothing to hint at.
    pub fn hint(&self, player: PlayerId, kind: HintKind) -> Option<RoundHint> {
        let person = self.player(player)?;
        let is_used = person.hints.contains(&kind);
        let is_found = self.is_found_by(std::iter::once(person));
        let word = match kind {
            HintKind::Path => *person.shown.last()?,
            _ => is_found.iter().position(|is_found| !is_found)?,
        };
        (is_used && !is_found[word]).then(|| self.describe_hint(kind, &is_found, word))
    }
}
