package golang

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// Scan reads what one Go file declares, for every platform and whether exported or not. Module and Path are left to
// the caller. A file that does not parse gives what can be recovered, with BestEffort set. Functions called init and
// names that are blank cannot be referred to and are left out. So is, with BestEffort set, what follows the first
// hundred thousand declarations of a file.
func Scan(src []byte) decl.File {
	files := token.NewFileSet()
	// AllErrors: with fewer the parser gives up after ten errors and returns nothing at all.
	file, err := parser.ParseFile(files, "", src, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
	out := decl.File{Language: "go", BestEffort: err != nil}
	if file == nil {
		return out
	}
	if file.Name != nil {
		out.Package = file.Name.Name
	}
	s := scan{src: src}
	if file.Pos().IsValid() {
		s.file = files.File(file.Pos())
	}
	if s.file == nil {
		return out // not even a package clause
	}
	out.Doc, _ = s.doc(1, file.Doc)
	out.Imports = s.imports(file.Imports)
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			s.function(d)
		case *ast.GenDecl:
			s.group(d)
		}
	}
	out.Symbols = s.symbols
	out.BestEffort = out.BestEffort || s.full
	return out
}

// scan collects the declarations of one file.
type scan struct {
	src      []byte
	file     *token.File
	symbols  []decl.Symbol
	declared int // symbols, those inside others included
	full     bool
}

// room tells whether there is room for one more symbol, and takes it.
func (s *scan) room() bool {
	s.full = s.declared == maxDeclared
	if !s.full {
		s.declared++
	}
	return !s.full
}

// line is counted from 1. //line comments do not move it.
func (s *scan) line(pos token.Pos) int {
	if !pos.IsValid() {
		return 0
	}
	return s.file.PositionFor(pos, false).Line
}

// last is the line of the byte before end.
func (s *scan) last(end token.Pos) int { return s.line(end - 1) }

// raw is the source from one position to another.
func (s *scan) raw(from, to token.Pos) string {
	if !from.IsValid() || !to.IsValid() {
		return ""
	}
	start, end := s.file.Offset(from), min(s.file.Offset(to), len(s.src))
	if start >= end {
		return ""
	}
	return string(s.src[start:end])
}

// text is a type as written, on one line, for n names; "" where that is so long that only an attack would write it.
func (s *scan) text(node ast.Node, n int) string {
	if int(node.End()-node.Pos()) > maxType {
		return ""
	}
	return shared(oneLine(s.raw(node.Pos(), node.End())), n)
}

// shared is text if n copies of it are few bytes: a short file must not declare gigabytes.
func shared(text string, n int) string {
	if len(text) > maxValue && len(text)*n > maxShared {
		return ""
	}
	return text
}

// signature writes the source between two positions on one line.
func (s *scan) signature(from, to token.Pos) string {
	text := oneLine(s.raw(from, to))
	if len(text) <= maxSignature {
		return text
	}
	return strings.ToValidUTF8(text[:maxSignature], "") + "…"
}

// value is a node as written, on one line, and "" where that is long.
func (s *scan) value(node ast.Node) string {
	if int(node.End()-node.Pos()) > 4*maxValue { // not even without its comments and indentation
		return ""
	}
	if text := oneLine(s.raw(node.Pos(), node.End())); len(text) <= maxValue {
		return text
	}
	return ""
}

// doc returns the text of the first group that says something, for n names, and the line on which it starts.
func (s *scan) doc(n int, groups ...*ast.CommentGroup) (string, int) {
	for _, group := range groups {
		if group == nil {
			continue
		}
		if text := shared(strings.TrimRight(group.Text(), "\n"), n); text != "" {
			return text, s.line(group.Pos())
		}
	}
	return "", 0
}

func (s *scan) imports(specs []*ast.ImportSpec) []decl.Import {
	var out []decl.Import
	for _, spec := range specs {
		if imp, ok := imported(spec); ok {
			out = append(out, decl.Import{Module: imp.Module, Name: imp.Name, As: imp.As, Line: s.line(spec.Pos())})
		}
	}
	return out
}

// imported is what an import binds.
func imported(spec *ast.ImportSpec) (code.Import, bool) {
	path, err := strconv.Unquote(spec.Path.Value)
	imp := code.Import{Module: path, As: ImportName(path)}
	if spec.Name != nil {
		switch imp.As = spec.Name.Name; imp.As {
		case "_":
			imp.As = ""
		case ".":
			imp.Name = "*"
		}
	}
	return imp, err == nil
}

