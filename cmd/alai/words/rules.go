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
