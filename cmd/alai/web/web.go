// Package web shows an archive as pages: over HTTP, read-only, and as files. The
// pages are made by the standard library's templates, work without script, and
// load nothing from anywhere but where they came from.
package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"alai/cmd/alai/words"
	"alai/db"
	"alai/replay"
	"alai/replay/rules"
)

// Options are what the pages need beside the archive.
type Options struct {
	// Clean makes text from records harmless: it escapes control characters and
	// those that turn the direction of writing, and leaves the ends of lines.
	Clean func(string) string

	// Filter reads the filters among the parameters of an address, which are called
	// as on the command line, and ignores the others. What is wrong with one of them is
	// a *FieldError.
	Filter func(url.Values) (db.Filter, error)
	Fields []string // the filters, as Filter calls them

	// Language is what the pages are in. If it is "", a server goes by what the
	// browser prefers; an address may ask for another one anyway.
	Language words.Language

	Tables func(words.Language) Tables
	Style  string // of the charts in the tables, put behind that of the pages

	// Quick, if it is not 0, is how long a page waits for what is asked of the games,
	// before it comes without.
	Quick time.Duration

	// Log, if it is not nil, is told what went wrong with a request.
	Log func(request string, err error)
}

// Tables makes the tables of the command line's answers, with titles in a language.
type Tables interface {
	Games(list []*db.Game) Table
	Players(ctx context.Context, f db.Filter) ([]Table, error)

	// Player is of one section, with all its rows, or if that is "" of all of them.
	Player(ctx context.Context, name, section string, f db.Filter) ([]Table, error)
	Series(ctx context.Context, name string, f db.Filter) ([]Table, error) // name "": all
	Stats(ctx context.Context, f db.Filter) ([]Table, error)

	// Overview is Stats where the games have one ruleset, else what tells the rulesets
	// apart.
	Overview(ctx context.Context, f db.Filter) ([]Table, error)
}

// A Table is an answer of rows.
type Table struct {
	Title    string
	Folded   string  // what it is called where it is to be unfolded, "" where it is open
	Charts   []Chart // of what the rows tell
	Columns  []Column
	Rows     [][]Cell
	Section  string          // of a player's page, that it is of
	All      int             // rows of the section, where Rows are some of them
	Rulesets []rules.Ruleset // of the rows, where these are statistics of one each
}

// A Cell is one of a Table. Its text is as the record has it.
type Cell struct {
	Text    string
	Pattern string // of a game's player: what chooses this person, who may be one of several of the name
}

// A Chart is a drawing.
type Chart struct {
	Caption string
	SVG     template.HTML // an svg element without style attributes, which the content policy bars; it goes into the page as it is
}

// A Column is a column of a Table.
type Column struct {
	Key    string // as the command line and JSON call it
	Number bool
}

// Limits of one request.
const (
	maxTime    = 30 * time.Second // to answer it
	atOnce     = 8                // whose pages are made at the same time; others wait
	maxWanted  = 200              // values of parameters and words that are looked for
	pageRows   = 50
	shownGames = 10 // that reach a position
)

//go:embed templates assets
var embedded embed.FS

// pages are the templates in each language, by name.
var pages = sync.OnceValue(func() map[words.Language]map[string]*template.Template {
	m := make(map[words.Language]map[string]*template.Template)
	for _, l := range words.Languages() {
		m[l] = parsePages(l)
	}
	return m
})

// parsePages parses the templates, each with the layout.
func parsePages(l words.Language) map[string]*template.Template {
	script := func() map[words.Key][]string { return l.Patterns(scriptKeys...) }
	layout := template.Must(template.New("layout.html").Funcs(l.Funcs()).Funcs(template.FuncMap{"script": script}).ParseFS(embedded, "templates/layout.html", "templates/parts.html"))
	list, err := fs.Glob(embedded, "templates/*.html")
	if err != nil {
		panic(err)
	}
	m := make(map[string]*template.Template)
	for _, name := range list {
		base := strings.TrimSuffix(path.Base(name), ".html")
		if base != "layout" && base != "parts" {
			m[base] = template.Must(template.Must(layout.Clone()).ParseFS(embedded, name))
		}
	}
	return m
}

// scriptKeys are the messages that the script says.
var scriptKeys = []words.Key{
	words.South, words.North, words.SouthsStore, words.NorthsStore, words.PitOf, words.InStore, words.TheStart,
	words.Counting, words.Play, words.Stop, words.PlyPasses, words.PlySows, words.PlyCaptures, words.FirstLaps,
	words.SeedCount, words.LapCount, words.InVariation, words.MarkSown, words.MarkLast, words.MarkTaken,
}

