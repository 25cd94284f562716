package question

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestNumberedThings(t *testing.T) {
	tests := []struct {
		question string
		want     []string
	}{
		{"What is the maximum error of a Class D probe?", []string{"Class D"}},
		{"Why were calls added to the old R scripts?", nil}, // scripts in R
		{"What does the logger do after error 418?", []string{"error 418"}},
		{"What changed in version 3 of the protocol?", []string{"version 3"}},
		{"What does step 2.1 do?", []string{"step 2.1"}},
		{"How do Class A and Class C differ?", []string{"Class A", "Class C"}},
		{"What does error 2001 mean?", []string{"error 2001"}}, // no year: errors have numbers
		{"What does the conference 2001 say?", nil},
		{"Why are readings averaged over 180 seconds?", nil},     // a quantity
		{"Does it produce 480 records a day?", nil},              // of records
		{"Which fine is paid in 2035?", nil},                     // a year
		{"What happened in March 12?", nil},                      // a date
		{"How long until one key has produced 2^64 signs?", nil}, // a power
		{"Can the key have permission 0644?", nil},               // a value
		{"What do I do?", nil},
		{"Has it more than 5?", nil},
		{"The display says 72. Is that right?", nil}, // a verb
		{"The pump returned 9. What now?", nil},
		{"Why did it end with status 25?", []string{"status 25"}},
		{"Does it work with a server running 1.2?", nil},
		{"Why do ?a=1&b=2 and ?b=2&a=1 differ?", nil},
		{"", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, n := range numberedThings(tt.question) {
			got = append(got, n.Text)
			if n.Noun == "" || n.Number == "" {
				t.Errorf("%q: %+v", tt.question, n)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.question, got, tt.want)
		}
	}
}

// The unit of a number is no name, whether a space parts them or not.
func TestUnitsAreNoNames(t *testing.T) {
	for text, want := range map[string]string{
		"How long does a disk of 1 TiB take?": "", "How long does a disk of 1TiB take?": "", "Does it need 12 V, 30 GB and 5 MHz?": "",
		"What is a TiB?": "TiB", "Does TLS 1.3 take 4 GB?": "TLS 1.3", "Is 2 KEM enough?": "KEM",
	} {
		q := Parse(text)
		if got := strings.Join(q.Identifiers, ","); got != want {
			t.Errorf("%q: %q", text, got)
		}
		for _, term := range q.Terms() {
			if term.Proper && want == "" {
				t.Errorf("%q: %q is a name", text, term.Text)
			}
		}
	}
}

// Keys pressed together are written in many ways, and no name has to be found as the question writes them; a name that ends in + has.
func TestKeysAreNoNames(t *testing.T) {
	for _, tt := range []struct {
		question            string
		identifiers, proper []string
	}{
		{"Does one mute it with Alt+S?", nil, nil},
		{"Does one mute it with Ctrl+F5?", []string{"F5"}, nil},
		{"Does one open it with Notepad++?", nil, []string{"Notepad++"}},
		{"Does one sign it with WOTS+?", []string{"WOTS+"}, nil},
	} {
		q := Parse(tt.question)
		var proper []string
		for _, term := range q.Terms() {
			if term.Proper {
				proper = append(proper, term.Text)
			}
		}
		if !slices.Equal(q.Identifiers, tt.identifiers) || !slices.Equal(proper, tt.proper) {
			t.Errorf("%q: identifiers %q, names %q", tt.question, q.Identifiers, proper)
		}
	}
}

// What stands before a question, a topic or a sentence, is not what it asks.
func TestKindAndSubject(t *testing.T) {
	for _, tt := range []struct {
		question string
		kind     Kind
		subject  string
	}{
		{"What is GNSS short for?", Expansion, "GNSS"},
		{"WOTS+ is short for what?", Expansion, "WOTS+"},
		{"What is TGBM an abbreviation of?", Expansion, "TGBM"},
		{"What exactly counts as a local request?", Definition, "local request"},
		{"Summarize FIPS 203", Overview, "FIPS 203"},
		{"Could you please summarise what the pump manual says?", Overview, "pump manual"},
		{"Give me a short overview of the alarms.", Overview, "alarms"},
		{"What is the pump manual all about?", Overview, "pump manual"},
		{"What does the summary command print?", Fact, ""},
		{"linear referencing: what is a route?", Definition, "route"},
		{"My readings drift in winter. Why does the pump stop?", Fact, ""},
		{"kite vs box kite: which flies higher?", Comparison, ""},
		{"What is a route?", Definition, "route"},
	} {
		if q := Parse(tt.question); q.Kind != tt.kind || q.Subject != tt.subject {
			t.Errorf("%q: %s of %q, want %s of %q", tt.question, q.Kind, q.Subject, tt.kind, tt.subject)
		}
	}
}

// A release is one of what a question gives the whole number of; the codes of programs have many names; an option has its case.
func TestNameHeld(t *testing.T) {
	for _, tt := range []struct {
		question, text string
		want           bool
	}{
		{"Which program of METIS 5 replaces it?", "As of METIS 5.1 it is gone.", true},
		{"Which program of METIS 5 replaces it?", "As of METIS 50.1 it is gone.", false},
		{"Which program of METIS 5 replaces it?", "METIS 4.5 has it.", false},
		{"Why is it off in version 3?", "It is off since v3.", true},
		{"Why is it off in version 3?", "It is off since v3.1.", true},
		{"Why is it off in version 3?", "It is off since v2.3.", false},
		{"What does Table 3 list?", "Table 3.1 lists them.", false},
		{"What is probe 25?", "The exit code of 25 is rare.", false},
		{"What does -F do?", "Use -f or `-F` with it.", true},
		{"What does -F do?", "Use -f or F with it.", false},
		{"What does --fast do?", "The --faster option.", false},
	} {
		names := Parse(tt.question).Names(func(string) []string { return nil })
		if len(names) != 1 || names[0].In(tt.text) != tt.want {
			t.Errorf("%q in %q: %+v, want %v", tt.question, tt.text, names, tt.want)
		}
	}
}

// What is asked of the sides is none of them.
func TestSidesEnd(t *testing.T) {
	for _, asked := range []string{"kite vs box kite: which flies higher?", "kite vs box kite, how do they differ?", "kite versus box kite"} {
		if got := Parse(asked).Sides; !slices.Equal(got, []string{"kite", "box kite"}) {
			t.Errorf("%q: %q", asked, got)
		}
	}
}

func TestClassOfAnswerIsNoTerm(t *testing.T) {
	for question, want := range map[string][]string{
		"Which country rationed gasoline?":   {"rationed", "gasoline"},
		"In what year did the valve burst?":  {"valve", "burst"},
		"Which valve of the country burst?":  {"valve", "country", "burst"},
		"What kind of codes does HQC use?":   {"codes", "HQC"},
		"Which other city has such a valve?": {"valve"},
		"theres a valve that doesnt shut":    {"valve", "shut"},
	} {
		if got := spellings(Parse(question).Terms()); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", question, got, want)
		}
	}
}

