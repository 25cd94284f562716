package source

import (
	"context"
	"os"
	"strings"
	"testing"
)

// BenchmarkMarkdown reads one megabyte of an ordinary page.
func BenchmarkMarkdown(b *testing.B) {
	data := manual(b)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Read(context.Background(), "manual.md", data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkChunks cuts the text of the same page.
func BenchmarkChunks(b *testing.B) {
	doc, err := Read(context.Background(), "manual.md", manual(b))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(doc.Text)))
	for b.Loop() {
		if len(Chunks(doc, "manual")) == 0 {
			b.Fatal("no chunks")
		}
	}
}

// BenchmarkChunksOneLine cuts a document that is one line without a place to cut.
func BenchmarkChunksOneLine(b *testing.B) {
	doc := Document{Text: strings.Repeat("x", 8<<20)}
	doc.Blocks = []Block{{Start: 0, End: len(doc.Text), StartLine: 1, EndLine: 1}}
	b.SetBytes(int64(len(doc.Text)))
	for b.Loop() {
		if len(Chunks(doc, "line")) == 0 {
			b.Fatal("no chunks")
		}
	}
}

func manual(b *testing.B) []byte {
	page, err := os.ReadFile("testdata/read/guide.md")
	if err != nil {
		b.Fatal(err)
	}
	return []byte(strings.Repeat(string(page), 1<<20/len(page)))
}
