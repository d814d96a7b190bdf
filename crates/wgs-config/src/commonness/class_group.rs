//! The classes of words, in groups of words that tend to have the same class: words with the same
//! ending, whose stems have the same class. In one group are all words that add `ing` to a word of
//! the third class.
//!
//! A page receives the file compressed. For the 198,000 words of the embedded dictionary, brotli
//! makes 48 kB of these groups, and 55 kB of the same classes in alphabetical order. An adaptive
//! arithmetic code took 46 kB, with three times as much code.
//!
//! | bytes | content |
//! |---|---|
//! | 4 for each group | the number of its words |
//! | … | the classes of all groups, two in each byte, the low four bits first |

use super::Commonness;

/// The endings of words whose stem is a word, too. All other endings share one group.
const ENDINGS: [&str; 11] = [
    "s", "es", "d", "ed", "ing", "r", "er", "rs", "ers", "ly", "ness",
];

/// The number of groups: for each class of a stem one for each ending and one for the others, and
/// one for the words without a stem.
const GROUPS: usize = Commonness::ALL.len() * (ENDINGS.len() + 1) + 1;

/// Writes the classes of words.
pub(super) fn encode<'w>(words: impl IntoIterator<Item = (&'w str, Commonness)>) -> Vec<u8> {
    let mut groups = vec![Vec::new(); GROUPS];
    let mut stems = Stems::default();
    for (word, class) in words {
        groups[stems.group(word)].push(class as u8);
        stems.add(word, class);
    }
    let counts = groups.iter().map(|group| group.len() as u32);
    let mut bytes: Vec<u8> = counts.flat_map(u32::to_le_bytes).collect();
    for pair in groups.concat().chunks(2) {
        bytes.push(pair[0] | pair.get(1).map_or(0, |second| second << 4));
    }
    bytes
}

/// Reads the classes of words, one after the other. Bytes that were not written by [`encode`] for
/// the same words give meaningless classes.
pub(super) struct ClassReader<'b> {
    classes: &'b [u8],
    /// For each group, the number of the next class.
    next: Vec<usize>,
    stems: Stems,
}

impl<'b> ClassReader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        let counts = bytes.split_at_checked(GROUPS * 4);
        let (counts, classes) = counts.unwrap_or((&[], bytes));
        let mut end = 0_usize;
        let mut next: Vec<usize> = Vec::with_capacity(GROUPS);
        for count in counts.as_chunks().0 {
            next.push(end.min(classes.len() * 2));
            end = end.saturating_add(u32::from_le_bytes(*count) as usize);
        }
        next.resize(GROUPS, 0);
        Self {
            classes,
            next,
            stems: Stems::default(),
        }
    }

    /// Returns the class of the next word.
    pub(super) fn next(&mut self, word: &str) -> Commonness {
        let next = &mut self.next[self.stems.group(word)];
        let pair = self.classes.get(*next / 2).copied().unwrap_or(0xff);
        let class = usize::from(pair >> (*next % 2 * 4) & 0xf);
        *next += 1;
        let class = Commonness::ALL.get(class).copied();
        let class = class.unwrap_or(Commonness::Rare);
        self.stems.add(word, class);
        class
    }
}

/// The words that the last word begins with, and the last word itself.
#[derive(Default)]
struct Stems {
    last: Vec<u8>,
    /// The lengths of these words in bytes, and their classes.
    stems: Vec<(usize, Commonness)>,
}

impl Stems {
    /// Returns the number of the group of a word, and forgets the words that it does not begin with.
    fn group(&mut self, word: &str) -> usize {
        let pairs = word.bytes().zip(&self.last);
        let shared = pairs.take_while(|(a, b)| a == *b).count();
        while self.stems.pop_if(|(length, _)| *length > shared).is_some() {}
        let Some(&(length, class)) = self.stems.last() else {
            return GROUPS - 1;
        };
        let ending = &word.as_bytes()[length..];
        let known = ENDINGS.iter().position(|known| known.as_bytes() == ending);
        class.index() * (ENDINGS.len() + 1) + known.unwrap_or(ENDINGS.len())
    }

    /// Adds the word whose group was returned.
    fn add(&mut self, word: &str, class: Commonness) {
        self.last.clear();
        self.last.extend(word.bytes());
        self.stems.push((word.len(), class));
    }
}
