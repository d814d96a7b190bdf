//! What was worked out before, by the hash of what it was worked out from, so that a second
//! run takes no time. Losing it costs only that.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use xxhash_rust::xxh3::xxh3_128;

use crate::Failure;

/// A folder of results. Those that a run had no use for are removed at its end.
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

    /// The result of a kind of work on an input. The kind names all that the result
    /// depends on besides the input, such as the settings of a compressor.
    pub(crate) fn result(
        &mut self,
        kind: &str,
        input: &[u8],
        work: impl FnOnce() -> Result<Vec<u8>, Failure>,
    ) -> Result<Vec<u8>, Failure> {
        let name = format!("{kind}-{:032x}", xxh3_128(input));
        let path = self.folder.join(&name);
        self.used.insert(name);
        // Anything that keeps it from being read is a reason to do the work.
        if let Ok(result) = fs::read(&path) {
            return Ok(result);
        }
        let result = work()?;
        let told = |error| format!("{}: {error}", path.display());
        fs::create_dir_all(&self.folder).map_err(told)?;
        // Under another name first, so that a run cut short leaves no half of a result.
        let draft = path.with_extension("draft");
        fs::write(&draft, &result).map_err(told)?;
        fs::rename(&draft, &path).map_err(told)?;
        Ok(result)
    }

    /// Removes what was of no use.
    pub(crate) fn close(self) -> Result<(), Failure> {
        let told = |error| format!("{}: {error}", self.folder.display());
        for entry in fs::read_dir(&self.folder).map_err(told)? {
            let entry = entry.map_err(told)?;
            let used = entry
                .file_name()
                .to_str()
                .is_some_and(|name| self.used.contains(name));
            if !used {
                fs::remove_file(entry.path()).map_err(told)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_once_and_forgotten_when_of_no_use() {
        let folder = std::env::temp_dir().join(format!("xtask-site-memo-{}", std::process::id()));
        let idle = || -> Result<Vec<u8>, Failure> { Err("it is worked out again".into()) };

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
