package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"ibid/index/symbol/golang"
)

// readGo reads Go source: the package comment as paragraphs, each declaration with its comment as a Code block
// that carries its symbol, and what stands between them as it is.
func readGo(b *builder, text string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if file == nil || err != nil && len(file.Decls) == 0 {
		b.warn("not valid Go: read as plain code")
		readCode(b, text, "go")
		return
	}
	if err != nil {
		b.warn("the Go source has errors: some declarations may be incomplete")
	}
	lines := strings.Split(text, "\n")
	// PositionFor without adjustment: //line comments must not move the place that is cited.
	lineOf := func(p token.Pos) int { return min(files.PositionFor(p, false).Line, len(lines)) }
	next := 1 // the first line that has not been added
	upTo := func(line int, symbol string) {
		if line >= next {
			codeLines(b, lines[next-1:line], next, Block{Lang: "go", Symbol: symbol})
			next = line + 1
		}
	}
	if doc := file.Doc; doc != nil {
		first, last := lineOf(doc.Pos()), lineOf(doc.End())
		upTo(first-1, "")
		commentBlocks(b, lines[first-1:last], first)
		next = last + 1
	}
	for _, decl := range file.Decls {
		first, last := lineOf(golang.Start(decl)), lineOf(decl.End())
		symbol := ""
		switch d := decl.(type) {
		case *ast.FuncDecl:
			symbol = d.Name.Name
			if d.Recv != nil && len(d.Recv.List) == 1 {
				owner := "?"
				if name := golang.TypeName(d.Recv.List[0].Type); name != nil {
					owner = name.Name
				}
				symbol = owner + "." + symbol
			}
		case *ast.GenDecl:
			symbol = specName(d)
		}
		upTo(first-1, "")
		if last >= next {
			b.add(Block{Kind: Code, StartLine: next, EndLine: last, Symbol: symbol, Lang: "go"},
				strings.Join(lines[next-1:last], "\n"))
			next = last + 1
		}
	}
	upTo(len(lines), "")
}

// specName returns the first name that a const, var or type declaration introduces, "" for imports.
func specName(d *ast.GenDecl) string {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			return s.Name.Name
		case *ast.ValueSpec:
			return s.Names[0].Name
		}
	}
	return ""
}

// commentBlocks adds the text of a Go comment, the first line of which has the number firstLine: indented lines
// are code, the rest is prose.
func commentBlocks(b *builder, lines []string, firstLine int) {
	body := make([]string, len(lines))
	for i, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "//"):
			line = strings.TrimPrefix(line[2:], " ")
		default:
			line = strings.TrimSuffix(strings.TrimPrefix(line, "/*"), "*/")
		}
		body[i] = strings.TrimRight(line, " \t")
	}
	proseLines(b, body, firstLine)
}
