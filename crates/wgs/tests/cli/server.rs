//! `wgs server`: backups of a database that is in use, and the data of a player.

use std::fs;
use std::path::Path;
use std::sync::mpsc::{self, TryRecvError};
use std::thread;

use serde_json::Value;
use wgs_server::room_storage::{
    DatabaseLocation, RoomStorage, RoomWrite, SqliteOptions, SqliteStorage, StoredIdentity, open,
};

use crate::folder::Folder;

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// Opens a database with two rooms, a round and a player, as a server would.
async fn opened(file: &Path) -> SqliteStorage {
    let storage = SqliteStorage::open(file, SqliteOptions::default()).await;
    let storage = storage.unwrap();
    let create = |room: &str| RoomWrite::CreateRoom {
        room: room.to_owned(),
        number: 0,
        epoch: 1,
        at: 1,
        body: "{}".to_owned(),
    };
    let writes = [
        create("FROG"),
        create("TOAD"),
        input(1),
        RoomWrite::Round {
            room: "FROG".to_owned(),
            number: 1,
            ended_at: 2,
            body: "[]".to_owned(),
            players: vec!["abc".to_owned()],
        },
        RoomWrite::Identity {
            identity: StoredIdentity {
                id: "abc".to_owned(),
                name: "Zoë".to_owned(),
                rating: 1500.0,
                deviation: 350.0,
                volatility: 0.06,
                rounds: 1,
                at: 2,
            },
            rounds_before: 0,
        },
    ];
    storage.write(&writes).await.unwrap();
    storage
}

fn input(number: u64) -> RoomWrite {
    RoomWrite::Input {
        room: "FROG".to_owned(),
        number,
        epoch: 1,
        at: number,
        body: format!("input {number}"),
    }
}

#[test]
fn a_backup_is_written_while_a_server_uses_the_database() {
    let folder = Folder::new();
    let file = folder.path("rooms.sqlite");
    let (is_open, opening) = mpsc::channel();
    let (end, ending) = mpsc::channel::<()>();
    let server = thread::spawn(move || {
        block_on(async {
            let storage = opened(&file).await;
            is_open.send(()).unwrap();
            for number in 2.. {
                storage.write(&[input(number)]).await.unwrap();
                if ending.try_recv() == Err(TryRecvError::Disconnected) {
                    break;
                }
            }
            storage.close().await;
        });
    });
    opening.recv().unwrap();
    let printed = folder.print(&["server", "backup", "copy.db", "--database", "rooms.sqlite"]);
    drop(end);
    server.join().unwrap();
    block_on(async {
        let bytes = fs::metadata(folder.path("copy.db")).unwrap().len();
        assert_eq!(
            printed,
            format!("wrote copy.db: {bytes} bytes, 2 rooms, 1 finished round, 1 player\n")
        );
        let copy = DatabaseLocation::File(folder.path("copy.db"));
        let copy = open(&copy).await.unwrap();
        let room = copy.load_room("FROG").await.unwrap().unwrap();
        let numbers: Vec<u64> = room.inputs.iter().map(|&(number, _)| number).collect();
        let expected: Vec<u64> = (1..=numbers.len() as u64).collect();
        assert!(!numbers.is_empty());
        assert_eq!(numbers, expected);
    });
}

#[test]
fn a_backup_of_the_default_database_can_be_described_as_json() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("home/data/wgs")).unwrap();
    block_on(async {
        let storage = opened(&folder.path("home/data/wgs/rooms.sqlite")).await;
        storage.close().await;
    });
    let reply = folder.print(&["server", "backup", "copy.db", "--json"]);
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(reply["file"], "copy.db");
    assert_eq!((&reply["rooms"], &reply["players"]), (&2.into(), &1.into()));
    let mut command = folder.command(&["server", "backup", "other.db"]);
    command.env("WGS_DATABASE", folder.path("copy.db"));
    let printed = crate::folder::finish(&mut command, "").fine();
    assert!(printed.starts_with("wrote other.db: "), "{printed}");
}

#[test]
fn a_backup_that_cannot_be_written_leaves_everything_as_it_is() {
    let folder = Folder::new();
    block_on(async {
        opened(&folder.path("rooms.sqlite")).await.close().await;
    });
    folder.write("there", "keep");
    folder.write(
        "text",
        "not a database, but long enough for a header".repeat(9),
    );
    for (file, database, message) in [
        (
            "there",
            "rooms.sqlite",
            "wgs: there exists already, and a backup replaces no file; name a new one\n",
        ),
        (
            "rooms.sqlite",
            "rooms.sqlite",
            "wgs: rooms.sqlite exists already, and a backup replaces no file; name a new one\n",
        ),
        (
            "new",
            "missing",
            "wgs: missing does not exist; nothing was written\n",
        ),
        (
            "new",
            "text",
            "wgs: text is not a database of rooms (it does not begin like a file of SQLite); it was \
             left as it is: name another file\n",
        ),
        (
            "new",
            "postgres://me:secret@host/rooms",
            "wgs: a PostgreSQL database is backed up with PostgreSQL's own tool: \
             pg_dump --format=custom --file=FILE DATABASE\n",
        ),
        (
            "new",
            ":memory:",
            "wgs: a database in memory cannot be backed up\n",
        ),
    ] {
        let arguments = ["server", "backup", file, "--database", database];
        assert_eq!(folder.run(&arguments).refused(2), message);
    }
    let no_folder = ["server", "backup", "no/copy", "--database", "rooms.sqlite"];
    let error = folder.run(&no_folder).refused(2);
    assert!(error.starts_with("wgs: cannot write no/copy: "), "{error}");
    let address = [
        "server",
        "backup",
        "new",
        "--database",
        "mysql://a:secret@b",
    ];
    let error = folder.run(&address).refused(2);
    assert!(error.contains("expected a file, postgres://"), "{error}");
    assert_eq!(folder.read("there"), "keep");
    assert!(!folder.path("new").exists());
}

#[test]
fn the_data_of_a_player_are_deleted_while_a_server_runs() {
    let folder = Folder::new();
    let delete = |arguments: &[&str]| {
        let all = [
            &[
                "server",
                "delete-player",
                "abc",
                "--database",
                "rooms.sqlite",
            ],
            arguments,
        ];
        folder.run(&all.concat())
    };
    block_on(async {
        let storage = opened(&folder.path("rooms.sqlite")).await;
        assert_eq!(
            delete(&[]).fine(),
            "deleted Zoë, and the link to 1 finished round\n"
        );
        assert_eq!(storage.identity("abc").await.unwrap(), None);
        assert!(storage.round("FROG", 1).await.unwrap().is_some());
        assert_eq!(
            delete(&[]).refused(2),
            "wgs: rooms.sqlite has nothing about a player \"abc\"\n"
        );
        let round = RoomWrite::Round {
            room: "FROG".to_owned(),
            number: 2,
            ended_at: 3,
            body: "[]".to_owned(),
            players: vec!["abc".to_owned()],
        };
        storage.write(&[round]).await.unwrap();
        assert_eq!(
            delete(&["--with-rounds"]).fine(),
            "deleted a player without a name, and 1 finished round\n"
        );
        assert_eq!(storage.round("FROG", 2).await.unwrap(), None);
        storage.write(&[input(2)]).await.unwrap();
    });
    let arguments = ["server", "delete-player", "abc", "--database", "missing"];
    assert_eq!(
        folder.run(&arguments).refused(2),
        "wgs: missing cannot be opened: it does not exist\n"
    );
    assert!(!folder.path("missing").exists());
}
