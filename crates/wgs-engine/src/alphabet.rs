//! The letters of a lexicon, and the symbols that stand for them in the search.
//!
//! A lexicon node stores its children as a bit mask of *symbols*, of which there are 31. In an
//! alphabet of up to 31 letters, each letter has its own symbol. A larger alphabet (French with
//! accents has 42 letters, Chinese thousands) encodes its rarer letters as two or more symbols.
//! To the engines, such a letter looks like a tile with several letters, so they need no special
//! case for it.
//!
//! The code is prefix-free and preserves alphabetical order: visiting symbols in order visits
//! letters in alphabetical order.
//!
//! ```
//! use wgs_engine::alphabet::Alphabet;
//!
//! let alphabet = Alphabet::from_letters(["a", "b", "é"]);
//! let b = alphabet.letter("b").unwrap();
//! assert_eq!(alphabet.text(b), "b");
//! assert!(alphabet.letter("z").is_none());
//! ```

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use smol_str::SmolStr;

use crate::letter;

/// The number of symbols. The remaining bit of a node's mask marks the end of a word.
pub(crate) const SYMBOLS: usize = 31;

/// The largest number of symbols of a letter. No alphabet needs more, see [`assign_codes`].
const MAX_CODE: usize = 16;

/// The index of a letter in an [`Alphabet`].
///
/// ```
/// use wgs_engine::Lexicon;
///
/// let lexicon = Lexicon::from_text("dad add")?;
/// let letters = lexicon.letters(lexicon.find("dad").unwrap());
/// let indices: Vec<usize> = letters.iter().map(|letter| letter.index()).collect();
/// assert_eq!(indices, [1, 0, 1]);
/// # Ok::<(), wgs_engine::lexicon::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(pub(crate) u16);

impl Letter {
    /// Returns the position of the letter in its alphabet, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The letters of a lexicon in alphabetical order (the order of code points).
///
/// ```
/// use wgs_engine::Lexicon;
///
/// let lexicon = Lexicon::from_text("Été")?;
/// let letters: Vec<&str> = lexicon.alphabet().letters().map(|(_, text)| text).collect();
/// assert_eq!(letters, ["t", "é"]);
/// # Ok::<(), wgs_engine::lexicon::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    letters: Vec<SmolStr>,
    codes: Vec<Box<[u8]>>,
    ascii: [u16; 128],
    simple: bool,
    others: HashMap<SmolStr, u16>,
}

const UNKNOWN: u16 = u16::MAX;

impl Alphabet {
    /// The largest number of letters.
    pub const MAX_LETTERS: usize = UNKNOWN as usize;

