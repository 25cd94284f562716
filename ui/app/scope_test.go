package app

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/index"
)

// shelf are documents of two projects and of none.
func shelf() ([]index.DocumentInfo, []string) {
	var out []index.DocumentInfo
	for _, d := range [][3]string{
		{"My notes (2024)", "My notes (2024).md", ""}, {"NIST.FIPS.203", "NIST.FIPS.203.pdf", ""}, {"api/README", "api/README.md", "api"}, {"api/client.py", "api/client.py", "api"},
		{"dataclasses", "dataclasses.html", ""}, {"docs/calibration", "docs/calibration.md", "docs"}, {"docs/glossary", "docs/glossary.md", "docs"},
		{"docs/install", "docs/install.md", "docs"}, {"docs/installation-log", "docs/installation-log.txt", "docs"}, {"README", "README.md", ""}, {"Überblick", "Überblick.md", ""},
	} {
		out = append(out, index.DocumentInfo{ID: d[0], Path: filepath.Join("work", filepath.FromSlash(d[1])), Project: d[2]})
	}
	return out, []string{"api", "docs", "tools/api2"}
}

func TestParse(t *testing.T) {
	documents, projects := shelf()
	glossary, calibration, install := "docs/glossary", "docs/calibration", "docs/install"
	tests := []struct {
		text, question string
		documents      string // separated by |, "" for all
		unknown        string // "mention → nearest nearest", separated by |
	}{
		// What is understood.
		{"How much drift is allowed? @glossary.md", "How much drift is allowed?", glossary, ""},
		{"How much drift is allowed in @glossary.md?", "How much drift is allowed?", glossary, ""},
		{"In @glossary.md, what is drift?", "What is drift?", glossary, ""},
		{"@glossary.md: what is drift?", "what is drift?", glossary, ""},
		{"@glossary.md what is drift?", "what is drift?", glossary, ""},
		{"what is drift (@glossary.md)?", "what is drift?", glossary, ""},
		{"What is drift in @docs/glossary?", "What is drift?", glossary, ""},
		{"What is drift in @docs/glossary.md?", "What is drift?", glossary, ""},
		{"What is drift in @work/docs/glossary.md?", "What is drift?", glossary, ""},
		{"What is drift in @./docs/glossary.md?", "What is drift?", glossary, ""},
		{"What is drift in @GLOSS?", "What is drift?", glossary, ""},
		{"What is drift in @loss?", "What is drift?", glossary, ""},
		{"What is drift in @g?", "What is drift?", glossary, ""},
		{"What is drift in @install?", "What is drift?", install, ""}, // a name in full, though another begins with it
		{"What is drift in @instal?", "What is drift in @instal?", "", "@instal → @docs/install @docs/installation-log"},
		{"What is MLWE in @FIPS.203?", "What is MLWE?", "NIST.FIPS.203", ""},
		{"What is MLWE in @nist.fips.203.pdf's tables?", "What is MLWE tables?", "NIST.FIPS.203", ""},
		{`What is due in @"My notes (2024).md"?`, "What is due?", "My notes (2024)", ""},
		{`What is due in @"my notes"?`, "What is due?", "My notes (2024)", ""},
		{"What is due in @“My notes (2024)”?", "What is due?", "My notes (2024)", ""},
		{"Was steht im @U\u0308berblick?", "Was steht im?", "Überblick", ""}, // the accent apart
		{"Compare @glossary and @calibration.", "Compare", calibration + "|" + glossary, ""},
		{"drift @glossary.md @glossary", "drift", glossary, ""},
		{"What is drift? #docs", "What is drift?", "docs/calibration|docs/glossary|docs/install|docs/installation-log", ""},
		{"What is drift in #doc?", "What is drift in #doc?", "", ""}, // a project is named in full
		{"What is drift in #DOCS?", "What is drift?", "docs/calibration|docs/glossary|docs/install|docs/installation-log", ""},
		{"What is drift? #docs @glossary", "What is drift?", glossary, ""},
		{"What is drift? #docs @FIPS", "What is drift?", "NIST.FIPS.203|docs/calibration|docs/glossary|docs/install|docs/installation-log", ""},
		{"What is it? #api @README.md", "What is it?", "api/README", ""}, // of two, the one in the project
		{"What is it? @README", "What is it?", "README", ""},             // its id, in full
		{"@glossary", "", glossary, ""},

		// What is told.
		{"What is it in @README.md?", "What is it in @README.md?", "", "@README.md → @api/README @README"},
		{"What is drift in @glosary.md?", "What is drift in @glosary.md?", "", "@glosary.md → @docs/glossary"},
		{"What is drift in @docs/glosary?", "What is drift in @docs/glosary?", "", "@docs/glosary → @docs/glossary"},
		{"What is drift in @missing.pdf?", "What is drift in @missing.pdf?", "", "@missing.pdf → "},
		{`What is due in @"My nots (2024)"?`, `What is due in @"My nots (2024)"?`, "", `@"My nots (2024)" → @"My notes (2024)"`},
		{"What is drift? @docs", "What is drift? @docs", "", "@docs → @docs/calibration @docs/glossary @docs/install @docs/installation-log"},
		{"Is @glossary like @missing.md?", "Is like @missing.md?", glossary, "@missing.md → "},

		// What is ordinary text.
		{"What does issue #12 say?", "What does issue #12 say?", "", ""},
		{"What does #2 of the rules say?", "What does #2 of the rules say?", "", ""},
		{"Is C# or F# used?", "Is C# or F# used?", "", ""},
		{"Who reads a@b.c or api@docs.md?", "Who reads a@b.c or api@docs.md?", "", ""},
		{"What does @property do?", "What does @property do?", "", ""},
		{"What does @pytest.fixture do?", "What does @pytest.fixture do?", "", ""},
		{"What does @app.route(\"/x\") do?", "What does @app.route(\"/x\") do?", "", ""},
		{"What does @angular/core export?", "What does @angular/core export?", "", ""},
		{"What does `@glossary` mean?", "What does `@glossary` mean?", "", ""},
		{"What does \\@glossary mean?", "What does \\@glossary mean?", "", ""},
		{"## Heading and @ home", "## Heading and @ home", "", ""},
		{"#include <stdio.h> and #!/bin/sh", "#include <stdio.h> and #!/bin/sh", "", ""},
		{"#fff is white at @2.4GHz", "#fff is white at @2.4GHz", "", ""},
		{`NSString *s = @"hello";`, `NSString *s = @"hello";`, "", ""},
		{`an @"open quotation mark`, `an @"open quotation mark`, "", ""},
		{"two  spaces\nstay", "two  spaces\nstay", "", ""},
		{"", "", "", ""},
		{"@", "@", "", ""},
	}
	for _, tt := range tests {
		s := ParseScope(tt.text, documents, projects)
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

func TestParseMentions(t *testing.T) {
	documents, projects := shelf()
	text := `In #api and (@“My notes (2024)”), @GLOSS's drift`
	want := []Mention{{"#api", "api", true, 3, 7}, {`@“My notes (2024)”`, "My notes (2024)", false, 13, 35}, {"@GLOSS", "docs/glossary", false, 38, 44}}
	got := ParseScope(text, documents, projects).Mentions
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	for _, m := range got {
		if text[m.Start:m.End] != m.Text {
			t.Errorf("%q is at %q", m.Text, text[m.Start:m.End])
		}
	}
}

// A long text with many signs is still one question.
func TestParseLong(t *testing.T) {
	documents, projects := shelf()
	s := ParseScope(strings.Repeat("@nobody #12 ", 100_000)+"@glossary", documents, projects)
	if len(s.Mentions) > 0 || len(s.Unknown) > 0 {
		t.Errorf("%+v", s.Mentions)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"In @glossary.md, what is #docs?", `@"My notes (2024).md" a@b.c`, "@“x” #\"y\" '@a' (@README's)", "@\xff #é @.. @/ @,", "@a @b @c @d #a #b"} {
		f.Add(s, "My file.md\nglossary.md\na/README.md\nREADME.md\n\x1b[31m\nsay \"x\".md\n.md\nA\na")
	}
	f.Fuzz(func(t *testing.T, text, list string) {
		var documents []index.DocumentInfo
		var projects []string
		seen := map[string]bool{}
		for i, p := range strings.Split(list, "\n") {
			id := strings.TrimSuffix(p, ".md")
			if seen[id] || len(seen) > 20 {
				continue
			}
			seen[id] = true
			documents = append(documents, index.DocumentInfo{ID: id, Path: filepath.Join("r", p), Project: []string{"", "one", "two"}[i%3]})
		}
		projects = []string{"one", "two"}
		s := ParseScope(text, documents, projects)
		if len(s.Question) > len(text) || utf8.ValidString(text) && !utf8.ValidString(s.Question) {
			t.Errorf("%q became %q", text, s.Question)
		}
		if len(s.Mentions) == 0 && s.Question != text {
			t.Errorf("without a mention %q became %q", text, s.Question)
		}
		end := 0
		for _, m := range s.Mentions {
			if m.Start < end || text[m.Start:m.End] != m.Text {
				t.Errorf("%+v after %d", m, end)
			}
			end = m.End
		}
		for _, id := range s.Documents {
			if !seen[id] {
				t.Errorf("%q is no document", id)
			}
		}
		// What is offered is understood, and names one thing.
		var offered []string
		for _, u := range s.Unknown {
			if len(s.Mentions) == 0 { // without projects that decide between documents
				offered = append(offered, u.Nearest...)
			}
		}
		for _, o := range offered {
			if got := ParseScope(o, documents, projects); len(got.Mentions) != 1 || got.Mentions[0].Text != o || got.Question != "" {
				t.Errorf("%q is offered and means %+v", o, got)
			}
		}
	})
}

// What looks like a document at the start of a question and is none is told, though it may be a word.
func TestTakenForAWord(t *testing.T) {
	documents := []index.DocumentInfo{{ID: "glossary", Path: "docs/glossary.md"}}
	for text, want := range map[string]string{"@Nonsense what is it": "@Nonsense", "what is @dataclass": "", "what is in @glosary": "@glosary", "@glossary what is it": "", " @x": "@x"} {
		if s := ParseScope(text, documents, nil); s.Word.Mention != want || len(s.Notes()) != min(len(want), 1) || s.Problem() != "" {
			t.Errorf("%q: %+v", text, s)
		}
	}
}
