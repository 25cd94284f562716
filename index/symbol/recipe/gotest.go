package recipe

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ibid/index/source"
	"ibid/index/symbol/golang"
)

// FromGoTests makes a recipe of each test and example of a Go test file, with the imports, constants, types and
// helpers of the same file that it needs. Module is the import path of the package that it tests, "" where that is
// not known.
func FromGoTests(ctx context.Context, f File, module string, names Names) []Derived {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, f.Path, f.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil // what does not compile is no example
	}
	file := strings.Split(f.Text, "\n")
	// span is the whole lines of the file, whatever "//line" comments say.
	span := func(from, to token.Pos) (first, last int, text string) {
		first, last = set.PositionFor(from, false).Line, set.PositionFor(to, false).Line
		return first, last, strings.Join(file[first-1:last], "\n")
	}
	p := newProgram()
	first, last, clause := span(tree.Name.Pos(), tree.Name.End())
	p.addGo(clause, first, last, nil, bound, nil)
	p.always = append(p.always, 0)
	for _, spec := range tree.Imports {
		first, last, _ := span(spec.Pos(), spec.End())
		of := unquoted(spec.Path.Value)
		text, binds := "import "+strconv.Quote(of), []string{path.Base(of) + ".", golang.ImportName(of) + "."}
		if spec.Name != nil {
			text, binds = "import "+spec.Name.Name+" "+strconv.Quote(of), []string{spec.Name.Name + "."}
			if spec.Name.Name == "_" || spec.Name.Name == "." {
				p.always = append(p.always, len(p.steps))
			}
		}
		p.addGo(text, first, last, binds, bound, nil)
	}
	decls := slices.Clone(tree.Decls)
	slices.SortStableFunc(decls, func(a, b ast.Decl) int { return methodLast(a) - methodLast(b) })
	tests := map[int]*ast.FuncDecl{}
	for _, d := range decls {
		first, last, text := span(golang.Start(d), d.End())
		kind := bound
		if methodLast(d) > 0 {
			kind = changed
		}
		if fn, ok := d.(*ast.FuncDecl); ok && kind == bound && isGoTest(fn.Name.Name) {
			tests[len(p.steps)] = fn
		}
		if gen, ok := d.(*ast.GenDecl); !ok || gen.Tok != token.IMPORT {
			p.addGo(text, first, last, declared(d), kind, used(d))
		}
	}
	var out []Derived
	w := newWork(ctx)
	for i := range p.steps {
		fn := tests[i]
		if fn == nil || !w.more() {
			continue
		}
		steps, ok := p.needed(i, i+1, len(p.steps))
		if !ok {
			break
		}
		slices.SortStableFunc(steps, func(a, b int) int { return p.steps[a].line - p.steps[b].line })
		d := f.recipe()
		d.StartLine, d.EndLine, _ = span(golang.Start(fn), fn.End())
		text := &page{}
		p.show(text, steps, source.Block{Kind: source.Code, Lang: "go"})
		d.asTest(text, f, fn.Name.Name, fn.Doc.Text())
		d.Mentions = names.of("go", asImported(d.Program(), module))
		w.made(&d, len(steps))
		out = append(out, d)
	}
	return out
}

func isGoTest(name string) bool {
	return strings.HasPrefix(name, "Test") && name != "TestMain" || strings.HasPrefix(name, "Example")
}

// methodLast is 1 for a method and 0 for others: what a method adds to must come before it.
func methodLast(d ast.Decl) int {
	if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
		return 1
	}
	return 0
}

// declared lists the names that a declaration binds at the top level, or the type that a method belongs to.
func declared(d ast.Decl) []string {
	var out []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
		if len(d.Recv.List) > 0 {
			if name := golang.TypeName(d.Recv.List[0].Type); name != nil {
				return []string{name.Name}
			}
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					out = append(out, n.Name)
				}
			case *ast.TypeSpec:
				out = append(out, s.Name.Name)
			}
		}
	}
	return out
}

// used lists the names in a declaration, those of what may be packages with a dot behind them.
func used(d ast.Decl) []string {
	var out []string
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				out = append(out, x.Name+".")
			}
		case *ast.Ident:
			out = append(out, n.Name)
		}
		return true
	})
	return unique(out)
}

// asImported is a program of the package itself as one that imports all of it.
func asImported(program, module string) string {
	clause, rest, _ := strings.Cut(program, "\n")
	if module == "" || strings.HasSuffix(strings.TrimSpace(clause), "_test") {
		return program
	}
	return clause + "\nimport . " + strconv.Quote(module) + "\n" + rest
}

func unquoted(s string) string {
	if text, err := strconv.Unquote(s); err == nil {
		return text
	}
	return s
}

// asTest gives the recipe of a test its text, with what its comment or its name says that it is for.
func (d *Derived) asTest(text *page, f File, name, doc string) {
	d.ID = recipeID + place(f.Doc, d.StartLine)
	d.Title = name + " (" + f.Path + ")"
	if d.Goal = summary(doc); d.Goal == "" {
		d.Goal = spoken(name)
	}
	text.finish(d)
}

// spoken makes words of the name of a test: "parse refuses damage" of TestParseRefusesDamage.
func spoken(name string) string {
	for _, prefix := range []string{"Test", "Example", "test"} {
		name = strings.TrimPrefix(name, prefix)
	}
	var b strings.Builder
	for i, r := range strings.ReplaceAll(name, "_", " ") {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(oneLine(b.String()))
}
