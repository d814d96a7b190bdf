//! The embedded dictionary: the word list of the crate `wordnik_list`, compiled by the build
//! script. In the project's own page (`separate_dictionary`), it is a file that the page loads.

#[cfg(separate_dictionary)]
use std::sync::OnceLock;

use wgs_core::Lexicon;
use wgs_core::lexicon::OpenError;

use super::DictionaryError;

/// The words, once the page has loaded them.
#[cfg(separate_dictionary)]
static LOADED: OnceLock<Lexicon> = OnceLock::new();

/// Provides the file of the embedded dictionary, in the compact form, to a program that loads it
/// instead of embedding it. Programs that embed it need not call this.
pub fn provide_embedded(file: &[u8]) -> Result<(), OpenError> {
    #[cfg(separate_dictionary)]
    if LOADED.get().is_none() {
        let _ = LOADED.set(Lexicon::from_bytes(file)?);
    }
    #[cfg(not(separate_dictionary))]
    let _ = file;
    Ok(())
}

/// Aligns a file so that a lexicon can use it in place.
#[cfg(not(separate_dictionary))]
#[repr(C, align(64))]
struct Aligned<B: ?Sized>(B);

#[cfg(not(separate_dictionary))]
static FILE: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(
    env!("OUT_DIR"),
    "/wordnik.lexicon"
)));

/// Returns the file with the words.
#[cfg(not(separate_dictionary))]
pub(super) fn file() -> &'static [u8] {
    &FILE.0
}

/// Returns nothing: the file is not part of the program.
#[cfg(separate_dictionary)]
pub(super) fn file() -> &'static [u8] {
    &[]
}

/// Returns the words, if they have been provided.
#[cfg(separate_dictionary)]
pub(super) fn lexicon() -> Result<Lexicon, DictionaryError> {
    LOADED.get().cloned().ok_or(DictionaryError::NotProvided)
}

/// Returns the words, without a check and without a copy. That takes 0.01 ms; the check alone would
/// take about 3 ms of every start of the program.
#[cfg(embed_fast_form)]
#[expect(unsafe_code, reason = "the build script vouches for the file")]
pub(super) fn lexicon() -> Result<Lexicon, DictionaryError> {
    // SAFETY: the build script wrote the file with `Lexicon::to_fast_bytes` of the same version of
    // `wgs-core`. A test below opens it with all checks.
    let lexicon = unsafe { Lexicon::from_static_unchecked(file()) };
    Ok(lexicon.expect(OWN_VERSION))
}

/// Returns the words.
#[cfg(not(any(embed_fast_form, separate_dictionary)))]
pub(super) fn lexicon() -> Result<Lexicon, DictionaryError> {
    Ok(Lexicon::from_bytes(file()).expect(OWN_VERSION))
}

#[cfg(not(separate_dictionary))]
const OWN_VERSION: &str = "the build script wrote the file with the same version of the format";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_file_passes_all_checks() {
        assert_eq!(Lexicon::from_bytes(file()), Ok(lexicon().unwrap()));
    }
}
