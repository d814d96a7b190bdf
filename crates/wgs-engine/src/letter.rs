//! Letters as readers perceive them: grapheme clusters of normalised, case-folded text. For
//! the letters that occur in a dictionary, see [`alphabet`](crate::alphabet).
//!
//! ```
//! use wgs_engine::letter::{fold, letters};
//!
//! // The same letter, whether it was typed as one code point or two.
//! assert_eq!(fold("ÉTÉ"), fold("e\u{301}te\u{301}"));
//! assert_eq!(letters(&fold("ÉTÉ")).collect::<Vec<_>>(), ["é", "t", "é"]);
//! ```

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;

use smol_str::SmolStr;
use unicode_normalization::char::{self as unicode_char, canonical_combining_class};
use unicode_segmentation::{Graphemes, UnicodeSegmentation};

/// Converts text to the form in which letters are compared: case folded, in normalisation
/// form C.
///
/// This is Unicode's full case folding: `ß` becomes `ss`, and a final sigma becomes an
/// ordinary one.
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        if text.bytes().any(|b| b.is_ascii_uppercase()) {
            return Cow::Owned(text.to_ascii_lowercase());
        }
        return Cow::Borrowed(text);
    }
    // Folding can undo a composition (and the reverse), so normalise on both sides.
    let folded = caseless::default_case_fold_str(&compose(text));
    Cow::Owned(compose(&folded))
}

/// Converts text to normalisation form C, in which an accented letter is one character if
/// there is one.
///
/// The iterators of `unicode-normalization` do the same, but they bring the tables of the
/// compatibility forms with them: without them the page's download is 25 kB smaller.
pub(crate) fn compose(text: &str) -> String {
    let mut parts: Vec<(u8, char)> = Vec::with_capacity(text.len());
    for character in text.chars() {
        unicode_char::decompose_canonical(character, |part| {
            parts.push((canonical_combining_class(part), part));
        });
    }
    // The marks after a letter are sorted by their class.
    for marks in parts.chunk_by_mut(|a, b| a.0 != 0 && b.0 != 0) {
        marks.sort_by_key(|mark| mark.0);
    }
    let mut composed: Vec<char> = Vec::with_capacity(parts.len());
    // The last character that is not a mark, and the class of the mark before this part.
    let mut base = None;
    let mut mark_before = None;
    for (class, part) in parts {
        let is_blocked = mark_before.is_some_and(|before| before >= class);
        if let Some(index) = base.filter(|_| !is_blocked)
            && let Some(joined) = unicode_char::compose(composed[index], part)
        {
            composed[index] = joined;
            continue;
        }
        if class == 0 {
            base = Some(composed.len());
            mark_before = None;
        } else {
            mark_before = Some(class);
        }
        composed.push(part);
    }
    composed.into_iter().collect()
}

/// Returns the letters of a [`fold`]ed text: its extended grapheme clusters.
pub fn letters(folded: &str) -> impl DoubleEndedIterator<Item = &str> {
    Letters(folded.graphemes(true))
}

/// Returns the smallest parts into which a [`fold`]ed word can be cut for tiles: its letters.
/// With `q_is_qu`, a Q and the U after it are one part.
///
/// ```
/// use wgs_engine::letter::tile_parts;
///
/// assert_eq!(tile_parts("quit", true).collect::<Vec<_>>(), ["qu", "i", "t"]);
/// assert_eq!(tile_parts("quit", false).collect::<Vec<_>>(), ["q", "u", "i", "t"]);
/// assert_eq!(tile_parts("qats", true).next(), Some("q"));
/// ```
pub fn tile_parts(folded: &str, q_is_qu: bool) -> impl Iterator<Item = &str> {
    let mut letters = letters(folded).peekable();
    let mut rest = folded;
    std::iter::from_fn(move || {
        let mut length = letters.next()?.len();
        if q_is_qu && &rest[..length] == "q" {
            length += letters.next_if_eq(&"u").map_or(0, str::len);
        }
        let (part, after) = rest.split_at(length);
        rest = after;
        Some(part)
    })
}

/// The letters of a text. The methods are compiled once, in this crate; those of the iterator
/// inside would be compiled in every crate that uses it, at 3 kB each.
struct Letters<'t>(Graphemes<'t>);

