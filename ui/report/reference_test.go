package report

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ibid/index"
	"ibid/index/source"
	"ibid/ui/golden"
)

var day = time.Date(2025, time.March, 4, 23, 30, 0, 0, time.FixedZone("", 2*60*60))

func TestPlace(t *testing.T) {
	chunk := func(set func(c *index.Chunk)) *index.Chunk {
		c := &index.Chunk{Chunk: source.Chunk{DocID: "D"}}
		set(c)
		return c
	}
	for _, tt := range []struct {
		chunk *index.Chunk
		want  string
	}{
		{chunk(func(c *index.Chunk) {}), "D"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage = 48, 48 }), "D, p. 48"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Section = 3, 4, []string{"1 All", "8 Parameter Sets"} }), "D, pp. 3–4 · 8 Parameter Sets"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 361, 361, []string{"330"} }), "D, p. 361, printed 330"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 5, []string{"iv", "v", "vi"} }), "D, pp. 4–5, printed iv–v"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 5, []string{"4", "5"} }), "D, pp. 4–5"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 5, []string{"iv"} }), "D, pp. 4–5"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 4, []string{""} }), "D, p. 4"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 4, []string{"a\n\x1b[31mb\u202e"} }), "D, p. 4, printed a b"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 4, []string{strings.Repeat("v", 1e6)} }), "D, p. 4"},
		{chunk(func(c *index.Chunk) { c.StartLine, c.EndLine = 7, 7 }), "D, line 7"},
		{chunk(func(c *index.Chunk) { c.StartLine, c.EndLine, c.Section = 10, 12, []string{"a\n\x1b[31mb\u202e"} }), "D, lines 10–12 · a b"},
	} {
		if got := Place(tt.chunk); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestReferences(t *testing.T) {
	c := page("FIPS.203", 48, "8 Parameter Sets", "")
	c.EndPage, c.Labels = 49, []string{"39", "40"}
	code := index.Chunk{Path: "src/a_b{1}.py", Chunk: source.Chunk{DocID: "src/a_b{1}.py", Kind: source.Source, StartLine: 3, EndLine: 9}}
	golden.Check(t, "references.bib", BibTeX(&c, day)+"\n"+BibTeX(&code, time.Time{}))
	golden.Check(t, "references.json", CSL(&c, day)+CSL(&code, time.Time{}))
}

// hostile are titles that mean something to BibTeX, TeX, JSON, Markdown or a terminal.
var hostile = []string{
	`}`, `{`, `\`, `\}`, `{{{`, `100% of $5 & #3_x ~ ^`, `say "no"`, "two\nlines\r\n", "\x1b]52;c;aGk=\x07", "\u202egnp", `</script>`,
	`"}, "id": "x`, `},@misc{evil,`, "日本語", "`code`", `*a* _b_ __init__.py [c1](http://x) <b> &amp; ~~x~~`, "- item", "1. one", "# h", "> q", "a | b", "[^1]", "=== ", "", " ",
}

// TestBibTeXHostile reads each entry back as BibTeX does, by counting braces.
func TestBibTeXHostile(t *testing.T) {
	for _, h := range hostile {
		c := index.Chunk{Path: h, Chunk: source.Chunk{DocID: h, Title: h, Section: []string{h}, StartPage: 1, EndPage: 1}}
		entry := BibTeX(&c, day)
		depth, fields := 0, 0
		for i, r := range entry {
			switch r {
			case '{':
				depth++
			case '}':
				depth--
				if depth == 0 && i != len(entry)-2 {
					t.Errorf("%q: the entry ends early:\n%s", h, entry)
				}
			case '\n':
				if depth == 1 {
					fields++
				}
			}
			if r < ' ' && r != '\n' {
				t.Errorf("%q: a control character:\n%s", h, entry)
			}
		}
		want := 6 // title, pages, note, file, urldate, the end
		if name(h) == "" {
			want--
		}
		if depth != 0 || fields != want {
			t.Errorf("%q: depth %d at the end, %d fields, want %d:\n%s", h, depth, fields, want, entry)
		}
	}
}

func TestCSLHostile(t *testing.T) {
	for _, h := range hostile {
		c := index.Chunk{Path: h, Chunk: source.Chunk{DocID: h, Title: h, StartLine: 1, EndLine: 2}}
		var items []struct{ ID, Title, Note string }
		if err := json.Unmarshal([]byte(CSL(&c, day)), &items); err != nil || len(items) != 1 || items[0].Title != name(h) || items[0].ID == "" || !strings.Contains(items[0].Note, "lines 1–2") {
			t.Errorf("%q: %+v, %v", h, items, err)
		}
	}
}

func TestCiteKey(t *testing.T) {
	seen := map[string]string{}
	for _, id := range append([]string{"FIPS.203", "a/b", "a-b", "a b", "a  b", "a,b", "ü", "ö", "a-"}, hostile...) {
		key := citeKey(id)
		if other, ok := seen[key]; ok && other != id {
			t.Errorf("%q and %q have the key %s", id, other, key)
		}
		seen[key] = id
		if key == "" || strings.ContainsAny(key, " \n{}\",%#~\\'()=") {
			t.Errorf("%q: not a key: %q", id, key)
		}
	}
	if key := citeKey("tidewater/frames.py"); key != "tidewater/frames.py" {
		t.Errorf("a plain id became %s", key)
	}
}
