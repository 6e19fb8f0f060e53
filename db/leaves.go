package db

import (
	"context"
	"encoding/binary"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
)

// A leafCopy is a copy of a damaged archive with a schema of its own, in which pages
// with games, found by themselves wherever they lie, take the place of the whole
// table of the games, one after the other. So SQLite reads them though the pages are
// gone that lead there, or those that say which tables there are.
type leafCopy struct {
	*os.File
	page    []byte
	pages   int64                // of the damaged file; behind them are those of its own tables
	roots   map[string]int64     // the pages that the tables of gameTables begin with
	tables  map[string]leafTable // of the schema
	changes uint32               // of the file, by which SQLite tells that it has to read it again
}

// A leafTable is what has to be known of a table to read it.
type leafTable struct {
	create  string // makes one that can be read from, without its indexes
	columns string // their names
	root    int64  // the page that it begins with in a new archive
	least   int    // columns of its rows, but for those that have a default
	most    int    // all of them
}

// gameTables have rows that are games; nameTables and these have what a game refers to.
var (
	gameTables = []string{"game", "joined"}
	leafTables = append([]string{"ruleset", "source"}, nameTables[:]...)
)

// firstRoots are the pages that the tables of an archive of version 1 begin with, also
// once it is upgraded.
var firstRoots = map[string]int64{"ruleset": 3, "player": 5, "event": 8, "site": 11, "source": 14}

// Where things are in SQLite's files, and in the pages of tables.
const (
	headSize   = 100 // of the file's own header
	atPageSize = 16
	atChanges  = 24
	leafPage   = 0x0d
	leafHead   = 8
	innerPage  = 0x05
	innerHead  = 12   // its last four bytes are the last page below it
	usualPage  = 8192 // in bytes
	maxDepth   = 20   // of a tree of pages
)

// newLeafCopy copies the file at path to a temporary one, which close removes.
func newLeafCopy(ctx context.Context, path string) (_ *leafCopy, err error) {
	from, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	to, err := os.CreateTemp("", "alai-*.db")
	if err != nil {
		return nil, err
	}
	c := &leafCopy{File: to, roots: make(map[string]int64)}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	size, err := io.Copy(to, from)
	if err != nil {
		return nil, err
	}
	if c.tables, err = tablesOfSchema(ctx); err != nil {
		return nil, err
	}
	if err := c.measure(size); err != nil {
		return nil, err
	}
	return c, c.renewSchema(ctx)
}

func (c *leafCopy) close() {
	c.Close()
	os.Remove(c.Name())
}

// tablesOfSchema returns what has to be known of the tables of a new archive.
func tablesOfSchema(ctx context.Context) (map[string]leafTable, error) {
	a, err := Memory(ctx)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	tables := make(map[string]leafTable)
	rows, err := a.readers.QueryContext(ctx, `
		SELECT s.name, rootpage, sum(dflt_value IS NULL), count(*),
			group_concat(c.name, ' ' ORDER BY cid), group_concat('"' || c.name || '" ' || c.type || iif(pk, ' PRIMARY KEY', '') || ifnull(' DEFAULT ' || dflt_value, ''), ', ' ORDER BY cid)
		FROM sqlite_schema AS s JOIN pragma_table_info(s.name) AS c WHERE s.type = 'table' GROUP BY s.name`)
	if err != nil {
		return nil, err
	}
	return tables, each(rows, func() error {
		var name, columns string
		var t leafTable
		err := rows.Scan(&name, &t.root, &t.least, &t.most, &t.columns, &columns)
		t.create = "CREATE TABLE " + name + " (" + columns + ")"
		tables[name] = t
		return err
	})
}

// measure finds out how large the pages are: as the file says, or if that makes fewer
// games of them, as alai makes them.
func (c *leafCopy) measure(size int64) error {
	var head [headSize]byte
	if _, err := c.ReadAt(head[:], 0); err != nil {
		return err
	}
	said := int64(binary.BigEndian.Uint16(head[atPageSize:]))
	if said == 1 {
		said = 1 << 16
	}
	best := -1
	for _, pageSize := range []int64{usualPage, said} {
		if pageSize < 512 || pageSize&(pageSize-1) != 0 {
			continue
		}
		c.page, c.pages = make([]byte, pageSize), (size+pageSize-1)/pageSize
		if err := c.Truncate(c.pages * pageSize); err != nil {
			return err
		}
		games := 0
		for page := range c.pages {
			if err := c.read(page + 1); err != nil {
				return err
			}
			_, n := rowsOn(c.page, c.tables["game"].most)
			games += n
		}
		if games <= best {
			pageSize = usualPage
			c.page, c.pages = make([]byte, pageSize), (size+pageSize-1)/pageSize
			return c.Truncate(c.pages * pageSize)
		}
		best = games
	}
	return nil
}

