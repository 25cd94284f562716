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

// typingValue is what a type of typing says of its values. Of most it says nothing; those that classes inherit from are classes like
// others. It is false for what is no type of typing.
func typingValue(origin string) (*value, bool) {
	rest, ok := strings.CutPrefix(origin, "typing.")
	if !ok || strings.Contains(rest, ".") || rest == "" || rest[0] < 'A' || rest[0] > 'Z' || isMarker(origin) || rest == "NamedTuple" || rest == "TypedDict" {
		return nil, false
	}
	v := &value{form: builtin, typ: true, name: rest}
	switch rest {
	case "List", "Set", "FrozenSet", "Deque", "Iterable", "Iterator", "Sequence", "MutableSequence", "Collection", "Generator",
		"AsyncIterable", "AsyncIterator", "AsyncGenerator", "AbstractSet", "MutableSet", "Reversible", "KeysView", "ValuesView":
		v.shape = sequence
	case "Dict", "Mapping", "MutableMapping", "DefaultDict", "OrderedDict":
		v.shape = mapping
	case "Tuple":
		v.shape = tuple
	case "Optional", "Final", "ClassVar", "Annotated", "Required", "NotRequired":
		v.shape = wrapper
	case "Type":
		v.shape = classOf
	case "Union":
		v.shape = either
	case "Callable":
		v.shape = callable
	case "Awaitable", "Coroutine":
		v.shape = pending
	case "ContextManager", "AsyncContextManager":
		v.shape = managed
	case "Any", "Self", "IO", "TextIO", "BinaryIO", "Hashable", "Sized", "AnyStr", "Text", "ByteString", "Never", "NoReturn", "Literal", "LiteralString":
		return nil, true
	default:
		return nil, false
	}
	return v, true
}

// foreignValue is something of a module that is not among the sources. What the types of the standard library say of what they
// hold is known all the same.
func foreignValue(name string) *value {
	typing := name
	if rest, ok := strings.CutPrefix(name, "collections.abc."); ok {
		typing = "typing." + rest
	}
	if v, _ := typingValue(typing); v != nil {
		return v
	}
	return &value{form: foreign, name: name}
}

// isAbstract tells whether a class of the registry is one of collections.abc, whose type arguments are what it holds.
func isAbstract(origin string) bool { return strings.HasPrefix(origin, "_collections_abc.") }

// isMarker tells whether classes inherit from a class to say something of themselves, not to gain members.
func isMarker(origin string) bool {
	return origin == "abc.ABC" || origin == "typing.Generic" || origin == "typing.Protocol"
}
