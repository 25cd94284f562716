package recipe

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol/language"
	"ibid/index/symbol/python"
)

// inPython is the Lang of the listings.
const inPython = "python"

// FromPage makes the recipes of a Markdown page or a Jupyter notebook: of a page each fenced listing in a language
// that the registry reads, with the paragraph before it; of a notebook in Python the cells and the text under each
// heading. Each comes with what it needs of the earlier Python. The error says why the file cannot be read.
func FromPage(ctx context.Context, f File, names Names) ([]Derived, error) {
	notebook := strings.EqualFold(path.Ext(f.Path), ".ipynb")
	if !notebook && !strings.Contains(f.Text, "```") && !strings.Contains(f.Text, "~~~") {
		return nil, nil // most pages, and reading one takes its time
	}
	doc, err := source.Read(ctx, f.Path, []byte(f.Text))
	if err != nil {
		return nil, fmt.Errorf("recipes of %s: %w", f.Path, err)
	}
	r := &pageReader{work: newWork(ctx), file: f, doc: doc, names: names, program: newProgram(), piece: map[int]int{}}
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		text := doc.Text[b.Start:b.End]
		if notebook && b.Kind == source.Code && b.Lang == "" {
			b.Lang = inPython
		}
		if languageOf(b) == inPython && !isTranscript(text) {
			r.piece[i] = len(r.program.pieces)
			r.program.addPython(withoutCommands(text), b.StartLine, b.EndLine)
		}
	}
	d := f.recipe()
	groups := r.listings
	if notebook {
		d.Kind, groups = source.RecipeSection, r.sections
	}
	for _, group := range groups() {
		if r.more() {
			r.recipe(d, group)
		}
	}
	return r.out, nil
}

// pageReader makes the recipes of a page or a notebook.
type pageReader struct {
	*work
	file    File
	doc     source.Document
	names   Names
	program *program
	piece   map[int]int // of the program, by the block that holds it
	out     []Derived
}

// languageOf is the language of a listing, "" where it is none that the registry reads.
func languageOf(b *source.Block) string {
	if l := language.OfFence(b.Lang); l != nil && b.Kind == source.Code {
		return l.Name
	}
	return ""
}

// isTranscript tells what is no Python by itself: what was typed at a prompt, and cells of IPython in another language.
func isTranscript(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, prompt) || strings.HasPrefix(text, "%%") && !timing.MatchString(text)
}

var (
	timing = regexp.MustCompile(`^%%[ \t]*(?:time|timeit|capture|prun|python3?)\b`)
	// asked matches what IPython alone understands: files = !ls, print?
	asked = regexp.MustCompile(`^[ \t]*(?:[\w., \t]+=[ \t]*[%!]|[\w.*%]+\?{1,2}[ \t]*$)`)
)

// withoutCommands blanks the lines that IPython would not give to Python. Inside a block something must stay.
func withoutCommands(src string) string {
	var out strings.Builder
	at := 0
	for _, l := range python.Lines(src) {
		line := src[l.Start:l.End]
		if !l.Command && !asked.MatchString(line) {
			continue
		}
		out.WriteString(src[at:l.Start])
		if indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]; indent != "" {
			out.WriteString(indent + "pass")
		}
		out.WriteString(strings.Repeat("\n", strings.Count(line, "\n")))
		at = l.End
	}
	return out.String() + src[at:]
}

// listings are the listings of a page, each with the block before it where that is text.
func (r *pageReader) listings() [][]int {
	var out [][]int
	for i := range r.doc.Blocks {
		if languageOf(&r.doc.Blocks[i]) == "" {
			continue
		}
		group := []int{i}
		if i > 0 && r.doc.Blocks[i-1].Kind != source.Code && r.doc.Blocks[i-1].Kind != source.Heading {
			group = []int{i - 1, i}
		}
		out = append(out, group)
	}
	return out
}

// sections are the blocks of a notebook under each heading that has Python, without what its cells printed: that
// stands on the last line of the cell.
func (r *pageReader) sections() [][]int {
	var out [][]int
	var group []int
	section, last, hasCode := []string(nil), 0, false
	for i, b := range r.doc.Blocks {
		if !slices.Equal(b.Section, section) {
			if hasCode {
				out = append(out, group)
			}
			group, section, hasCode = nil, b.Section, false
		}
		if _, ok := r.piece[i]; ok {
			hasCode, last = true, b.EndLine
		} else if b.Kind == source.Code || b.StartLine <= last {
			continue
		}
		group = append(group, i)
	}
	if hasCode {
		out = append(out, group)
	}
	return out
}

// recipe makes the recipe of some blocks; none where what they need cannot be told.
func (r *pageReader) recipe(d Derived, blocks []int) {
	var needed, pieces []int
	for _, i := range blocks {
		if n, ok := r.piece[i]; ok {
			pieces = append(pieces, n)
		}
	}
	p, lang := &page{}, ""
	section := r.doc.Blocks[blocks[len(blocks)-1]].Section
	if len(pieces) > 0 {
		from, to := r.program.of(pieces[0], pieces[len(pieces)-1])
		steps, ok := r.program.needed(from, to, to)
		if !ok || from == to {
			return
		}
		for len(steps) > len(needed) && steps[len(needed)] < from {
			needed = steps[:len(needed)+1]
		}
		r.program.show(p, needed, source.Block{Kind: source.Code, Section: section, Lang: inPython})
	}
	for _, i := range blocks {
		b := r.doc.Blocks[i]
		text := r.doc.Text[b.Start:b.End]
		switch {
		case b.Kind == source.Code:
			if lang = languageOf(&b); lang == inPython {
				text = withoutCommands(text)
			}
			b.Lang = lang
			d.StartLine, d.EndLine = cmp.Or(d.StartLine, b.StartLine), b.EndLine
		case b.Kind != source.Heading && d.Goal == "":
			d.Goal = text
		}
		p.add(b, text)
	}
	d.ID = recipeID
	if d.Kind == source.RecipeSection {
		d.ID = sectionID
	}
	d.ID += place(r.file.Doc, d.StartLine)
	d.Title = cmp.Or(strings.Join(section, ": "), r.doc.Title)
	p.finish(&d)
	d.Mentions = r.names.of(lang, d.Program())
	r.made(&d, len(blocks))
	r.out = append(r.out, d)
}
