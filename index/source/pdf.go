package source

import (
	"context"
	"fmt"
	"regexp"
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
		if i+1 < len(file.Pages) {
			carryOver(page, file.Pages[i+1])
		}
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

// What stands below the text of a page, and above that of the next: notes, figures, tables.
const maxBetween = 3 // blocks

// carryOver gives a sentence that goes on over the end of a page to the page that it begins on.
func carryOver(page, next []layout.Block) {
	open, rest := -1, -1
	for i := len(page) - 1; i >= max(0, len(page)-maxBetween) && open < 0; i-- {
		if b := page[i]; b.Kind == layout.Heading {
			return
		} else if (b.Kind == layout.Paragraph || b.Kind == layout.Item) && !caption.MatchString(b.Text) {
			last, _ := utf8.DecodeLastRuneInString(b.Text)
			if open = i; !unicode.IsLetter(last) && !strings.ContainsRune(",-–(", last) || !strings.Contains(b.Text, " ") {
				open = -1
				if !noteStart.MatchString(b.Text) {
					return
				}
			}
		}
	}
	for i := 0; i < min(maxBetween, len(next)) && rest < 0; i++ {
		if b := next[i]; b.Kind == layout.Heading {
			return
		} else if b.Kind == layout.Paragraph && !caption.MatchString(b.Text) {
			rest = i
		}
	}
	if open < 0 || rest < 0 {
		return
	}
	text := next[rest].Text
	if first, _ := utf8.DecodeRuneInString(text); !unicode.IsLower(first) {
		return
	}
	end := len(text)
	for i := range text {
		if at := sentenceEnd(text, i); at > 0 {
			end = at
			break
		}
	}
	before, joined := strings.CutSuffix(page[open].Text, "-")
	if !joined {
		before += " "
	}
	page[open].Text = before + strings.TrimSpace(text[:end])
	next[rest].Text = text[end:]
}

// noteStart begins a footnote.
var noteStart = regexp.MustCompile(`^(?:\d{1,3}|[*†‡§])\s*\pL`)

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
