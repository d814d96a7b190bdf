//! Files that cannot be used, or not any longer: each error says what is wrong, and no file
//! is overwritten.

use std::fs;
use std::path::Path;

use sqlx::{ConnectOptions, Connection, Executor};
use wgs_server::room_storage::{
    BackupError, DatabaseLocation, RoomStorage, RoomWrite, SqliteOptions, SqliteStorage,
    StorageError, back_up, open,
};

use super::{
    AT, EPOCH, FIRST_ROOM, block_on, check_first_room, created, first_version, identity, input,
    rated, round,
};

async fn opened(file: &Path) -> Result<SqliteStorage, StorageError> {
    SqliteStorage::open(file, SqliteOptions::default()).await
}

/// Writes a database with a few hundred kilobytes.
async fn filled(file: &Path) {
    let storage = opened(file).await.unwrap();
    let mut writes = vec![created("A")];
    writes.extend((1..=2000).map(|number| input("A", number)));
    storage.write(&writes).await.unwrap();
    storage.close().await;
}

async fn execute(file: &Path, statement: &str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    connection.execute(statement).await.unwrap();
    connection.close().await.unwrap();
}

#[test]
fn a_file_that_is_something_else_is_left_as_it_is() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        for (content, reason) in [
            (&b"hello\n"[..], "it is too short"),
            (&[b'x'; 5000], "it does not begin like a file of SQLite"),
        ] {
            fs::write(&file, content).unwrap();
            let error = opened(&file).await.unwrap_err().to_string();
            assert_eq!(
                error,
                format!(
                    "{} is not a database of rooms ({reason}); it was left as it is: \
                     name another file",
                    file.display()
                )
            );
            assert_eq!(fs::read(&file).unwrap(), content);
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
        fs::remove_file(&file).unwrap();
        execute(&file, "CREATE TABLE bookmark (address TEXT)").await;
        let before = fs::read(&file).unwrap();
        let error = opened(&file).await.unwrap_err().to_string();
        assert!(
            error.contains("it is a SQLite database of another program"),
            "{error}"
        );
        assert_eq!(fs::read(&file).unwrap(), before);
        let error = opened(folder.path()).await.unwrap_err().to_string();
        assert!(error.contains("(it is a folder)"), "{error}");
    });
}

#[test]
fn a_damaged_file_is_reported_and_left_as_it_is() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        filled(&file).await;
        let good = fs::read(&file).unwrap();
        let damages: [fn(&mut Vec<u8>); 4] = [
            // The first page after the header.
            |bytes| bytes[100..4096].fill(0xa5),
            // Pages in the middle.
            |bytes| {
                let middle = bytes.len() / 2 / 4096 * 4096;
                bytes[middle..middle + 3 * 4096].fill(0);
            },
            // The end is missing.
            |bytes| bytes.truncate(bytes.len() / 2),
            |bytes| bytes.truncate(bytes.len() - 4096),
        ];
        for (index, damage) in damages.into_iter().enumerate() {
            let mut bytes = good.clone();
            damage(&mut bytes);
            fs::write(&file, &bytes).unwrap();
            let error = match opened(&file).await {
                Err(error) => error,
                Ok(_) => panic!("damage {index} was not found"),
            };
            assert!(
                matches!(error, StorageError::Damaged { .. }),
                "damage {index}: {error:?}"
            );
            let error = error.to_string();
            assert!(
                error.contains("it was left as it is: move it away together with its -wal file"),
                "{error}"
            );
            assert!(fs::read(&file).unwrap() == bytes, "damage {index}");
        }
        fs::write(&file, &good).unwrap();
        opened(&file).await.unwrap();
    });
}

#[test]
fn a_folder_that_does_not_exist_is_named() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let error = opened(&missing.join("rooms.sqlite")).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "the folder {} of the database does not exist",
                missing.display()
            )
        );
        assert!(!missing.exists());
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_without_permission_is_reported() {
    block_on(async {
        // Not even root can create a file there.
        let error = opened(Path::new("/sys/rooms.sqlite")).await.unwrap_err();
        assert!(
            matches!(error, StorageError::Permission { .. }),
            "{error:?}"
        );
        let error = error.to_string();
        assert!(
            error.starts_with("/sys/rooms.sqlite: no permission: "),
            "{error}"
        );
    });
}

