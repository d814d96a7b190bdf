//! A round as plain data, for interfaces.

use wgs_config::commonness::Commonness;

use super::Round;
use crate::hint;
use crate::rank::Rank;
use crate::round_input::PlayerId;
use crate::round_view::{PlayerView, RankView, RoundView, WordView};
use crate::solved_board::BoardWord;

impl Round {
    /// How common a word of the board is, if that is known.
    pub fn commonness(&self, word: &BoardWord) -> Option<Commonness> {
        let commonness = self.context.commonness.as_ref()?;
        Some(commonness.of(word.word))
    }

    /// Returns the words a player found, in the order of finding, as plain data.
    pub fn word_views(&self, player: PlayerId) -> Vec<WordView> {
        let times = self.player(player).map_or(&[][..], |player| &player.times);
        let found = self.found(player).zip(times);
        found
            .map(|(word, &time)| self.word_view(word, time))
            .collect()
    }

    /// Returns the words of the board that a player did not find, in the order of
    /// [`RoundResult::missed`](crate::RoundResult::missed), as plain data. Their times are 0.
    pub fn missed_views(&self, player: PlayerId) -> Vec<WordView> {
        let is_found = self.is_found_by(self.player(player).into_iter());
        let words = self.board.words().iter().zip(is_found);
        let missed = words.filter(|(_, is_found)| !is_found);
        let mut missed: Vec<&BoardWord> = missed.map(|(word, _)| word).collect();
        self.sort_missed(&mut missed);
        missed
            .into_iter()
            .map(|word| self.word_view(word, 0))
            .collect()
    }

    /// Sorts missed words, the best first: those that people are likely to know, then by points.
    pub(crate) fn sort_missed(&self, missed: &mut [&BoardWord]) {
        missed.sort_by_cached_key(|word| {
            let familiarity = self.commonness(word).map(hint::familiarity);
            (familiarity, hint::best_first(word))
        });
    }

    fn word_view(&self, word: &BoardWord, time: u64) -> WordView {
        WordView {
            word: word.text.clone(),
            points: word.score.total,
            length: word.score.length,
            path: word.path.clone(),
            commonness: self.commonness(word),
            time,
        }
    }

    /// Returns the state of the round as plain data.
    pub fn view(&self) -> RoundView {
        let players = self.players.iter().zip(self.player_ids());
        let players = players.map(|(player, id)| PlayerView {
            name: player.name.clone(),
            level: player.level,
            points: self.points(id),
            words: player.found.len() as u64,
            penalty: player.penalty,
            rank: self.rank(id),
            hints: player.hints.clone(),
            paths_shown: player.shown.len() as u32,
            is_finished: player.is_finished,
        });
        RoundView {
            phase: self.phase,
            turn: self.turn,
            time: self.time,
            played: self.played,
            remaining: self.end_time().map(|end| end.saturating_sub(self.played)),
            words: self.board.words().len() as u64,
            points: self.board_points,
            players: players.collect(),
        }
    }

    /// The rank of a player, in games whose tiles all touch.
    fn rank(&self, player: PlayerId) -> Option<RankView> {
        let total = self.board_points;
        let rank = Rank::of(self.points(player), total);
        self.grid().is_full().then(|| RankView {
            rank,
            next: rank.next(),
            next_points: rank.next().unwrap_or(rank).points(total),
        })
    }
}
