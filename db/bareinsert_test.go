//go:build cgo

package db

import (
	"database/sql"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"
)

var bareRows = flag.Int("rows", 100_000, "rows of BenchmarkBareInsert")

// BenchmarkBareInsert is what an import cannot do without: one row a game with a
// unique hash, each as long as a row of the game table, in one transaction that
// ends on the disk. cmd/benchmark runs it as a process of its own to hold import
// against.
func BenchmarkBareInsert(b *testing.B) {
	for b.Loop() {
		if err := bareInsert(filepath.Join(b.TempDir(), "bare.db"), *bareRows); err != nil {
			b.Fatal(err)
		}
	}
}

func bareInsert(path string, rows int) error {
	pool, err := sql.Open("sqlite3", "file:"+path+"?_journal_mode=WAL&_synchronous=FULL&_cache_size=-65536")
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.Exec(`CREATE TABLE game (id INTEGER PRIMARY KEY, plies INTEGER, result INTEGER, south INTEGER,
		north INTEGER, date TEXT, tags TEXT, offset INTEGER, checksum INTEGER, moves BLOB, hash BLOB NOT NULL UNIQUE) STRICT`); err != nil {
		return err
	}
	tx, err := pool.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // of no effect once it is committed
	insert, err := tx.Prepare("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
	if err != nil {
		return err
	}
	rng := rand.NewChaCha8([32]byte{})
	// With these lengths a row takes 135 bytes, as those of the game table do.
	hash, moves, tags := make([]byte, 16), make([]byte, 32), strings.Repeat("t", 37)
	for id := range rows {
		rng.Read(hash)
		rng.Read(moves)
		if _, err := insert.Exec(id+1, 64, 2, 300, 200, "2010.10.14", tags, 460*id, int64(rng.Uint64()), moves, hash); err != nil {
			return err
		}
	}
	if err := insert.Close(); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return pool.Close()
}
