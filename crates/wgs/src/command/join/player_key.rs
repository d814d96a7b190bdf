//! The identity of the person at this terminal for the servers of rooms: a random key in the data
//! folder instead of an account, as the page keeps one in the browser. Servers store only its hash.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

use crate::app;

/// The name of the file in the data folder.
const FILE: &str = "player.key";

/// The number of bytes of a key.
const BYTES: usize = 32;

/// Returns the key of the person, as hexadecimal digits. It is made when it is first needed; a system
/// without a data folder has none.
pub(super) fn player_key() -> Result<Option<String>> {
    let Some(folder) = app::data_folder() else {
        return Ok(None);
    };
    let path = folder.join(FILE);
    let key = read_or_create(&path);
    key.map(Some)
        .with_context(|| format!("the key of your identity, {}", path.display()))
}

fn read_or_create(path: &Path) -> Result<String> {
    match fs::read_to_string(path) {
        Ok(text) => return parse(&text),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    let key: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    // Only the user may read temporary files.
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder)?;
    writeln!(file, "{key}")?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(key),
        // Another program has been faster.
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {
            parse(&fs::read_to_string(path)?)
        }
        Err(error) => Err(error.error.into()),
    }
}

fn parse(text: &str) -> Result<String> {
    let key = text.trim();
    if key.len() == 2 * BYTES && key.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(key.to_owned());
    }
    bail!("expected {} hexadecimal digits", 2 * BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_only_the_user_can_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let key = read_or_create(&path).unwrap();
        assert_eq!(parse(&key).unwrap(), key);
        assert_eq!(read_or_create(&path).unwrap(), key);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_damaged_key_is_an_error_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        fs::write(&path, "0123").unwrap();
        let error = read_or_create(&path).unwrap_err().to_string();
        assert_eq!(error, "expected 64 hexadecimal digits");
        assert_eq!(fs::read_to_string(&path).unwrap(), "0123");
    }
}
