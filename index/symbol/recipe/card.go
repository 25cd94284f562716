package recipe

import (
	"context"
	"iter"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/decl"
)

const (
	maxRecipes   = 5   // recipes that a card names
	maxInherited = 40  // members of base classes that the card of a class names
	maxListed    = 300 // members of its own
	maxAncestors = 200 // base classes that are looked at for that
)

// Cards makes a card for each public class, type, function and method of the registry, and for each constant and
// variable of a module but those that are known by a call alone, as loggers are. What a module that is private
// declares is known by the name under which a public one passes it on. Members that are no methods stand in the card
// of their class. recipes are those that a card may name. There is none once ctx has ended.
func Cards(ctx context.Context, r *symbol.Registry, recipes []Derived) []Derived {
	return slices.Collect(eachCard(ctx, r, recipes))
}

// eachCard makes the cards one after the other.
func eachCard(ctx context.Context, r *symbol.Registry, recipes []Derived) iter.Seq[Derived] {
	using := map[string][]*Derived{}
	for i := range recipes {
		for _, name := range recipes[i].Mentions {
			using[name] = append(using[name], &recipes[i])
		}
	}
	roots := rootsOf(r)
	c := cards{registry: r, using: using, methods: methodsByType(r)}
	c.names, c.top = publicNames(ctx, r)
	done := map[string]bool{}
	return func(yield func(Derived) bool) {
		add := func(e symbol.Entry, name string) bool {
			done[e.Project+" "+name] = true
			d := c.card(e, name)
			d.Root = roots[e.Project]
			return yield(d)
		}
		for e := range r.All {
			if ctx.Err() != nil {
				return
			}
			name, ok := c.published(e)
			if !ok || c.kept(e) || !worthCard(e) || done[e.Project+" "+name] {
				continue
			}
			if !add(c.best(e), name) {
				return
			}
			for _, m := range c.fromPrivate(e, map[*decl.Symbol]bool{e.Symbol: true}) {
				if name := name + "." + m.Symbol.Name; !done[e.Project+" "+name] && !add(m, name) {
					return
				}
			}
		}
	}
}

// fromPrivate are the methods that a class has from bases which nobody else can name.
func (c *cards) fromPrivate(e symbol.Entry, seen map[*decl.Symbol]bool) []symbol.Entry {
	var out []symbol.Entry
	for _, base := range e.Symbol.Bases {
		b, ok := c.base(e, base)
		if !ok || seen[b.Symbol] || len(seen) > maxAncestors {
			continue
		}
		seen[b.Symbol] = true
		if _, known := c.published(b); known {
			continue
		}
		for _, s := range slices.Concat(c.membersOf(b), c.elsewhere(b)) {
			if m, finding, _ := c.registry.Member(e, s.Name); finding == decl.Found && m.Symbol == s && worthCard(m) && !hidden(m.File.Language, s.Name) && !strings.HasPrefix(m.Origin, e.Origin+".") {
				out = append(out, m)
			}
		}
		out = append(out, c.fromPrivate(b, seen)...)
	}
	return out
}

// kept tells whether something is known as the default of a module alone that its package lets nobody import.
func (c *cards) kept(e symbol.Entry) bool {
	below, ok := strings.CutPrefix(e.Origin, e.File.Module+".")
	return e.Symbol != nil && ok && e.Symbol.Name != "default" && c.registry.Keeps(e.Project, e.File.Module, below+".")
}

// worthCard tells which symbols have a card of their own.
func worthCard(e symbol.Entry) bool {
	if e.Symbol == nil {
		return false
	}
	switch e.Symbol.Kind {
	case decl.Class, decl.Interface, decl.Type, decl.Function, decl.Method, decl.Property:
		return true
	case decl.Constant, decl.Variable:
		call := e.File.Language != "go" && e.Symbol.Kind == decl.Variable && strings.HasSuffix(e.Symbol.Value, ")") && len(e.Symbol.Parameters) == 0
		return e.Outer == nil && (e.Symbol.Doc != "" || !call)
	}
	return false
}

// cards makes them.
type cards struct {
	registry *symbol.Registry
	using    map[string][]*Derived
	names    map[*decl.Symbol][]string // other public names of a symbol, through re-exports
	top      map[[2]string][]string    // those of what stands at the top level of a module, by project and qualified name
	methods  map[goType][]symbol.Entry // of Go types
}

