package source

import (
	"context"
	"fmt"
	"unicode"
	"unicode/utf8"

	"ibid/index/source/pdf"
	"ibid/index/source/pdf/layout"
)

// readPDF extracts a PDF page by page. A section goes on over page breaks until the next heading. The error is
// pdf.ErrEncrypted, ctx's, or says why no page can be read.
func readPDF(ctx context.Context, name string, data []byte) (Document, error) {
	file, err := pdf.Read(ctx, data)
	if err != nil {
		return Document{}, err
	}
	b := newBuilder(ctx, Document{
		Title: file.Title, Kind: Docs, Pages: len(file.Pages), Labels: file.Labels, Warnings: file.Warnings,
	}, len(data))
	for i, page := range file.Pages {
		b.page = i + 1
		for _, block := range page {
			if block.Kind == layout.Heading {
				b.heading(block.Level, block.Text, 0, 0)
			} else {
				b.add(Block{Kind: blockKinds[block.Kind]}, block.Text)
			}
		}
	}
	if share := illegible(string(b.text)); share > maxIllegible {
		b.warn(fmt.Sprintf("the text of this PDF reads badly: %.0f%% of it has no spaces, or characters that its fonts do not name", 100*share))
	}
	return titled(b.document(), name), nil
}

// maxIllegible is the share of illegible text that a reader is told of.
const maxIllegible = 0.05

// illegible is the share of the letters of a text that stand in words too long to be any, or that no font names.
func illegible(text string) float64 {
	const longest = 40 // letters without a space or a mark
	bad, all, run := 0, 0, 0
	for _, r := range text + " " {
		switch {
		case r == utf8.RuneError:
			bad++
			all++
		case unicode.IsLetter(r) && r < 0x2e80: // East Asian text has no spaces
			run++
			all++
			continue
		}
		if run > longest {
			bad += run
		}
		run = 0
	}
	return float64(bad) / float64(max(all, 1))
}

// blockKinds are the kinds of the blocks of a page.
var blockKinds = [...]BlockKind{layout.Paragraph: Paragraph, layout.Item: Item, layout.Table: Table, layout.Code: Code}
