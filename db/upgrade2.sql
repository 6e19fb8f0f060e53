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
