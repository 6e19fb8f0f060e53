// Package web shows an archive as pages: over HTTP, read-only, and as files. The
// pages are made by the standard library's templates, work without script, and
// load nothing from anywhere but where they came from.
package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"alai/db"
)

// Options are what the pages need beside the archive.
type Options struct {
	// Clean makes text from records harmless: it escapes control characters and
	// those that turn the direction of writing, and leaves the ends of lines.
	Clean func(string) string

	// Filter reads the filters among the parameters of an address, which are called
	// as on the command line, and ignores the others.
	Filter func(url.Values) (db.Filter, error)
	Fields []Field // the filters

	Tables Tables
	Style  string // of the charts in the tables, put behind that of the pages

	// Quick, if it is not 0, is how long the explorer waits for what became of the
	// games from a position, before it answers without.
	Quick time.Duration

	// Log, if it is not nil, is told what went wrong with a request.
	Log func(request string, err error)
}

// A Field is a filter.
type Field struct {
	Name  string // as Filter takes it
	Usage string // what it means, in words
}

// Tables makes the tables of the command line's answers.
type Tables interface {
	Games(list []*db.Game) Table
	Players(ctx context.Context, f db.Filter) ([]Table, error)
	Player(ctx context.Context, name string, f db.Filter) ([]Table, error)
	Series(ctx context.Context, name string, f db.Filter) ([]Table, error) // name "": all
	Stats(ctx context.Context, f db.Filter) ([]Table, error)
}

// A Table is an answer of rows.
type Table struct {
	Title   string
	Charts  []Chart // of what the rows tell
	Columns []Column
	Rows    [][]string
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
	atOnce     = 8                // that are answered at the same time; others wait
	pageRows   = 50
	shownGames = 10 // that reach a position
)

//go:embed templates assets
var embedded embed.FS

// pages are the templates, each with the layout.
var pages = parsePages()

