//! Boards in the written notation.

use wgs_engine::{letter, notation};

/// A board that is read prints as a text that reads as the same tiles. An error names a
/// column of the text.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match notation::parse(&text) {
        Ok(tiles) => {
            let printed = notation::print(&tiles);
            let again = notation::parse(&printed);
            assert_eq!(
                again.as_ref(),
                Ok(&tiles),
                "{text:?} is printed as {printed:?}"
            );
        }
        Err(error) => {
            let columns = letter::letters(&text).count();
            assert!(
                (1..=columns.max(1)).contains(&error.column),
                "{text:?} has {columns} columns, but: {error}"
            );
        }
    }
}
