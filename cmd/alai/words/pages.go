package words

// What the web pages and pictures say.
var (
	// Pages and their parts.
	Archive     = say("archive", "Archive", "Archiv", "Archiv")
	TheArchive  = say("the-archive", "The archive", "Das Archiv", "Archiv")
	Openings    = say("openings", "Openings", "Eröffnungen", "Zahájení")
	Games       = say("games", "Games", "Partien", "Partie")
	Players     = say("players", "Players", "Spieler", "Hráči")
	Series      = say("series", "Series", "Serien", "Série")
	Statistics  = say("statistics", "Statistics", "Statistik", "Statistika")
	Pages       = say("pages", "Pages", "Seiten", "Stránky")
	LanguageNav = say("languages", "Languages", "Sprachen", "Jazyky")
	SkipToPage  = say("skip", "Skip to the page", "Zum Inhalt", "Přejít k obsahu")
	OpeningsOf  = say("openings-of", "Openings of %[1]s", "Eröffnungen: %[1]s", "Zahájení: %[1]s")
	GamesOf     = say("games-of", "Games of %[1]s", "Partien: %[1]s", "Partie: %[1]s")
	StatsOf     = say("statistics-of", "Statistics of %[1]s", "Statistik: %[1]s", "Statistika: %[1]s")
	SeveralKind = say("several-kinds", "The games are of several kinds. Which are meant?", "Die Partien sind von mehreren Arten. Welche sind gemeint?", "Partie jsou několika druhů. Které máte na mysli?")
	NoSuchGames = say("no-such-games", "There are no games like that in the archive.", "Solche Partien gibt es im Archiv nicht.", "Takové partie v archivu nejsou.")
	NothingHere = say("nothing", "There is nothing to show.", "Es gibt nichts zu zeigen.", "Není co ukázat.")
	UsualRules  = say("usual-rules", "usual rules", "übliche Regeln", "obvyklá pravidla")

	// Lists.
	ListPages    = say("list-pages", "Pages of the list", "Seiten der Liste", "Stránky seznamu")
	PreviousPage = say("previous-page", "Previous page", "Vorige Seite", "Předchozí stránka")
	NextPage     = say("next-page", "Next page", "Nächste Seite", "Další stránka")
	PageNumber   = say("page-number", "page %[1]d", "Seite %[1]d", "stránka %[1]d")
	PageOf       = say("page-of", "page %[1]d of %[2]d", "Seite %[1]d von %[2]d", "stránka %[1]d z %[2]d")
	RowsShown    = say("rows-shown", "%[1]d of %[2]d rows are shown.", "Gezeigt sind %[1]d von %[2]d Zeilen.", "Zobrazeno řádků: %[1]d z %[2]d.")
	AllRows      = say("all-rows", "All rows", "Alle Zeilen", "Všechny řádky")
	ListEnds     = say("list-ends", "The list ends here, though there is more: filters or another order lead to it.", "Hier endet die Liste, obwohl es mehr gibt: Filter oder eine andere Reihenfolge führen dorthin.", "Zde seznam končí, ačkoli je toho více: dojde se k tomu filtry nebo jiným pořadím.")
	WholePlayer  = say("whole-player", "The whole page of the player", "Die ganze Seite des Spielers", "Celá stránka hráče")
	Contents     = say("contents", "On this page", "Auf dieser Seite", "Na této stránce")
	AnyValue     = say("any", "any", "beliebig", "(vše)")
	Yes          = say("yes", "yes", "ja", "ano")
	No           = say("no", "no", "nein", "ne")
	WhichGames   = say("which-games", "Which games", "Welche Partien", "Které partie")
	ShowGames    = say("show-games", "Show these games", "Diese Partien zeigen", "Ukázat tyto partie")
	AllGames     = say("all-games", "All games", "Alle Partien", "Všechny partie")
	PlayerNames  = say("names", "Names", "Namen", "Jména")
	Record       = say("record", "Record", "Bilanz", "Bilance")
	HeadToHead   = say("head-to-head", "Head to head", "Direkter Vergleich", "Vzájemná bilance")
	FirstMoves   = say("first-moves", "First moves", "Erste Züge", "První tahy")
	LongestGames = say("longest-games", "Longest games", "Längste Partien", "Nejdelší partie")
	ClosestGames = say("closest-games", "Closest games", "Knappste Partien", "Nejtěsnější partie")

	// Charts.
	Advantage      = say("advantage", "The first player's advantage", "Vorteil des ersten Spielers", "Výhoda prvního hráče")
	EachRuleset    = say("each-ruleset", "Each game and board", "Jedes Spiel und Brett", "Každá hra a deska")
	AllMeasures    = say("all-measures", "All numbers: %[1]s", "Alle Zahlen: %[1]s", "Všechna čísla: %[1]s")
	AdvantageTells = say("advantage-tells", "The first player's score in percent on each board, a draw counted half, with its 95 percent confidence interval.", "Punkte des ersten Spielers in Prozent auf jedem Brett, ein Unentschieden zur Hälfte gezählt, mit ihrem Konfidenzintervall zu 95 Prozent.", "Body prvního hráče v procentech na každé desce, remíza za půl, s intervalem spolehlivosti 95 procent.")
	MarginsOf      = say("margins-of", "Margins: %[1]s", "Vorsprünge: %[1]s", "Náskoky: %[1]s")
	MarginsTell    = say("margins-tell", "How many games ended with which margin: South's seeds minus North's.", "Wie viele Partien mit welchem Vorsprung endeten: Samen von Süd minus die von Nord.", "Kolik partií skončilo s jakým náskokem: semena Jihu minus semena Severu.")
	CapturesOf     = say("captures-of", "Captures by ply: %[1]s", "Gefangene Samen nach Halbzügen: %[1]s", "Braní podle půltahů: %[1]s")
	CapturesTell   = say("captures-tell", "How many seeds were captured at each ply, in the mean of the games that have it.", "Wie viele Samen in jedem Halbzug gefangen wurden, im Mittel der Partien, die ihn haben.", "Kolik semen bylo vzato v každém půltahu, v průměru partií, které jej mají.")
	OpeningsBy     = say("openings-by", "Openings: %[1]s; %[2]s", "Eröffnungen: %[1]s; %[2]s", "Zahájení: %[1]s; %[2]s")
	OpeningsTell   = say("openings-tell", "The opening tree: each move stands below those that lead to it, as wide as its share of the games.", "Der Eröffnungsbaum: Jeder Zug steht unter denen, die zu ihm führen, so breit wie sein Anteil an den Partien.", "Strom zahájení: každý tah stojí pod těmi, které k němu vedou, široký podle svého podílu na partiích.")
	OpeningsIn     = say("openings-in", "Openings: %[1]s", "Eröffnungen: %[1]s", "Zahájení: %[1]s")

	// Within charts.
	SeedsMargin   = say("seeds-margin", "South's seeds minus North's", "Samen von Süd minus die von Nord", "semena Jihu minus semena Severu")
	BarHas        = say("bar-has", "each bar spans %[1]d of them, from the number at its left edge on", "jeder Balken umfasst %[1]d davon, von der Zahl an seinem linken Rand an", "každý sloupec jich zahrnuje %[1]d, od čísla u svého levého okraje")
	FewHave       = say("few-have", "plies from %[1]d on, which fewer than %[2]s have, are not drawn", "Halbzüge ab dem %[1]d., die weniger als %[2]s haben, sind nicht gezeichnet", "půltahy od %[1]d. dál, které má méně než %[2]s, nejsou zakresleny")
	BarSpans      = say("bar-spans", "%[1]d to %[2]d", "%[1]d bis %[2]d", "%[1]d až %[2]d")
	BarChart      = say("bar-chart", "Bar chart: %[1]s, by %[2]s", "Balken: %[1]s; waagerecht: %[2]s", "Sloupcový graf: %[1]s; vodorovně: %[2]s")
	FirstScore    = say("first-score", "The first player's score, with its %[1]d %% interval", "Punkte des ersten Spielers, mit dem Intervall zu %[1]d %%", "Body prvního hráče s intervalem %[1]d %%")
	HalfDraws     = say("half-draws", "percent, a draw counted half", "Prozent, ein Unentschieden zur Hälfte gezählt", "procenta, remíza za půl")
	FilledPoint   = say("filled-point", "a filled point: 50 lies outside of its interval", "gefüllter Kreis: 50 liegt außerhalb seines Intervalls", "plný kroužek: 50 leží mimo jeho interval")
	IntervalChart = say("interval-chart", "Points with intervals: %[1]s", "Punkte mit Intervallen: %[1]s", "Body s intervaly: %[1]s")
	ScoreSpans    = say("score-spans", "%[1]s (%[2]s to %[3]s)", "%[1]s (%[2]s bis %[3]s)", "%[1]s (%[2]s až %[3]s)")
	MeanCaptured  = say("mean-captured", "seeds captured, in the mean of the games that have the ply", "gefangene Samen, im Mittel der Partien, die den Halbzug haben", "vzatá semena, v průměru partií, které půltah mají")
	AtThePly      = say("the-ply", "ply %[1]d", "Halbzug %[1]d", "půltah %[1]d")
	AtLaterPly    = say("later-ply", "ply %[1]d or later", "Halbzug %[1]d oder später", "půltah %[1]d nebo pozdější")
	SeedsInMean   = say("seeds-in-mean", "%[1]s: %[2]s seeds in the mean, %[3]d in %[4]s", "%[1]s: im Mittel %[2]s Samen, %[3]d in %[4]s", "%[1]s: v průměru %[2]s, celkem %[3]d; %[4]s")
	TreeChart     = say("tree-chart", "Tree, the most frequent first; the widths are shares; %[1]s makes the first move", "Baum, das Häufigste zuerst; die Breiten sind Anteile; %[1]s macht den ersten Zug", "Strom, nejčastější první; šířky jsou podíly; první táhne %[1]s")
	FromHere      = say("from-here", "%[1]s from here", "%[1]s von hier an", "%[1]s odtud")

	// A board as a picture.
	BoardOf   = say("board-of", "%[1]s on 2 x %[2]d pits", "%[1]s auf 2 x %[2]d Mulden", "%[1]s na 2 x %[2]d jamkách")
	SownFrom  = say("sown-from", "from", "von", "odkud")
	SownTo    = say("sown-to", "to", "nach", "kam")
	TakenFrom = say("taken-from", "taken", "gefangen", "sebráno")
	PlyPlayed = say("ply-played", "Ply %[1]d: %[2]s %[3]s", "Halbzug %[1]d: %[2]s %[3]s", "Půltah %[1]d: %[2]s %[3]s")
	OverAfter = say("over-after", "%[1]s; the game is over: %[2]s", "%[1]s; die Partie ist zu Ende: %[2]s", "%[1]s; partie skončila: %[2]s")
	HasWon    = say("has-won", "%[1]s won, %[2]d-%[3]d", "%[1]s gewann, %[2]d-%[3]d", "vyhrál %[1]s, %[2]d-%[3]d")
	WasDrawn  = say("was-drawn", "a draw, %[1]d-%[2]d", "unentschieden, %[1]d-%[2]d", "remíza, %[1]d-%[2]d")

	// The board.
	South        = say("south", "South", "Süd", "Jih")
	North        = say("north", "North", "Nord", "Sever")
	Board        = say("board", "Board", "Brett", "Deska")
	SouthsStore  = say("souths-store", "South's store", "Speicher von Süd", "Sklad Jihu")
	NorthsStore  = say("norths-store", "North's store", "Speicher von Nord", "Sklad Severu")
	PitOf        = say("pit-of", "%[1]s pit %[2]s", "%[1]s, Mulde %[2]s", "%[1]s, jamka %[2]s")
	SownIn       = say("sown-in", "sown in %[1]s", "gesät in %[1]s", "zaseto: %[1]s")
	InStore      = say("in-store", "South %[1]d, North %[2]d seeds in store.", "Im Speicher: Süd %[1]d, Nord %[2]d Samen.", "Semena ve skladu: Jih %[1]d, Sever %[2]d.")
	ToMove       = say("to-move", "%[1]s to move", "%[1]s ist am Zug", "na tahu je %[1]s")
	HasPlayed    = say("has-played", "%[1]s has played %[2]s.", "%[1]s hat %[2]s gespielt.", "%[1]s: zahráno %[2]s.")
	TheStart     = say("the-start", "The start; %[1]s to move.", "Der Anfang; %[1]s ist am Zug.", "Začátek; na tahu je %[1]s.")
	GameOver     = say("game-over", "The game is over.", "Die Partie ist zu Ende.", "Partie skončila.")
	MarkSown     = say("mark-sown", "sown", "gesät", "rozseto")
	MarkLast     = say("mark-last", "last seed in", "letzter Samen", "poslední semeno")
	MarkTaken    = say("mark-taken", "captured from", "gefangen", "vzato")
	MovesNow     = say("moves-now", "to move", "am Zug", "na tahu")
	LastPly      = say("last-ply", "The last ply:", "Der letzte Halbzug:", "Poslední půltah:")
	OpeningCycle = say("opening-cycle", "The opening cycle: each player plays each of its pits once.", "Der Eröffnungszyklus: Jeder Spieler spielt jede seiner Mulden einmal.", "Úvodní cyklus: každý hráč zahraje každou ze svých jamek jednou.")

	// The explorer.
	MovesToHere   = say("moves-to-here", "Moves to here", "Züge bis hierher", "Tahy až sem")
	Back          = say("back", "Back", "Zurück", "Zpět")
	ChooseHint    = say("choose-hint", "Choose a pit or a move to go on. On the board the arrow keys go from pit to pit, a pit's letter sows it, and Backspace goes back.", "Mulde oder Zug wählen, um weiterzugehen. Auf dem Brett führen die Pfeiltasten von Mulde zu Mulde, der Buchstabe einer Mulde sät aus ihr, und die Rücktaste führt zurück.", "Pokračujte volbou jamky nebo tahu. Na desce se mezi jamkami přechází šipkami, písmeno jamky z ní rozseje a Backspace vede zpět.")
	MovesAndGames = say("moves-and-games", "The moves and what came of them", "Die Züge und was aus ihnen wurde", "Tahy a jak dopadly")
	PlayedFrom    = say("played-from-here", "What was played from here, in %[1]s", "Was von hier aus gespielt wurde, in %[1]s", "Co se odtud hrálo; %[1]s")
	CountGames    = say("count-games", "Count the games from here", "Die Partien von hier an zählen", "Spočítat partie odtud")
	CountHint     = say("count-hint", "which takes a look through all of them", "dazu werden alle durchgesehen", "k tomu se projdou všechny")
	Look          = say("look", "Look through the games", "Die Partien durchsehen", "Projít partie")
	LookHint      = say("look-hint", "which takes a moment", "das dauert einen Augenblick", "což chvíli potrvá")
	Looking       = say("looking", "Looking through the games", "Die Partien werden durchgesehen", "Procházejí se partie")
	Counting      = say("counting", "Counting the games from here", "Die Partien von hier an werden gezählt", "Počítají se partie odtud")
	NoGameGoesOn  = say("no-game-goes-on", "No game goes on from here.", "Keine Partie geht von hier aus weiter.", "Odtud žádná partie nepokračuje.")
	PlayedOpened  = say("played-opened", "What was played from here, in %[1]s that %[2]s opened", "Was von hier aus gespielt wurde; von %[2]s eröffnet: %[1]s", "Co se odtud hrálo; zahájil %[2]s: %[1]s")
	GamesOpened   = say("games-opened", "Games that %[1]s opened", "Partien, die %[1]s eröffnet hat", "Partie, které zahájil %[1]s")
	ReachThis     = say("reach-this", "Games that reach this position", "Partien, die diese Stellung erreichen", "Partie, které dospějí do tohoto postavení")
	AllThatReach  = say("all-that-reach", "All games that reach it", "Alle Partien, die sie erreichen", "Všechny partie, které do něj dospějí")
	AtPly         = say("at-ply", "at ply %[1]d", "nach Halbzug %[1]d", "po půltahu %[1]d")
	NotFollowed   = say("not-followed", "Not followed here, as the sowing has not ended after %[1]d laps: %[2]s.", "Hier nicht verfolgt, da die Aussaat nach %[1]d Runden nicht beendet ist: %[2]s.", "Zde se nesleduje, protože rozsévání neskončilo ani po %[1]d kolech: %[2]s.")
	ResultShares  = say("result-shares", "South won %[1]s %%, drawn %[2]s %%, North won %[3]s %%", "Süd gewann %[1]s %%, unentschieden %[2]s %%, Nord gewann %[3]s %%", "výhry Jihu %[1]s %%, remízy %[2]s %%, výhry Severu %[3]s %%")
	Results       = say("results", "results", "Ergebnisse", "výsledky")

	// A game.
	GameNumber   = say("game-number", "Game %[1]d", "Partie %[1]d", "Partie %[1]d")
	Replay       = say("replay", "Replay", "Nachspielen", "Přehrávání")
	Position     = say("position", "Position", "Stellung", "Postavení")
	Start        = say("start", "Start", "Anfang", "Začátek")
	Previous     = say("previous", "Previous", "Zurück", "Předchozí")
	Play         = say("play", "Play", "Abspielen", "Přehrát")
	Stop         = say("stop", "Stop", "Anhalten", "Zastavit")
	Next         = say("next", "Next", "Weiter", "Další")
	End          = say("end", "End", "Ende", "Konec")
	Speed        = say("speed", "Speed", "Tempo", "Rychlost")
	Slow         = say("slow", "slow", "langsam", "pomalu")
	UsualSpeed   = say("usual-speed", "usual", "üblich", "obvykle")
	Fast         = say("fast", "fast", "schnell", "rychle")
	NoSowing     = say("no-sowing", "no sowing", "ohne Aussaat", "bez rozsévání")
	KeysHint     = say("keys-hint", "Keys: left and right for a ply, Home and End, Space plays.", "Tasten: links und rechts für einen Halbzug, Pos1 und Ende, die Leertaste spielt ab.", "Klávesy: vlevo a vpravo o půltah, Home a End, mezerník přehrává.")
	MarginCurve  = say("margin-curve", "Margin: South's seeds in store minus North's, from %[1]d to %[2]d", "Vorsprung: Samen von Süd im Speicher minus die von Nord, von %[1]d bis %[2]d", "Náskok: semena Jihu ve skladu minus semena Severu, od %[1]d do %[2]d")
	MarginLabel  = say("margin-label", "South's seeds in store minus North's, ply by ply: at the end %[1]d, at most %[2]d, at least %[3]d", "Samen von Süd im Speicher minus die von Nord, Halbzug für Halbzug: am Ende %[1]d, höchstens %[2]d, mindestens %[3]d", "Semena Jihu ve skladu minus semena Severu, půltah po půltahu: na konci %[1]d, nejvíce %[2]d, nejméně %[3]d")
	EndsOver     = say("ends-over", "At the end the game is over.", "Die Partie ist zu Ende.", "Partie skončila.")
	EndsSwept    = say("ends-swept", "At the end the game is over; with what is left on the board South has %[1]d seeds and North %[2]d.", "Die Partie ist zu Ende; mit dem, was auf dem Brett bleibt, hat Süd %[1]d Samen und Nord %[2]d.", "Partie skončila; s tím, co zbylo na desce, má Jih semen %[1]d a Sever %[2]d.")
	ExploreThis  = say("explore-this", "Explore this position", "Diese Stellung erkunden", "Prozkoumat toto postavení")
	Moves        = say("moves", "Moves", "Züge", "Tahy")
	Tags         = say("tags", "Tags", "Tags", "Značky")
	TheText      = say("text", "Record", "Aufzeichnung", "Záznam")
	TheRecord    = say("the-record", "The record", "Die Aufzeichnung", "Záznam partie")
	PlyPasses    = say("ply-passes", "Ply %[1]d: %[2]s passes.", "Halbzug %[1]d: %[2]s setzt aus.", "Půltah %[1]d: %[2]s vynechává tah.")
	PlySows      = say("ply-sows", "Ply %[1]d: %[2]s sows %[3]s, %[4]s.", "Halbzug %[1]d: %[2]s sät %[3]s, %[4]s.", "Půltah %[1]d: %[2]s rozsévá %[3]s, %[4]s.")
	PlyCaptures  = say("ply-captures", "Ply %[1]d: %[2]s sows %[3]s, %[4]s, captures %[5]d.", "Halbzug %[1]d: %[2]s sät %[3]s, %[4]s, fängt %[5]d.", "Půltah %[1]d: %[2]s rozsévá %[3]s, %[4]s, bere %[5]d.")
	FirstLaps    = say("first-laps", "The first %[1]d of %[2]d laps were shown.", "Die ersten %[1]d von %[2]d Runden wurden gezeigt.", "Ukázáno bylo prvních %[1]d kol z %[2]d.")
	Complete     = say("verdict-complete", "complete", "vollständig", "dohraná")
	Decided      = say("verdict-decided", "decided", "entschieden", "rozhodnutá")
	Unfinished   = say("verdict-unfinished", "unfinished", "unvollendet", "nedohraná")
	SouthLeads   = say("south-leads", "South leads", "Süd führt", "vede Jih")
	NorthLeads   = say("north-leads", "North leads", "Nord führt", "vede Sever")
	Variation    = say("variation", "Variation:", "Variante:", "Varianta:")
	InVariation  = say("in-variation", "In a variation.", "In einer Variante.", "Ve variantě.")
	NotPlayed    = say("not-played", "Cannot be played:", "Nicht spielbar:", "Nelze zahrát:")
	MoreInText   = say("more-in-text", "More of it is in the record below.", "Mehr davon steht unten in der Aufzeichnung.", "Více je v záznamu níže.")
	FirstPlies   = say("first-plies", "The first %[1]d of %[2]d plies are shown; more is in the record below.", "Gezeigt werden die ersten %[1]d von %[2]d Halbzügen; mehr steht unten in der Aufzeichnung.", "Zobrazeno je prvních %[1]d půltahů z %[2]d; více je v záznamu níže.")
	TextsCut     = say("texts-cut", "Not all comments are shown; more is in the record below.", "Nicht alle Kommentare werden gezeigt; mehr steht unten in der Aufzeichnung.", "Nejsou zobrazeny všechny komentáře; více je v záznamu níže.")
	RecordCut    = say("record-cut", "The record is longer than what is shown of it; alai show has all.", "Die Aufzeichnung ist länger als gezeigt; alai show hat alles.", "Záznam je delší, než je zobrazeno; vše má alai show.")
	Contradicted = say("verdict-contradiction", "contradiction", "widersprüchlich", "rozporná")

	// What cannot be shown.
	CannotShow   = say("cannot-show", "It cannot be shown", "Das lässt sich nicht zeigen", "Nelze zobrazit")
	NotFound     = say("not-found", "Not found", "Nicht gefunden", "Nenalezeno")
	NoSuchPage   = say("no-such-page", "There is no such page.", "Diese Seite gibt es nicht.", "Taková stránka není.")
	NoPlayer     = say("no-player", "There is no player %[1]s in the archive.", "Einen Spieler %[1]s gibt es im Archiv nicht.", "Hráč %[1]s v archivu není.")
	SeveralOfIt  = say("several-players", "There are several players %[1]s. Which is meant?", "Es gibt mehrere Spieler %[1]s. Welcher ist gemeint?", "Hráčů %[1]s je několik. Kterého máte na mysli?")
	NoMatch      = say("no-match", "There is no match %[1]s in the archive.", "Einen Wettkampf %[1]s gibt es im Archiv nicht.", "Zápas %[1]s v archivu není.")
	FieldWrong   = say("field-wrong", "%[1]s: %[2]s is not understood. Expected: %[3]s.", "%[1]s: %[2]s ist nicht verständlich. Erwartet: %[3]s.", "%[1]s: hodnotě %[2]s nelze rozumět. Očekává se: %[3]s.")
	FieldMissing = say("field-missing", "%[1]s: nothing is given. Expected: %[2]s.", "%[1]s: Angabe fehlt. Erwartet: %[2]s.", "%[1]s: údaj chybí. Očekává se: %[2]s.")
	NoSense      = say("no-sense", "This address makes no sense", "Diese Adresse ergibt keinen Sinn", "Tato adresa nedává smysl")
	TooMuchAsked = say("too-much-asked", "Its filters have %[1]d values and words; at most %[2]d are looked for.", "Ihre Filter haben %[1]d Werte und Wörter; gesucht wird nach höchstens %[2]d.", "Její filtry mají %[1]d hodnot a slov; hledá se nejvýše %[2]d.")
	Unreadable   = say("unreadable", "Its parameters cannot be read.", "Ihre Parameter sind nicht lesbar.", "Její parametry nelze přečíst.")
	TookTooLong  = say("took-too-long", "This took too long", "Das hat zu lange gedauert", "Trvalo to příliš dlouho")
	NoAnswerYet  = say("no-answer", "There was no answer within %[1]s. Fewer filters, or the command line, may give one.", "Innerhalb von %[1]s kam keine Antwort. Weniger Filter oder die Kommandozeile helfen vielleicht.", "Do %[1]s odpověď nepřišla. Pomoci může méně filtrů nebo příkazová řádka.")
	ArchiveGone  = say("archive-gone", "The archive is no longer at its place", "Das Archiv ist nicht mehr an seinem Platz", "Archiv už není na svém místě")
	StartAgain   = say("start-again", "It was removed, or another file was put in its place. Start alai serve again.", "Es wurde entfernt, oder eine andere Datei steht an seinem Platz. Bitte alai serve neu starten.", "Byl odstraněn, nebo je na jeho místě jiný soubor. Spusťte alai serve znovu.")
	ThisIsWrong  = say("went-wrong", "This went wrong", "Das ist schiefgegangen", "Něco se nepovedlo")
	NoGameNumber = say("no-game-number", "A game's address ends in its number.", "Die Adresse einer Partie endet mit ihrer Nummer.", "Adresa partie končí jejím číslem.")
	FewerPlies   = say("fewer-plies", "Game %[1]d has fewer plies: %[2]d.", "Partie %[1]d hat weniger Halbzüge: %[2]d.", "Partie %[1]d má méně půltahů: %[2]d.")
	FewerAsides  = say("fewer-asides", "Game %[1]d has fewer plies in variations: %[2]d.", "Partie %[1]d hat weniger Halbzüge in Varianten: %[2]d.", "Partie %[1]d má ve variantách méně půltahů: %[2]d.")
	NoGameOfThat = say("no-game", "There is no game %[1]d in the archive.", "Eine Partie %[1]d gibt es im Archiv nicht.", "Partie %[1]d v archivu není.")
)

