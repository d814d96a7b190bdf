//! A small seeded mutator, for short random runs on a stable toolchain. It does not measure
//! coverage, so cargo-fuzz, which does, finds more in the same time.

/// The SplitMix64 generator: tiny, and good enough to pick bytes.
/// <https://prng.di.unimi.it/splitmix64.c>
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Creates the generator with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// Returns a number below `end`, or 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end.max(1) as u64) as usize
    }

    /// Returns one of the items.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        things.get(self.below(things.len()))
    }
}

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
pub fn mutated(seeds: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let mut input = chance.pick(seeds).cloned().unwrap_or_default();
    for _ in 0..=chance.below(6) {
        change(&mut input, seeds, chance);
    }
    input.truncate(LONGEST);
    input
}

fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], chance: &mut Chance) {
    let at = chance.below(input.len() + 1);
    let end = at + chance.below((input.len() - at + 1).min(16));
    match chance.below(10) {
        0 | 1 => flip(input, at, 1 << chance.below(8)),
        2 => flip(input, at, chance.bits() as u8),
        3 => nudge(input, at, [1, 255][chance.below(2)]),
        4 => drop(input.drain(at..end)),
        5 => {
            let run = input[at..end].to_vec();
            let times = 1 + chance.below(3) * chance.below(40);
            input.splice(at..at, run.repeat(times));
        }
        6 | 7 => {
            let piece = *chance.pick(&PIECES).expect("there are pieces");
            input.splice(at..at, piece.iter().copied());
        }
        8 => {
            let piece = *chance.pick(&PIECES).expect("there are pieces");
            input.splice(at..end, piece.iter().copied());
        }
        _ => {
            let other = chance.pick(seeds).cloned().unwrap_or_default();
            let from = chance.below(other.len() + 1);
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
