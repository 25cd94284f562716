package resolve

import (
	"go/token"
	"regexp"
	"strings"

	"ibid/index/symbol/code"
)

// What prose says before a name: that the one before is of the type that it names, or that it is a member of that.
var (
	isA    = regexp.MustCompile("^[`*_]*\\s+is(?:\\s+an?|\\s+of\\s+type)\\s+[`*_]*$")
	itsOwn = regexp.MustCompile("(?i)\\bits\\s+(?:methods?|attributes?|fields?|propert(?:y|ies))\\s+[`*_]*$")
)

// said binds what the prose says that a name is: "where `p` is a `*tea.Program`".
func (a *answer) said() {
	for i := 1; i < len(a.pieces); i++ {
		name := a.pieces[i-1].Text
		if a.pieces[i-1].Kind == code.Fenced || leading(name) != name || !isA.MatchString(a.pieces[i].Before) {
			continue
		}
		for _, t := range a.spoken() {
			e := a.eval(t, &a.pieces[i]).silent()
			x, ok := t.Expression(a.pieces[i].Text)
			if !ok || e.ground.bound[name] || e.ground.late.names[name] != nil {
				continue
			}
			if v := e.typeValue(e.ground.prose(), x); v != nil && v.typ && v.form == named {
				e.ground.late.names[name] = &binding{value: v.instance()}
			}
		}
	}
}

// bare follows a name that stands alone in prose and that nothing binds: a member of the type that was named before
// it, where the prose says so, or what the projects offer under that name. It tells whether it is known.
func (e *eval) bare(p *code.Piece, x *code.Expr) bool {
	called := x.Op == code.Call
	if called {
		x = x.X
	}
	if x == nil || x.Op != code.Name || e.language.Builtin(x.Name) {
		return false
	}
	var h hit
	if itsOwn.MatchString(p.Before) && strings.Count(p.Before, ". ") < 2 {
		h = e.member(e.ground.topic, x.Name)
	}
	if h.name == "" {
		h = e.offered(x.Name, called || isCompound(x.Name))
		e.ground.topic = h.value.instance()
	}
	e.report(h, x.Span)
	return h.name != ""
}

// offered is what the projects offer under a name: of the package itself, or the type that alone has such a member.
func (e *eval) offered(name string, member bool) hit {
	entries := e.language.view.Offered(name, member)
	if len(entries) != 1 {
		return hit{}
	}
	return hit{name: e.public(entries[0]), entry: entries[0], value: e.declared(entries[0], e.public(entries[0]), nil)}
}

// spokenType is the class or type that prose calls by its name alone, where the projects have one of it.
func (e *eval) spokenType(name string) hit {
	if e.piece == nil || e.piece.Kind == code.Fenced || !token.IsExported(name) || e.ground.bound[name] {
		return hit{}
	}
	h := e.offered(name, false)
	if h.name == "" || h.value == nil || h.value.form != named || !h.value.typ {
		return hit{}
	}
	return h
}

// isCompound tells whether a name is of several words, which plain English is not: before_request, ExecuteContext.
func isCompound(name string) bool {
	return strings.Contains(strings.Trim(name, "_"), "_") || strings.ToLower(name[1:]) != name[1:] && strings.ToUpper(name) != name
}
