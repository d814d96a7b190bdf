//! A small seeded mutator, for short random runs on a stable toolchain. It does not measure
//! coverage, so cargo-fuzz, which does, finds more in the same time.

use wgs_dice::Random;

/// Texts that random bytes hardly ever form: letters of several code points, letters that
/// grow or merge when their case changes, punctuation with a meaning, and extreme numbers.
const PIECES: [&[u8]; 30] = [
    b"?",
    b".",
    b":",
    b";",
    b" ",
    b"\r\n",
    b"A",
    b"q",
    b"Qu",
    b"%",
    b"\\",
    b"\"",
    b"{}",
    b",",
    b"\0\0\0\0",
    b"\xff\xff\xff\xff",
    b"\x01\0\0\0",
    b"\0\0\0\x80",
    "É".as_bytes(),
    "\u{301}".as_bytes(),
    "ß".as_bytes(),
    "ﬁ".as_bytes(),
    "İ".as_bytes(),
    "ı".as_bytes(),
    "Ǆ".as_bytes(),
    "ש".as_bytes(),
    "\u{1100}".as_bytes(),
    "\u{1161}".as_bytes(),
    "\u{200d}".as_bytes(),
    "\u{feff}".as_bytes(),
];

/// The most bytes of an input.
const LONGEST: usize = 4096;

/// Makes an input from the seeds by a few random changes.
pub fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = random.pick(seeds).cloned().unwrap_or_default();
    for _ in 0..=random.below(6) {
        change(&mut input, seeds, random);
    }
    input.truncate(LONGEST);
    input
}

fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(input.len() + 1);
    let end = at + random.below((input.len() - at + 1).min(16));
    match random.below(10) {
        0 | 1 => flip(input, at, 1 << random.below(8)),
        2 => flip(input, at, random.bits() as u8),
        3 => nudge(input, at, [1, 255][random.below(2)]),
        4 => drop(input.drain(at..end)),
        5 => {
            let run = input[at..end].to_vec();
            let times = 1 + random.below(3) * random.below(40);
            input.splice(at..at, run.repeat(times));
        }
        6 | 7 => {
            let piece = *random.pick(&PIECES).expect("there are pieces");
            input.splice(at..at, piece.iter().copied());
        }
        8 => {
            let piece = *random.pick(&PIECES).expect("there are pieces");
            input.splice(at..end, piece.iter().copied());
        }
        _ => {
            let other = random.pick(seeds).cloned().unwrap_or_default();
            let from = random.below(other.len() + 1);
            input.truncate(at);
            input.extend(&other[from..]);
        }
    }
}

fn flip(input: &mut [u8], at: usize, bits: u8) {
    if let Some(byte) = input.get_mut(at) {
        *byte ^= bits;
    }
}

fn nudge(input: &mut [u8], at: usize, by: u8) {
    if let Some(byte) = input.get_mut(at) {
        *byte = byte.wrapping_add(by);
    }
}