    /// Creates an alphabet of folded letters.
    ///
    /// # Panics
    ///
    /// If there are more than [`Self::MAX_LETTERS`] letters, or if a text is not a single
    /// [folded](crate::letter::fold) letter.
    pub fn from_letters<'a>(letters: impl IntoIterator<Item = &'a str>) -> Self {
        Self::from_counts(letters.into_iter().map(|letter| (SmolStr::new(letter), 1)))
    }

    /// Creates an alphabet of folded letters with their frequencies. Frequent letters get short
    /// codes.
    pub(crate) fn from_counts(counts: impl IntoIterator<Item = (SmolStr, u64)>) -> Self {
        let mut counts: Vec<(SmolStr, u64)> = counts.into_iter().collect();
        counts.sort();
        counts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        let weights: Vec<u64> = counts.iter().map(|(_, count)| *count).collect();
        let mut codes = vec![Vec::new(); weights.len()];
        assign_codes(&weights, 0, &mut codes);
        let letters = counts.into_iter().map(|(letter, _)| letter).collect();
        let codes = codes.into_iter().map(Vec::into_boxed_slice).collect();
        Self::from_parts(letters, codes).unwrap_or_else(|problem| panic!("{problem}"))
    }

    /// Creates an alphabet from letters and codes, or returns what is wrong with them.
    pub(crate) fn from_parts(
        letters: Vec<SmolStr>,
        codes: Vec<Box<[u8]>>,
    ) -> Result<Self, &'static str> {
        if letters.len() > Self::MAX_LETTERS {
            return Err("there are more letters than an alphabet can hold");
        }
        if letters.len() != codes.len() {
            return Err("letters and codes differ in number");
        }
        let is_one = |text: &str| letter::fold(text) == text && letter::letters(text).count() == 1;
        if !letters.iter().all(|text| is_one(text)) {
            return Err("a letter is not one folded letter");
        }
        if letters.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err("letters are not in order");
        }
        if codes.iter().any(|code| {
            code.is_empty() || code.iter().any(|&symbol| usize::from(symbol) >= SYMBOLS)
        }) {
            return Err("a letter's code is empty or uses an unknown symbol");
        }
        if codes.iter().any(|code| code.len() > MAX_CODE) {
            return Err("a letter's code is too long");
        }
        if codes
            .windows(2)
            .any(|pair| pair[0] >= pair[1] || pair[1].starts_with(&pair[0]))
        {
            return Err("letter codes are not ordered and prefix-free");
        }
        let mut ascii = [UNKNOWN; 128];
        let mut others = HashMap::new();
        for (index, letter) in letters.iter().enumerate() {
            let index = index as u16;
            match letter.as_bytes() {
                &[byte] => ascii[usize::from(byte)] = index,
                _ => {
                    others.insert(letter.clone(), index);
                }
            }
        }
        let simple = (0..).zip(&codes).all(|(index, code)| **code == [index]);
        Ok(Self {
            letters,
            codes,
            ascii,
            simple,
            others,
        })
    }

    /// Returns the number of letters.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Returns whether there are no letters, as in a lexicon without words.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Finds the letter with this folded text.
    pub fn letter(&self, folded: &str) -> Option<Letter> {
        let index = match folded.as_bytes() {
            &[byte] => *self.ascii.get(usize::from(byte))?,
            _ => *self.others.get(folded)?,
        };
        (index != UNKNOWN).then_some(Letter(index))
    }

    /// Returns the folded text of a letter.
    pub fn text(&self, letter: Letter) -> &str {
        &self.letters[letter.index()]
    }

    /// Returns all letters in alphabetical order, with their folded texts.
    pub fn letters(&self) -> impl Iterator<Item = (Letter, &str)> {
        (0..)
            .map(Letter)
            .zip(self.letters.iter().map(SmolStr::as_str))
    }

    /// Returns the symbols that stand for a letter.
    pub(crate) fn code(&self, letter: Letter) -> &[u8] {
        &self.codes[letter.index()]
    }

    /// Returns whether the code of every letter is just its index. This holds for alphabets of up
    /// to 31 letters.
    pub(crate) fn is_simple(&self) -> bool {
        self.simple
    }

    /// Splits symbols into letters. Drops symbols at the end that do not complete a letter.
    pub(crate) fn decode<'a>(&'a self, symbols: &'a [u8]) -> impl Iterator<Item = Letter> + 'a {
        let mut start = 0;
        (1..=symbols.len()).filter_map(move |end| {
            let letter = self.letter_of_code(&symbols[start..end])?;
            start = end;
            Some(letter)
        })
    }

    /// Finds the letter with exactly this code.
    pub(crate) fn letter_of_code(&self, code: &[u8]) -> Option<Letter> {
        let index = self
            .codes
            .binary_search_by(|probe| (**probe).cmp(code))
            .ok()?;
        Some(Letter(index as u16))
    }
}

/// Assigns codes to consecutive letters. If there are too many, adjacent letters share a symbol
/// and differ in the symbols after it. Merging the rarest ones first keeps the codes of frequent
/// letters short.
///
/// When two groups are merged, there are 15 other pairs that weigh at least as much. So letters
/// with a common symbol have at most a sixteenth of the weight of all, and no weight that fits in
/// 64 bits makes a code longer than [`MAX_CODE`].
fn assign_codes(weights: &[u64], offset: usize, codes: &mut [Vec<u8>]) {
    for (symbol, (start, end)) in (0..).zip(groups(weights)) {
        for code in &mut codes[offset + start..offset + end] {
            code.push(symbol);
        }
        if end - start > 1 {
            assign_codes(&weights[start..end], offset + start, codes);
        }
    }
}

