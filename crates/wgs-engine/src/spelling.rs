//! Spellings: which letters count as the same, and which language they belong to. A dictionary
//! of the configuration may set a spelling. The engine only knows Unicode's case folding, so a
//! [`Spelling`] converts text into a form in which that folding is correct, and converts the
//! engine's output back for display.
//!
//! | property | key of a dictionary | effect |
//! |---|---|---|
//! | accents | `"Accents": "fold"` | é is e, but ñ stays with `"OwnLetters": "ñ"` |
//! | language | `"Language": "tr"` | the lower case of I is ı, that of İ is i |
//! | ß | `"Eszett": "keep"` | ß is a letter and not ss |
//! | final forms | `"FinalForms": "fold"` | ם is מ |
//! | apostrophes, hyphens | `"Apostrophes": "drop"` | don't is dont |
//!
//! ```
//! use wgs_engine::spelling::{Accents, Language, Spelling};
//!
//! let folding = Spelling::default().with_accents(Accents::Folded);
//! assert_eq!(folding.read("Été"), "Ete");
//!
//! let turkish = Spelling::default().with_language(Language::Turkish);
//! assert_eq!(turkish.show(&turkish.read("ILIK İLİK")), "ILIK İLİK");
//! ```

use std::borrow::Cow;

use crate::letter;
use crate::with_methods::with_methods;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};
use unicode_segmentation::UnicodeSegmentation;

/// Which letters count as the same. The default is Unicode's case folding: accents count, and
/// ß is ss.
///
/// ```
/// use wgs_engine::spelling::{Accents, Spelling};
///
/// let spelling = Spelling::default().with_accents(Accents::Folded);
/// let spanish = spelling.clone().with_own_letters("ñ".to_owned());
/// assert_eq!(spelling.read("señor"), "senor");
/// assert_eq!(spanish.read("señor"), "señor");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Spelling {
    /// Whether accents count.
    pub accents: Accents,
    /// Letters that keep their accents when accents are folded, in lower case.
    pub own_letters: String,
    /// The language.
    pub language: Language,
    /// How ß is read.
    pub eszett: Eszett,
    /// How the final forms of Hebrew letters are read.
    pub final_forms: FinalForms,
    /// Whether words keep their apostrophes.
    pub apostrophes: Punctuation,
    /// Whether words keep their hyphens.
    pub hyphens: Punctuation,
}

with_methods!(Spelling {
    with_accents => accents: Accents,
    with_own_letters => own_letters: String,
    with_language => language: Language,
    with_eszett => eszett: Eszett,
    with_final_forms => final_forms: FinalForms,
    with_apostrophes => apostrophes: Punctuation,
    with_hyphens => hyphens: Punctuation,
});

/// Whether accents count.
///
/// ```
/// use wgs_engine::spelling::{Accents, Spelling};
///
/// let folding = Spelling::default().with_accents(Accents::Folded);
/// assert_eq!(folding.read("œuvré"), "oeuvre");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Accents {
    /// é and e are two letters.
    #[default]
    Kept,
    /// é is e, and œ is oe.
    Folded,
}

/// A language with special rules for letters.
///
/// ```
/// use wgs_engine::spelling::{Language, Spelling};
///
/// let dutch = Spelling::default().with_language(Language::Dutch);
/// assert_eq!(dutch.read("wĳn"), "wijn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Language {
    /// Any other language.
    #[default]
    Any,
    /// Turkish and Azeri: the lower case of I is ı, that of İ is i.
    Turkish,
    /// ĳ is read as two letters.
    Dutch,
    /// Croatian and Bosnian: ǆ, ǉ and ǌ are read as two letters each.
    Croatian,
    /// ñ is a separate letter, even when accents are folded.
    Spanish,
    /// ä, ö and ü are separate letters, even when accents are folded.
    German,
    /// Swedish and Finnish: å, ä and ö are separate letters, even when accents are folded.
    Swedish,
}

/// How ß is read.
///
/// ```
/// use wgs_engine::spelling::{Eszett, Spelling};
///
/// let keeping = Spelling::default().with_eszett(Eszett::Kept);
/// assert_eq!(keeping.show(&keeping.read("Maße")), "Maße");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Eszett {
    /// As `ss`.
    #[default]
    TwoLetters,
    /// As a separate letter.
    Kept,
}

/// How the final forms of Hebrew letters are read.
///
/// ```
/// use wgs_engine::spelling::{FinalForms, Spelling};
///
/// let folding = Spelling::default().with_final_forms(FinalForms::Folded);
/// assert_eq!(folding.read("שלום"), "שלומ");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum FinalForms {
    /// As separate letters.
    #[default]
    Kept,
    /// As the letters that they are final forms of.
    Folded,
}

