-- From version 1 to 2: games can be joined into one, and given back.

-- The games of groups that were joined into one, each as it was archived by
-- itself, the kept one as it was before. The columns from ruleset to identity are
-- those of game. A record with an identity that is here is a record of the game
-- that was kept.
CREATE TABLE joined (
    id            INTEGER PRIMARY KEY,                              -- what it was called by in game
    kept          INTEGER NOT NULL REFERENCES game ON DELETE CASCADE, -- the game that it is joined into; id where it is that one itself
    added         TEXT,    -- of the kept one: what the join added to its record: JSON object; else NULL
    made          INTEGER, -- of the kept one: the checksum of the record that the join made; else NULL
    ruleset       INTEGER NOT NULL REFERENCES ruleset,
    verdict       INTEGER NOT NULL,
    result        INTEGER NOT NULL,
    plies         INTEGER NOT NULL,
    north_first   INTEGER NOT NULL,
    south_score   INTEGER,
    north_score   INTEGER,
    moves         BLOB NOT NULL,
    start         TEXT,
    south         INTEGER REFERENCES player,
    north         INTEGER REFERENCES player,
    event         INTEGER REFERENCES event,
    site          INTEGER REFERENCES site,
    date          TEXT,
    date_from     INTEGER,
    date_to       INTEGER,
    round         TEXT,
    termination   TEXT,
    match         TEXT,
    match_target  TEXT,
    tags          TEXT,
    all_tags      TEXT,
    annotations   TEXT,
    claims        TEXT,
    source        INTEGER NOT NULL REFERENCES source,
    line          INTEGER NOT NULL,
    number        INTEGER NOT NULL,
    checksum      INTEGER NOT NULL,
    engine        INTEGER NOT NULL,
    identity      BLOB NOT NULL UNIQUE
) STRICT;
CREATE INDEX joined_kept ON joined (kept);

-- The copies that these games had, with the columns of copy.
CREATE TABLE joined_copy (
    id       INTEGER PRIMARY KEY,                                  -- what it had in copy
    game     INTEGER NOT NULL REFERENCES joined ON DELETE CASCADE, -- the game that it is of
    source   INTEGER NOT NULL REFERENCES source,
    line     INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    text     TEXT,
    UNIQUE (game, source, checksum)
) STRICT;
