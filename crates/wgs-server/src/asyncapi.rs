//! The description of the messages of rooms for other programs: an AsyncAPI document. It is a file. A
//! test generates it from the types that the server reads and writes, and compares the two.

#[cfg(test)]
mod description;

/// Returns the AsyncAPI document.
pub(crate) fn document() -> &'static [u8] {
    include_bytes!("asyncapi/asyncapi.json")
}
