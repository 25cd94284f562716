// Package resolve follows the names in an answer to their declarations. It reads the code of the answer, works out what
// its names stand for as far as the declarations of a registry tell, and says of each name that belongs to a module in
// scope whether it is declared, and of each call whether its declaration allows it. What cannot be worked out is passed
// over: a name is never called absent on a guess.
package resolve

import (
	"maps"
	"slices"

	"ibid/index/symbol"
)

// Use is a name in an answer, followed to where it is or should be declared.
type Use struct {
	Start, End int    // byte offsets of the name in the answer: of the whole chain for p.read_text
	Written    string // as the answer writes it: p.read_text
	Name       string // qualified: pathlib.Path.read_text
	Finding    symbol.Finding
	Reason     string         // why it is not declared, for a person; "" where it is
	Misuse     *Misuse        // what is wrong with how it is called, nil for nothing
	Entry      symbol.Entry   // its declaration, where it is found
	Nearest    []symbol.Entry // what may have been meant, the likeliest first, where it is absent or misused
}

// Misuse is a call that a declaration does not allow.
type Misuse struct {
	Argument string // the keyword that it does not take, "" for other faults
	Reason   string // for a person
}

// The limits of the package.
const (
	maxSteps      = 60_000  // expressions evaluated for one answer; what comes later is passed over
	maxDepth      = 60      // expressions and declarations inside each other
	maxBlock      = 1 << 17 // bytes of a piece; longer ones are passed over
	maxNested     = 200     // lines that are read upwards for the condition that a line stands under
	maxNearest    = 5       // declared names that are offered for one that is not
	maxOffers     = 200     // names of one answer for which others are offered
	maxUnderlying = 8       // Go types made from one another
	maxInherited  = 12      // classes above each other
	maxUnion      = 4       // types that a value may have at once; with more it is unknown
)

// Resolver follows names through the sources of some projects. It is safe for concurrent use.
type Resolver struct {
	tongues []*tongue
	views   []*symbol.Registry // one for each project in scope, or one for all
}

// New returns a resolver of answers about some projects of a registry, about all where none is named.
func New(r *symbol.Registry, projects ...string) *Resolver {
	x := &Resolver{views: []*symbol.Registry{r}}
	if len(projects) > 0 {
		x.views = nil
	}
	for _, p := range projects {
		x.views = append(x.views, r.In(p))
	}
	for _, t := range tongues() {
		if len(projects) == 0 {
			t.views = []*symbol.Registry{r.Speaking(t.name)}
		}
		for _, p := range projects {
			t.views = append(t.views, r.In(p).Speaking(t.name))
		}
		x.tongues = append(x.tongues, t)
	}
	return x
}

// Resolve follows the names in the pieces of one answer, which are given in order. Code blocks share their names, and
// say what those in the rest of the answer stand for. Names of the languages themselves and names that the answer
// defines are not listed. The uses are in the order of Start, one for each span.
func (x *Resolver) Resolve(pieces []Piece) []Use {
	a := newAnswer(x, pieces)
	a.prepare()
	a.runBlocks()
	a.followProse()
	a.runCommands()
	uses := make([]Use, 0, len(a.uses))
	nearest := map[string][]symbol.Entry{}
	for _, start := range slices.Sorted(maps.Keys(a.uses)) {
		u := a.uses[start]
		if u.Finding == symbol.Absent {
			if _, ok := nearest[u.Name]; !ok && len(nearest) < maxOffers {
				nearest[u.Name] = u.nearest()
			}
			u.Nearest = nearest[u.Name]
		}
		uses = append(uses, u.Use)
	}
	return uses
}
