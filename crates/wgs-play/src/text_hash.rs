//! A hash of texts that is the same in all versions and on all machines.

/// Returns the FNV-1a hash of a text, of 64 bits. Its high bits depend on all letters, its low
/// ones less so.
pub(crate) fn text_hash(text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325;
    text.bytes().fold(start, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
