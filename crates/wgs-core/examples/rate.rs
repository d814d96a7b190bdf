use std::time::Instant;
use wgs_core::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let lex = Lexicon::from_text(&std::fs::read_to_string(&a[1]).unwrap()).unwrap();
    let boards: Vec<Board> = std::fs::read_to_string(&a[2]).unwrap().lines().map(|l| l.parse().unwrap()).collect();
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let rules = Rules::boggle();
    for e in a[3].split(',') {
        let solver = Solver::with_engine(&lex, &grid, &rules, e.parse().unwrap()).unwrap();
        for op in a[4].split(',') {
        let mut w = solver.worker();
        let mut best = f64::MAX; let mut t = BoardScore::default();
        for _ in 0..a.get(5).map_or(3, |x| x.parse().unwrap()) {
            t = BoardScore::default();
            let s = Instant::now();
            for b in &boards {
                match op { "score" => { let r = w.score(b); t.words += r.words; t.points += r.points; }
                 "solve" => w.solve(b, |s| { t.words += 1; t.points += s.score.total; std::ops::ControlFlow::Continue(()) }),
                 "survey" => w.survey(b, |s, c| { t.words += 1; t.points += s.score.total; std::hint::black_box(c.iter().count()); std::ops::ControlFlow::Continue(()) }),
                 _ => w.solve_all(b, |s| { t.words += 1; t.points += s.score.total; std::ops::ControlFlow::Continue(()) }) }
            }
            best = best.min(s.elapsed().as_secs_f64());
        }
        println!("{e} {op}: {:.0} boards/s {:?}", boards.len() as f64 / best, t);
        }
    }
}
