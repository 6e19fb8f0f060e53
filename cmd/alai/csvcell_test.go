package main

import (
	"strings"
	"testing"
)

func TestGuardCell(t *testing.T) {
	for cell, want := range map[string]string{
		"":                  "",
		"A. Player":         "A. Player",
		"=cmd|' /C calc'!A": "'=cmd|' /C calc'!A",
		"+1+1":              "'+1+1",
		"-2+3+cmd":          "'-2+3+cmd",
		"@SUM(A1)":          "'@SUM(A1)",
		"＝1":                "'＝1",
		"-- A b":            "'-- A b",
		"-12.0":             "-12.0",
		"+7":                "+7",
		"-":                 "-",
		"--":                "--",
		"1-0":               "1-0",
		"'t Hooft":          "'t Hooft",
		"'=1":               "''=1",
		`\t=1`:              `\t=1`,
	} {
		if got := guardCell(cell); got != want {
			t.Errorf("guardCell(%q) = %q, want %q", cell, got, want)
		}
	}
}

// FuzzGuardCell holds that a guarded cell is no formula and tells the cell.
func FuzzGuardCell(f *testing.F) {
	for _, seed := range []string{"", "=1", "'=1", "''-", "--", "-1", "'-1", "-1e", "＠x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		guarded := guardCell(cell)
		if guarded != "" && strings.Contains("=+-@＝＋－＠", string([]rune(guarded)[0])) && strings.Trim(guarded, "-+.0123456789") != "" {
			t.Errorf("guardCell(%q) = %q", cell, guarded)
		}
		if got := unguardCell(guarded); got != cell {
			t.Errorf("%q is guarded as %q, which tells %q", cell, guarded, got)
		}
	})
}