/// Whether words keep apostrophes or hyphens.
///
/// ```
/// use wgs_engine::spelling::{Punctuation, Spelling};
///
/// let dropping = Spelling::default().with_apostrophes(Punctuation::Dropped);
/// assert_eq!(dropping.read("don't co-operate"), "dont co-operate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Punctuation {
    /// They count as letters of the word.
    #[default]
    Kept,
    /// They are left out.
    Dropped,
}

impl Language {
    /// The language codes of the configuration, with their languages.
    pub const ALL: [(&'static str, Self); 9] = [
        ("tr", Self::Turkish),
        ("az", Self::Turkish),
        ("nl", Self::Dutch),
        ("hr", Self::Croatian),
        ("bs", Self::Croatian),
        ("es", Self::Spanish),
        ("de", Self::German),
        ("sv", Self::Swedish),
        ("fi", Self::Swedish),
    ];

    /// The letters that are separate even when accents are folded.
    fn own_letters(self) -> &'static str {
        match self {
            Self::Turkish => "çğıöşü",
            Self::Croatian => "čćđšž",
            Self::Spanish => "ñ",
            Self::German => "äöü",
            Self::Swedish => "åäö",
            Self::Any | Self::Dutch => "",
        }
    }
}

/// These letters replace ß and its capital inside the engine, whose case folding would turn
/// them into ss. No living language uses them.
const STAND_IN: char = 'ƨ';
const CAPITAL_STAND_IN: char = 'Ƨ';

/// The final forms of Hebrew letters, and the letters themselves.
const FINAL_FORMS: [(char, char); 5] = [('ך', 'כ'), ('ם', 'מ'), ('ן', 'נ'), ('ף', 'פ'), ('ץ', 'צ')];

/// Letters that Unicode does not decompose, and their forms without accents.
const WITHOUT_ACCENT: [(char, &str); 14] = [
    ('œ', "oe"),
    ('Œ', "Oe"),
    ('æ', "ae"),
    ('Æ', "Ae"),
    ('ø', "o"),
    ('Ø', "O"),
    ('ł', "l"),
    ('Ł', "L"),
    ('đ', "d"),
    ('Đ', "D"),
    ('ħ', "h"),
    ('Ħ', "H"),
    ('ı', "i"),
    ('ŧ', "t"),
];

impl Spelling {
    /// Whether this is Unicode's own case folding.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Whether Unicode's folding loses differences that this spelling needs.
    pub fn is_lost_in_folding(&self) -> bool {
        self.language == Language::Turkish || self.eszett == Eszett::Kept
    }

