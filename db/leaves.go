package db

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// A leafCopy is a copy of a damaged archive, in which pages with games, found by
// themselves wherever they lie, take the place of the whole table of the games, one
// after the other. So SQLite reads them though the pages are gone that lead there.
type leafCopy struct {
	*os.File
	page    []byte
	pages   int64
	root    int64  // the page that the table of the games begins with
	changes uint32 // of the file, by which SQLite tells that it has to read it again
}

// Where things are in the header of SQLite's files, and in the pages of tables.
const (
	atPageSize     = 16
	atVersions     = 18 // 1 where the journal is no log
	atChanges      = 24
	leafPage       = 0x0d
	leafHead       = 8
	usualPage      = 8192 // in bytes
	minGameColumns = 20   // a row of the table of the games has more, all others have less
)

// newLeafCopy copies the file at path to a temporary one, which close removes.
func newLeafCopy(path string) (c *leafCopy, err error) {
	from, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	to, err := os.CreateTemp("", "alai-*.db")
	if err != nil {
		return nil, err
	}
	c = &leafCopy{File: to}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	size, err := io.Copy(to, from)
	if err != nil {
		return nil, err
	}
	var head [100]byte
	if _, err := to.ReadAt(head[:], 0); err != nil {
		return nil, err
	}
	pageSize := int64(binary.BigEndian.Uint16(head[atPageSize:]))
	switch {
	case pageSize == 1:
		pageSize = 1 << 16
	case pageSize < 512 || !bytes.HasPrefix(head[:], []byte(fileMark)):
		pageSize = usualPage
	}
	c.page, c.pages = make([]byte, pageSize), (size+pageSize-1)/pageSize
	if _, err := to.WriteAt([]byte{1, 1}, atVersions); err != nil {
		return nil, err
	}
	return c, to.Truncate(c.pages * pageSize)
}

func (c *leafCopy) close() {
	c.Close()
	os.Remove(c.Name())
}

// put makes a page the whole table of the games, and returns the ids of the first
// and of the last on it; ok is false where the page has none.
func (c *leafCopy) put(page int64) (of ids, ok bool, err error) {
	if page == c.root {
		return of, false, nil
	}
	if _, err := c.ReadAt(c.page, (page-1)*int64(len(c.page))); err != nil {
		return of, false, err
	}
	if of, ok = gamesOn(c.page); !ok {
		return of, false, nil
	}
	if _, err := c.WriteAt(c.page, (c.root-1)*int64(len(c.page))); err != nil {
		return of, false, err
	}
	c.changes++
	_, err = c.WriteAt(binary.BigEndian.AppendUint32(nil, c.changes), atChanges)
	return of, true, err
}

// gamesOn returns between which ids the games on a page are, and whether it is a
// page with games.
func gamesOn(page []byte) (of ids, ok bool) {
	cells := int(binary.BigEndian.Uint16(page[3:]))
	if page[0] != leafPage || leafHead+2*cells > len(page) {
		return of, false
	}
	for i := range cells {
		at := int(binary.BigEndian.Uint16(page[leafHead+2*i:]))
		id, columns := cell(page[min(at, len(page)):])
		if columns < minGameColumns || id < 1 {
			continue
		}
		if !ok {
			of, ok = ids{id, id}, true
		}
		of.first, of.last = min(of.first, id), max(of.last, id)
	}
	return of, ok
}

// cell returns the id of a row and how many columns it has; 0 where it is none.
func cell(b []byte) (id int64, columns int) {
	_, b = number(b) // the length of the row
	row, b := number(b)
	head, rest := number(b)
	size := int64(head) - int64(len(b)-len(rest)) // of the columns' types
	if size < 0 || size > int64(len(rest)) {
		return 0, 0
	}
	for types := rest[:size]; len(types) > 0; columns++ {
		_, types = number(types)
	}
	return int64(row), columns
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

// leaves reads the games that could not be read in their order, from all pages on
// which there are games. Those are left out that have been read, or that wanted does
// not want.
func (s *salvager) leaves(ctx context.Context, path string, wanted func(id int64) bool) error {
	c, err := newLeafCopy(path)
	if err != nil {
		return err
	}
	defer c.close()
	pool, err := c.open(ctx)
	if unreadable(err) || errors.Is(err, sql.ErrNoRows) {
		if err := c.renewSchema(ctx); err != nil {
			return err
		}
		pool, err = c.open(ctx)
	}
	if err != nil {
		return err
	}
	defer pool.Close()
	s.snapshot = &snapshot{tx: pool, txs: []querier{pool}}
	if err := s.begin(ctx); err != nil {
		return err
	}
	s.wanted = func(id int64) bool { return !s.seen.has(id) && wanted(id) }
	for page := range c.pages {
		of, ok, err := c.put(page + 1)
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
	return nil
}

// open opens the copy, and looks up with which page the table of the games begins.
func (c *leafCopy) open(ctx context.Context) (*sql.DB, error) {
	pool, err := connectDamaged(ctx, fileDSN(c.Name())("mode=ro"))
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	err = pool.QueryRowContext(ctx, "SELECT rootpage FROM damaged.sqlite_schema WHERE type = 'table' AND name = 'game'").Scan(&c.root)
	if err == nil && c.root < 2 {
		err = sql.ErrNoRows
	}
	if err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

// renewSchema puts the pages of the schema in the place of those that cannot be
// read: they are the same in all archives that were made by the same version.
func (c *leafCopy) renewSchema(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "alai-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "new.db")
	a, err := Create(ctx, path)
	if err != nil {
		return err
	}
	defer a.Close()
	roots := make(map[int]bool) // of the tables and indexes; the other pages are the schema's
	rows, err := a.readers.QueryContext(ctx, "SELECT rootpage FROM sqlite_schema")
	if err != nil {
		return err
	}
	if err := each(rows, func() error {
		var page int
		err := rows.Scan(&page)
		roots[page] = true
		return err
	}); err != nil {
		return err
	}
	if err := a.Close(); err != nil { // with which all is in the file
		return err
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for i, page := range slices.Collect(slices.Chunk(b, len(c.page))) {
		if roots[i+1] {
			continue
		}
		if _, err := c.WriteAt(page, int64(i*len(c.page))); err != nil {
			return err
		}
	}
	_, err = c.WriteAt([]byte{1, 1}, atVersions)
	return err
}
