package db

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"alai/replay/rules"
)

// A gameIndex has in memory, of one state of the archive, which games may come to
// a position and which have a player.
type gameIndex struct {
	state  State       // that it is of
	parts  []indexPart // in the order of the ids; none where the games could not be read
	marked bool        // all plies of the games are marked

	// The last answers about positions: who asks for a position mostly goes on to ask
	// for it alone, or for the same once more.
	asking sync.Mutex
	lately []reachable
}

// A reachable is an answer about positions.
type reachable struct {
	marks map[mark]bool // of the positions
	games []int64
}

// An indexPart is the index of some games.
type indexPart struct {
	ids     []int64
	players [2][]int64 // South's and North's, 0 for none
	ends    []int      // where each game's marks end
	full    bool       // the games have more plies than are marked

	// The marks of the states that each game comes to, in the order of the plies. All
	// heads are read for each question, tails where a head is one of those wanted.
	heads []uint16
	tails []uint8
}

// A mark is a number of three bytes that a state has in common with few others: of a
// million games of 64 plies about four are looked at in vain for each position.
type mark uint32

func (m mark) head() uint16 { return uint16(m) }
func (m mark) tail() uint8  { return uint8(m >> 16) }

const (
	maxIndexPlies = 1 << 27 // that are marked, 384 MiB of them
	// Reading a game by its id takes as long as passing by several that lie in a row,
	// more of which are passed by where nothing needs to be played.
	indexedPlays   = 6
	indexedPlayers = 12
)

// markOf returns the mark of a state under a ruleset of the archive.
func markOf(ruleset int64, s *rules.State) mark {
	h := binary.LittleEndian.Uint64(s.Seeds[0:8]) * 0x9e3779b97f4a7c15
	h = (h ^ binary.LittleEndian.Uint64(s.Seeds[8:16])) * 0xd6e8feb86659fd93
	h = (h ^ h>>32 ^ uint64(binary.LittleEndian.Uint32(s.Seeds[16:20])) ^ uint64(ruleset)<<33 ^ uint64(s.ToMove)<<32) * 0xff51afd7ed558ccd
	return mark(h >> 40)
}

// KeepIndex keeps in memory, until the context ends or the archive is closed,
// which games may come to a position and which have a player, so that they need not
// all be looked at for that: three bytes a ply, of up to 2^27 plies, and some 30 bytes a
// game. It is made in the background, and anew once a reader meets the archive
// changed. It is for programs that ask much, as a server does; answers are the same
// without it.
func (a *Archive) KeepIndex(ctx context.Context) error {
	watch, err := a.readers.Conn(ctx)
	if err != nil {
		return fmt.Errorf("reading the archive: %w", inWords(err))
	}
	ctx, cancel := context.WithCancel(ctx)
	outdated, done := make(chan struct{}, 1), make(chan struct{})
	a.indexer = &indexer{outdated: outdated, watch: watch, stop: func() error {
		cancel()
		<-done
		return watch.Close()
	}}
	go func() {
		defer close(done)
		for {
			index, err := a.makeIndex(ctx)
			if err == nil {
				a.index.Store(index)
			} else if errors.As(err, new(*GoneError)) {
				return // and it will not come back
			} else {
				select { // it has told itself; the next reader who has no index tells it again
				case <-outdated:
				default:
				}
			}
			select {
			case <-outdated:
			case <-ctx.Done():
				return
			}
		}
	}()
	return nil
}

// An indexer makes the index of an archive.
type indexer struct {
	outdated chan struct{} // told when the archive has changed
	stop     func() error  // waits for its end

	watching sync.Mutex
	watch    *sql.Conn // by which changes are seen
}

// changes returns a number that is another one once anybody has written to the
// archive's file; 0 where no index is kept.
func (a *Archive) changes() (n int64, err error) {
	if a.indexer == nil {
		return 0, nil
	}
	a.indexer.watching.Lock()
	defer a.indexer.watching.Unlock()
	err = a.indexer.watch.QueryRowContext(context.Background(), "PRAGMA data_version").Scan(&n)
	return n, err
}

// indexOf returns the index of a state of the archive, nil where there is none yet.
func (a *Archive) indexOf(state State) *gameIndex {
	if a.indexer == nil {
		return nil
	}
	if index := a.index.Load(); index != nil && index.state == state {
		return index
	}
	select {
	case a.indexer.outdated <- struct{}{}:
	default: // it knows
	}
	return nil
}

