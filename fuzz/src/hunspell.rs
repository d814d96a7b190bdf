//! Dictionaries of the spelling checker Hunspell.

use wgs_config::dictionary::hunspell::{expand, is_playable};

/// The most forms of a dictionary.
const MOST_FORMS: usize = 10_000;

/// A dictionary expands to words that can be on a board, and not to more than the limit. The
/// input is an affix file, a byte 0 and a list of stems.
pub fn hunspell(data: &[u8]) {
    let mut files = data.splitn(2, |&byte| byte == 0);
    let affixes = files.next().unwrap_or_default();
    let stems = files.next().unwrap_or_default();
    let Ok(words) = expand(affixes, stems, MOST_FORMS) else {
        return;
    };
    assert!(words.lines().count() <= MOST_FORMS);
    for word in words.lines() {
        assert!(is_playable(word), "{word:?}");
    }
}
