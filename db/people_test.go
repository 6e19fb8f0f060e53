package db

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"alai/notation"
	"alai/replay/rules"
)

// A plainRecord is a short game of two people, whose ids may be "".
type plainRecord struct {
	players, ids [2]string
	result       string
	cross        bool
}

// text spells the record; the round makes it a game of its own.
func (p plainRecord) text(round int) string {
	text := fmt.Sprintf("[Round \"%d\"]\n", round)
	for i, side := range []string{"South", "North"} {
		if p.players[i] != "-" {
			text += fmt.Sprintf("[%s \"%s\"]\n", side, tagText(p.players[i]))
		}
	}
	text += fmt.Sprintf("[Result \"%s\"]\n", p.result)
	if p.cross {
		text += "[Game \"Cross-Endodoi\"]\n[Pits \"6\"]\n"
	} else {
		text += "[Game \"Adji-Boto\"]\n"
	}
	if p.result != "*" {
		text += "[Termination \"adjudication\"]\n"
	}
	for i, tag := range []string{"SouthID", "NorthID"} {
		if p.ids[i] != "" {
			text += fmt.Sprintf("[%s \"%s\"]\n", tag, p.ids[i])
		}
	}
	moves := "1. D b 2. B "
	if p.cross {
		moves = ""
	}
	return text + "\n" + moves + p.result + "\n\n"
}

// tagText spells a tag's value.
func tagText(value string) string { return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) }

