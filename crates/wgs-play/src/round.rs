//! A round: one board, its players, its clock, and the words each player found. Inputs with their
//! times go in, events come out; no clock is read here. Adding up the points at the end is
//! [`RoundResult`](super::RoundResult)'s job.

mod computer;
mod context;
mod event;
mod guess;
mod hint;
mod input;
mod report_word;
mod result;
mod saved;
mod setup;
mod view;

use wgs_engine::spelling::Spelling;
use wgs_engine::{Grid, Rules, SolvedWord};

use crate::level::Level;
use crate::score_unit::ScoreUnit;
use crate::solved_board::SolvedBoard;
use computer::ComputerFind;

pub use context::RoundContext;
pub use event::{EndReason, IgnoredReason, RoundEvent};
pub(crate) use hint::best_first;
pub use hint::{HintKind, LengthHint, RoundHint, StartHint, TileHint};
pub use input::{PlayerId, RoundAction, RoundInput};
pub use report_word::{Finder, ReportWord};
pub use result::{FoundWord, RoundResult, Standing};
pub use saved::{RestoreError, SavedRound};
pub use setup::{Penalty, PlayerSetup, RoundGoal, RoundSetup, SetupError, TurnOrder};
pub use view::{PlayerView, RankView, RoundPhase, RoundView, WordView};

/// A person or a computer that looks for words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The player's name.
    pub name: String,
    /// The skill of a computer player; [`None`] for a person.
    pub level: Option<Level>,
    /// The words the player found, as indices into the board's words, in the order of finding.
    found: Vec<usize>,
    /// When each of them was found, in milliseconds of playing time.
    times: Vec<u64>,
    /// The points lost to penalties.
    penalty: u64,
    /// The kinds of hints used, in the order of their first use.
    hints: Vec<HintKind>,
    /// The words whose paths were shown, as indices into the board's words.
    shown: Vec<usize>,
    is_finished: bool,
}

impl Player {
    /// The words the player found, as indices into the board's words, in the order of finding.
    pub(super) fn found(&self) -> &[usize] {
        &self.found
    }

    /// When each of them was found, in milliseconds of playing time.
    #[cfg(feature = "rooms")]
    pub(super) fn times(&self) -> &[u64] {
        &self.times
    }

    /// Whether the player has finished.
    #[cfg(feature = "rooms")]
    pub(super) fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// The points lost to penalties.
    pub(super) fn penalty(&self) -> u64 {
        self.penalty
    }

    fn find(&mut self, word: usize, time: u64) {
        self.found.push(word);
        self.times.push(time);
    }
}

/// One board, its players, its clock, and the words each player found.
///
/// ```
/// use wgs_engine::spelling::Spelling;
/// use wgs_engine::{Grid, Lexicon, Rules, Solver};
/// use wgs_play::{
///     EndReason, Round, RoundAction, RoundContext, RoundEvent, RoundInput, RoundSetup,
///     SolvedBoard,
/// };
///
/// let lexicon = Lexicon::from_text("cat act cats")?;
/// let (grid, rules) = (Grid::rack(4), Rules::boggle());
/// let solver = Solver::new(&lexicon, &grid, &rules);
/// let board = SolvedBoard::new("CATS".parse()?, &mut solver.worker())?;
/// let setup = RoundSetup { limit: Some(60_000), ..RoundSetup::default() };
/// let context = RoundContext::new(&solver, &Spelling::default());
/// let mut round = Round::new(setup, board.clone(), context.clone())?;
///
/// let guess = |word: &str| RoundAction::Guess(word.to_owned());
/// round.handle(RoundInput::new(5_000, guess("cat")));
/// round.handle(RoundInput::new(10_000, RoundAction::Pause));
/// assert_eq!(round.view().remaining, Some(50_000));
///
/// // The round is saved, and continues later where it was.
/// let saved = round.save();
/// let mut round = Round::restore(saved, board, context)?;
/// round.handle(RoundInput::new(99_000, RoundAction::Resume));
/// assert_eq!(round.view().players[0].points, 1);
/// assert_eq!(round.view().remaining, Some(50_000));
///
/// // Nothing counts after the time is up.
/// let events = round.handle(RoundInput::new(149_000, guess("act")));
/// assert!(events.contains(&RoundEvent::Ended { reason: EndReason::TimeUp }));
/// assert_eq!(round.view().players[0].points, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Round {
    setup: RoundSetup,
    board: SolvedBoard,
    board_points: u64,
    context: RoundContext,
    players: Vec<Player>,
    /// The words that all computer players will find, in the order of finding.
    finds: Vec<ComputerFind>,
    /// The number of finds that have happened.
    finds_shown: usize,
    phase: RoundPhase,
    /// The time of the last input.
    time: u64,
    /// The playing time, without pauses.
    played: u64,
    /// Whose turn it is, and the playing time when it began.
    turn: PlayerId,
    turn_start: u64,
    /// The inputs that changed the round.
    inputs: Vec<RoundInput>,
}