// group adds the declarations of one const, var or type.
func (s *scan) group(d *ast.GenDecl) {
	var last assigned
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			start, doc := spec.Pos(), spec.Doc
			if !d.Lparen.IsValid() {
				start, doc = d.Pos(), d.Doc
			}
			s.typeSpec(spec, start, doc)
		case *ast.ValueSpec:
			if d.Tok == token.CONST && spec.Type == nil && len(spec.Values) == 0 {
				s.values(d, spec, last.repeat())
				continue
			}
			last = s.assigned(spec)
			s.values(d, spec, last)
		}
	}
}

// assigned is what a specification of values says after its names.
type assigned struct {
	typ     string
	values  []string
	implied bool // by an earlier specification of the same const
}

// assigned reads a specification. Where one call gives several names their values there are none: which result
// is whose cannot be said in a Value.
func (s *scan) assigned(spec *ast.ValueSpec) assigned {
	var a assigned
	if spec.Type != nil {
		a.typ = s.text(spec.Type, len(spec.Names))
	}
	if len(spec.Values) == len(spec.Names) {
		for _, value := range spec.Values {
			a.values = append(a.values, s.value(value))
		}
	}
	return a
}

// repeat is what a const without type and value takes over: the type, or the value where there is none.
func (a assigned) repeat() assigned {
	a.implied = true
	if a.typ != "" {
		a.typ, a.values = shared(a.typ, maxShared), nil
	}
	return a
}

// values adds the names of one specification.
func (s *scan) values(d *ast.GenDecl, spec *ast.ValueSpec, a assigned) {
	kind, start, comment := decl.Variable, spec.Pos(), spec.Doc
	if d.Tok == token.CONST {
		kind = decl.Constant
	}
	if !d.Lparen.IsValid() {
		start, comment = d.Pos(), d.Doc
	}
	doc, docStart := s.doc(len(spec.Names), comment, spec.Comment)
	for i, name := range spec.Names {
		if name.Name == "_" {
			continue
		}
		if !s.room() {
			return
		}
		symbol := decl.Symbol{
			Name: name.Name, Kind: kind, Start: s.line(start), End: s.last(spec.End()),
			Type: a.typ, Doc: doc, DocStart: docStart, Signature: d.Tok.String() + " " + name.Name,
		}
		if i < len(a.values) {
			symbol.Value = a.values[i]
		}
		if len(a.typ) <= maxValue && a.typ != "" {
			symbol.Signature += " " + a.typ
		}
		if symbol.Value != "" && !a.implied {
			symbol.Signature += " = " + symbol.Value
		}
		s.symbols = append(s.symbols, symbol)
	}
}

// oneLine writes a piece of Go on one line without comments. It means the same: newlines that end a field or a
// statement become semicolons.
func oneLine(text string) string {
	text = strings.TrimSpace(text)
	if !strings.ContainsAny(text, "\n\r\t") && !strings.Contains(text, "//") && !strings.Contains(text, "/*") {
		return text
	}
	src := []byte(text)
	var lines scanner.Scanner
	lines.Init(token.NewFileSet().AddFile("", -1, len(src)), src, nil, 0)
	var out strings.Builder
	end, prev, pending := 0, token.ILLEGAL, "" // of the last token; pending is a comma or semicolon that may not be needed
	for {
		pos, tok, lit := lines.Scan()
		if tok == token.EOF {
			return out.String()
		}
		start := int(pos) - 1
		if tok == token.SEMICOLON || tok == token.COMMA {
			pending, end = tok.String(), start+1
			if lit == "\n" {
				end = start
			}
			continue
		}
		if lit == "" {
			lit = tok.String()
		}
		space := start > end
		end = start + len(lit)
		closes := tok == token.RPAREN || tok == token.RBRACK || tok == token.RBRACE
		switch {
		case closes && (pending != "" || space):
			if tok == token.RBRACE && prev != token.LBRACE {
				out.WriteByte(' ')
			}
		case pending != "":
			out.WriteString(pending + " ")
		case space && (prev == token.LPAREN || prev == token.LBRACK):
		case space && out.Len() > 0:
			out.WriteByte(' ')
		}
		pending, prev = "", tok
		if strings.Contains(lit, "\n") { // a raw string
			if plain, err := strconv.Unquote(lit); err == nil {
				lit = strconv.Quote(plain)
			} else {
				lit = strings.ReplaceAll(lit, "\n", " ")
			}
		}
		out.WriteString(lit)
	}
}