    /// Converts words or tiles into the form in which the engine reads them as intended.
    pub fn read<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let plain_ascii = text.is_ascii()
            && self.language != Language::Turkish
            && self.apostrophes == Punctuation::Kept
            && self.hyphens == Punctuation::Kept;
        if plain_ascii || self.is_plain() {
            return Cow::Borrowed(text);
        }
        let composed = letter::compose(text);
        let mut read = String::with_capacity(composed.len());
        for grapheme in composed.graphemes(true) {
            self.read_letter(grapheme, &mut read);
        }
        Cow::Owned(read)
    }

    fn read_letter(&self, grapheme: &str, read: &mut String) {
        let mut chars = grapheme.chars();
        let (Some(first), None) = (chars.next(), chars.next()) else {
            // A letter of several characters, such as one with combining accents.
            return self.read_accents(grapheme, read);
        };
        match (first, self.language) {
            ('\'' | '’' | 'ʼ', _) if self.apostrophes == Punctuation::Dropped => {}
            ('-' | '‐' | '‑' | '\u{ad}', _) if self.hyphens == Punctuation::Dropped => {}
            ('I', Language::Turkish) => read.push('ı'),
            ('İ', Language::Turkish) => read.push('I'),
            ('ĳ', Language::Dutch) => read.push_str("ij"),
            ('Ĳ', Language::Dutch) => read.push_str("Ij"),
            ('ǆ', Language::Croatian) => read.push_str("dž"),
            ('ǉ', Language::Croatian) => read.push_str("lj"),
            ('ǌ', Language::Croatian) => read.push_str("nj"),
            ('Ǆ' | 'ǅ', Language::Croatian) => read.push_str("Dž"),
            ('Ǉ' | 'ǈ', Language::Croatian) => read.push_str("Lj"),
            ('Ǌ' | 'ǋ', Language::Croatian) => read.push_str("Nj"),
            ('ß', _) if self.eszett == Eszett::Kept => read.push(STAND_IN),
            ('ẞ', _) if self.eszett == Eszett::Kept => read.push(CAPITAL_STAND_IN),
            (letter, _) if self.final_forms == FinalForms::Folded => {
                let folded = FINAL_FORMS.iter().find(|(form, _)| *form == letter);
                match folded {
                    Some(&(_, letter)) => read.push(letter),
                    None => self.read_accents(grapheme, read),
                }
            }
            _ => self.read_accents(grapheme, read),
        }
    }

    fn read_accents(&self, grapheme: &str, read: &mut String) {
        let lower = grapheme.to_lowercase();
        let is_own = |letters: &str| letter::compose(letters).contains(&*lower);
        if self.accents == Accents::Kept
            || grapheme.is_ascii()
            || is_own(&self.own_letters)
            || is_own(self.language.own_letters())
        {
            return read.push_str(grapheme);
        }
        for character in grapheme.chars() {
            decompose_canonical(character, |letter| {
                match WITHOUT_ACCENT.iter().find(|(with, _)| *with == letter) {
                    _ if is_combining_mark(letter) => {}
                    Some((_, without)) => read.push_str(without),
                    None => read.push(letter),
                }
            });
        }
    }

    /// Converts the engine's output back into the form that people expect.
    pub fn show<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let turkish = self.language == Language::Turkish;
        if !turkish && self.eszett == Eszett::TwoLetters {
            return Cow::Borrowed(text);
        }
        let shown = text.chars().map(|letter| match letter {
            'I' if turkish => 'İ',
            'ı' if turkish => 'I',
            STAND_IN if self.eszett == Eszett::Kept => 'ß',
            CAPITAL_STAND_IN if self.eszett == Eszett::Kept => 'ẞ',
            other => other,
        });
        Cow::Owned(shown.collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Board, Lexicon};

    use super::*;

    fn language(language: Language) -> Spelling {
        Spelling::default().with_language(language)
    }

    fn folding(language: Language) -> Spelling {
        Spelling::default()
            .with_accents(Accents::Folded)
            .with_language(language)
    }

    #[test]
    fn text_is_read_with_its_spelling() {
        let eszett = Spelling::default().with_eszett(Eszett::Kept);
        let finals = Spelling::default().with_final_forms(FinalForms::Folded);
        let marks = Spelling::default()
            .with_apostrophes(Punctuation::Dropped)
            .with_hyphens(Punctuation::Dropped);
        for (spelling, text, read) in [
            (
                Spelling::default(),
                "Été l'œuvre I İ ß",
                "Été l'œuvre I İ ß",
            ),
            (
                folding(Language::Any),
                "Été œuvre Ñandú Łódź σοφός",
                "Ete oeuvre Nandu Lodz σοφος",
            ),
            (folding(Language::Any), "e\u{301}te\u{301}", "ete"),
            (folding(Language::Spanish), "Ñandú n\u{303}u", "Ñandu ñu"),
            (folding(Language::German), "Café Äpfel", "Cafe Äpfel"),
            (
                language(Language::Turkish),
                "ILIK ılık İLİK ilik",
                "ıLıK ılık ILIK ilik",
            ),
            (language(Language::Dutch), "Ĳs wĳn", "Ijs wijn"),
            (
                language(Language::Croatian),
                "ǅep Ǆep ǆep",
                "Džep Džep džep",
            ),
            (eszett, "Straße SS", "Straƨe SS"),
            (finals, "שלום", "שלומ"),
            (marks, "don't l’œuvre co-op", "dont lœuvre coop"),
        ] {
            assert_eq!(spelling.read(text), read, "{text}");
        }
    }

    #[test]
    fn text_that_was_read_is_shown_unchanged() {
        let turkish = language(Language::Turkish);
        for word in ["ILIK", "İLİK", "ISPARTA", "İSTANBUL"] {
            let lexicon = Lexicon::from_text(&turkish.read(word)).unwrap();
            let words: Vec<String> = lexicon.words().collect();
            assert_eq!(turkish.show(&words[0]), word);
            let board: Board = turkish.read(word).parse().unwrap();
            assert_eq!(board.len(), word.chars().count());
            assert_eq!(turkish.show(&board.to_string()), word);
        }
        let eszett = Spelling::default().with_eszett(Eszett::Kept);
        assert_eq!(eszett.show(&eszett.read("Maße")), "Maße");
    }
}
