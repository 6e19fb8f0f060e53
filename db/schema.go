package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"regexp"

	"alai"
)

// tableNames are the tables of the schema, as a JSON array.
var tableNames = func() string {
	var names []string
	for _, match := range regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`).FindAllStringSubmatch(alai.Schema, -1) {
		names = append(names, match[1])
	}
	list, _ := json.Marshal(names) // strings cannot fail
	return string(list)
}()

// checkSchema reports whether reading and writing the tables would run something
// that a stranger has put into their schema: a view or a virtual table in the place
// of a table, a generated column, a trigger. What else a database holds is left
// alone, as alai never looks at it.
func checkSchema(ctx context.Context, pool querier, path string) error {
	var odd string
	err := pool.QueryRowContext(ctx, `
		WITH ours (name) AS MATERIALIZED (SELECT value FROM json_each(?))
		SELECT 'its trigger ' || quote(s.name) || ' is not alai''s' FROM sqlite_schema AS s
		JOIN ours ON s.tbl_name = ours.name COLLATE NOCASE WHERE s.type = 'trigger'
		UNION ALL
		SELECT 'its ' || ours.name || ' is no table' FROM sqlite_schema AS s
		JOIN ours ON s.name = ours.name COLLATE NOCASE WHERE s.type <> 'table' OR s.rootpage = 0
		UNION ALL
		SELECT 'its column ' || ours.name || '.' || quote(x.name) || ' is made by an expression'
		FROM ours JOIN pragma_table_xinfo(ours.name) AS x WHERE x.hidden <> 0
		LIMIT 1`, tableNames).Scan(&odd)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return &NotArchiveError{Path: path, Msg: odd}
}
