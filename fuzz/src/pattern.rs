//! Patterns.

use wgs_engine::letter;
use wgs_pattern::Pattern;

/// A pattern that is read compares with any word, or says that it takes too long; it compares
/// in the same way again. An error marks a place in the pattern or at its end.
pub fn pattern(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let pattern = match Pattern::new(&text) {
        Ok(pattern) => pattern,
        Err(error) => {
            let columns = letter::letters(&text).count();
            assert!(
                (1..=columns + 1).contains(&error.column),
                "{text:?} has {columns} columns, but: {error}"
            );
            assert_eq!(error.to_string().matches('\n').count(), 2, "{text:?}");
            return;
        }
    };
    let words = ["", "CAT", "TREES", "STRASSE", "Q\u{303}É"];
    let compare = || {
        let mut matcher = pattern.matcher();
        words.map(|word| matcher.is_match(word))
    };
    assert_eq!(compare(), compare(), "{text:?}");
}
