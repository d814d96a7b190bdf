//! Guesses that the server has not answered yet. They survive a lost connection and are sent again,
//! unless their round has ended meanwhile: then they came too late, and are listed.

use leptos::prelude::*;
use wgs_play::room::{PhaseView, RoomAction, RoomView};

/// A guess that the server has not answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingGuess {
    /// The number of the message.
    pub id: u64,
    /// The word in upper case.
    pub text: String,
    /// The guess.
    pub action: RoomAction,
}

/// The guesses without an answer, in their order. Copies refer to the same guesses.
#[derive(Clone, Copy)]
pub struct PendingGuesses {
    waiting: RwSignal<Vec<PendingGuess>>,
    late: RwSignal<Vec<PendingGuess>>,
    /// When the round of the guesses started, in milliseconds since 1970.
    round: RwSignal<u64>,
}

impl PendingGuesses {
    /// Starts without a guess.
    pub fn new() -> Self {
        Self {
            waiting: RwSignal::new(Vec::new()),
            late: RwSignal::new(Vec::new()),
            round: RwSignal::new(0),
        }
    }

    /// The guesses, as a reactive value.
    pub fn all(self) -> Vec<PendingGuess> {
        self.waiting.get()
    }

    /// The number of guesses, as a reactive value.
    pub fn count(self) -> usize {
        self.waiting.with(Vec::len)
    }

    /// The words that came too late for their round, as a reactive value.
    pub fn late(self) -> Vec<String> {
        self.late
            .with(|late| late.iter().map(|guess| guess.text.clone()).collect())
    }

    /// Whether the guess with a number came too late.
    pub fn is_late(self, id: u64) -> bool {
        self.late
            .with_untracked(|late| late.iter().any(|guess| guess.id == id))
    }

    /// Whether the guesses have a word.
    pub fn has(self, text: &str) -> bool {
        self.waiting
            .with_untracked(|guesses| guesses.iter().any(|guess| guess.text == text))
    }

    /// Adds a guess.
    pub fn add(self, guess: PendingGuess) {
        self.waiting.update(|guesses| guesses.push(guess));
    }

    /// Removes the guess with a number, and returns it.
    pub fn take(self, id: u64) -> Option<PendingGuess> {
        let mut taken = None;
        self.waiting.update(|guesses| {
            let index = guesses.iter().position(|guess| guess.id == id);
            taken = index.map(|index| guesses.remove(index));
        });
        taken
    }

    /// Notes that a guess came too late.
    pub fn add_late(self, guess: PendingGuess) {
        self.late.update(|late| late.push(guess));
    }

    /// Notes that the round of the guesses has ended: those that wait came too late.
    pub fn end_round(self) {
        let waiting = self.waiting.try_update(std::mem::take).unwrap_or_default();
        if !waiting.is_empty() {
            self.late.update(|late| late.extend(waiting));
        }
    }

    /// Notes that a round has started.
    pub fn start_round(self, started_at: u64) {
        self.end_round();
        self.clear_late();
        self.round.set(started_at);
    }

    /// Forgets the guesses that came too late, because the player has seen them.
    pub fn clear_late(self) {
        self.late.set(Vec::new());
    }

    /// Compares the guesses with the whole room: those that were counted need no answer any more,
    /// and those of a round that has ended came too late.
    pub fn compare(self, view: &RoomView) {
        let running = match &view.phase {
            PhaseView::Playing { round } => Some(round.started_at),
            _ => None,
        };
        let before = self.round.get_untracked();
        self.waiting
            .update(|guesses| guesses.retain(|guess| !is_counted(view, before, &guess.text)));
        if running != Some(before) {
            self.end_round();
        }
        if let Some(running) = running {
            self.round.set(running);
        }
    }

    /// Removes all guesses.
    pub fn clear(self) {
        self.waiting.set(Vec::new());
        self.clear_late();
    }
}

/// Whether a word was counted for this member, or the team, in the round that started at a time.
fn is_counted(view: &RoomView, round: u64, word: &str) -> bool {
    match (&view.phase, &view.report) {
        (PhaseView::Playing { round: running }, _) if running.started_at == round => {
            view.words.iter().any(|it| it.word == word)
        }
        (_, Some(report)) if report.started_at == round => {
            let is_own = |player: u32| {
                let player = report.players.get(player as usize);
                let is_team = report.team_points.is_some();
                player.is_some_and(|it| it.member == Some(view.member) || is_team)
            };
            let mut words = report.words.iter();
            words.any(|it| it.word == word && it.finders.iter().any(|by| is_own(by.player)))
        }
        _ => false,
    }
}

