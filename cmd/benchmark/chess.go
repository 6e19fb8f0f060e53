package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
)

// writeChess writes a PGN file of n legal chess games of about plies plies
// each, as work for the chess programs to compare with. Only pawns and knights
// move, and nothing is ever captured: White keeps to the ranks 1 to 4 and Black
// to 5 to 8, so that no piece comes to attack a king and no rules engine is
// needed to know that every move is legal.
func writeChess(w io.Writer, n, plies int, seed uint64) error {
	out := bufio.NewWriterSize(w, 1<<20)
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		fmt.Fprintf(out, "[Event \"Self-play %d\"]\n[Site \"?\"]\n[Date \"2026.%02d.%02d\"]\n[Round \"%d\"]\n[White \"Player %d\"]\n[Black \"Player %d\"]\n[Result \"*\"]\n\n",
			seed, 1+rng.IntN(12), 1+rng.IntN(28), i+1, rng.IntN(400), rng.IntN(400))
		b := newChessBoard()
		column := 0
		for ply := range plies {
			token := b.randomMove(rng, ply%2)
			if ply%2 == 0 {
				token = fmt.Sprintf("%d. %s", ply/2+1, token)
			}
			if column+1+len(token) > 79 {
				out.WriteByte('\n')
				column = 0
			} else if column > 0 {
				out.WriteByte(' ')
				column++
			}
			out.WriteString(token)
			column += len(token)
		}
		out.WriteString(" *\n\n")
	}
	return out.Flush()
}

// A square is file + 8*rank, both from 0.
type square int

func (s square) String() string { return string([]byte{'a' + byte(s%8), '1' + byte(s/8)}) }

type chessBoard struct {
	full    [64]bool
	knights [2][2]square
	pawns   [2][8]square
}

func newChessBoard() *chessBoard {
	b := &chessBoard{knights: [2][2]square{{1, 6}, {57, 62}}}
	for file := range 8 {
		b.pawns[0][file], b.pawns[1][file] = square(8+file), square(48+file)
		for _, rank := range []int{0, 1, 6, 7} {
			b.full[8*rank+file] = true
		}
	}
	return b
}

// own reports whether a square is in the half of side.
func own(s square, side int) bool { return int(s)/32 == side }

// randomMove plays a random move of side and returns it in algebraic notation.
func (b *chessBoard) randomMove(rng *rand.Rand, side int) string {
	for {
		if rng.IntN(4) == 0 {
			pawn := &b.pawns[side][rng.IntN(8)]
			if to := *pawn + square(8-16*side); own(to, side) && !b.full[to] {
				b.full[*pawn], b.full[to] = false, true
				*pawn = to
				return to.String()
			}
			continue
		}
		k := rng.IntN(2)
		knight, other := &b.knights[side][k], b.knights[side][1-k]
		to, ok := knightJump(*knight, rng.IntN(8))
		if !ok || !own(to, side) || b.full[to] {
			continue
		}
		from := *knight
		b.full[from], b.full[to] = false, true
		*knight = to
		if !jumps(other, to) {
			return "N" + to.String()
		}
		if from%8 != other%8 {
			return "N" + from.String()[:1] + to.String()
		}
		return "N" + from.String()[1:] + to.String()
	}
}

// knightJump returns where the i-th of a knight's eight jumps leads, if on the board.
func knightJump(from square, i int) (square, bool) {
	d := [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}[i]
	file, rank := int(from)%8+d[0], int(from)/8+d[1]
	return square(file + 8*rank), file >= 0 && file < 8 && rank >= 0 && rank < 8
}

func jumps(from, to square) bool {
	for i := range 8 {
		if s, ok := knightJump(from, i); ok && s == to {
			return true
		}
	}
	return false
}
