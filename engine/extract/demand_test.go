package extract_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/engine"
)

// TestKindOfAnswer asks of one text what it says and what it only seems to say. A question is answered by the kind of thing
// that it asks for, or not at all.
func TestKindOfAnswer(t *testing.T) {
	tests := []struct {
		question, text string
		want           string // in the answer; "" where it is refused
	}{
		{"In which year was the Marlin pump founded?", "The Marlin pump was founded in 1931.", "1931"},
		{"When was the Marlin pump released?", "The Marlin pump was released in March 1998.", "1998"},
		{"What does the Marlin pump cost?", "The Marlin pump costs 300 euros.", "300"},
		{"How large is the Marlin pump?", "The Marlin pump is 30 cm long.", "30"},
		{"Which version of Modbus does the Marlin pump support?", "The Marlin pump supports Modbus 1.1.", "1.1"},
		{"Who designed the Marlin pump?", "The Marlin pump was designed by Anna Berg.", "Anna Berg"},
		{"Who designed the Marlin pump?", "The Marlin pump was built by Anna Berg in a week.", "Anna Berg"}, // as documents say it
		{"Who owns the Marlin pump?", "The Marlin pump belongs to Anna Berg.", "Anna Berg"},
		{"How many valves has the Marlin pump?", "The Marlin pump has three new valves.", "three"},
		{"How many people use the Marlin pump?", "The Marlin pump is used by 30 households of the harbour.", "30"},
		{"How much oil does the Marlin pump hold?", "The Marlin pump holds 42 litres of oil.", "42"},
		{"How often does the Marlin pump start?", "The Marlin pump starts hourly.", "hourly"},
		{"What share of the Marlin pumps is blue?", "A third of the Marlin pumps is blue.", "third"},
		{"At what temperature does the Marlin pump stop?", "The Marlin pump stops at -12 °C.", "12"},
		{"How much memory does the Marlin pump take?", "The Marlin pump takes 256 kB.", "256"},
	}
	for _, tt := range tests {
		a := askSelection(t, tt.question, tt.text)
		if a.Refused != (tt.want == "") || !strings.Contains(a.Text, tt.want) {
			t.Errorf("%q of %q: refused %v (%s), %q", tt.question, tt.text, a.Refused, a.RefusalReason, a.Text)
		}
	}
}

// askFile asks an index of one Markdown file.
func askFile(t *testing.T, question, text string) *engine.Answer {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "pumps.md"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var c corpus
	ix := c.open(t, filepath.Base(root)+t.Name(), root)
	defer ix.Close()
	return ask(t, ix, question)
}

// TestCardsAndProse: a question about a symbol is answered from its card, unless a sentence of the documents holds more of what is asked.
func TestCardsAndProse(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"valves.py": "def open_valve(level: int) -> str:\n    \"\"\"Open the valve of the pump.\"\"\"\n    return \"open\"\n",
		"guide.md":  "# Rust\n\nThe string `stuck` that `open_valve` returns means that the valve has rust.\n",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var c corpus
	ix := c.open(t, filepath.Base(root)+t.Name(), root)
	defer ix.Close()
	for _, tt := range []struct{ question, want string }{
		{"What does open_valve return?", "`open_valve` returns `str`"},
		{"Which string returned by open_valve means that the valve has rust?", "`stuck`"},
	} {
		if a := ask(t, ix, tt.question); a.Refused || !strings.Contains(strings.ReplaceAll(a.Text, "valves.open_valve", "open_valve"), tt.want) {
			t.Errorf("%q: %q (%s)", tt.question, a.Text, a.RefusalReason)
		}
	}
}
