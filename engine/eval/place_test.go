package eval

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"ibid/index"
)

func TestPlace(t *testing.T) {
	pages := func(id string, from, to int) Found { return Found{DocID: id, StartPage: from, EndPage: to} }
	lines := func(id string, from, to int) Found { return Found{DocID: id, StartLine: from, EndLine: to} }
	symbol := func(id, name string) Found {
		return Found{DocID: id, StartLine: 500, EndLine: 510, Symbol: name}
	}
	onPages := Place{DocID: "std", StartPage: 4, EndPage: 5}
	onLines := Place{DocID: "guide", StartLine: 20, EndLine: 22}
	whole := Place{DocID: "guide"}
	read := Place{Symbol: "tide.frames.Frame.read"}
	const (
		nothing  = "nothing"
		document = "document"
		near     = "near"
		match    = "match"
	)
	for _, tt := range []struct {
		name  string
		place Place
		found Found
		want  string
	}{
		{"the page", onPages, pages("std", 4, 4), match},
		{"the pages around", onPages, pages("std", 1, 9), match},
		{"the last page", onPages, pages("std", 5, 6), match},
		{"the page before", onPages, pages("std", 3, 3), near},
		{"the page after", onPages, pages("std", 6, 6), near},
		{"two pages before", onPages, pages("std", 2, 2), document},
		{"two pages after", onPages, pages("std", 7, 7), document},
		{"another document", onPages, pages("std2", 4, 4), nothing},
		{"another document above", onPages, pages("old/std", 4, 4), nothing},
		{"lines where pages are wanted", onPages, lines("std", 4, 5), document},
		{"no place where the first page is wanted", Place{DocID: "std", StartPage: 1, EndPage: 1}, Found{DocID: "std"}, document},

		{"the line", onLines, lines("guide", 22, 40), match},
		{"lines inside", onLines, lines("guide", 21, 21), match},
		{"ten lines after", onLines, lines("guide", 32, 40), near},
		{"ten lines before", onLines, lines("guide", 1, 10), near},
		{"eleven lines after", onLines, lines("guide", 33, 40), document},
		{"eleven lines before", onLines, lines("guide", 1, 9), document},
		{"pages where lines are wanted", onLines, pages("guide", 20, 22), document},

		{"any lines", whole, lines("guide", 900, 901), match},
		{"any page", whole, pages("guide", 900, 901), match},
		{"no place", whole, Found{DocID: "guide"}, match},
		{"not any document", whole, lines("guide2", 1, 2), nothing},

		{"an ending more", Place{DocID: "guide.md"}, lines("guide", 1, 2), match},
		{"an ending in capitals", Place{DocID: "guide.PDF"}, pages("guide", 1, 2), match},
		{"the ending that tells two apart", Place{DocID: "guide.md"}, lines("guide.md", 1, 2), match},
		{"the ending of the other", Place{DocID: "guide.md"}, lines("guide.txt", 1, 2), nothing},
		{"an ending that ids keep", Place{DocID: "guide.go"}, lines("guide", 1, 2), nothing},
		{"an ending less", Place{DocID: "guide"}, lines("guide.md", 1, 2), nothing},
		{"a number is no ending", Place{DocID: "NIST.FIPS.203"}, pages("NIST.FIPS", 1, 2), nothing},
		{"an ending alone", Place{DocID: ".md"}, Found{}, nothing},

		{"the card", read, symbol("tide/frames.py", "tide.frames.Frame.read"), match},
		{"the declaration", read, symbol("tide/frames.py", "Frame.read"), match},
		{"the declaration of a class", Place{Symbol: "tide.frames.Frame"}, symbol("src/tide/frames.py", "Frame"), match},
		{"a method", Place{Symbol: "tide.frames.Frame.read"}, symbol("frames.py", "read"), nothing},
		{"another file's", Place{Symbol: "tide.frames.Frame"}, symbol("tide/gauge.py", "Frame"), nothing},
		{"a folder's", Place{Symbol: "example.org/tide/gauge.Reader.Next"}, symbol("gauge/parse.go", "Reader.Next"), match},
		{"a package's", Place{Symbol: "tide.Frame"}, symbol("tide/__init__.py", "Frame"), match},
		{"another symbol", read, symbol("tide/frames.py", "tide.frames.Frame"), nothing},
		{"no symbol", read, lines("tide/frames.py", 1, 900), nothing},
		{"the tail of a name", Place{Symbol: "tide.frames.Frame"}, symbol("frames.py", "rame"), nothing},
		{"the symbol of the document", Place{DocID: "frames.py", Symbol: "frames.Frame"}, symbol("frames.py", "frames.Frame"), match},
		{"the symbol of another document", Place{DocID: "frames.py", Symbol: "frames.Frame"}, symbol("old/frames.py", "frames.Frame"), nothing},
		{"another symbol of the document", Place{DocID: "frames.py", Symbol: "frames.Frame"}, symbol("frames.py", "frames.Gauge"), document},
		{"the lines of the symbol", Place{DocID: "frames.py", Symbol: "frames.Frame", StartLine: 3, EndLine: 9}, lines("frames.py", 1, 4), match},
		{"near the lines of the symbol", Place{DocID: "frames.py", Symbol: "frames.Frame", StartLine: 3, EndLine: 9}, lines("frames.py", 12, 14), near},
		{"the symbol away from the lines", Place{DocID: "frames.py", Symbol: "frames.Frame", StartLine: 3, EndLine: 9}, symbol("frames.py", "Frame"), match},
	} {
		got := nothing
		switch {
		case tt.place.Matches(&tt.found):
			got = match
		case tt.place.Near(&tt.found):
			got = near
		case tt.place.SameDocument(&tt.found):
			got = document
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestPlaceFileNames checks that a set may name each file of an index as it is named on disk, whether its id keeps the ending or not.
func TestPlaceFileNames(t *testing.T) {
	files := map[string]string{}
	handbook := filepath.Join("..", "..", "testdata", "handbook")
	for _, ending := range append(bareEndings(), ".adoc", ".go", ".js", ".json", ".mdown", ".mdx", ".mkd", ".org", ".py", ".qmd", ".rmd", ".tex", ".toml", ".xhtml") {
		text := "The tide rises twice a day.\n"
		switch ending {
		case ".pdf":
			text = contents(t, filepath.Join(handbook, "sensor-standard.pdf"))
		case ".ipynb":
			text = contents(t, filepath.Join(handbook, "notebooks", "first-week.ipynb"))
		}
		files["guide"+strconv.Itoa(len(files))+ending] = text
	}
	opt := index.Options{Roots: []string{written(t, files)}, Dir: t.TempDir(), MaxTextBytes: index.DefaultMaxTextBytes, MaxPDFBytes: index.DefaultMaxPDFBytes}
	if _, err := index.Refresh(context.Background(), opt, nil); err != nil {
		t.Fatal(err)
	}
	ix, err := index.Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	bare := 0
	for _, d := range ix.Documents() {
		name := filepath.Base(d.Path)
		if p := (Place{DocID: name}); !p.SameDocument(&Found{DocID: d.ID}) {
			t.Errorf("%s is not %s", name, d.ID)
		}
		if name != d.ID {
			bare++
		}
	}
	if bare != len(bareEndings()) {
		t.Errorf("%d ids do without an ending, want %d", bare, len(bareEndings()))
	}
}

func contents(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
