//! Replaces a file in one step: a reader finds either the old content or the new one, even
//! after a crash or a loss of power.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// Replaces the content of a file, and keeps the old content in a file of the same name with
/// `.bak` appended. Both files get the permissions of the old one. Fails if the file is
/// read-only.
pub(super) fn replace_with_backup(file: &Path, new: &[u8], old: &[u8]) -> io::Result<()> {
    let permissions = fs::metadata(file)?.permissions();
    if permissions.readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut backup = OsString::from(file);
    backup.push(".bak");
    replace(Path::new(&backup), old, &permissions)?;
    replace(file, new, &permissions)
}

/// How the names of temporary files begin and end.
const PREFIX: &str = ".wgs-";
const SUFFIX: &str = ".tmp";

/// The number of random letters and digits between them.
const RANDOM: usize = 6;

/// The age at which a temporary file is no longer in use. Writing one takes milliseconds.
const ABANDONED: Duration = Duration::from_secs(60);

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Removes the temporary files that an interrupted program left in the folder of a file. Files
/// that another server might be writing stay.
pub(super) fn remove_abandoned(file: &Path) {
    let target = fs::canonicalize(file);
    let target = target.as_deref().unwrap_or(file);
    let Ok(entries) = fs::read_dir(folder_of(target)) else {
        return;
    };
    for entry in entries.flatten() {
        if !entry.file_name().to_str().is_some_and(is_temporary) {
            continue;
        }
        // This does not follow symbolic links.
        let is_abandoned = entry.metadata().is_ok_and(|metadata| {
            let age = metadata.modified().ok().and_then(|it| it.elapsed().ok());
            metadata.is_file() && age.is_some_and(|age| age >= ABANDONED)
        });
        if is_abandoned {
            match fs::remove_file(entry.path()) {
                Ok(()) => tracing::info!("removed the temporary file of an interrupted save"),
                Err(error) => tracing::warn!("cannot remove a temporary file: {error}"),
            }
        }
    }
}

/// Returns whether a name is one that [`replace`] gives to temporary files.
fn is_temporary(name: &str) -> bool {
    let random = name
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_suffix(SUFFIX));
    random.is_some_and(|it| it.len() == RANDOM && it.bytes().all(|it| it.is_ascii_alphanumeric()))
}

/// Writes a temporary file in the same folder and renames it. A symbolic link at `file` is
/// replaced, not followed.
fn replace(file: &Path, content: &[u8], permissions: &Permissions) -> io::Result<()> {
    let folder = folder_of(file);
    let mut temporary = tempfile::Builder::new()
        .prefix(PREFIX)
        .rand_bytes(RANDOM)
        .suffix(SUFFIX)
        .tempfile_in(folder)?;
    temporary.write_all(content)?;
    temporary.as_file().set_permissions(permissions.clone())?;
    temporary.as_file().sync_all()?;
    temporary.persist(file)?;
    // The new name should survive a loss of power too, but not every system can sync a folder.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn a_file_is_replaced_and_its_old_content_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("wgs.json");
        fs::write(&file, "old").unwrap();
        replace_with_backup(&file, b"new", b"old").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(
            fs::read(folder.path().join("wgs.json.bak")).unwrap(),
            b"old"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn only_old_temporary_files_of_our_own_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("wgs.json");
        fs::write(&config, "{}").unwrap();
        let old = SystemTime::now() - 2 * ABANDONED;
        for (name, age) in [
            (".wgs-aB3xYz.tmp", old),
            (".wgs-000000.tmp", SystemTime::now()),
            (".wgs-toolong.tmp", old),
            (".wgs-a.b.c.tmp", old),
            ("wgs-aB3xYz.tmp", old),
            (".wgs-aB3xYz.tmp2", old),
        ] {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(age).unwrap();
        }
        fs::create_dir(folder.path().join(".wgs-folder.tmp")).unwrap();
        remove_abandoned(&config);
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 7, "{left:?}");
        assert!(!folder.path().join(".wgs-aB3xYz.tmp").exists());
    }

    #[test]
    fn a_temporary_file_has_a_name_that_is_recognised() {
        let folder = tempfile::tempdir().unwrap();
        let named = tempfile::Builder::new()
            .prefix(PREFIX)
            .rand_bytes(RANDOM)
            .suffix(SUFFIX)
            .tempfile_in(folder.path())
            .unwrap();
        let name = named.path().file_name().unwrap().to_str().unwrap();
        assert!(is_temporary(name), "{name}");
    }

    #[test]
    fn a_read_only_file_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("wgs.json");
        fs::write(&file, "old").unwrap();
        let mut permissions = fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).unwrap();
        let error = replace_with_backup(&file, b"new", b"old").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay_and_a_link_is_replaced() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("wgs.json");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        let other = folder.path().join("other");
        fs::write(&other, "other").unwrap();
        let backup = folder.path().join("wgs.json.bak");
        symlink(&other, &backup).unwrap();
        replace_with_backup(&file, b"new", b"old").unwrap();
        for written in [&file, &backup] {
            let metadata = fs::symlink_metadata(written).unwrap();
            assert!(metadata.is_file());
            assert_eq!(metadata.permissions().mode() & 0o777, 0o640);
        }
        assert_eq!(fs::read(&other).unwrap(), b"other");
    }
}
