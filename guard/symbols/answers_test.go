package symbols

import (
	"bufio"
	"encoding/json"
	"ibid/guard"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code"
)

// The answers of the development set, where the machine has them: each symbol in them must lie in a piece.
func TestPiecesOfAnswers(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "symbols", "dev.jsonl"))
	if err != nil {
		t.Skip("no development data at ../shared/data/symbols")
	}
	defer f.Close()
	pieces, neither := 0, 0
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
		named := append(a.Real, a.Invented...)
		for _, s := range named {
			_, last := ownerOf(s)
			if strings.Contains(a.Answer, last) && !anyPiece(found, last) {
				t.Errorf("%s: %s is in no piece", a.ID, s)
			}
		}
		for _, p := range found {
			if p.Kind == code.Fenced {
				continue
			}
			pieces++
			known := false
			for _, s := range named {
				_, last := ownerOf(s)
				known = known || strings.Contains(p.Text, last)
			}
			if !known {
				neither++
				t.Logf("%s: %q", a.ID, p.Text)
			}
		}
	}
	t.Logf("%d of %d pieces beside code blocks hold no listed symbol", neither, pieces)
}

func anyPiece(pieces []code.Piece, part string) bool {
	for _, p := range pieces {
		if strings.Contains(p.Text, part) {
			return true
		}
	}
	return false
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
