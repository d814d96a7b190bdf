//! The dictionary of the page, which is loaded in parallel with its program.

use wgs_config::DictionarySource;

use crate::Failure;
use crate::site::Site;

/// The files that `engine.js` loads.
const DICTIONARY: &str = "wordnik.lexicon";
const COMMONNESS: &str = "commonness.bin";

/// Adds the built-in dictionary in its compact form, and how common its words are.
pub(crate) fn add(site: &mut Site) -> Result<(), Failure> {
    site.add(COMMONNESS, wgs_config::commonness::file()?.to_vec())?;
    site.add(DICTIONARY, DictionarySource::Embedded.load()?.to_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dictionary_is_the_built_in_one() {
        let mut site = Site::default();
        add(&mut site).unwrap();
        let lexicon = wgs_engine::Lexicon::from_bytes(site.get(DICTIONARY).unwrap()).unwrap();
        assert_eq!(lexicon, DictionarySource::Embedded.load().unwrap());
    }
}
