package symbols

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index/symbol/code"
)

// The answers of the development set, where the machine has them: each symbol in them must lie in a piece.
func TestPiecesOfAnswers(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "symbols", "dev.jsonl"))
	if err != nil {
		t.Skip("no development data at ../shared/data/symbols")
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		var a struct {
			ID             string
			Answer         string
			Real, Invented []string
		}
		if err := json.Unmarshal(in.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		found := Pieces(guard.Parse(a.Answer))
		checkPieces(t, a.Answer, found)
		for _, s := range append(a.Real, a.Invented...) {
			_, last := ownerOf(s)
			if strings.Contains(a.Answer, last) && !slices.ContainsFunc(found, func(p code.Piece) bool { return strings.Contains(p.Text, last) }) {
				t.Errorf("%s: %s is in no piece", a.ID, s)
			}
		}
	}
}

// checkPieces verifies what Pieces promises of any text.
func checkPieces(t *testing.T, text string, pieces []code.Piece) {
	t.Helper()
	pos := 0
	for _, p := range pieces {
		if p.Start < pos || p.End <= p.Start || p.End > len(text) {
			t.Fatalf("offsets %d:%d after %d in a text of %d bytes: %.200q", p.Start, p.End, pos, len(text), text)
		}
		cut := text[p.Start:p.End]
		if len(cut) != len(p.Text) {
			t.Fatalf("text %q for %q", p.Text, cut)
		}
		for i := range len(cut) {
			if cut[i] != p.Text[i] && (cut[i] != '>' || p.Text[i] != ' ') {
				t.Fatalf("text %q for %q", p.Text, cut)
			}
		}
		pos = p.End
	}
}
