package recipe

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/index/source"
)

// File is a file that recipes are made from.
type File struct {
	Doc     string // id of its document: unique, part of the ids of what is derived
	Root    string // as the caller names it
	Path    string // slash-separated, below Root
	Project string // that it belongs to, "" for none
	Text    string // as source.Text gives it

	Load func() string // gives Text whenever it is needed, so that it need not be kept; nil for a file that has it
}

// loaded is the file with its text.
func (f File) loaded() File {
	if f.Load != nil {
		f.Text = f.Load()
	}
	return f
}

// FromNotebook makes the recipes of a Jupyter notebook in Python, in three layers: the whole in outline with the
// set-up that its sections share, each section, and each cell of a section that has several. A section or a cell
// comes with the imports and definitions of earlier cells that it needs; its program runs where the project can be
// imported. Cells that raise are left out, as are the commands of IPython. The error says why the notebook cannot be
// read.
func FromNotebook(ctx context.Context, f File, names Names) ([]Derived, error) {
	cells, err := source.Cells(f.Text)
	if err != nil {
		return nil, fmt.Errorf("recipes of %s: %w", f.Path, err)
	}
	n := &notebook{work: newWork(ctx), file: f, names: names, outline: readOutline(ctx, f.Text, cells)}
	if n.title == "" {
		n.title = f.Path
	}
	pieces := make([]piece, len(cells))
	for i, c := range n.cells {
		pieces[i] = piece{src: c.src, dead: c.fails}
	}
	n.program = newProgram(pieces)
	return n.derive(), nil
}

// notebook makes the recipes of one.
type notebook struct {
	*work
	outline
	file    File
	names   Names
	program *program
}

func (n *notebook) derive() []Derived {
	var sections, cells []Derived
	shared := map[int]int{} // by step: in how many sections it is or is needed
	programs := 0
	for k := range n.sections {
		s := &n.sections[k]
		code := s.cells()
		if len(code) == 0 || !n.more() {
			continue
		}
		d, needed, ok := n.recipe(source.RecipeSection, s, s.parts)
		if !ok {
			continue
		}
		programs++
		for _, i := range needed {
			shared[i]++
		}
		sections = append(sections, d)
		for _, part := range s.parts {
			if len(code) > 1 && part.cell >= 0 && n.more() && n.acts(part.cell) {
				if d, _, ok := n.recipe(source.Recipe, s, s.around(part)); ok {
					cells = append(cells, d)
				}
			}
		}
	}
	if programs == 0 {
		return nil
	}
	return slices.Concat(n.tutorial(shared, programs), sections, cells)
}

func (s *section) cells() []int {
	var out []int
	for _, p := range s.parts {
		if p.cell >= 0 {
			out = append(out, p.cell)
		}
	}
	return out
}

// around is a cell with the prose right before it.
func (s *section) around(p part) []part {
	at := slices.IndexFunc(s.parts, func(q part) bool { return q.cell == p.cell })
	from := at
	for from > 0 && s.parts[from-1].cell < 0 {
		from--
	}
	return s.parts[from : at+1]
}

// acts tells that a cell does more than to import and define.
func (n *notebook) acts(cell int) bool {
	from, to := n.program.run(cell, cell)
	return slices.ContainsFunc(n.program.steps[from:to], func(s step) bool {
		return s.word != "import" && s.word != "from" && s.word != "def" && s.word != "class"
	})
}

// recipe makes the recipe of some parts of a section. It also returns the earlier steps that it needs; false where
// nothing can be made.
func (n *notebook) recipe(kind source.Kind, s *section, parts []part) (Derived, []int, bool) {
	code := (&section{parts: parts}).cells()
	from, to := n.program.run(code[0], code[len(code)-1])
	if from == to {
		return Derived{}, nil, false
	}
	needed, ok := n.program.preamble(from, to)
	if !ok {
		return Derived{}, nil, false
	}
	d := n.derived(kind)
	p := &page{}
	for _, b := range listings(n.program, n.cells, needed) {
		b.block.Section = s.trail
		p.add(b.block, b.text)
	}
	if kind == source.RecipeSection && len(s.trail) > 0 {
		p.add(source.Block{Kind: source.Heading, StartLine: s.line, EndLine: s.line, Section: s.trail}, s.trail[len(s.trail)-1])
	}
	d.StartLine = lineOf(n.cells[code[0]].lines, 0)
	for _, part := range parts {
		if part.cell < 0 {
			part.block.Section = s.trail
			p.add(part.block, part.text)
			if d.Goal == "" {
				d.Goal = part.text
			}
			continue
		}
		c := n.cells[part.cell]
		lines := strings.Count(c.src, "\n")
		d.EndLine = lineOf(c.lines, lines)
		b := source.Block{Kind: source.Code, StartLine: lineOf(c.lines, 0), EndLine: d.EndLine, Section: s.trail, Lang: inPython}
		p.add(b, c.src)
	}
	d.Title = n.title
	if last := len(s.trail) - 1; last > 0 || last == 0 && s.trail[0] != n.title {
		d.Title += ": " + s.trail[last]
	}
	if d.ID = sectionID; kind == source.Recipe {
		d.ID = recipeID
	}
	d.ID += place(n.file.Doc, d.StartLine)
	p.finish(&d)
	d.Mentions = n.names.of(inPython, d.Program())
	n.made(&d, len(s.parts))
	return d, needed, true
}

// inPython is the Lang of the listings.
const inPython = "python"

func (n *notebook) derived(kind source.Kind) Derived {
	return Derived{Kind: kind, Project: n.file.Project, Root: n.file.Root, Path: n.file.Path, Cluster: n.file.Doc}
}

// tutorial is the whole notebook in outline, with the imports and definitions that half of its sections need; none
// where it says nothing.
func (n *notebook) tutorial(shared map[int]int, programs int) []Derived {
	var common []int
	for i := range n.program.steps {
		switch n.program.steps[i].word {
		case "import", "from", "def", "class":
		default:
			continue
		}
		if 2*shared[i] >= programs && shared[i] > 0 {
			common = append(common, i)
		}
	}
	d := n.derived(source.TutorialRecipe)
	d.ID, d.Title, d.Goal = tutorialID+n.file.Doc, n.title, n.goal
	all := listings(n.program, n.cells, n.program.with(common))
	if n.goal != "" {
		all = append(all, listing{source.Block{Kind: source.Paragraph, StartLine: n.goalLine[0], EndLine: n.goalLine[1]}, n.goal})
	}
	for _, s := range n.sections {
		if depth := len(s.trail); depth > 0 {
			b := source.Block{Kind: source.Item, StartLine: s.line, EndLine: s.line}
			all = append(all, listing{b, strings.Repeat("  ", depth-1) + "- " + s.trail[depth-1]})
		}
	}
	if len(all) == 0 {
		return nil
	}
	all = inOrder(all)
	p := &page{}
	d.StartLine, d.EndLine = all[0].block.StartLine, 1
	for _, l := range all {
		l.block.Section = []string{n.title}
		p.add(l.block, l.text)
		d.EndLine = max(d.EndLine, l.block.EndLine)
	}
	p.finish(&d)
	d.Mentions = n.names.of(inPython, d.Program())
	return []Derived{d}
}