impl Round {
    /// Starts a round on the board of its setup, solved by the solver of the context.
    pub fn new(
        setup: RoundSetup,
        board: SolvedBoard,
        context: RoundContext,
    ) -> Result<Self, SetupError> {
        setup.check()?;
        let board = match ScoreUnit::of(context.solver.rules()) {
            ScoreUnit::Points => board,
            ScoreUnit::Words => board.with_word_points(),
        };
        let players = setup.players.iter().map(|player| Player {
            name: player.name.trim().to_owned(),
            level: player.level,
            found: Vec::new(),
            times: Vec::new(),
            penalty: 0,
            hints: Vec::new(),
            shown: Vec::new(),
            is_finished: false,
        });
        let players: Vec<Player> = players.collect();
        let first = players.iter().position(|player| player.level.is_none());
        Ok(Self {
            finds: computer::finds(&setup, board.words(), &context.vocabulary),
            finds_shown: 0,
            board_points: board.points(),
            setup,
            board,
            context,
            players,
            phase: RoundPhase::Running,
            time: 0,
            played: 0,
            turn: PlayerId::new(first.unwrap_or(0)),
            turn_start: 0,
            inputs: Vec::new(),
        })
    }

    /// Continues a saved round on the board of its setup.
    pub fn restore(
        saved: SavedRound,
        board: SolvedBoard,
        context: RoundContext,
    ) -> Result<Self, RestoreError> {
        if saved.version != SavedRound::VERSION {
            return Err(RestoreError::Version {
                found: saved.version,
                expected: SavedRound::VERSION,
            });
        }
        let round = Self::new(saved.setup, board, context);
        let mut round = round.map_err(RestoreError::Setup)?;
        let (found_words, found_points) = (round.board.words().len() as u64, round.board_points);
        let is_played_for_words = round.unit() == ScoreUnit::Words;
        if saved.words != found_words || !is_played_for_words && saved.points != found_points {
            return Err(RestoreError::OtherWords {
                words: saved.words,
                points: saved.points,
                found_words,
                found_points,
            });
        }
        for (input, number) in saved.inputs.into_iter().zip(1..) {
            let found = format!("{:?}", input.action);
            round.handle(input);
            if round.inputs.len() < number {
                let found = found.chars().take(80).collect();
                return Err(RestoreError::Input { number, found });
            }
        }
        round.handle(RoundInput::tick(saved.time));
        Ok(round)
    }

    /// Returns the data to continue the round later.
    pub fn save(&self) -> SavedRound {
        SavedRound {
            version: SavedRound::VERSION,
            setup: self.setup.clone(),
            words: self.board.words().len() as u64,
            points: self.board_points,
            inputs: self.inputs.clone(),
            time: self.time,
        }
    }

    /// Handles an input, and returns what happened since the input before.
    pub fn handle(&mut self, input: RoundInput) -> Vec<RoundEvent> {
        let mut events = Vec::new();
        self.advance(input.time, &mut events);
        if input.action == RoundAction::Tick {
            return events;
        }
        match self.act(input.player, &input.action, &mut events) {
            Ok(true) => self.inputs.push(RoundInput {
                // The time on the clock, not the input's own: a replay has the same one.
                time: self.time,
                ..input
            }),
            Ok(false) => {}
            Err(reason) => events.push(RoundEvent::Ignored { reason }),
        }
        events
    }

