package resolve

import (
	"go/token"
	"regexp"
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// What prose says between two names, whatever quotes them.
var (
	isA     = regexp.MustCompile("^[`*_]*\\s+(?:is|are|be|being)(?:\\s+(?:both|all))?(?:\\s+of\\s+(?:the\\s+)?type|\\s+(?:an?\\s+)?(?:instances?|objects?|values?)\\s+of|\\s+an?)?\\s+[`*_]*$")
	joins   = regexp.MustCompile("^[`*_]*(?:\\s*,)?\\s*(?:(?:and|or)\\s+)?[`*_]*$")
	ownsThe = regexp.MustCompile("(?i)^[`*_]*(?:\\s+(?:objects?|instances?|values?|class|type))?\\s+(?:has|have|offers?|provides?)(?:\\s+an?|\\s+the|\\s+both)?(?:\\s+(?:methods?|attributes?|fields?|propert(?:y|ies)))?\\s+[`*_]*$|^[`*_]*(?:\\s+(?:objects?|instances?|class|type))?['’]s\\s+(?:methods?|attributes?|fields?|propert(?:y|ies))\\s+[`*_]*$")
	itsOwn  = regexp.MustCompile("(?i)\\b(?:its|their)\\s+(?:methods?|attributes?|fields?|propert(?:y|ies))\\s+[`*_]*$")
	isType  = regexp.MustCompile("^[`*_]*\\s+(?:type|class|struct|interface)\\b")
	endings = regexp.MustCompile(`[.!?]\s`)
)

// said binds what the prose says that a name is: "where `p` is a `*tea.Program`", "`a` and `b` are of type
// `*cobra.Command`".
func (a *answer) said() {
	for i := 1; i < len(a.pieces); i++ {
		if !isA.MatchString(a.pieces[i].Before) {
			continue
		}
		for _, t := range a.spoken() {
			e := a.eval(t, &a.pieces[i]).silent()
			x, ok := t.Expression(a.pieces[i].Text)
			if !ok {
				continue
			}
			v := e.typeValue(e.ground.prose(), x)
			if v == nil || !v.typ || v.form != named {
				continue
			}
			for j := i - 1; j >= 0; j-- {
				name := a.pieces[j].Text
				if a.pieces[j].Kind == code.Fenced || leading(name) != name || e.ground.bound[name] || e.ground.late.names[name] != nil {
					break
				}
				e.ground.late.names[name] = &binding{value: v.instance()}
				if !joins.MatchString(a.pieces[j].Before) {
					break
				}
			}
		}
	}
}

// topic is what the prose speaks of: the type or the value that it named last.
type topic struct {
	value *value
	lists bool // its members are being listed
	apart bool // what comes next is said to be a type of its own, not a member of it
}

// next is the topic after a piece of prose that gave a value.
func (t topic) next(v *value) topic {
	if v == nil || v.form != named {
		return topic{}
	}
	if v.typ {
		v = v.instance()
	}
	return topic{value: v}
}

// bare follows a name that stands alone in prose and that nothing binds: a member of what the prose speaks of, or
// what the projects offer under that name. It is absent only where the prose says whose member it is. It tells
// whether it is known.
func (e *eval) bare(p *code.Piece, x *code.Expr) bool {
	called := x.Op == code.Call
	if called {
		x = x.X
	}
	if x == nil || x.Op != code.Name || e.languageName(x.Name) != nil || e.tongue.Builtin(x.Name) {
		return false
	}
	g := e.ground
	of := g.topic.value
	owned := of != nil && (ownsThe.MatchString(p.Before) || itsOwn.MatchString(p.Before) && len(endings.FindAllString(p.Before, 2)) < 2)
	owned = owned || g.topic.lists && joins.MatchString(p.Before)
	defer func() { g.topic.apart = false }()
	g.topic.lists = owned
	var h hit
	if of != nil && !g.topic.apart {
		h = e.member(of, x.Name)
	}
	if h.finding != decl.Found || h.name == "" {
		if offered := e.offered(x.Name, called || isCompound(x.Name)); offered.name != "" {
			h = offered
		} else if !owned {
			return false
		}
	}
	e.report(h, x.Span)
	if h.value != nil && h.value.typ && !owned {
		g.topic = g.topic.next(h.value)
	}
	return true
}

// offered is what the projects offer under a name: of the package itself, or the type that alone has such a member.
func (e *eval) offered(name string, member bool) hit {
	entries := e.tongue.view.Offered(name, member)
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
