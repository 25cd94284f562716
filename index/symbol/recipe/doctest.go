package recipe

import (
	"strings"

	"ibid/index/source"
	"ibid/index/symbol/decl"
)

// FromDocstrings makes a recipe of the examples in each docstring of a file: doctests with what they print, and the listings under
// "Examples:". It takes the names of the module as they are, as doctest does.
func FromDocstrings(f File, d *decl.File, names Names) []Derived {
	x := examplesOf{file: f, decl: d, names: names}
	x.from(d.Module, d.Doc, x.moduleDoc())
	x.symbols(d.Module, d.Symbols)
	return x.out
}

// examplesOf makes the recipes of one file.
type examplesOf struct {
	file  File
	decl  *decl.File
	names Names
	out   []Derived
}

func (x *examplesOf) symbols(prefix string, all []decl.Symbol) {
	for i := range all {
		s := &all[i]
		name := prefix + "." + s.Name
		if s.Owner != "" {
			name = prefix + "." + s.Owner + "." + s.Name
		}
		x.from(name, s.Doc, s.DocStart)
		x.symbols(name, s.Members)
	}
}

// moduleDoc finds the line that the docstring of the module begins on.
func (x *examplesOf) moduleDoc() int {
	first, _, _ := strings.Cut(x.decl.Doc, "\n")
	if i := strings.Index(x.file.Text, first); i >= 0 {
		return 1 + strings.Count(x.file.Text[:i], "\n")
	}
	return 1
}

// from makes the recipe of one docstring, if it has examples.
func (x *examplesOf) from(name, doc string, start int) {
	if doc == "" || !strings.Contains(doc, ">>>") && !strings.Contains(strings.ToLower(doc), "example") {
		return
	}
	d := Derived{Kind: source.Recipe, Project: x.file.Project, Root: x.file.Root, Path: x.file.Path, Title: "Example of " + name, Goal: summary(doc)}
	p := &page{}
	var code strings.Builder
	var waiting []remark // prose before the listing that it speaks of
	for _, r := range remarks(doc) {
		isExample := r.lang == transcript || r.kind == source.Code && r.section == examples
		switch {
		case isExample:
			for _, w := range waiting {
				x.add(p, w, start)
			}
			if waiting = nil; d.StartLine == 0 {
				d.StartLine = start + r.first
			}
			d.EndLine = start + r.last
			x.add(p, r, start)
			code.WriteString(r.text + "\n")
		case r.section == examples:
			waiting = append(waiting, r)
		default:
			waiting = nil
		}
	}
	if d.StartLine == 0 {
		return
	}
	d.ID = "recipe:" + place(x.file.Doc, d.StartLine)
	p.finish(&d)
	d.Mentions = unique(append(x.names.of(x.decl.Language, "from "+x.decl.Module+" import *\n"+code.String()), name))
	x.out = append(x.out, d)
}

// transcript is the Lang of what was typed at Python's prompt and what that printed.
const transcript = "pycon"

func (x *examplesOf) add(p *page, r remark, start int) {
	lang := r.lang
	if r.kind == source.Code && lang == "" {
		lang = x.decl.Language
	}
	p.add(source.Block{Kind: r.kind, Lang: lang, StartLine: start + r.first, EndLine: start + r.last}, r.text)
}
