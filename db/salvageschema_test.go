package db

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// salvaged returns the sound games that are salvaged of a file, spelled and in order;
// there may be no others.
func salvaged(t *testing.T, path, how string) (list []string) {
	t.Helper()
	sp := NewSpeller()
	if _, err := Salvage(t.Context(), path, func(g *Game, damage error) error {
		switch {
		case g == nil:
		case damage != nil:
			t.Errorf("%s: %v", how, damage)
		default:
			list = append(list, spelled(sp, g))
		}
		return nil
	}); err != nil {
		t.Errorf("%s: %v", how, err)
	}
	slices.Sort(list)
	return list
}

// oldArchive returns an archive of version 1.
func oldArchive(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile("../testdata/archives/v1.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	zr, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if b, err = io.ReadAll(zr); err != nil {
		t.Fatal(err)
	}
	return b
}

// fewGames returns an archive of so many games, of which some have names.
func fewGames(t *testing.T, n int) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "[Event \"e%d\"]\n[Site \"s%d\"]\n[South \"p%d\"]\n[Round \"%d\"]\n[Game \"Adji-Boto\"]\n\n1. D b 2. B a *\n\n", i%3, i%2, i%5, i)
	}
	if c := bring(t, a, "few", text.String(), ImportOptions{}); c.Imported != n {
		t.Fatalf("%+v", c)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Whatever byte is wrong of a file's header or of its schema, and whichever of these
// pages is gone, no game is lost, however few there are.
func TestSalvageSchema(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: hundreds of files are damaged, by one goroutine")
	}
	const page = 8192
	dir := t.TempDir()
	archives := map[string][]byte{"of version 1": oldArchive(t)}
	for _, n := range []int{1, 20, 60} {
		archives[fmt.Sprintf("of %d games", n)] = fewGames(t, n)
	}
	upgraded := filepath.Join(dir, "upgraded.db")
	if err := os.WriteFile(upgraded, oldArchive(t), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := Open(t.Context(), upgraded)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if archives["upgraded"], err = os.ReadFile(upgraded); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 9))
	for name, sound := range archives {
		path := filepath.Join(dir, "a.db")
		try := func(how string, b []byte, want []string) []string {
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			got := salvaged(t, path, name+", "+how)
			if want != nil && !slices.Equal(got, want) {
				t.Errorf("%s, %s: %d of %d games are as they were", name, how, len(got), len(want))
			}
			return got
		}
		want := try("undamaged", sound, nil)
		if len(want) == 0 {
			t.Fatalf("%s: no games", name)
		}
		for at := range headSize {
			b := bytes.Clone(sound)
			b[at] = 'X'
			try(fmt.Sprintf("byte %d", at), b, want)
		}
		for at := 0; at < len(sound); at += page {
			if at > 0 && !bytes.Contains(sound[at:at+page], []byte("CREATE TABLE ")) {
				continue
			}
			b := bytes.Clone(sound)
			clear(b[at : at+page])
			try(fmt.Sprintf("page %d", at/page+1), b, want)
		}
		schema := regions(sound, "CREATE TABLE ")
		var some []int
		for range 40 {
			some = append(some, schema[rng.IntN(len(schema))])
		}
		for _, table := range append([]string{"game"}, leafTables...) { // where it begins, and what it is called
			if at := bytes.Index(sound, []byte("CREATE TABLE "+table+" ")); name != "of version 1" {
				for i := range 2*len(table) + 2 {
					some = append(some, at-1-i)
				}
			}
		}
		for _, at := range some {
			b := bytes.Clone(sound)
			b[at] ^= 1 << rng.IntN(4)
			try(fmt.Sprintf("byte %d, %q", at, b[max(at-20, 0):at+20]), b, want)
		}
	}
}

// regions returns the places of the bytes of the rows of the schema whose text begins
// so, with the heads of the rows.
func regions(b []byte, text string) (places []int) {
	for at := range b {
		if !bytes.HasPrefix(b[at:], []byte(text)) {
			continue
		}
		end := max(bytes.Index(b[at:min(len(b), (at/8192+1)*8192)], []byte("STRICT")), 0)
		for i := at - 25; i < at+end; i++ {
			places = append(places, i)
		}
	}
	return places
}
