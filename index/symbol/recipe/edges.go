package recipe

import (
	"context"
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// Edges knows which symbols of the projects name which others in their bodies, signatures and bases. A name that a function binds
// itself may be taken for one of its module: an edge is a hint.
type Edges struct {
	uses   map[string][]string // by qualified name, sorted
	usedBy map[string][]string
}

// NewEdges follows the names in the sources of the registry, as far as files holds their text.
func NewEdges(ctx context.Context, r *symbol.Registry, files []File) *Edges {
	declared := declaredFiles(r)
	g := &Edges{uses: map[string][]string{}, usedBy: map[string][]string{}}
	for _, f := range files {
		d := declared[[2]string{f.Project, f.Path}]
		if d == nil || ctx.Err() != nil {
			continue
		}
		w := edgeWalk{ctx: ctx, registry: r.In(f.Project), file: d, known: map[string]symbol.Entry{}, edges: g}
		if l := language.OfFile(f.Path); l != nil && l.Read != nil {
			w.statements(l.Read(f.loaded().Text).Statements, "")
		}
	}
	for from, to := range g.uses {
		g.uses[from] = unique(to)
		if e, finding, _ := r.Lookup(from); finding != decl.Found || !public(e) {
			continue
		}
		for _, t := range g.uses[from] {
			g.usedBy[t] = append(g.usedBy[t], from)
		}
	}
	return g
}

// of lists what is related to a symbol: what it uses and what uses it, sorted.
func (g *Edges) of(name string) []string {
	if g == nil {
		return nil
	}
	return unique(slices.Concat(g.uses[name], g.usedBy[name]))
}

// edgeWalk follows the names of one file.
type edgeWalk struct {
	ctx      context.Context
	registry *symbol.Registry
	file     *decl.File
	known    map[string]symbol.Entry // bare names of the module; without a file for those that are not known
	edges    *Edges
	owner    string // qualified name of the declaration that is being read, "" outside of any
}

func (w *edgeWalk) statements(all []code.Statement, owner string) {
	for i := range all {
		if w.ctx.Err() != nil {
			return
		}
		w.owner = owner
		switch s := &all[i]; {
		case s.Bind != nil:
			w.expr(s.Bind.Type)
			w.expr(s.Bind.Value)
			w.expr(s.Bind.Target)
		case s.Use != nil:
			w.expr(s.Use)
		case s.Scope != nil:
			w.scope(s.Scope, owner)
		}
	}
}

func (w *edgeWalk) scope(s *code.Scope, owner string) {
	inner := owner
	if s.Name != "" {
		name := s.Name
		if s.Receiver != nil {
			name = receiver(s.Receiver) + "." + name
		}
		if inner == "" {
			inner = w.file.Module + "." + name
		} else if _, finding, _ := w.registry.Lookup(owner + "." + name); finding == decl.Found {
			inner = owner + "." + name
		}
	}
	w.owner = inner
	for _, e := range s.Head() {
		w.expr(e)
	}
	w.statements(s.Statements, inner)
	w.owner = owner
}

func receiver(e *code.Expr) string {
	for e != nil && e.Op != code.Name {
		e = e.X
	}
	if e == nil {
		return ""
	}
	return e.Name
}

// expr follows the names of an expression.
func (w *edgeWalk) expr(e *code.Expr) {
	if w.owner == "" {
		return
	}
	code.Walk(e, func(e *code.Expr) bool { return e.Op != code.Name && e.Op != code.Attr || !w.chain(e) })
}

// chain follows a name with its attributes as far as modules and declarations lead. It is false where something else has to be
// looked at: the value that an attribute is taken of.
func (w *edgeWalk) chain(e *code.Expr) bool {
	var attributes []string
	for ; e.Op == code.Attr && e.X != nil; e = e.X {
		attributes = append(attributes, e.Name)
	}
	if e.Op != code.Name {
		return false
	}
	found, ok := w.known[e.Name]
	if !ok {
		if f, finding, _ := w.registry.Name(w.file, e.Name); finding == decl.Found {
			found = f
		}
		w.known[e.Name] = found
	}
	for k := len(attributes) - 1; k >= 0 && found.File != nil && found.Symbol == nil; k-- {
		next, finding, _ := w.registry.Member(found, attributes[k])
		if finding != decl.Found {
			return true
		}
		found = next
	}
	if found.Symbol != nil && found.Origin != w.owner && !strings.HasPrefix(w.owner, found.Origin+".") && public(found) {
		w.edges.uses[w.owner] = append(w.edges.uses[w.owner], found.Origin)
	}
	return true
}
