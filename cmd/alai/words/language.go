// Package words is what alai says to people in their language: the rules of the
// games, a glossary and the words of the web pages and of pictures, in English, German
// and Czech.
// All else that alai says is English.
package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
)

// A Language is a language that the words are in.
type Language string

// The languages of the words.
const (
	English Language = "en"
	German  Language = "de"
	Czech   Language = "cs"
)

// Languages lists the languages, English first.
func Languages() []Language { return []Language{English, German, Czech} }

// Name returns what the language calls itself.
func (l Language) Name() string {
	names := text{"English", "Deutsch", "Čeština"}
	return names.in(l)
}

// Decimal returns a number as the language writes it, which comes with a decimal
// point: "12.5", in German and Czech "12,5".
func (l Language) Decimal(number string) string {
	if l == English {
		return number
	}
	return strings.Replace(number, ".", ",", 1)
}

// Sentence returns a message as the beginning of a sentence, with a capital.
func Sentence(message string) string {
	first, size := utf8.DecodeRuneInString(message)
	return string(unicode.ToUpper(first)) + message[size:]
}

// Names lists the languages as --lang names them.
func Names() []string {
	var names []string
	for _, l := range Languages() {
		names = append(names, string(l))
	}
	return names
}

// matcher finds the language that suits those who speak another.
var matcher = language.NewMatcher([]language.Tag{language.English, language.German, language.Czech}) // as Languages

// FromLocale returns the language of the locale that the environment names, as
// POSIX has it: the first of LC_ALL, LC_MESSAGES and LANG that is not empty, such
// as "de_AT.UTF-8". It is English where that is none of the languages.
func FromLocale(getenv func(string) string) Language {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := getenv(name); locale != "" {
			locale, _, _ = strings.Cut(locale, "@")
			locale, _, _ = strings.Cut(locale, ".")
			return match(locale)
		}
	}
	return English
}

// FromHeader returns the language that suits an Accept-Language header best,
// English where none does.
func FromHeader(header string) Language { return match(header) }

// match returns the language that suits a list of tags best. What cannot be read of it,
// such as "C", is left out.
func match(tags string) Language {
	var sound []string
	for tag := range strings.SplitSeq(strings.ReplaceAll(tags, "_", "-"), ",") {
		if _, _, err := language.ParseAcceptLanguage(tag); err == nil {
			sound = append(sound, tag)
		}
	}
	wanted, _, err := language.ParseAcceptLanguage(strings.Join(sound, ","))
	if err != nil {
		return English
	}
	_, at, confidence := matcher.Match(wanted...)
	if confidence == language.No {
		return English
	}
	return Languages()[at]
}
