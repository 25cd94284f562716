package engine

import (
	"strings"

	"ibid/guard/symbols"
	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/resolve"
)

// NewRegistry lets the guard ask a resolver. The two do not know each other. Where the files of a declaration stand is told
// for these projects; for others it is told below the root of the project.
func NewRegistry(r *resolve.Resolver, projects ...symbol.Project) symbols.Registry {
	roots := make(map[string]symbol.Project, len(projects))
	for _, p := range projects {
		roots[p.Name] = p
	}
	return registry{r, roots}
}

type registry struct {
	resolver *resolve.Resolver
	projects map[string]symbol.Project
}

var symbolStates = [...]symbols.State{symbol.Found: symbols.Declared, symbol.Absent: symbols.Absent, symbol.Foreign: symbols.Foreign, symbol.Unread: symbols.Unread}

// Resolve implements symbols.Registry.
func (r registry) Resolve(pieces []code.Piece) []symbols.Use {
	var out []symbols.Use
	for _, u := range r.resolver.Resolve(pieces) {
		use := symbols.Use{Start: u.Start, End: u.End, Written: u.Written, Name: u.Name, State: symbolStates[u.Finding], Reason: u.Reason}
		if u.Misuse != nil {
			use.Misuse = &symbols.Misuse{Argument: u.Misuse.Argument, Reason: u.Misuse.Reason}
		}
		for _, e := range u.Nearest {
			use.Nearest = append(use.Nearest, r.nearest(e))
		}
		out = append(out, use)
	}
	return out
}

func (r registry) nearest(e symbol.Entry) symbols.Nearest {
	n := symbols.Nearest{Name: e.Name}
	if e.File != nil {
		n.Path, n.Line = e.File.Path, 1 // a module is its file
		if p, ok := r.projects[e.Project]; ok {
			n.Path = p.Locate(e.File.Path)
		}
	}
	if e.Symbol != nil {
		n.Signature, n.Line = signature(e.Symbol), e.Symbol.Start
	}
	return n
}

// signature is what a symbol is called with: that of a class is its constructor's.
func signature(s *decl.Symbol) string {
	for i := range s.Members {
		if m := &s.Members[i]; m.Name == "__init__" && s.Kind == decl.Class && m.Signature != "" {
			return strings.NewReplacer("def __init__(self, ", s.Name+"(", "def __init__(self)", s.Name+"()", " -> None", "").Replace(m.Signature)
		}
	}
	return s.Signature
}