func TestSubject(t *testing.T) {
	for question, want := range map[string]string{
		"Explain how a tide gauge works.":               "tide gauge",
		"Define tide gauge level and where it is used.": "tide gauge level",
		"Explain what the stilling well does":           "stilling well",
		"What is a tide gauge for?":                     "tide gauge",
		"What is sand and gravel?":                      "sand and gravel",
		"Explain why the sea rises":                     "why the sea rises",
	} {
		if got := Parse(question).Subject; got != want {
			t.Errorf("%q is about %q, want %q", question, got, want)
		}
	}
}

func TestCoverage(t *testing.T) {
	terms := []Term{{Whole: "pump", Weight: 1}, {Whole: "valv", Weight: 3}}
	tests := []struct {
		text string
		want float64
	}{{"pump", 0.25}, {"valves", 0.75}, {"valve of a pump", 1}, {"", 0}}
	for _, tt := range tests {
		if got := NewBag(tt.text).Coverage(terms); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
	if got := NewBag("pump").Coverage(nil); got != 0 {
		t.Errorf("no terms are covered by %v", got)
	}
}

func spellings(terms []Term) []string {
	var out []string
	for _, t := range terms {
		out = append(out, t.Text)
	}
	return out
}

// TestJoinPairs takes questions apart whose documents have some pairs of characters: what is left is what they have and the words
// that they do not have.
func TestJoinPairs(t *testing.T) {
	for _, test := range []struct{ question, known, want string }{
		{"水泵多久检查一次？", "水泵 检查 查一 一次", "水泵 检查 查一 一次"},
		{"电梯多久检查一次？", "检查 查一 一次", "电梯:1 检查 查一 一次"},
		{"起重机在哪里检查？", "检查", "起重机在:3 检查"},
		{"ポンプはいつ点検しますか？", "ポン ンプ プは 点検", "ポン ンプ プは 点検"},
		{"펌프는 언제 점검됩니까?", "펌프 프는 점검", "펌프 프는 점검"},
		{"USB泵 2 个？", "泵", "USB:1 泵 2:1 个:1"},
	} {
		terms := Parse(test.question).Terms()
		for i := range terms {
			terms[i].Known, terms[i].Weight = slices.Contains(strings.Fields(test.known), terms[i].Text), 1
		}
		var got []string
		for _, term := range JoinPairs(test.question, terms) {
			if s := term.Text; term.Known {
				got = append(got, s)
			} else {
				got = append(got, fmt.Sprintf("%s:%g", s, term.Weight))
			}
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: %s, want %s", test.question, s, test.want)
		}
	}
}
