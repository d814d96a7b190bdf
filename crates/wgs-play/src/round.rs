//! A round: one board, its players, and the words each of them found. Adding up the points at
//! the end is [`RoundResult`](super::RoundResult)'s job.

use std::time::Duration;

use wgs_config::spelling::Spelling;
use wgs_core::{Grid, Rules, Solver};
use wgs_lab::Random;

use crate::judgement::judge;
use crate::level::Level;
use crate::round_result::RoundResult;
use crate::solved_board::{BoardWord, SolvedBoard};
use crate::verdict::Verdict;
use crate::vocabulary::Vocabulary;

/// The options of a round.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RoundOptions {
    /// The spelling that guesses are read with: that of the dictionary.
    pub spelling: Spelling,
    /// Whether a word found by several players scores for none of them, as in Boggle.
    pub cancel: bool,
}

/// The number of a player in a round, counted from 0 in the order of joining.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(usize);

impl PlayerId {
    /// The index of the player in [`Round::players`].
    pub fn index(self) -> usize {
        self.0
    }
}

/// A person or a computer that looks for words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The player's name.
    pub name: String,
    /// The skill of a computer player; [`None`] for a person.
    pub level: Option<Level>,
    /// The words the player found, as indices into the board's words, in the order of finding.
    found: Vec<usize>,
}

impl Player {
    /// The words the player found, as indices into the board's words, in the order of finding.
    pub(super) fn found(&self) -> &[usize] {
        &self.found
    }
}

/// One board, its players, and the words each of them found.
#[derive(Clone, Debug)]
pub struct Round {
    board: SolvedBoard,
    solver: Solver,
    options: RoundOptions,
    players: Vec<Player>,
}

impl Round {
    /// Starts a round without players on a board that this solver solved.
    pub fn new(board: SolvedBoard, solver: &Solver, options: RoundOptions) -> Self {
        Self {
            board,
            solver: solver.clone(),
            options,
            players: Vec::new(),
        }
    }

    /// Adds a person.
    pub fn join(&mut self, name: &str) -> PlayerId {
        self.add(name, None, Vec::new())
    }

    /// Adds a computer player, which finds all its words at once: those that a player of its
    /// level and vocabulary finds in the given time.
    pub fn join_computer(
        &mut self,
        name: &str,
        level: Level,
        vocabulary: &Vocabulary,
        time: Duration,
        random: &mut Random,
    ) -> PlayerId {
        let found = level.finds(self.board.words(), vocabulary, time, random);
        let found = found.into_iter().map(|find| find.word).collect();
        self.add(name, Some(level), found)
    }

    fn add(&mut self, name: &str, level: Option<Level>, found: Vec<usize>) -> PlayerId {
        let name = name.to_owned();
        self.players.push(Player { name, level, found });
        PlayerId(self.players.len() - 1)
    }

    /// The board with all its words.
    pub fn solved_board(&self) -> &SolvedBoard {
        &self.board
    }

    /// The cells of the board.
    pub fn grid(&self) -> &Grid {
        self.solver.grid()
    }

    /// The scoring rules.
    pub fn rules(&self) -> &Rules {
        self.solver.rules()
    }

    /// The options of the round.
    pub fn options(&self) -> &RoundOptions {
        &self.options
    }

    /// All players in the order of joining.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The ids of all players in the order of joining.
    pub fn player_ids(&self) -> impl ExactSizeIterator<Item = PlayerId> + use<> {
        (0..self.players.len()).map(PlayerId)
    }

    /// A player of this round.
    pub fn player(&self, player: PlayerId) -> &Player {
        &self.players[player.0]
    }

    /// The words a player found, in the order of finding.
    pub fn found(&self, player: PlayerId) -> impl ExactSizeIterator<Item = &BoardWord> {
        let found = self.player(player).found.iter();
        found.map(|&index| &self.board.words()[index])
    }

    /// The points of a player's words so far, before words that several players found are
    /// cancelled.
    pub fn points(&self, player: PlayerId) -> u64 {
        let scores = self.found(player).map(|word| word.score.total);
        scores.fold(0, u64::saturating_add)
    }

    /// Everybody's words and points, the winners, and the words nobody found.
    pub fn result(&self) -> RoundResult<'_> {
        RoundResult::new(self)
    }

    /// Judges a guess, and records it if it is a new word of the board.
    pub fn guess(&mut self, player: PlayerId, guess: &str) -> Verdict {
        let spelling = &self.options.spelling;
        let guess = spelling.read(guess.trim());
        let found = &self.players[player.0].found;
        let min_length = self.rules().min_word_length;
        match judge(&guess, &self.board, &self.solver, found, min_length) {
            Ok(index) => {
                self.players[player.0].found.push(index);
                Verdict::new_word(&self.board.words()[index])
            }
            Err(Verdict::AlreadyFound) => Verdict::AlreadyFound,
            Err(_) if !guess.contains(char::is_alphabetic) => Verdict::NoLetters,
            Err(Verdict::LettersMissing {
                letters,
                scarce,
                is_rack,
            }) => {
                let shown = |letters: Vec<String>| {
                    let letters = letters.iter();
                    let letters = letters.map(|letter| spelling.show(letter).into_owned());
                    letters.collect()
                };
                Verdict::LettersMissing {
                    letters: shown(letters),
                    scarce: shown(scarce),
                    is_rack,
                }
            }
            Err(verdict) => verdict,
        }
    }
}
