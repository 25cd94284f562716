package guard

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestCitations(t *testing.T) {
	keys := []string{"c1", "c2", "c10"}
	tests := []struct {
		name, answer string
		want         string // codes of the problems, and what they are about
		cited        string
	}{
		{"cited", "One [c1]. Two. [c2]", "", "c1 c2"},
		{"numeric order, no repeats", "One [c10]. Two [c2][c10].", "", "c2 c10"},
		{"punctuation after the marker", "One [c1]! **Two [c2].** (Three [c1].)", "", "c1 c2"},
		{"colon after the marker", "The steps are [c1]:\n1. one [c1]\n2. two [c2]", "", "c1 c2"},
		{"missing marker", "One [c1]. Two.", "uncited: Two.", "c1"},
		{"first of two", "One. Two [c1].", "uncited: One.", "c1"},
		{"bullet rides on the next", "- one\n- two [c1]", "uncited: one", "c1"},
		{"lines are one sentence", "Alpha is one\nBeta is two [c1]", "", "c1"},
		{"lead-in without a marker", "The sizes:\n- one [c1]", "uncited: The sizes:", "c1"},
		{"table row", "| a | b |\n|---|---|\n| 1 | 2 [c1] |\n| 3 | 4 |", "uncited: | 3 | 4 |", "c1"},
		{"table alone", "| a | b |\n|---|---|\n| 1 | 2 | [c1]", "", "c1"},
		{"marker below a table cites nothing", "| a | b |\n|---|---|\n| 1 | 2 |\n\n[c1]", "uncited: | 1 | 2 |; stray_marker: [c1]", "c1"},
		{"marker in its own paragraph", "One.\n\n[c1]", "", "c1"},
		{"marker alone", "[c1]", "stray_marker: [c1]", "c1"},
		{"only the start is cited", "One [c1] and two.", "tail_uncited: One [c1] and two.", "c1"},
		{"leading marker", "[c1] says one.", "tail_uncited: [c1] says one.", "c1"},
		{"unknown key", "One [c3].", "unknown_key: One [c3].", ""},
		{"one known, one unknown", "One [c1, c3].", "unknown_key: One [c1, c3].", "c1"},
		{"zero", "One [c0].", "unknown_key: One [c0].", ""},
		{"huge", "One [c99999999999].", "unknown_key: One [c99999999999].", ""},
		{"malformed", "One [c1, page 3].", "malformed_marker: One [c1, page 3].", ""},
		{"backwards range", "One [c2-c1].", "malformed_marker: One [c2-c1].", ""},
		{"link", "One [c1](x).", "uncited: One [c1](x).", ""},
		{"marker in code", "One `[c1]`.", "uncited: One `[c1]`.", ""},
		{"headings", "# Title\n\nOne [c1].\n\n**Sizes**\n\nTwo [c1].", "", "c1"},
		{"a claim is no heading", "# Everything is broken.\n\nOne [c1].", "uncited: Everything is broken.", "c1"},
		{"only a heading", "# Title", "nothing_cited: ", ""},
		{"empty", "", "nothing_cited: ", ""},
		{"code after a cited sentence", "Run [c1]:\n```\nls\n```", "", "c1"},
		{"two blocks", "Run [c1]:\n```\nls\n```\n```\nrm\n```", "", "c1"},
		{"code after an uncited sentence", "Run:\n```\nls\n```\nOne [c1].", "uncited: Run:; uncited: ```\nls\n```", "c1"},
		{"code first", "```\nls\n```\nOne [c1].", "uncited: ```\nls\n```", "c1"},
		{"code after a heading", "One [c1].\n# Use\n```\nls\n```", "uncited: ```\nls\n```", "c1"},
		{"only code", "```\nls [c1]\n```", "uncited: ```\nls [c1]\n```", ""},
		{"only a table", "| 1 | 2 |", "uncited: | 1 | 2 |", ""},
		{"quotation", "> One\n> two. [c1]\n> Three.", "uncited: Three.", "c1"},
	}
	for _, tt := range tests {
		d := Parse(tt.answer)
		r := Citations(d, keys)
		var got []string
		for _, p := range r.Problems {
			text := ""
			if p.Code != NothingCited {
				text = d.Sentences[p.Sentence].Raw
			}
			got = append(got, string(p.Code)+": "+text)
			if p.Reason == "" {
				t.Errorf("%s: %s without a reason", tt.name, p.Code)
			}
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, strings.Join(got, "; "), tt.want)
		}
		if strings.Join(r.Cited, " ") != tt.cited {
			t.Errorf("%s: cited %q, want %q", tt.name, r.Cited, tt.cited)
		}
		if r.OK() != (tt.want == "") {
			t.Errorf("%s: OK is %v", tt.name, r.OK())
		}
	}
}

