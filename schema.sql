-- An archive of mancala games, version 2. docs/schema.md tells how to query it.
--
-- Everything runs in one transaction: an archive has all of this or nothing.

PRAGMA application_id = 1634492777; -- "alai"
PRAGMA user_version = 2;

-- How often the archive has changed. Readers that open several snapshots of it
-- tell by this whether they see the same one.
CREATE TABLE archive (
    one         INTEGER PRIMARY KEY CHECK (one = 1), -- there is one row
    revision    INTEGER NOT NULL,                    -- transactions that have changed the archive
    last_game   INTEGER NOT NULL DEFAULT 0,          -- no new game has an id up to this: a game that is gone may have had it
    last_reject INTEGER NOT NULL DEFAULT 0           -- the same of rejects
) STRICT;
INSERT INTO archive (one, revision) VALUES (1, 0);

-- A game, its board and its reading of the rules.
CREATE TABLE ruleset (
    id    INTEGER PRIMARY KEY, -- referred to by the other tables
    game  TEXT NOT NULL,       -- "Adji-Boto", "En Dodoi" or "Cross-Endodoi"
    pits  INTEGER NOT NULL,    -- pits in a row
    rules TEXT NOT NULL,       -- options or named reading, as the Rules tag has them; '' for the usual rules
    UNIQUE (game, pits, rules)
) STRICT;

-- Names, each spelling once; of a player once for each id that records give.
CREATE TABLE player (
    id          INTEGER PRIMARY KEY,      -- referred to by game
    name        TEXT NOT NULL,            -- as records spell it
    folded      TEXT NOT NULL,            -- for comparing: NFC, case and blanks folded
    personal_id TEXT NOT NULL DEFAULT '', -- as the record's SouthID or NorthID tag spells it; '' for none
    UNIQUE (name, personal_id)
) STRICT;
CREATE INDEX player_folded ON player (folded);

-- Spellings that mean a player of another name. The records keep them.
CREATE TABLE alias (
    folded   TEXT PRIMARY KEY, -- the spelling, for comparing
    spelling TEXT NOT NULL,    -- as it was given: a name, or a name and id, 'J. Doe #17'
    name     TEXT NOT NULL     -- who is meant, as it was given; may be an alias itself
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    id     INTEGER PRIMARY KEY,  -- referred to by game
    name   TEXT NOT NULL UNIQUE, -- as records spell it
    folded TEXT NOT NULL         -- for comparing
) STRICT;
CREATE INDEX event_folded ON event (folded);

CREATE TABLE site (
    id     INTEGER PRIMARY KEY,  -- referred to by game
    name   TEXT NOT NULL UNIQUE, -- as records spell it
    folded TEXT NOT NULL         -- for comparing
) STRICT;
CREATE INDEX site_folded ON site (folded);

-- The files that records came from.
CREATE TABLE source (
    id   INTEGER PRIMARY KEY, -- referred to by the other tables
    path TEXT NOT NULL UNIQUE -- as it was given to the import; '-' for standard input
) STRICT;

-- What was imported, when, and what came of it.
CREATE TABLE import (
    id         INTEGER PRIMARY KEY,                     -- in the order of the imports
    source     INTEGER NOT NULL REFERENCES source,      -- what was imported
    began      TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, -- UTC
    engine     INTEGER NOT NULL,                        -- version of the rules engine
    replaced   INTEGER NOT NULL,                        -- 1 where it took the place of what the source brought before
    imported   INTEGER NOT NULL DEFAULT 0,              -- games archived
    duplicates INTEGER NOT NULL DEFAULT 0,              -- games that were archived already
    rejected   INTEGER NOT NULL DEFAULT 0,              -- records rejected
    done       INTEGER NOT NULL DEFAULT 0               -- 1 once all of the source was read; 0 where the import was broken off
) STRICT;

