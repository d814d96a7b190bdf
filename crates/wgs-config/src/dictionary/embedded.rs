//! The embedded dictionary: the word list of the crate `wordnik_list`, compiled by the build
//! script. In the project's own page (`separate_dictionary`), it is a file that the page loads.

use std::sync::OnceLock;

use wgs_engine::Lexicon;
use wgs_engine::lexicon::OpenError;

use super::DictionaryError;

/// The words, once they are needed or the page has loaded them.
static OPENED: OnceLock<Lexicon> = OnceLock::new();

/// Provides the file of the embedded dictionary to a program that loads it
/// instead of embedding it. Programs that embed it need not call this.
pub fn provide_embedded(file: &[u8]) -> Result<(), OpenError> {
    if cfg!(separate_dictionary) && OPENED.get().is_none() {
        let _ = OPENED.set(Lexicon::from_bytes(file)?);
    }
    Ok(())
}

/// Returns the file with the words.
#[cfg(not(separate_dictionary))]
pub(super) fn file() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/wordnik.lexicon"))
}

/// Returns nothing: the file is not part of the program.
#[cfg(separate_dictionary)]
pub(super) fn file() -> &'static [u8] {
    &[]
}

/// Returns the words. The first time takes some milliseconds.
#[cfg(not(separate_dictionary))]
pub(super) fn lexicon() -> Result<Lexicon, DictionaryError> {
    let open = || {
        let lexicon = Lexicon::from_bytes(file());
        lexicon.expect("the build script wrote the file with the same version of the format")
    };
    Ok(OPENED.get_or_init(open).clone())
}

/// Returns the words, if they have been provided.
#[cfg(separate_dictionary)]
pub(super) fn lexicon() -> Result<Lexicon, DictionaryError> {
    OPENED.get().cloned().ok_or(DictionaryError::NotProvided)
}