impl Default for PendingGuesses {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use wgs_play::room::{
        Entrance, MemberId, ReportPlayer, Room, RoomInput, RoomInputKind, RoomSettings,
        RoundReport, RunningRound, Scoring,
    };
    use wgs_play::{EndReason, Finder, ReportWord};

    use super::*;

    fn pending(words: &[&str]) -> PendingGuesses {
        let guesses = PendingGuesses::new();
        for (id, text) in (1..).zip(words) {
            let action = RoomAction::Guess((*text).to_owned());
            let text = (*text).to_owned();
            guesses.add(PendingGuess { id, text, action });
        }
        guesses
    }

    fn texts(guesses: PendingGuesses) -> Vec<String> {
        let guesses = untrack(|| guesses.all());
        guesses.into_iter().map(|guess| guess.text).collect()
    }

    /// The room of one member, who plays a round that started at a time.
    pub(crate) fn playing(started_at: u64) -> RoomView {
        let mut room = Room::new("BDFGHJKL".parse().unwrap(), RoomSettings::default(), 0);
        let entrance = Entrance {
            name: "Ann".to_owned(),
            player: None,
            token_hash: String::new(),
            is_spectator: false,
        };
        let kind = RoomInputKind::Join(entrance);
        room.handle(RoomInput { at: 0, kind });
        let mut view = room.view(MemberId(1)).unwrap();
        view.phase = PhaseView::Playing {
            round: RunningRound {
                number: 1,
                game: String::new(),
                size: None,
                board: String::new(),
                started_at,
                ends_at: started_at + 60_000,
                words: 0,
                points: 0,
                seats: Vec::new(),
            },
        };
        view
    }

    /// The same room after the round, in which the member found a word.
    fn ended(started_at: u64, found: &str) -> RoomView {
        let mut view = playing(started_at);
        view.phase = PhaseView::Waiting;
        view.report = Some(RoundReport {
            id: 1,
            number: 1,
            rounds: 1,
            game: String::new(),
            dictionary: None,
            size: None,
            board: String::new(),
            scoring: Scoring::Classic,
            started_at,
            played: 60_000,
            reason: EndReason::TimeUp,
            is_cut_short: false,
            is_rated: true,
            players: vec![ReportPlayer {
                member: Some(view.member),
                player: None,
                name: "Ann".to_owned(),
                level: None,
                points: 1,
                penalty: 0,
                words: 1,
                counted: 1,
            }],
            winners: vec![0],
            team_points: None,
            words: vec![ReportWord {
                word: found.to_owned(),
                points: 1,
                path: Vec::new(),
                commonness: None,
                finders: vec![Finder { player: 0, time: 1 }],
                is_cancelled: false,
            }],
            more_missed: 0,
            standings: Vec::new(),
        });
        view
    }

    #[test]
    fn an_answered_guess_is_removed_and_the_others_stay_in_order() {
        let owner = Owner::new();
        owner.set();
        let guesses = pending(&["CAT", "ACT", "TAC"]);
        assert_eq!(
            guesses.take(2).map(|guess| guess.text).as_deref(),
            Some("ACT")
        );
        assert_eq!(guesses.take(2), None);
        assert_eq!(texts(guesses), ["CAT", "TAC"]);
        assert!(guesses.has("CAT") && !guesses.has("ACT"));
    }

    #[test]
    fn words_that_are_sent_after_the_end_of_their_round_are_listed_as_too_late() {
        let owner = Owner::new();
        owner.set();
        // The connection comes back in the round, after it, and in the next round.
        for (now, waiting, late) in [
            (playing(5), vec!["CAT", "ACT"], vec![]),
            (ended(5, "ACT"), vec![], vec!["CAT"]),
            (ended(5, "CATS"), vec![], vec!["CAT", "ACT"]),
            (playing(90_000), vec![], vec!["CAT", "ACT"]),
        ] {
            let guesses = PendingGuesses::new();
            guesses.compare(&playing(5));
            for guess in untrack(|| pending(&["CAT", "ACT"]).all()) {
                guesses.add(guess);
            }
            guesses.compare(&now);
            assert_eq!(texts(guesses), waiting);
            assert_eq!(untrack(|| guesses.late()), late);
            assert_eq!(guesses.is_late(1), late.contains(&"CAT"));
        }
    }
}