// What stands around the boards of a game's rules.
var (
	BoardNamed    = say("board-named", "The board, with its pits as records name them:", "Das Brett, mit den Mulden, wie Aufzeichnungen sie nennen:", "Deska s jamkami, jak je jmenují záznamy:")
	BoardNumbered = say("board-numbered", "and as the drawing numbers them (--moves numbers):", "und wie die Zeichnung sie beziffert (--moves numbers):", "a jak je čísluje obrázek (--moves numbers):")
	RuleOptions   = say("rule-options", "Rule options, as a Rules tag or --rules names them:", "Regeloptionen, wie ein Tag Rules oder --rules sie nennt:", "Volby pravidel, jak je jmenuje značka Rules nebo --rules:")
	ReadingAsked  = say("reading-asked", "The reading asked for: %[1]s.", "Die verlangte Lesart: %[1]s.", "Požadované čtení: %[1]s.")
)

// What is counted.
var (
	GameCount   = counted("n-games", "%[1]d game", "%[1]d games", "%[1]d Partie", "%[1]d Partien", "%[1]d partie", "%[1]d partie", "%[1]d partií")
	NotCounted  = counted("n-not-counted", "%[1]d contradictory game is not counted.", "%[1]d contradictory games are not counted.", "%[1]d widersprüchliche Partie ist nicht mitgezählt.", "%[1]d widersprüchliche Partien sind nicht mitgezählt.", "%[1]d rozporná partie se nepočítá.", "%[1]d rozporné partie se nepočítají.", "%[1]d rozporných partií se nepočítá.")
	FilterCount = counted("n-filters", "%[1]d filter", "%[1]d filters", "%[1]d Filter", "%[1]d Filter", "%[1]d filtr", "%[1]d filtry", "%[1]d filtrů")
	SeedCount   = counted("n-seeds", "%[1]d seed", "%[1]d seeds", "%[1]d Samen", "%[1]d Samen", "%[1]d semeno", "%[1]d semena", "%[1]d semen")
	LapCount    = counted("n-laps", "%[1]d lap", "%[1]d laps", "%[1]d Runde", "%[1]d Runden", "%[1]d kolo", "%[1]d kola", "%[1]d kol")
	PlyCount    = counted("n-plies", "%[1]d ply", "%[1]d plies", "%[1]d Halbzug", "%[1]d Halbzüge", "%[1]d půltah", "%[1]d půltahy", "%[1]d půltahů")
)

