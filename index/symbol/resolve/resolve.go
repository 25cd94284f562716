// Package resolve follows the names in an answer to their declarations. It reads the code of the answer, works out what
// its names stand for as far as the declarations of a registry tell, and says of each name that belongs to a module in
// scope whether it is declared, and of each call whether its declaration allows it. What cannot be worked out is passed
// over: a name is never called absent on a guess.
package resolve

import (
	"maps"
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// The limits of the package.
const (
	maxSteps   = 60_000  // expressions evaluated for one answer; what comes later is passed over
	maxDepth   = 60      // expressions and declarations inside each other
	maxBlock   = 1 << 17 // bytes of a piece; longer ones are passed over
	maxNearest = 3       // declared names that are offered for one that is not
	maxOffers  = 40      // names of one answer for which others are offered
)

// Resolver follows names through the sources in the scope of a registry. It is safe for concurrent use.
type Resolver struct {
	registry  *symbol.Registry
	languages []*languageView
	projects  map[string]symbol.Project
}

// New returns a resolver of answers about the projects in the scope of a registry.
func New(r *symbol.Registry) *Resolver {
	x := &Resolver{registry: r, projects: map[string]symbol.Project{}}
	for _, p := range r.Projects() {
		x.projects[p.Name] = p
	}
	for _, l := range language.Readers() {
		view := r.Speaking(l.Family)
		x.languages = append(x.languages, &languageView{Language: l, view: view, all: view.In("")})
	}
	return x
}

// Resolve follows the names in the pieces of one answer, which are given in order. Code blocks share their names, and
// say what those in the rest of the answer stand for. Names of the languages themselves and names that the answer
// defines are not listed. The uses are in the order of Start, one for each span, and one for each
// thing that is wrong with a call.
func (x *Resolver) Resolve(pieces []code.Piece) []code.Use { return x.resolve(pieces, maxOffers) }

// Follow is Resolve without what may have been meant by a name that is not declared: to find that takes longer than
// all the rest.
func (x *Resolver) Follow(pieces []code.Piece) []code.Use { return x.resolve(pieces, 0) }

func (x *Resolver) resolve(pieces []code.Piece, offers int) []code.Use {
	a := newAnswer(x, pieces)
	a.prepare()
	a.runBlocks()
	a.followProse()
	uses := make([]code.Use, 0, len(a.uses))
	nearest := map[string][]code.Declared{}
	for _, start := range slices.Sorted(maps.Keys(a.uses)) {
		u := a.uses[start]
		if u.State == decl.Absent {
			if _, ok := nearest[u.Name]; !ok && len(nearest) < offers {
				nearest[u.Name] = x.told(u.nearest())
			}
			u.Nearest = nearest[u.Name]
		}
		uses = append(uses, u.Use)
		for _, m := range u.more {
			again := u.Use
			again.Misuse = m
			uses = append(uses, again)
		}
	}
	return uses
}

// told are entries for a person, with the files where they stand.
func (x *Resolver) told(entries []symbol.Entry) []code.Declared {
	var out []code.Declared
	for _, e := range entries {
		d := code.Declared{Name: e.Name}
		if e.File != nil && e.Project != symbol.StandardLibrary { // of which there is no file
			d.Path, d.Line = e.File.Path, 1 // a module is its file
			if p, ok := x.projects[e.Project]; ok {
				d.Path = p.Locate(e.File.Path)
			}
		}
		if e.Symbol != nil {
			d.Signature, d.Line = signature(e.Symbol), e.Symbol.Start
		}
		out = append(out, d)
	}
	return out
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

// foreignValue is something of a module that is not among the sources.
func foreignValue(name string) *value { return &value{form: foreign, name: name} }

// isAbstract tells whether a class of the registry is one of collections.abc, whose type arguments are what it holds.
func isAbstract(origin string) bool { return strings.HasPrefix(origin, "_collections_abc.") }

// isMarker tells whether classes inherit from a class to say something of themselves, not to gain members.
func isMarker(origin string) bool {
	return origin == "abc.ABC" || origin == "typing.Generic" || origin == "typing.Protocol"
}