-- The games. A tag that the record lacks is NULL.
CREATE TABLE game (
    id            INTEGER PRIMARY KEY,                 -- what the command line calls it by
    ruleset       INTEGER NOT NULL REFERENCES ruleset, -- what was played
    verdict       INTEGER NOT NULL CHECK (verdict BETWEEN 3 AND 6),                    -- 3 contradiction, 4 complete, 5 decided, 6 unfinished
    result        INTEGER NOT NULL CHECK (result BETWEEN 1 AND 4),                    -- 1 none, 2 South won, 3 North won, 4 draw: the replay's where complete, else the record's
    plies         INTEGER NOT NULL,                    -- forced passes included
    north_first   INTEGER NOT NULL,                    -- 1 where North moved first
    south_score   INTEGER,                             -- South's seeds at the end: the replay's where complete, else the record's; NULL for no score
    north_score   INTEGER,                             -- North's
    moves         BLOB NOT NULL,                       -- four bits a ply, high ones first: 0 to 9 the pit, counted from its owner's left, 15 a pass; 14 fills the last byte
    start         TEXT,                                -- the position it starts from in the one-line form; NULL for the usual start
    south         INTEGER REFERENCES player,           -- the South tag
    north         INTEGER REFERENCES player,           -- the North tag
    event         INTEGER REFERENCES event,            -- the Event tag
    site          INTEGER REFERENCES site,             -- the Site tag
    date          TEXT,                                -- as the record spells it
    date_from     INTEGER,                             -- first day it may mean, year * 10000 + month * 100 + day; NULL where it is no date
    date_to       INTEGER,                             -- last day it may mean
    round         TEXT,                                -- the Round tag: the game's number in its match or event
    termination   TEXT,                                -- the Termination tag
    match         TEXT,                                -- the Match tag: the series that the game belongs to
    match_target  TEXT,                                -- the MatchTarget tag: the wins agreed on
    tags          TEXT,                                -- the record's other tags: JSON array of [name, value]; NULL for none
    all_tags      TEXT,                                -- all tags, in the same form, where the columns do not tell them (a tag given twice, a contradiction); else NULL
    annotations   TEXT,                                -- comments, escaped lines, glyphs and variations with their places: JSON array; NULL for none
    claims        TEXT,                                -- what a contradictory record says of captures and of the end: JSON object; NULL for none
    source        INTEGER NOT NULL REFERENCES source,  -- where its record came from
    line          INTEGER NOT NULL,                    -- where its record begins in the source: line, from 1
    number        INTEGER NOT NULL,                    -- its number in the source, from 1
    checksum      INTEGER NOT NULL,                    -- first 8 bytes of the SHA-256 of what its canonical record is spelled from: tags, annotations, claims, moves
    engine        INTEGER NOT NULL,                    -- version of the rules engine that judged it
    identity      BLOB NOT NULL                        -- 16 bytes; two records of one identity are the same game
) STRICT;
CREATE UNIQUE INDEX game_identity ON game (identity);
CREATE INDEX game_contradiction ON game (ruleset) WHERE verdict = 3; -- what the statistics leave out
CREATE INDEX game_match ON game (match) WHERE match IS NOT NULL; -- the games of matches

-- Further records of archived games.
CREATE TABLE copy (
    id       INTEGER PRIMARY KEY,                                -- in the order in which they were met
    game     INTEGER NOT NULL REFERENCES game ON DELETE CASCADE, -- the archived game
    source   INTEGER NOT NULL REFERENCES source,                 -- where the record came from
    line     INTEGER NOT NULL,                                   -- where the record begins in the source
    number   INTEGER NOT NULL,                                   -- and its number there
    checksum INTEGER NOT NULL,                                   -- as in game
    text     TEXT,                                               -- its canonical record; NULL where the archived one is the same
    UNIQUE (game, source, checksum)
) STRICT;

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

-- Records that were not archived.
CREATE TABLE reject (
    id       INTEGER PRIMARY KEY,                -- in the order in which they were met
    source   INTEGER NOT NULL REFERENCES source, -- where the record came from
    line     INTEGER NOT NULL,                   -- where the record begins in the source: line,
    "column" INTEGER NOT NULL,                   -- column, both from 1, the column in bytes,
    offset   INTEGER NOT NULL,                   -- and byte of the decompressed text, from 0
    number   INTEGER NOT NULL,                   -- its number in the source
    kind     TEXT NOT NULL,                      -- malformed, illegal or contradiction
    problems TEXT NOT NULL,                      -- what is wrong with it: JSON array
    text     BLOB NOT NULL,                      -- its text, of a giant one the first 1 MiB
    length   INTEGER NOT NULL,                   -- of the whole text, in bytes
    sha256   BLOB NOT NULL,                      -- of the whole text
    UNIQUE (source, sha256)
) STRICT;

-- Statistics. They leave contradictory games out, and count a game once however
-- often it comes to a position.

-- The positions near the usual start, and how many games came to them at any
-- ply: 6 plies deep in Adji-Boto, 5 in the other games.
CREATE TABLE position (
    ruleset  INTEGER NOT NULL REFERENCES ruleset, -- what was played
    position TEXT NOT NULL,                       -- in the one-line form
    games    INTEGER NOT NULL,                    -- that reached it
    onward   INTEGER NOT NULL,                    -- of these, that went on from it
    PRIMARY KEY (ruleset, position)
) STRICT, WITHOUT ROWID;