#[test]
fn a_database_of_a_newer_version_is_reported() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        opened(&file).await.unwrap().close().await;
        let statement = "INSERT INTO _sqlx_migrations
            (version, description, success, checksum, execution_time)
            VALUES (999, 'later', TRUE, x'00', 0)";
        execute(&file, statement).await;
        let error = opened(&file).await.unwrap_err().to_string();
        assert_eq!(
            error,
            format!(
                "{} was written by a newer version of wgs; use that version, or another database",
                file.display()
            )
        );
    });
}

#[test]
fn a_database_of_the_first_version_is_brought_up_to_date() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        // The number in the header says that it is a database of rooms.
        execute(&file, "PRAGMA application_id = 2003268466").await;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
        let mut connection = options.connect().await.unwrap();
        let first = include_str!("../../../migrations/sqlite/0001_room.sql");
        first_version(first)
            .run_direct(&mut connection)
            .await
            .unwrap();
        connection.execute(FIRST_ROOM).await.unwrap();
        connection.close().await.unwrap();
        check_first_room(&opened(&file).await.unwrap()).await;
    });
}

#[test]
fn one_server_uses_a_file_at_a_time() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        let storage = opened(&file).await.unwrap();
        let error = opened(&file).await.unwrap_err();
        assert!(matches!(error, StorageError::InUse { .. }), "{error:?}");
        drop(storage);
        opened(&file).await.unwrap();
    });
}

#[test]
fn a_full_disk_fails_the_write_and_later_writes_work_again() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        let options = SqliteOptions {
            max_pages: Some(64),
        };
        let storage = SqliteStorage::open(&file, options).await.unwrap();
        let large = |number: u64| RoomWrite::Input {
            room: "A".to_owned(),
            number,
            epoch: EPOCH,
            at: AT,
            body: "x".repeat(10_000),
        };
        let writes = [created("A"), created("B")];
        storage.write(&writes).await.unwrap();
        let mut number = 0;
        let error = loop {
            match storage.write(&[large(number + 1)]).await {
                Ok(()) => number += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, StorageError::Full { .. }), "{error:?}");
        assert_eq!(
            error.to_string(),
            format!(
                "{}: the disk is full; nothing is lost that was stored before, and writing works \
                 again when there is space",
                file.display()
            )
        );
        assert!(number > 10, "{number}");
        for _ in 0..3 {
            let again = storage.write(&[large(number + 1)]).await;
            assert!(matches!(again, Err(StorageError::Full { .. })), "{again:?}");
        }
        let stored = storage.load_room("A").await.unwrap().unwrap();
        assert_eq!(stored.inputs.len() as u64, number);
        let remove = RoomWrite::RemoveRoom {
            room: "B".to_owned(),
        };
        storage.write(&[remove]).await.unwrap();
        storage.close().await;
        drop(storage);
        let storage = opened(&file).await.unwrap();
        storage.write(&[large(number + 1)]).await.unwrap();
        let snapshot = RoomWrite::Snapshot {
            room: "A".to_owned(),
            number: number + 1,
            epoch: EPOCH,
            at: AT,
            body: String::new(),
        };
        storage.write(&[snapshot]).await.unwrap();
        storage.check().await.unwrap();
    });
}

#[test]
fn a_backup_is_complete_while_others_write() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        let copy = folder.path().join("copy.sqlite");
        let storage = opened(&file).await.unwrap();
        let writes = [
            created("A"),
            created("B"),
            input("A", 1),
            round("A", 1, &["me"]),
            rated(identity("me", 1500.0)),
        ];
        storage.write(&writes).await.unwrap();
        let writing = async {
            for number in 2..200 {
                storage.write(&[input("A", number)]).await.unwrap();
            }
        };
        let location = DatabaseLocation::File(file.clone());
        let (summary, ()) = tokio::join!(back_up(&location, &copy), writing);
        let summary = summary.unwrap();
        assert_eq!(
            (summary.rooms, summary.rounds, summary.identities),
            (2, 1, 1)
        );
        assert_eq!(summary.bytes, fs::metadata(&copy).unwrap().len());
        let error = storage.back_up(&copy).await.unwrap_err();
        assert!(matches!(error, BackupError::Exists { .. }), "{error:?}");
        let restored = opened(&copy).await.unwrap();
        let room = restored.load_room("A").await.unwrap().unwrap();
        let numbers: Vec<u64> = room.inputs.iter().map(|&(number, _)| number).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<u64>>());
        assert!(!numbers.is_empty());
    });
}

