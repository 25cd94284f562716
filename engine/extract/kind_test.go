package extract_test

import (
	"strings"
	"testing"
)

// TestNamesAndReasons asks for a thing, a place, a party, a date and the reason of a choice, of texts that have one and of
// texts that only speak of the same things, unless they say all the rest.
func TestNamesAndReasons(t *testing.T) {
	tests := []struct {
		question, text string
		want           string // in the answer; "" where it is refused
	}{
		{"In which city will the Marlin conference of May 2025 take place?", "The Marlin conference of May 2025 will take place in Bergen.", "Bergen"},
		{"With which parties did the harbour sign the Marlin agreement?", "The harbour did sign the Marlin agreement with Anna Berg and Orca Pumps.", "Anna Berg"},
		{"On what date does the Marlin test of the harbour end?", "The Marlin test of the harbour does end on 3 March 2024.", "3 March"},
		{"Who gave the speech at the Marlin conference in May?", "Anna Berg gave the speech at the Marlin conference.", "Anna Berg"},
		{"Who gave the speech at the Marlin conference in May?", "The teams were invited to the Marlin conference in Old Bergen in May.", ""},
		{"What does the harbour charge to test a Marlin pump?", "To test a Marlin pump the harbour takes 300 euros as its charge.", "300"},
		{"Why was blue chosen as the colour of the Marlin pump?", "Blue was chosen as the colour of the Marlin pump because it can be seen in fog.", "fog"},
		{"How long is the hose of the Marlin pump in metres?", "The hose of the Marlin pump is 12 metres long.", "12"},
		{"What is the maximum number of valves of the Marlin pump?", "The Marlin pump opens at most 12 valves.", "12"},
		{"What is the smallest permitted pressure of the Marlin pump?", "The pressure of the Marlin pump shall be at least 64 bar.", "64"},
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

// TestSectionsRowsAndLists: what a question asks of a whole document stands in a section of its own, or in a list of that
// very thing; what a table or a list answers it need not name word for word.
func TestSectionsRowsAndLists(t *testing.T) {
	const manual = "# Marlin pump\n\nThe Marlin pump moves water.\n\n## Audience\n\nThis text is meant for divers.\n\n## Benefits over the Orca\n\n- It is quiet at night.\n- It needs little oil.\n\n## Drawbacks over the Orca\n\n- It is slow in winter.\n- It is heavy to carry.\n\n" +
		"## Modes\n\nThe Marlin pump is made of these parts:\n\n- A heavy body of steel\n- A long hose of rubber\n\nThe Marlin pump has three modes:\n\n- Quiet, for the whole night\n- Fast, for a winter storm\n- Slow, for the other days\n"
	const sizes = "# Pumps\n\n## Marlin-1\n\n| Model | pk bytes | weight |\n|---|---|---|\n| Marlin-1 | 32 | 5 |\n| Marlin-2 | 48 | 6 |\n\n## Orca-1\n\n| Model | Public key bytes | weight |\n|---|---|---|\n| Orca-1 | 1312 | 7 |\n| Orca-2 | 1952 | 8 |\n"
	const keys = "| Key | Default | Unit | Meaning |\n|---|---|---|---|\n| `up.batch` | 120 | records | records in one delivery |\n| `up.wait` | 30 | s | pause between two attempts |\n"
	tests := []struct {
		name, question, text string
		want, not            []string
	}{
		{"a list of the section asked for", "What are the benefits of the Marlin pump over the Orca?", manual, []string{"quiet at night", "little oil"}, []string{"slow in winter", "body of steel"}},
		{"a list ends where a section does", "What are the drawbacks of the Marlin pump over the Orca?", manual, []string{"slow in winter", "heavy"}, []string{"little oil"}},
		{"the list of that very thing", "What are the modes of the Marlin pump?", manual, []string{"Quiet", "Fast", "Slow"}, nil},
		{"sides that have an attribute", "How do the public key sizes of Marlin-1 and Orca-1 compare?", sizes, []string{"Marlin-1: pk bytes 32", "Orca-1: Public key bytes 1312"}, []string{"48", "1952"}},
		{"a definition that ends in its term", "What is a limber?", "# Hulls\n\nThe frames of a hull are made of oak, and a limber is cut with an axe. A hole in a frame that lets water run to the pump is called a limber. A limber must be kept free of dirt.\n", []string{"is called a limber"}, nil},
		{"a row for each name", "How large are the public keys of Marlin-1 and of Orca-1?", sizes, []string{"32", "1312"}, []string{"48", "1952"}},
		{"a row by what its cells say", "How many records are in one delivery by default?", keys, []string{"up.batch", "120"}, []string{"up.wait"}},
		{"words run together", "How many cycles does Marlin need for key generation?", "Table 1. Cycles of the pumps\n\n| Model | keygen | open |\n|---|---|---|\n| Marlin | 637 | 111 |\n| Orca | 105 | 197 |\n",
			[]string{"keygen 637"}, []string{"Orca"}},
		{"the numbered list tells how", "How do I clean the pump?", "# Clean the pump\n\n- When the pump is dirty.\n- After the pump was dry.\n\nThe pump is cleaned in turn.\n\n1. Stop the pump and drain it.\n2. Wipe the pump with a clean cloth.\n",
			[]string{"Stop the pump", "Wipe the pump"}, nil},
		{"what concludes a list", "How does a pump pass the test?", "The test proceeds as follows:\n\n1. Start the pump at noon.\n2. Stop the pump at night.\n\nThe pump passes if it is still dry.\n",
			[]string{"Start the pump", "still dry"}, nil},
		{"a case", "What happens if the pump of the harbour is dry?", "The pump of the harbour has what happens in a log. A dry pump is rare in the harbour. If the pump is dry, the motor of the harbour stops.",
			[]string{"the motor of the harbour stops"}, nil},
	}
	for _, tt := range tests {
		a := askFile(t, tt.question, tt.text)
		for _, w := range tt.want {
			if !strings.Contains(strings.ToLower(a.Text), strings.ToLower(w)) {
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
