//! How text is understood: which differences between letters count, and which language's
//! letters they are. A dictionary of the configuration may say; the engine itself knows only
//! Unicode's own rules, so text is brought into a form in which those are right, and what is
//! shown is brought back.
//!
//! | what | as it is written | for example |
//! |---|---|---|
//! | accents | `"Accents": "fold"` | é is e, but ñ stays with `"OwnLetters": "ñ"` |
//! | language | `"Language": "tr"` | I is ı, İ is i |
//! | ß | `"Eszett": "keep"` | ß is a letter, not ss |
//! | final forms | `"FinalForms": "fold"` | ם is מ |
//! | apostrophes, hyphens | `"Apostrophes": "drop"` | don't is dont |
//!
//! ```
//! use wgs_config::spelling::{Accents, Language, Spelling};
//!
//! let folding = Spelling { accents: Accents::Folded, ..Spelling::default() };
//! assert_eq!(folding.read("Été"), "Ete");
//!
//! let turkish = Spelling { language: Language::Turkish, ..Spelling::default() };
//! assert_eq!(turkish.show(&turkish.read("ILIK İLİK")), "ILIK İLİK");
//! ```

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

/// How text is understood. The default is Unicode's own: accents count, ß is ss.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Spelling {
    /// Whether accents count.
    pub accents: Accents,
    /// Letters that keep their accents when others lose theirs, in lower case.
    pub own_letters: String,
    /// Whose letters they are.
    pub language: Language,
    /// What an ß is.
    pub eszett: Eszett,
    /// What the final forms of Hebrew letters are.
    pub final_forms: FinalForms,
    /// Whether words keep their apostrophes.
    pub apostrophes: Punctuation,
    /// Whether words keep their hyphens.
    pub hyphens: Punctuation,
}

/// Whether accents count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Accents {
    /// é and e are two letters.
    #[default]
    Kept,
    /// é is e, and œ is oe.
    Folded,
}

/// A language whose letters need care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// Any other.
    #[default]
    Any,
    /// I is ı, and İ is i.
    Turkish,
    /// ĳ is two letters.
    Dutch,
    /// ǆ, ǉ and ǌ are two letters each.
    Croatian,
    /// ñ is no n with an accent.
    Spanish,
    /// ä, ö and ü are no vowels with accents.
    German,
    /// å, ä and ö are no vowels with accents.
    Swedish,
}

/// What an ß is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Eszett {
    /// Two letters s.
    #[default]
    TwoLetters,
    /// A letter.
    Kept,
}

/// What the final forms of Hebrew letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum FinalForms {
    /// Letters of their own.
    #[default]
    Kept,
    /// The letters that they are the final forms of.
    Folded,
}

/// Whether words keep a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Punctuation {
    /// It is a letter of the word.
    #[default]
    Kept,
    /// It is left out.
    Dropped,
}

impl Language {
    /// All but [`Language::Any`], with their codes.
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

    /// Letters that are no others with accents.
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

/// Stand for ß and its capital within the engine, which would make ss of them. No language
/// written today has these letters.
const STAND_IN: char = 'ƨ';
const CAPITAL_STAND_IN: char = 'Ƨ';

/// Final forms of Hebrew, and the letters.
const FINAL_FORMS: [(char, char); 5] = [('ך', 'כ'), ('ם', 'מ'), ('ן', 'נ'), ('ף', 'פ'), ('ץ', 'צ')];

/// Letters that no normalisation takes apart, and what they are without accents.
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
    /// Whether text means what Unicode says it does.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Whether Unicode's folding loses what it needs to know.
    pub(crate) fn is_lost_in_folding(&self) -> bool {
        self.language == Language::Turkish || self.eszett == Eszett::Kept
    }

    /// Brings words or tiles into the form in which the engine understands them as meant.
    pub fn read<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let plain_ascii = text.is_ascii()
            && self.language != Language::Turkish
            && self.apostrophes == Punctuation::Kept
            && self.hyphens == Punctuation::Kept;
        if plain_ascii || self.is_plain() {
            return Cow::Borrowed(text);
        }
        let composed: String = text.nfc().collect();
        let mut read = String::with_capacity(composed.len());
        for grapheme in composed.graphemes(true) {
            self.read_letter(grapheme, &mut read);
        }
        Cow::Owned(read)
    }

    fn read_letter(&self, grapheme: &str, read: &mut String) {
        let mut chars = grapheme.chars();
        let (Some(first), None) = (chars.next(), chars.next()) else {
            // A letter that no single character is, with its accents or without.
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
        let is_own = |letters: &str| letters.nfc().collect::<String>().contains(&*lower);
        if self.accents == Accents::Kept
            || grapheme.is_ascii()
            || is_own(&self.own_letters)
            || is_own(self.language.own_letters())
        {
            return read.push_str(grapheme);
        }
        for letter in grapheme.nfd().filter(|&letter| !is_combining_mark(letter)) {
            match WITHOUT_ACCENT.iter().find(|(with, _)| *with == letter) {
                Some((_, without)) => read.push_str(without),
                None => read.push(letter),
            }
        }
    }

    /// Brings text that the engine has written into the form people expect.
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
    use wgs_core::{Board, Lexicon};

    use super::*;

    fn language(language: Language) -> Spelling {
        Spelling {
            language,
            ..Spelling::default()
        }
    }

    fn folding(language: Language) -> Spelling {
        Spelling {
            accents: Accents::Folded,
            language,
            ..Spelling::default()
        }
    }

    #[test]
    fn text_is_read_as_it_is_meant() {
        let eszett = Spelling {
            eszett: Eszett::Kept,
            ..Spelling::default()
        };
        let finals = Spelling {
            final_forms: FinalForms::Folded,
            ..Spelling::default()
        };
        let marks = Spelling {
            apostrophes: Punctuation::Dropped,
            hyphens: Punctuation::Dropped,
            ..Spelling::default()
        };
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
    fn what_was_read_is_shown_as_it_was() {
        let turkish = language(Language::Turkish);
        for word in ["ILIK", "İLİK", "ISPARTA", "İSTANBUL"] {
            let lexicon = Lexicon::from_text(&turkish.read(word)).unwrap();
            let words: Vec<String> = lexicon.words().collect();
            assert_eq!(turkish.show(&words[0]), word);
            let board: Board = turkish.read(word).parse().unwrap();
            assert_eq!(board.len(), word.chars().count());
            assert_eq!(turkish.show(&board.to_string()), word);
        }
        let eszett = Spelling {
            eszett: Eszett::Kept,
            ..Spelling::default()
        };
        assert_eq!(eszett.show(&eszett.read("Maße")), "Maße");
    }
}
