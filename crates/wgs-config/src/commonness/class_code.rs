//! The compact form of a class for each word of a list: an adaptive arithmetic code, in which a
//! class takes fewer bits the better it is predicted. Two predictions are averaged: one from the
//! class of the word before, one from that of the stem and the ending (`walk` and `ed`).
//!
//! For the 198,000 words of the embedded dictionary, this takes 44 kB instead of the 58 kB of a
//! general compressor. All numbers are whole, so that every machine decodes the same classes.

/// The number of classes.
const CLASSES: usize = 7;

/// Stands for the class of a word that does not exist.
const NONE: u8 = CLASSES as u8;

/// Probabilities are fractions of this.
const CERTAIN: u32 = 1 << 16;

/// The least probability of a decision, so that every class can be coded.
const LEAST: u32 = 32;

/// The number of decisions after which a probability adapts at a constant rate.
const MOST_SEEN: u16 = 60;

/// The number of decisions after which a prediction is fully trusted.
const TRUSTED: u32 = 30;

/// Endings share this many sets of probabilities.
const ENDINGS: usize = 1 << 14;

/// Writes the classes of words. The classes are numbers below 7.
pub(super) fn encode<'w>(words: impl IntoIterator<Item = (&'w str, u8)>) -> Vec<u8> {
    let mut model = Model::new();
    let mut encoder = Encoder::default();
    for (word, class) in words {
        model.code(word.as_bytes(), |step, probability| {
            let is_it = class == step;
            encoder.code(is_it, probability);
            is_it
        });
    }
    encoder.finish()
}

/// Reads the classes of words, one after the other. Bytes that were not written by [`encode`] for
/// the same words give meaningless classes.
pub(super) struct ClassReader<'b> {
    model: Model,
    decoder: Decoder<'b>,
}

impl<'b> ClassReader<'b> {
    pub(super) fn new(code: &'b [u8]) -> Self {
        Self {
            model: Model::new(),
            decoder: Decoder::new(code),
        }
    }

    /// Returns the class of the next word.
    pub(super) fn next(&mut self, word: &str) -> u8 {
        let decoder = &mut self.decoder;
        self.model
            .code(word.as_bytes(), |_, probability| decoder.code(probability))
    }
}

/// The probability of a decision, adapted to those seen.
#[derive(Clone, Copy)]
struct Probability {
    is_true: u32,
    seen: u16,
}

impl Probability {
    const UNKNOWN: Self = Self {
        is_true: CERTAIN / 2,
        seen: 0,
    };

    fn adapt(&mut self, decision: bool) {
        let aim = if decision { CERTAIN - 1 } else { 1 };
        let rate = i64::from(self.seen) + 2;
        let change = (i64::from(aim) - i64::from(self.is_true)) / rate;
        self.is_true = (i64::from(self.is_true) + change) as u32;
        self.seen = (self.seen + 1).min(MOST_SEEN);
    }

    /// The weight of this probability beside others.
    fn weight(self) -> u32 {
        u32::from(self.seen).min(TRUSTED) * 4 + 1
    }
}

/// A word that a following one may be formed from.
#[derive(Clone, Copy)]
struct Stem {
    class: u8,
    last: u8,
}

/// Predicts the class of each word from the words and classes before it.
struct Model {
    by_previous: Vec<Probability>,
    by_stem: Vec<Probability>,
    previous: Vec<u8>,
    previous_class: u8,
    /// For each length, the last word of that length that shares all its letters but the last with
    /// the current word.
    stems: Vec<Option<Stem>>,
}

impl Model {
    /// The most shared letters and letters of a word that a prediction distinguishes.
    const MOST_SHARED: usize = 9;
    const MOST_LETTERS: usize = 12;

    fn new() -> Self {
        let contexts = (CLASSES + 1) * (Self::MOST_SHARED + 1) * (Self::MOST_LETTERS + 1);
        Self {
            by_previous: vec![Probability::UNKNOWN; contexts * CLASSES],
            by_stem: vec![Probability::UNKNOWN; ENDINGS * CLASSES],
            previous: Vec::new(),
            previous_class: NONE,
            stems: Vec::new(),
        }
    }

