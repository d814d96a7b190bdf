//! Judges a guess by its tiles, as people enter it with a finger or a mouse.
//!
//! The tiles only say which word is meant. It counts like the same word entered as text, with
//! the points of its best path. Tiles with wildcards may mean several words; they count for the
//! best word that was not found yet.

use wgs_config::spelling::Spelling;
use wgs_core::{Cell, Solver, letter};

use crate::hint::best_first;
use crate::judgement::judge_spelled;
use crate::solved_board::{BoardWord, SolvedBoard};
use crate::tally::tally;
use crate::typed_path::TileLetters;
use crate::verdict::{PathFault, Verdict};

/// Returns the letters of a path in upper case, with question marks for wildcards, and the index
/// of the word that it stands for, or a verdict that says why the guess does not count.
pub(crate) fn judge_path(
    path: &[Cell],
    board: &SolvedBoard,
    solver: &Solver,
    spelling: &Spelling,
    found: &[usize],
) -> (String, Result<usize, Verdict>) {
    let tiles = board.board().tiles();
    let q_is_qu = solver.rules().q_is_qu;
    let letters = |cell: &Cell| Some(TileLetters::new(tiles.get(cell.index())?, q_is_qu));
    let spelled: Vec<TileLetters<'_>> = path.iter().filter_map(letters).collect();
    let mut text = String::new();
    for tile in &spelled {
        text.push_str(if tile.is_wildcard { "?" } else { "" });
        text.extend(tile.letters.iter().copied());
    }
    let shown = spelling.show(&letter::upper(&text)).into_owned();
    if let Err(verdict) = check_path(path, board, solver) {
        return (shown, Err(verdict));
    }
    if spelled.iter().any(|tile| tile.is_wildcard) {
        let judged = judge_wildcards(path, &spelled, &text, board, solver, found);
        return (shown, judged);
    }
    let judged = judge_spelled(&shown, board, solver, spelling, found);
    (shown, judged)
}

/// Checks that a word may use cells in this order.
fn check_path(path: &[Cell], board: &SolvedBoard, solver: &Solver) -> Result<(), Verdict> {
    let (tiles, grid) = (board.board().tiles(), solver.grid());
    let fault = |cell, fault| Err(Verdict::NotAPath { cell, fault });
    for (step, &cell) in path.iter().enumerate() {
        let is_empty = tiles.get(cell.index()).is_none_or(|tile| tile.is_empty());
        if is_empty || cell.index() >= grid.len() {
            return fault(cell, PathFault::NoTile);
        }
        if !grid.reuses_tiles() && path[..step].contains(&cell) {
            return fault(cell, PathFault::UsedTwice);
        }
        if step > 0 && !grid.neighbours(path[step - 1]).any(|next| next == cell) {
            return fault(cell, PathFault::NotTouching);
        }
    }
    Ok(())
}

/// Finds the best word of the board that a path with wildcards can spell.
fn judge_wildcards(
    path: &[Cell],
    spelled: &[TileLetters<'_>],
    text: &str,
    board: &SolvedBoard,
    solver: &Solver,
    found: &[usize],
) -> Result<usize, Verdict> {
    let is_spelled = |word: &BoardWord| {
        let lexicon = solver.lexicon();
        let letters = lexicon.letters(word.word);
        let letters = letters
            .iter()
            .map(|letter| lexicon.alphabet().text(*letter));
        can_spell(path, spelled, &letters.collect::<Vec<_>>())
    };
    let words = board.words().iter().enumerate();
    let words: Vec<(usize, &BoardWord)> = words.filter(|(_, word)| is_spelled(word)).collect();
    let new = words.iter().filter(|(index, _)| !found.contains(index));
    let best = new.min_by_key(|(_, word)| best_first(word));
    if let Some((index, _)) = best {
        return Ok(*index);
    }
    if !words.is_empty() {
        return Err(Verdict::AlreadyFound);
    }
    let (length, required) = (
        tally(text, solver.rules()).length,
        solver.rules().min_word_length,
    );
    Err(match length < required {
        true => Verdict::TooShort {
            found: length,
            required,
        },
        false => Verdict::NotInDictionary,
    })
}

/// Returns whether tiles spell a word. Where a path uses a wildcard twice, it stands for the same
/// letter.
fn can_spell(path: &[Cell], spelled: &[TileLetters<'_>], word: &[&str]) -> bool {
    let mut stands_for: Vec<(Cell, &str)> = Vec::new();
    let mut rest = word;
    for (cell, tile) in path.iter().zip(spelled) {
        if tile.is_wildcard {
            let Some((first, others)) = rest.split_first() else {
                return false;
            };
            match stands_for.iter().find(|(other, _)| other == cell) {
                Some((_, letter)) if letter != first => return false,
                _ => stands_for.push((*cell, first)),
            }
            rest = others;
        }
        match rest.strip_prefix(tile.letters.as_slice()) {
            Some(others) => rest = others,
            None => return false,
        }
    }
    rest.is_empty()
}
