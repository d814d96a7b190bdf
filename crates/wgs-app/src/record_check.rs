//! Checks records: scores their boards again with the same dictionary, rules and grid.

use std::collections::HashMap;
use std::sync::Arc;

use wgs_engine::{Board, BoardMeasure, Budget, Face, Rescorer, Solver, Stopped, notation};
use wgs_records::Fingerprint;
use wgs_records::hunt::{Hunt, HuntGoal};
use wgs_records::record::Record;

use crate::{GameLoader, GameRequest, LoadedGame};

/// Measures a board, which must fit the grid, with all that a goal counts.
///
/// # Errors
///
/// Returns the reason if the budget was used up.
pub fn measure(
    solver: &Solver,
    board: &Board,
    goal: HuntGoal,
    budget: &Budget,
) -> Result<BoardMeasure, Stopped> {
    let mut rescorer = Rescorer::counting(solver, goal.count());
    rescorer.set_budget(budget.clone());
    rescorer.set_board(board)
}

/// The result of checking a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordCheck {
    /// Everything it says about the board is right.
    Correct,
    /// Something is wrong.
    Wrong(String),
    /// It could not be checked.
    Unchecked(String),
}

/// Checks records with the games of a configuration and the dictionaries that are there.
#[derive(Debug)]
pub struct RecordChecker<'l> {
    loader: &'l GameLoader,
    /// The dictionaries by the fingerprint of their words.
    dictionaries: HashMap<Fingerprint, String>,
}

impl<'l> RecordChecker<'l> {
    /// Prepares checks with the dictionaries of the configuration.
    pub fn new(loader: &'l GameLoader) -> Self {
        let mut checker = Self {
            loader,
            dictionaries: HashMap::new(),
        };
        for name in loader.catalogue().dictionaries().names() {
            // A dictionary that is missing only means that its records cannot be checked.
            let _ = checker.add_dictionary(name);
        }
        checker
    }

    /// Adds a dictionary: a name in the configuration, or a file.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be loaded.
    pub fn add_dictionary(&mut self, name: &str) -> Result<(), crate::LoadError> {
        let dictionary = self.loader.named_dictionary(name)?;
        let hash = Fingerprint::of_lexicon(dictionary.lexicon());
        self.dictionaries
            .entry(hash)
            .or_insert_with(|| name.to_owned());
        Ok(())
    }

    /// Returns the game of a record, with its dictionary and on its grid.
    ///
    /// # Errors
    ///
    /// Returns why there is no such game here.
    pub fn game(&self, record: &Record) -> Result<Arc<LoadedGame>, String> {
        let missing = || {
            format!(
                "no dictionary has the hash {} of {}",
                record.dictionary_hash, record.dictionary
            )
        };
        let dictionary = self.dictionaries.get(&record.dictionary_hash);
        let request = GameRequest {
            dictionary: Some(dictionary.ok_or_else(missing)?),
            ..GameRequest::named(&record.game)
        };
        let is_right = |game: &LoadedGame| Fingerprint::of_grid(game.grid()) == record.grid_hash;
        let own = self.loader.game(&request, "records");
        let game = match own {
            Ok(own) if is_right(&own) => own,
            _ => {
                let cells = u64::from(record.columns) * u64::from(record.rows);
                if cells > Hunt::MAX_CELLS as u64 {
                    return Err(format!("its grid has {cells} cells"));
                }
                let other = self.loader.game_of_size(&request, record.size(), "records");
                let other = other.map_err(|error| error.to_string())?;
                if !is_right(&other) {
                    return Err("the game has another grid here".to_owned());
                }
                other
            }
        };
        match Fingerprint::of_rules(game.rules()) == record.rules_hash {
            true => Ok(game),
            false => Err("the game has other rules here".to_owned()),
        }
    }

    /// Checks a record.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up.
    pub fn check(&self, record: &Record, budget: &Budget) -> Result<RecordCheck, Stopped> {
        match self.game(record) {
            Ok(game) => check(record, &game, budget),
            Err(reason) => Ok(RecordCheck::Unchecked(reason)),
        }
    }
}

fn check(record: &Record, game: &LoadedGame, budget: &Budget) -> Result<RecordCheck, Stopped> {
    let board = match game.read(&record.board) {
        Ok(board) => board,
        Err(error) => return Ok(RecordCheck::Wrong(format!("its board: {error}"))),
    };
    if let Err(error) = board.check_fit(game.grid()) {
        return Ok(RecordCheck::Wrong(format!("its board: {error}")));
    }
    let rollable = match game.board_checker().and_then(Result::ok) {
        Some(mut checker) => Some(checker.check_within(&board, budget)?),
        None => None,
    };
    let figures = measure(game.solver(), &board, record.goal, budget)?;
    let number = |number: Option<u64>| number.map_or("none".to_owned(), |it| it.to_string());
    let answer = |answer: Option<bool>| match answer {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    };
    for (what, said, found) in [
        (
            "words",
            number(Some(record.words)),
            number(Some(figures.words)),
        ),
        (
            "points",
            number(Some(record.points)),
            number(Some(figures.points)),
        ),
        (
            "long words",
            number(record.long_words),
            number(record.goal.count().long_words(&figures)),
        ),
        (
            "rollable",
            answer(record.rollable).to_owned(),
            answer(rollable).to_owned(),
        ),
    ] {
        if said != found {
            let wrong = format!("its {what} should be {found}, but the line says {said}");
            return Ok(RecordCheck::Wrong(wrong));
        }
    }
    Ok(match has_letters(record, game, &board, rollable) {
        true => RecordCheck::Correct,
        false => RecordCheck::Wrong(format!(
            "its board has other letters than {}",
            record.letters
        )),
    })
}

/// Returns whether a board has only the letters that the record allows.
fn has_letters(record: &Record, game: &LoadedGame, board: &Board, rollable: Option<bool>) -> bool {
    match record.letters.as_str() {
        "dice" => rollable == Some(true),
        "free" => true,
        list => notation::parse(&game.spelling().read(list)).is_ok_and(|allowed| {
            let is_allowed = |face: &Face| allowed.iter().any(|tile| tile.face == *face);
            board.tiles().iter().all(|tile| is_allowed(&tile.face))
        }),
    }
}
