package javascript

import "iter"

// parameter is one of a function.
type parameter struct {
	heading
	access     bool // its modifier makes it a member of the class
	rest       bool
	optional   bool
	target     int // its name or pattern, none where there is none
	typ, value span
	end        int // the comma behind it, where all of it is read
}

// parametersIn are those in the bracket at open, or the one that stands there without brackets.
func (t *tokens) parametersIn(open int) iter.Seq[parameter] {
	return func(yield func(parameter) bool) {
		if t.kind(open) == word {
			yield(parameter{heading: heading{first: open}, target: open, end: open + 1})
			return
		}
		for lo, hi := t.inside(open); lo < hi; lo++ {
			p := t.parameter(lo, hi)
			if !yield(p) {
				return
			}
			lo = t.comma(p.end, hi)
		}
	}
}

func (t *tokens) parameter(i, hi int) parameter {
	p := parameter{heading: heading{first: i}, target: none}
	i = t.decorated(&p.heading, i, hi)
	for p.keyword = i; t.accessAt(i); i++ {
		p.access = true
	}
	if i < hi && t.is(i, "...") {
		p.rest = true
		i++
	}
	if i < hi && (t.kind(i) == word || t.is(i, "{") || t.is(i, "[")) {
		p.target = i
		if i = t.skip(i); t.is(i, "?") {
			p.optional = true
			i++
		}
		p.typ, i = t.typed(i, hi)
		p.value, i = t.valued(i, hi, ',')
	}
	p.end = i
	return p
}

// accessAt says whether token i makes a parameter a member, or is another modifier of one.
func (t *tokens) accessAt(i int) bool {
	switch t.text(i) {
	case "public", "private", "protected", "readonly", "override":
		return t.kind(i+1) == word || t.is(i+1, "{") || t.is(i+1, "[")
	}
	return false
}

// variable is what const, let or var declares: one of a list.
type variable struct {
	first, target int
	typ, value    span
	end           int
}

// variablesFrom are what a statement declares from i on.
func (t *tokens) variablesFrom(i, hi int) iter.Seq[variable] {
	return func(yield func(variable) bool) {
		for ; i < hi && (t.kind(i) == word || t.is(i, "{") || t.is(i, "[")); i++ {
			v := variable{first: i, target: i}
			if i = t.skip(i); t.is(i, "!") {
				i++
			}
			v.typ, i = t.typed(i, hi)
			v.value, i = t.valued(i, hi, ',')
			v.end = i
			if !yield(v) || i >= hi || !t.is(i, ",") {
				return
			}
		}
	}
}

// memberKind says what a member of a class, a type or an object is.
type memberKind uint8

const (
	noMember     memberKind = iota // what cannot be read
	fieldMember                    // also a property, and a member of an enumeration
	methodMember                   //
	callMember                     // what a value of the type is when it is called
	indexMember                    // of any name
	staticBlock                    // runs when the class is made
	spreadMember                   // its value is an object, whose members are some of this
)

// member is one member of a class, of an object type or of an object.
type member struct {
	heading
	head     // its result is the type of a field
	kind     memberKind
	accessor bool // get or set
	value    span
}

// membersIn are those in the braces at open.
func (t *tokens) membersIn(open int) iter.Seq[member] {
	return func(yield func(member) bool) {
		for lo, hi := t.inside(open); lo < hi; {
			m := t.member(lo, hi)
			if !yield(m) {
				return
			}
			lo = max(m.end, lo+1)
		}
	}
}

// propertiesIn are those of the object, or of the enumeration, in the braces at open.
func (t *tokens) propertiesIn(open int) iter.Seq[member] {
	return func(yield func(member) bool) {
		for lo, hi := t.inside(open); lo < hi; lo++ {
			m := t.property(lo, hi)
			if !yield(m) {
				return
			}
			lo = t.comma(m.end, hi)
		}
	}
}

// member reads the member of a class or a type at i.
func (t *tokens) member(i, hi int) member {
	m := member{heading: heading{first: i}, head: emptyHead()}
	m.keyword = t.decorated(&m.heading, i, hi)
	i = t.modified(&m, m.keyword)
	if (t.is(i, "-") || t.is(i, "+")) && t.is(i+1, "readonly") {
		i += 2
	}
	switch {
	case t.is(i, "{"):
		m.kind, m.body, m.end = staticBlock, i, t.skip(i)
		return m
	case t.is(i, "(") || t.is(i, "<"):
		m.kind = callMember
		t.callableHead(&m.head, i, hi)
	case t.is(i, "[") && t.kind(i+1) == word && (t.is(i+2, ":") || t.is(i+2, "in")):
		m.kind = indexMember
		for i = t.skip(i); t.is(i, "?") || t.is(i, "+") || t.is(i, "-"); i++ {
		}
		m.result, m.end = t.typed(i, hi)
	default:
		next := t.named(&m, i)
		if next == i {
			m.end = i + 1
			return m
		}
		if t.is(next, "?") || t.is(next, "!") && !t.fresh(next) {
			next++
		}
		if m.kind = fieldMember; t.is(next, "(") || t.angle(next) > 0 && !t.fresh(next) {
			m.kind = methodMember
			t.callableHead(&m.head, next, hi)
			break
		}
		m.result, m.over = t.typed(next, hi)
		m.value, m.end = t.valued(m.over, hi, 0)
	}
	return m
}

