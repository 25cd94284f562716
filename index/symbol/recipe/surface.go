package recipe

import (
	"context"
	"go/token"
	"path"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/decl"
)

// maxSurface is how many names the surface of a module lists.
const maxSurface = 400

// Surfaces makes a list of the public names of each public module, with their signatures and first sentences. A
// module of several files has one for each. There is none once ctx has ended.
func Surfaces(ctx context.Context, r *symbol.Registry) []Derived {
	roots := rootsOf(r)
	var out []Derived
	var current []symbol.Entry // of one file, its module first
	flush := func() {
		if d, ok := surface(r, current); ok {
			d.Root = roots[d.Project]
			out = append(out, d)
		}
		current = nil
	}
	var module symbol.Entry
	for e := range r.All {
		if ctx.Err() != nil {
			return nil
		}
		if e.Symbol == nil {
			flush()
			module = e
			current = append(current, e)
			continue
		}
		if e.Symbol != nil && (e.Outer != nil && e.Symbol.Owner == "" || !public(e)) {
			continue
		}
		if len(current) > 0 && current[0].File != e.File {
			flush()
			current = append(current, symbol.Entry{Name: module.Name, Origin: module.Origin, Project: module.Project, File: e.File})
		}
		current = append(current, e)
	}
	flush()
	return separate(out)
}

// rootsOf are the roots of the projects of a registry, by their names.
func rootsOf(r *symbol.Registry) map[string]string {
	roots := map[string]string{}
	for _, p := range r.Projects() {
		roots[p.Name] = p.Root
	}
	return roots
}

// separate tells the surfaces of one module apart by their files.
func separate(all []Derived) []Derived {
	count := map[string]int{}
	for _, d := range all {
		count[d.ID]++
	}
	for i := range all {
		if d := &all[i]; count[d.ID] > 1 {
			d.ID += "#" + path.Base(d.Path)
		}
	}
	return all
}

// surface lists the names of one file, whose module is the first entry.
func surface(r *symbol.Registry, entries []symbol.Entry) (Derived, bool) {
	if len(entries) == 0 || !public(entries[0]) || entries[0].File.Path == "" {
		return Derived{}, false
	}
	m := entries[0]
	d := Derived{ID: surfaceID + m.Name, Kind: source.APISurface, Project: m.Project, Symbol: m.Name, Title: m.Name + ": API", Goal: summary(m.File.Doc), Path: m.File.Path}
	section := []string{m.Name}
	var parts []listing
	add := func(kind source.BlockKind, first, last int, text string) {
		parts = append(parts, listing{source.Block{Kind: kind, StartLine: max(first, 1), EndLine: max(last, first, 1), Section: section}, text})
	}
	for _, e := range entries[1:] {
		if len(parts) == maxSurface {
			break
		}
		first, last := head(e.Symbol)
		text := member(e.Symbol)
		if e.Symbol.Owner != "" {
			text = "- `" + e.Symbol.Owner + "." + strings.TrimPrefix(text, "- `")
		}
		switch e.Symbol.Kind {
		case decl.Function, decl.Method, decl.Constant, decl.Variable:
		default:
			text = strings.Replace(text, "- ", "- "+string(e.Symbol.Kind)+" ", 1)
		}
		add(source.Item, first, last, text)
		d.Mentions = append(d.Mentions, e.Origin)
	}
	for _, i := range m.File.Imports {
		if i.As == "" || i.Name == "" || i.Name == "*" || strings.HasPrefix(i.As, "_") || len(m.File.Exports) > 0 && !slices.Contains(m.File.Exports, i.As) || len(m.File.Exports) == 0 && !isPackage(m.File) {
			continue
		}
		if e, finding, _ := r.Member(m, i.As); finding == decl.Found && e.Symbol != nil && len(parts) < maxSurface {
			text := "- " + quoted(i.As) + " is " + quoted(e.Origin)
			if e.Symbol.Doc != "" {
				text += ": " + summary(e.Symbol.Doc)
			}
			add(source.Item, i.Line, i.Line, text)
			d.Mentions = append(d.Mentions, e.Origin)
		}
	}
	if len(parts) == 0 {
		return Derived{}, false
	}
	parts = inOrder(parts)
	d.Mentions = unique(d.Mentions)
	p := &page{}
	top := source.Block{Kind: source.Heading, StartLine: 1, EndLine: 1, Section: section}
	p.add(top, m.Name)
	top.Kind = source.Paragraph
	if d.Goal != "" {
		p.add(top, "The module "+quoted(m.Name)+": "+d.Goal)
	}
	p.add(top, quoted(m.Name)+" offers these names:")
	d.StartLine, d.EndLine = 1, 1
	for _, l := range parts {
		p.add(l.block, l.text)
		d.EndLine = max(d.EndLine, l.block.EndLine)
	}
	p.finish(&d)
	return d, true
}

// isPackage tells a Python file that passes on what it imports.
func isPackage(f *decl.File) bool {
	return path.Base(f.Path) == "__init__.py" || path.Base(f.Path) == "__init__.pyi"
}

// public tells whether an entry is for others to use, by the custom of its language.
func public(e symbol.Entry) bool {
	if e.File == nil || isTest(e.File.Path) || isInternal(e.File.Module) || strings.HasSuffix(e.File.Module, ".js") { // what index.d.ts declares, stands in index.js
		return false
	}
	if e.Symbol == nil {
		return true
	}
	names := strings.Split(strings.TrimPrefix(e.Origin, e.File.Module+"."), ".")
	switch e.File.Language {
	case "go":
		return !slices.ContainsFunc(names, func(n string) bool { return !token.IsExported(n) })
	case "javascript", "typescript":
		return len(e.File.Exports) == 0 || slices.Contains(e.File.Exports, names[0])
	}
	return !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "_") })
}

// isInternal tells whether a module is not meant for others: _private in Python, internal and commands in Go.
func isInternal(module string) bool {
	for _, part := range strings.FieldsFunc(module, func(r rune) bool { return r == '.' || r == '/' }) {
		if part == "internal" || strings.HasPrefix(part, "_") && !strings.HasPrefix(part, "__") {
			return true
		}
	}
	return false
}

// isTest tells tests from other files by their path below the root, as go test, pytest and Jest do.
func isTest(file string) bool {
	dir, base := path.Split(file)
	for part := range strings.SplitSeq(strings.TrimSuffix(dir, "/"), "/") {
		switch part {
		case "test", "tests", "__tests__", "testing":
			return true
		}
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasPrefix(base, "test_") || base == "conftest.py" || strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec")
}
