//! Words of many tiles. The vector engines pack a path of up to 20 cells into a number; longer
//! paths, and the other words on the same board, must still be found.

use wgs_engine::{Adjacency, Board, Grid, Lexicon, Rules, Solver};

use crate::oracle::{BoardAnswer, Oracle};
use crate::{engines, pick};

/// Places a text on a board row by row, alternately from left to right and from right to left.
fn snake(text: &str, columns: usize) -> Board {
    let letters: Vec<char> = text.chars().collect();
    let mut tiles = String::new();
    for (row, letters) in letters.chunks(columns).enumerate() {
        if row % 2 == 0 {
            tiles.extend(letters);
        } else {
            tiles.extend(letters.iter().rev());
        }
    }
    tiles.to_uppercase().parse().unwrap()
}

/// Compares all engines with the oracle on a board, which must have words of the given lengths.
fn check(grid: &Grid, board: &Board, words: &[String], lengths: &[usize]) {
    let rules = &Rules::boggle();
    let expected = Oracle { grid, board, rules }.answer(words);
    for length in lengths {
        let path = expected.best.iter().find(|it| it.path.len() == *length);
        assert!(path.is_some(), "no word of {length} tiles on {board}");
    }
    let lexicon = Lexicon::from_words(words).unwrap();
    for engine in engines(grid) {
        let solver = Solver::with_engine(&lexicon, grid, rules, engine).unwrap();
        let mut worker = solver.worker();
        // Twice, because a search that was given up must not affect the next one.
        for _ in 0..2 {
            let answer = BoardAnswer::of(&mut worker, board);
            if let Some(difference) = expected.difference(&answer) {
                panic!("{engine} on {board}: {difference}");
            }
        }
    }
}

/// Returns parts of a text. They are on any board that the whole text is on.
fn parts(text: &str, ranges: &[(usize, usize)]) -> Vec<String> {
    let part = |&(from, to): &(usize, usize)| text.chars().take(to).skip(from).collect();
    ranges.iter().map(part).collect()
}

#[test]
fn words_of_more_than_20_tiles_are_found_in_a_snake() {
    // Texts of only eight letters can have millions of paths. With this seed, they have few.
    let mut rng = crate::rng(5);
    for (columns, rows) in [
        (5, 5),
        (9, 3),
        (6, 6),
        (7, 4),
        (8, 8),
        (32, 2),
        (9, 9),
        (12, 12),
    ] {
        for letters in ["abcdefghijklmnop", "abcdefgh"] {
            let letters: Vec<char> = letters.chars().collect();
            let cells = columns * rows;
            let text: String = (0..cells).map(|_| *pick(&mut rng, &letters)).collect();
            let ends: Vec<usize> = [19, 20, 21, 22, 24, 30, 33, 36, 40, 63, 64]
                .into_iter()
                .filter(|&end| end <= cells)
                .collect();
            let mut words: Vec<String> = ends.iter().map(|&end| text[..end].to_owned()).collect();
            // Also words from the middle, a reversed one, and some of ordinary length.
            words.extend(parts(&text, &[(3, cells), (2, 23), (0, 4), (5, 9)]));
            let back: String = text.chars().rev().take(30).collect();
            words.push(back);
            for adjacency in [Adjacency::Straight, Adjacency::Diagonal] {
                let grid = Grid::rectangle(columns as u32, rows as u32, adjacency);
                check(&grid, &snake(&text, columns), &words, &ends);
            }
        }
    }
}

#[test]
fn words_of_one_repeated_letter_fill_a_line() {
    for cells in [20, 21, 27, 28, 36, 64, 65, 200] {
        let board = "A".repeat(cells).parse().unwrap();
        let lengths: Vec<usize> = [5, 19, 20, 21, 28, cells - 1, cells]
            .into_iter()
            .filter(|&length| length <= cells)
            .collect();
        let words: Vec<String> = lengths.iter().map(|&length| "a".repeat(length)).collect();
        let line = Grid::rectangle(cells as u32, 1, Adjacency::Straight);
        check(&line, &board, &words, &lengths);
        let column = Grid::rectangle(1, cells as u32, Adjacency::Diagonal);
        check(&column, &board, &words, &lengths);
    }
}

#[test]
fn a_long_word_goes_through_tiles_of_several_letters() {
    let tiles = "QuEThEAStThQIEnGAThEInAQuTEStInGThAQuEInAStThEA";
    let text = tiles.to_lowercase();
    let board: Board = tiles.parse().unwrap();
    assert!(board.len() > 28, "{board}");
    let text = text.replace("qie", "quie");
    for cells in [board.len(), 64, 70] {
        let grid = Grid::rectangle(cells as u32, 1, Adjacency::Straight);
        let words = [text.clone(), "thein".to_owned(), "ineht".to_owned()];
        check(&grid, &board, &words, &[board.len()]);
    }
}

#[test]
fn words_of_the_largest_possible_length_are_found() {
    let longest = Lexicon::MAX_WORD_LENGTH;
    let mut rng = crate::rng(255);
    // Many different letters, because with few the word would have millions of paths. Without Q,
    // which would count as Qu.
    let letters: Vec<char> = ('a'..='p').chain('а'..='я').chain('α'..='ρ').collect();
    let text: String = (0..256).map(|_| *pick(&mut rng, &letters)).collect();
    let words = parts(&text, &[(0, longest), (1, 256), (100, 140), (0, 3)]);
    let board = snake(&text, 16);
    for adjacency in [Adjacency::Straight, Adjacency::Diagonal] {
        let grid = Grid::rectangle(16, 16, adjacency);
        check(&grid, &board, &words, &[longest]);
    }
    let too_long = Lexicon::from_words([&text]);
    assert!(too_long.is_err());
}

#[test]
fn a_word_can_use_the_same_tiles_many_times_where_reuse_is_allowed() {
    let words = ["ab".repeat(127), "a".repeat(255), "ba".repeat(20)];
    let pair: Board = "AB".parse().unwrap();
    let row = Grid::rectangle(2, 1, Adjacency::Straight).with_reuse(true);
    check(&row, &pair, &words, &[254, 40]);
    let rack = Grid::rack(2).with_reuse(true);
    check(&rack, &pair, &words, &[254, 255, 40]);
    // The same on a grid with too many cells for a mask.
    let row = Grid::rectangle(70, 1, Adjacency::Straight).with_reuse(true);
    check(&row, &pair, &words, &[254, 40]);
}
