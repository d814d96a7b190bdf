//! How likely the boards and moves of a cup are, and where it places words.

use std::collections::BTreeMap;

use wgs_dice::{Cup, Move, Random, RequiredWords};
use wgs_engine::LetterDistribution;
use wgs_engine::{Adjacency, Face, Grid, Tile};

use crate::create::{dice, pool};

/// How often each face appears on each cell.
fn counts(
    letters: &LetterDistribution,
    tiles: usize,
    rolls: u64,
) -> BTreeMap<(usize, String), u64> {
    let cup = Cup::new(letters, tiles).unwrap();
    let mut counts = BTreeMap::new();
    for part in 0..rolls {
        let board = cup.board(&cup.roll(&mut Random::stream(7, part)));
        for (cell, tile) in board.tiles().iter().enumerate() {
            *counts.entry((cell, tile.face.to_string())).or_insert(0) += 1;
        }
    }
    counts
}

#[test]
fn dice_faces_and_cells_are_equally_likely() {
    const ROLLS: u64 = 24_000;
    // The expected share of rolls that show each face on each cell.
    for (letters, tiles, expected) in [
        // Shuffled dice: each face of each die on each cell.
        (
            dice("AB, CDEF, Qu", true),
            3,
            "A 1/6 B 1/6 C 1/12 D 1/12 E 1/12 F 1/12 Qu 1/3",
        ),
        // A die with the same face twice.
        (dice("AAB, C", true), 2, "A 1/3 B 1/6 C 1/2"),
        // More shuffled dice than cells: any of them.
        (
            dice("A, B, C, D?, E", true),
            2,
            "A 1/5 B 1/5 C 1/5 D 1/10 ? 1/10 E 1/5",
        ),
        // Pools without and with replacement.
        (pool("AABC.?", true), 3, "A 1/3 B 1/6 C 1/6 . 1/6 ? 1/6"),
        (pool("AAB", false), 5, "A 2/3 B 1/3"),
    ] {
        let counts = counts(&letters, tiles, ROLLS);
        let expected: Vec<&str> = expected.split(' ').collect();
        assert_eq!(counts.len(), tiles * expected.len() / 2, "{letters}");
        for pair in expected.chunks(2) {
            let (part, whole) = pair[1].split_once('/').unwrap();
            let mean = ROLLS * part.parse::<u64>().unwrap() / whole.parse::<u64>().unwrap();
            for cell in 0..tiles {
                let count = counts[&(cell, pair[0].to_owned())];
                // At least five standard deviations.
                assert!(
                    count.abs_diff(mean) < 400,
                    "{letters}: {} on cell {cell}: {count}, not {mean}",
                    pair[0]
                );
            }
        }
    }
}

#[test]
fn unshuffled_dice_stay_in_order_and_surplus_dice_are_never_rolled() {
    let counts = counts(&dice("AB, C, DDE, F", false), 3, 9_000);
    let found: Vec<(usize, &str)> = counts.keys().map(|(c, face)| (*c, face.as_str())).collect();
    assert_eq!(found, [(0, "A"), (0, "B"), (1, "C"), (2, "D"), (2, "E")]);
    for ((_, face), mean) in counts.keys().zip([4_500u64, 4_500, 9_000, 6_000, 3_000]) {
        let count: u64 = counts
            .iter()
            .filter(|((_, other), _)| other == face)
            .map(|(_, count)| count)
            .sum();
        assert!(count.abs_diff(mean) < 250, "{face}: {count}, not {mean}");
    }
}

#[test]
fn all_arrangements_of_dice_are_equally_likely() {
    let letters = dice("A, B, C, D", true);
    let cup = Cup::new(&letters, 3).unwrap();
    let mut boards: BTreeMap<String, u64> = BTreeMap::new();
    for part in 0..24_000 {
        let roll = cup.roll(&mut Random::stream(11, part));
        *boards.entry(cup.board(&roll).to_string()).or_default() += 1;
    }
    assert_eq!(boards.len(), 24);
    for (board, count) in boards {
        assert!(count.abs_diff(1_000) < 200, "{board}: {count}");
    }
}

#[test]
fn every_kind_of_move_is_proposed_where_it_is_possible() {
    for (letters, tiles, expected) in [
        (dice("AB, CD", true), 2, "reroll swap"),
        (dice("AB, CD", false), 2, "reroll"),
        (dice("AB, CD, EF", true), 2, "replace reroll swap"),
        (dice("AB, CD, EF", false), 2, "reroll"),
        (dice("A, B", true), 2, "swap"),
        (pool("ABC", true), 2, "replace swap"),
        (pool("ABC", false), 2, "reroll"),
    ] {
        let cup = Cup::new(&letters, tiles).unwrap();
        let mut random = Random::new(1);
        let mut roll = cup.roll(&mut random);
        let mut kinds = BTreeMap::new();
        for _ in 0..200 {
            let Some(change) = cup.propose(&roll, &mut random) else {
                continue;
            };
            let kind = match change {
                Move::Reroll { .. } => "reroll",
                Move::Swap { .. } => "swap",
                Move::Replace { .. } => "replace",
                _ => "another",
            };
            kinds.insert(kind, ());
            roll.apply(change);
        }
        let kinds: Vec<&str> = kinds.into_keys().collect();
        assert_eq!(kinds.join(" "), expected, "{letters}, {tiles} tiles");
    }
}

#[test]
fn words_are_placed_all_over_the_board() {
    let letters = dice("CATS, CATS, CATS, CATS, XYZ, XYZ, XYZ, XYZ, XYZ", true);
    let grid = Grid::rectangle(3, 3, Adjacency::Diagonal);
    let cup = Cup::new(&letters, 9).unwrap();
    let required = RequiredWords::new(&cup, &["cat"], true).unwrap();
    let (mut starts, mut boards) = (BTreeMap::new(), BTreeMap::new());
    for part in 0..900 {
        let roll = cup.roll_with_words(&required, &grid, &mut Random::stream(3, part));
        let board = cup.board(&roll.unwrap());
        let is_c = |tile: &Tile| tile.face == Face::letters("c");
        if board.tiles().iter().filter(|tile| is_c(tile)).count() == 1 {
            let start = board.tiles().iter().position(is_c).unwrap();
            *starts.entry(start).or_insert(0u32) += 1;
        }
        boards.insert(board.to_string(), ());
    }
    assert_eq!(starts.len(), 9, "{starts:?}");
    assert!(starts.values().all(|&count| count > 20), "{starts:?}");
    assert!(boards.len() > 800, "{}", boards.len());
}
