//! The example of the README: lists the words of a Boggle board with their scores.

use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let lexicon = Lexicon::english();
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    for word in solver.solve(&"STNDTEIELARSMRTO".parse()?) {
        println!("{} {}", word.text, word.score.total);
    }
    Ok(())
}
