package main

import "alai/replay/rules"

// rulesText is each game's rules as package rules plays them. docs/rules.md says
// the same with more examples.
var rulesText = map[rules.Game]string{
	rules.AdjiBoto:     adjiBotoText,
	rules.EnDodoi:      enDodoiText,
	rules.CrossEndodoi: crossEndodoiText,
}

const adjiBotoText = `ADJI-BOTO
Two rows of five pits, ten seeds in each, 100 seeds; a store at each end, called boto. South moves first.

Moving
  The mover takes one of its own pits, leaves one seed there and sows the others one by one into the following
  pits, counter-clockwise, in a single lap. A sowing of more than 9 seeds passes its pit of origin like any other
  and sows into it. A pit with fewer than 2 seeds cannot be played.

The opening cycle
  In its first five turns each player plays each of its five pits once, in any order. Nothing is captured in
  these ten plies; there are 5! x 5! = 14,400 ways to play them.

Capturing, from the 11th ply on
  If the pit after the landing pit holds exactly 1, 3 or 5 seeds they go to the mover's store, and so on while each
  next pit holds 1, 3 or 5, on either side of the board. The landing pit is never captured.
  Decision: an empty pit ends the chain. The sources differ: two say so (Herskovits 1929; "a continuous sequence of
  holes with 1, 3 or 5"), one may be read to step over it, which is the option chain=over-empty.

Passing
  A player whose pits all hold fewer than 2 seeds must pass, and may pass only then.

The end
  When neither player can move, each sweeps its own row into its own store. More seeds win.
  Decision: 50-50 is a draw; the sources name no tie.
  Nothing bars a repeated position: a game may go on for ever, and such a record is unfinished.

Other readings
  captures-from=k   captures begin once k-1 pits have been opened (11 unless said). While a player has unopened pits
                    it may play only those, and passes if none of them holds 2 seeds. Decision: each player's cycle
                    is its own.
  chain=over-empty  after the first captured pit an empty pit is stepped over and does not end the chain.
  end=stuck         the game ends as soon as the player to move cannot move. That player has lost, but with 50 seeds
                    or more in its store the game is a draw. Nothing is swept, and no score is derived.
  landing=taken     a chain that runs all the way round may take the landing pit too.
  herskovits-1929   end=stuck,landing=taken: the reading of Herskovits' field report that the Ludii project encodes.
  direction=clockwise  sowing goes the other way.

Sources
  Mancala World's rule page; M. J. Herskovits, "Adjiboto, an African game of the Bush-Negroes of Dutch Guiana", Man 29
  (1929), as the Ludii project encodes it; the Swedish encyclopedia article on the game.
`

const enDodoiText = `EN DODOI
Two rows of 6 to 10 pits, four seeds in each, 48 to 80 seeds; no stores on the board, captured seeds are kept aside.
South moves first.

Moving
  The mover takes all seeds of one of its own pits and sows them one by one, counter-clockwise; the pit of origin is
  sown like any other. If the last seed falls into an occupied pit, everything there is taken up, the last seed
  included, and sown on from there (a relay, each part of it a lap). The sowing ends when the last seed falls into an
  empty pit.
  Decision: a sowing that never ends is not a move: it is illegal. An endless relay must come back to the board and pit
  it began with, since a lap can be undone in exactly one way; a relay of 1,000,000 laps counts as endless too.

Capturing
  If the last seed falls into an empty pit of the mover's own row, the seeds of the opposite pit are captured, and the
  capturing seed with them.
  Decision: with the opposite pit empty nothing is captured and the seed stays, as the rules of Cross-Endodoi say
  outright. That the capturing seed is taken all the same is the option lone=taken.

The end
  When the player to move cannot move, all seeds left on the board go to the player who made the last move. More seeds
  win; equal is a draw. A player all of whose occupied pits sow endlessly cannot move.

Matches
  Players play a series until one has an agreed number of wins, and keep count with tally splinters, ol alai.

Other readings
  lone=taken           the capturing seed is taken although the opposite pit is empty.
  seeds=3, 5, 6        so many seeds a pit; some sources start with 3 to 6.
  direction=clockwise  sowing goes the other way.

Sources
  Mancala World's rule page; the rule on the seeds left is that of Enkeshui and other Maasai games.
`

const crossEndodoiText = `CROSS-ENDODOI
W. D. Troyka, 2002. Two rows of six pits, three seeds in each, 36 seeds. South moves first.
No other program has refereed the moves of this game as it is played here.

Moving
  As in En Dodoi, but a pit with an odd number of seeds is sown clockwise and one with an even number counter-clockwise,
  and each lap of a relay takes its direction anew from the number taken up.
  Decision: some descriptions say only that the captures are adapted to play across the rows; these are the
  inventor's rules as Mancala World gives them.
  A sowing that never ends is illegal. Here a lap can be undone in more than one way, so an endless relay need not come
  back to where it began; it is found by Brent's method.

Capturing
  If the last seed falls into an empty pit of the mover's own row, the seeds of the opposite pit are captured, and the
  capturing seed with them. With the opposite pit empty nothing is captured.

The end
  When the player to move cannot move, the seeds left go to its opponent. More seeds win; equal is a draw.

Other readings
  seeds=4, 5, 6        so many seeds a pit.
  direction=clockwise  both directions are turned round.

Sources
  Mancala World's rule page.
`
