package web

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"alai/cmd/alai/words"
	"alai/db"
)

// The pages that are kept for those who ask again.
const (
	keptAnswers = 256
	keptBytes   = 256 << 10 // of one page
)

// answers are pages that were made.
type answers = lru.Cache[answerKey, []byte]

func newAnswers() *answers {
	kept, err := lru.New[answerKey, []byte](keptAnswers)
	if err != nil {
		panic(err) // the number is right
	}
	return kept
}

// An answerKey tells what a page is the answer to. As long as the archive has not
// changed there is no other.
type answerKey struct {
	path, parameters string
	language         words.Language
	state            db.State // of the archive
}

// answer returns the page that answers a plain request: one that is kept, or else the
// one that f makes.
func (s *server) answer(ctx context.Context, site *site, r *http.Request, f pageFunc) ([]byte, error) {
	state, err := s.archive.State(ctx)
	if err != nil {
		return nil, err
	}
	key := answerKey{r.URL.Path, r.URL.RawQuery, site.lang, state}
	if body, ok := s.kept.Get(key); ok {
		return body, nil
	}
	body, err := f(site, ctx, r)
	if err == nil && !site.unfinished && len(body) <= keptBytes {
		s.kept.Add(key, body)
	}
	return body, err
}

// plainly takes out of the parameters of an address what says how they were sent, and
// whether whoever asks waits: those that are left are equal where the same is asked.
func (s *site) plainly(v url.Values) {
	s.waits = v.Has(countName)
	v.Del(countName)
	s.restore(v)
	for name, values := range v { // a form sends its empty fields too
		if v[name] = slices.DeleteFunc(values, func(value string) bool { return value == "" }); len(v[name]) == 0 {
			delete(v, name)
		}
	}
}

// errImpatient is the cause of a question that is given up, to be asked again apart.
var errImpatient = errors.New("it takes a look through all games")

// patience returns the context of the questions of a page. They are given up after
// Options.Quick, and the page has instead the address of one that waits for them.
func (s *site) patience(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.opt.Quick == 0 || s.waits {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, s.opt.Quick, errImpatient)
}

// givenUp reports whether a question within that context was given up.
func (s *site) givenUp(ctx context.Context, err error) bool {
	if err == nil || !errors.Is(context.Cause(ctx), errImpatient) {
		return false
	}
	s.unfinished = true
	return true
}

// countName is the parameter that asks to wait.
const countName = "count"

// withCount returns the parameters of the page that waits.
func withCount(parameters url.Values) url.Values { return with(parameters, countName, "all") }

// with returns parameters with one more, or another value of it.
func with(parameters url.Values, name, value string) url.Values {
	v := url.Values{}
	maps.Copy(v, parameters)
	v.Set(name, value)
	return v
}
