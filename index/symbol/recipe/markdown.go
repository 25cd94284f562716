package recipe

import (
	"context"
	"fmt"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol/language"
)

// FromMarkdown makes a recipe of each fenced listing of a page in a language that the registry reads. Its goal is the
// paragraph before. A listing in Python comes with what it needs of the earlier ones of the page. The error says why
// the page cannot be read.
func FromMarkdown(ctx context.Context, f File, names Names) ([]Derived, error) {
	if !strings.Contains(f.Text, "```") && !strings.Contains(f.Text, "~~~") {
		return nil, nil // most pages, and reading one takes its time
	}
	doc, err := source.Read(ctx, f.Path, []byte(f.Text))
	if err != nil {
		return nil, fmt.Errorf("recipes of %s: %w", f.Path, err)
	}
	m := &markdownPage{work: newWork(ctx), file: f, doc: doc, names: names}
	var pieces []piece
	for i, b := range doc.Blocks {
		if fenceLanguage(b) == inPython {
			text := doc.Text[b.Start:b.End]
			m.listings = append(m.listings, i)
			m.cells = append(m.cells, cell{src: withoutCommands(text), lines: linesOf(b, text)})
			pieces = append(pieces, piece{src: m.cells[len(m.cells)-1].src, dead: isTranscript(text)})
		}
	}
	m.program = newProgram(pieces)
	var out []Derived
	next := 0
	for i, b := range doc.Blocks {
		if !m.more() {
			break
		}
		var needed []int
		if next < len(m.listings) && m.listings[next] == i {
			if from, to := m.program.run(next, next); from < to {
				needed, _ = m.program.preamble(from, to)
			}
			next++
		}
		if lang := fenceLanguage(b); lang != "" {
			out = append(out, m.recipe(i, lang, needed))
		}
	}
	return out, nil
}

// markdownPage makes the recipes of a page.
type markdownPage struct {
	*work
	file     File
	doc      source.Document
	names    Names
	listings []int // the blocks that hold Python
	cells    []cell
	program  *program
}

// fenceLanguage is the language of a listing, "" where it is none that the registry reads.
func fenceLanguage(b source.Block) string {
	if b.Kind != source.Code {
		return ""
	}
	if l := language.OfFence(b.Lang); l != nil {
		return l.Name
	}
	return ""
}

// isTranscript tells what was typed at a prompt, and what it printed, from a program.
func isTranscript(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), ">>>") }

// linesOf is the line of the file that each line of a block stands on.
func linesOf(b source.Block, text string) []int {
	n := 1 + strings.Count(text, "\n")
	out := make([]int, n)
	for i := range out {
		out[i] = min(b.StartLine+i, b.EndLine)
	}
	return out
}

func (m *markdownPage) recipe(at int, lang string, needed []int) Derived {
	b := m.doc.Blocks[at]
	d := m.file.recipe()
	d.StartLine, d.EndLine, d.Title, d.ID = b.StartLine, b.EndLine, strings.Join(b.Section, ": "), recipeID+place(m.file.Doc, b.StartLine)
	if d.Title == "" {
		d.Title = m.doc.Title
	}
	p := &page{}
	for _, l := range listings(m.program, m.cells, needed) {
		l.block.Section = b.Section
		p.add(l.block, l.text)
	}
	if at > 0 {
		if before := m.doc.Blocks[at-1]; before.Kind != source.Code && before.Kind != source.Heading {
			d.Goal = m.doc.Text[before.Start:before.End]
			p.add(before, d.Goal)
		}
	}
	text := m.doc.Text[b.Start:b.End]
	b.Lang = lang
	p.add(b, text)
	p.finish(&d)
	d.Mentions = m.names.of(lang, d.Program())
	m.made(&d, 0)
	return d
}