    /// Moves the clock.
    fn advance(&mut self, time: u64, events: &mut Vec<RoundEvent>) {
        let passed = time.saturating_sub(self.time);
        self.time += passed;
        if self.phase != RoundPhase::Running {
            return;
        }
        let end = self.end_time();
        let played = self.played.saturating_add(passed);
        self.played = played.min(end.unwrap_or(u64::MAX));
        if self.setup.turns == TurnOrder::Together {
            let until = self.played.min(self.computer_limit().unwrap_or(u64::MAX));
            self.show_finds(until, events);
        }
        if Some(self.played) == end {
            events.push(RoundEvent::TimeUp);
            match self.setup.turns {
                TurnOrder::Together => self.end(EndReason::TimeUp, events),
                TurnOrder::OneByOne => self.finish(self.turn, EndReason::TimeUp, events),
            }
        }
    }

    /// The time that computer players have, in milliseconds.
    fn computer_limit(&self) -> Option<u64> {
        self.setup.limit.or(self.setup.computer_limit)
    }

    /// The playing time at which the round or the turn ends.
    fn end_time(&self) -> Option<u64> {
        let limit = self.setup.limit?;
        Some(self.turn_start.saturating_add(limit))
    }

    /// Lets computer players find their words until a time.
    fn show_finds(&mut self, until: u64, events: &mut Vec<RoundEvent>) {
        let finds = self.finds[self.finds_shown..].iter();
        for find in finds.take_while(|find| find.time <= until) {
            let word = &self.board.words()[find.word];
            self.players[find.player.index()].find(find.word, find.time);
            self.finds_shown += 1;
            events.push(RoundEvent::ComputerFound {
                player: find.player,
                length: word.score.length,
                points: word.score.total,
                time: find.time,
            });
        }
    }

    /// Performs an action. Returns whether it changed the round.
    fn act(
        &mut self,
        player: PlayerId,
        action: &RoundAction,
        events: &mut Vec<RoundEvent>,
    ) -> Result<bool, IgnoredReason> {
        if let RoundPhase::Ended(_) = self.phase {
            return Err(IgnoredReason::Ended);
        }
        let Some(person) = self.player(player).filter(|player| player.level.is_none()) else {
            return Err(IgnoredReason::UnknownPlayer);
        };
        let is_finished = person.is_finished;
        match action {
            RoundAction::Tick => return Ok(false),
            RoundAction::Pause if self.phase == RoundPhase::Paused => {
                return Err(IgnoredReason::Paused);
            }
            RoundAction::Pause => {
                self.phase = RoundPhase::Paused;
                events.push(RoundEvent::Paused);
                return Ok(true);
            }
            RoundAction::Resume if self.phase == RoundPhase::Running => {
                return Err(IgnoredReason::NotPaused);
            }
            RoundAction::Resume => {
                self.phase = RoundPhase::Running;
                events.push(RoundEvent::Resumed);
                return Ok(true);
            }
            RoundAction::End => {
                self.end(EndReason::Finished, events);
                return Ok(true);
            }
            _ => {}
        }
        if is_finished {
            return Err(IgnoredReason::Finished);
        }
        if self.setup.turns == TurnOrder::OneByOne && self.turn != player {
            return Err(IgnoredReason::NotTheirTurn);
        }
        if *action == RoundAction::Finish {
            self.finish(player, EndReason::Finished, events);
            return Ok(true);
        }
        if self.phase == RoundPhase::Paused {
            return Err(IgnoredReason::Paused);
        }
        match action {
            RoundAction::Guess(text) => self.guess(player, text, events),
            RoundAction::GuessPath(path) => self.guess_path(player, path, events),
            RoundAction::Hint(kind) => self.give_hint(player, *kind, events),
            _ => Ok(false),
        }
    }

