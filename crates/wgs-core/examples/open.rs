use wgs_core::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a.len() > 2 { let lex = Lexicon::from_text(&std::fs::read_to_string(&a[1]).unwrap()).unwrap(); std::fs::write(&a[2], lex.to_bytes()).unwrap(); return; }
    let b = std::fs::read(&a[1]).unwrap();
    let mut best = u128::MAX;
    for _ in 0..30 { let t = std::time::Instant::now(); let l = Lexicon::from_bytes(&b).unwrap(); best = best.min(t.elapsed().as_micros()); std::hint::black_box(&l); }
    println!("{best} us");
}
