package golang

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"ibid/index/symbol/code"
)

// Read reads a snippet as language models write them: a whole file, declarations, statements, expressions or a mixture,
// with "..." where something is left out. What does not parse is left out statement by statement, and Broken is set.
// Spans are those of src. Of a snippet longer than a megabyte the rest is left out.
//
//   - An import without a name binds ImportName of its path: a guess that a registry may know better.
//   - Names of packages that are not imported are left as Names.
//   - The results of one call are Results of one shared Expr.
//   - A function literal is an Instance of its type; its body is a Scope without a name just before the statement
//     that holds it.
//   - A receiver, named results and type parameters are bound by the first statements of their function.
//   - A type is a ClassScope whose Bases are what it embeds or, where it is no struct, what it is made from. An alias binds
//     its name to the expression that names the other type.
//   - What append, min, max, arithmetic and slicing give is their first operand that is not a constant; the other
//     operands are Uses just before.
//   - A conversion to a named type looks like a Call of that type.
//   - An argument left out as "..." has Star 1 and an Unknown value.
func Read(src string) code.Snippet {
	if file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution); err == nil && len(src) <= maxSnippet {
		return readFile(file, src)
	}
	return readPieces(src)
}

// Outline is Read of a file without what stands in its functions, and where the comment on its package stands.
func Outline(src string) (out code.Snippet, doc code.Span) {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
	if file != nil && file.Doc != nil {
		doc = code.Span{Start: int(file.Doc.Pos()) + wholeFile, End: int(file.Doc.End()) + wholeFile}
	}
	if err != nil || len(src) > maxSnippet {
		return Read(src), doc
	}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			fn.Body.List = nil
		}
	}
	return readFile(file, src), doc
}

// wholeFile is what to add to a token.Pos of a file, the first of which is 1, for an offset in it.
const wholeFile = -1

// readFile reads a file that parses as it is. It does what readPieces does, faster, and does not take the func() X[T]
// that a type is made from for a method.
func readFile(file *ast.File, src string) code.Snippet {
	w := writer{reader: &reader{tokens: &tokens{src: []byte(src)}}, shift: wholeFile}
	for _, d := range file.Decls {
		mark := len(w.out)
		if gen, ok := d.(*ast.GenDecl); ok && gen.Tok != token.IMPORT {
			w.statement(&ast.DeclStmt{Decl: d})
		} else {
			w.declaration(d)
		}
		w.stand(mark, d)
	}
	return code.Snippet{Language: "go", Statements: w.out, Broken: w.failed}
}

// readPieces reads any snippet.
func readPieces(src string) code.Snippet {
	long := len(src) > maxSnippet
	t := tokenise(src[:min(len(src), maxSnippet)])
	r := &reader{tokens: t, failed: t.broken || long}
	out := code.Snippet{Language: "go"}
	out.Statements = r.read()
	out.Broken = r.failed
	return out
}

// reader reads runs of the tokens of one snippet.
type reader struct {
	*tokens
	failed bool
}

// The text around what is parsed.
const (
	filePrefix     = "package p;"
	functionPrefix = "package p;func _(){"
	functionSuffix = "\n}"
)

// piece is a run of tokens that may be a statement or a declaration.
type piece struct {
	lo, hi int  // numbers of tokens
	outer  bool // imports or functions with a name, which stand at the top of a file
}

// read reads the whole snippet: each statement that parses.
func (r *reader) read() []code.Statement {
	var out []code.Statement
	for _, p := range r.pieces(0, len(r.list)) {
		s, ok := r.parse(p)
		if r.failed = r.failed || !ok; ok {
			out = append(out, r.write(s)...)
		}
	}
	return out
}

// pieces cuts a run of tokens where its statements end, and around what can only be the rest of something else.
func (r *reader) pieces(lo, hi int) []piece {
	var out []piece
	start, inCase, inHead := lo, false, false
	cut := func(end int) {
		if start < end && r.list[start].kind != token.PACKAGE {
			out = append(out, piece{start, end, r.isOuter(start, end)})
		}
		start, inCase, inHead = end+1, false, false
	}
	for i := lo; i < hi; i++ {
		switch t := r.list[i]; t.kind {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			inHead = inHead && t.kind != token.LBRACE
			i = min(int(r.match[i]), hi)
		case token.IF, token.FOR, token.SWITCH:
			inHead = true
		case token.SEMICOLON:
			if !inHead || t.start == t.end {
				cut(i)
			}
		case token.RPAREN, token.RBRACK, token.RBRACE:
			cut(i)
		case token.CASE, token.DEFAULT: // of a switch whose body is read on its own
			cut(i)
			inCase = true
		case token.COLON:
			if inCase {
				cut(i)
			}
		case token.IMPORT, token.FUNC: // after a line that is no Go and does not end as one
			if start < i && r.isOuter(i, hi) {
				cut(i)
				start = i
			}
		}
	}
	cut(hi)
	return out
}