// makeIndex reads all games, unless there is an index of this state of the archive.
// The index of one with damaged games has none, so that whoever asks meets the damage.
func (a *Archive) makeIndex(ctx context.Context) (index *gameIndex, err error) {
	err = a.snapshot(ctx, runtime.GOMAXPROCS(0), func(s *snapshot) error {
		if index = s.index; index != nil {
			return nil
		}
		index = &gameIndex{state: s.state}
		known, err := s.rulesets(ctx)
		if err != nil {
			return err
		}
		ids := make(map[rules.Ruleset]int64)
		for id, r := range known {
			ids[r] = id
		}
		parts := make([]indexPart, len(s.txs))
		err = s.scan(ctx, &where{}, func(part int) visitor {
			p := &parts[part]
			return func(id int64, g *played) error {
				p.add(id, ids[g.rules], g, maxIndexPlies/len(parts))
				return nil
			}
		})
		if err == nil {
			index.parts = parts
			index.marked = !slices.ContainsFunc(parts, func(p indexPart) bool { return p.full })
		}
		return nil
	})
	return index, err
}

// add adds a game, and marks for its states as long as there are not more than most
// in all.
func (p *indexPart) add(id, ruleset int64, g *played, most int) {
	p.ids = append(p.ids, id)
	for side, player := range g.players {
		p.players[side] = append(p.players[side], player)
	}
	if p.full = p.full || len(p.heads)+len(g.moves) >= most; p.full {
		p.ends, p.heads, p.tails = nil, nil, nil
		return
	}
	s := g.start
	p.mark(markOf(ruleset, &s))
	for _, m := range g.moves {
		if _, err := g.rules.Play(&s, m); err != nil {
			break // a game with a move that is not legal counts as far as it goes
		}
		p.mark(markOf(ruleset, &s))
	}
	p.ends = append(p.ends, len(p.heads))
}

func (p *indexPart) mark(m mark) {
	p.heads, p.tails = append(p.heads, m.head()), append(p.tails, m.tail())
}

// reaching returns the ids of the games that may come to one of the states, and of a
// few others. It is not ok where there are too many for reading them by their ids.
func (x *gameIndex) reaching(ruleset int64, states []rules.State) (ids []int64, ok bool) {
	if x == nil || !x.marked {
		return nil, false
	}
	wanted := make(map[mark]bool)
	for i := range states {
		wanted[markOf(ruleset, &states[i])] = true
	}
	x.asking.Lock()
	defer x.asking.Unlock()
	for _, answer := range x.lately {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(wanted)), func(m mark) bool { return !answer.marks[m] }) {
			return answer.games, true
		}
	}
	if ids, ok = x.lookUp(wanted); ok {
		x.lately = append(x.lately[max(0, len(x.lately)-keptReachables+1):], reachable{wanted, ids})
	}
	return ids, ok
}

// keptReachables is how many answers are kept.
const keptReachables = 16

// lookUp looks for the games with a state of one of these marks.
func (x *gameIndex) lookUp(wanted map[mark]bool) (ids []int64, ok bool) {
	var heads [1 << 16 / 64]uint64 // a bit for each
	for m := range wanted {
		heads[m.head()/64] |= 1 << (m.head() % 64)
	}
	return x.choose(indexedPlays, func(p *indexPart, most int) (found []int64) {
		game := 0
		for at := next(p.heads, 0, &heads); at < len(p.heads) && len(found) <= most; at = next(p.heads, at, &heads) {
			if !wanted[mark(p.tails[at])<<16|mark(p.heads[at])] {
				at++
				continue
			}
			for p.ends[game] <= at {
				game++
			}
			found = append(found, p.ids[game])
			at = p.ends[game] // once is enough
		}
		return found
	})
}

// next returns where, at the first, a head is one of those wanted; their number where
// there is none.
func next(heads []uint16, at int, wanted *[1 << 16 / 64]uint64) int {
	for i, head := range heads[at:] {
		if wanted[head/64]>>(head%64)&1 != 0 {
			return at + i
		}
	}
	return len(heads)
}

// of returns the ids of the games in which one of the players is on one of the
// sides. It is not ok where there are too many for reading them by their ids.
func (x *gameIndex) of(players []int64, sides ...rules.Side) (ids []int64, ok bool) {
	if x == nil {
		return nil, false
	}
	wanted := make(map[int64]bool)
	for _, id := range players {
		wanted[id] = true
	}
	return x.choose(indexedPlayers, func(p *indexPart, most int) (found []int64) {
		for i, id := range p.ids {
			if slices.ContainsFunc(sides, func(side rules.Side) bool { return wanted[p.players[side][i]] }) {
				if found = append(found, id); len(found) > most {
					break
				}
			}
		}
		return found
	})
}

// choose returns the ids that find gives of the parts, each in a goroutine of its
// own. It is not ok where there is no index, or where they are more than one in few of
// a part's games; find may stop once they are more than most.
func (x *gameIndex) choose(few int, find func(p *indexPart, most int) []int64) (ids []int64, ok bool) {
	if len(x.parts) == 0 {
		return nil, false
	}
	found := make([][]int64, len(x.parts))
	ok = true
	var wait sync.WaitGroup
	for i := range x.parts {
		wait.Go(func() { found[i] = find(&x.parts[i], len(x.parts[i].ids)/few) })
	}
	wait.Wait()
	for i := range found {
		ok = ok && len(found[i]) <= len(x.parts[i].ids)/few
	}
	return slices.Concat(found...), ok
}