-- The moves played from these positions, but the outermost.
CREATE TABLE opening (
    ruleset    INTEGER NOT NULL REFERENCES ruleset, -- what was played
    position   TEXT NOT NULL,                       -- in the one-line form
    move       TEXT NOT NULL,                       -- a letter, or -- for a pass
    games      INTEGER NOT NULL,                    -- that played it from there; of these
    south      INTEGER NOT NULL,                    -- South won,
    draws      INTEGER NOT NULL,                    -- were drawn,
    north      INTEGER NOT NULL,                    -- North won,
    unfinished INTEGER NOT NULL,                    -- have no result,
    complete   INTEGER NOT NULL,                    -- are complete,
    scored     INTEGER NOT NULL,                    -- are complete and have a score
    margin_sum INTEGER NOT NULL,                    -- South's seeds minus North's, over those that are scored
    plies_sum  INTEGER NOT NULL,                    -- over those that are complete
    PRIMARY KEY (ruleset, position, move)
) STRICT, WITHOUT ROWID;

-- How many games, or of some measures plies or seeds, have which value of it.
CREATE TABLE tally (
    ruleset INTEGER NOT NULL REFERENCES ruleset, -- what was played
    measure TEXT NOT NULL,                       -- see docs/schema.md: 'verdict', 'result', 'plies', ...
    value   ANY NOT NULL,                        -- a number; a text for 'ending ...' and 'order ...'
    n       INTEGER NOT NULL,                    -- how many
    PRIMARY KEY (ruleset, measure, value)
) STRICT, WITHOUT ROWID;

-- How the players fared on each side.
CREATE TABLE standing (
    ruleset    INTEGER NOT NULL REFERENCES ruleset, -- what was played
    player     INTEGER NOT NULL REFERENCES player,  -- who, in one spelling
    side       INTEGER NOT NULL,                    -- 0 as South, 1 as North
    games      INTEGER NOT NULL,                    -- so many games; of these
    won        INTEGER NOT NULL,                    -- the player won,
    drawn      INTEGER NOT NULL,                    -- were drawn,
    lost       INTEGER NOT NULL,                    -- the player lost; the rest have no result
    scored     INTEGER NOT NULL,                    -- are complete and have a score
    margin_sum INTEGER NOT NULL,                    -- the player's seeds minus the opponent's, over those that are scored
    PRIMARY KEY (ruleset, player, side)
) STRICT, WITHOUT ROWID;

-- Views, for people at the sqlite3 shell.

-- The games in words.
CREATE VIEW games AS
SELECT game.id,
       ruleset.game,
       ruleset.pits,
       ruleset.rules,
       event.name AS event,
       site.name AS site,
       date,
       round,
       south.name AS south,
       north.name AS north,
       CASE result WHEN 2 THEN '1-0' WHEN 3 THEN '0-1' WHEN 4 THEN '1/2-1/2' ELSE '*' END AS result,
       south_score || '-' || north_score AS score,
       CASE verdict WHEN 3 THEN 'contradiction' WHEN 4 THEN 'complete' WHEN 5 THEN 'decided' ELSE 'unfinished' END AS verdict,
       plies,
       (WITH RECURSIVE spelled (ply, digit, text) AS (
            SELECT 0, '', ''
            UNION ALL
            SELECT ply + 1,
                   substr(hex(game.moves), ply + 1, 1),
                   text || CASE ply WHEN 0 THEN '' ELSE ' ' END || CASE substr(hex(game.moves), ply + 1, 1)
                       WHEN 'F' THEN '--'
                       ELSE char(CASE (ply + game.north_first) % 2 WHEN 0 THEN 65 ELSE 97 END + substr(hex(game.moves), ply + 1, 1))
                   END
            FROM spelled
            WHERE ply < game.plies
        )
        SELECT text FROM spelled WHERE ply = game.plies) AS moves,
       start,
       termination,
       match,
       match_target,
       tags,
       annotations,
       source.path AS source,
       line,
       number,
       engine
FROM game
JOIN ruleset ON ruleset.id = game.ruleset
JOIN source ON source.id = game.source
LEFT JOIN player AS south ON south.id = game.south
LEFT JOIN player AS north ON north.id = game.north
LEFT JOIN event ON event.id = game.event
LEFT JOIN site ON site.id = game.site;

-- The opening table in words, most played first.
CREATE VIEW openings AS
SELECT ruleset.game,
       ruleset.pits,
       ruleset.rules,
       opening.position,
       move,
       opening.games,
       round(100.0 * opening.games / position.onward, 1) AS share,
       south,
       draws,
       north,
       unfinished,
       round(1.0 * margin_sum / scored, 1) AS mean_margin,
       round(1.0 * plies_sum / complete, 1) AS mean_plies
FROM opening
JOIN position USING (ruleset, position)
JOIN ruleset ON ruleset.id = opening.ruleset
ORDER BY opening.ruleset, position.games DESC, opening.position, opening.games DESC, move;

-- The rejected records with their text.
CREATE VIEW rejects AS
SELECT reject.id,
       source.path AS source,
       line,
       "column",
       number,
       kind,
       json_extract(problems, '$[0].message') AS message,
       length,
       CAST(text AS TEXT) AS text
FROM reject
JOIN source ON source.id = reject.source;
