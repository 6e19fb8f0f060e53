package replay_test

import (
	"fmt"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// overRecord returns the tags and the moves of a game that is over.
func overRecord(t *testing.T) (tags, moves string) {
	t.Helper()
	r, err := replay.ParseRuleset(rules.EnDodoi, 6, "")
	if err != nil {
		t.Fatal(err)
	}
	s := r.Start()
	var letters []string
	for legal := replay.LegalMoves(&r, &s); len(legal) > 0; legal = replay.LegalMoves(&r, &s) {
		if _, err := r.Play(&s, legal[0]); err != nil {
			t.Fatal(err)
		}
		letters = append(letters, replay.Letter(&r, legal[0]))
	}
	return "[Game \"En Dodoi\"]\n[Pits \"6\"]\n", strings.Join(letters, " ")
}

func TestFixResult(t *testing.T) {
	head, moves := overRecord(t)
	rp := replay.NewReplayer(replay.Assume{})
	var rec notation.Record
	var line replay.Line
	read := func(text string) {
		t.Helper()
		if err := notation.NewReader(strings.NewReader(text), "x").Read(&rec); err != nil {
			t.Fatal(err)
		}
		rp.Replay(&rec, &line)
	}
	read(head + "\n" + moves + " *\n")
	if !line.Over || line.Verdict != replay.Complete {
		t.Fatalf("%v", line.Verdict)
	}
	right, score := line.Result.String(), notation.Close{HasScore: true, Score: line.Score}.String()
	wrong := map[string]string{"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0"}[right]
	other := fmt.Sprintf("%d-%d", line.Score[0]-1, line.Score[1]+1)
	sound := string(notation.Append(nil, replay.Canonical(&rec, &line)))

	for _, c := range []struct {
		result, score, end string
		claims             string // the tags that keep them
		notices            int
	}{
		{wrong, "", "*", `[ClaimedResult "` + wrong + `"]`, 2},
		{wrong, "", wrong, `[ClaimedResult "` + wrong + `"]`, 1},
		{right, "", wrong, `[ClaimedResult "` + wrong + `"]`, 1},
		{wrong, "", right, `[ClaimedResult "` + wrong + `"]`, 2},
		{right, other, right, `[ClaimedScore "` + other + `"]`, 1},
		{wrong, other, wrong, `[ClaimedResult "` + wrong + `"]` + "\n" + `[ClaimedScore "` + other + `"]`, 2},
		{other, "", "*", `[ClaimedResult "` + other + `"]`, 2},
		{right, score, right, "", 0},
	} {
		text := head + "[Result \"" + c.result + "\"]\n[Annotator \"me\"]\n"
		if c.score != "" {
			text += "[Score \"" + c.score + "\"]\n"
		}
		text += "\n" + moves + " " + c.end + "\n"
		read(text)
		if contradictory := c.claims != ""; contradictory != (line.Verdict == replay.Contradiction) {
			t.Fatalf("%+v is %v before", c, line.Verdict)
		}
		before := len(line.Notices)
		rp.FixResult(&rec, &line)
		if line.Verdict != replay.Complete || line.Fixed != (c.claims != "") || len(line.Problems) != 0 {
			t.Errorf("%+v: %v, fixed %v, problems %v", c, line.Verdict, line.Fixed, line.Problems)
		}
		if got := len(line.Notices) - before; got != c.notices {
			t.Errorf("%+v: notices %v, want %d more", c, line.Notices, c.notices)
		}
		want := strings.Replace(sound, "\n\n", "\n[Annotator \"me\"]\n"+c.claims+"\n\n", 1)
		want = strings.ReplaceAll(want, "\n\n\n", "\n\n")
		if got := string(notation.Append(nil, replay.Canonical(&rec, &line))); got != want {
			t.Errorf("%+v: the record is\n%s\nwant\n%s", c, got, want)
		}
	}

	// Nothing is done to a game with another fault, or to one that is not over.
	first, rest, _ := strings.Cut(moves, " ")
	for _, text := range []string{
		head + "[Result \"" + wrong + "\"]\n\n" + first + "+30 " + rest + " " + wrong + "\n",
		head + "[Result \"1-0\"]\n\n" + first + " 0-1\n",
		head + "[Result \"" + wrong + "\"]\n\n" + moves + " A " + wrong + "\n",
	} {
		read(text)
		before, verdict := fmt.Sprint(rec.Tags, rec.Close, line.Problems, line.Notices), line.Verdict
		rp.FixResult(&rec, &line)
		if after := fmt.Sprint(rec.Tags, rec.Close, line.Problems, line.Notices); after != before || line.Verdict != verdict || line.Fixed || verdict.Sound() {
			t.Errorf("%s is %v, and becomes %v:\n%s\nfrom\n%s", text, verdict, line.Verdict, after, before)
		}
	}
}
