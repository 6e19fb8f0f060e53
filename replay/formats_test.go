package replay_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"alai/notation"
	"alai/notation/mancalagames"
	"alai/notation/oneline"
	"alai/notation/trl"
	"alai/replay"

	"github.com/google/go-cmp/cmp"
)

// A foreignFormat is the format of some other program, whose text a
// notation.Cutter cuts.
type foreignFormat struct {
	begins string
	reader func(src io.Reader) recordReader
}

var (
	trials   = foreignFormat{trl.Begins, func(src io.Reader) recordReader { return trl.NewReader(src, "f") }}
	logs     = foreignFormat{mancalagames.Begins, func(src io.Reader) recordReader { return mancalagames.NewReader(src, "f") }}
	oneLines = foreignFormat{"", func(src io.Reader) recordReader { return oneline.NewReader(src, "f") }}
)

// readForeign reads all records of a text, of malformed ones too. They do not
// share memory.
func readForeign(t *testing.T, r recordReader) (list []*notation.Record) {
	t.Helper()
	for {
		rec := new(notation.Record)
		err := r.Read(rec)
		if err == io.EOF {
			if again := r.Read(rec); again != io.EOF {
				t.Fatalf("after io.EOF: %v", again)
			}
			return list
		}
		if syntax := (*notation.SyntaxError)(nil); errors.As(err, &syntax) != (err != nil) || rec.Err != syntax {
			t.Fatalf("Read returned %v, the record has %v", err, rec.Err)
		}
		rec.Text = bytes.Clone(rec.Text)
		list = append(list, rec)
	}
}

// checkForeign holds what must be true of the records of any text: they stand
// where they say, all that is told of them stands in them, blocks give the same
// ones, and what is written of one in the record notation is the same game.
func checkForeign(t *testing.T, f foreignFormat, text []byte) {
	t.Helper()
	list := readForeign(t, f.reader(bytes.NewReader(text)))
	var inBlocks []*notation.Record
	blocks := notation.NewLineSplitter(bytes.NewReader(text), f.begins)
	for {
		b, err := blocks.Next()
		if err == io.EOF {
			break
		}
		base := len(inBlocks)
		for _, rec := range readForeign(t, f.reader(b)) {
			rec.Renumber(base)
			inBlocks = append(inBlocks, rec)
		}
	}
	if !reflect.DeepEqual(list, inBlocks) {
		t.Fatalf("in blocks %v, at once %v", inBlocks, list)
	}
	for i, rec := range list {
		if rec.Number != i+1 || rec.Line != 1+bytes.Count(text[:rec.Offset], []byte("\n")) || !bytes.HasPrefix(text[rec.Offset:], rec.Text) {
			t.Fatalf("record %d says that it is number %d at line %d, byte %d, with the text %q", i+1, rec.Number, rec.Line, rec.Offset, rec.Text)
		}
		checkPlaces(t, rec)
		if rec.Err == nil {
			checkRespelled(t, rec)
		}
	}
}

// checkPlaces holds that places of a record are in it.
func checkPlaces(t *testing.T, rec *notation.Record) {
	t.Helper()
	last := rec.Pos(len(rec.Text))
	inside := func(pos notation.Pos) bool {
		return pos.Line >= rec.Line && pos.Column >= 1 && (pos.Line < last.Line || pos.Line == last.Line && pos.Column <= last.Column)
	}
	if rec.Err != nil && (!inside(rec.Err.Pos) || !strings.Contains(string(rec.Text), rec.Err.Token) && !strings.Contains(rec.Err.Token, "\ufffd")) {
		t.Fatalf("the error %v of %q is not in the record, which ends at %v", rec.Err, rec.Err.Token, last)
	}
	for _, n := range rec.Notices {
		if !inside(n.Pos) {
			t.Fatalf("the notice %v is not in the record, which ends at %v", n, last)
		}
	}
	at := int32(0)
	for _, it := range rec.Items {
		if it.At < at || it.End < it.At || int(it.End) > len(rec.Text) {
			t.Fatalf("an item at %d..%d, after one at %d", it.At, it.End, at)
		}
		at = it.At
	}
	for _, tag := range rec.Tags {
		if tag.At < 0 || tag.At > len(rec.Text) {
			t.Fatalf("the tag %s is at byte %d of %d", tag.Name, tag.At, len(rec.Text))
		}
	}
}

// checkRespelled holds that a record is the same game when it is written in the
// record notation, which has no positions after each ply and no number of plies.
func checkRespelled(t *testing.T, rec *notation.Record) {
	t.Helper()
	rec.Positions, rec.Claims = nil, notation.Claims{Plies: -1}
	spelled := notation.Append(nil, rec)
	var again notation.Record
	if err := notation.NewReader(bytes.NewReader(spelled), "f").Read(&again); err != nil {
		t.Fatalf("%v\n%s", err, spelled)
	}
	var line, back replay.Line
	rp := replay.NewReplayer(replay.Assume{})
	rp.Replay(rec, &line)
	rp.Replay(&again, &back)
	if diff := cmp.Diff(line.Moves, back.Moves); diff != "" || line.Verdict != back.Verdict || line.Rules != back.Rules || line.Start != back.Start ||
		line.Result != back.Result || line.Score != back.Score {
		t.Fatalf("%v %v %v %v, written\n%s\n%v %v %v %v\n%s", line.Verdict, line.Result, line.Score, line.Problems, spelled,
			back.Verdict, back.Result, back.Score, back.Problems, diff)
	}
}