// The filters that forms offer, which the command line calls by their English keys:
// what they are called and, behind the colon, what they mean.
var _ = []Key{
	say("filter-game", "game: which game", "Spiel: welches Spiel", "hra: která hra"),
	say("filter-pits", "pits: in a row", "Mulden: in einer Reihe", "jamky: v řadě"),
	say("filter-rules", "rules: which reading of them", "Regeln: welche Lesart", "pravidla: které čtení"),
	say("filter-player", "player: the name of either player", "Spieler: Name eines der Spieler", "hráč: jméno jednoho z hráčů"),
	say("filter-south", "south: South's name", "Süd: Name von Süd", "Jih: jméno Jihu"),
	say("filter-north", "north: North's name", "Nord: Name von Nord", "Sever: jméno Severu"),
	say("filter-event", "event: the event's name", "Turnier: Name des Turniers", "turnaj: název turnaje"),
	say("filter-site", "site: where it was played", "Ort: wo gespielt wurde", "místo: kde se hrálo"),
	say("filter-match", "match: the match's name", "Wettkampf: Name des Wettkampfs", "zápas: název zápasu"),
	say("filter-since", "since: played at this date or later", "seit: an diesem Datum oder später gespielt", "od: hráno toho dne nebo později"),
	say("filter-until", "until: played at this date or earlier", "bis: an diesem Datum oder früher gespielt", "do: hráno toho dne nebo dříve"),
	say("filter-result", "result: how it ended", "Ergebnis: wie sie ausging", "výsledek: jak skončila"),
	say("filter-verdict", "verdict: what the replay says of the record", "Urteil: was das Nachspielen von der Aufzeichnung sagt", "verdikt: co o záznamu říká přehrání"),
	say("filter-termination", "termination: why the game ended", "Abschluss: warum die Partie endete", "ukončení: proč partie skončila"),
	say("filter-text", "text: words in tags or comments", "Text: Wörter in Tags oder Kommentaren", "text: slova ve značkách nebo komentářích"),
	say("filter-min-plies", "min plies: at least so many plies", "Halbzüge mindestens: wenigstens so viele Halbzüge", "půltahů nejméně: alespoň tolik půltahů"),
	say("filter-max-plies", "max plies: at most so many plies", "Halbzüge höchstens: nicht mehr Halbzüge", "půltahů nejvýše: ne více půltahů"),
	// These stand in addresses only.
	say("filter-source", "source: the file that the game came from", "Quelle: die Datei, aus der die Partie kam", "zdroj: soubor, z něhož partie přišla"),
	say("filter-tag", "tag: a tag and its value", "Tag: ein Tag und sein Wert", "značka: značka a její hodnota"),
	say("filter-line", "line: the moves that it begins with", "Zugfolge: die Züge, mit denen sie beginnt", "tahy: tahy, kterými začíná"),
	say("filter-position", "position: one that is reached", "Stellung: eine, die erreicht wird", "postavení: k němuž se dospěje"),
	say("filter-id", "id: the number in the archive", "Archiv-Nr.: Nummer im Archiv", "č. v archivu: číslo v archivu"),
	say("filter-first", "first: who opens", "Anziehender: wer eröffnet", "zahajující: kdo zahajuje"),
	say("filter-name", "name: who or what is meant", "Name: wer oder was gemeint ist", "jméno: kdo nebo co se myslí"),
	say("filter-section", "section: which part of the page", "Abschnitt: welcher Teil der Seite", "oddíl: která část stránky"),
	say("filter-page", "page: which page of the list", "Seite: welche Seite der Liste", "stránka: která stránka seznamu"),
	say("filter-sort", "order: of the list", "Reihenfolge: der Liste", "pořadí: v seznamu"),
	say("filter-ply", "ply: which ply", "Halbzug: welcher Halbzug", "půltah: který půltah"),
	say("filter-lang", "language: of the pages", "Sprache: der Seiten", "jazyk: stránek"),
}

