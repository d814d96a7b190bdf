use std::time::Instant;
use wgs_core::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let lex = Lexicon::from_text(&std::fs::read_to_string(&a[1]).unwrap()).unwrap();
    let t = Instant::now(); let b = lex.to_bytes(); println!("compile {:?} {} bytes, {} nodes", t.elapsed(), b.len(), lex.node_count());
    for _ in 0..3 { let t = Instant::now(); let l2 = Lexicon::from_bytes(&b).unwrap(); println!("open {:?}", t.elapsed()); assert_eq!(l2.len(), lex.len()); }
    let rules = Rules::boggle();
    let mut x = 12345u64;
    for n in [8u32, 32, 100, 1000] {
        let grid = Grid::rectangle(n, n, Adjacency::Diagonal);
        let f = b"eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllllcccuuummmwwffggyyppbbvkjxqz";
        let tiles: Vec<Tile> = (0..n*n).map(|_| { x ^= x << 13; x ^= x >> 7; x ^= x << 17; Tile::plain(Face::letters(&(f[(x % f.len() as u64) as usize] as char).to_string())) }).collect();
        let board = Board::new(tiles);
        let solver = Solver::new(&lex, &grid, &rules);
        let mut w = solver.worker();
        for _ in 0..2 {
        let t = Instant::now();
        let s = w.score(&board);
        print!("{n}: {} score {:?} {s:?}", solver.engine(), t.elapsed());
        let t = Instant::now(); let mut c = 0; w.solve(&board, |_| { c += 1; std::ops::ControlFlow::Continue(()) });
        println!(" solve {:?} {c}", t.elapsed());
        }
    }
    println!("{}", std::fs::read_to_string("/proc/self/status").unwrap().lines().find(|l| l.starts_with("VmHWM")).unwrap());
}
