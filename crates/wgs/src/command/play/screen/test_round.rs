//! Rounds for tests of the screen.

use wgs_config::Catalogue;
use wgs_engine::spelling::Spelling;
use wgs_engine::{Board, Lexicon, Solver};
use wgs_play::scrabblet::read_hand;
use wgs_play::{Round, RoundContext, RoundSetup, SolvedBoard};

const WORDS: &str = "cat cats act acts scat cast tacs loot loft lot tint coat action";

/// A round without a clock, on a board of an embedded game.
pub(super) fn test_round(game: &str, board: &str) -> Round {
    round_of(&Catalogue::embedded(), game, board)
}

/// A round without a clock, on two rows of hexagons.
pub(super) fn hexagonal_round(board: &str) -> Round {
    let text = r#"{
        "Grids": { "Hexagons": { "Size": [2, 2], "Adjacency": "Hexagonal" } },
        "ScoringRules": { "Points": { "LengthBonuses": { "3+": 1 } } },
        "GameRules": { "Hexagons": { "GridDesign": "Hexagons", "ScoringRules": "Points" } }
    }"#;
    round_of(&Catalogue::parse(text).unwrap().0, "Hexagons", board)
}

fn round_of(catalogue: &Catalogue, game: &str, board: &str) -> Round {
    let game = catalogue.game(game).unwrap();
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
    let board: Board = read_hand(board).unwrap();
    let board = SolvedBoard::new(board, &mut solver.worker()).unwrap();
    let context = RoundContext::new(&solver, &Spelling::default());
    Round::new(RoundSetup::default(), board, context).unwrap()
}