// What the value of a filter has to be, where that is not any text.
var _ = []Key{
	say("form-game", "adji-boto, en-dodoi or cross-endodoi", "adji-boto, en-dodoi oder cross-endodoi", "adji-boto, en-dodoi nebo cross-endodoi"),
	say("form-pits", "a whole number", "eine ganze Zahl", "celé číslo"),
	say("form-rules", "usual, or rule options as a Rules tag has them", "usual oder Regeloptionen wie im Tag Rules", "usual nebo volby pravidel jako ve značce Rules"),
	say("form-since", "a date such as 1928, 1928.05 or 1928.05.13", "ein Datum wie 1928, 1928.05 oder 1928.05.13", "datum jako 1928, 1928.05 nebo 1928.05.13"),
	say("form-until", "a date such as 1928, 1928.05 or 1928.05.13", "ein Datum wie 1928, 1928.05 oder 1928.05.13", "datum jako 1928, 1928.05 nebo 1928.05.13"),
	say("form-result", "1-0, 0-1, 1/2-1/2 or *", "1-0, 0-1, 1/2-1/2 oder *", "1-0, 0-1, 1/2-1/2 nebo *"),
	say("form-verdict", "complete, decided, unfinished or contradiction", "complete, decided, unfinished oder contradiction", "complete, decided, unfinished nebo contradiction"),
	say("form-text", "words", "Wörter", "slova"),
	say("form-tag", "a tag's name, = and its value", "Name eines Tags, = und sein Wert", "jméno značky, = a její hodnota"),
	say("form-min-plies", "a whole number", "eine ganze Zahl", "celé číslo"),
	say("form-max-plies", "a whole number", "eine ganze Zahl", "celé číslo"),
	say("form-id", "a whole number", "eine ganze Zahl", "celé číslo"),
	say("form-line", "moves that are legal, such as D b A", "erlaubte Züge, etwa D b A", "přípustné tahy, třeba D b A"),
	say("form-position", "a position in one line, with the pits of the board", "eine Stellung in einer Zeile, mit den Mulden des Bretts", "postavení na jednom řádku, s jamkami desky"),
	say("form-first", "south or north, which a position says itself", "south oder north, was eine Stellung selbst sagt", "south nebo north, což postavení říká samo"),
	say("form-name", "the name of one of the archive", "ein Name aus dem Archiv", "jméno z archivu"),
	say("form-section", "names, record, opponents, openings, longest or closest", "names, record, opponents, openings, longest oder closest", "names, record, opponents, openings, longest nebo closest"),
	say("form-page", "a number from 1 to 200", "eine Zahl von 1 bis 200", "číslo od 1 do 200"),
	say("form-sort", "one of the orders of the heads of the list", "eine der Reihenfolgen der Spaltenköpfe", "jedno z pořadí v záhlaví seznamu"),
	say("form-ply", "a number", "eine Zahl", "číslo"),
	say("form-lang", "en, de or cs", "en, de oder cs", "en, de nebo cs"),
}

