//! Letters as people see them: user-perceived characters after normalisation and
//! case folding. Which letters a dictionary knows is [`alphabet`](crate::alphabet)'s
//! matter.
//!
//! ```
//! use wgs_core::letter::{fold, letters};
//!
//! // One letter, however it was typed.
//! assert_eq!(fold("ÉTÉ"), fold("e\u{301}te\u{301}"));
//! assert_eq!(letters(&fold("ÉTÉ")).collect::<Vec<_>>(), ["é", "t", "é"]);
//! ```

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Brings text to the one form in which letters are compared: NFC, case folded.
///
/// Case folding is Unicode's own, so `ß` becomes `ss` and a final sigma an ordinary one.
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        if text.bytes().any(|b| b.is_ascii_uppercase()) {
            return Cow::Owned(text.to_ascii_lowercase());
        }
        return Cow::Borrowed(text);
    }
    // Folding can undo a composition (and the reverse), so normalise on both sides.
    let composed: String = text.nfc().collect();
    let folded = caseless::default_case_fold_str(&composed);
    Cow::Owned(folded.nfc().collect())
}

/// The letters of a [`fold`]ed text: its extended grapheme clusters.
pub fn letters(folded: &str) -> impl DoubleEndedIterator<Item = &str> {
    folded.graphemes(true)
}

/// How a folded letter is shown to people: in upper case, as the manual prints words. A
/// letter whose capital is another letter's, as `ı`, is shown as it is.
pub fn upper(folded: &str) -> Cow<'_, str> {
    let capital = folded.to_uppercase();
    if capital != folded && fold(&capital) == folded {
        Cow::Owned(capital)
    } else {
        Cow::Borrowed(folded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_meets_the_traps_of_naive_text_handling() {
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

    #[test]
    fn different_letters_are_shown_differently() {
        for (folded, shown) in [("i", "I"), ("ı", "ı"), ("é", "É"), ("ĸ", "ĸ"), ("ש", "ש")]
        {
            assert_eq!(upper(folded), shown);
        }
    }

    #[test]
    fn a_letter_of_several_code_points_stays_whole() {
        // No precomposed n with diaeresis and dot below exists.
        let text = fold("N\u{323}\u{308}a");
        assert_eq!(letters(&text).count(), 2);
    }
}
