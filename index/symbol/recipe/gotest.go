package recipe

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol/golang"
)

// goTests makes recipes of the tests and examples of one Go file.
type goTests struct {
	file    File
	module  string
	names   Names
	lines   []string
	set     *token.FileSet
	tree    *ast.File
	decls   map[string]ast.Decl     // of the top level, by each name that it declares
	methods map[ast.Decl][]ast.Decl // by the declaration of the type
}

// FromGoTests makes a recipe of each test and example of a Go test file, with the imports, constants, types and
// helpers of the same file that it needs. Module is the import path of the package that it tests, "" where that is
// not known.
func FromGoTests(ctx context.Context, f File, module string, names Names) []Derived {
	t := &goTests{file: f, module: module, names: names, lines: strings.Split(f.Text, "\n"), set: token.NewFileSet(), decls: map[string]ast.Decl{}, methods: map[ast.Decl][]ast.Decl{}}
	tree, err := parser.ParseFile(t.set, f.Path, f.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil // what does not compile is no example
	}
	t.tree = tree
	for _, d := range tree.Decls {
		for _, n := range declared(d) {
			t.decls[n] = d
		}
	}
	for _, d := range tree.Decls {
		if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil && len(m.Recv.List) > 0 {
			if name := golang.TypeName(m.Recv.List[0].Type); name != nil && t.decls[name.Name] != nil {
				owner := t.decls[name.Name]
				t.methods[owner] = append(t.methods[owner], m)
			}
		}
	}
	var out []Derived
	w := newWork(ctx)
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && isGoTest(fn.Name.Name) && w.more() {
			made := t.recipe(fn)
			w.made(&made, len(tree.Decls))
			out = append(out, made)
		}
	}
	return out
}

func isGoTest(name string) bool {
	return strings.HasPrefix(name, "Test") && name != "TestMain" || strings.HasPrefix(name, "Example")
}

// declared lists the names that a declaration binds at the top level.
func declared(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
	case *ast.GenDecl:
		var out []string
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
		return out
	}
	return nil
}

// recipe makes the recipe of one function.
func (t *goTests) recipe(fn *ast.FuncDecl) Derived {
	taken := map[ast.Decl]bool{fn: true}
	packages := map[string]bool{}
	todo := []ast.Decl{fn}
	for len(todo) > 0 {
		d := todo[0]
		todo = todo[1:]
		take := func(name string) {
			if next := t.decls[name]; next != nil && !taken[next] {
				taken[next] = true
				todo = append(todo, next)
			}
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok {
					packages[x.Name] = true
				}
			case *ast.Ident:
				take(n.Name)
			}
			return true
		})
		for _, m := range t.methods[d] {
			if !taken[m] {
				taken[m] = true
				todo = append(todo, m)
			}
		}
	}
	d := t.file.recipe()
	d.Title = fn.Name.Name + " (" + t.file.Path + ")"
	d.StartLine, d.EndLine = t.span(fn)
	d.Goal = summary(fn.Doc.Text())
	if d.Goal == "" {
		d.Goal = spokenGo(fn.Name.Name)
	}
	d.ID = recipeID + place(t.file.Doc, d.StartLine)
	p := &page{}
	line := t.line(t.tree.Name.End())
	p.add(t.block(line, line), t.lines[line-1])
	t.imports(p, packages)
	for _, other := range t.tree.Decls {
		if taken[other] {
			first, last := t.span(other)
			p.add(t.block(first, last), strings.Join(t.lines[first-1:last], "\n"))
		}
	}
	p.finish(&d)
	d.Mentions = t.names.of("go", t.asImported(d.Program()))
	return d
}

// asImported is a program of the package itself as one that imports all of it.
func (t *goTests) asImported(program string) string {
	clause, rest, _ := strings.Cut(program, "\n")
	if t.module == "" || strings.HasSuffix(strings.TrimSpace(clause), "_test") {
		return program
	}
	return clause + "\nimport . " + strconv.Quote(t.module) + "\n" + rest
}

func (t *goTests) block(first, last int) source.Block {
	return source.Block{Kind: source.Code, StartLine: first, EndLine: last, Lang: "go"}
}

// span is the lines of a declaration with its comment.
func (t *goTests) span(d ast.Decl) (first, last int) {
	return t.line(golang.Start(d)), t.line(d.End())
}

// line is the line of the file itself, whatever its "//line" comments say.
func (t *goTests) line(p token.Pos) int { return t.set.PositionFor(p, false).Line }

// imports adds the import declarations without the packages that are not used: they would not compile.
func (t *goTests) imports(p *page, used map[string]bool) {
	for _, d := range t.tree.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			continue
		}
		var specs []string
		for _, s := range gen.Specs {
			if spec, ok := s.(*ast.ImportSpec); ok && needed(spec, used) {
				text := strconv.Quote(unquoted(spec.Path.Value))
				if spec.Name != nil {
					text = spec.Name.Name + " " + text
				}
				specs = append(specs, text)
			}
		}
		first, last := t.line(gen.Pos()), t.line(gen.End())
		switch {
		case len(specs) == 1:
			p.add(t.block(first, last), "import "+specs[0])
		case len(specs) > 1:
			p.add(t.block(first, last), "import (\n\t"+strings.Join(specs, "\n\t")+"\n)")
		}
	}
}

func unquoted(s string) string {
	if text, err := strconv.Unquote(s); err == nil {
		return text
	}
	return s
}

// needed tells whether an import is used, by the name that its package most likely has.
func needed(spec *ast.ImportSpec, used map[string]bool) bool {
	if spec.Name != nil {
		return spec.Name.Name == "_" || spec.Name.Name == "." || used[spec.Name.Name]
	}
	of := unquoted(spec.Path.Value)
	return used[path.Base(of)] || used[golang.ImportName(of)]
}

// spokenGo makes words of the name of a test: "parse refuses damage" of TestParseRefusesDamage.
func spokenGo(name string) string {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "Test"), "Example")
	var b strings.Builder
	for i, r := range strings.ReplaceAll(name, "_", " ") {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(oneLine(b.String()))
}
