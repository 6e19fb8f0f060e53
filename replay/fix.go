package replay

import (
	"fmt"
	"strings"

	"alai/notation"
)

// The tags that keep what a record said of its end, where FixResult has changed
// that.
const (
	claimedResult = "ClaimedResult"
	claimedScore  = "ClaimedScore"
)

// FixResult mends a contradictory record of a game that is over by the rules, where
// nothing is wrong with it but its result or its score: those are made the
// replay's, and what the record said is kept in the tags ClaimedResult and
// ClaimedScore. The record is replayed anew, line.Fixed is set, and each
// contradiction becomes a notice. Any other record and its line stay as they are.
func (rp *Replayer) FixResult(rec *notation.Record, line *Line) {
	if line.Verdict != Contradiction || !line.Over {
		return
	}
	tags, end := rec.Tags, rec.Close
	var notices []notation.Notice
	for _, p := range line.Problems {
		if !p.Variation {
			notices = append(notices, notation.Notice{Pos: p.Pos, Msg: fmt.Sprintf("game %d: %s; the replay's is taken", p.Game, p.Msg)})
		}
	}
	line.fixTags(rec)
	rp.Replay(rec, line)
	if !line.Verdict.Sound() {
		rec.Tags, rec.Close = tags, end
		rp.Replay(rec, line)
		return
	}
	line.Fixed = true
	line.Notices = append(line.Notices, notices...)
}

// fixTags gives the record the line's result and score, in tags of its own.
func (l *Line) fixTags(rec *notation.Record) {
	result, score := l.Result.String(), ""
	if l.HasScore {
		score = notation.Close{HasScore: true, Score: l.Score}.String()
	}
	var results, scores []string
	claim := func(list *[]string, text string, result notation.Result, score [2]int, hasScore bool) {
		if result > notation.Unknown && result != l.Result || hasScore && score != l.Score {
			*list = append(*list, text)
		}
	}
	tags := make([]notation.Tag, len(rec.Tags), len(rec.Tags)+2)
	for i, tag := range rec.Tags {
		switch tag.Name {
		case "Result":
			r, s, hasScore, _ := notation.ParseResult(tag.Value)
			claim(&results, tag.Value, r, s, hasScore)
			tag.Value = result
		case "Score":
			s, ok := parseScore(tag.Value)
			claim(&scores, tag.Value, notation.None, s, ok)
			if score != "" {
				tag.Value = score
			}
		}
		tags[i] = tag
	}
	claim(&results, rec.Close.String(), rec.Close.Result, rec.Close.Score, rec.Close.HasScore)
	add := func(name string, claims []string) {
		if len(claims) > 0 {
			tags = append(tags, notation.Tag{Name: name, Value: strings.Join(claims, ", ")})
		}
	}
	if len(results) == 2 && results[0] == results[1] {
		results = results[:1] // in the tag and in the closing token
	}
	add(claimedResult, results)
	add(claimedScore, scores)
	rec.Tags = tags
	rec.Close.Result, rec.Close.HasScore, rec.Close.Score = l.Result, false, [2]int{}
}