// A page is what the layout needs of every page.
type page struct {
	Title string
	Nav   []link
	Style string // addresses
	Code  string
	Files *filePage // of a page that is a file, and no server's answer
	Body  any

	Languages []languageLink // to the same page
}

// A languageLink leads to the same page in a language.
type languageLink struct {
	Language words.Language
	Name     string // in the language itself
	Href     string
	Current  bool
}

// A link is a text that leads somewhere, nowhere where Href is "".
type link struct {
	Text, Href string
	Current    bool
}

// A site makes the pages.
type site struct {
	archive *db.Archive
	opt     Options
	links   linker
	files   *filePage // where the pages are files
	lang    words.Language

	waits      bool // whoever asks waits for what takes long
	unfinished bool // the page that was made leaves out what took long
}

// say and count are what the pages say.
func (s *site) say(key words.Key, args ...any) string { return s.lang.Text(key, args...) }
func (s *site) count(key words.Key, n int) string     { return s.lang.Counted(key, n) }

// side names a player.
func side(l words.Language, side rules.Side) string { return l.Side(side.String()) }

// Reading says which game, board and reading of the rules a ruleset is. The names of
// games and of readings are the same in every language.
func Reading(l words.Language, r rules.Ruleset) string {
	return fmt.Sprintf("%s 2 x %d, %s", r.Game, r.Pits, cmp.Or(replay.RulesText(r), l.Text(words.UsualRules)))
}

// A linker knows the addresses of pages; "" is a page that there is not.
type linker interface {
	asset(name string) string
	nav(l words.Language, current string) []link
	languages(current words.Language) []languageLink
	asked() words.Language // that an address asked for, "" for none
	explore(p *place, filters url.Values) string
	game(id int64, ply int) string
	aside(id int64, number int) string              // the ply of a variation of a game, from 1
	list(name string, parameters url.Values) string // games, players, player, series, match
}

// render makes a page of a template's name.
func (s *site) render(name, title string, body any) ([]byte, error) {
	var b bytes.Buffer
	err := pages()[s.lang][name].ExecuteTemplate(&b, "layout.html", page{
		Title: title, Nav: s.links.nav(s.lang, name), Style: s.links.asset(styleName), Code: s.links.asset(codeName), Files: s.files, Body: body,
		Languages: s.links.languages(s.lang),
	})
	if err != nil {
		return nil, err
	}
	return []byte(s.opt.Clean(b.String())), nil // the markup has nothing that Clean would change
}

// A server answers requests.
type server struct {
	archive *db.Archive
	opt     Options
	assets  map[string]string // addresses
	slots   chan struct{}     // of the pages that are being made
	kept    *answers
	out     outbox
}

// site returns what makes the pages that answer a request: in the language that its
// address asks for, and if it does not in that of the server or of the browser. The
// error, with which there is a site all the same, is what is wrong with the address.
func (s *server) site(r *http.Request) (*site, *http.Request, error) {
	parameters, err := url.ParseQuery(r.URL.RawQuery)
	asked := words.Language(parameters.Get(langName))
	known := slices.Contains(words.Languages(), asked)
	plain := r.Clone(r.Context())
	links := &served{assets: s.assets, address: plain.URL}
	if known {
		links.lang = asked
	}
	lang := cmp.Or(links.lang, s.opt.Language, words.FromHeader(r.Header.Get("Accept-Language")))
	site := &site{archive: s.archive, opt: s.opt, links: links, lang: lang}
	if err != nil { // some are lost, and without a filter there are more games
		return site, plain, &addressError{http.StatusBadRequest, words.Unreadable, nil, err}
	}
	if n := wanted(parameters); n > maxWanted {
		return site, plain, &addressError{http.StatusBadRequest, words.TooMuchAsked, []any{n, maxWanted}, nil}
	}
	site.plainly(parameters)
	plain.URL.RawQuery = parameters.Encode()
	if asked != "" && !known {
		return site, plain, badRequest(langName, nil)
	}
	return site, plain, nil
}

// wanted is how many values the parameters of an address have, and how many words are
// to be looked for.
func wanted(v url.Values) (n int) {
	for _, values := range v {
		n += len(values)
	}
	for _, text := range v["text"] {
		n += max(0, len(strings.Fields(text))-1)
	}
	return n
}

// langName is the parameter that asks for a language.
const langName = "lang"

// An addressError is the error of an address that there is not, or of one that cannot be
// read.
type addressError struct {
	status int
	key    words.Key // what is said
	args   []any
	err    error // more on it, in English; nil for no more
}

