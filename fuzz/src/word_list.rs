//! Lists of words.

use wgs_engine::Lexicon;
use wgs_engine::alphabet::Letter;

/// Every word of a list that is read is in the lexicon, the lexicon has no others, its
/// words are in order, and its binary form opens as the same lexicon.
pub fn word_list(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(lexicon) = Lexicon::from_text(&text) else {
        return;
    };
    let without_mark = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut words = Vec::new();
    for written in without_mark.split_whitespace() {
        match lexicon.find(written) {
            Some(word) => words.push(word),
            None => panic!("{written:?} is not in the lexicon of {text:?}"),
        }
    }
    words.sort();
    words.dedup();
    assert_eq!(words.len(), lexicon.len(), "{text:?}");

    let spelled: Vec<Vec<Letter>> = words.iter().map(|&word| lexicon.letters(word)).collect();
    assert!(spelled.is_sorted_by(|a, b| a < b), "{text:?}");
    let longest = spelled.iter().map(Vec::len).max().unwrap_or(0);
    assert_eq!(lexicon.longest(), longest, "{text:?}");
    let shown: Vec<String> = words.iter().map(|&word| lexicon.text(word)).collect();
    assert_eq!(lexicon.words().collect::<Vec<_>>(), shown, "{text:?}");

    let opened = Lexicon::from_bytes(&lexicon.to_bytes());
    assert_eq!(opened.as_ref(), Ok(&lexicon), "{text:?}");
}
