package python

import (
	"slices"

	"ibid/index/symbol/decl"
)

// scope collects what a module or a class declares.
type scope struct {
	class   decl.Symbol // zero for the module
	outer   *scope      // where the class is declared
	suite   int         // the suite that it is declared in
	enum    bool        // plain assignments make members of the enumeration
	fields  bool        // annotated names are fields
	symbols []decl.Symbol
	states  []state // of each symbol
	names   map[string]int
	attrs   []decl.Symbol   // set by methods
	attrAt  map[string]attr // by name
}

// state is what the rules for redeclarations need to know of a symbol.
type state struct {
	suite int
	weak  bool // it says nothing
	gone  bool // deleted
	scope *scope
	also  []alternative
}

// alternative is a declaration that counts where another branch is taken.
type alternative struct {
	symbol decl.Symbol
	scope  *scope // of a class
}

// maxAlso is how many declarations of one name are kept beside the one that counts.
const maxAlso = 8

// attr is an attribute that methods set.
type attr struct {
	index int
	mixed bool // to different values
	slot  bool // named by __slots__ alone
}

// declare adds a symbol to a scope, by the rules that Scan documents.
func (s *scanner) declare(sc *scope, sym decl.Symbol, suite int, weak bool) {
	s.declareClass(sc, sym, suite, weak, nil)
}

// declareClass is declare for a class, whose own scope may still get attributes.
func (s *scanner) declareClass(sc *scope, sym decl.Symbol, suite int, weak bool, own *scope) {
	if sc == nil {
		return
	}
	next := state{suite: suite, weak: weak, scope: own}
	i, ok := sc.names[sym.Name]
	if !ok {
		if sc.names == nil {
			sc.names = map[string]int{}
		}
		sc.names[sym.Name] = len(sc.symbols)
		sc.symbols = append(sc.symbols, sym)
		sc.states = append(sc.states, next)
		return
	}
	old := sc.states[i]
	if !old.gone && (weak && !old.weak || weak == old.weak && !s.covers(suite, old.suite)) {
		if (!weak || old.weak) && !s.covers(suite, old.suite) {
			sc.keep(i, alternative{sym, own})
		}
		return
	}
	before := alternative{sc.symbols[i], old.scope}
	if sym.Type == "" && !old.gone {
		sym.Type = sc.symbols[i].Type
	}
	if !old.gone && (!s.covers(suite, old.suite) || isOverload(before.symbol)) {
		next.also = old.also
		sc.symbols[i], sc.states[i] = sym, next
		sc.keep(i, before)
		return
	}
	sc.symbols[i], sc.states[i] = sym, next
}

// keep keeps a declaration beside the one of symbol i, if it says something else.
func (sc *scope) keep(i int, other alternative) {
	st, sym := &sc.states[i], &sc.symbols[i]
	if len(st.also) == maxAlso || !saysMore(sym, other.symbol) {
		return
	}
	for j := range st.also {
		if !saysMore(&st.also[j].symbol, other.symbol) {
			return
		}
	}
	st.also = append(st.also, other)
}

// saysMore tells whether code may use what the other declaration of a name declares in another way than what the
// first does. Of values only those that are other names for something do.
func saysMore(sym *decl.Symbol, other decl.Symbol) bool {
	switch other.Kind {
	case decl.Function, decl.Method:
		return !isCallable(sym.Kind) || sym.Kind == decl.Class || !slices.Equal(sym.Parameters, other.Parameters)
	case decl.Class, decl.Property:
		return true
	case decl.Variable, decl.Constant, decl.Attribute:
		return other.Import != nil || other.Value != sym.Value && isName(other.Value)
	}
	return false
}

// isOverload tells whether a function only adds a way to call the one of its name.
func isOverload(sym decl.Symbol) bool {
	return slices.ContainsFunc(sym.Decorators, func(d string) bool {
		_, last := callee(d)
		return last == "overload"
	})
}

// covers says whether suite outer is suite inner or holds it.
func (s *scanner) covers(outer, inner int) bool {
	for inner > outer {
		inner = s.suites[inner]
	}
	return inner == outer
}

// remove undoes the declaration of a name, where it is always reached after it.
func (sc *scope) remove(s *scanner, name string, suite int) {
	if i, ok := sc.names[name]; ok && s.covers(suite, sc.states[i].suite) {
		sc.states[i].gone = true
	}
}

// lookup is the symbol of a name, nil where there is none.
func (sc *scope) lookup(name string) *decl.Symbol {
	if i, ok := sc.names[name]; ok && !sc.states[i].gone {
		return &sc.symbols[i]
	}
	return nil
}

// setAttribute notes that a method sets an attribute. Where several do, a value is kept only if they agree; None does
// not count.
func (sc *scope) setAttribute(sym decl.Symbol, slot bool) {
	at, ok := sc.attrAt[sym.Name]
	if !ok {
		if sc.attrAt == nil {
			sc.attrAt = map[string]attr{}
		}
		sc.attrAt[sym.Name] = attr{index: len(sc.attrs), slot: slot}
		sc.attrs = append(sc.attrs, sym)
		return
	}
	old := &sc.attrs[at.index]
	if at.slot {
		*old, sc.attrAt[sym.Name] = sym, attr{index: at.index}
		return
	}
	if old.Type == "" {
		old.Type = sym.Type
	}
	if at.mixed || sym.Value == "None" || sym.Value == old.Value {
		return
	}
	if old.Value == "None" && sym.Value != "" {
		old.Value = sym.Value
		return
	}
	old.Value = ""
	sc.attrAt[sym.Name] = attr{index: at.index, mixed: true}
}

// members returns what the scope declares, in the order of the source, attributes that methods set last.
func (sc *scope) members() []decl.Symbol {
	kept := sc.symbols[:0]
	for i, sym := range sc.symbols {
		if sc.states[i].gone {
			continue
		}
		if at, ok := sc.attrAt[sym.Name]; ok && sym.Kind == decl.Attribute && sym.Type == "" && sym.Value == "None" {
			sym.Type, sym.Value = sc.attrs[at.index].Type, sc.attrs[at.index].Value
		}
		if own := sc.states[i].scope; own != nil {
			sym.Members = own.members()
		}
		for _, other := range sc.states[i].also {
			if other.scope != nil {
				other.symbol.Members = other.scope.members()
			}
			sym.Also = append(sym.Also, other.symbol)
		}
		kept = append(kept, sym)
	}
	if byStart := func(a, b decl.Symbol) int { return a.Start - b.Start }; !slices.IsSortedFunc(kept, byStart) {
		slices.SortStableFunc(kept, byStart)
	}
	for _, a := range sc.attrs {
		if sc.lookup(a.Name) == nil {
			kept = append(kept, a)
		}
	}
	return kept
}
