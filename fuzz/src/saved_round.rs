//! Rounds that were saved as JSON.

use std::sync::OnceLock;

use wgs_config::spelling::Spelling;
use wgs_core::{Adjacency, Grid, Lexicon, Rules, Solver};
use wgs_play::{Round, RoundContext, RoundInput, SavedRound, SolvedBoard};

/// A saved round that is restored can be saved and restored again without a change, its points are
/// those of its words, and its time runs out.
pub fn saved_round(data: &[u8]) {
    static TABLE: OnceLock<(SolvedBoard, RoundContext)> = OnceLock::new();
    let (board, context) = TABLE.get_or_init(|| {
        let lexicon = Lexicon::from_text("cat cats act acts scat cast tacs stack").unwrap();
        let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
        let board = SolvedBoard::new("CATS".parse().unwrap(), &mut solver.worker()).unwrap();
        (board, RoundContext::new(&solver, &Spelling::default()))
    });
    let restore = |saved| Round::restore(saved, board.clone(), context.clone());
    let Ok(saved) = serde_json::from_slice::<SavedRound>(data) else {
        return;
    };
    let Ok(mut round) = restore(saved) else {
        return;
    };
    let saved = round.save();
    let again = restore(saved.clone()).unwrap();
    assert_eq!(again.view(), round.view());
    assert_eq!(again.save(), saved);
    for player in round.player_ids() {
        let words = round.found(player).map(|word| word.score.total as i64);
        let words: i64 = words.sum();
        assert!(round.points(player) <= words);
    }
    round.handle(RoundInput::tick(u64::MAX));
    assert!(round.view().remaining.is_none_or(|remaining| {
        remaining == 0 || round.phase() != wgs_play::RoundPhase::Running
    }));
}
