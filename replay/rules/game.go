package rules

// Boards returns the fewest and the most pits a row that the game is played on.
func (g Game) Boards() (lo, hi int) {
	switch g {
	case AdjiBoto:
		return 5, 5
	case EnDodoi:
		return 6, 10
	case CrossEndodoi:
		return 6, 6
	}
	return 0, 0
}
