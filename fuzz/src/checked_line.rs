//! Files of lines with checksums: how inputs are repaired, so that more of them get past the
//! checksums, and damaged, to see the cost of a damaged line.

use wgs_records::checked_line;
use xxhash_rust::xxh3::xxh3_64;

/// Returns a file with the correct checksum before each line. Empty lines stay empty, and a last
/// line without a line end stays without.
pub(crate) fn repaired(bytes: &[u8]) -> Vec<u8> {
    let mut repaired = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let (line, end) = match line.strip_suffix(b"\n") {
            Some(line) => (line, &b"\n"[..]),
            None => (line, &b""[..]),
        };
        if !line.is_empty() {
            let text = String::from_utf8_lossy(line);
            let text = text.split_once(' ').map_or(&*text, |(_, text)| text);
            let line = checked_line::write(text);
            repaired.extend_from_slice(line.trim_end_matches('\n').as_bytes());
        }
        repaired.extend_from_slice(end);
    }
    repaired
}

/// A file with a damaged line.
pub(crate) struct DamagedFile {
    /// The file; one byte of the line differs.
    pub(crate) bytes: Vec<u8>,
    /// The number of the line, from 1.
    pub(crate) line: usize,
    /// The file without the line.
    pub(crate) rest: Vec<u8>,
}

impl DamagedFile {
    /// Changes a byte of a file that is not a line end, if there is one. Which byte follows from
    /// the file. There is nothing to return if the change happens to repair the line.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        let is_text = |place: &usize| bytes[*place] != b'\n';
        let places: Vec<usize> = (0..bytes.len()).filter(is_text).collect();
        let hash = xxh3_64(bytes) as usize;
        let place = *places.get(hash.checked_rem(places.len())?)?;
        let mut damaged = bytes.to_vec();
        damaged[place] ^= match bytes[place] ^ 1 {
            b'\n' => 2,
            _ => 1,
        };
        let index = bytes[..place].iter().filter(|byte| **byte == b'\n').count();
        let mut lines = damaged.split(|&byte| byte == b'\n');
        if checked_line::read(lines.nth(index)?).is_ok() {
            return None;
        }
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate();
        let rest = lines.filter(|(other, _)| *other != index);
        Some(Self {
            line: index + 1,
            rest: rest.flat_map(|(_, line)| line.iter().copied()).collect(),
            bytes: damaged,
        })
    }
}
