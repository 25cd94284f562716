package engine

import (
	"fmt"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
	"ibid/index/symbol/code"
	"ibid/index/symbol/language"
)

// maxBefore is how many chunks before that of a listing are looked through for what it imports.
const maxBefore = 64

// withImports puts the imports that a listing of the documents needs, and that stand further up in the same source, at its top, each with the line
// that it comes from: what is shown can be run, and its names are judged by what they stand for.
func (x *run) withImports(t *attempt) error {
	var b strings.Builder
	at := 0
	var cited, reasons []string
	for _, s := range guard.Split(t.text) {
		if s.Kind != guard.Code {
			cited = s.Keys()
			continue
		}
		from, to := s.Code()
		lines, err := x.importsFor(s.Text[from:to], cited)
		if err != nil {
			return err
		}
		if len(lines) == 0 {
			continue
		}
		from += s.Start
		b.WriteString(t.text[at:from] + strings.Join(lines, "\n") + "\n\n")
		for at = from; at < len(t.text) && t.text[at] == '\n'; at++ { // one blank line is enough
		}
		reasons = append(reasons, "a listing needs "+strings.Join(lines, ", "))
		for i := range t.sentences {
			if t.sentences[i].Text == t.text[from:s.Start+to] {
				t.sentences[i].Text = strings.Join(lines, "\n") + "\n\n" + t.sentences[i].Text
			}
		}
	}
	if at > 0 {
		t.rewrite(StageSymbols, reasons, b.String()+t.text[at:])
	}
	return nil
}

// importsFor are the lines that import what a listing of a document lacks, from above it in the chunk that it is cited from or in the chunks before. The
// first line of a block of code may stand before the listing, as a sentence. What is cut from source code is no program, with imports or without.
func (x *run) importsFor(listing string, cited []string) ([]string, error) {
	listing = strings.TrimSpace(listing)
	for i := range x.request.Evidence {
		ev := &x.request.Evidence[i]
		at := strings.Index(ev.Text, listing)
		block := slices.IndexFunc(ev.Blocks, func(b source.Block) bool { return b.Kind == source.Code && b.Start <= at && at < b.End })
		if at < 0 || block < 0 || ev.Kind == source.SymbolCard || ev.Kind == source.Source || ev.Kind == source.Test || !slices.Contains(cited, ev.Key) {
			continue
		}
		l, start := language.OfFence(ev.Blocks[block].Lang), ev.Blocks[block].Start
		if l == nil || l.Read == nil {
			return nil, nil
		}
		lacking := l.Read(ev.Text[start : at+len(listing)]).Lacking()
		var lines []string
		c := ev.Chunk
		for n := 0; len(lacking) > 0; n++ {
			lines = append(importsAbove(l, &c, start, &lacking), lines...)
			if c.Prev == "" || n == maxBefore {
				break
			}
			var err error
			if c, err = x.retriever.Chunk(c.Prev); err != nil {
				return nil, err
			}
			start = len(c.Text)
		}
		return lines, nil
	}
	return nil, nil
}

// importsAbove are the lines that bind names which are lacking, of the code above a place in a chunk. What they bind is lacking no more.
func importsAbove(l *language.Language, c *index.Chunk, above int, lacking *[]string) []string {
	var lines []string
	for _, b := range c.Blocks {
		if b.Kind != source.Code || b.Start >= above || b.StartLine == 0 || b.Lang == source.Output {
			continue
		}
		text := c.Text[b.Start:min(b.End, above)]
		for _, s := range l.Read(text).Statements {
			if s.Import == nil || s.Span.End <= s.Span.Start || !slices.Contains(*lacking, s.Import.As) {
				continue
			}
			*lacking = slices.DeleteFunc(*lacking, func(name string) bool { return name == s.Import.As })
			if line := importLine(l, text, &s) + placeOf(l, b.StartLine+strings.Count(text[:s.Import.ModuleSpan.Start], "\n")); !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// importLine is an import as it is written. In Go it may stand in a list of others.
func importLine(l *language.Language, text string, s *code.Statement) string {
	if l.Family != language.Go {
		return strings.TrimRight(OneLine(text[s.Span.Start:s.Span.End]), ";")
	}
	in := s.Import
	name := ""
	if in.NameSpan.End > in.NameSpan.Start {
		name = in.As + " "
	}
	return fmt.Sprintf("import %s%q", name, in.Module)
}

// placeOf says in a comment which line of the source a line of code is.
func placeOf(l *language.Language, line int) string {
	mark := "//"
	if l.Family == language.Python {
		mark = "#"
	}
	return fmt.Sprintf("  %s line %d of the same source", mark, line)
}