// wild makes of names some that hold what is a wildcard in patterns.
var wild = strings.NewReplacer("n", "*", "N", "*", "o", "?", "O", "?", "e", `\`, "E", `\`)

// wildEverySecond makes the names of every second seed so.
func wildEverySecond(seed uint64, list []plainRecord, aliases []Alias) (spell func(string) string) {
	if seed%2 == 0 {
		return func(name string) string { return name }
	}
	for i := range list {
		for side, name := range list[i].players {
			list[i].players[side] = wild.Replace(name)
		}
	}
	for i, alias := range aliases {
		aliases[i] = Alias{Spelling: wild.Replace(alias.Spelling), Name: wild.Replace(alias.Name)}
	}
	return wild.Replace
}

// personalNames are names that people with and without ids have.
var personalNames = []string{"J. Doe", "j. doe", "J.  DOE", "Anna", "ANNA", "Ben", "Ben #1", "?", "-", "Carla"}

func randomPlainRecords(rng *rand.Rand, n int) []plainRecord {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	list := make([]plainRecord, n)
	for i := range list {
		for side := range 2 {
			list[i].players[side] = pick(personalNames...)
			list[i].ids[side] = pick("", "", "", "", "1", " 1", "2", "?", "A b", "a  B")
			if strings.EqualFold(list[i].players[side], "anna") && rng.IntN(3) > 0 {
				list[i].ids[side] = pick("", "7") // mostly one id
			}
			switch list[i].players[side] {
			case "Ben":
				list[i].ids[side] = pick("", "1")
			case "Ben #1":
				list[i].ids[side] = ""
			}
		}
		list[i].result = pick("1-0", "1-0", "0-1", "1/2-1/2", "*")
		list[i].cross = rng.IntN(4) == 0
	}
	return list
}

// bringRecords imports records, each with its index as the round.
func bringRecords(t testing.TB, a *Archive, list []plainRecord, order []int) {
	t.Helper()
	var text strings.Builder
	for _, i := range order {
		text.WriteString(list[i].text(i + 1))
	}
	if c := bring(t, a, "x", text.String(), ImportOptions{}); c.Imported != len(order) {
		t.Fatalf("%+v of %d", c, len(order))
	}
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// randomAliases returns some aliases that are no circle by themselves.
func randomAliases(rng *rand.Rand) (list []Alias) {
	names := []string{"J. Doe", "j. doe #1", "J. DOE #2", "J. Doe #", "J. Doe #a B", "Anna", "anna #7", "Ben", "Ben #1", "Carla", "Carla #2", "Dora", "DORA", "dora", "D."}
	l := make(links)
	for range rng.IntN(9) {
		a := Alias{Spelling: names[rng.IntN(len(names))], Name: names[rng.IntN(len(names))]}
		if _, ok := l[spellingKey(a.Spelling)]; !ok && l.add(a) {
			list = append(list, a)
		}
	}
	return list
}

// A bruteSide is one side of a game, as its record names it.
type bruteSide struct{ name, id string } // folded

func (b bruteSide) key() string {
	if b.id == "" {
		return b.name
	}
	return b.name + " #" + b.id
}

// brutePeople returns who is who: for each key a number, which is the same for the
// same person. A key is led to the next by an alias, else by the only id of its name.
func brutePeople(sides []bruteSide, aliases []Alias) map[string]int {
	alias, ids := map[string]string{}, map[string]map[string]bool{}
	for _, a := range aliases {
		alias[spellingKey(a.Spelling)] = spellingKey(a.Name)
	}
	keys := map[string]bruteSide{}
	for _, b := range sides {
		keys[b.key()] = b
		if b.id != "" {
			if ids[b.name] == nil {
				ids[b.name] = map[string]bool{}
			}
			ids[b.name][b.id] = true
		}
	}
	next := func(key string) string {
		if to, ok := alias[key]; ok {
			return to
		}
		name := key
		if i := strings.LastIndex(key, " #"); i > 0 {
			name = key[:i]
		}
		if len(ids[name]) != 1 {
			return key
		}
		only := name + " #" + slices.Collect(maps.Keys(ids[name]))[0]
		if _, aliased := alias[name]; key == name || key == only && aliased {
			if key == name {
				return only
			}
			return name
		}
		return key
	}
	group, all := map[string]int{}, map[string]bool{}
	for key := range keys {
		all[key] = true
	}
	for key, to := range alias {
		all[key], all[to] = true, true
	}
	for name := range ids {
		all[name] = true
	}
	for key := range all {
		if _, ok := group[key]; !ok {
			group[key] = len(group)
		}
		for range len(all) { // joins the groups along the way
			to := next(key)
			if _, ok := group[to]; !ok {
				group[to] = len(group)
			}
			from, into := group[key], group[to]
			for k, g := range group {
				if g == from {
					group[k] = into
				}
			}
			key = to
		}
	}
	return group
}

// sidesOf returns the sides of records.
func sidesOf(list []plainRecord) (sides [][2]bruteSide, flat []bruteSide) {
	sides = make([][2]bruteSide, len(list))
	for i, p := range list {
		for k := range 2 {
			name, id := fold(p.players[k]), fold(p.ids[k])
			if name == "-" || isNoName(name) {
				continue
			}
			if isNoName(id) {
				id = ""
			}
			sides[i][k] = bruteSide{name, id}
			flat = append(flat, sides[i][k])
		}
	}
	return sides, flat
}

// A filter chooses the games of a person under all its spellings, whichever of them
// or of its aliases it names.
func TestPlayerFilterIsThatOfBruteForce(t *testing.T) {
	chosen, several := 0, 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(31, seed))
		list, aliases := randomPlainRecords(rng, 3+rng.IntN(12)), randomAliases(rng)
		spell := wildEverySecond(seed, list, aliases)
		a := memory(t)
		bringRecords(t, a, list, upTo(len(list)))
		if _, err := a.SetAliases(t.Context(), aliases); err != nil {
			t.Fatal(err)
		}
		sides, flat := sidesOf(list)
		group := brutePeople(flat, aliases)
		for _, name := range []string{"J. DOE", "j. doe #1", "J. Doe #a b", "anna", "Anna #7", "Ben", "ben #1", "Carla", "dora", "D.", "j*", "*#1", "ben ?1", "nobody"} {
			matched := map[int]bool{}
			exact := !strings.ContainsAny(name, "*?")
			folded, pattern := fold(spell(name)), Pattern(spell(name))
			switch name {
			case "j*", "*#1":
				pattern = name
			case "ben ?1":
				pattern = Pattern(spell("ben ")) + "?1"
			}
			try := func(key string, texts ...string) {
				for _, text := range texts {
					if exact && text == folded || name == "j*" && text[0] == 'j' || name == "*#1" && strings.HasSuffix(text, "#1") || name == "ben ?1" && text == spell("ben #1") {
						matched[group[key]] = true
					}
				}
			}
			for _, b := range flat {
				try(b.key(), b.name)
				if strings.Contains(name, "#") {
					try(b.key(), b.key())
				}
			}
			for _, alias := range aliases {
				for _, text := range []string{alias.Spelling, alias.Name} {
					bare, _, _ := strings.Cut(fold(text), " #")
					try(spellingKey(text), bare, spellingKey(text))
				}
			}
			var want []int64
			for i, both := range sides {
				for k := range 2 {
					if both[k].name != "" && matched[group[both[k].key()]] {
						want = append(want, int64(i+1))
						break
					}
				}
			}
			var got []int64
			for _, g := range all(t, a, Filter{Player: []string{pattern}}) {
				got = append(got, g.ID)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d: %s of %+v with %+v: %v, want %v", seed, pattern, list, aliases, got, want)
			}
			chosen += len(want)
			if _, err := a.Player(t.Context(), PlayerQuery{Name: pattern}); errors.As(err, new(*SeveralPlayersError)) {
				several++
				if !exact || len(matched) < 2 {
					t.Fatalf("%d: %s of %+v with %+v: %v", seed, pattern, list, aliases, err)
				}
			}
		}
		// The standings have one row for each person and ruleset.
		want := map[string]int{}
		for i, both := range sides {
			for k := range 2 {
				if both[k].name != "" {
					want[fmt.Sprint(group[both[k].key()], list[i].cross)]++
				}
			}
		}
		players, err := a.Players(t.Context(), Filter{})
		if err != nil {
			t.Fatal(err)
		}
		var have []int
		met := map[string]bool{}
		for i := range players {
			have = append(have, players[i].Games())
			key := fmt.Sprint(players[i].Player, players[i].Ruleset)
			if met[key] {
				t.Fatalf("%d: two are called %s", seed, players[i].Player)
			}
			met[key] = true
		}
		slices.Sort(have)
		if sums := slices.Sorted(maps.Values(want)); !slices.Equal(have, sums) {
			t.Fatalf("%d: %+v with %+v: %v, want %v", seed, list, aliases, players, want)
		}
	}
	if chosen == 0 || several == 0 {
		t.Errorf("%d chosen, %d refused", chosen, several)
	}
}

// everything returns all rows of an archive but those of which it says itself that
// they change, and the answers about its people.
func everything(t testing.TB, a *Archive) string {
	t.Helper()
	return strings.Join(dump(t, a), "\n") + answers(t, a)
}

// answers returns what an archive says of its people.
func answers(t testing.TB, a *Archive) string {
	t.Helper()
	players, err := a.RatedPlayers(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := a.Crosstables(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, p := range players {
		fmt.Fprint(&b, p.Standing)
		if p.Rating != nil {
			fmt.Fprintf(&b, " %x %x", p.Rating.Elo, p.Rating.Error) // to the last bit
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintf(&b, "%+v\n", tables)
	return b.String()
}

func TestAliasAndUnaliasGiveBackTheArchive(t *testing.T) {
	changed := false
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(32, seed))
		list := randomPlainRecords(rng, 12)
		a := memory(t)
		bringRecords(t, a, list, upTo(len(list)))
		before, said := everything(t, a), answers(t, a)
		aliases := randomAliases(rng)
		if _, err := a.SetAliases(t.Context(), aliases); err != nil {
			t.Fatal(err)
		}
		if answers(t, a) != said {
			changed = true
		}
		checkStatistics(t, a)
		var spellings []string
		for _, alias := range aliases {
			spellings = append(spellings, someCase(rng, alias.Spelling))
		}
		if missing, err := a.RemoveAliases(t.Context(), spellings); err != nil || missing != nil {
			t.Fatal(missing, err)
		}
		if after := everything(t, a); after != before {
			t.Fatalf("%+v:\n%s\nwas\n%s", aliases, after, before)
		}
	}
	if !changed {
		t.Error("no alias has changed an answer")
	}
}

// Whatever the order in which games come in, in however many imports, people,
// ratings and crosstables are the same.
func TestOrderOfImportDoesNotMatter(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(33, seed))
		list := randomPlainRecords(rng, 60)
		aliases := randomAliases(rng)
		want := ""
		for i := range 4 {
			a := memory(t)
			order := upTo(len(list))
			if i > 0 {
				rng.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
				rng.Shuffle(len(aliases), func(i, k int) { aliases[i], aliases[k] = aliases[k], aliases[i] })
			}
			cut := rng.IntN(len(order) + 1)
			bringRecords(t, a, list, order[:cut])
			if _, err := a.SetAliases(t.Context(), aliases); err != nil {
				t.Fatal(err)
			}
			bringRecords(t, a, list, order[cut:])
			if got := answers(t, a); i == 0 {
				want = got
			} else if got != want {
				t.Fatalf("%d: in the order %v\n%s\nin theirs\n%s", seed, order, got, want)
			}
		}
	}
}

// What changes the records changes who is meant as importing them so would have.
func TestTaggingMovesAGameToWhoIsMeant(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(34, seed))
		list := randomPlainRecords(rng, 20)
		a := memory(t)
		bringRecords(t, a, list, upTo(len(list)))
		for range 10 {
			i, k := rng.IntN(len(list)), rng.IntN(2)
			id := []string{"", "1", "2", "7"}[rng.IntN(4)]
			list[i].ids[k] = id
			if _, err := a.SetTags(t.Context(), Filter{IDs: []int64{int64(i + 1)}}, tagsOf([2]string{"SouthID", "NorthID"}[k], id)); err != nil {
				t.Fatal(err)
			}
		}
		checkStatistics(t, a)
		fresh := memory(t)
		bringRecords(t, fresh, list, upTo(len(list)))
		if got, want := answers(t, a), answers(t, fresh); got != want {
			t.Fatalf("%d: tagged\n%s\nimported\n%s", seed, got, want)
		}
		// So does an archive that the games are merged or split into.
		merged, split := memory(t), memory(t)
		if _, err := merged.Merge(t.Context(), a, "a", false); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Split(t.Context(), split, "a", Filter{MinPlies: 0, Player: []string{"*"}}); err != nil {
			t.Fatal(err)
		}
		if got, want := answers(t, merged), answers(t, fresh); got != want {
			t.Fatalf("%d: merged\n%s\nimported\n%s", seed, got, want)
		}
		checkStatistics(t, merged)
		checkStatistics(t, split)
	}
}

func TestAliasesOfAnotherArchive(t *testing.T) {
	set := func(a *Archive, pairs ...string) {
		t.Helper()
		var list []Alias
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, Alias{Spelling: pairs[i], Name: pairs[i+1]})
		}
		if _, err := a.SetAliases(t.Context(), list); err != nil {
			t.Fatal(err)
		}
	}
	a, b := memory(t), memory(t)
	bring(t, b, "x", plain, ImportOptions{})
	set(a, "A", "B", "C", "D")
	set(b, "a", "X", "B", "A", "E", "F")
	if _, err := a.Merge(t.Context(), b, "b", false); err != nil {
		t.Fatal(err)
	}
	got, err := a.Aliases(t.Context())
	want := []Alias{{"A", "B", 0}, {"C", "D", 0}, {"E", "F", 0}} // b's A is another one here, and its B would close a circle
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAliasesThatCannotBe(t *testing.T) {
	a := memory(t)
	if _, err := a.SetAliases(t.Context(), []Alias{{Spelling: "A", Name: "B"}, {Spelling: "B", Name: "C"}}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		list []Alias
		at   int
	}{
		{[]Alias{{Spelling: "x", Name: "y"}, {Spelling: "c", Name: "a"}}, 1},
		{[]Alias{{Spelling: "C", Name: "B"}}, 0},
		{[]Alias{{Spelling: "x", Name: " X "}}, 0},
		{[]Alias{{Spelling: "x #", Name: "x"}}, 0},
		{[]Alias{{Spelling: "x", Name: "?"}}, 0},
		{[]Alias{{Spelling: " ", Name: "x"}}, 0},
		{[]Alias{{Spelling: "x", Name: "y"}, {Spelling: "z", Name: "y"}, {Spelling: "X", Name: "w"}}, 2},
		{[]Alias{{Spelling: "x", Name: "y"}, {Spelling: "p\nq", Name: "y"}}, 1},
		{[]Alias{{Spelling: "x", Name: "y\x1b"}}, 0},
		{[]Alias{{Spelling: "x", Name: "y\u2028z"}}, 0},
		{[]Alias{{Spelling: "x\xff", Name: "y"}}, 0},
	} {
		_, err := a.SetAliases(t.Context(), test.list)
		if fault := new(AliasError); !errors.As(err, &fault) || fault.Index != test.at {
			t.Errorf("%+v: %v", test.list, err)
		}
		if list, err := a.Aliases(t.Context()); err != nil || len(list) != 2 {
			t.Fatalf("after %+v: %+v, %v", test.list, list, err)
		}
	}
	was, err := a.SetAliases(t.Context(), []Alias{{Spelling: "c", Name: "a"}, {Spelling: "a", Name: "D"}})
	if want := []Alias{{}, {Spelling: "A", Name: "B"}}; err != nil || !slices.Equal(was, want) {
		t.Errorf("%+v, %v", was, err)
	}
}

// Two people of one name, by hand.
func TestPeopleOfOneName(t *testing.T) {
	a := memory(t)
	game := func(south, id, result string) plainRecord {
		return plainRecord{players: [2]string{south, "Ben"}, ids: [2]string{id, ""}, result: result}
	}
	list := []plainRecord{game("J. Doe", "17", "1-0"), game("j. doe", "", "0-1")}
	bringRecords(t, a, list, []int{0, 1})
	names := func() (list []string) {
		players, err := a.Players(t.Context(), Filter{South: []string{"*"}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range players {
			list = append(list, fmt.Sprint(players[i].Player, " ", players[i].Games()))
		}
		return list
	}
	want := func(what string, want ...string) {
		t.Helper()
		if got := names(); !slices.Equal(got, want) {
			t.Errorf("%s: %q", what, got)
		}
	}
	want("one id", "Ben 2", "J. Doe 2")
	list = append(list, game("J. Doe", "18", "*"))
	bringRecords(t, a, list, []int{2})
	want("two ids", "Ben 3", "J. Doe #17 1", "J. Doe #18 1", "j. doe 1")
	_, err := a.Player(t.Context(), PlayerQuery{Name: "J. DOE"})
	if fault := new(SeveralPlayersError); !errors.As(err, &fault) || !slices.Equal(fault.Players, []string{"J. Doe #17", "J. Doe #18", "j. doe #"}) {
		t.Errorf("%v", err)
	}
	for name, games := range map[string]int{"J. Doe #17": 1, "J. Doe #": 1, "J. Doe": 3, "J. Doe #1?": 2} {
		if got := len(all(t, a, Filter{Player: []string{name}})); got != games {
			t.Errorf("%s: %d", name, got)
		}
	}
	if _, err := a.SetAliases(t.Context(), []Alias{{Spelling: "J. Doe #", Name: "Jane"}, {Spelling: "J. Doe #17", Name: "jane"}}); err != nil {
		t.Fatal(err)
	}
	want("aliases", "Ben 3", "Jane 2", "J. Doe #18 1")
	if _, err := a.SetAliases(t.Context(), []Alias{{Spelling: "Jane", Name: "ben"}}); err != nil {
		t.Fatal(err)
	}
	want("a chain", "Ben 5", "J. Doe #18 1")
}

// A match's tally and likely duplicates take a person as one.
func TestAliasesReachSeriesAndDuplicates(t *testing.T) {
	a := memory(t)
	const moves = "1. D b 2. B a 3. A d 4. C c 5. E e 6. B c 7. E e"
	record := func(south, result, movetext string) string {
		return fmt.Sprintf("[Date \"2024.01.01\"]\n[South \"%s\"]\n[North \"Ben\"]\n[Result \"%s\"]\n[Game \"Adji-Boto\"]\n[Termination \"resignation\"]\n[Match \"M\"]\n\n%s %s\n\n",
			south, result, movetext, result)
	}
	bring(t, a, "x", record("A. Plyer", "1-0", moves)+record("A. Player", "1-0", moves+" 8. C+3"), ImportOptions{})
	likely := func() (groups int) {
		if err := a.LikelyDuplicates(t.Context(), Filter{}, func(Likeness, []*Game) error { groups++; return nil }); err != nil {
			t.Fatal(err)
		}
		return groups
	}
	tally := func() Series {
		list, err := a.Series(t.Context(), "m", Filter{})
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		return list[0]
	}
	if n, s := likely(), tally(); n != 0 || s.Others != 1 {
		t.Errorf("without an alias: %d groups, %+v", n, s)
	}
	if _, err := a.SetAliases(t.Context(), []Alias{{Spelling: "a. plyer", Name: "A. Player"}}); err != nil {
		t.Fatal(err)
	}
	if n, s := likely(), tally(); n != 1 || s.Others != 0 || s.Wins != [2]int{2, 0} || s.Players[0] != "A. Player" {
		t.Errorf("with one: %d groups, %+v", n, s)
	}
}

// Each game counts for both its players in a crosstable, and what one wins of the
// other the other loses.
func TestCrosstablesAddUp(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(35, seed))
		list := randomPlainRecords(rng, 50)
		a := memory(t)
		bringRecords(t, a, list, upTo(len(list)))
		if _, err := a.SetAliases(t.Context(), randomAliases(rng)); err != nil {
			t.Fatal(err)
		}
		f := Filter{}
		if seed%2 == 1 {
			f.South = []string{"*n*"}
		}
		tables, err := a.Crosstables(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		players, err := a.Players(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		games := 0
		for _, table := range tables {
			for i, row := range table.Rows {
				games += row.Score.Games
				var sum Score
				for _, e := range row.Against {
					sum = sum.Plus(e.Score)
					other := table.Rows[e.Opponent].Against
					k := slices.IndexFunc(other, func(e Encounter) bool { return e.Opponent == i })
					want := Score{Games: e.Score.Games, Won: e.Score.Lost, Drawn: e.Score.Drawn, Lost: e.Score.Won}
					if k < 0 || other[k].Score != want {
						t.Fatalf("%d: %s against %s %+v, and %+v", seed, row.Player, table.Rows[e.Opponent].Player, e.Score, other)
					}
				}
				if sum != row.Score || i > 0 && table.Rows[i-1].Score.Points() < row.Score.Points() {
					t.Fatalf("%d: %+v, in all %+v", seed, row, sum)
				}
				k := slices.IndexFunc(players, func(st Standing) bool { return st.Ruleset == table.Ruleset && st.Player == row.Player })
				if row.Player == "?" {
					continue
				}
				total := players[k].Total()
				total.Scored, total.MarginSum = 0, 0
				if total != row.Score {
					t.Fatalf("%d: %+v in the standings, %+v in the crosstable", seed, players[k], row)
				}
			}
		}
		if n := len(all(t, a, f)); games != 2*n {
			t.Fatalf("%d: the rows have %d games, there are %d", seed, games, n)
		}
	}
}

// Where one of two players won 2.5 times as often as it can, the odds x between it
// and the middle solve 2n(x+1) = (x-1)(x²+1): x is 3 for n = 2.5.
func TestRatingsOfTwo(t *testing.T) {
	const third = 190.848501887865 // 400 log10(3)
	for _, test := range []struct {
		games, points float64
		elo, error    float64
	}{
		{2.5, 2.5, 1500 + third, normal95 * 400 / math.Ln10 / math.Sqrt(2.5*0.9*0.1+0.75*0.25)},
		{4, 2, 1500, normal95 * 400 / math.Ln10 / math.Sqrt(4*0.25+0.25)},
		{2.5, 0, 1500 - third, normal95 * 400 / math.Ln10 / math.Sqrt(2.5*0.9*0.1+0.75*0.25)},
	} {
		got := rate(2, []contest{{a: 0, b: 1, games: test.games, points: test.points}})
		if math.Abs(got[0].Elo-test.elo) > 1e-8 || math.Abs(got[0].Error-test.error) > 1e-8 || math.Abs(got[0].Elo+got[1].Elo-3000) > 1e-8 {
			t.Errorf("%+v: %+v", test, got)
		}
	}
}

// At the ratings each player is expected to score what it has scored.
func TestRatingsExpectTheScores(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(36, seed))
		n := 2 + rng.IntN(40)
		var list []contest
		for a := range n {
			for b := a + 1; b < n; b++ {
				if rng.IntN(n) > 3 {
					continue
				}
				games := float64(1 + rng.IntN(5))
				if rng.IntN(10) == 0 {
					games = 1e6
				}
				list = append(list, contest{a: int32(a), b: int32(b), games: games, points: math.Floor(2*games*[]float64{0, 1, rng.Float64()}[rng.IntN(3)]) / 2})
			}
		}
		rating := rate(n, list)
		scored, expected, size := make([]float64, n), make([]float64, n), make([]float64, n)
		chance := func(x float64) float64 { return 1 / (1 + math.Pow(10, -x/400)) }
		for i := range n {
			scored[i], expected[i], size[i] = 0.5, chance(rating[i].Elo-1500), 1
		}
		for _, c := range list {
			p := chance(rating[c.a].Elo - rating[c.b].Elo)
			scored[c.a], scored[c.b] = scored[c.a]+c.points, scored[c.b]+c.games-c.points
			expected[c.a], expected[c.b] = expected[c.a]+c.games*p, expected[c.b]+c.games*(1-p)
			size[c.a], size[c.b] = size[c.a]+c.games, size[c.b]+c.games
		}
		for i := range n {
			if math.Abs(scored[i]-expected[i]) > 1e-9*size[i]+1e-7 {
				t.Fatalf("%d: player %d of %d scored %v, and is expected to score %v", seed, i, n, scored[i], expected[i])
			}
		}
	}
}

// Ratings leave out games without a result, of one who plays itself, and of nobody.
func TestWhoIsRated(t *testing.T) {
	a := memory(t)
	game := func(south, north, result string) plainRecord {
		return plainRecord{players: [2]string{south, north}, result: result}
	}
	list := []plainRecord{game("Anna", "Ben", "1-0"), game("Carla", "carla", "1-0"), game("Dora", "?", "1-0"), game("Emil", "Anna", "*"), game("Anna", "ben", "1/2-1/2")}
	bringRecords(t, a, list, upTo(len(list)))
	players, err := a.RatedPlayers(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	want := rate(2, []contest{{a: 0, b: 1, games: 2, points: 1.5}})
	for _, p := range players {
		rating := map[string]*Rating{"Anna": &want[0], "Ben": &want[1]}[p.Player]
		if !reflect.DeepEqual(p.Rating, rating) {
			t.Errorf("%s: %+v, want %+v", p.Player, p.Rating, rating)
		}
	}
	if len(players) != 5 {
		t.Errorf("%+v", players)
	}
	// Rulesets are never mixed.
	bringRecords(t, a, append(list, plainRecord{players: [2]string{"Ben", "Anna"}, result: "1-0", cross: true}), []int{5})
	players, err = a.RatedPlayers(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(players, func(a, b RatedStanding) int { return cmp.Compare(a.Player, b.Player) })
	for _, p := range players[:2] {
		if p.Ruleset.Game == rules.AdjiBoto && *p.Rating != want[0] || p.Ruleset.Game != rules.AdjiBoto && p.Rating.Elo >= 1500 {
			t.Errorf("%+v", p)
		}
	}
}

// tagsOf is one tag.
func tagsOf(name, value string) []notation.Tag { return []notation.Tag{{Name: name, Value: value}} }

// Each person is found, and nobody else, by the name that it is called, or else by
// one that is offered for it.
func TestPeopleAreFoundByTheirNames(t *testing.T) {
	names := []string{"Bob", "bob #", "Bob #1", "Bob #1 #2", "A", "A #", "A #1", "J. Doe", "J. Doe #x", "Bob #x #y", "D # #"}
	ids := []string{"", "", "", "1", "2", "17", " 2", "1 #2", "x #y", "y", "2 #", "#"}
	several := 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(41, seed))
		list := make([]plainRecord, 1+rng.IntN(9))
		for i := range list {
			list[i].result = "*"
			for side := range 2 {
				list[i].players[side], list[i].ids[side] = names[rng.IntN(len(names))], ids[rng.IntN(len(ids))]
			}
		}
		l := make(links)
		var aliases []Alias
		for range rng.IntN(5) {
			random := func() string {
				name, id := names[rng.IntN(len(names))], ids[rng.IntN(len(ids))]
				if id != "" {
					return name + " #" + id
				}
				return name
			}
			alias := Alias{Spelling: random(), Name: random()}
			if _, ok := l[spellingKey(alias.Spelling)]; !ok && l.add(alias) {
				aliases = append(aliases, alias)
			}
		}
		wildEverySecond(seed, list, aliases)
		a := memory(t)
		bringRecords(t, a, list, upTo(len(list)))
		if _, err := a.SetAliases(t.Context(), aliases); err != nil {
			t.Fatal(err)
		}
		if err := a.view(t.Context(), func(s *snapshot) error {
			who, err := readPeople(t.Context(), s)
			if err != nil {
				return err
			}
			spellings := map[*person][]int64{}
			for _, id := range slices.Sorted(maps.Keys(who)) {
				if p := who[id].person; p != nil && p.games > 0 {
					spellings[p] = append(spellings[p], id)
				}
			}
			for id, sp := range who {
				if sp.person == nil || sp.personalID != "" {
					continue
				}
				found, err := s.findPeople(t.Context(), PlayerPattern(sp.name))
				if err != nil {
					return err
				}
				slices.Sort(found.ids)
				if alone := strings.HasSuffix(sp.name, noID); !slices.Contains(found.ids, id) || alone && !slices.Equal(found.ids, spellings[sp.person]) {
					t.Fatalf("%d: %+v with %+v: %q is found as %v", seed, list, aliases, sp.name, found.ids)
				}
			}
			for p, ids := range spellings {
				found, err := s.findPeople(t.Context(), Pattern(p.name))
				if err != nil {
					return err
				}
				offered := found.counted
				if len(offered) > 1 {
					several++
				} else {
					offered = []string{Pattern(p.name)}
				}
				alone := 0
				for _, address := range offered {
					one, err := s.findPeople(t.Context(), address)
					if err != nil {
						return err
					}
					if len(one.counted) != 1 {
						t.Fatalf("%d: %+v with %+v: %q, offered for %q, is %q", seed, list, aliases, address, p.name, one.counted)
					}
					if slices.Sort(one.ids); slices.Equal(one.ids, ids) {
						alone++
					}
				}
				if alone != 1 {
					t.Fatalf("%d: %+v with %+v: %q is found by %d of %q", seed, list, aliases, p.name, alone, offered)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if several == 0 {
		t.Error("no name is that of several")
	}
}

// A chain of very many aliases, whichever way round, takes no time to speak of: each
// link is gone along a few times only.
func TestLongChainOfAliases(t *testing.T) {
	const n = 20_000
	a := memory(t)
	bringRecords(t, a, []plainRecord{{players: [2]string{"N00000", "Ben"}, result: "*"}}, upTo(1))
	list := make([]Alias, n)
	for i := range list {
		list[i] = Alias{Spelling: fmt.Sprintf("N%05d", i), Name: fmt.Sprintf("N%05d", i+1)}
	}
	start := time.Now()
	for range 2 {
		slices.Reverse(list)
		if _, err := a.SetAliases(t.Context(), list); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(all(t, a, Filter{Player: []string{list[n-1].Name}})); got != 1 {
		t.Errorf("%d games", got)
	}
	if players, err := a.Players(t.Context(), Filter{South: []string{"N00000"}}); err != nil || !slices.ContainsFunc(players, func(p Standing) bool { return p.Player == list[n-1].Name }) {
		t.Errorf("%+v, %v", players, err)
	}
	_, err := a.SetAliases(t.Context(), []Alias{{Spelling: list[n-1].Name, Name: list[0].Spelling}})
	if fault := new(AliasError); !errors.As(err, &fault) {
		t.Errorf("a circle of %d: %v", n+1, err)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}