// isOuter tells whether a piece is an import, a function or a method.
func (r *reader) isOuter(lo, hi int) bool {
	kind := func(i int) token.Token {
		if i < hi {
			return r.list[i].kind
		}
		return token.EOF
	}
	switch {
	case kind(lo) == token.IMPORT:
		return true
	case kind(lo) != token.FUNC:
		return false
	case kind(lo+1) == token.IDENT:
		return true
	case kind(lo+1) != token.LPAREN:
		return false
	}
	name := int(r.match[lo+1]) + 1
	return kind(name) == token.IDENT && (kind(name+1) == token.LPAREN || kind(name+1) == token.LBRACK)
}

// syntax is a piece that was parsed.
type syntax struct {
	file  *ast.File
	outer bool
	shift int // what to add to a token.Pos for an offset in the snippet
}

// parse parses a piece that is whole.
func (r *reader) parse(p piece) (syntax, bool) {
	prefix, suffix := functionPrefix, functionSuffix
	if p.outer {
		prefix, suffix = filePrefix, ""
	}
	start, end := int(r.list[p.lo].start), int(r.list[p.hi-1].end)
	if r.isBad(start, end) {
		return syntax{}, false
	}
	text := make([]byte, 0, len(prefix)+end-start+len(suffix))
	text = append(append(append(append(text, prefix...), r.src[start:end]...), r.closers(p)...), suffix...)

	const mode = parser.SkipObjectResolution // stops early where there are many errors
	file, err := parser.ParseFile(token.NewFileSet(), "", text, mode)
	if err != nil && readable(err) {
		file, err = parser.ParseFile(token.NewFileSet(), "", text, mode|parser.AllErrors)
	}
	if file == nil || !readable(err) || !p.outer && wrapped(file) == nil {
		return syntax{}, false
	}
	r.failed = r.failed || err != nil
	return syntax{file, p.outer, start - len(prefix) - 1}, true // the first Pos is 1
}

// write turns what was parsed into statements.
func (r *reader) write(s syntax) []code.Statement {
	w := writer{reader: r, shift: s.shift}
	if s.outer {
		for _, d := range s.file.Decls {
			mark := len(w.out)
			w.declaration(d)
			w.stand(mark, d)
		}
	} else {
		for _, one := range wrapped(s.file).List {
			mark := len(w.out)
			w.statement(one)
			w.stand(mark, one)
		}
	}
	return w.out
}

// stand notes that what was written from mark on is a statement of the snippet.
func (w *writer) stand(mark int, n ast.Node) {
	for i := mark; i < len(w.out); i++ {
		w.out[i].Span = w.span(n)
	}
}

// isBad tells whether something between two offsets of the snippet is no token: nothing can parse there.
func (r *reader) isBad(start, end int) bool {
	i, _ := slices.BinarySearch(r.bad, int32(start))
	return i < len(r.bad) && int(r.bad[i]) < end
}

// wrapped is the body of the function that prefix and suffix make, nil where the text broke out of it.
func wrapped(file *ast.File) *ast.BlockStmt {
	if len(file.Decls) != 1 {
		return nil
	}
	if d, ok := file.Decls[0].(*ast.FuncDecl); ok {
		return d.Body
	}
	return nil
}

// readable tells whether the parser got over every error by itself, as if the right text had stood there.
func readable(err error) bool {
	var list scanner.ErrorList
	if err == nil || !errors.As(err, &list) {
		return err == nil
	}
	return !slices.ContainsFunc(list, func(e *scanner.Error) bool {
		return !strings.HasPrefix(e.Msg, "missing ','") && e.Msg != "imports must appear before other declarations"
	})
}

// closers are the brackets that a snippet cut short lacks at the end of a piece.
func (r *reader) closers(p piece) []byte {
	var out []byte
	if p.hi < len(r.list) {
		return nil
	}
	for i := p.lo; i < p.hi; i++ {
		if int(r.match[i]) == len(r.list) {
			out = append(out, closing(r.list[i].kind))
		}
	}
	slices.Reverse(out)
	return out
}