// best is the declaration that a name stands for where there are several: overloads, branches.
func (c *cards) best(e symbol.Entry) symbol.Entry {
	if found, finding, _ := c.registry.In(e.Project).Lookup(e.Origin); finding == decl.Found && found.Symbol != nil && found.Origin == e.Origin {
		return found
	}
	return e
}

// published is the name by which others know a symbol: its own, or that under which a public module passes it on.
func (c *cards) published(e symbol.Entry) (string, bool) {
	if public(e) {
		return e.Origin, true
	}
	if e.Symbol == nil || e.File == nil || isTest(e.File.Path) {
		return "", false
	}
	top, below, inside := strings.Cut(strings.TrimPrefix(e.Origin, e.File.Module+"."), ".")
	names := c.top[[2]string{e.Project, e.File.Module + "." + top}]
	switch {
	case len(names) == 0 || strings.HasPrefix(below, "_") || strings.Contains(below, "._"):
		return "", false
	case inside:
		return names[0] + "." + below, true
	}
	return names[0], true
}

// publicNames finds under which other names modules pass symbols on, by symbol and by where it is declared: those
// that they say they export come first, then those that a package imports without saying so.
func publicNames(ctx context.Context, r *symbol.Registry) (map[*decl.Symbol][]string, map[[2]string][]string) {
	told, untold, top := map[*decl.Symbol][]string{}, map[*decl.Symbol][]string{}, map[[2]string][]string{}
	private := map[string][]string{} // names of what private modules have at their top level, by project
	for e := range r.All {
		if e.Symbol != nil && e.Outer == nil && isInternal(e.File.Module) && !slices.Contains(private[e.Project], e.Symbol.Name) {
			private[e.Project] = append(private[e.Project], e.Symbol.Name)
		}
	}
	declared := map[*decl.Symbol]symbol.Entry{}
	for m := range r.All {
		if m.Symbol != nil || !public(m) {
			continue
		}
		imports := slices.Clone(m.File.Imports)
		if slices.ContainsFunc(imports, func(i decl.Import) bool { return i.Name == "*" }) || len(m.File.ExportsOf) > 0 {
			for _, name := range private[m.Project] {
				imports = append(imports, decl.Import{Name: name, As: name})
			}
		}
		for _, i := range imports {
			if ctx.Err() != nil {
				return nil, nil
			}
			if i.As == "" || i.As == "." || strings.HasPrefix(i.As, "_") || i.Name == "" || i.Name == "*" {
				continue
			}
			out := told
			if !slices.Contains(m.File.Exports, i.As) {
				if !isPackage(m.File) {
					continue // imported for its own use
				}
				if len(m.File.Exports) > 0 {
					out = untold
				}
			}
			if e, finding, _ := r.Member(m, i.As); finding == decl.Found && e.Symbol != nil && e.Origin != m.Name+"."+i.As {
				out[e.Symbol] = appendNew(out[e.Symbol], m.Name+"."+i.As)
				declared[e.Symbol] = e
			}
		}
	}
	for s, names := range untold {
		for _, name := range names {
			told[s] = appendNew(told[s], name)
		}
	}
	for s, e := range declared {
		if e.Outer == nil && !public(e) {
			top[[2]string{e.Project, e.Origin}] = told[s]
		}
	}
	return told, top
}

// card makes one card, under the name by which others know the symbol.
func (c *cards) card(e symbol.Entry, name string) Derived {
	s, origin := e.Symbol, e.Origin
	others := slices.DeleteFunc(slices.Clone(c.names[s]), func(n string) bool { return n == name })
	e.Origin = name
	called := subject(e, others)
	if name != origin {
		called = quoted(name)
	}
	if name != origin && e.Outer == nil {
		others = append([]string{origin}, others...)
	}
	d := Derived{ID: cardID + e.Origin, Kind: source.SymbolCard, Project: e.Project, Symbol: e.Origin, Title: e.Origin,
		Goal: summary(s.Doc), Path: e.File.Path, StartLine: s.Start, EndLine: max(s.End, s.Start)}
	w := &cardWriter{entry: e, names: others, subject: called, bases: c.bases(e), made: c.constructor(e, map[*decl.Symbol]bool{})}
	w.signature()
	w.documentation(s.Doc, s.DocStart)
	w.members(c.membersOf(e), c.elsewhere(e))
	if bases := c.inherited(e, called); len(bases) > 0 {
		w.say(bases...)
	}
	var titles []string
	for _, recipe := range c.using[origin] {
		if len(titles) < maxRecipes {
			titles = append(titles, recipe.Title+" ("+recipe.ID+")")
		}
	}
	w.tail("Recipes: ", titles, "; ")
	w.finish(&d)
	return d
}

