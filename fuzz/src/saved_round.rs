//! Rounds that were saved as JSON.

use std::sync::OnceLock;

use wgs_engine::spelling::Spelling;
use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
use wgs_play::{Round, RoundContext, RoundInput, RoundPhase, SavedRound, SolvedBoard};

/// The board that all rounds are on.
fn table() -> &'static (SolvedBoard, RoundContext) {
    static TABLE: OnceLock<(SolvedBoard, RoundContext)> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lexicon = Lexicon::from_text("cat cats act acts scat cast tacs stack").unwrap();
        let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
        let board = SolvedBoard::new("CATS".parse().unwrap(), &mut solver.worker()).unwrap();
        (board, RoundContext::new(&solver, &Spelling::default()))
    })
}

/// Restores a round; [`None`] if it is rejected.
pub fn restored_round(data: &[u8]) -> Option<Round> {
    let (board, context) = table();
    let saved: SavedRound = serde_json::from_slice(data).ok()?;
    Round::restore(saved, board.clone(), context.clone()).ok()
}

/// A saved round that is restored can be saved and restored again without a change, its points are
/// at most those of its words, and its time runs out.
pub fn saved_round(data: &[u8]) {
    let Some(mut round) = restored_round(data) else {
        return;
    };
    let (board, context) = table();
    let saved = round.save();
    let again = Round::restore(saved.clone(), board.clone(), context.clone()).unwrap();
    assert_eq!(again.view(), round.view());
    assert_eq!(again.save(), saved);
    for player in round.player_ids() {
        // The words of a computer are secret.
        if round.players()[player.index()].level.is_some() {
            continue;
        }
        let points = round.found(player).map(|word| word.score.total as i64);
        assert!(round.points(player) <= points.sum());
    }
    round.handle(RoundInput::tick(u64::MAX));
    let is_running = round.phase() == RoundPhase::Running;
    assert!(!is_running || round.view().remaining.is_none());
}