    /// Returns for each word of the board whether one of the players found it.
    fn is_found_by<'p>(&self, players: impl Iterator<Item = &'p Player>) -> Vec<bool> {
        let mut is_found = vec![false; self.board.words().len()];
        for index in players.flat_map(|player| &player.found) {
            is_found[*index] = true;
        }
        is_found
    }

    /// Ends the part of a person: the turn, or the round if no other person plays.
    fn finish(&mut self, player: PlayerId, reason: EndReason, events: &mut Vec<RoundEvent>) {
        self.players[player.index()].is_finished = true;
        if self.setup.turns == TurnOrder::OneByOne {
            events.push(RoundEvent::TurnEnded { player });
        }
        let is_waiting = |player: &Player| player.level.is_none() && !player.is_finished;
        match self.players.iter().position(is_waiting) {
            None => self.end(reason, events),
            Some(next) if self.setup.turns == TurnOrder::OneByOne => {
                self.turn = PlayerId::new(next);
                self.turn_start = self.played;
                self.phase = RoundPhase::Paused;
            }
            Some(_) => {}
        }
    }

    /// Ends the round. Computer players still have the rest of their time, unless every word
    /// was found: ending a round early is no advantage.
    fn end(&mut self, reason: EndReason, events: &mut Vec<RoundEvent>) {
        let is_cut_short = self.setup.turns == TurnOrder::Together && reason == EndReason::AllFound;
        if !is_cut_short {
            self.show_finds(self.computer_limit().unwrap_or(self.played), events);
        }
        self.phase = RoundPhase::Ended(reason);
        events.push(RoundEvent::Ended { reason });
    }

    /// The setup of the round.
    pub fn setup(&self) -> &RoundSetup {
        &self.setup
    }

    /// The board with all its words.
    pub fn solved_board(&self) -> &SolvedBoard {
        &self.board
    }

    /// What scores are counted in. In a round that is played for words, each word has one point.
    pub fn unit(&self) -> ScoreUnit {
        ScoreUnit::of(self.rules())
    }

    /// The cells of the board.
    pub fn grid(&self) -> &Grid {
        self.context.solver.grid()
    }

    /// The scoring rules.
    pub fn rules(&self) -> &Rules {
        self.context.solver.rules()
    }

    /// The spelling that guesses are read in.
    pub fn spelling(&self) -> &Spelling {
        &self.context.spelling
    }

    /// Whether the clock runs.
    pub fn phase(&self) -> RoundPhase {
        self.phase
    }

    /// The time of the last input, in milliseconds. An interface that restores a round sets its
    /// clock to this time.
    pub fn time(&self) -> u64 {
        self.time
    }

    /// All players in the order of the setup.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The ids of all players in the order of the setup.
    pub fn player_ids(&self) -> impl ExactSizeIterator<Item = PlayerId> + use<> {
        (0..self.players.len()).map(PlayerId::new)
    }

    /// A player of this round; [`None`] if there is no player with this number.
    pub fn player(&self, player: PlayerId) -> Option<&Player> {
        self.players.get(player.index())
    }

    /// The words a player found, in the order of finding. Those of a computer player are secret
    /// until the round ends: a person could enter them too.
    pub fn found(&self, player: PlayerId) -> impl ExactSizeIterator<Item = &SolvedWord> {
        let has_ended = matches!(self.phase, RoundPhase::Ended(_));
        let player = self.player(player);
        let player = player.filter(|player| has_ended || player.level.is_none());
        self.words_of(player)
    }

    fn words_of(&self, player: Option<&Player>) -> impl ExactSizeIterator<Item = &SolvedWord> {
        let found = player.map_or(&[][..], |player| &player.found);
        found.iter().map(|&index| &self.board.words()[index])
    }

    /// The points of a player's words so far, less penalties, before words that several players
    /// found are cancelled.
    pub fn points(&self, player: PlayerId) -> i64 {
        let player = self.player(player);
        let scores = self.words_of(player).map(|word| word.score.total);
        let points = scores.fold(0, u64::saturating_add);
        less_penalty(points, player.map_or(0, Player::penalty))
    }

    /// Each player's words and points, the winners, and the missed words.
    pub fn result(&self) -> RoundResult<'_> {
        RoundResult::new(self)
    }
}

/// Subtracts penalties from points.
pub(super) fn less_penalty(points: u64, penalty: u64) -> i64 {
    let signed = |points: u64| i64::try_from(points).unwrap_or(i64::MAX);
    signed(points).saturating_sub(signed(penalty))
}