func parsePages() map[string]*template.Template {
	functions := template.FuncMap{"words": words, "add": func(a, b int) int { return a + b }}
	layout := template.Must(template.New("layout.html").Funcs(functions).ParseFS(embedded, "templates/layout.html", "templates/parts.html"))
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

// words makes a column's key readable.
func words(key string) string { return strings.ReplaceAll(key, "_", " ") }

// A page is what the layout needs of every page.
type page struct {
	Title string
	Nav   []link
	Style string // addresses
	Code  string
	Files *filePage // of a page that is a file, and no server's answer
	Body  any
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
}

// A linker knows the addresses of pages; "" is a page that there is not.
type linker interface {
	asset(name string) string
	nav(current string) []link
	explore(p *place, filters url.Values) string
	game(id int64, ply int) string
	list(name string, parameters url.Values) string // games, players, player, series, match
}

// render makes a page of a template's name.
func (s *site) render(name, title string, body any) ([]byte, error) {
	var b bytes.Buffer
	err := pages[name].ExecuteTemplate(&b, "layout.html", page{
		Title: title, Nav: s.links.nav(name), Style: s.links.asset(styleName), Code: s.links.asset(codeName), Files: s.files, Body: body,
	})
	if err != nil {
		return nil, err
	}
	return []byte(s.opt.Clean(b.String())), nil // the markup has nothing that Clean would change
}

// A server answers requests.
type server struct {
	site
	slots chan struct{}
}

// A notFoundError is the error of an address that there is not.
type notFoundError struct{ msg string }

func (e *notFoundError) Error() string { return e.msg }

// A badRequestError is the error of an address that makes no sense.
type badRequestError struct{ err error }

func (e *badRequestError) Error() string { return e.err.Error() }
func (e *badRequestError) Unwrap() error { return e.err }

// Handler returns the handler of all pages over the archive.
func Handler(archive *db.Archive, opt Options) http.Handler {
	s := &server{site{archive: archive, opt: opt, links: newServed(&opt)}, make(chan struct{}, atOnce)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /assets/{name}", s.asset)
	for pattern, f := range map[string]func(context.Context, *http.Request) ([]byte, error){
		"GET /{$}":       s.home,
		"GET /explore":   func(ctx context.Context, r *http.Request) ([]byte, error) { return s.explorePage(ctx, r.URL.Query()) },
		"GET /game/{id}": s.game,
		"GET /games":     s.games,
		"GET /players":   s.players,
		"GET /player":    s.player,
		"GET /series":    s.series,
		"GET /match":     s.match,
		"GET /stats":     s.stats,
		"GET /": func(context.Context, *http.Request) ([]byte, error) {
			return nil, &notFoundError{"there is no such page"}
		},
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

// page answers with a page, or with what is wrong.
func (s *server) page(f func(context.Context, *http.Request) ([]byte, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), maxTime)
		defer cancel()
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
		case <-ctx.Done():
			s.fail(w, r, ctx.Err())
			return
		}
		body, err := f(ctx, r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.write(w, http.StatusOK, body)
	}
}

func (s *server) write(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	w.Write(body) // whoever is gone needs no answer
}

// fail answers with what is wrong.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody is there to be told
	}
	status, title, msg := http.StatusInternalServerError, "This went wrong", err.Error()
	switch {
	case errors.As(err, new(*notFoundError)), errors.As(err, new(*db.NoPlayerError)), errors.As(err, new(*db.NoMatchError)):
		status, title = http.StatusNotFound, "Not found"
	case errors.As(err, new(*badRequestError)), errors.As(err, new(*db.FilterError)):
		status, title = http.StatusBadRequest, "This address makes no sense"
	case errors.Is(err, context.DeadlineExceeded):
		status, title, msg = http.StatusServiceUnavailable, "This took too long", fmt.Sprintf("There was no answer within %v. Fewer filters, or the command line, may give one.", maxTime)
	}
	if status >= http.StatusInternalServerError && s.opt.Log != nil {
		s.opt.Log(r.URL.RequestURI(), err)
	}
	body, err := s.render("error", title, msg)
	if err != nil {
		http.Error(w, title, status)
		return
	}
	s.write(w, status, body)
}

// asset answers with a style or script. Its address changes with its content.
func (s *server) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	body, ok := s.opt.asset(name)
	if !ok {
		s.fail(w, r, &notFoundError{"there is no such page"})
		return
	}
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Write(body)
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

// served are the addresses of a server.
type served struct{ assets map[string]string }

func newServed(opt *Options) *served {
	m := make(map[string]string)
	for _, name := range []string{styleName, codeName} {
		body, _ := opt.asset(name)
		sum := sha256.Sum256(body)
		m[name] = "/assets/" + name + "?" + hex.EncodeToString(sum[:6])
	}
	return &served{m}
}

func (l *served) asset(name string) string { return l.assets[name] }

func (l *served) nav(current string) []link {
	list := []link{{Text: "Archive", Href: "/"}, {Text: "Openings", Href: "/explore"}, {Text: "Games", Href: "/games"},
		{Text: "Players", Href: "/players"}, {Text: "Series", Href: "/series"}, {Text: "Statistics", Href: "/stats"}}
	for i, name := range []string{"home", "explore", "games", "players", "series", "stats"} {
		list[i].Current = name == current
	}
	return list
}

func (l *served) explore(p *place, filters url.Values) string {
	v := url.Values{}
	for name, values := range filters {
		v[name] = values
	}
	p.put(v)
	return "/explore?" + v.Encode()
}

func (l *served) game(id int64, ply int) string {
	if ply < 0 {
		return fmt.Sprintf("/game/%d", id)
	}
	return fmt.Sprintf("/game/%d?ply=%d", id, ply)
}

func (l *served) list(name string, v url.Values) string {
	if len(v) == 0 {
		return "/" + name
	}
	return "/" + name + "?" + v.Encode()
}
