package recipe

import (
	"context"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol/code"
	"ibid/index/symbol/python"
)

// isPythonTest tells the names of what pytest and unittest run.
func isPythonTest(name string) bool { return strings.HasPrefix(name, "test") }

// FromPythonTests makes a recipe of each test function and each class of tests of a Python file, with the imports,
// constants, helpers and fixtures of the file that it needs.
func FromPythonTests(ctx context.Context, f File, names Names) []Derived {
	w := newWork(ctx)
	p := newProgram()
	p.addPython(f.Text, 1, 1+strings.Count(f.Text, "\n"))
	docs := map[string]string{}
	for _, s := range python.Scan([]byte(f.Text)).Symbols {
		docs[s.Name] = s.Doc
	}
	var out []Derived
	for i := range p.steps {
		def := p.steps[i].def
		if def == nil || !isTests(def) || !w.more() {
			continue
		}
		steps, ok := p.needed(i, i+1, len(p.steps))
		if !ok {
			break
		}
		d := f.recipe()
		d.StartLine = p.steps[i].line
		d.EndLine = d.StartLine + strings.Count(f.Text[p.steps[i].start:p.steps[i].end], "\n")
		text := &page{}
		p.show(text, steps, source.Block{Kind: source.Code, Lang: inPython})
		d.asTest(text, f, def.Name, docs[def.Name])
		d.Mentions = names.of(inPython, d.Program())
		w.made(&d, len(steps))
		out = append(out, d)
	}
	return out
}

// isTests tells a test function or a class of tests.
func isTests(s *code.Scope) bool {
	if s.Kind == code.ClassScope {
		isTestCase := func(b *code.Expr) bool { return strings.HasSuffix(b.Name, "TestCase") }
		return strings.HasPrefix(s.Name, "Test") || slices.ContainsFunc(s.Bases, isTestCase)
	}
	return isPythonTest(s.Name)
}
