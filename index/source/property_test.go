package source

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// checkDocument checks what the contract promises about every Document.
func checkDocument(t *testing.T, doc Document) {
	t.Helper()
	if doc.Title == "" || doc.Kind == "" {
		t.Errorf("title %q, kind %q", doc.Title, doc.Kind)
	}
	if !utf8.ValidString(doc.Text) || !utf8.ValidString(doc.Title) {
		t.Error("not valid UTF-8")
	}
	if i := strings.IndexFunc(doc.Text, unwanted); i >= 0 {
		t.Errorf("control character %q", doc.Text[i])
	}
	at, line, page := 0, 0, 0
	for i, b := range doc.Blocks {
		if b.Start < at || b.End <= b.Start || b.End > len(doc.Text) {
			t.Fatalf("block %d spans [%d, %d) after %d in %d bytes", i, b.Start, b.End, at, len(doc.Text))
		}
		text := doc.Text[b.Start:b.End]
		if strings.TrimSpace(doc.Text[at:b.Start]) != "" {
			t.Errorf("block %d: text %q before it", i, doc.Text[at:b.Start])
		}
		if strings.TrimSpace(text) == "" || !utf8.ValidString(text) {
			t.Errorf("block %d: text %q", i, text)
		}
		if b.StartLine < line || b.EndLine < b.StartLine || b.Page < page || (b.StartLine+b.Page == 0) != (doc.Blocks[0].StartLine+doc.Blocks[0].Page == 0) {
			t.Errorf("block %d: lines %d-%d, page %d, after line %d, page %d", i, b.StartLine, b.EndLine, b.Page, line, page)
		}
		at, line, page = b.End, b.StartLine, b.Page
		switch b.Kind {
		case Heading:
			if n := len(b.Section); n == 0 || b.Section[n-1] != shortened(text) || strings.Contains(text, "\n") {
				t.Errorf("heading %q in section %q", text, b.Section)
			}
		case Table:
			rows := strings.Split(text, "\n")
			for _, row := range rows {
				if strings.Count(row, " | ") != strings.Count(rows[0], " | ") {
					t.Errorf("row %q has not the cells of %q", row, rows[0])
				}
			}
		}
	}
	if strings.TrimSpace(doc.Text[at:]) != "" {
		t.Errorf("text %q after the last block", doc.Text[at:])
	}
}

// checkChunks checks what Chunks promises.
func checkChunks(t *testing.T, doc Document, chunks []Chunk) {
	t.Helper()
	depth := topLevel(doc.Blocks)
	at := 0
	var seen strings.Builder // the text of all parts of blocks, without white space
	for i, c := range chunks {
		if c.Start < at || c.End <= c.Start || c.Text != doc.Text[c.Start:c.End] || strings.TrimSpace(doc.Text[at:c.Start]) != "" {
			t.Fatalf("chunk %d spans [%d, %d) after %d", i, c.Start, c.End, at)
		}
		at = c.End
		if n := runes(c.Text); n > sizesOf(&doc).most || !utf8.ValidString(c.Text) {
			t.Errorf("chunk %d: %d characters, valid %v", i, n, utf8.ValidString(c.Text))
		}
		if i > 0 && (c.ID <= chunks[i-1].ID || c.Prev != chunks[i-1].ID || chunks[i-1].Next != c.ID) {
			t.Errorf("ids %q, %q; prev %q, next %q", chunks[i-1].ID, c.ID, c.Prev, chunks[i-1].Next)
		}
		top := ""
		for j, b := range c.Blocks {
			if b.Start < 0 || b.End <= b.Start || b.End > len(c.Text) || j > 0 && b.Start < c.Blocks[j-1].End {
				t.Fatalf("chunk %d: block %d spans [%d, %d) in %d bytes", i, j, b.Start, b.End, len(c.Text))
			}
			seen.WriteString(squeeze(c.Text[b.Start:b.End]))
			if b.Page != c.StartPage || b.Page != c.EndPage || b.StartLine < c.StartLine || b.EndLine > c.EndLine {
				t.Errorf("chunk %d: block on page %d, lines %d-%d outside", i, b.Page, b.StartLine, b.EndLine)
			}
			if b.Kind == Heading {
				continue
			}
			key := "-"
			if len(b.Section) > depth {
				key = "+" + b.Section[depth]
			}
			if top != "" && key != top {
				t.Errorf("chunk %d crosses from section %q to %q", i, top, key)
			}
			top = key
		}
	}
	var want strings.Builder
	for _, b := range doc.Blocks {
		want.WriteString(squeeze(doc.Text[b.Start:b.End]))
	}
	if seen.String() != want.String() {
		t.Error("the chunks do not hold every block once")
	}
	checkWhole(t, doc, chunks)
}

// checkWhole checks that tables, lists and code that fit into a chunk are in one.
func checkWhole(t *testing.T, doc Document, chunks []Chunk) {
	t.Helper()
	next := 0
	for i := 0; i < len(doc.Blocks); {
		b := doc.Blocks[i]
		end := i + 1
		if b.Kind == Item {
			for end < len(doc.Blocks) && doc.Blocks[end].Kind == Item && doc.Blocks[end].Page == b.Page &&
				strings.Join(doc.Blocks[end].Section, "\n") == strings.Join(b.Section, "\n") {
				end++
			}
		}
		last := doc.Blocks[end-1]
		for next < len(chunks) && chunks[next].End <= b.Start {
			next++
		}
		fits := runes(doc.Text[b.Start:last.End]) <= sizesOf(&doc).most
		if fits && b.Kind != Paragraph && b.Kind != Heading && (next == len(chunks) || chunks[next].End < last.End) {
			t.Errorf("the block at %d is cut though it fits", b.Start)
		}
		i = end
	}
}

func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}