#[test]
#[cfg(unix)]
fn a_backup_removes_what_killed_backups_have_left_and_nothing_else() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        let storage = opened(&file).await.unwrap();
        let path = |name: &str| folder.path().join(name);
        let left = [
            ".wgs-backup-a.tmp",
            ".wgs-backup-a.tmp-journal",
            ".wgs-backup-b.tmp-journal",
        ];
        let kept = [
            ".wgs-backup-c.tmp",
            ".wgs-backup-c.tmp-journal",
            "a.tmp",
            ".wgs-backup-d",
        ];
        for name in left.iter().chain(&kept) {
            fs::write(path(name), "part of a copy").unwrap();
        }
        // Another backup is being written.
        let running = fs::File::open(path(kept[0])).unwrap();
        running.lock().unwrap();
        storage.back_up(&path("copy.sqlite")).await.unwrap();
        assert!(left.iter().all(|name| !path(name).exists()));
        assert!(kept.iter().all(|name| path(name).exists()));
        let names = fs::read_dir(folder.path()).unwrap();
        let copies = names.filter(|entry| {
            let name = entry.as_ref().unwrap().file_name();
            name.to_str().unwrap().starts_with(".wgs-backup-")
        });
        assert_eq!(copies.count(), 3);
    });
}

#[test]
#[cfg(unix)]
fn links_to_a_file_in_use_do_not_open_it_again() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        let storage = opened(&file).await.unwrap();
        let [symbolic, hard] = ["symbolic", "hard"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&file, &symbolic).unwrap();
        fs::hard_link(&file, &hard).unwrap();
        for link in [&symbolic, &hard] {
            let error = opened(link).await.unwrap_err();
            assert!(matches!(error, StorageError::InUse { .. }), "{error:?}");
        }
        storage.close().await;
        let opened_again = opened(&symbolic).await.unwrap();
        let error = opened(&file).await.unwrap_err();
        assert!(matches!(error, StorageError::InUse { .. }), "{error:?}");
        opened_again.close().await;
    });
}

#[test]
fn a_backup_that_fails_leaves_no_file() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy.sqlite");
        let broken = folder.path().join("broken.sqlite");
        filled(&broken).await;
        let mut bytes = fs::read(&broken).unwrap();
        let middle = bytes.len() / 2 / 4096 * 4096;
        bytes[middle..middle + 4096].fill(0xff);
        fs::write(&broken, bytes).unwrap();
        let before = fs::read_dir(folder.path()).unwrap().count();
        for (location, message) in [
            (
                DatabaseLocation::File(folder.path().join("missing")),
                "does not exist; nothing was written",
            ),
            (DatabaseLocation::File(broken.clone()), "is damaged"),
            (
                DatabaseLocation::Postgres("postgres://h/d".to_owned()),
                "pg_dump",
            ),
            (DatabaseLocation::Memory, "cannot be backed up"),
        ] {
            let error = back_up(&location, &copy).await.unwrap_err().to_string();
            assert!(error.contains(message), "{location}: {error}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before);
        let nowhere = folder.path().join("no folder").join("copy.sqlite");
        let location = DatabaseLocation::File(broken);
        let error = back_up(&location, &nowhere).await.unwrap_err();
        assert!(error.to_string().starts_with("cannot write "), "{error}");
    });
}

#[test]
fn a_database_in_memory_works_without_files() {
    block_on(async {
        let storage = open(&DatabaseLocation::Memory).await.unwrap();
        let outcome = storage.write(&[created("A"), input("A", 2)]).await;
        assert!(
            matches!(outcome, Err(StorageError::Conflict { .. })),
            "{outcome:?}"
        );
        storage.write(&[created("A"), input("A", 1)]).await.unwrap();
        let room = storage.load_room("A").await.unwrap().unwrap();
        assert_eq!(room.inputs.len(), 1);
        storage.check().await.unwrap();
    });
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        let storage = opened(&file).await.unwrap();
        storage.write(&[created("A")]).await.unwrap();
        let copy = folder.path().join("copy.sqlite");
        storage.back_up(&copy).await.unwrap();
        for entry in fs::read_dir(folder.path()).unwrap() {
            let entry = entry.unwrap();
            let mode = entry.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "{:?}", entry.file_name());
        }
    });
}
