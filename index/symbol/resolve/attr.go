package resolve

import (
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// hit is what reading a member gave.
type hit struct {
	value   *value
	name    string // qualified; "" where nothing is to be reported
	entry   symbol.Entry
	finding symbol.Finding
	reason  string
}

// attr reads a member, and reports it.
func (e *eval) attr(f *frame, x *code.Expr) *value {
	calling := e.calling
	e.calling = false
	base := e.value(f, x.X)
	e.calling = calling
	if e.typing && e.tongue.name == goName && base != nil && base.form != module && base.form != foreign {
		return nil // a package of the name of a variable that the answer shows elsewhere
	}
	h := e.member(base, x.Name)
	e.calling = false
	if h.name != "" {
		e.report(h, chain(x), x.Span)
	}
	return h.value
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
func (e *eval) report(h hit, whole, last code.Span) {
	if h.finding == symbol.Absent && (e.lenient || e.tongue.name != goName && isPrivateName(h.name)) {
		return // nobody invents a private name as an interface: stubs and subclasses have more of them
	}
	if e.quiet || h.name == "" || e.piece == nil || whole.Start < 0 || whole.End > len(e.piece.Text) || whole.Start >= whole.End {
		return
	}
	start, end := e.piece.Start+whole.Start, e.piece.Start+whole.End
	if old := e.uses[start]; old != nil && (old.Finding == symbol.Absent && h.finding != symbol.Absent || old.End > end || old.Misuse != nil) {
		return
	}
	u := Use{Start: start, End: end, Written: e.piece.Text[whole.Start:whole.End], Name: h.name, Finding: h.finding, Reason: h.reason}
	if h.finding == symbol.Found {
		u.Entry = h.entry
		u.Entry.Name = h.name
	}
	e.uses[start] = &use{Use: u, tongue: e.tongue}
}

// misused notes that a call is not one that a declaration allows.
func (e *eval) misused(fn *value, x *code.Expr, m *Misuse) {
	if e.quiet || e.lenient || e.piece == nil || x == nil {
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
	if u != nil && (u.Finding != symbol.Found || u.Misuse != nil) {
		return
	}
	name := fn.name
	if fn.entry.Kind() == decl.Method && fn.self == nil {
		name = fn.entry.Origin // a method of a hidden object: what it takes is declared by its class
	}
	e.uses[start] = &use{tongue: e.tongue, Use: Use{
		Start: start, End: e.piece.Start + whole.End, Written: e.piece.Text[whole.Start:whole.End],
		Name: name, Finding: symbol.Found, Entry: fn.entry, Misuse: m, Nearest: []symbol.Entry{fn.entry},
	}}
}

// exported tells whether other packages of Go can use a name.
func exported(name string) bool {
	return name != "" && name[0] != '_' && (name[0] >= 0x80 || strings.ToUpper(name[:1]) == name[:1])
}

// isPrivateName tells whether the last part of a qualified name starts with an underscore.
func isPrivateName(name string) bool {
	return strings.HasPrefix(name[strings.LastIndexByte(name, '.')+1:], "_")
}