func (e *addressError) Error() string { return words.English.Text(e.key, e.args...) }
func (e *addressError) Unwrap() error { return e.err }

func notFound(key words.Key, args ...any) error {
	return &addressError{http.StatusNotFound, key, args, nil}
}

// A FieldError is the error of a parameter of an address that makes no sense.
type FieldError struct {
	Name string
	Err  error // more on it, in English; nil for no more
}

func (e *FieldError) Error() string {
	if e.Err == nil {
		return e.Name
	}
	return e.Name + ": " + e.Err.Error()
}

func (e *FieldError) Unwrap() error { return e.Err }

func badRequest(name string, err error) error { return &FieldError{name, err} }

// Handler returns the handler of all pages over the archive.
func Handler(archive *db.Archive, opt Options) http.Handler {
	s := &server{archive: archive, opt: opt, assets: assetAddresses(&opt), slots: make(chan struct{}, atOnce), kept: newAnswers()}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /assets/{name}", s.asset)
	for pattern, f := range map[string]pageFunc{
		"GET /{$}":       (*site).home,
		"GET /explore":   (*site).explorePage,
		"GET /game/{id}": (*site).game,
		"GET /games":     (*site).games,
		"GET /players":   (*site).players,
		"GET /player":    (*site).player,
		"GET /series":    (*site).series,
		"GET /match":     (*site).match,
		"GET /stats":     (*site).stats,
		"GET /":          func(*site, context.Context, *http.Request) ([]byte, error) { return nil, notFound(words.NoSuchPage) },
	} {
		mux.HandleFunc(pattern, s.page(f))
	}
	return safe(mux)
}

// policy lets a page load and ask its own origin only.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// safe adds to every answer what keeps it apart from other sites.
func safe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// A pageFunc makes the page that answers a request.
type pageFunc func(*site, context.Context, *http.Request) ([]byte, error)

// page answers with a page, or with what is wrong.
func (s *server) page(f pageFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := s.make(r, f)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.write(w, http.StatusOK, body)
	}
}

// make makes the page that answers a request, once it is its turn.
func (s *server) make(r *http.Request, f pageFunc) ([]byte, error) {
	site, plain, err := s.site(r)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), maxTime)
	defer cancel()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.answer(ctx, site, plain, f)
}

func (s *server) write(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Language")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	s.out.send(w, body)
}

// fail answers with what is wrong.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody is there to be told
	}
	site, _, _ := s.site(r) // whose error is the one to be told, if there is one
	status, title, body := http.StatusInternalServerError, words.ThisIsWrong, failure{Detail: err.Error()}
	address, field, several := new(addressError), new(FieldError), new(db.SeveralPlayersError)
	player, match := new(db.NoPlayerError), new(db.NoMatchError)
	if filter := new(db.FilterError); errors.As(err, &filter) {
		err = &FieldError{filter.Field, errors.New(filter.Msg)}
		if filter.Field == "since" || filter.Field == "until" {
			err = &FieldError{Name: filter.Field} // it has no more to say than what is expected
		}
	}
	switch {
	case errors.As(err, &address):
		status, title, body = address.status, words.NotFound, failure{Message: site.say(address.key, address.args...)}
		if status == http.StatusBadRequest {
			title = words.NoSense
		}
		if address.err != nil {
			body.Detail = address.err.Error()
		}
	case errors.As(err, &player):
		status, title, body = http.StatusNotFound, words.NotFound, failure{Message: site.say(words.NoPlayer, replay.Quote(player.Name))}
	case errors.As(err, &match):
		status, title, body = http.StatusNotFound, words.NotFound, failure{Message: site.say(words.NoMatch, replay.Quote(match.Name))}
	case errors.As(err, &several):
		status, title, body = http.StatusNotFound, words.NotFound, failure{Message: site.say(words.SeveralOfIt, replay.Quote(several.Name))}
		for _, pattern := range several.Players {
			body.Links = append(body.Links, link{Text: shorten(db.Named(pattern)), Href: site.to("player", "name", pattern)})
		}
	case errors.As(err, &field):
		status, title, body = http.StatusBadRequest, words.NoSense, site.wrongField(field, r.URL.Query())
	case errors.As(err, new(*db.GoneError)):
		status, title, body = http.StatusServiceUnavailable, words.ArchiveGone, failure{Message: site.say(words.StartAgain)}
	case errors.Is(err, context.DeadlineExceeded):
		status, title, body = http.StatusServiceUnavailable, words.TookTooLong, failure{Message: site.say(words.NoAnswerYet, maxTime.String())}
	}
	if status >= http.StatusInternalServerError && s.opt.Log != nil {
		s.opt.Log(shorten(r.URL.RequestURI()), err)
	}
	page, err := site.render("error", site.say(title), body)
	if err != nil {
		http.Error(w, words.English.Text(title), status)
		return
	}
	s.write(w, status, page)
}

