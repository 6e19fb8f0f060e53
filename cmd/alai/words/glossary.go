package words

// A Term is a word of the games and what it means.
type Term struct {
	Word    string // as records, the command line and the pages have it
	Meaning string
}

// Glossary lists the words of the games: first those that are the games' own, which
// no language translates, then those of the field.
func Glossary(l Language) []Term {
	list := make([]Term, len(glossary))
	for i := range glossary {
		g := &glossary[i]
		list[i] = Term{g.word.in(l), g.meaning.in(l)}
	}
	return list
}

// A text is a text in each language.
type text struct{ en, de, cs string }

func (t *text) in(l Language) string {
	switch l {
	case German:
		return t.de
	case Czech:
		return t.cs
	}
	return t.en
}

// own is a word that is the same in every language.
func own(word string) text { return text{word, word, word} }

var glossary = []struct{ word, meaning text }{
	{own("Adji-Boto"), text{
		"a game on 2 x 5 pits with ten seeds in each; also Adjiboto",
		"ein Spiel auf 2 x 5 Mulden mit zehn Samen in jeder; auch Adjiboto",
		"hra na 2 x 5 jamkách s deseti semeny v každé; také Adjiboto",
	}},
	{own("adji"), text{
		"in Adji-Boto: the stones that serve as seeds; Adji-Boto means boat of stones",
		"in Adji-Boto: die Steine, die als Samen dienen; Adji-Boto bedeutet Boot der Steine",
		"v Adji-Boto: kameny, které slouží jako semena; Adji-Boto znamená člun kamenů",
	}},
	{own("boto"), text{
		"in Adji-Boto: the store at each end of the board; the word means boat",
		"in Adji-Boto: der Speicher an jedem Ende des Bretts; das Wort bedeutet Boot",
		"v Adji-Boto: sklad na každém konci desky; slovo znamená člun",
	}},
	{own("adji-bangi"), text{
		"in Adji-Boto: the board; the word means bench of stones",
		"in Adji-Boto: das Brett; das Wort bedeutet Bank der Steine",
		"v Adji-Boto: deska; slovo znamená lavice kamenů",
	}},
	{own("En Dodoi"), text{
		"a game on 2 x 6 to 2 x 10 pits with four seeds in each; also Endodoi",
		"ein Spiel auf 2 x 6 bis 2 x 10 Mulden mit vier Samen in jeder; auch Endodoi",
		"hra na 2 x 6 až 2 x 10 jamkách se čtyřmi semeny v každé; také Endodoi",
	}},
	{own("ol alai"), text{
		"in En Dodoi: a tally splinter; the wins of a series are counted with them; several are el ala",
		"in En Dodoi: ein Kerbhölzchen; mit ihnen werden die Siege einer Serie gezählt; mehrere heißen el ala",
		"v En Dodoi: počítací dřívko; počítají se jimi výhry série; více se jich nazývá el ala",
	}},
	{own("el ala"), text{
		"several ol alai",
		"mehrere ol alai",
		"více ol alai",
	}},
	{own("en gurtoto"), text{
		"the Maasai's word for a pit; several are 'n gurtot; as M. Merker (1904) gives it for En Gehé, their game on a long board",
		"das Wort der Maasai für eine Mulde; mehrere heißen 'n gurtot; so M. Merker (1904) für En Gehé, ihr Spiel auf einem langen Brett",
		"slovo Masajů pro jamku; více se jich nazývá 'n gurtot; podle M. Merkera (1904) v En Gehé, jejich hře na dlouhé desce",
	}},
	{own("ol matua"), text{
		"the Maasai's word for a row of pits; several are el matuan; as M. Merker (1904) gives it for En Gehé, their game on a long board",
		"das Wort der Maasai für eine Reihe von Mulden; mehrere heißen el matuan; so M. Merker (1904) für En Gehé, ihr Spiel auf einem langen Brett",
		"slovo Masajů pro řadu jamek; více se jich nazývá el matuan; podle M. Merkera (1904) v En Gehé, jejich hře na dlouhé desce",
	}},
	{own("os soid"), text{
		"the Maasai's word for a seed; several are es soido; as M. Merker (1904) gives it for En Gehé, their game on a long board",
		"das Wort der Maasai für einen Samen; mehrere heißen es soido; so M. Merker (1904) für En Gehé, ihr Spiel auf einem langen Brett",
		"slovo Masajů pro semeno; více se jich nazývá es soido; podle M. Merkera (1904) v En Gehé, jejich hře na dlouhé desce",
	}},
	{own("Enkeshui"), text{
		"a game of the Maasai; from it comes who gets the seeds left over in En Dodoi",
		"ein Spiel der Maasai; von ihm kommt die Regel, wer in En Dodoi die restlichen Samen erhält",
		"hra Masajů; z ní pochází pravidlo, komu v En Dodoi připadnou zbylá semena",
	}},
	{own("Cross-Endodoi"), text{
		"a modern variant of En Dodoi on 2 x 6 pits with three seeds in each (W. D. Troyka, 2002)",
		"eine moderne Variante von En Dodoi auf 2 x 6 Mulden mit drei Samen in jeder (W. D. Troyka, 2002)",
		"moderní varianta En Dodoi na 2 x 6 jamkách se třemi semeny v každé (W. D. Troyka, 2002)",
	}},
	{text{"pit", "Mulde", "jamka"}, text{
		"a hollow of the board that seeds lie in",
		"eine Vertiefung des Bretts, in der Samen liegen",
		"prohlubeň v desce, v níž leží semena",
	}},
	{text{"seeds", "Samen", "semena"}, text{
		"what lies in the pits and is sown and captured",
		"was in den Mulden liegt, gesät und gefangen wird",
		"to, co leží v jamkách, rozsévá se a bere",
	}},
	{text{"store", "Speicher", "sklad"}, text{
		"where a player's captured seeds are kept; never sown into",
		"wo die gefangenen Samen eines Spielers liegen; in ihn wird nie gesät",
		"místo, kde leží semena, která hráč sebral; nikdy se do něj neseje",
	}},
	{text{"South, North", "Süd, Nord", "Jih, Sever"}, text{
		"the players; South has the lower row of the drawing and moves first, unless it is said otherwise",
		"die Spieler; Süd hat in der Zeichnung die untere Reihe und zieht zuerst, wenn nichts anderes gesagt ist",
		"hráči; Jih má na obrázku spodní řadu a začíná, není-li řečeno jinak",
	}},
	{text{"ply", "Halbzug", "půltah"}, text{
		"one player's move or pass",
		"ein Zug oder ein Aussetzen eines Spielers",
		"tah jednoho hráče nebo jeho vynechání",
	}},
	{text{"pass", "Aussetzen", "vynechání tahu"}, text{
		"a ply of a player who cannot move, written --",
		"der Halbzug eines Spielers, der nicht ziehen kann, geschrieben --",
		"půltah hráče, který nemůže táhnout, zapsaný --",
	}},
	{text{"sowing", "Aussaat", "rozsévání"}, text{
		"one ply's seeds going round, one into each pit",
		"das Verteilen der Samen eines Halbzugs, je einer in jede Mulde",
		"rozdělování semen jednoho půltahu, po jednom do každé jamky",
	}},
	{text{"lap", "Runde", "kolo"}, text{
		"a part of a sowing, from taking seeds up to the fall of the last of them",
		"ein Teil einer Aussaat, vom Aufnehmen der Samen, bis der letzte von ihnen fällt",
		"část rozsévání, od vzetí semen až po dopad posledního z nich",
	}},
	{text{"relay", "Aussaat in mehreren Runden", "rozsévání o více kolech"}, text{
		"a sowing of several laps: it goes on from the occupied pit that it ends in",
		"eine Aussaat, die von der besetzten Mulde, in der sie endet, weitergeht",
		"rozsévání, které pokračuje z obsazené jamky, v níž skončilo",
	}},
	{text{"landing pit", "Zielmulde", "cílová jamka"}, text{
		"the pit that the last seed of a sowing falls into",
		"die Mulde, in die der letzte Samen einer Aussaat fällt",
		"jamka, do níž padne poslední semeno rozsévání",
	}},
	{text{"opening cycle", "Eröffnungszyklus", "úvodní cyklus"}, text{
		"in Adji-Boto: the first ten plies, in which each player plays each of its pits once and nothing is captured",
		"in Adji-Boto: die ersten zehn Halbzüge, in denen jeder Spieler jede seiner Mulden einmal spielt und nichts gefangen wird",
		"v Adji-Boto: prvních deset půltahů, v nichž každý hráč zahraje každou ze svých jamek jednou a nic se nebere",
	}},
	{text{"chain", "Kette", "řetěz"}, text{
		"in Adji-Boto: the captured pits that follow each other from the one after the landing pit",
		"in Adji-Boto: die gefangenen Mulden, die von der Mulde nach der Zielmulde an aufeinander folgen",
		"v Adji-Boto: sebrané jamky, které následují po sobě od jamky za cílovou",
	}},
	{text{"reading", "Lesart", "čtení"}, text{
		"one way to take the rules where the sources differ, as a record's Rules tag names it",
		"eine Art, die Regeln zu verstehen, wo die Quellen sich unterscheiden; der Tag Rules einer Aufzeichnung nennt sie",
		"jeden výklad pravidel tam, kde se prameny liší; v záznamu jej jmenuje značka Rules",
	}},
	{text{"match, series", "Wettkampf, Serie", "zápas, série"}, text{
		"games between two players until one has an agreed number of wins",
		"Partien zweier Spieler, bis einer eine vereinbarte Zahl von Siegen hat",
		"partie dvou hráčů, dokud jeden z nich nemá dohodnutý počet výher",
	}},
}
