package main

import (
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alai/cmd/alai/words"
)

// everyPage are addresses of every kind of page.
var everyPage = []string{
	"/", "/explore", "/explore?game=cross-endodoi", "/explore?game=adji-boto&rules=usual", "/explore?game=adji-boto&rules=usual&line=D+b&player=*",
	"/explore?game=en-dodoi&pits=6&rules=usual&position=14,5,3,1,0,3/5,3,2,1,0,4+4-3+S", "/explore?game=adji-boto&rules=usual&line=x",
	"/game/70", "/game/70?ply=0", "/game/182?ply=16", "/game/182?ply=17", "/game/183", "/game/x", "/games?page=2&sort=-id", "/games?south=nobody",
	"/players", "/player?name=Random+1", "/series", "/match?name=M+*", "/stats", "/stats?game=en-dodoi&pits=8", "/nowhere",
}

// spoken is what a page says in its own language: without what is said in another
// one, as the page itself tells, without the record, and what is no text.
func spoken(page string) string {
	page = regexp.MustCompile(`(?s)<style>.*?</style>|<script[^>]*>.*?</script>|<pre[^>]*>.*?</pre>|<(p|a)[^>]* lang="[^>]*>.*?</(?:p|a)>`).ReplaceAllString(page, "")
	said := strings.Join(regexp.MustCompile(`aria-label="[^"]*"`).FindAllString(page, -1), "\n")
	return html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, "\n") + said)
}

// said is an expression for what a message comes to, whatever it is said with.
func said(message string) *regexp.Regexp {
	expression := regexp.QuoteMeta(strings.ReplaceAll(message, "%%", "%"))
	expression = regexp.MustCompile(`%\\\[\d\\\]d`).ReplaceAllString(expression, `-?\d+`)
	expression = regexp.MustCompile(`%\\\[\d\\\]s`).ReplaceAllString(expression, `[^\n]*`)
	return regexp.MustCompile(`(?:\b|^)` + expression)
}

// foreign are the English messages that a page in another language has. Single words
// are no sentences, and may be of other languages or in records.
func foreign(t *testing.T, page string) (list []string) {
	t.Helper()
	page = spoken(page)
	for _, message := range words.English.Sentences() {
		if said(message).MatchString(page) {
			list = append(list, message)
		}
	}
	return list
}

func askIn(t *testing.T, h http.Handler, address, accepted string) string {
	t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, address, nil)
	r.Header.Set("Accept-Language", accepted)
	h.ServeHTTP(w, r)
	return w.Body.String()
}

// TestPagesSpeak holds that every page is all in the language that the browser asks
// for, and that English pages are told apart from it.
func TestPagesSpeak(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	met := make(map[string]bool)
	for _, address := range everyPage {
		for _, message := range foreign(t, askIn(t, h, address, "en")) {
			met[message] = true
		}
		for _, l := range words.Languages() {
			page := askIn(t, h, address, string(l))
			if !strings.Contains(page, `<html lang="`+string(l)+`">`) || !strings.Contains(page, "</html>") {
				t.Fatalf("%s in %s is\n%s", address, l, page)
			}
			if list := foreign(t, page); l != words.English && len(list) > 0 {
				t.Errorf("%s in %s says %q", address, l, list)
			}
		}
	}
	if len(met) < 20 {
		t.Errorf("the English pages are found to say no more than %v", met)
	}
}

// TestPageLanguage: the address decides, then the server, then the browser.
func TestPageLanguage(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	lang := regexp.MustCompile(`<html lang="(..)"`)
	for _, tt := range []struct{ address, accepted, want string }{
		{"/", "", "en"}, {"/", "cs, en;q=0.5", "cs"}, {"/", "fr", "en"}, {"/?lang=de", "cs", "de"}, {"/?lang=en", "cs", "en"}, {"/?lang=fr", "cs", "cs"},
	} {
		if got := lang.FindStringSubmatch(askIn(t, h, tt.address, tt.accepted)); got == nil || got[1] != tt.want {
			t.Errorf("%s for %q is in %q, want %s", tt.address, tt.accepted, got, tt.want)
		}
	}
	for _, address := range everyPage {
		sign := "?"
		if strings.Contains(address, "?") {
			sign = "&"
		}
		page := askIn(t, h, address+sign+"lang=de", "cs")
		for _, m := range regexp.MustCompile(`<a [^>]*href="(/[^"]*)"[^>]*>`).FindAllStringSubmatch(page, -1) {
			if !strings.Contains(m[0], "hreflang") && !strings.Contains(m[1], "lang=de") {
				t.Errorf("on %s in German a link leads to %s", address, m[1])
			}
		}
		if strings.Contains(page, "<form") && !strings.Contains(page, `<input type="hidden" name="lang" value="de">`) {
			t.Errorf("the form on %s forgets the language", address)
		}
		if got := strings.Count(page, "hreflang"); got != len(words.Languages()) {
			t.Errorf("%s has %d links to languages", address, got)
		}
	}
}

// TestExportSpeaks holds that exported pages are all in the language asked for.
func TestExportSpeaks(t *testing.T) {
	a := newWebArchive(t)
	for _, l := range []words.Language{words.German, words.Czech} {
		folder := filepath.Join(t.TempDir(), string(l))
		a.alai(t, "export", "--game", "adji-boto", "--format", "html", "-o", folder, "--depth", "1", "--quiet", "--lang", string(l))
		file := filepath.Join(folder, "one.html")
		a.alai(t, "export", "182", "--format", "html", "-o", file, "--quiet", "--lang", string(l))
		for _, name := range []string{"index.html", "games.html", "stats.html", "openings-1.html", "game-1.html", "one.html"} {
			page, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(page), `<html lang="`+string(l)+`"`) {
				t.Errorf("%s is not in %s", name, l)
			}
			if list := foreign(t, string(page)); len(list) > 0 {
				t.Errorf("%s in %s says %q", name, l, list)
			}
		}
	}
}

// TestPicturesSpeak holds that pictures are all in the language asked for.
func TestPicturesSpeak(t *testing.T) {
	a := newWebArchive(t)
	file := filepath.Join(t.TempDir(), "picture.svg")
	for _, command := range [][]string{
		{"show", "70", "--ply", "0", "--svg"}, {"show", "70", "--ply", "3", "--svg"}, {"show", "70", "--svg"}, {"show", "182", "--seeds", "--svg"},
		{"chart", "margins", "--game", "adji-boto", "-o"}, {"chart", "advantage", "-o"}, {"chart", "captures", "--game", "adji-boto", "-o"},
		{"chart", "openings", "--game", "en-dodoi", "--pits", "8", "-o"},
	} {
		said := make(map[words.Language]string)
		for _, l := range words.Languages() {
			a.alai(t, append(command, file, "--lang", string(l), "--quiet")...)
			picture, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			said[l] = spoken(string(picture))
			list := foreign(t, string(picture))
			if l == words.English && len(list) == 0 {
				t.Errorf("%v in English is found to say nothing", command)
			} else if l != words.English && len(list) > 0 {
				t.Errorf("%v in %s says %q", command, l, list)
			}
			if english := regexp.MustCompile(`\b(?:South|North|ply|seeds?|from|taken|games?|Openings)\b`).FindString(said[l]); l != words.English && english != "" {
				t.Errorf("%v in %s says %q", command, l, english)
			}
		}
		if said[words.German] == said[words.Czech] {
			t.Errorf("%v says the same in German and in Czech", command)
		}
	}
}
