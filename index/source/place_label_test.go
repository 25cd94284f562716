package source

import (
	"strings"
	"testing"
)

// What is printed on a page travels with its chunks, over the end of the page too where a sentence goes on.
func TestPrinted(t *testing.T) {
	text := "The sentence goes on\non the next page."
	doc := Document{Title: "T", Text: text, Pages: 3, Labels: []string{"i", "ii", "3"}}
	for _, tt := range []struct {
		page        int
		labels      []string
		turn        int
		first, last string
	}{
		{2, doc.Labels, strings.Index(text, "on the next"), "ii", "3"},
		{2, doc.Labels, 0, "ii", "ii"},
		{3, doc.Labels, 0, "", ""},
		{3, nil, 0, "", ""},
	} {
		doc.Labels = tt.labels
		doc.Blocks = []Block{{Kind: Paragraph, Start: 0, End: len(text), Page: tt.page, Turn: tt.turn}}
		c := Chunks(doc, "t")[0]
		at := c.At([2]int{0, len(text)})
		if first, last := at.Printed(); first != tt.first || last != tt.last {
			t.Errorf("page %d: %q to %q, want %q to %q", tt.page, first, last, tt.first, tt.last)
		}
	}
}
