-- The same change as in migrations/sqlite.
ALTER TABLE room ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;

CREATE TABLE unreadable_record (
    room TEXT COLLATE "C" NOT NULL REFERENCES room (code) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room, number)
);