// maxApart is how many lines below a class its constructor still stands in one card with it, whatever is between.
const maxApart = 40

// constructor is what makes an object of a class where that does not stand at its head: far below, or in a class that
// it inherits from.
func (c *cards) constructor(e symbol.Entry, seen map[*decl.Symbol]bool) *decl.Symbol {
	seen[e.Symbol] = true
	for i := range e.Symbol.Members {
		if m := &e.Symbol.Members[i]; m.Name == "__init__" || m.Name == "constructor" {
			if len(seen) == 1 && m.Start-e.Symbol.Start <= maxApart {
				return nil
			}
			return m
		}
	}
	for _, base := range e.Symbol.Bases {
		if b, ok := c.base(e, base); ok && !seen[b.Symbol] && len(seen) <= maxAncestors {
			if m := c.constructor(b, seen); m != nil {
				return m
			}
		}
	}
	return nil
}

// membersOf are the members of a class or type that its file declares: those of a Go type stand beside it.
func (c *cards) membersOf(e symbol.Entry) []*decl.Symbol {
	var out []*decl.Symbol
	for i := range e.Symbol.Members {
		out = append(out, &e.Symbol.Members[i])
	}
	for _, m := range c.methodsOf(e) {
		if m.File == e.File {
			out = append(out, m.Symbol)
		}
	}
	return out
}

// elsewhere are the methods of a Go type that other files of its package declare.
func (c *cards) elsewhere(e symbol.Entry) []*decl.Symbol {
	var out []*decl.Symbol
	for _, m := range c.methodsOf(e) {
		isSame := func(s *decl.Symbol) bool { return s.Name == m.Symbol.Name } // for another platform
		if m.File != e.File && !hidden(m.File.Language, m.Symbol.Name) && !slices.ContainsFunc(out, isSame) {
			out = append(out, m.Symbol)
		}
	}
	return out
}

// methodsOf are the methods of a Go type.
func (c *cards) methodsOf(e symbol.Entry) []symbol.Entry {
	if e.Outer != nil {
		return nil
	}
	return c.methods[goType{e.Project, e.File.Module, e.Symbol.Name}]
}

// inherited tells what a class, which is called heir, has from others.
func (c *cards) inherited(e symbol.Entry, heir string) []string {
	own := map[string]bool{}
	for _, s := range slices.Concat(c.membersOf(e), c.elsewhere(e)) {
		own[s.Name] = true
	}
	var out []string
	n := 0
	seen := map[*decl.Symbol]bool{e.Symbol: true}
	var from func(e symbol.Entry)
	from = func(e symbol.Entry) {
		for _, base := range e.Symbol.Bases {
			b, ok := c.base(e, base)
			if !ok || seen[b.Symbol] || n >= maxInherited || len(seen) > maxAncestors {
				continue
			}
			seen[b.Symbol] = true
			var names []string
			for _, s := range slices.Concat(c.membersOf(b), c.elsewhere(b)) {
				if !own[s.Name] && !strings.HasPrefix(s.Name, "_") && n < maxInherited {
					own[s.Name] = true
					names = append(names, quoted(s.Name))
					n++
				}
			}
			if len(names) > 0 {
				verb := " inherits "
				if e.File.Language == "go" {
					verb = " promotes "
				}
				out = append(out, heir+verb+listed(names, "and")+" from "+quoted(b.Origin)+".")
			}
			from(b)
		}
	}
	from(e)
	return out
}

// bases names what a class extends or a type embeds: as it is declared where that is known, else as it is written.
func (c *cards) bases(e symbol.Entry) []string {
	var out []string
	for _, base := range e.Symbol.Bases {
		if b, ok := c.base(e, base); ok {
			base = b.Origin
		}
		out = append(out, quoted(base))
	}
	return out
}

// base finds a class that another names as its base.
func (c *cards) base(e symbol.Entry, base string) (symbol.Entry, bool) {
	base, _, _ = strings.Cut(strings.TrimLeft(base, "*"), "[")
	first, rest, _ := strings.Cut(base, ".")
	found, finding, _ := c.registry.Name(e.File, first)
	for rest != "" && finding == decl.Found {
		first, rest, _ = strings.Cut(rest, ".")
		found, finding, _ = c.registry.Member(found, first)
	}
	return found, finding == decl.Found && found.Symbol != nil
}
