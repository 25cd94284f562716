package resolve

import (
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// hit is what reading a member gave.
type hit struct {
	value   *value
	name    string // qualified; "" where nothing is to be reported
	entry   symbol.Entry
	finding decl.Finding
	reason  string
}

// attr reads a member, and reports it.
func (e *eval) attr(f *frame, x *code.Expr) *value {
	calling := e.calling
	e.calling = false
	base := e.value(f, x.X)
	e.calling = calling
	if e.typing && e.language.Family == language.Go && base != nil && base.form != module && base.form != foreign {
		return nil // a package of the name of a variable that the answer shows elsewhere
	}
	h := e.member(base, x.Name)
	e.calling = false
	if h.finding == decl.Absent && e.namesake(f, x.X) {
		h = hit{}
	}
	if h.name != "" {
		e.report(h, chain(x))
	}
	return h.value
}

// namesake tells whether another piece of the answer gave the name of a module to a variable: two blocks may be of two
// files.
func (e *eval) namesake(f *frame, x *code.Expr) bool {
	b := f.find(x.Name)
	return x.Op == code.Name && b != nil && b.piece != nil && b.piece != e.piece && len(e.language.packages(x.Name)) > 0
}

// chain is the span of a member with the names before it: of p.read_text it is the whole, of f().x only the x.
func chain(x *code.Expr) code.Span {
	at := x
	for at.Op == code.Attr && at.X != nil {
		at = at.X
	}
	if at.Op == code.Name && at.Span.Start < x.Span.Start {
		return code.Span{Start: at.Span.Start, End: x.Span.End}
	}
	return x.Span
}

// report notes a use of a name. Of a chain the longest part that is known is noted, or the first that is not.
func (e *eval) report(h hit, whole code.Span) {
	if h.finding == decl.Absent && (e.lenient || e.language.Family != language.Go && isPrivateName(h.name)) {
		return // nobody invents a private name as an interface: stubs and subclasses have more of them
	}
	if e.quiet || h.name == "" || e.piece == nil || whole.Start < 0 || whole.End > len(e.piece.Text) || whole.Start >= whole.End {
		return
	}
	start, end := e.piece.Start+whole.Start, e.piece.Start+whole.End
	if old := e.uses[start]; old != nil && (old.State == decl.Absent && h.finding != decl.Absent || old.End > end || old.Misuse != nil) {
		return
	}
	u := code.Use{Start: start, End: end, Written: e.piece.Text[whole.Start:whole.End], Name: h.name, State: h.finding, Reason: h.reason}
	if h.finding == decl.Found && h.entry.Symbol != nil {
		u.Origin = h.entry.Origin
	}
	e.uses[start] = &use{Use: u, language: e.language}
}

// misused notes that a call is not one that a declaration allows, and everything that is wrong with it.
func (e *eval) misused(fn *value, x *code.Expr, wrong []*code.Misuse) {
	if len(wrong) == 0 || e.quiet || e.lenient || e.piece == nil || x == nil {
		return
	}
	whole := x.Span
	if x.Op == code.Attr {
		whole = chain(x)
	}
	if whole.Start < 0 || whole.End > len(e.piece.Text) || whole.Start >= whole.End {
		return
	}
	start := e.piece.Start + whole.Start
	u := e.uses[start]
	if u != nil && (u.State != decl.Found || u.Misuse != nil) {
		return
	}
	name := fn.name
	if fn.entry.Kind() == decl.Method && fn.self == nil {
		name = fn.entry.Origin // a method of a hidden object: what it takes is declared by its class
	}
	misused := code.Use{Start: start, End: e.piece.Start + whole.End, Written: e.piece.Text[whole.Start:whole.End], Name: name, Misuse: wrong[0], Nearest: e.told([]symbol.Entry{fn.entry})}
	if fn.entry.Symbol != nil {
		misused.Origin = fn.entry.Origin
	}
	e.uses[start] = &use{language: e.language, Use: misused, more: wrong[1:]}
}

// isPrivateName tells whether the last part of a qualified name starts with an underscore.
func isPrivateName(name string) bool {
	return strings.HasPrefix(name[strings.LastIndexByte(name, '.')+1:], "_")
}
