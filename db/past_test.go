package db

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"
)

// The largest and the smallest ids that there can be are ids like others.
func TestOutermostIDs(t *testing.T) {
	for _, id := range []int64{math.MinInt64, -1, 0, math.MaxInt64 - 1, math.MaxInt64} {
		for _, last := range []bool{false, true} {
			done := make(chan []ids, 1)
			go func() {
				var told []ids
				of := ids{math.MinInt64, math.MaxInt64}
				err := past(of, 1, func(of ids) (int64, bool, error) {
					switch {
					case !of.has(id):
						return 0, false, nil
					case last:
						return id, false, &DamagedError{id, errors.New("no game")}
					case of.first < id:
						return id - 1, true, sqlite3.Error{Code: sqlite3.ErrCorrupt}
					}
					return 0, false, sqlite3.Error{Code: sqlite3.ErrCorrupt}
				}, func(of ids, _ error) error {
					told = append(told, of)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
				done <- told
			}()
			select {
			case told := <-done:
				if !slices.Equal(told, []ids{{id, id}}) {
					t.Errorf("%d: told %v", id, told)
				}
			case <-time.After(time.Minute):
				t.Fatalf("%d: it does not end", id)
			}
		}
	}
	for parts := range 5 {
		of, next := ids{math.MinInt64, math.MaxInt64}, int64(math.MinInt64)
		for i := range parts {
			part := of.part(i, parts)
			if part.first != next || (part.last == math.MaxInt64) != (i == parts-1) {
				t.Errorf("part %d of %d: %v", i, parts, part)
			}
			next = part.last + 1
		}
	}
}