    /// Codes the class of the next word as a series of decisions: is it 0? is it 1? … `decide`
    /// gets each class and its probability. Returns the class.
    fn code(&mut self, word: &[u8], mut decide: impl FnMut(u8, u32) -> bool) -> u8 {
        let pairs = word.iter().zip(&self.previous);
        let shared = pairs.take_while(|(a, b)| a == b).count();
        self.stems.truncate(shared + 2);
        let previous = self.previous_context(shared, word.len()) * CLASSES;
        let stem = self.stem_context(word) * CLASSES;
        let last = NONE - 1;
        let mut class = 0;
        while class < last {
            let first = &mut self.by_previous[previous + usize::from(class)];
            let second = &mut self.by_stem[stem + usize::from(class)];
            let (first_weight, second_weight) = (first.weight(), second.weight());
            let sum = first.is_true * first_weight + second.is_true * second_weight;
            let mixed = (sum / (first_weight + second_weight)).clamp(LEAST, CERTAIN - LEAST);
            let decision = decide(class, mixed);
            first.adapt(decision);
            second.adapt(decision);
            if decision {
                break;
            }
            class += 1;
        }
        self.stems
            .resize(self.stems.len().max(word.len() + 1), None);
        let last = word.last().copied().unwrap_or(0);
        self.stems[word.len()] = Some(Stem { class, last });
        self.previous.clear();
        self.previous.extend_from_slice(word);
        self.previous_class = class;
        class
    }

    /// The number of the probabilities for the class of the word before.
    fn previous_context(&self, shared: usize, letters: usize) -> usize {
        let shared = shared.min(Self::MOST_SHARED);
        let letters = letters.min(Self::MOST_LETTERS);
        let class = usize::from(self.previous_class);
        (class * (Self::MOST_SHARED + 1) + shared) * (Self::MOST_LETTERS + 1) + letters
    }

    /// The number of the probabilities for the class of the stem and the ending.
    fn stem_context(&self, word: &[u8]) -> usize {
        const LONGEST_ENDING: usize = 4;
        let known = &self.stems[..self.stems.len().min(word.len())];
        let stem = (1..known.len())
            .rev()
            .find_map(|length| Some((length, known[length]?)));
        let (class, is_cut, ending) = match stem {
            Some((length, stem)) if stem.last == word[length - 1] => {
                (stem.class, 0, &word[length..])
            }
            // The last letter of the stem is replaced, as in bake and baking.
            Some((length, stem)) => (stem.class, 1, &word[length - 1..]),
            None => (NONE, 0, &word[..0]),
        };
        let start = ending.len().saturating_sub(LONGEST_ENDING);
        let known = [class, is_cut, u8::from(start > 0)];
        // The FNV-1a hash.
        let hash = known.iter().chain(&ending[start..]);
        let hash = hash.fold(0x811c_9dc5_u32, |hash, &byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        (hash ^ hash >> 16) as usize % ENDINGS
    }
}

/// The interval of codes that all decisions so far lead to.
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const ALL: Self = Self {
        low: 0,
        high: u32::MAX,
    };

    /// The last code of the lower part, which stands for a decision that is true.
    fn split(&self, probability: u32) -> u32 {
        let size = u64::from(self.high - self.low);
        self.low + ((size * u64::from(probability)) >> 16) as u32
    }

    fn narrow(&mut self, split: u32, decision: bool) {
        match decision {
            true => self.high = split,
            false => self.low = split + 1,
        }
    }

    /// Returns the first byte and removes it if all codes of the interval have it.
    fn take_byte(&mut self) -> Option<u8> {
        let is_equal = (self.low ^ self.high) >> 24 == 0;
        is_equal.then(|| {
            let byte = (self.low >> 24) as u8;
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            byte
        })
    }
}

struct Encoder {
    interval: Interval,
    code: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Self {
        Self {
            interval: Interval::ALL,
            code: Vec::new(),
        }
    }
}

impl Encoder {
    fn code(&mut self, decision: bool, probability: u32) {
        let split = self.interval.split(probability);
        self.interval.narrow(split, decision);
        while let Some(byte) = self.interval.take_byte() {
            self.code.push(byte);
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.code.extend(self.interval.high.to_be_bytes());
        self.code
    }
}

struct Decoder<'b> {
    interval: Interval,
    code: u32,
    rest: &'b [u8],
}

impl<'b> Decoder<'b> {
    fn new(rest: &'b [u8]) -> Self {
        let mut decoder = Self {
            interval: Interval::ALL,
            code: 0,
            rest,
        };
        for _ in 0..4 {
            decoder.read_byte();
        }
        decoder
    }

    /// Reads the next byte of the code; after its end, 0.
    fn read_byte(&mut self) {
        let (byte, rest) = self.rest.split_first().unwrap_or((&0, &[]));
        self.rest = rest;
        self.code = self.code << 8 | u32::from(*byte);
    }

    fn code(&mut self, probability: u32) -> bool {
        let split = self.interval.split(probability);
        let decision = self.code <= split;
        self.interval.narrow(split, decision);
        while self.interval.take_byte().is_some() {
            self.read_byte();
        }
        decision
    }
}
