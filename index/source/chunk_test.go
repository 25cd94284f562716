package source

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// words returns n words of five characters with their spaces, a sentence every ten.
func words(n int) string {
	var out strings.Builder
	for i := range n {
		if i%10 == 9 {
			out.WriteString("End. ")
		} else {
			out.WriteString("Word ")
		}
	}
	return strings.TrimSpace(out.String())
}

// TestChunkCuts reads Markdown and says which words each chunk must begin and end with.
func TestChunkCuts(t *testing.T) {
	list := func(n, size int) string {
		return strings.TrimSpace(strings.Repeat("- "+strings.Repeat("x", size-2)+"\n", n))
	}
	row := "| " + strings.Repeat("c", 36) + " | d |\n"
	table := "| head | e |\n|---|---|\n" + row
	for _, test := range []struct {
		name, text string
		want       []string // "first … last" characters of each chunk
	}{
		{"one chunk", "# A\n\nOne.\n\nTwo.", []string{"A\n…wo."}},
		{"top-level sections are kept apart", "# A\n\nOne.\n\n# B\n\nTwo.", []string{"A\n…ne.", "B\n…wo."}},
		{"a lone title is no section", "# T\n\nOne.\n\n## A\n\nTwo.\n\n## B\n\nThree.", []string{"T\n…ne.", "A\n…wo.", "B\n…ee."}},
		{"subsections share a chunk", "# T\n\n## A\n\n### B\n\nOne.\n\n### C\n\nTwo.", []string{"T\n…wo."}},
		{"headings go with what follows", "# A\n\n# B\n\n## C\n\nOne.", []string{"A\n…ne."}},
		{"a heading at the end goes with what precedes", "# A\n\nOne.\n\n# B", []string{"A\n…\n\nB"}},
		{"between sections once large enough", "# T\n\n## A\n\n### B\n\n" + words(190) + "\n\n### C\n\n" + words(100),
			[]string{"T\n…nd.", "C\n…nd."}},
		{"before a section that would be cut", "# T\n\n## A\n\n### B\n\n" + words(150) + "\n\n### C\n\n" + words(200),
			[]string{"T\n…nd.", "C\n…nd."}},
		{"a small end joins", words(200) + "\n\n" + words(100) + "\n\nThe end.", []string{"Wo…nd."}},
		{"a list that fits stays whole", words(100) + "\n\n" + list(20, 60), []string{"Wo…nd.", "- …xxx"}},
		{"a list with its introduction", words(100) + "\n\n" + words(20) + ":\n\n" + list(20, 60), []string{"Wo…nd.", "Wo…xxx"}},
		{"a long list between its items", list(40, 60), []string{"- …xxx", "- …xxx"}},
		{"code that fits stays whole", words(100) + "\n\n```\n" + strings.Repeat("line\n", 250) + "```", []string{"Wo…nd.", "li…ine"}},
		{"long code at a blank line", "```\n" + strings.Repeat("first line\n", 100) + "last\n\nnext\n" + strings.Repeat("more lines\n", 90) + "```",
			[]string{"fi…ast", "ne…nes"}},
		{"a table with its caption", words(130) + "\n\nTable 3. Sizes\n\n" + table + strings.Repeat(row, 25), []string{"Wo…nd.", "Ta…| d"}},
		{"a long table between rows, each part with its header", table + strings.Repeat(row, 60), []string{"he…| d", "he…| d"}},
		{"a long paragraph at a sentence", words(500), []string{"Wo…nd.", "Wo…nd."}},
		{"a line without a place to cut", strings.Repeat("x", 2000), []string{"xx…xxx", "xx…xxx"}},
	} {
		doc, err := Read(context.Background(), "a.md", []byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		chunks := Chunks(doc, "a")
		checkChunks(t, doc, chunks)
		var got []string
		for _, c := range chunks {
			got = append(got, c.Text[:2]+"…"+c.Text[max(0, len(c.Text)-3):])
		}
		// One more full chunk in the middle of something long is not what the table is about.
		if got = slices.Compact(got); !slices.Equal(got, slices.Compact(test.want)) {
			t.Errorf("%s:\n got %q\nwant %q", test.name, got, test.want)
		}
		if len(chunks) < len(test.want) {
			t.Errorf("%s: %d chunks, want at least %d", test.name, len(chunks), len(test.want))
		}
	}
}

func TestChunkIDs(t *testing.T) {
	page := func(n int, texts ...string) []Block {
		var out []Block
		for range texts {
			out = append(out, Block{Page: n})
		}
		return out
	}
	doc := Document{Title: "Paper", Kind: Docs, Pages: 12}
	long := words(500)
	doc.Blocks = slices.Concat(page(9, "", ""), page(10, ""))
	for i := range doc.Blocks {
		doc.Blocks[i].Start = len(doc.Text)
		doc.Text += long
		doc.Blocks[i].End = len(doc.Text)
		doc.Text += "\n\n"
	}
	var got []string
	for _, c := range Chunks(doc, "Paper") {
		got = append(got, c.ID)
		if c.Title != "Paper" || c.Kind != Docs || c.DocID != "Paper" || c.StartLine != 0 {
			t.Errorf("%s: %+v", c.ID, c)
		}
	}
	want := []string{"Paper::p0009::c001", "Paper::p0009::c002", "Paper::p0010::c001"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestChunkIDsStaySorted has more chunks in one line than three digits count.
func TestChunkIDsStaySorted(t *testing.T) {
	doc, err := Read(context.Background(), "a.txt", []byte(strings.Repeat("x", 1100*sizesOf(&Document{}).most)))
	if err != nil {
		t.Fatal(err)
	}
	chunks := Chunks(doc, "a")
	checkChunks(t, doc, chunks)
	if got := chunks[0].ID; got != "a::l00001::c0001" {
		t.Errorf("first of %d ids: %s", len(chunks), got)
	}
}

// TestChunkLines checks the lines of parts of a block.
func TestChunkLines(t *testing.T) {
	var code strings.Builder
	for i := range 200 {
		fmt.Fprintf(&code, "line %3d of the listing\n", i+1)
	}
	doc, err := Read(context.Background(), "a.sh", []byte("\n"+code.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Chunks(doc, "a") {
		var first, last int
		lines := strings.Split(c.Text, "\n")
		fmt.Sscanf(lines[0], "line %d", &first)
		fmt.Sscanf(lines[len(lines)-1], "line %d", &last)
		if c.StartLine != first+1 || c.EndLine != last+1 {
			t.Errorf("%s: lines %d-%d, want %d-%d", c.ID, c.StartLine, c.EndLine, first+1, last+1)
		}
	}
}

// TestHandbook checks the contract on every file of the sample corpus.
func TestHandbook(t *testing.T) {
	const root = "../../testdata/handbook"
	if _, err := os.Stat(root); err != nil {
		t.Skip("the sample corpus is not there: ", err)
	}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !Supported(path) {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		t.Run(entry.Name(), func(t *testing.T) {
			doc, err := Read(context.Background(), path, data)
			if err != nil {
				t.Fatal(err)
			}
			if len(doc.Warnings) > 0 || len(doc.Blocks) == 0 && len(data) > 0 {
				t.Errorf("%d blocks, warnings %q", len(doc.Blocks), doc.Warnings)
			}
			checkDocument(t, doc)
			checkChunks(t, doc, Chunks(doc, "doc"))
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
