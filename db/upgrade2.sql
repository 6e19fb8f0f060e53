-- Brings an archive of version 1 to version 2.

-- Games can be joined into one, and given back.

-- The games of groups that were joined into one, each as it was archived by
-- itself, the kept one as it was before. The columns from ruleset to identity are
-- those of game. A record with an identity that is here is a record of the game
-- that was kept.
CREATE TABLE joined (
    id            INTEGER PRIMARY KEY,                    -- what it was called by in game
    kept          INTEGER NOT NULL REFERENCES game ON DELETE CASCADE, -- the game that it is joined into; id where it is that one itself
    added         TEXT,                                   -- of the kept one: what the join added to its record: JSON object; else NULL
    made          INTEGER,                                -- of the kept one: the checksum of the record that the join made; else NULL
    ruleset       INTEGER NOT NULL REFERENCES ruleset,    -- as in game
    verdict       INTEGER NOT NULL,                       -- as in game
    result        INTEGER NOT NULL,                       -- as in game
    plies         INTEGER NOT NULL,                       -- as in game
    north_first   INTEGER NOT NULL,                       -- as in game
    south_score   INTEGER,                                -- as in game
    north_score   INTEGER,                                -- as in game
    moves         BLOB NOT NULL,                          -- as in game
    start         TEXT,                                   -- as in game
    south         INTEGER REFERENCES player,              -- as in game
    north         INTEGER REFERENCES player,              -- as in game
    event         INTEGER REFERENCES event,               -- as in game
    site          INTEGER REFERENCES site,                -- as in game
    date          TEXT,                                   -- as in game
    date_from     INTEGER,                                -- as in game
    date_to       INTEGER,                                -- as in game
    round         TEXT,                                   -- as in game
    termination   TEXT,                                   -- as in game
    match         TEXT,                                   -- as in game
    match_target  TEXT,                                   -- as in game
    tags          TEXT,                                   -- as in game
    all_tags      TEXT,                                   -- as in game
    annotations   TEXT,                                   -- as in game
    claims        TEXT,                                   -- as in game
    source        INTEGER NOT NULL REFERENCES source,     -- as in game
    line          INTEGER NOT NULL,                       -- as in game
    number        INTEGER NOT NULL,                       -- as in game
    checksum      INTEGER NOT NULL,                       -- as in game
    engine        INTEGER NOT NULL,                       -- as in game
    identity      BLOB NOT NULL UNIQUE                    -- as in game
) STRICT;
CREATE INDEX joined_kept ON joined (kept);

-- The copies that these games had, with the columns of copy.
CREATE TABLE joined_copy (
    id       INTEGER PRIMARY KEY,                                   -- what it had in copy
    game     INTEGER NOT NULL REFERENCES joined ON DELETE CASCADE,  -- the game that it is of
    source   INTEGER NOT NULL REFERENCES source,                    -- as in copy
    line     INTEGER NOT NULL,                                      -- as in copy
    number   INTEGER NOT NULL,                                      -- as in copy
    checksum INTEGER NOT NULL,                                      -- as in copy
    text     TEXT,                                                  -- as in copy
    UNIQUE (game, source, checksum)
) STRICT;
