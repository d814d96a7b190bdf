//! Judges a guess by its tiles, as people enter it with a finger or a mouse.
//!
//! The tiles only say which word is meant. It counts like the same word entered as text, with
//! the points of its best path. Tiles with wildcards may mean several words; they count for the
//! best word that was not found yet.

use wgs_engine::spelling::Spelling;
use wgs_engine::{Cell, SolvedWord, Solver, letter};

use crate::judgement::judge_spelled;
use crate::round::best_first;
use crate::solved_board::SolvedBoard;
use crate::typed_path::TileLetters;
use crate::verdict::{PathFault, Verdict};
use crate::word_tally::word_tally;

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
    let is_spelled = |word: &SolvedWord| {
        let lexicon = solver.lexicon();
        let letters = lexicon.letters(word.word);
        let letters = letters
            .iter()
            .map(|letter| lexicon.alphabet().text(*letter));
        can_spell(path, spelled, &letters.collect::<Vec<_>>())
    };
    let words = board.words().iter().enumerate();
    let words: Vec<(usize, &SolvedWord)> = words.filter(|(_, word)| is_spelled(word)).collect();
    let new = words.iter().filter(|(index, _)| !found.contains(index));
    let best = new.min_by_key(|(_, word)| best_first(word));
    if let Some((index, _)) = best {
        return Ok(*index);
    }
    if !words.is_empty() {
        return Err(Verdict::AlreadyFound);
    }
    let (length, required) = (
        word_tally(text, solver.rules()).length,
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wgs_engine::{Adjacency, Grid, Lexicon, Rules};

    use super::*;

    const WORDS: &str = "ab abc aba baba cab cabs abcab bb cc ca sac sacs cbc";

    /// The reference implementation: tries every letter for every wildcard, and looks the text up
    /// among the words of the board.
    fn plain_words(path: &[Cell], board: &SolvedBoard, reuses_tiles: bool) -> Vec<usize> {
        let mut texts = vec![(String::new(), Vec::<(Cell, char)>::new())];
        for cell in path {
            let tile = board.board().tiles()[cell.index()].to_string();
            let mut longer = Vec::new();
            for (text, stands_for) in texts {
                let letters: Vec<char> = match tile.starts_with('?') {
                    false => tile.chars().take(1).collect(),
                    true => ('A'..='Z').collect(),
                };
                for letter in letters {
                    let known = stands_for.iter().find(|(other, _)| other == cell);
                    if tile.starts_with('?') && known.is_some_and(|(_, other)| *other != letter) {
                        continue;
                    }
                    let text = format!("{text}{letter}{}", tile[1..].to_uppercase());
                    longer.push((text, [&stands_for[..], &[(*cell, letter)]].concat()));
                }
            }
            texts = longer;
        }
        assert!(
            reuses_tiles
                || path
                    .iter()
                    .all(|cell| path.iter().filter(|other| *other == cell).count() == 1)
        );
        let texts: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
        let words = board.words().iter().enumerate();
        let words = words.filter(|(_, word)| texts.contains(&word.text.as_str()));
        words.map(|(index, _)| index).collect()
    }

    proptest! {
        #[test]
        fn tiles_stand_for_the_best_new_word_that_they_spell(
            tiles in prop::collection::vec(prop::sample::select(vec!["A", "B", "C", "S", "?"]), 4..6),
            cells in prop::collection::vec(0..6usize, 0..5),
            found in prop::collection::vec(0..20usize, 0..4),
            shape in 0..3,
        ) {
            let grid = match shape {
                0 => Grid::rectangle(3, 2, Adjacency::Straight),
                1 => Grid::rack(6),
                _ => Grid::rack(6).with_reuse(true),
            };
            let rules = Rules::boggle().with_min_word_length(2);
            let lexicon = Lexicon::from_text(WORDS).unwrap();
            let solver = Solver::new(&lexicon, &grid, &rules);
            let board = SolvedBoard::new(tiles.concat().parse().unwrap(), &mut solver.worker()).unwrap();
            let path: Vec<Cell> = cells.into_iter().map(Cell::new).collect();
            let (text, judged) = judge_path(&path, &board, &solver, &Spelling::default(), &found);
            if check_path(&path, &board, &solver).is_err() {
                let is_fault = matches!(judged, Err(Verdict::NotAPath { .. }));
                prop_assert!(is_fault, "{text}: {judged:?}");
                return Ok(());
            }
            let words = plain_words(&path, &board, grid.reuses_tiles());
            let new = words.iter().copied().filter(|index| !found.contains(index));
            let best = new.min_by_key(|&index| best_first(&board.words()[index]));
            match best {
                Some(best) => prop_assert_eq!(judged, Ok(best)),
                None if !words.is_empty() => prop_assert_eq!(judged, Err(Verdict::AlreadyFound)),
                None => prop_assert!(judged.is_err(), "{}: {:?}", text, judged),
            }
        }
    }
}
