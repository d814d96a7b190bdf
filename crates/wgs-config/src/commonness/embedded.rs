//! The embedded table, for the words of the embedded dictionary. In the project's own page
//! (`separate_dictionary`), it is a file that the page loads when it needs it.

use std::sync::OnceLock;

use super::{CommonnessError, CommonnessTable};
use crate::dictionary::DictionarySource;

#[cfg(not(separate_dictionary))]
static FILE: &[u8] = include_bytes!("../../data/commonness.bin");

/// The file, once the page has loaded it.
#[cfg(separate_dictionary)]
static FILE: OnceLock<Vec<u8>> = OnceLock::new();

/// Provides the file of the embedded table to a program that loads it instead of embedding it.
/// Programs that embed it need not call this.
pub fn provide(file: &[u8]) -> Result<(), CommonnessError> {
    #[cfg(separate_dictionary)]
    {
        CommonnessTable::check(file)?;
        let _ = FILE.set(file.to_vec());
    }
    #[cfg(not(separate_dictionary))]
    let _ = file;
    Ok(())
}

/// Returns the file of the embedded table, for a page to load.
#[cfg(not(separate_dictionary))]
pub fn file() -> Result<&'static [u8], CommonnessError> {
    Ok(FILE)
}

/// Returns the file of the table, if it was provided.
#[cfg(separate_dictionary)]
pub fn file() -> Result<&'static [u8], CommonnessError> {
    let file = FILE.get().ok_or(CommonnessError::NotProvided)?;
    Ok(file)
}

impl CommonnessTable {
    /// Returns the embedded table. The first call decodes it, which takes some tens of
    /// milliseconds.
    ///
    /// # Errors
    ///
    /// Fails only in a page, if the files of the dictionary and of the table were not provided.
    pub fn embedded() -> Result<&'static Self, CommonnessError> {
        static TABLE: OnceLock<CommonnessTable> = OnceLock::new();
        if let Some(table) = TABLE.get() {
            return Ok(table);
        }
        let lexicon = DictionarySource::Embedded.load()?;
        let table = Self::from_bytes(file()?, lexicon)?;
        Ok(TABLE.get_or_init(|| table))
    }
}