/// Merges the two adjacent groups that weigh least, the first ones of several, until there are no
/// more groups than symbols. Returns the ranges of the groups. A heap holds the pairs, so this
/// takes n log n steps for n weights.
fn groups(weights: &[u64]) -> Vec<(usize, usize)> {
    let count = weights.len();
    // A group is known by the index of its first weight. These are the end of each, which is the
    // start of the next one, the start of the one before, and its weight.
    let mut ends: Vec<usize> = (1..=count).collect();
    let mut before: Vec<usize> = (0..count).map(|index| index.saturating_sub(1)).collect();
    let mut sums = weights.to_vec();
    let pair = |sums: &[u64], first: usize, second: usize, end: usize| {
        Reverse((sums[first].saturating_add(sums[second]), first, second, end))
    };
    let mut pairs = BinaryHeap::new();
    if count > SYMBOLS {
        pairs.extend((1..count).map(|second| pair(&sums, second - 1, second, second + 1)));
    }
    let mut left = count;
    while left > SYMBOLS {
        let Reverse((sum, first, second, end)) = pairs.pop().expect("there are pairs left");
        // One of the two may have been merged since the pair was added.
        if ends[first] != second || ends[second] != end {
            continue;
        }
        ends[first] = end;
        ends[second] = 0;
        sums[first] = sum;
        left -= 1;
        if end < count {
            before[end] = first;
            pairs.push(pair(&sums, first, end, ends[end]));
        }
        if first > 0 {
            let last = before[first];
            pairs.push(pair(&sums, last, first, end));
        }
    }
    let mut start = 0;
    std::iter::from_fn(|| {
        let end = *ends.get(start)?;
        Some((std::mem::replace(&mut start, end), end))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alphabet_of(count: u32) -> Alphabet {
        let letters: Vec<String> = (0..count)
            .map(|i| char::from_u32(0x4e00 + i).unwrap().to_string())
            .collect();
        Alphabet::from_letters(letters.iter().map(String::as_str))
    }

    #[test]
    fn codes_are_in_order_and_decode_at_any_size() {
        for count in [0, 1, 26, 31, 32, 42, 62, 961, 3000] {
            let alphabet = alphabet_of(count);
            assert_eq!(alphabet.is_simple(), count <= SYMBOLS as u32);
            let spelled: Vec<u8> = alphabet
                .letters()
                .flat_map(|(letter, _)| alphabet.code(letter).to_vec())
                .collect();
            let decoded: Vec<usize> = alphabet.decode(&spelled).map(Letter::index).collect();
            assert_eq!(decoded, (0..count as usize).collect::<Vec<_>>());
        }
    }

    #[test]
    fn frequent_letters_of_a_large_alphabet_have_one_symbol() {
        let alphabet = Alphabet::from_counts(
            ('a'..='z')
                .map(|c| (c, 1000))
                .chain("àâäçéèêëîïôöùûüÿœæñ".chars().map(|c| (c, 10)))
                .map(|(c, count)| (SmolStr::from(c.to_string()), count)),
        );
        for c in 'a'..='z' {
            let letter = alphabet.letter(&c.to_string()).unwrap();
            assert_eq!(alphabet.code(letter).len(), 1, "{c}");
        }
    }

    /// The plain twin of [`groups`]: looks at all pairs for each one that it merges.
    fn plain_groups(weights: &[u64]) -> Vec<(usize, usize)> {
        let mut groups: Vec<(usize, usize, u64)> = (0..)
            .zip(weights)
            .map(|(index, &weight)| (index, index + 1, weight))
            .collect();
        while groups.len() > SYMBOLS {
            let rarest = (0..groups.len() - 1)
                .min_by_key(|&i| groups[i].2.saturating_add(groups[i + 1].2))
                .unwrap();
            let (_, end, weight) = groups.remove(rarest + 1);
            groups[rarest].1 = end;
            groups[rarest].2 = groups[rarest].2.saturating_add(weight);
        }
        let ranges = groups.into_iter().map(|(start, end, _)| (start, end));
        ranges.collect()
    }

    proptest::proptest! {
        #[test]
        fn letters_are_grouped_as_by_the_plain_twin(
            weights in proptest::collection::vec(proptest::prop_oneof![1..4_u64, 1..5000_u64, proptest::num::u64::ANY], 0..200),
        ) {
            proptest::prop_assert_eq!(groups(&weights), plain_groups(&weights));
        }
    }

    #[test]
    fn the_largest_alphabet_is_made_in_steps_that_do_not_grow_with_its_square() {
        // With a look at all pairs for each merge, this would take four thousand million steps.
        let letters = (0..)
            .filter_map(char::from_u32)
            .map(String::from)
            .filter(|text| crate::letter::fold(text) == *text)
            .filter(|text| crate::letter::letters(text).count() == 1);
        let letters: Vec<String> = letters.take(Alphabet::MAX_LETTERS).collect();
        let alphabet = Alphabet::from_letters(letters.iter().map(String::as_str));
        assert_eq!(alphabet.len(), Alphabet::MAX_LETTERS);
        let longest = alphabet
            .letters()
            .map(|(letter, _)| alphabet.code(letter).len())
            .max();
        assert!(longest <= Some(5), "{longest:?}");
    }

    #[test]
    fn a_skewed_alphabet_has_codes_within_the_limit() {
        // Thirty letters of each weight, which weigh thirty times as much as all before.
        let weights: Vec<u64> = (0..12).flat_map(|power| [31u64.pow(power); 30]).collect();
        let mut codes = vec![Vec::new(); weights.len()];
        assign_codes(&weights, 0, &mut codes);
        let longest = codes.iter().map(Vec::len).max().unwrap();
        assert!((10..=MAX_CODE).contains(&longest), "{longest}");
    }
}
