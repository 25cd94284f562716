package source

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
		turned, rest := -1, ""
		if i+1 < len(file.Pages) {
			turned, rest = takeRest(page, file.Pages[i+1])
		}
		for k, block := range page {
			switch {
			case block.Kind == layout.Heading:
				b.heading(block.Level, block.Text, 0, 0)
			case k == turned:
				if b.add(Block{Kind: blockKinds[block.Kind]}, block.Text+"\n"+rest); len(b.doc.Blocks) > 0 {
					last := &b.doc.Blocks[len(b.doc.Blocks)-1]
					last.Turn = max(last.Start+1, last.End-len(clean(rest)))
				}
			case block.Kind == layout.Table: // a long one in several blocks, each with the head
				var rows [][]string
				for line := range strings.SplitSeq(block.Text, "\n") {
					rows = append(rows, strings.Split(line, " | "))
				}
				b.table(Block{Kind: Table}, rows)
			default:
				b.add(Block{Kind: blockKinds[block.Kind]}, block.Text)
			}
		}
	}
	if share := illegible(string(b.text)); share > maxIllegible {
		b.warn(fmt.Sprintf("the text of this PDF reads badly: %.0f%% of it has no spaces, or characters that its fonts do not name", 100*share))
	}
	return titled(b.document(), name), nil
}

// longestRest is how many bytes of a sentence are taken from the next page at most.
const longestRest = 1200

// takeRest finds the block of a page whose last sentence goes on on the next, -1 where there is none, and takes the
// rest of that sentence from there.
func takeRest(page, next []layout.Block) (block int, rest string) {
	block = slices.IndexFunc(page, func(b layout.Block) bool { return b.GoesOn })
	from := slices.IndexFunc(next, func(b layout.Block) bool { return b.Rest })
	if block < 0 || from < 0 {
		return -1, ""
	}
	text := next[from].Text
	end := len(text)
	for i := range text {
		if at := sentenceEnd(text, i); at > 0 {
			end = at
			break
		}
	}
	if end > longestRest {
		return -1, ""
	}
	next[from].Text = text[end:]
	return block, strings.TrimSpace(text[:end])
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
