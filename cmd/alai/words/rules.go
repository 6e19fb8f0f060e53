package words

import (
	"embed"
	"strings"

	"alai/replay/rules"
)

//go:embed rules/*.txt
var rulesTexts embed.FS

// Rules returns a game's rules as package rules plays them, for people to read. The
// English text is the one that counts; docs/rules.md says the same with more
// examples.
func Rules(l Language, g rules.Game) string {
	slug := strings.ToLower(strings.ReplaceAll(g.String(), " ", "-"))
	text, err := rulesTexts.ReadFile("rules/" + slug + "." + string(l) + ".txt")
	if err != nil {
		panic(err) // a test reads them all
	}
	return string(text)
}

// RulesPage returns the words around the boards of a rules page: what the first and
// the second board show, the head of the list of options, and what leads to the
// reading that was asked for.
func RulesPage(l Language) (named, numbered, options, asked string) {
	return rulesPage.named.in(l), rulesPage.numbered.in(l), rulesPage.options.in(l), rulesPage.asked.in(l)
}

var rulesPage = struct{ named, numbered, options, asked text }{
	named: text{
		"The board, with its pits as records name them:",
		"Das Brett, mit den Mulden, wie Aufzeichnungen sie nennen:",
		"Deska s jamkami, jak je jmenují záznamy:",
	},
	numbered: text{
		"and as the drawing numbers them (--moves numbers):",
		"und wie die Zeichnung sie beziffert (--moves numbers):",
		"a jak je čísluje obrázek (--moves numbers):",
	},
	options: text{
		"Rule options, as a Rules tag or --rules names them:",
		"Regeloptionen, wie ein Tag Rules oder --rules sie nennt:",
		"Volby pravidel, jak je jmenuje značka Rules nebo --rules:",
	},
	asked: text{"The reading asked for:", "Die verlangte Lesart:", "Požadované čtení:"},
}
