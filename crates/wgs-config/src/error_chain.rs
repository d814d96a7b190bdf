//! Errors on one line, together with their causes.

use std::error::Error;

/// Returns the message of an error followed by those of its causes, separated by colons.
///
/// The errors of this workspace do not repeat the messages of their causes; they return them
/// from [`Error::source`]. An interface that shows only one line needs them all.
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
    let causes = std::iter::successors(Some(error), |&error| error.source());
    let messages: Vec<String> = causes.map(ToString::to_string).collect();
    messages.join(": ")
}