impl<'t> Iterator for Letters<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        self.0.next()
    }
}

impl DoubleEndedIterator for Letters<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back()
    }
}

/// Returns a folded letter in upper case, for display. A letter that shares its capital with
/// another letter, such as the dotless `ı`, is returned unchanged.
pub fn upper(folded: &str) -> Cow<'_, str> {
    let capital = folded.to_uppercase();
    if capital != folded && fold(&capital) == folded {
        Cow::Owned(capital)
    } else {
        Cow::Borrowed(folded)
    }
}

/// A short text in [`fold`]ed form, such as the letters on a tile.
///
/// It dereferences to [`str`]. Texts of up to 23 bytes are stored without an allocation, and
/// cloning is cheap.
///
/// ```
/// use wgs_engine::FoldedText;
///
/// let text = FoldedText::from("QU");
/// assert_eq!(text, "qu");
/// assert_eq!(text.len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FoldedText(SmolStr);

impl FoldedText {
    /// Folds a text.
    pub fn new(text: &str) -> Self {
        Self(SmolStr::new(fold(text)))
    }

    /// Wraps a text that is folded already.
    #[inline]
    pub(crate) fn from_folded(text: &str) -> Self {
        Self(SmolStr::new(text))
    }

    /// Wraps one lower-case ASCII letter.
    #[inline]
    pub(crate) fn from_ascii(letter: u8) -> Option<Self> {
        let letter = [letter];
        let letter = std::str::from_utf8(&letter).ok()?;
        Some(Self(SmolStr::new_inline(letter)))
    }

    /// Returns the text.
    #[inline]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Deref for FoldedText {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for FoldedText {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// Lets maps with folded keys be searched by [`str`]: both compare and hash alike.
impl Borrow<str> for FoldedText {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl From<&str> for FoldedText {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<FoldedText> for String {
    fn from(text: FoldedText) -> Self {
        text.as_str().to_owned()
    }
}

impl PartialEq<str> for FoldedText {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for FoldedText {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Debug for FoldedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for FoldedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_follows_unicode_where_lower_case_is_not_enough() {
        let cases = [
            ("QUIZ", "quiz"),
            ("Straße", "strasse"),
            ("STRASSE", "strasse"),
            ("ΣΟΦΟΣ", "σοφοσ"),
            ("σοφος", "σοφοσ"),
            ("e\u{301}te\u{301}", "\u{e9}t\u{e9}"),
            ("ılık", "ılık"),
            ("Ǆep", "ǆep"),
            ("Œuvre", "œuvre"),
        ];
        for (text, folded) in cases {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn composing_is_normalisation_form_c(
            text in "(\\PC|[a-eA-Eαωй가각\\u{1100}-\\u{1112}\\u{1161}-\\u{1175}\\u{11a8}-\\u{11c2}]|[\\u{300}-\\u{345}\\u{5b0}-\\u{5c2}\\u{9be}\\u{9d7}\\u{1dce}\\u{20d0}]){0,12}",
        ) {
            use unicode_normalization::UnicodeNormalization;
            proptest::prop_assert_eq!(compose(&text), text.nfc().collect::<String>());
        }
    }

    #[test]
    fn every_character_composes_as_unicode_says() {
        use unicode_normalization::UnicodeNormalization;
        for character in '\u{80}'..=char::MAX {
            let text = format!("a{character}\u{301}");
            assert!(compose(&text).chars().eq(text.nfc()), "{character:?}");
            let apart: String = text.nfd().collect();
            assert!(compose(&apart).chars().eq(text.nfc()), "{character:?}");
        }
    }

    #[test]
    fn different_letters_have_different_capitals() {
        for (folded, shown) in [("i", "I"), ("ı", "ı"), ("é", "É"), ("ĸ", "ĸ"), ("ש", "ש")]
        {
            assert_eq!(upper(folded), shown);
        }
    }

    #[test]
    fn a_letter_of_several_code_points_stays_whole() {
        // Unicode has no precomposed n with both a diaeresis and a dot below.
        let text = fold("N\u{323}\u{308}a");
        assert_eq!(letters(&text).count(), 2);
    }
}
