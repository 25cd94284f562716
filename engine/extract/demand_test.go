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
		{"In which year was the Marlin pump founded?", "The Marlin pump was founded by the harbour within two years.", ""},
		{"When was the Marlin pump released?", "The Marlin pump was released in March 1998.", "1998"},
		{"When was the Marlin pump released?", "The Marlin pump was released with 2048 bits of memory.", ""},
		{"What does the Marlin pump cost?", "The Marlin pump costs 300 euros.", "300"},
		{"What does the Marlin pump cost?", "Each start of the Marlin pump costs 3 watts.", ""},
		{"How large is the Marlin pump?", "The Marlin pump is 30 cm long.", "30"},
		{"How large is the Marlin pump?", "The Marlin pump starts 30 times.", ""},
		{"Which version of Modbus does the Marlin pump support?", "The Marlin pump supports Modbus 1.1.", "1.1"},
		{"Which version of Modbus does the Marlin pump support?", "The Marlin pump supports Modbus in a later version.", ""},
		{"Who designed the Marlin pump?", "The Marlin pump was designed by Anna Berg.", "Anna Berg"},
		{"Who designed the Marlin pump?", "The Marlin pump was built by Anna Berg in a week.", "Anna Berg"}, // as documents say it
		{"Who designed the Marlin pump?", "The Marlin pump is designed for clean water.", ""},
		{"Who owns the Marlin pump?", "The owner of the Marlin pump grants a licence.", ""},
		{"Who owns the Marlin pump?", "The Marlin pump belongs to Anna Berg.", "Anna Berg"},
		{"How many valves has the Marlin pump?", "The Marlin pump has three new valves.", "three"},
		{"How many valves has the Marlin pump?", "The Marlin pump has valves, and it starts 30 times.", ""},
		{"How many people use the Marlin pump?", "The Marlin pump is used by 30 households of the harbour.", "30"},
		{"How many valves use the Marlin pump?", "The Marlin pump is used by 30 households of the harbour.", ""},
		{"How much oil does the Marlin pump hold?", "The Marlin pump holds 42 litres of oil.", "42"},
		{"How much oil does the Marlin pump hold?", "The Marlin pump holds oil for 42 hours.", ""},
		{"How often does the Marlin pump start?", "The Marlin pump starts hourly.", "hourly"},
		{"How often does the Marlin pump start?", "The Marlin pump starts with a loud noise.", ""},
		{"What share of the Marlin pumps is blue?", "A third of the Marlin pumps is blue.", "third"},
		{"What share of the Marlin pumps is blue?", "The Marlin pumps of the harbour are blue.", ""},
		{"At what temperature does the Marlin pump stop?", "The Marlin pump stops at -12 °C.", "12"},
		{"At what temperature does the Marlin pump stop?", "The Marlin pump stops when it is cold.", ""},
		{"How much memory does the Marlin pump take?", "The Marlin pump takes 256 kB.", "256"},
	}
	for _, tt := range tests {
		a := askSelection(t, tt.question, tt.text)
		if a.Refused != (tt.want == "") || !strings.Contains(a.Text, tt.want) {
			t.Errorf("%q of %q: refused %v (%s), %q", tt.question, tt.text, a.Refused, a.RefusalReason, a.Text)
		}
	}
}

// TestThingAskedFor: a question about the fine is not answered by a sentence about the date, unless it says all the rest.
func TestThingAskedFor(t *testing.T) {
	tests := []struct {
		question, text string
		want           string
	}{
		{"Which colour does the Marlin pump have at night?", "The colour of the Marlin pump is blue at night.", "blue"},
		{"Which colour does the Marlin pump have at night?", "The Marlin pump has a green light at night. A colour is a matter of taste.", "green"}, // all the rest
		{"Which colour does the quiet Marlin pump of the harbour have at night?", "The Marlin pump is loud.", ""},
		{"Where is the office of the Marlin company?", "The Marlin company has its office in Bergen.", "Bergen"},
	}
	for _, tt := range tests {
		a := askFile(t, tt.question, tt.text)
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

// TestRowsAndLists: what a table or a list answers whose row or heading the question does not name word for word.
func TestRowsAndLists(t *testing.T) {
	const keys = "| Key | Default | Unit | Meaning |\n|---|---|---|---|\n| `up.batch` | 120 | records | records in one delivery |\n| `up.wait` | 30 | s | pause between two attempts |\n"
	tests := []struct {
		name, question, text string
		want, not            []string
	}{
		{"a row by what its cells say", "How many records are in one delivery by default?", keys, []string{"up.batch", "120"}, []string{"up.wait"}},
		{"words run together", "How many cycles does Marlin need for key generation?", "Table 1. Cycles of the pumps\n\n| Model | keygen | open |\n|---|---|---|\n| Marlin | 637 | 111 |\n| Orca | 105 | 197 |\n",
			[]string{"keygen 637"}, []string{"111", "Orca"}},
		{"the numbered list tells how", "How do I clean the pump?", "# Clean the pump\n\n- When the pump is dirty.\n- After the pump was dry.\n\nThe pump is cleaned in turn.\n\n1. Stop the pump and drain it.\n2. Wipe the pump with a clean cloth.\n",
			[]string{"Stop the pump", "Wipe the pump"}, nil},
		{"what concludes a list", "How does a pump pass the test?", "The test proceeds as follows:\n\n1. Start the pump at noon.\n2. Stop the pump at night.\n\nThe pump passes if it is still dry.\n",
			[]string{"Start the pump", "still dry"}, nil},
		{"a case", "What happens if the pump of the harbour is dry?", "The pump of the harbour has what happens in a log. A dry pump is rare in the harbour. If the pump is dry, the motor of the harbour stops.",
			[]string{"the motor of the harbour stops"}, nil},
		{"a second question", "What does PCU stand for, and where is it mounted?", "The Pump Control Unit (PCU) is a computer. The PCU is mounted behind the door.", []string{"Pump Control Unit", "behind the door"}, nil},
	}
	for _, tt := range tests {
		a := askFile(t, tt.question, tt.text)
		for _, w := range tt.want {
			if !strings.Contains(a.Text, w) {
				t.Errorf("%s: %q is not in %q (%s)", tt.name, w, a.Text, a.RefusalReason)
			}
		}
		for _, w := range tt.not {
			if strings.Contains(a.Text, w) {
				t.Errorf("%s: %q is in %q", tt.name, w, a.Text)
			}
		}
	}
}
