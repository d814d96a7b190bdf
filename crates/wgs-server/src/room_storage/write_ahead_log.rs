//! Checks the write-ahead log of a file of SQLite before SQLite reads it. SQLite itself stops at the
//! first frame that is damaged, without a word, and everything behind it is lost. The format is
//! described at <https://www.sqlite.org/fileformat2.html#walformat>.
//!
//! A log that was cut off behind a complete change looks like one that was never longer.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use thiserror::Error;

/// The number of bytes of the log's header, and of that of each frame.
const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The beginning of a log, whose last bit tells the order of bytes in checksums.
const MAGIC: u32 = 0x377f_0682;

/// What is wrong with a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum LogDamage {
    /// Frames behind a damaged one are whole.
    #[error("is damaged after {changes} whole changes; the changes behind them are lost")]
    Damaged {
        /// The number of changes that SQLite still reads.
        changes: u64,
    },
    /// The last change is not whole.
    #[error(
        "ends in the middle of a change, after {changes} whole ones; if the machine or the program has stopped suddenly, that change was never confirmed, or else the log was cut off"
    )]
    CutOff {
        /// The number of changes that SQLite still reads.
        changes: u64,
    },
}

/// The running checksum of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Checksum(u32, u32);

impl Checksum {
    /// Returns the checksum after some bytes more, a multiple of eight.
    fn after(self, bytes: &[u8], is_big_endian: bool) -> Self {
        let read = match is_big_endian {
            true => u32::from_be_bytes,
            false => u32::from_le_bytes,
        };
        let (words, _) = bytes.as_chunks::<4>();
        let (pairs, _) = words.as_chunks::<2>();
        pairs.iter().fold(self, |Self(a, b), [first, second]| {
            let a = a.wrapping_add(read(*first)).wrapping_add(b);
            Self(a, b.wrapping_add(read(*second)).wrapping_add(a))
        })
    }

    /// Reads the checksum at a place of a header.
    fn at(bytes: &[u8], place: usize) -> Self {
        Self(word(bytes, place), word(bytes, place + 4))
    }
}

/// Returns the number at a place of a header.
fn word(bytes: &[u8], place: usize) -> u32 {
    let bytes = bytes[place..].first_chunk();
    bytes.map_or(0, |bytes| u32::from_be_bytes(*bytes))
}

/// Checks a log, which may be missing.
pub(super) fn check(log: &Path) -> io::Result<Option<LogDamage>> {
    match File::open(log) {
        Ok(file) if file.metadata()?.len() == 0 => Ok(None),
        Ok(file) => check_bytes(BufReader::new(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn check_bytes(mut log: impl Read) -> io::Result<Option<LogDamage>> {
    let mut header = [0; HEADER];
    if read_whole(&mut log, &mut header)? < HEADER {
        return Ok(Some(LogDamage::CutOff { changes: 0 }));
    }
    let is_big_endian = word(&header, 0) & 1 == 1;
    let mut checksum = Checksum::default().after(&header[..24], is_big_endian);
    let page = word(&header, 8) as usize;
    let is_known = word(&header, 0) & !1 == MAGIC && (512..=65_536).contains(&page);
    if !is_known || checksum != Checksum::at(&header, 24) {
        return Ok(Some(LogDamage::Damaged { changes: 0 }));
    }
    let mut frame = vec![0; FRAME_HEADER + page];
    let mut changes = 0;
    // Whether all frames so far were whole, and the last one ended a change.
    let (mut is_whole, mut is_change) = (true, true);
    loop {
        let read = read_whole(&mut log, &mut frame)?;
        if read < frame.len() {
            // Frames of an earlier use of the log may follow, and the last of them may be cut off.
            is_change &= !is_whole || read == 0;
            break;
        }
        // The frames of this use of the log repeat two numbers of its header.
        let is_current = frame[8..16] == header[16..24];
        let computed = checksum
            .after(&frame[..8], is_big_endian)
            .after(&frame[FRAME_HEADER..], is_big_endian);
        checksum = Checksum::at(&frame, 16);
        match (is_whole, is_current && computed == checksum) {
            (true, true) => {
                is_change = word(&frame, 4) > 0;
                changes += u64::from(is_change);
            }
            (true, false) => {
                is_whole = false;
                is_change &= !is_current;
            }
            // It continues the frame before it, which was damaged after it was written.
            (false, true) => return Ok(Some(LogDamage::Damaged { changes })),
            (false, false) => {}
        }
    }
    Ok((!is_change).then_some(LogDamage::CutOff { changes }))
}

/// Fills a buffer as far as there are bytes, and returns their number.
fn read_whole(log: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < buffer.len() {
        match log.read(&mut buffer[read..]) {
            Ok(0) => break,
            Ok(bytes) => read += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
    use sqlx::{ConnectOptions, Executor};

    use super::*;

    /// Returns a log with the changes that create a table and fill it.
    async fn log(rows: u32) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sqlite");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal);
        let mut connection = options.connect().await.unwrap();
        connection.execute("CREATE TABLE a (b)").await.unwrap();
        for _ in 0..rows {
            let row = "INSERT INTO a VALUES (zeroblob(9000))";
            connection.execute(row).await.unwrap();
        }
        let log = folder.path().join("a.sqlite-wal");
        assert_eq!(check(&log).unwrap(), None);
        std::fs::read(log).unwrap()
    }

    #[tokio::test]
    async fn a_damaged_or_truncated_log_is_noticed() {
        let whole = log(5).await;
        let check = |log: &[u8]| check_bytes(log).unwrap();
        assert_eq!(check(&whole), None);
        let frame = FRAME_HEADER + 4_096;
        let frames = (whole.len() - HEADER) / frame;
        for damaged in [
            5,
            HEADER + 10,
            HEADER + 4 * frame + 100,
            HEADER + 4 * frame + 9,
        ] {
            let mut log = whole.clone();
            log[damaged] ^= 1;
            let found = check(&log);
            assert!(
                matches!(found, Some(LogDamage::Damaged { .. })),
                "{damaged}: {found:?}"
            );
        }
        for cut in [1, 100, frame + 1] {
            let found = check(&whole[..whole.len() - cut]);
            assert!(
                matches!(found, Some(LogDamage::CutOff { .. })),
                "{cut}: {found:?}"
            );
        }
        // Behind a whole change, nothing can be noticed.
        let ends = (0..=frames).map(|end| check(&whole[..HEADER + end * frame]));
        assert!(ends.filter(Option::is_none).count() >= 6);
        let mut last = whole.clone();
        *last.last_mut().unwrap() ^= 1;
        assert!(matches!(check(&last), Some(LogDamage::CutOff { .. })));
    }
}