// read reads a page of the file.
func (c *leafCopy) read(page int64) error {
	_, err := c.ReadAt(c.page, (page-1)*int64(len(c.page)))
	return err
}

// put makes a page of the damaged file the whole of a table of games, and returns the
// ids of the first and of the last on it; ok is false where the page has none.
func (c *leafCopy) put(page int64, table string) (of ids, ok bool, err error) {
	if err := c.read(page); err != nil {
		return of, false, err
	}
	of, n := rowsOn(c.page, c.tables[table].most)
	if n == 0 {
		return of, false, nil
	}
	if _, err := c.WriteAt(c.page, (c.roots[table]-1)*int64(len(c.page))); err != nil {
		return of, false, err
	}
	c.changes++
	_, err = c.WriteAt(binary.BigEndian.AppendUint32(nil, c.changes), atChanges)
	return of, true, err
}

// rowsOn returns between which ids the rows of a page are that have so many columns,
// and how many there are.
func rowsOn(page []byte, columns int) (of ids, n int) {
	eachCell(page, 0, func(id int64, types, _ []byte) {
		if id < 1 || countNumbers(types) != columns {
			return
		}
		if n++; n == 1 {
			of = ids{id, id}
		}
		of.first, of.last = min(of.first, id), max(of.last, id)
	})
	return of, n
}

// eachCell calls f with the id of each row of a page whose head is there, with the
// types of the row's columns and what is behind them.
func eachCell(page []byte, head int, f func(id int64, types, values []byte)) {
	cells := int(binary.BigEndian.Uint16(page[head+3:]))
	if page[head] != leafPage || head+leafHead+2*cells > len(page) {
		return
	}
	for i := range cells {
		at := int(binary.BigEndian.Uint16(page[head+leafHead+2*i:]))
		_, b := number(page[min(at, len(page)):]) // the length of the row
		id, b := number(b)
		size, rest := number(b)
		types := int64(size) - int64(len(b)-len(rest))
		if types >= 0 && types <= int64(len(rest)) {
			f(int64(id), rest[:types], rest[types:])
		}
	}
}

// number reads one of SQLite's numbers of up to nine bytes, and returns what is
// behind it.
func number(b []byte) (n uint64, rest []byte) {
	for i, c := range b {
		if i == 8 {
			return n<<8 | uint64(c), b[i+1:]
		}
		n = n<<7 | uint64(c&0x7f)
		if c < 0x80 {
			return n, b[i+1:]
		}
	}
	return n, nil
}

func countNumbers(b []byte) (n int) {
	for ; len(b) > 0; n++ {
		_, b = number(b)
	}
	return n
}

// texts returns the values of a row, whole numbers as text too; what is no such thing
// or not on the page is cut off or "".
func texts(types, values []byte) (list []string) {
	for len(types) > 0 {
		var kind uint64
		kind, types = number(types)
		size := [...]uint64{0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0}[min(kind, 11)]
		if kind >= 12 {
			size = (kind - 12) / 2
		}
		value := values[:min(size, uint64(len(values)))]
		values = values[len(value):]
		switch {
		case kind >= 12:
			list = append(list, string(value))
		case kind >= 1 && kind <= 6:
			var n int64
			for _, c := range value {
				n = n<<8 | int64(c)
			}
			list = append(list, strconv.FormatInt(n, 10))
		default:
			list = append(list, "")
		}
	}
	return list
}

// renewSchema puts a schema of alai's own in the place of the file's: its tables of
// games have no rows, those of what games refer to are where they are in the file.
func (c *leafCopy) renewSchema(ctx context.Context) error {
	roots, err := c.oldRoots()
	if err != nil {
		return err
	}
	if err := c.clearSchema(); err != nil {
		return err
	}
	pool, err := fileArchive(c.Name()).pool(ctx, "mode=rw&_journal_mode=OFF&_synchronous=OFF", "PRAGMA writable_schema = ON")
	if err != nil {
		return err
	}
	defer pool.Close()
	pool.SetMaxOpenConns(1)
	for _, table := range slices.Concat(gameTables, leafTables) {
		if _, err := pool.ExecContext(ctx, c.tables[table].create); err != nil {
			return err
		}
		var root int64
		if err := pool.QueryRowContext(ctx, "SELECT rootpage FROM sqlite_schema WHERE name = ?", table).Scan(&root); err != nil {
			return err
		}
		if slices.Contains(gameTables, table) {
			c.roots[table] = root
		}
	}
	for table, root := range roots {
		if _, err := pool.ExecContext(ctx, "UPDATE sqlite_schema SET rootpage = ? WHERE name = ?", root, table); err != nil {
			return err
		}
	}
	return pool.Close()
}

