//! Results of slow work, stored by the hash of their input so that the next run can reuse
//! them. Deleting them costs only time.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use xxhash_rust::xxh3::xxh3_128;

use crate::Failure;

/// A folder of results. Those that a run did not use are removed at its end.
#[derive(Debug)]
pub(crate) struct Memo {
    folder: PathBuf,
    used: BTreeSet<String>,
}

impl Memo {
    pub(crate) fn open(folder: PathBuf) -> Self {
        Self {
            folder,
            used: BTreeSet::new(),
        }
    }

    /// Returns the stored result for an input, or does the work and stores it. The kind names
    /// everything besides the input that the result depends on, such as a compressor's
    /// settings.
    pub(crate) fn result(
        &mut self,
        kind: &str,
        input: &[u8],
        work: impl FnOnce() -> Result<Vec<u8>, Failure>,
    ) -> Result<Vec<u8>, Failure> {
        let name = format!("{kind}-{:032x}", xxh3_128(input));
        let path = self.folder.join(&name);
        self.used.insert(name);
        // If it cannot be read for any reason, the work is done again.
        if let Ok(result) = fs::read(&path) {
            return Ok(result);
        }
        let result = work()?;
        let failure = |error| format!("{}: {error}", path.display());
        fs::create_dir_all(&self.folder).map_err(failure)?;
        // Under another name first, so that an interrupted run leaves no partial result.
        let draft = path.with_extension("draft");
        fs::write(&draft, &result).map_err(failure)?;
        fs::rename(&draft, &path).map_err(failure)?;
        Ok(result)
    }

    /// Removes the results that were not used.
    pub(crate) fn close(self) -> Result<(), Failure> {
        let failure = |error| format!("{}: {error}", self.folder.display());
        for entry in fs::read_dir(&self.folder).map_err(failure)? {
            let entry = entry.map_err(failure)?;
            let used = entry
                .file_name()
                .to_str()
                .is_some_and(|name| self.used.contains(name));
            if !used {
                fs::remove_file(entry.path()).map_err(failure)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_once_and_unused_results_are_removed() {
        let folder = std::env::temp_dir().join(format!("xtask-site-memo-{}", std::process::id()));
        let idle = || -> Result<Vec<u8>, Failure> { Err("the work is done again".into()) };

        let mut memo = Memo::open(folder.clone());
        memo.result("length", b"abc", || Ok(b"3".to_vec())).unwrap();
        memo.result("length", b"de", || Ok(b"2".to_vec())).unwrap();
        memo.close().unwrap();

        let mut memo = Memo::open(folder.clone());
        assert_eq!(memo.result("length", b"abc", idle).unwrap(), b"3");
        assert!(memo.result("first", b"abc", idle).is_err());
        memo.close().unwrap();

        let mut memo = Memo::open(folder.clone());
        assert!(memo.result("length", b"de", idle).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
