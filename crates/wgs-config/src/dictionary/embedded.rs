//! The embedded dictionary: the word list of the crate `wordnik_list`, compiled by the build
//! script.

use wgs_core::Lexicon;

/// Aligns a file so that a lexicon can use it in place.
#[repr(C, align(64))]
struct Aligned<B: ?Sized>(B);

static FILE: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(
    env!("OUT_DIR"),
    "/wordnik.lexicon"
)));

/// Returns the file with the words.
pub(super) fn file() -> &'static [u8] {
    &FILE.0
}

/// Returns the words, without a check and without a copy. That takes 0.01 ms; the check alone would
/// take about 3 ms of every start of the program.
#[cfg(embed_fast_form)]
#[expect(unsafe_code, reason = "the build script vouches for the file")]
pub(super) fn lexicon() -> Lexicon {
    // SAFETY: the build script wrote the file with `Lexicon::to_fast_bytes` of the same version of
    // `wgs-core`. A test below opens it with all checks.
    let lexicon = unsafe { Lexicon::from_static_unchecked(file()) };
    lexicon.expect(OWN_VERSION)
}

/// Returns the words.
#[cfg(not(embed_fast_form))]
pub(super) fn lexicon() -> Lexicon {
    Lexicon::from_bytes(file()).expect(OWN_VERSION)
}

const OWN_VERSION: &str = "the build script wrote the file with the same version of the format";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_file_passes_all_checks() {
        assert_eq!(Lexicon::from_bytes(file()), Ok(lexicon()));
    }
}
