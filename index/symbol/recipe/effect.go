package recipe

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"ibid/index/symbol/code"
)

// effects is what a top-level statement does with the names of its program.
type effects struct {
	defines []string // names that it binds
	firm    bool     // it always binds them: what they were before is lost
	removes []string // names that it deletes
	reads   []string // names that it reads as it runs and does not bind before
	changes []string // names of the objects that it may change
	calls   []call
	defs    []*function // what it defines: their bodies run later
	added   bool        // it adds to a name: what it was before counts
	star    bool        // it imports every name of a module
}

// call is a call of a function or method that the program may define itself.
type call struct {
	name    string   // of a method with a dot before it
	objects []string // names of the receiver or of the arguments
	guess   bool     // it is there for its effect: what it does to objects is not known unless the program defines it
}

// function is a function or method of the program, or a class, which stands for all of its methods.
type function struct {
	name    string // of a method with a dot before it
	class   string // that a method belongs to
	reads   []string
	changes []string // names outside that it changes
	params  map[string]bool
	alters  bool // it changes an argument or its receiver
	calls   []call
}

// words are the names of things that are known to change something, or to change nothing.
type words map[string]bool

func newWords(s string) words {
	w := words{}
	for _, f := range strings.Fields(s) {
		w[f] = true
	}
	return w
}

// knowledge is what is known of names beyond a program.
type knowledge struct {
	mutators words // methods that change their receiver and give a value
	altering words // functions that change an argument and give a value
	quiet    words // functions that change nothing
	showing  words // modules whose functions draw or print
	setting  *regexp.Regexp
}

var known = sync.OnceValue(func() *knowledge {
	return &knowledge{
		mutators: newWords("append appendleft extend extendleft insert remove pop popleft popitem clear sort reverse rotate add discard update setdefault " +
			"subtract intersection_update difference_update symmetric_difference_update write writelines seek read readline readlines truncate put get_nowait send"),
		altering: newWords("next setattr delattr exec heappop heappush heapify heapreplace heappushpop shuffle insort insort_left insort_right"),
		quiet: newWords("print len display repr str sorted sum min max type isinstance issubclass help dir round abs all any int float bool list dict set tuple " +
			"range enumerate zip map filter format hex bin ord chr id hash callable vars getattr hasattr pprint bytes frozenset reversed iter divmod pow super"),
		showing: newWords("matplotlib seaborn plotly bokeh altair pprint IPython logging warnings"),
		setting: regexp.MustCompile(`^(?:seed|set|use|filter|simple|register|config|basic|init|add|append|insert|enable|disable|load|chdir|mkdir|makedirs|update|patch|rc|option|default|install|remove)`),
	}
})

// reader collects the effects of statements, in order.
type reader struct {
	*knowledge
	outer   *reader             // of the scope around
	names   map[string]string   // what the scope binds: to the module that it comes from, or to ""
	alias   map[string][]string // by name: what its value may be a part of
	global  map[string]bool     // names that functions of the statement declare global
	deletes bool                // what the statement names in del is gone after it
	order   bool                // what was bound before is not read from outside
	bound   map[string]bool
	value   *code.Expr // of the last assignment, and where it went
	target  *code.Expr
	out     *effects
}

// The bounds of what is known of objects inside objects.
const (
	maxAliases = 8  // names that one object is known to share something with
	maxReach   = 32 // names that one change is followed through
)

// statement reads one statement of the scope.
func (r *reader) statement(s *code.Statement) {
	switch {
	case s.Import != nil:
		r.imports(s.Import)
	case s.Bind != nil:
		r.bind(s.Bind)
	case s.Use != nil:
		r.use(s)
	case s.Scope != nil:
		r.scope(s.Scope)
	}
}

func (r *reader) imports(i *code.Import) {
	if i.Name == "*" {
		r.out.star = true
		return
	}
	if i.As != "" {
		r.define(i.As)
		r.names[i.As] = i.Module
	}
}

// module names the module that a name is bound to or taken from, "" where it is neither.
func (r *reader) module(name string) string {
	for ; r != nil; r = r.outer {
		if m, ok := r.names[name]; ok {
			return m
		}
	}
	return ""
}

func (r *reader) define(name string) {
	r.out.defines = append(r.out.defines, name)
	r.bound[name] = true
	r.names[name] = ""
}

// use reads an expression that stands in a statement.
func (r *reader) use(s *code.Statement) {
	r.expr(s.Use, s.Role == code.Effect)
	switch {
	case s.Role == code.Global:
		r.global[s.Use.Name] = true
	case s.Role == code.Deletion && r.outer == nil && r.deletes && s.Use.Op == code.Name:
		r.out.removes = append(r.out.removes, s.Use.Name)
	case s.Role == code.Deletion && r.outer == nil:
		r.out.reads, r.out.changes = append(r.out.reads, roots(s.Use)...), append(r.out.changes, roots(s.Use)...)
	}
}

func (r *reader) bind(b *code.Bind) {
	r.expr(b.Type, false)
	r.expr(b.Value, false)
	if b.Target == nil {
		return
	}
	if b.Value != nil && b.Value == r.value && mutable(b.Value) { // a = b = []; noted at the end, which forgets what a was
		defer r.hold(roots(b.Target), roots(r.target))
	}
	r.value, r.target = b.Value, b.Target
	if b.Target.Op != code.Name {
		r.expr(b.Target, false)
		r.change(roots(b.Target)...)
		r.hold(roots(b.Target), r.closed(roots(b.Value)))
		return
	}
	name := b.Target.Name
	if v := b.Value; v != nil && v.Op == code.Unknown && len(v.Parts) > 0 && v.Parts[0] == b.Target { // x += 1: x may be the list that it was
		r.out.reads = append(r.out.reads, name)
		r.out.added = true
		r.change(name)
		return
	}
	if b.Value != nil || b.Type == nil {
		r.define(name)
	}
	of := slices.DeleteFunc(r.closed(roots(b.Value)), func(s string) bool { return s == name })
	r.alias[name] = of
	for _, o := range of {
		r.link(o, name)
	}
}

