-- Brings an archive of version 1 to version 2.

-- Ids are not given twice.
CREATE TEMP TABLE old_archive AS SELECT revision FROM archive;
DROP TABLE archive;
CREATE TABLE archive (
    one         INTEGER PRIMARY KEY CHECK (one = 1), -- there is one row
    revision    INTEGER NOT NULL,                    -- transactions that have changed the archive
    last_game   INTEGER NOT NULL DEFAULT 0,          -- no new game has an id up to this: a game that is gone may have had it
    last_reject INTEGER NOT NULL DEFAULT 0           -- the same of rejects
) STRICT;
INSERT INTO archive (one, revision) SELECT 1, revision FROM old_archive;
DROP TABLE old_archive;

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

-- People: ids of players and aliases. An archive of version 1 kept id tags as any other tag.
CREATE TEMP TABLE old_player AS SELECT id, name, folded FROM player;
DROP TABLE player;
CREATE TABLE player (
    id          INTEGER PRIMARY KEY,      -- referred to by game
    name        TEXT NOT NULL,            -- as records spell it
    folded      TEXT NOT NULL,            -- for comparing: NFC, case and blanks folded
    personal_id TEXT NOT NULL DEFAULT '', -- as the record's SouthID or NorthID tag spells it; '' for none
    UNIQUE (name, personal_id)
) STRICT;
CREATE INDEX player_folded ON player (folded);
INSERT INTO player (id, name, folded) SELECT id, name, folded FROM old_player;
DROP TABLE old_player;
CREATE TABLE alias (
    folded   TEXT PRIMARY KEY, -- the spelling, for comparing
    spelling TEXT NOT NULL,    -- as it was given: a name, or a name and id, 'J. Doe #17'
    name     TEXT NOT NULL     -- who is meant, as it was given; may be an alias itself
) STRICT, WITHOUT ROWID;
CREATE TEMP TABLE personal (game INTEGER, side INTEGER, id TEXT, PRIMARY KEY (side, game));
INSERT OR IGNORE INTO personal
    SELECT game.id, lower(value ->> 0) = 'northid', value ->> 1
    FROM game, json_each(ifnull(all_tags, tags))
    WHERE ifnull(all_tags, tags) IS NOT NULL AND lower(value ->> 0) IN ('southid', 'northid')
    ORDER BY game.id, key;
DELETE FROM personal WHERE fold(id) IN ('', '?') OR EXISTS (
    SELECT 1 FROM game JOIN player ON player.id = CASE side WHEN 0 THEN south ELSE north END WHERE game.id = game AND folded IN ('', '?'));
INSERT OR IGNORE INTO player (name, folded, personal_id)
    SELECT name, folded, personal.id FROM personal
    JOIN game ON game.id = game JOIN player ON player.id = CASE side WHEN 0 THEN south ELSE north END
    ORDER BY game.id, side;
UPDATE game SET south = (SELECT new.id FROM player AS old JOIN player AS new ON new.name = old.name
        WHERE old.id = game.south AND new.personal_id = (SELECT personal.id FROM personal WHERE side = 0 AND game = game.id))
    WHERE south IS NOT NULL AND id IN (SELECT game FROM personal WHERE side = 0);
UPDATE game SET north = (SELECT new.id FROM player AS old JOIN player AS new ON new.name = old.name
        WHERE old.id = game.north AND new.personal_id = (SELECT personal.id FROM personal WHERE side = 1 AND game = game.id))
    WHERE north IS NOT NULL AND id IN (SELECT game FROM personal WHERE side = 1);
DELETE FROM standing WHERE EXISTS (SELECT 1 FROM personal);
INSERT INTO standing (ruleset, player, side, games, won, drawn, lost, scored, margin_sum)
    SELECT ruleset, south, 0, count(*), sum(result = 2), sum(result = 4), sum(result = 3),
        sum(verdict = 4 AND south_score IS NOT NULL), sum(CASE WHEN verdict = 4 AND south_score IS NOT NULL THEN south_score - north_score ELSE 0 END)
    FROM game WHERE south IS NOT NULL AND verdict <> 3 AND EXISTS (SELECT 1 FROM personal) GROUP BY ruleset, south
    UNION ALL
    SELECT ruleset, north, 1, count(*), sum(result = 3), sum(result = 4), sum(result = 2),
        sum(verdict = 4 AND south_score IS NOT NULL), sum(CASE WHEN verdict = 4 AND south_score IS NOT NULL THEN north_score - south_score ELSE 0 END)
    FROM game WHERE north IS NOT NULL AND verdict <> 3 AND EXISTS (SELECT 1 FROM personal) GROUP BY ruleset, north;
DROP TABLE personal;