// foreignFiles returns the referees' files of a folder, and their texts.
func foreignFiles(t testing.TB, folder string, want int) (names []string, texts [][]byte) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(referee, folder, "*"))
	if err != nil || len(names) != want {
		t.Fatalf("%d files in %s, want %d: %v", len(names), folder, want, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return names, texts
}

// movesKey tells a game of the referees: its ruleset, start and moves.
func movesKey(line *replay.Line) string {
	return replay.Reading(line.Rules) + " " + replay.Position(&line.Rules, &line.Start) + " " + strings.Join(replay.Letters(&line.Rules, line.Moves), " ")
}

// refereeLines replays the referees' records of a folder.
func refereeLines(t *testing.T, folder string) map[string]*replay.Line {
	t.Helper()
	lines := make(map[string]*replay.Line)
	for _, file := range refereeFiles(t, ".mgn") {
		if filepath.Base(filepath.Dir(file)) != folder {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		eachRecord(t, notation.NewReader(bytes.NewReader(text), file), func(rec *notation.Record) {
			line := new(replay.Line)
			replay.NewReplayer(replay.Assume{}).Replay(rec, line)
			lines[movesKey(line)] = line
		})
	}
	return lines
}

// replayForeign replays the one record of a text, which has neither a problem nor a notice.
func replayForeign(t *testing.T, f foreignFormat, name string, text []byte) (*notation.Record, *replay.Line) {
	t.Helper()
	list := readForeign(t, f.reader(bytes.NewReader(text)))
	if len(list) != 1 {
		t.Fatalf("%s: %d records", name, len(list))
	}
	var line replay.Line
	replay.NewReplayer(replay.Assume{}).Replay(list[0], &line)
	if len(line.Problems) > 0 || len(line.Notices) > 0 {
		t.Errorf("%s: %v %v", name, line.Problems, line.Notices)
	}
	return list[0], &line
}

// checkFollowing holds that texts which follow one another are as many records,
// in several blocks too.
func checkFollowing(t *testing.T, f foreignFormat, texts []byte, records int) {
	t.Helper()
	times := 1 + 2<<20/len(texts)
	texts = bytes.Repeat(texts, times)
	if list := readForeign(t, f.reader(bytes.NewReader(texts))); len(list) != times*records {
		t.Errorf("one after the other they are %d records", len(list))
	}
	checkForeign(t, f, texts)
}

// The trials that Ludii itself wrote are complete games, with the winner and
// the captures that it says; those that are among the referee's records are the
// same games.
func TestTrials(t *testing.T) {
	games := refereeLines(t, "ludii")
	names, texts := foreignFiles(t, "ludii-trials", 7)
	var all []byte
	known := 0
	for i, name := range names {
		rec, line := replayForeign(t, trials, name, texts[i])
		if line.Verdict != replay.Complete || rec.Close.Result != line.Result {
			t.Errorf("%s: %v, %v", name, line.Verdict, line.Result)
		}
		for j, it := range rec.Items {
			if it.Kind != notation.Pass && int(it.Captured) != int(line.Sowings[j].Captured) {
				t.Errorf("%s: ply %d captured %d by the trial", name, j+1, it.Captured)
			}
		}
		if game := games[movesKey(line)]; game != nil {
			known++
			if game.Result != line.Result || game.Score != line.Score || game.Final != line.Final {
				t.Errorf("%s: %v %v, the record has %v %v", name, line.Result, line.Score, game.Result, game.Score)
			}
		}
		checkForeign(t, trials, texts[i])
		all = append(append(all, texts[i]...), "\n\n"...)
	}
	if known < 5 {
		t.Errorf("%d trials are among the records", known)
	}
	checkFollowing(t, trials, all, len(names))
}

func FuzzTrials(f *testing.F) {
	// A game of one pit a row is none, but all of a trial is in it.
	f.Add([]byte("game=/lud/Adjiboto.lud\nSTART GAME OPTIONS\nBoard Size/1\nEmpty Opposite/Capture\nEND GAME OPTIONS\n" +
		"Move=[Move:mover=0,actions=[SetCount:type=Vertex,to=1,count=10]]\nNEW LEGAL MOVES LIST\nx\nEND LEGAL MOVES LIST\n" +
		"Move=[Move:mover=1,from=0,to=0,actions=[Select:from=0],[Move:typeTo=Vertex,to=0],[Move:typeTo=Cell,to=10,count=3]]\n" +
		"Move=[Move:mover=2,actions=[Pass:forced=true]]\nwinner=2\nendtype=MoveLimit\nx\n"))
	setUp := "game=En Dodoi.lud\n"
	for i := range 12 {
		setUp += fmt.Sprintf("Move=[Move:mover=0,actions=[SetCount:to=%d,count=4]]\n", i)
	}
	f.Add([]byte(setUp + "Move=[Move:mover=1,from=2,actions=[Move:typeTo=Vertex,to=11],[SetNextPlayer:player=1]]\nMove=[Move:mover=1,from=11,actions=[]]\nwinner=1\n"))
	f.Fuzz(func(t *testing.T, text []byte) { checkForeign(t, trials, text) })
}

// The logs of games under the rules here are the referee's records, board for
// board. Those under the program's own parameters end where one side has stored
// more than half of the seeds.
func TestLogs(t *testing.T) {
	games := refereeLines(t, "mancalagames")
	names, texts := foreignFiles(t, "mancalagames-logs", 18)
	var all []byte
	decided := 0
	for i, name := range names {
		rec, line := replayForeign(t, logs, name, texts[i])
		swept := 0
		if _, ok := rec.Value("Score"); ok {
			swept = 1
		}
		if len(rec.Positions) != len(line.Moves)-swept || rec.Claims.Plies != len(line.Moves) || rec.Close.Result != line.Result {
			t.Errorf("%s: %d plies, %d positions, %v, by the replay %v", name, len(line.Moves), len(rec.Positions), rec.Close, line.Result)
		}
		if strings.Contains(name, "-own-") {
			game := games[movesKey(line)]
			if game == nil {
				t.Errorf("%s: no record is this game", name)
			} else if game.Result != line.Result || game.Score != line.Score || line.Verdict != replay.Complete || swept == 0 {
				t.Errorf("%s: %v %v %v, the record has %v %v", name, line.Verdict, line.Result, line.Score, game.Result, game.Score)
			}
		} else {
			switch half := uint8(line.Rules.Total() / 2); {
			case max(line.Final.Store[0], line.Final.Store[1]) <= half:
				t.Errorf("%s: the last state is %v", name, line.Final)
			case line.Verdict == replay.Decided:
				decided++
			case line.Verdict != replay.Complete:
				t.Errorf("%s: %v", name, line.Verdict)
			}
		}
		checkForeign(t, logs, texts[i])
		all = append(all, texts[i]...)
	}
	checkFollowing(t, logs, all, len(names))
	if decided != 5 { // the sixth is over with the very ply
		t.Errorf("%d games are decided", decided)
	}
}

func FuzzLogs(f *testing.F) {
	f.Add([]byte("game_class: Mancala\nGameConsts(nbr_start=4, holes=2)\n{   'name': 'Endodoi',\n    'unclaimed': <EndGameSeeds.LAST_MOVER: 2>,\n" +
		"    'xcpickown': <CrossCaptOwn.PICK_ON_CAPT: 1>}\n\n***** Game history. Moves = 2\n\n*** New game\n\n0: Start Game\n  4  4\n  4  4  *\n\n    a step\n\n" +
		"1: South move 1\n  4  4  *   1\n  4  0     3\n\n2: North move PASS\nROUND_WIN by South\n  0  0       3\n  0  0  *   13\n"))
	_, texts := foreignFiles(f, "mancalagames-logs", 18)
	adjiboto, _, _ := bytes.Cut(texts[0], []byte("\n4: "))
	f.Add(adjiboto)
	endodoi, _, _ := bytes.Cut(texts[6], []byte("\n6: "))
	f.Add(endodoi)
	f.Fuzz(func(t *testing.T, text []byte) { checkForeign(t, logs, text) })
}

// The referees' games, one a line, are the same games.
func TestOneLines(t *testing.T) {
	for _, folder := range []string{"ludii", "mancalagames"} {
		games := refereeLines(t, folder)
		var text []byte
		for _, line := range games {
			text = fmt.Appendf(text, "%s %d %s", replay.GameSlug(line.Rules.Game), line.Rules.Pits, replay.RulesText(line.Rules))
			if !line.FromStart() {
				text = fmt.Appendf(text, " from %s", replay.Position(&line.Rules, &line.Start))
			}
			text = fmt.Appendf(text, ": %s %s\n", strings.Join(replay.Letters(&line.Rules, line.Moves), " "), line.Result)
		}
		found := 0
		for _, rec := range readForeign(t, oneLines.reader(bytes.NewReader(text))) {
			var line replay.Line
			replay.NewReplayer(replay.Assume{}).Replay(rec, &line)
			if game := games[movesKey(&line)]; game != nil && game.Verdict == line.Verdict && game.Result == line.Result && game.Score == line.Score {
				found++
			}
		}
		if found != len(games) || found < 300 {
			t.Errorf("%s: %d games of %d", folder, found, len(games))
		}
		checkForeign(t, oneLines, text)
	}
}

func FuzzOneLines(f *testing.F) {
	f.Add([]byte("en-dodoi 8: D d A e C\nAdji-Boto: 1. D b 2.B+3 -- 1-0\n\nendodoi 6 lone=taken seeds=3 : 7 2 9x5 51-49\r\n" +
		"adjiboto herskovits-1929 from 1,2,2,1,2/2,2,1,2,1 42-42 N: 1... a draw\nx\n: A\n\"[x] 07 from: a\n"))
	f.Fuzz(func(t *testing.T, text []byte) { checkForeign(t, oneLines, text) })
}