// A failure is what is wrong.
type failure struct {
	Message string // in the language of the page
	Detail  string // more, in English
	Links   []link // to what may be meant
}

// wrongField says what is wrong with a parameter of an address.
func (s *site) wrongField(wrong *FieldError, v url.Values) failure {
	label, _ := s.lang.Filter(wrong.Name)
	said := failure{Message: s.say(words.FieldWrong, label, replay.Quote(strings.Join(v[wrong.Name], ", ")), s.lang.Form(wrong.Name))}
	if v.Get(wrong.Name) == "" {
		said.Message = s.say(words.FieldMissing, label, s.lang.Form(wrong.Name))
	}
	if wrong.Err != nil {
		said.Detail = wrong.Err.Error()
	}
	return said
}

// asset answers with a style or script. Its address changes with its content, and under
// that one alone it can be kept.
func (s *server) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	body, ok := s.opt.asset(name)
	if !ok {
		s.fail(w, r, notFound(words.NoSuchPage))
		return
	}
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	w.Header().Set("Cache-Control", "no-cache")
	if r.URL.RequestURI() == s.assets[name] {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	s.out.send(w, body)
}

// The style and the script of all pages.
const (
	styleName = "alai.css"
	codeName  = "alai.js"
)

// asset returns the style or the script, false for another name.
func (o *Options) asset(name string) ([]byte, bool) {
	if name != styleName && name != codeName {
		return nil, false
	}
	body, err := fs.ReadFile(embedded, "assets/"+name)
	if err != nil {
		panic(err) // it is part of the program
	}
	if name == styleName {
		body = append(body, o.Style...)
	}
	return body, true
}

// served are the addresses of a server, as one of its pages has them.
type served struct {
	assets  map[string]string
	address *url.URL       // of the page
	lang    words.Language // that the page was asked for in, and its links ask for; "" for none
}

// assetAddresses are the addresses of the style and the script.
func assetAddresses(opt *Options) map[string]string {
	m := make(map[string]string)
	for _, name := range []string{styleName, codeName} {
		body, _ := opt.asset(name)
		sum := sha256.Sum256(body)
		m[name] = "/assets/" + name + "?" + hex.EncodeToString(sum[:6])
	}
	return m
}

func (l *served) asset(name string) string { return l.assets[name] }

// nav marks the page by its address: several are made of one template.
func (l *served) nav(lang words.Language, _ string) (list []link) {
	for _, page := range []struct {
		name string
		text words.Key
	}{{"", words.Archive}, {"explore", words.Openings}, {"games", words.Games}, {"players", words.Players}, {"series", words.Series}, {"stats", words.Statistics}} {
		list = append(list, link{lang.Text(page.text), l.list(page.name, nil), l.address.Path == "/"+page.name})
	}
	return list
}

func (l *served) asked() words.Language { return l.lang }

// languages are the same page in each language.
func (l *served) languages(current words.Language) (list []languageLink) {
	v := l.address.Query()
	for _, lang := range words.Languages() {
		v.Set(langName, string(lang))
		list = append(list, languageLink{lang, lang.Name(), l.address.EscapedPath() + "?" + v.Encode(), lang == current})
	}
	return list
}

func (l *served) explore(p *place, filters url.Values) string {
	v := url.Values{}
	maps.Copy(v, filters)
	p.put(v)
	return l.page("/explore", v)
}

func (l *served) game(id int64, ply int) string {
	v := url.Values{}
	if ply >= 0 {
		v.Set("ply", strconv.Itoa(ply)) // at the end of the address, where the script puts others
	}
	return l.page(fmt.Sprintf("/game/%d", id), v)
}

func (l *served) aside(id int64, number int) string {
	return l.page(fmt.Sprintf("/game/%d", id), url.Values{"ply": {asideName + strconv.Itoa(number)}})
}

func (l *served) list(name string, v url.Values) string { return l.page("/"+name, v) }

// page is the address of a path with parameters and the language.
func (l *served) page(path string, v url.Values) string {
	if l.lang != "" {
		v = maps.Clone(v)
		if v == nil {
			v = url.Values{}
		}
		v.Set(langName, string(l.lang))
	}
	if len(v) == 0 {
		return path
	}
	return path + "?" + v.Encode()
}
