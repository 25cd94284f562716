package recipe

import (
	"context"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/python"
)

// FromDocstrings makes a recipe of the examples in each docstring of a file: doctests, and the listings under
// "Examples:". The statements of a doctest are code, without their prompts; what they print is a paragraph whose Lang
// is "output". What the doctest takes from its module without an import, as doctest lets it, is imported first.
func FromDocstrings(ctx context.Context, f File, d *decl.File, names Names) []Derived {
	x := examplesOf{work: newWork(ctx), file: f, decl: d, names: names}
	x.from(d.Module, d.Doc, x.moduleDoc())
	x.symbols(d.Module, d.Symbols)
	return x.out
}

// examplesOf makes the recipes of one file.
type examplesOf struct {
	*work
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
	if doc == "" || !x.more() || !strings.Contains(doc, ">>>") && !strings.Contains(strings.ToLower(doc), "example") {
		return
	}
	d := x.file.recipe()
	d.Title, d.Goal = "Example of "+name, summary(doc)
	var parts []remark
	var code strings.Builder
	var waiting []remark // prose before the listing that it speaks of
	for _, r := range remarks(doc) {
		isExample := r.lang == transcript || r.kind == source.Code && r.section == examples
		switch {
		case isExample:
			parts = append(parts, waiting...)
			if waiting = nil; d.StartLine == 0 {
				d.StartLine = start + r.first
			}
			d.EndLine = start + r.last
			for _, part := range x.session(r) {
				parts = append(parts, part)
				if part.kind == source.Code {
					code.WriteString(part.text + "\n")
				}
			}
		case r.section == examples:
			waiting = append(waiting, r)
		default:
			waiting = nil
		}
	}
	if d.StartLine == 0 {
		return
	}
	d.ID = recipeID + place(x.file.Doc, d.StartLine)
	p := &page{}
	taken := x.imports(code.String())
	if taken != "" {
		x.add(p, remark{kind: source.Code, text: taken, first: parts[0].first, last: parts[0].first}, start)
	}
	for _, r := range parts {
		x.add(p, r, start)
	}
	p.finish(&d)
	d.Mentions = unique(append(x.names.of(x.decl.Language, taken+"\n"+code.String()), name))
	x.made(&d, len(x.decl.Symbols))
	x.out = append(x.out, d)
}

const (
	transcript = "pycon"  // the Lang of what was typed at Python's prompt and what that printed
	printed    = "output" // the Lang of what code prints
)

// session divides a transcript into what was typed and what that printed. A statement that is to raise an error stays
// as it is, prompts and all: it is no part of a program. Other listings are one part.
func (x *examplesOf) session(r remark) []remark {
	if r.lang != transcript {
		return []remark{r}
	}
	lines := strings.Split(r.text, "\n")
	var out []remark
	add := func(kind source.BlockKind, lang string, first, end int, text []string) {
		if n := len(out); n > 0 && kind == source.Code && out[n-1].kind == source.Code {
			out[n-1].lines = append(out[n-1].lines, text...)
			out[n-1].last = r.first + end - 1
		} else if first < end {
			out = append(out, remark{kind: kind, lang: lang, section: r.section, lines: text, first: r.first + first, last: r.first + end - 1})
		}
	}
	for at := 0; at < len(lines); {
		first := at
		var typed []string
		for ; at < len(lines) && prompted(lines[at], at == first); at++ {
			typed = append(typed, strings.TrimPrefix(lines[at][len(prompt):], " "))
		}
		answer := at
		for at < len(lines) && !strings.HasPrefix(lines[at], prompt) {
			at++
		}
		if answer < at && strings.HasPrefix(lines[answer], "Traceback (") {
			add(source.Paragraph, transcript, first, at, lines[first:at:at])
			continue
		}
		add(source.Code, inPython, first, answer, typed)
		add(source.Paragraph, printed, answer, at, lines[answer:at:at])
	}
	for i := range out {
		out[i].text = strings.Join(out[i].lines, "\n")
	}
	return out
}

// prompt is what Python shows before a statement; its further lines have dots in its place.
const prompt = ">>>"

func prompted(line string, first bool) bool {
	return first && strings.HasPrefix(line, prompt) || !first && (line == "..." || strings.HasPrefix(line, "... "))
}

// imports is the statement that takes what Python code reads and its module declares or imports, "" where that is
// nothing.
func (x *examplesOf) imports(code string) string {
	if x.decl.Language != inPython {
		return ""
	}
	lacking := python.Read(code).Lacking()
	var names []string
	for i := range x.decl.Symbols {
		if s := &x.decl.Symbols[i]; s.Owner == "" && slices.Contains(lacking, s.Name) {
			names = append(names, s.Name)
		}
	}
	for _, i := range x.decl.Imports {
		if slices.Contains(lacking, i.As) {
			names = append(names, i.As)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "from " + x.decl.Module + " import " + strings.Join(unique(names), ", ")
}

func (x *examplesOf) add(p *page, r remark, start int) {
	lang := r.lang
	if r.kind == source.Code && lang == "" {
		lang = x.decl.Language
	}
	p.add(source.Block{Kind: r.kind, Lang: lang, StartLine: start + r.first, EndLine: start + r.last}, r.text)
}