// The golden file holds what a person is told about a draft that breaks every rule.
func TestCitationReasons(t *testing.T) {
	draft, err := os.ReadFile(filepath.Join("testdata", "draft.md"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	d := Parse(string(draft))
	for _, p := range Citations(d, []string{"c1", "c2", "c3"}).Problems {
		fmt.Fprintf(&b, "%d:%d %s\n\t%s\n", d.Sentences[p.Sentence].Start, d.Sentences[p.Sentence].End, p.Code, p.Reason)
	}
	golden := filepath.Join("testdata", "draft.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestCheckPages(t *testing.T) {
	tests := []struct {
		start, end, pages int
		ok                bool
	}{
		{1, 1, 1, true}, {3, 5, 9, true}, {0, 0, 9, false}, {-1, 2, 9, false}, {5, 3, 9, false}, {9, 10, 9, false}, {9, 10, 0, true},
	}
	for _, tt := range tests {
		if err := CheckPages("c1", tt.start, tt.end, tt.pages); (err == nil) != tt.ok {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

func TestDrop(t *testing.T) {
	tests := []struct{ name, answer, drop, want string }{ // drop: a sentence that starts with a word of drop goes
		{"middle", "One [c1]. Two [c1]. Three [c1].", "Two", "One [c1]. Three [c1]."},
		{"last", "One [c1]. Two [c1].", "Two", "One [c1]."},
		{"all", "One [c1]. Two [c1].", "One Two", ""},
		{"item", "- one [c1]\n- two [c1]\n- three [c1]", "two", "- one [c1]\n- three [c1]"},
		{"half an item", "- One. [c1] Two. [c1]\n- three [c1]", "One", "- Two. [c1]\n- three [c1]"},
		{"both halves", "1. One. [c1] Two. [c1]\n2. three [c1]", "One Two", "2. three [c1]"},
		{"row", "| a |\n|---|\n| 1 | 2 [c1] |\n| 3 | 4 [c1] |", "|1", "| a |\n|---|\n| 3 | 4 [c1] |"},
		{"paragraph", "One [c1].\n\nTwo [c1].\n\nThree [c1].", "Two", "One [c1].\n\nThree [c1]."},
		{"line of a paragraph", "One [c1]. Two [c1].\nThree [c1].", "Two", "One [c1].\nThree [c1]."},
		{"code goes with its sentence", "One [c1].\n\nRun [c1]:\n\n```\nls\n```\n\nTwo [c1].", "Run", "One [c1].\n\nTwo [c1]."},
		{"nothing", "One [c1].", "", "One [c1]."},
	}
	for _, tt := range tests {
		d := Parse(tt.answer)
		for i, s := range d.Sentences {
			word := strings.ReplaceAll(s.Raw, " ", "")
			if slices.ContainsFunc(strings.Fields(tt.drop), func(w string) bool { return strings.HasPrefix(word, w) }) {
				d.Decide(i, Drop, "")
			}
		}
		if got := d.Render(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func FuzzCitations(f *testing.F) {
	for _, s := range []string{
		"One [c1]. Two [c9].", "- a\n- b [c1, c3-c5]", "[[c1]] [c0] [c99999999999] [c1][c2] [c1; c2]", "# H.\n```\nx\n```\n[c1]",
		"| a | b |\n|---|---|\n| 1 | 2 [c1] |\n\n[c2]", "> One\n> [c1]",
	} {
		f.Add(s)
	}
	keys := []string{"c1", "c2", "c3"}
	f.Fuzz(func(t *testing.T, answer string) {
		d := Parse(answer)
		r := Citations(d, keys)
		checkDraft(t, d)
		for _, k := range r.Cited {
			if !slices.Contains(keys, k) {
				t.Errorf("%q: cites %q, which does not exist", answer, k)
			}
		}
		if !slices.IsSortedFunc(r.Cited, compareKeys) {
			t.Errorf("%q: %q is not in order", answer, r.Cited)
		}
		if r.OK() { // what is found in order ends in a marker, whatever the rules say
			for _, s := range d.Sentences {
				claims := s.Kind == Prose || s.Kind == Item || s.Kind == Row
				if claims && !strings.Contains(s.Raw, "]") {
					t.Errorf("%q: %q passes without a marker", answer, s.Raw)
				}
			}
		}
		for _, p := range r.Problems {
			if p.Code != NothingCited {
				d.Decide(p.Sentence, Drop, p.Reason)
			}
		}
		left := d.Left()
		checkDraft(t, left)
		if again := Citations(Parse(left.Text), keys); len(left.Sentences) > 0 && Citations(left, keys).OK() && !again.OK() {
			t.Errorf("%q: what is left is %q, and breaks a rule: %+v", answer, left.Text, again.Problems)
		}
	})
}