// property reads the property of an object at i.
func (t *tokens) property(i, hi int) member {
	m := member{heading: heading{first: i, keyword: i}, head: emptyHead()}
	if t.is(i, "...") {
		m.kind = spreadMember
		m.value = span{i + 1, t.expressionEnd(i+1, hi, ',')}
		m.end = m.value.hi
		return m
	}
	i = t.modified(&m, i)
	next := t.named(&m, i)
	switch {
	case next == i:
		m.end = max(t.expressionEnd(i, hi, ','), i)
	case t.is(next, "(") || t.angle(next) > 0:
		m.kind = methodMember
		t.callableHead(&m.head, next, hi)
	case next < hi && t.is(next, ":"):
		m.kind = fieldMember
		m.value = span{next + 1, t.expressionEnd(next+1, hi, ',')}
		m.end = m.value.hi
	default:
		m.kind = fieldMember
		m.value, m.end = t.valued(next, hi, ',')
	}
	return m
}

// modified reads the modifiers of a member at i.
func (t *tokens) modified(m *member, i int) int {
	for t.modifierAt(i) {
		m.accessor = m.accessor || t.is(i, "get") || t.is(i, "set")
		i++
	}
	if t.is(i, "*") {
		i++
	}
	return i
}

// modifierAt says whether token i stands before the name of a member, and is not the name.
func (t *tokens) modifierAt(i int) bool {
	switch t.text(i) {
	case "public", "private", "protected", "static", "abstract", "override", "readonly", "declare", "async", "accessor", "get", "set":
	default:
		return false
	}
	switch t.text(i + 1) {
	case "(", "=", ";", ":", "?", "!", "}", ",", "<", "":
		return false
	case "{":
		return t.is(i, "static")
	}
	return t.is(i+1, "*") || !t.fresh(i+1) || t.is(i, "static") || t.is(i, "public") || t.is(i, "private") || t.is(i, "protected")
}

// named reads the name of a member at i. It returns i where none stands there.
func (t *tokens) named(m *member, i int) int {
	switch t.kind(i) {
	case word, number, str:
		m.name = i
		return i + 1
	case op:
		if t.is(i, "[") {
			m.name = i
			return t.skip(i)
		}
	}
	return i
}

// memberName is the name at token i, "" where it is worked out when it runs.
func (t *tokens) memberName(i int) string {
	switch t.kind(i) {
	case word, number:
		return t.text(i)
	case str:
		return t.unquote(i)
	case op:
		switch lo, hi := t.inside(i); {
		case hi == lo+3 && t.is(lo, "Symbol"):
			return t.line(i, t.skip(i), valueBytes)
		case hi == lo+1 && t.kind(lo) == str:
			return t.unquote(lo)
		}
	}
	return ""
}

// part is one of a pattern.
type part struct {
	rest   bool
	key    int // the token that names the property that it takes, none in an array
	target int // a name or a pattern, none where an item is passed over
	value  span
	end    int // the comma behind it, where all of it is read
}

// partsIn are the parts of the pattern whose bracket stands at open.
func (t *tokens) partsIn(open int) iter.Seq[part] {
	return func(yield func(part) bool) {
		object := t.is(open, "{")
		for lo, hi := t.inside(open); lo < hi; lo++ {
			e := part{key: none, target: none}
			at := lo
			if e.rest = t.is(at, "..."); e.rest {
				at++
			} else if object {
				e.key = at
				if next := t.skip(at); next < hi && t.is(next, ":") {
					at = next + 1
				}
			}
			if at < hi && !t.is(at, ",") {
				e.target = at
				at = t.skip(at)
			}
			e.value, e.end = t.valued(at, hi, ',')
			if !yield(e) {
				return
			}
			lo = t.comma(e.end, hi)
		}
	}
}

// bound calls visit with every name that the pattern at i binds.
func (t *tokens) bound(i, depth int, visit func(int)) {
	switch {
	case t.kind(i) == word:
		visit(i)
	case depth <= maxNesting && (t.is(i, "{") || t.is(i, "[")):
		for e := range t.partsIn(i) {
			if e.target != none {
				t.bound(e.target, depth+1, visit)
			}
		}
	}
}

// module is what require or import gives, as the whole of a value.
type module struct {
	name   int // the string that names it
	member int // what is taken from it, none for all of it
}

// requiredIn reads require("m") and import("m"), with one member behind it or none.
// It says whether that is all that stands in value.
func (t *tokens) requiredIn(value span) (module, bool) {
	if value.empty() {
		return module{}, false
	}
	lo, hi := value.lo, value.hi
	if t.is(lo, "await") {
		lo++
	}
	name, end := 0, 0
	if t.is(lo, "(") && t.is(lo+1, "await") { // (await import("m")).x
		inner, stop := t.inside(lo)
		if name, end = t.requireCall(inner + 1); end != stop {
			return module{}, false
		}
		end = t.skip(lo)
	} else {
		name, end = t.requireCall(lo)
	}
	m := module{name: name, member: none}
	if end+1 < hi && t.is(end, ".") && t.kind(end+1) == word {
		m.member = end + 1
		end += 2
	}
	return m, name > 0 && end >= hi && len(t.text(name)) > 2
}

// requireCall reads the call at i: the string that names a module, and the number of the token behind it; 0 where it
// takes none.
func (t *tokens) requireCall(i int) (name, end int) {
	open := t.dottedEnd(i)
	if open == i || !t.is(open, "(") {
		return 0, 0
	}
	name = open + 1
	switch t.text(open - 1) {
	case "require", "import":
		if k := t.kind(name); k != str && k != template || !t.is(name+1, ")") && !t.is(name+1, ",") {
			return 0, 0
		}
	default:
		return 0, 0
	}
	return name, t.skip(open)
}