// mutable tells whether an expression may make something new that can change.
func mutable(e *code.Expr) bool {
	switch e.Op {
	case code.Call, code.Composite:
		return true
	case code.Literal:
		return e.Name == "list" || e.Name == "dict" || e.Name == "set"
	}
	return false
}

// hold notes that objects were put into others: who changes the one may change the other.
func (r *reader) hold(holders, held []string) {
	for _, h := range holders {
		for _, n := range held {
			r.link(h, n)
			r.link(n, h)
		}
	}
}

// link notes that to change the one is to change the other.
func (r *reader) link(from, to string) {
	if from != to && len(r.alias[from]) < maxAliases {
		r.alias[from] = appendNew(r.alias[from], to)
	}
}

// closed adds to names what their values may be parts of.
func (r *reader) closed(names []string) []string {
	out := []string(nil)
	for _, n := range names {
		if len(out) < maxAliases && r.module(n) == "" {
			out = appendNew(out, n)
		}
	}
	for _, n := range names {
		for _, a := range r.alias[n] {
			if len(out) < maxAliases {
				out = appendNew(out, a)
			}
		}
	}
	return out
}

// change notes that objects may change, and with them what they are parts of or hold.
func (r *reader) change(names ...string) {
	from := len(r.out.changes)
	r.out.changes = append(r.out.changes, names...)
	for i := from; i < len(r.out.changes) && i < from+maxReach; i++ {
		for _, a := range r.alias[r.out.changes[i]] {
			if !slices.Contains(r.out.changes[from:], a) {
				r.out.changes = append(r.out.changes, a)
			}
		}
	}
}

// expr reads an expression. Effect says that its value is not used.
func (r *reader) expr(e *code.Expr, effect bool) {
	if e == nil {
		return
	}
	switch e.Op {
	case code.Name:
		if !r.order || !r.bound[e.Name] {
			r.out.reads = append(r.out.reads, e.Name)
		}
	case code.Call:
		r.call(e, effect)
	}
	r.expr(e.X, effect && e.Op == code.Await)
	for _, a := range e.Args {
		r.expr(a.Value, false)
	}
	for _, p := range e.Parts {
		r.expr(p, false)
	}
}

// call notes what a call may change.
func (r *reader) call(e *code.Expr, effect bool) {
	f := e.X
	if f == nil || f.Op != code.Name && f.Op != code.Attr {
		return
	}
	arguments := []string(nil)
	for _, a := range e.Args {
		arguments = append(arguments, roots(a.Value)...)
	}
	arguments = r.closed(arguments)
	if f.Op == code.Name {
		guess := effect && !r.quiet[f.Name] && !r.showing[topModule(r.module(f.Name))] || r.altering[f.Name]
		r.out.calls = append(r.out.calls, call{name: f.Name, objects: arguments, guess: guess})
		return
	}
	objects := roots(f.X)
	if len(objects) > 0 && r.module(objects[0]) != "" && f.X.Op != code.Call { // a function of a module, or a class of one
		if effect && r.setting.MatchString(f.Name) {
			r.change(objects[0])
		}
		if (effect || r.altering[f.Name]) && !r.showing[topModule(r.module(objects[0]))] && !r.quiet[f.Name] {
			r.change(arguments...)
		}
		return
	}
	if r.mutators[f.Name] {
		r.hold(objects, arguments)
	}
	r.out.calls = append(r.out.calls, call{name: "." + f.Name, objects: append(objects, r.closed(objects)...), guess: effect || r.mutators[f.Name]})
}

func topModule(module string) string {
	top, _, _ := strings.Cut(module, ".")
	return top
}

// roots are the names of the objects that an expression may be a part of.
func roots(e *code.Expr) []string { return rootsWithin(e, rootDepth) }

// rootDepth is how deep an expression is searched for names.
const rootDepth = 16

func rootsWithin(e *code.Expr, depth int) []string {
	if e == nil || depth == 0 {
		return nil
	}
	switch e.Op {
	case code.Name:
		return []string{e.Name}
	case code.Attr, code.Index, code.Element, code.Key, code.Enter, code.Await, code.Result, code.Pointer:
		return rootsWithin(e.X, depth-1)
	case code.Call:
		if e.X != nil && e.X.Op == code.Attr {
			return rootsWithin(e.X.X, depth-1)
		}
		if e.X == nil || e.X.Op != code.Name || !wraps(e.X.Name) {
			return nil
		}
		var out []string
		for _, a := range e.Args {
			out = append(out, rootsWithin(a.Value, depth-1)...)
		}
		return out[:min(len(out), maxAliases)]
	case code.Literal, code.Composite:
		var out []string
		for _, p := range e.Parts {
			out = append(out, rootsWithin(p, depth-1)...)
			if len(out) >= maxAliases {
				break
			}
		}
		return out
	}
	return nil
}

// wraps tells that what a function gives holds the objects that it was given.
func wraps(function string) bool {
	switch function {
	case "enumerate", "zip", "reversed", "sorted", "iter", "list", "tuple", "map", "filter", "open", "Path":
		return true
	}
	return false
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
