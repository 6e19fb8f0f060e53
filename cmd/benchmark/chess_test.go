package main

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// Pieces keep to their half, and no two come to stand on one square.
func TestChessBoard(t *testing.T) {
	b := newChessBoard()
	rng := rand.New(rand.NewPCG(1, 1))
	for ply := range 2000 {
		b.randomMove(rng, ply%2)
		seen := map[square]bool{}
		for side := range 2 {
			for _, s := range append(b.knights[side][:], b.pawns[side][:]...) {
				if seen[s] || !own(s, side) || !b.full[s] {
					t.Fatalf("ply %d: %v stands wrong", ply, s)
				}
				seen[s] = true
			}
		}
	}
}

// pgn-extract, where it is installed, finds no fault in the games.
func TestChessIsLegal(t *testing.T) {
	program, err := exec.LookPath("pgn-extract")
	if err != nil {
		t.Log("pgn-extract is not installed: the games are not checked by it")
		return
	}
	var games, messages bytes.Buffer
	if err := writeChess(&games, 50, 80, 1); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-r")
	cmd.Stdin, cmd.Stderr = &games, &messages
	if err := cmd.Run(); err != nil || !strings.Contains(messages.String(), "50 games matched out of 50") {
		t.Errorf("%v: %s", err, messages.String())
	}
}
