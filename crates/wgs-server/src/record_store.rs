//! The records that a server shows: those that come with wgs, and the best boards and running hunts in
//! the data folder of the server's owner. However many clients ask, the files are read at most once
//! a second, and no more of them than some limits allow.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use bytes::Bytes;
use wgs_app::reply::{RecordListReply, RecordSource};
use wgs_config::regular_file;
use wgs_records::hunt::HuntProgress;
use wgs_records::record::RecordTable;
use xxhash_rust::xxh3::xxh3_128;

/// The time after which the files are read again.
const FRESH: Duration = Duration::from_secs(1);

/// The largest table that is read, in bytes: some thousands of records.
const MAX_TABLE: u64 = 4 << 20;

/// The largest number of hunts that are shown, and of the best boards of each.
const MAX_HUNTS: usize = 16;
const MAX_HUNT_BOARDS: usize = 4;

/// The records of the server, and when they were read.
#[derive(Debug, Default)]
pub(crate) struct RecordStore {
    /// The folder `wgs` of the owner's data folder.
    folder: Option<PathBuf>,
    last: Mutex<Option<(Instant, RecordDocument)>>,
}

/// A [`RecordListReply`] as JSON, which any number of clients may be sent without a copy for each.
#[derive(Clone, Debug)]
pub(crate) struct RecordDocument {
    pub(crate) json: Bytes,
    /// The entity tag.
    pub(crate) tag: String,
}

impl RecordStore {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            last: Mutex::default(),
        }
    }

    /// Returns the records, which may be a second old. This reads files.
    pub(crate) fn document(&self) -> RecordDocument {
        // The lock is held while files are read: others wait for the same reply.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, document)) = &*last
            && at.elapsed() < FRESH
        {
            return document.clone();
        }
        let document = RecordDocument::new(&read(self.folder.as_deref()));
        *last = Some((Instant::now(), document.clone()));
        document
    }
}

impl RecordDocument {
    fn new(reply: &RecordListReply) -> Self {
        let json = serde_json::to_vec(reply).expect("a reply can be written as JSON");
        Self {
            tag: format!("\"{:032x}\"", xxh3_128(&json)),
            json: json.into(),
        }
    }
}

/// Reads the records and hunts of a folder.
fn read(folder: Option<&Path>) -> RecordListReply {
    let Some(folder) = folder else {
        return RecordListReply::shipped();
    };
    let mut hunts =
        HuntProgress::read_folder(&folder.join(HuntProgress::FOLDER), SystemTime::now());
    hunts.truncate(MAX_HUNTS);
    for hunt in &mut hunts {
        hunt.boards.truncate(MAX_HUNT_BOARDS);
        remove_file_name(&mut hunt.dictionary);
    }
    let mut reply = RecordListReply::new(&own_table(folder), hunts);
    for reply in &mut reply.records {
        if reply.source == RecordSource::Local {
            remove_file_name(&mut reply.record.dictionary);
        }
    }
    reply
}

/// Reads the owner's table. One that is missing, damaged or too large is an empty table here; `wgs
/// records` says what is wrong with it.
fn own_table(folder: &Path) -> RecordTable {
    let bytes = regular_file::read(&folder.join(RecordTable::FILE_NAME), MAX_TABLE);
    let table = bytes.map(|bytes| RecordTable::read(&bytes).map_err(|error| error.to_string()));
    match table {
        Ok(Ok(table)) => table,
        Ok(Err(error)) => {
            tracing::debug!("the owner's records cannot be read: {error}");
            RecordTable::default()
        }
        Err(error) => {
            tracing::debug!("the owner's records cannot be read: {error}");
            RecordTable::default()
        }
    }
}

/// Reduces the name of a dictionary's file to a name of the dictionary: clients need not know the
/// files of the server's owner.
fn remove_file_name(dictionary: &mut String) {
    let name = dictionary.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
    *dictionary = stem.unwrap_or(name).to_owned();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dictionary_has_no_path_and_no_extension() {
        for (label, expected) in [
            ("Wordnik", "Wordnik"),
            ("words.txt", "words"),
            ("/home/ann/private/words.txt", "words"),
            ("C:\\Users\\Ann\\words.txt", "words"),
            ("", ""),
        ] {
            let mut dictionary = label.to_owned();
            remove_file_name(&mut dictionary);
            assert_eq!(dictionary, expected, "{label}");
        }
    }

    #[test]
    fn a_second_request_gets_what_the_first_one_read() {
        let store = RecordStore::default();
        let (first, second) = (store.document(), store.document());
        assert_eq!(first.json.as_ptr(), second.json.as_ptr());
        assert_eq!(first.tag, second.tag);
    }
}
