-- Rooms: the number of the last record stands apart from the snapshot, because it changes with
-- every record, and rewriting a row rewrites all of it.
CREATE TABLE room (
    code TEXT PRIMARY KEY NOT NULL,
    number INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE room_snapshot (
    room TEXT PRIMARY KEY NOT NULL REFERENCES room (code) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;

-- What happened in a room after its snapshot.
CREATE TABLE room_record (
    room TEXT NOT NULL REFERENCES room (code) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room, number)
) STRICT, WITHOUT ROWID;

-- Finished rounds outlive their room.
CREATE TABLE finished_round (
    room TEXT NOT NULL,
    number INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room, number)
) STRICT;

CREATE INDEX finished_round_by_end ON finished_round (ended_at);

-- Who took part in a finished round.
CREATE TABLE round_player (
    identity TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    room TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (identity, ended_at, room, number),
    FOREIGN KEY (room, number) REFERENCES finished_round (room, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX round_player_by_round ON round_player (room, number);

CREATE TABLE identity (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    rounds INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One row that is rewritten to find out whether the database can be written.
CREATE TABLE write_check (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
    count INTEGER NOT NULL
) STRICT;

INSERT INTO write_check (id, count) VALUES (1, 0);
