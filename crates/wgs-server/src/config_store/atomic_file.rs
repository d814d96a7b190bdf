//! Replaces a file in one step: a reader finds either the old content or the new one, even
//! after a crash or a loss of power.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::Path;

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

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes a temporary file in the same folder and renames it. A symbolic link at `file` is
/// replaced, not followed.
fn replace(file: &Path, content: &[u8], permissions: &Permissions) -> io::Result<()> {
    let folder = folder_of(file);
    let mut temporary = tempfile::Builder::new()
        .prefix(".wgs-")
        .suffix(".tmp")
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
