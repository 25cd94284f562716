package source

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// maxOutput is how much of what a cell printed is kept, in runes.
const maxOutput = 1000

// readNotebook reads a Jupyter notebook of format 3 or 4: Markdown cells as Markdown, with sections that run on
// from cell to cell, code cells as Code blocks, each followed by what it printed. Lines are those of the file where
// the source of the cell stands as JSON strings; what a cell printed is cited where its source ends.
func readNotebook(b *builder, src string) error {
	nb, err := parseNotebook(src)
	if err != nil {
		return err
	}
	if nb.cells == nil {
		return errors.New("not a Jupyter notebook: it has no cells")
	}
	if len(nb.cells) == maxCells {
		b.warn("only the first 50,000 cells were read")
	}
	cut := false
	for _, c := range nb.cells {
		if b.budget.Err() != nil {
			break
		}
		b.line = c.source.line
		text := string(c.source.text)
		switch c.kind {
		case "markdown":
			markdownBlocks(b, text, 1)
		case "heading": // format 3
			b.heading(c.level, text, 1, 1+strings.Count(text, "\n"))
		case "code":
			lang := nb.lang
			if c.lang != "" {
				lang = c.lang
			}
			b.add(Block{Kind: Code, StartLine: 1, EndLine: 1 + strings.Count(text, "\n"), Lang: lang}, text)
		default:
			readText(b, text)
		}
		last := len(c.source.lines) // in the file, outputs stand before the source
		for _, output := range c.outputs {
			text, short := shorten(clean(string(output)))
			cut = cut || short
			b.add(Block{Kind: Code, StartLine: last, EndLine: last, Lang: Output}, text)
		}
	}
	if b.line = nil; cut {
		b.warn("long cell outputs were cut after about 1,000 characters")
	}
	return nil
}

// shorten cuts an output to maxOutput, at the end of a line where there is one.
func shorten(s string) (_ string, cut bool) {
	if utf8.RuneCountInString(s) <= maxOutput {
		return s, false
	}
	n := 0
	for i := range s {
		if n == maxOutput {
			s = s[:i]
			break
		}
		n++
	}
	if i := strings.LastIndexByte(s, '\n'); i > 0 {
		s = s[:i]
	}
	return s, true
}
