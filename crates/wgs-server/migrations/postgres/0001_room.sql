-- The same tables as in migrations/sqlite, with the types of PostgreSQL. Texts are compared byte
-- by byte (COLLATE "C"), as SQLite does.
CREATE TABLE room (
    code TEXT COLLATE "C" PRIMARY KEY,
    number BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);

CREATE TABLE room_snapshot (
    room TEXT COLLATE "C" PRIMARY KEY REFERENCES room (code) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    body TEXT NOT NULL
);

CREATE TABLE room_record (
    room TEXT COLLATE "C" NOT NULL REFERENCES room (code) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room, number)
);

CREATE TABLE finished_round (
    room TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room, number)
);

CREATE INDEX finished_round_by_end ON finished_round (ended_at);

CREATE TABLE round_player (
    identity TEXT COLLATE "C" NOT NULL,
    ended_at BIGINT NOT NULL,
    room TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (identity, ended_at, room, number),
    FOREIGN KEY (room, number) REFERENCES finished_round (room, number) ON DELETE CASCADE
);

CREATE INDEX round_player_by_round ON round_player (room, number);

CREATE TABLE identity (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rounds BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);

CREATE TABLE write_check (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    count BIGINT NOT NULL
);

INSERT INTO write_check (id, count) VALUES (1, 0);
