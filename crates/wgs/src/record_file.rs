//! Which file the user's records are in.

use std::path::Path;

use anyhow::{Context, Result};
use wgs_records::record::{RecordFile, RecordTable};

use crate::app;

/// Chooses the file that a user named, or the one in the user's data folder.
pub(crate) fn choose(named: Option<&Path>) -> Result<RecordFile> {
    let path = match named {
        Some(path) => path.to_owned(),
        None => {
            let folder = app::data_folder();
            let folder = folder.context("there is no data folder; name a file with --table")?;
            folder.join(RecordTable::FILE_NAME)
        }
    };
    Ok(RecordFile::new(path))
}
