package words

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var placeholder = regexp.MustCompile(`%(?:\[\d\][a-z]|%)|%`)

func placeholders(s string) []string {
	list := placeholder.FindAllString(s, -1)
	slices.Sort(list)
	return list
}

// TestCatalog holds that every message is there in every language, with the same
// placeholders, each with its number, as the order of words differs.
func TestCatalog(t *testing.T) {
	if len(catalog) < 100 {
		t.Fatalf("%d messages", len(catalog))
	}
	for key, m := range catalog {
		forms := []text{m.texts}
		if m.counted {
			forms = append(forms, m.one, m.few)
		}
		want := placeholders(m.texts.en)
		for _, form := range forms {
			for _, l := range Languages() {
				s := form.in(l)
				if strings.TrimSpace(s) != s || s == "" {
					t.Errorf("%s, %s: %q", key, l, s)
				}
				if got := placeholders(s); !slices.Equal(got, want) {
					t.Errorf("%s, %s: placeholders %q, want %q", key, l, got, want)
				}
			}
		}
		for i, p := range want {
			if p == "%" && (strings.HasPrefix(string(key), "column-") || strings.HasPrefix(string(key), "measure-first")) {
				continue // which are said as they stand
			}
			if p == "%" || m.counted && p != "%[1]d" {
				t.Errorf("%s: placeholder %d is %q", key, i, p)
			}
		}
		if strings.Contains(m.texts.en, "%%") && !strings.Contains(m.texts.en, "%[") {
			t.Errorf("%s: %%%% in a message that is said as it stands", key)
		}
	}
}

func TestCounted(t *testing.T) {
	for _, test := range []struct {
		l    Language
		n    int
		want string
	}{
		{English, 0, "0 games"}, {English, 1, "1 game"}, {English, 2, "2 games"}, {English, 5, "5 games"},
		{German, 1, "1 Partie"}, {German, 4, "4 Partien"}, {German, 0, "0 Partien"},
		{Czech, 0, "0 partií"}, {Czech, 1, "1 partie"}, {Czech, 4, "4 partie"}, {Czech, 5, "5 partií"}, {Czech, 22, "22 partií"},
	} {
		if got := test.l.Counted(GameCount, test.n); got != test.want {
			t.Errorf("%s: got %q, want %q", test.l, got, test.want)
		}
	}
}

func TestTemplateSpeaks(t *testing.T) {
	const page = `<p lang="{{lang}}">{{t "to-move" .Side}}, {{n "n-seeds" .Seeds}}, {{column "mean_margin"}}, {{column "not_known"}}</p>`
	for l, want := range map[Language]string{
		English: `<p lang="en">&lt;b&gt; to move, 3 seeds, mean margin, not known</p>`,
		German:  `<p lang="de">&lt;b&gt; ist am Zug, 3 Samen, mittlerer Vorsprung, not known</p>`,
		Czech:   `<p lang="cs">na tahu je &lt;b&gt;, 3 semena, průměrný náskok, not known</p>`,
	} {
		var b strings.Builder
		err := template.Must(template.New("").Funcs(l.Funcs()).Parse(page)).Execute(&b, map[string]any{"Side": "<b>", "Seeds": 3})
		if err != nil || b.String() != want {
			t.Errorf("%s: %v, got %s, want %s", l, err, b.String(), want)
		}
	}
	for _, wrong := range []string{`{{t "no-such"}}`, `{{t "n-games"}}`, `{{n "games" 3}}`} {
		if err := template.Must(template.New("").Funcs(English.Funcs()).Parse(wrong)).Execute(new(strings.Builder), nil); err == nil {
			t.Errorf("%s: no error", wrong)
		}
	}
}

// TestMeasures holds that measures are called by words, and that what a record says
// stays as it is.
func TestMeasures(t *testing.T) {
	for name, want := range map[string][3]string{
		"records":                {"games", "Partien", "partie"},
		"no_result":              {"without a result", "ohne Ergebnis", "bez výsledku"},
		"first_low":              {"first player's score, lower bound of the 95 % confidence interval", "Punkte des ersten Spielers, Untergrenze (95-%-Konfidenzintervall)", "body prvního hráče, dolní mez 95% intervalu spolehlivosti"},
		"plies q1":               {"plies of a game: lower quartile", "Halbzüge einer Partie: unteres Quartil", "půltahy partie: dolní kvartil"},
		"captured max":           {"seeds captured in a game: greatest", "gefangene Samen einer Partie: größter Wert", "vzatá semena v partii: největší"},
		"pit A played":           {"pit A: times played", "Mulde A: so oft gespielt", "jamka A: kolikrát hrána"},
		"pit a captured":         {"pit a: times captured", "Mulde a: so oft gefangen", "jamka a: kolikrát vzata"},
		"ended complete":         {"ended: complete", "Schluss: vollständig", "konec: dohraná"},
		"ended decided, q1, min": {"ended: decided, q1, min", "Schluss: entschieden, q1, min", "konec: rozhodnutá, q1, min"},
		"South opens D B A C E":  {"South opens its pits in the order D B A C E", "Süd eröffnet die Mulden in der Reihenfolge D B A C E", "Jih zahajuje jamkami v pořadí D B A C E"},
	} {
		for i, l := range Languages() {
			if got := l.Measure(name); got != want[i] {
				t.Errorf("%s: %q is called %q, want %q", l, name, got, want[i])
			}
		}
	}
}

func TestDecimal(t *testing.T) {
	for l, want := range map[Language]string{English: "-12.5", German: "-12,5", Czech: "-12,5"} {
		if got := l.Decimal("-12.5"); got != want {
			t.Errorf("%s: %s", l, got)
		}
	}
}
