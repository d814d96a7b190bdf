//! Errors on one line, together with their causes.

use std::error::Error;

/// Returns the message of an error followed by those of its causes, separated by colons. A cause
/// that the message already ends with is not repeated.
///
/// The errors of this crate leave their causes to [`Error::source`]. An interface that shows an
/// error on a single line needs them too.
///
/// ```
/// use wgs_config::{DictionarySource, error_chain};
///
/// let source = DictionarySource::File("words.txt".into());
/// let error = source.load_with(&|_| Ok(b"c\0t".to_vec())).unwrap_err();
/// assert_eq!(error.to_string(), "cannot use the dictionary words.txt");
/// assert!(error_chain(&error).starts_with("cannot use the dictionary words.txt: line 1 has"));
/// ```
pub fn error_chain(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(error.source(), |&error| error.source());
    causes.fold(error.to_string(), |text, cause| {
        let cause = cause.to_string();
        match text.ends_with(&cause) {
            true => text,
            false => format!("{text}: {cause}"),
        }
    })
}