// The results, as records write them.
var _ = []Key{
	say("result-1-0", "1-0: South won", "1-0: Süd gewann", "1-0: vyhrál Jih"),
	say("result-0-1", "0-1: North won", "0-1: Nord gewann", "0-1: vyhrál Sever"),
	say("result-1/2-1/2", "1/2-1/2: drawn", "1/2-1/2: unentschieden", "1/2-1/2: remíza"),
	say("result-*", "*: no result", "*: ohne Ergebnis", "*: bez výsledku"),
}

// The sides, as records and the command line call them.
var _ = []Key{
	say("side-South", "South", "Süd", "Jih"),
	say("side-North", "North", "Nord", "Sever"),
}

// The measures of the statistics, which the command line and JSON call by their
// English keys. Those of a spread are made of what is measured and which value it is.
var _ = []Key{
	say("measure-records", "games", "Partien", "partie"),
	say("measure-complete", "complete games", "vollständige Partien", "dohrané partie"),
	say("measure-decided", "decided games", "entschiedene Partien", "rozhodnuté partie"),
	say("measure-unfinished", "unfinished games", "unvollendete Partien", "nedohrané partie"),
	say("measure-contradiction", "contradictory games", "widersprüchliche Partien", "rozporné partie"),
	say("measure-south", "South won", "Süd gewann", "výhry Jihu"),
	say("measure-draws", "drawn", "unentschieden", "remízy"),
	say("measure-north", "North won", "Nord gewann", "výhry Severu"),
	say("measure-no_result", "without a result", "ohne Ergebnis", "bez výsledku"),
	say("measure-first_pct", "first player's score (%)", "Punkte des ersten Spielers (%)", "body prvního hráče (%)"),
	say("measure-first_low", "first player's score, lower bound of the 95 % confidence interval", "Punkte des ersten Spielers, Untergrenze (95-%-Konfidenzintervall)", "body prvního hráče, dolní mez 95% intervalu spolehlivosti"),
	say("measure-first_high", "first player's score, upper bound of the 95 % confidence interval", "Punkte des ersten Spielers, Obergrenze (95-%-Konfidenzintervall)", "body prvního hráče, horní mez 95% intervalu spolehlivosti"),
	say("spread-plies", "plies of a game", "Halbzüge einer Partie", "půltahy partie"),
	say("spread-captured", "seeds captured in a game", "gefangene Samen einer Partie", "vzatá semena v partii"),
	say("spread-margin", "margin, South minus North", "Vorsprung, Süd minus Nord", "náskok, Jih minus Sever"),
	say("spread-passes", "passes in a game", "ausgesetzte Züge einer Partie", "vynechané tahy v partii"),
	say("spread-capture", "seeds of a capture", "Samen eines Fangs", "semena jednoho braní"),
	say("spread-laps", "laps of a sowing", "Runden einer Aussaat", "kola jednoho rozsévání"),
	say("value-mean", "mean", "Mittelwert", "průměr"),
	say("value-min", "least", "kleinster Wert", "nejmenší"),
	say("value-q1", "lower quartile", "unteres Quartil", "dolní kvartil"),
	say("value-median", "median", "Median", "medián"),
	say("value-q3", "upper quartile", "oberes Quartil", "horní kvartil"),
	say("value-max", "greatest", "größter Wert", "největší"),
}

