//! Words in Wiktionary, in the language of the page.

use crate::text::PageLanguage;

/// The address of a word's entry in Wiktionary. The search leads to the entry itself, however its letters are
/// capitalised.
pub fn address(word: &str, language: PageLanguage) -> String {
    let set = percent_encoding::NON_ALPHANUMERIC;
    let word = word.to_lowercase();
    let word = percent_encoding::utf8_percent_encode(&word, set);
    let language = language.code();
    format!("https://{language}.wiktionary.org/wiki/Special:Search?go=Go&search={word}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_looked_up_in_the_language_of_the_page() {
        let start = "wiktionary.org/wiki/Special:Search?go=Go&search=";
        for (word, language, expected) in [
            (
                "ZOO",
                PageLanguage::ENGLISH,
                format!("https://en.{start}zoo"),
            ),
            (
                "ÜBEL",
                PageLanguage::GERMAN,
                format!("https://de.{start}%C3%BCbel"),
            ),
            (
                "A&B",
                PageLanguage::ENGLISH,
                format!("https://en.{start}a%26b"),
            ),
        ] {
            assert_eq!(address(word, language), expected);
        }
    }
}
