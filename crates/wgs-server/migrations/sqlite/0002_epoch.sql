-- Which owner may write to a room: the last one that did, and any with a later epoch.
ALTER TABLE room ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

-- What was stored of a room and could not be read, for a person to look at.
CREATE TABLE unreadable_record (
    room TEXT NOT NULL REFERENCES room (code) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room, number)
) STRICT, WITHOUT ROWID;