var (
	measureEnded    = say("measure-ended", "ended: %[1]s", "Schluss: %[1]s", "konec: %[1]s")
	measurePlayed   = say("measure-played", "pit %[1]s: times played", "Mulde %[1]s: so oft gespielt", "jamka %[1]s: kolikrát hrána")
	measureCaptured = say("measure-captured", "pit %[1]s: times captured", "Mulde %[1]s: so oft gefangen", "jamka %[1]s: kolikrát vzata")
	measureOpens    = say("measure-opens", "%[1]s opens its pits in the order %[2]s", "%[1]s eröffnet die Mulden in der Reihenfolge %[2]s", "%[1]s zahajuje jamkami v pořadí %[2]s")
)

// The heads of columns, which the command line and JSON call by their English keys.
var _ = []Key{
	say("column-id", "id", "Archiv-Nr.", "č. v archivu"),
	say("column-source", "source", "Quelle", "zdroj"),
	say("column-date", "date", "Datum", "datum"),
	say("column-event", "event", "Turnier", "turnaj"),
	say("column-site", "site", "Ort", "místo"),
	say("column-round", "round", "Runde", "kolo"),
	say("column-south", "south", "Süd", "Jih"),
	say("column-north", "north", "Nord", "Sever"),
	say("column-result", "result", "Ergebnis", "výsledek"),
	say("column-score", "score", "Samen", "semena"),
	say("column-game", "game", "Spiel", "hra"),
	say("column-pits", "pits", "Mulden", "jamky"),
	say("column-rules", "rules", "Regeln", "pravidla"),
	say("column-plies", "plies", "Halbzüge", "půltahy"),
	say("column-verdict", "verdict", "Urteil", "verdikt"),
	say("column-match", "match", "Wettkampf", "zápas"),
	say("column-termination", "termination", "Abschluss", "ukončení"),
	say("column-player", "player", "Spieler", "hráč"),
	say("column-opponent", "opponent", "Gegner", "soupeř"),
	say("column-name", "name", "Name", "jméno"),
	say("column-side", "side", "Seite", "strana"),
	say("column-moves", "moves", "Züge", "tahy"),
	say("column-move", "move", "Zug", "tah"),
	say("column-games", "games", "Partien", "partie"),
	say("column-won", "won", "gewonnen", "výhry"),
	say("column-drawn", "drawn", "remis", "remízy"),
	say("column-lost", "lost", "verloren", "prohry"),
	say("column-no_result", "no result", "ohne Ergebnis", "bez výsledku"),
	say("column-score_pct", "score (%)", "Punkte (%)", "body (%)"),
	say("column-mean_margin", "mean margin", "mittlerer Vorsprung", "průměrný náskok"),
	say("column-mean_plies", "mean plies", "mittlere Halbzüge", "průměr půltahů"),
	say("column-as_south", "as south", "als Süd", "za Jih"),
	say("column-as_north", "as north", "als Nord", "za Sever"),
	say("column-south_score_pct", "score as south (%)", "Punkte als Süd (%)", "body za Jih (%)"),
	say("column-north_score_pct", "score as north (%)", "Punkte als Nord (%)", "body za Sever (%)"),
	say("column-share", "share (%)", "Anteil (%)", "podíl (%)"),
	say("column-draws", "draws", "remis", "remízy"),
	say("column-unfinished", "unfinished", "unvollendet", "nedohrané"),
	say("column-reached", "reached", "erreicht", "dosaženo"),
	say("column-player_a", "player A", "Spieler A", "hráč A"),
	say("column-player_b", "player B", "Spieler B", "hráč B"),
	say("column-wins_a", "wins of A", "Siege A", "výhry A"),
	say("column-wins_b", "wins of B", "Siege B", "výhry B"),
	say("column-target", "wins needed", "Siege nötig", "potřebné výhry"),
	say("column-winner", "winner", "Sieger", "vítěz"),
	say("column-decided_game", "decided game", "entscheidende Partie", "rozhodující partie"),
	say("column-problems", "problems", "Mängel", "nesrovnalosti"),
	say("column-number", "game of the series", "Partie der Serie", "pořadí v sérii"),
	say("column-tally", "tally", "Stand", "stav"),
	say("column-reading", "reading", "Lesart", "čtení"),
	say("column-measure", "measure", "Größe", "veličina"),
	say("column-value", "value", "Wert", "hodnota"),
	say("column-south_pct", "south (%)", "Süd (%)", "Jih (%)"),
	say("column-draw_pct", "draws (%)", "remis (%)", "remízy (%)"),
	say("column-north_pct", "north (%)", "Nord (%)", "Sever (%)"),
	say("column-opening_cycle", "opening cycle", "Eröffnungszyklus", "úvodní cyklus"),
	say("column-first_pct", "first player (%)", "erster Spieler (%)", "první hráč (%)"),
	say("column-first_low", "lower bound (95 %)", "Untergrenze (95 %)", "dolní mez (95 %)"),
	say("column-first_high", "upper bound (95 %)", "Obergrenze (95 %)", "horní mez (95 %)"),
	say("column-low", "low", "von", "od"),
	say("column-high", "high", "bis", "do"),
	say("column-seeds", "seeds", "Samen", "semena"),
	say("column-mean", "mean", "Mittel", "průměr"),
	say("column-ply", "ply", "Halbzug", "půltah"),
}