// clearSchema makes the first page that of a database without tables.
func (c *leafCopy) clearSchema() error {
	clear(c.page)
	copy(c.page, fileMark)
	put16, put32 := binary.BigEndian.PutUint16, binary.BigEndian.PutUint32
	put16(c.page[atPageSize:], uint16(len(c.page)&0xffff|len(c.page)>>16))
	copy(c.page[18:], []byte{1, 1, 0, 64, 32, 32}) // no log, nothing at the ends of the pages, SQLite's fractions
	put32(c.page[28:], uint32(c.pages))
	put32(c.page[44:], 4) // the format of the schema
	put32(c.page[56:], 1) // UTF-8
	c.page[headSize] = leafPage
	put16(c.page[headSize+5:], uint16(len(c.page)&0xffff)) // where the cells begin that are not there
	_, err := c.WriteAt(c.page, 0)
	return err
}

// tableText is how the text of a table in the schema begins.
var tableText = regexp.MustCompile(`^CREATE TABLE (\w+)`)

// oldRoots returns the pages that the tables begin with of what games refer to: as
// the file's schema says on whatever page, or else as in other archives.
func (c *leafCopy) oldRoots() (map[string]int64, error) {
	said := make(map[string][]int64)
	for page := range c.pages {
		if err := c.read(page + 1); err != nil {
			return nil, err
		}
		head := 0
		if page == 0 {
			head = headSize
		}
		eachCell(c.page, head, func(_ int64, types, values []byte) {
			if countNumbers(types) != 5 { // type, name, table, page, text
				return
			}
			row := texts(types, values)
			root, _ := strconv.ParseInt(row[3], 10, 64)
			name := tableText.FindStringSubmatch(row[4])
			if name == nil && row[0] != "table" {
				return
			}
			for _, name := range append(name, row[1], row[2]) { // one of which may be wrong
				said[name] = append(said[name], root)
			}
		})
	}
	roots := make(map[string]int64)
	for _, table := range leafTables {
		best := other
		for _, root := range append(said[table], c.tables[table].root, firstRoots[table]) {
			found, err := c.begins(table, root)
			if err != nil {
				return nil, err
			}
			if found > best && !slices.Contains(slices.Collect(maps.Values(roots)), root) {
				roots[table], best = root, found
			}
		}
	}
	return roots, nil
}

// What a table may begin with.
type beginning int

const (
	other beginning = iota // a page with something else
	unknown
	fitting // a page with rows as the table has them, or one that leads there
)

// begins tells what a table would begin with if that were its first page.
func (c *leafCopy) begins(table string, root int64) (beginning, error) {
	for depth := range maxDepth {
		switch beyond := root < 2 || root > c.pages; {
		case beyond && depth > 0: // it leads to what is not there
			return unknown, nil
		case beyond:
			return other, nil
		}
		if err := c.read(root); err != nil {
			return other, err
		}
		if c.page[0] != innerPage {
			break
		}
		root = int64(binary.BigEndian.Uint32(c.page[innerHead-4:]))
	}
	switch c.page[0] {
	case leafPage:
	case innerPage, leafPage - 3, innerPage - 3: // these are of indexes
		return other, nil
	default:
		return unknown, nil
	}
	found := fitting
	eachCell(c.page, 0, func(_ int64, types, _ []byte) {
		if n := countNumbers(types); n < c.tables[table].least || n > c.tables[table].most {
			found = other
		}
	})
	return found, nil
}

// leaves reads the games that could not be read in their order, from all pages on
// which there are games. Those are left out that have been read, or that wanted does
// not want. Joined games are all wanted.
func (s *salvager) leaves(ctx context.Context, path string, wanted func(id int64) bool) error {
	c, err := newLeafCopy(ctx, path)
	if err != nil {
		return err
	}
	defer c.close()
	pool, err := connectDamaged(ctx, fileDSN(c.Name())("mode=ro"))
	if err != nil {
		return err
	}
	defer pool.Close()
	pool.SetMaxOpenConns(1)
	s.snapshot = &snapshot{tx: pool, txs: []querier{pool}}
	if err := s.begin(ctx); err != nil {
		return err
	}
	for _, s.table = range gameTables {
		s.wanted = func(id int64) bool { return !s.seen.has(id) && (s.table != "game" || wanted(id)) }
		for page := range c.pages {
			if err := ctx.Err(); err != nil {
				return err
			}
			of, ok, err := c.put(page+1, s.table)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			if err := s.read(ctx, of, 1, func(ids, error) error { return nil }); err != nil {
				return err
			}
		}
	}
	return nil
}
