package scope

import (
	"slices"
	"strings"
	"testing"
)

// declared searches a few names as a registry does: those that end so before those that hold it.
func declared(text string, limit int) []string {
	all := []string{"client.Client", "client.Client.Get", "client.Client.get_json", "net/http.Server", "tidewater.series", "tidewater.series.despike", "tidewater.series.despike_all", "requests.Response.json"}
	var out []string
	for _, like := range []func(string, string) bool{strings.HasSuffix, strings.Contains} {
		for _, name := range all {
			if like(strings.ToLower(name), strings.ToLower(text)) && !slices.Contains(out, name) && len(out) < limit {
				out = append(out, name)
			}
		}
	}
	return out
}

func TestParseSymbols(t *testing.T) {
	documents, projects := shelf()
	for _, tt := range []struct{ text, question, documents, unknown string }{
		{"What arguments does @tidewater.series.despike take?", "What arguments does `tidewater.series.despike` take?", "", ""},
		{"What arguments does @despike take?", "What arguments does `despike` take?", "", ""},
		{"What does @Series.DeSpike do?", "What does `series.despike` do?", "", ""}, // in the source's spelling
		{"What is @despike()?", "What is `despike`?", "", ""},
		{"What is @despike(x)?", "What is @despike(x)?", "", ""},
		{"What are @despike's arguments, and @Client.Get?", "What are `despike`'s arguments, and `Client.Get`?", "", ""},
		{"Who serves @net/http.Server?", "Who serves `net/http.Server`?", "", ""},
		{"What is @requests.Response.json?", "What is `requests.Response.json`?", "", ""}, // no file
		{"@despike", "`despike`", "", ""},

		// Together with what narrows.
		{"What does @glossary.md say of @despike?", "What does say of `despike`?", "docs/glossary", ""},
		{"Is @despike in @glossary.md, @calibration or @Client.Get?", "Is `despike` or `Client.Get`?", "docs/calibration|docs/glossary", ""},

		// A document's name in full comes first, a part of it before a word.
		{"What is in @client.py?", "What is?", "api/client.py", ""},
		{"What is in @client?", "What is?", "api/client.py", ""},
		{"What does @client.Client do?", "What does `client.Client` do?", "", ""},

		// What is neither is what it was.
		{"What does @property do?", "What does @property do?", "", ""},
		{"What does @pike do?", "What does @pike do?", "", ""}, // the end of a word, not of a name
		{"What is in @despike.md?", "What is in @despike.md?", "", "@despike.md → @tidewater.series.despike @tidewater.series.despike_all"},
		{"#despike", "#despike", "", ""},
	} {
		s := Parse(tt.text, documents, projects, declared)
		var unknown []string
		for _, u := range s.Unknown {
			unknown = append(unknown, u.Mention+" → "+strings.Join(u.Nearest, " "))
		}
		if s.Question != tt.question || strings.Join(s.Documents, "|") != tt.documents || strings.Join(unknown, "|") != tt.unknown {
			t.Errorf("%q\n got %q, %q, %q\nwant %q, %q, %q", tt.text, s.Question, s.Documents, unknown, tt.question, tt.documents, tt.unknown)
		}
		if (s.Documents == nil) != (len(s.Mentions) == 0) {
			t.Errorf("%q: documents %q with mentions %v", tt.text, s.Documents, s.Mentions)
		}
	}
}

// A search takes as long as there are names: a question makes only a few.
func TestLookupsAreBounded(t *testing.T) {
	documents, projects := shelf()
	n := 0
	Parse(strings.Repeat("@nobody @nobody.py ", 50), documents, projects, func(string, int) []string { n++; return nil })
	if n != maxLookups {
		t.Errorf("%d searches, want %d", n, maxLookups)
	}
}
