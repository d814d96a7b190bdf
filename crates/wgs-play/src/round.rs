//! A board, its words, and who found which. What that adds up to in the end is
//! [`RoundResult`](super::RoundResult)'s matter.

use std::time::Duration;

use wgs_core::{Grid, Lexicon, Rules, Solver};
use wgs_lab::Random;

use crate::judge::refusal;
use crate::level::Level;
use crate::result::RoundResult;
use crate::scrabblet::{Hand, HandWord};
use crate::verdict::Verdict;
use wgs_config::spelling::Spelling;

/// How a round is played.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RoundOptions {
    /// How guesses are understood: as the words of the dictionary are.
    pub spelling: Spelling,
    /// Whether words that several players found score for none of them, as around a table.
    pub cancel: bool,
}

/// A player's place in a round, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(usize);

impl Seat {
    /// The place among all players, from 0.
    pub fn index(self) -> usize {
        self.0
    }
}

/// Someone who looks for words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// How others call them.
    pub name: String,
    /// What the computer plays like, if it is the computer.
    pub level: Option<Level>,
    /// The words that were found, as places in the hand, in the order they were found.
    found: Vec<usize>,
}

impl Player {
    /// The words that were found, as places among those of the hand.
    pub(super) fn found(&self) -> &[usize] {
        &self.found
    }
}

/// A board, its words, and who found which.
#[derive(Clone, Debug)]
pub struct Round {
    hand: Hand,
    solver: Solver,
    options: RoundOptions,
    players: Vec<Player>,
}

impl Round {
    /// Begins a round with a board of this solver. Nobody plays yet.
    pub fn new(hand: Hand, solver: &Solver, options: RoundOptions) -> Self {
        Self {
            hand,
            solver: solver.clone(),
            options,
            players: Vec::new(),
        }
    }

    /// Gives someone a seat.
    pub fn join(&mut self, name: &str) -> Seat {
        self.seat(name, None, Vec::new())
    }

    /// Gives the computer a seat. It finds all its words at once: those that a player of its
    /// level would find in some time.
    pub fn join_computer(
        &mut self,
        name: &str,
        level: Level,
        time: Duration,
        random: &mut Random,
    ) -> Seat {
        let found = level.found(self.hand.words(), time, random);
        self.seat(name, Some(level), found)
    }

    fn seat(&mut self, name: &str, level: Option<Level>, found: Vec<usize>) -> Seat {
        let name = name.to_owned();
        self.players.push(Player { name, level, found });
        Seat(self.players.len() - 1)
    }

    /// The board with all its words.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The dictionary.
    pub(super) fn lexicon(&self) -> &Lexicon {
        self.solver.lexicon()
    }

    /// The cells of the board.
    pub fn grid(&self) -> &Grid {
        self.solver.grid()
    }

    /// How words score.
    pub fn rules(&self) -> &Rules {
        self.solver.rules()
    }

    /// How the round is played.
    pub fn options(&self) -> &RoundOptions {
        &self.options
    }

    /// Everyone, by their seats.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// All seats in order.
    pub fn seats(&self) -> impl ExactSizeIterator<Item = Seat> + use<> {
        (0..self.players.len()).map(Seat)
    }

    /// The player on a seat of this round.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.0]
    }

    /// The words that a player found, in the order they were found.
    pub fn found(&self, seat: Seat) -> impl ExactSizeIterator<Item = &HandWord> {
        let found = self.player(seat).found.iter();
        found.map(|&place| &self.hand.words()[place])
    }

    /// The points of a player's words so far, as if no other player found them.
    pub fn points(&self, seat: Seat) -> u64 {
        let scores = self.found(seat).map(|word| word.score.total);
        scores.fold(0, u64::saturating_add)
    }

    /// Everybody's words and points, who won, and what was missed.
    pub fn result(&self) -> RoundResult<'_> {
        RoundResult::new(self)
    }

    /// Judges a guess, and counts it if it is a new word of the board.
    pub fn guess(&mut self, seat: Seat, guess: &str) -> Verdict {
        let read = self.options.spelling.read(guess.trim()).into_owned();
        match self.place(&read) {
            Some(place) if self.player(seat).found.contains(&place) => Verdict::AlreadyFound,
            Some(place) => {
                self.players[seat.0].found.push(place);
                let word = &self.hand.words()[place];
                Verdict::Counts {
                    word: word.text.clone(),
                    points: word.score.total,
                    path: word.path.clone(),
                }
            }
            None => refusal(self, &read),
        }
    }

    /// Where a guess stands among the words of the board.
    fn place(&self, guess: &str) -> Option<usize> {
        let word = self.lexicon().find(guess)?;
        let words = self.hand.words();
        words.binary_search_by_key(&word, |found| found.word).ok()
    }
}
