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
	long := len(src) > maxSnippet
	t := tokenise(src[:min(len(src), maxSnippet)])
	r := &reader{tokens: t, failed: t.broken || long}
	out := code.Snippet{Language: "go"}
	out.Statements = r.read(0, len(t.list), 0)
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
	outer  bool // an import or a function with a name, which stands at the top of a file
}

// read reads the tokens from lo to hi: the whole snippet or the inside of a block. Depth counts the blocks around it
// that were read on their own.
func (r *reader) read(lo, hi, depth int) []code.Statement {
	var out []code.Statement
	pieces := r.pieces(lo, hi)
	for len(pieces) > 0 {
		n := 1
		for n < len(pieces) && pieces[n].outer == pieces[0].outer && r.adjoin(pieces[n-1], pieces[n]) {
			n++
		}
		if group, ok := r.parse(piece{pieces[0].lo, pieces[n-1].hi, pieces[0].outer}, nil); ok {
			out = append(out, group...)
		} else {
			for _, p := range pieces[:n] {
				out = append(out, r.recover(p, n > 1, depth)...)
			}
		}
		pieces = pieces[n:]
	}
	return out
}

// adjoin tells whether only semicolons stand between two pieces.
func (r *reader) adjoin(a, b piece) bool {
	for i := a.hi; i < b.lo; i++ {
		if r.list[i].kind != token.SEMICOLON {
			return false
		}
	}
	return true
}

// pieces cuts a run of tokens at its own semicolons, and around what can only be the rest of something else.
func (r *reader) pieces(lo, hi int) []piece {
	var out []piece
	start, inCase := lo, false
	cut := func(end int) {
		if start < end && r.list[start].kind != token.PACKAGE {
			out = append(out, piece{start, end, r.isOuter(start, end)})
		}
		start, inCase = end+1, false
	}
	for i := lo; i < hi; i++ {
		switch r.list[i].kind {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			i = min(int(r.match[i]), hi)
		case token.SEMICOLON, token.RPAREN, token.RBRACK, token.RBRACE:
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

// parse reads a piece that is whole. Blocks that start at the offsets in hollow were emptied: what is in them is read
// where they are met.
func (r *reader) parse(p piece, hollow *hollow) ([]code.Statement, bool) {
	prefix, suffix := functionPrefix, functionSuffix
	if p.outer {
		prefix, suffix = filePrefix, ""
	}
	start, end := int(r.list[p.lo].start), int(r.list[p.hi-1].end)
	text := make([]byte, 0, len(prefix)+end-start+len(suffix))
	text = append(append(text, prefix...), r.src[start:end]...)
	hollow.empty(text[len(prefix):], start)
	if r.isBad(text[len(prefix):], start) {
		return nil, false
	}
	text = append(append(text, r.closers(p, hollow)...), suffix...)

	const mode = parser.SkipObjectResolution // stops early where there are many errors
	file, err := parser.ParseFile(token.NewFileSet(), "", text, mode)
	if err != nil && readable(err) {
		file, err = parser.ParseFile(token.NewFileSet(), "", text, mode|parser.AllErrors)
	}
	if file == nil || !readable(err) {
		return nil, false
	}
	w := writer{reader: r, shift: start - len(prefix) - 1, hollow: hollow} // the first Pos is 1
	if p.outer {
		for _, d := range file.Decls {
			w.declaration(d)
		}
	} else {
		body := wrapped(file)
		if body == nil {
			return nil, false
		}
		for _, s := range body.List {
			w.statement(s)
		}
	}
	r.failed = r.failed || err != nil
	return w.out, true
}

// isBad tells whether a text from an offset of the snippet on holds what is no token: nothing can parse there. What was
// emptied is no part of it.
func (r *reader) isBad(text []byte, start int) bool {
	i, _ := slices.BinarySearch(r.bad, int32(start))
	for ; i < len(r.bad) && int(r.bad[i]) < start+len(text); i++ {
		if c := text[int(r.bad[i])-start]; c != ' ' && c != '\n' {
			return true
		}
	}
	return false
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
func (r *reader) closers(p piece, hollow *hollow) []byte {
	var out []byte
	if p.hi < len(r.list) {
		return nil
	}
	for i := p.lo; i < p.hi; i++ {
		if int(r.match[i]) == len(r.list) {
			out = append(out, closing(r.list[i].kind))
		}
		if hollow.has(i) {
			i = int(r.match[i]) - 1
		}
	}
	slices.Reverse(out)
	return out
}

// recover reads a piece that may not parse. Its blocks are read on their own, so that what does not parse costs the
// statement in which it stands and no more.
func (r *reader) recover(p piece, untried bool, depth int) []code.Statement {
	if untried {
		if out, ok := r.parse(p, nil); ok {
			return out
		}
	}
	r.failed = true
	if depth >= maxRecovery {
		return nil
	}
	h := &hollow{reader: r, depth: depth + 1}
	for i := p.lo; i < p.hi; i++ {
		if r.list[i].kind == token.LBRACE {
			h.braces = append(h.braces, i)
			i = min(int(r.match[i]), p.hi)
		}
	}
	if len(h.braces) == 0 {
		return nil
	}
	if out, ok := r.parse(p, h); ok {
		return out
	}
	var out []code.Statement
	for _, brace := range h.braces {
		if r.hasStatements(brace, p.hi) {
			if inner := h.read(brace, p.hi); len(inner) > 0 {
				out = append(out, code.Statement{Scope: &code.Scope{Kind: code.BlockScope, Statements: inner}})
			}
		}
	}
	return out
}

// hasStatements tells whether semicolons stand directly inside a brace.
func (r *reader) hasStatements(brace, hi int) bool {
	for i := brace + 1; i < min(int(r.match[brace]), hi); i++ {
		if r.list[i].kind == token.SEMICOLON && int(r.list[i].open) == brace {
			return true
		}
	}
	return false
}

// hollow are the outermost braces of a piece, in order, whose insides are taken out before it is parsed.
type hollow struct {
	*reader
	braces []int // numbers of tokens
	depth  int
}

// empty blanks what is in the braces of a text that starts at an offset of the snippet. Lines stay.
func (h *hollow) empty(text []byte, start int) {
	if h == nil {
		return
	}
	for _, brace := range h.braces {
		end := len(text)
		if m := int(h.match[brace]); m < len(h.list) {
			end = min(end, int(h.list[m].start)-start)
		}
		for i := int(h.list[brace].end) - start; i < end; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
	}
}

func (h *hollow) has(brace int) bool {
	if h == nil {
		return false
	}
	_, ok := slices.BinarySearch(h.braces, brace)
	return ok
}

// at reads what was in the brace at an offset of the snippet; false where that one was not emptied.
func (h *hollow) at(offset int) ([]code.Statement, bool) {
	i := h.find(offset)
	if i < 0 {
		return nil, false
	}
	return h.read(h.braces[i], len(h.list)), true
}

// find returns which of the braces stands at an offset of the snippet, -1 for none.
func (h *hollow) find(offset int) int {
	if h == nil {
		return -1
	}
	i, ok := slices.BinarySearchFunc(h.braces, offset, func(brace, offset int) int { return int(h.list[brace].start) - offset })
	if !ok {
		return -1
	}
	return i
}

func (h *hollow) read(brace, hi int) []code.Statement {
	return h.reader.read(brace+1, min(int(h.match[brace]), hi), h.depth)
}
