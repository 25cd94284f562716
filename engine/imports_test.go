package engine

import (
	"strings"
	"testing"

	"ibid/index"
	"ibid/index/source"
)

// TestWithImports: a listing is shown with the imports that it needs from further up in its document, and with no others.
func TestWithImports(t *testing.T) {
	page := "# Tide\n\nFirst of all:\n\n```python\nimport tide as td\nfrom tide import smooth, lift\nimport os\n```\n\n" +
		strings.Repeat("## Much else\n\n"+strings.Repeat("Here the tides of a month are told at length. ", 30)+"\n\n", 3) +
		"## Noise\n\nA noisy series is smoothed:\n\n```python\nseries = td.read(path)\nprint(smooth(series))\n```\n"
	doc, err := source.Read(t.Context(), "tide.md", []byte(page))
	if err != nil {
		t.Fatal(err)
	}
	l := &library{}
	for _, c := range source.Chunks(doc, "tide") {
		l.chunks = append(l.chunks, index.Chunk{Chunk: c, Path: "tide.md"})
	}
	last := l.chunks[len(l.chunks)-1]
	if len(l.chunks) < 3 || strings.Contains(last.Text, "import") {
		t.Fatalf("%d chunks, the last of them %q", len(l.chunks), last.Text)
	}
	x := &run{Engine: New(l, script{}, Options{})}
	x.request.append(Evidence{Chunk: last})
	const shown = "A noisy series is smoothed: [c1]\n\nseries = td.read(path) [c1]\n\n```\nprint(smooth(series))\n```"
	a := &attempt{text: shown, sentences: []Sentence{{Text: "print(smooth(series))\n"}}}
	if err := x.withImports(a); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(shown, "print", "import tide as td  # line 6 of the same source\nfrom tide import smooth, lift  # line 7 of the same source\n\nprint", 1)
	if a.text != want {
		t.Errorf("got\n%s\nwant\n%s", a.text, want)
	}
	a = &attempt{text: strings.ReplaceAll(shown, "series", "wave")} // which the document does not have
	if err := x.withImports(a); err != nil || len(a.rewrites) > 0 {
		t.Errorf("a listing of nobody's: %q, %v", a.text, err)
	}
}
