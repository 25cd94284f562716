package symbol

import (
	"slices"
	"strings"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

const (
	maxClasses  = 200   // that are asked for one member
	maxAncestry = 200   // classes above each other, or Go types inside each other
	maxMerged   = 5_000 // classes in all the lines of the bases of one
)

// line is the order in which classes are asked for a member, the class itself first.
type line struct {
	classes  []*Entry
	builtins []string // classes of the table of the standard library that it ends in, and scriptError
	gap      answer   // what cannot be judged for a base that is not known; absent where there is none
}

// inClass finds a member of a class, an interface or a type.
func (q *query) inClass(e Entry, name string) answer {
	if e.family() == language.Go {
		return q.inGoType(e, name)
	}
	if a := q.own(e, name); a.finding == decl.Found {
		return a
	}
	l := q.ancestors(e)
	for _, c := range l.classes[1:] { // the first is the class itself
		if a := q.own(*c, name); a.finding == decl.Found {
			return a
		}
	}
	gap := l.gap
	for _, b := range l.builtins {
		if b == plainObject {
			continue
		}
		a := standard().query().lookup(b + "." + name)
		switch {
		case a.finding == decl.Found:
			a.entry.Origin = strings.TrimPrefix(a.entry.Origin, "builtins.")
			return a.named(e.Name + "." + name)
		case b == scriptError && slices.Contains(errorMembers[:], name), b != scriptError && IsDunder(name), b == namedTuple && strings.HasPrefix(name, "_"):
			a := implied(e, name)
			a.Origin = b + "." + name
			return found(a)
		case a.finding != decl.Absent && b != scriptError:
			gap = gap.or(a)
		}
	}
	switch {
	case e.family() == language.Python && slices.Contains(objectMembers[:], name):
		return found(implied(e, name))
	case e.family() == language.Script && slices.Contains(scriptObjectMembers[:], name):
		return found(implied(e, name))
	}
	return absent("%s has no %s", e.Name, name).or(gap)
}

// ancestry is a class as one view of the registry names it.
type ancestry struct {
	project  string
	family   language.Family
	standard bool
	name     string
	class    *decl.Symbol
}

// ancestors is the line of a class. Where the question is about the class itself, and nothing is being followed that
// may lead back to it, the store remembers the line for all questions.
func (q *query) ancestors(e Entry) *line {
	if q.steps > 0 || len(q.lines) > 0 {
		return q.line(e)
	}
	key := ancestry{q.project, q.family, q.standard, e.Name, e.Symbol}
	if l, ok := q.ancestries.Load(key); ok {
		return l.(*line)
	}
	l := q.line(e)
	q.ancestries.Store(key, l)
	return l
}

// Ancestors are a class and what it inherits from, in the order in which they are asked for a member, and the names
// of those of Python's own classes among them that have no source.
func (r *Registry) Ancestors(class Entry) (classes []*Entry, builtins []string) {
	if class.Symbol == nil || class.family() == language.Go {
		return nil, nil
	}
	l := r.knowing(class.File).query().ancestors(class)
	return l.classes, l.builtins
}

// own finds a member that a class declares itself, in any of its declarations.
func (q *query) own(c Entry, name string) answer {
	a := absent("%s has no %s", c.Origin, name)
	for _, class := range q.declarations(c) {
		if s := chosen(q.fileOf(c.File).membersNamed(class, name)); s != nil {
			origin := c.Origin + "." + name
			a = a.either(q.meant(Entry{Name: origin, Origin: origin, Project: c.Project, File: c.File, Symbol: s, Outer: class}, &c))
		}
	}
	return a
}

// declarations are the declarations of a class: the one that stands for it first. TypeScript joins those of one name,
// and in Python any of them may be the one that counts.
func (q *query) declarations(c Entry) []*decl.Symbol {
	all := []*decl.Symbol{c.Symbol}
	for _, s := range q.together(c) {
		if s != c.Symbol && weight(s) > 0 && len(s.Members) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// line works out the order in which a class and its bases are asked: depth first, each as late as it comes.
func (q *query) line(e Entry) *line {
	if l, ok := q.lines[e.Symbol]; ok {
		return l
	}
	l := &line{classes: []*Entry{&e}, gap: absent("")}
	q.lines[e.Symbol] = l // for classes that inherit from themselves
	if q.steps++; q.steps > maxSteps || q.ancestry >= maxAncestry {
		l.gap = unread("%s leads too far", e.Name)
		return l
	}
	q.ancestry++
	defer func() { q.ancestry-- }()
	if e.Symbol.Open != "" {
		l.gap = l.gap.or(unread("%s may have more members than its text tells: it %s", e.Name, e.Symbol.Open))
	}
	if f := q.fileOf(e.File); f != nil && f.family == language.Python {
		for _, stub := range f.module.declaring(e.Symbol.Name) {
			if stub != f && strings.HasSuffix(stub.Path, ".pyi") {
				l.gap = l.gap.or(unread("%s may have more members: %s declares it, too", e.Name, stub.Path))
			}
		}
	}
	if isBag(e) {
		l.gap = l.gap.or(unread("%s declares no members: code gives it some", e.Name))
	}
	for _, class := range q.declarations(e) {
		for _, base := range basesOf(e, class) {
			a, builtin := q.base(e, base)
			if builtin != "" {
				l.inherit(builtin)
				continue
			}
			if a.finding != decl.Found {
				l.gap = l.gap.or(a)
				continue
			}
			if a.entry.Symbol == e.Symbol {
				continue
			}
			inner := q.line(a.entry)
			l.gap = l.gap.or(inner.gap)
			l.inherit(inner.builtins...)
			l.classes = append(l.classes, inner.classes...)
		}
		if len(l.classes) > maxMerged {
			l.gap = l.gap.or(unread("%s inherits from more classes than are followed", e.Name))
			break
		}
	}
	l.classes = lastOfEach(l.classes)
	if len(l.classes) > maxClasses {
		l.classes = l.classes[:maxClasses]
		l.gap = l.gap.or(unread("%s inherits from more classes than are followed", e.Name))
	}
	return l
}

// isBag tells whether a class of Python declares nothing at all: it stands for something, or holds what others put
// into it.
func isBag(e Entry) bool {
	s := e.Symbol
	return e.family() == language.Python && s.Kind == decl.Class && len(s.Members)+len(s.Also)+len(s.Decorators) == 0 &&
		(len(s.Bases) == 0 || len(s.Bases) == 1 && s.Bases[0] == "object") && !strings.Contains(s.Signature, "=")
}

// inherit notes classes without a source, each once.
func (l *line) inherit(builtins ...string) {
	for _, b := range builtins {
		if !slices.Contains(l.builtins, b) {
			l.builtins = append(l.builtins, b)
		}
	}
}

// lastOfEach leaves the first class, and of the others each where it comes last: a class is asked after all that inherit
// from it, as in Python.
func lastOfEach(classes []*Entry) []*Entry {
	seen := map[*decl.Symbol]bool{classes[0].Symbol: true}
	kept := make([]*Entry, 0, len(classes))
	for _, c := range slices.Backward(classes[1:]) {
		if !seen[c.Symbol] {
			seen[c.Symbol] = true
			kept = append(kept, c)
		}
	}
	kept = append(kept, classes[0])
	slices.Reverse(kept)
	return kept
}

// basesOf are the bases of a class as written, and the class that it is an instance of itself: what that has can be
// read from the class.
func basesOf(e Entry, class *decl.Symbol) []string {
	if e.family() != language.Python {
		return class.Bases
	}
	_, after, ok := strings.Cut(class.Signature, "metaclass=")
	meta, _ := leadingName(after)
	if !ok || meta == "" || meta == "type" || LastPart(meta) == "ABCMeta" {
		return slices.DeleteFunc(slices.Clone(class.Bases), func(b string) bool { return b == "object" })
	}
	return append(slices.Clone(class.Bases), meta)
}

// base finds a class that another inherits from, as it is written there: among the sources or, by its name, in the
// table of the standard library.
func (q *query) base(e Entry, text string) (a answer, builtin string) {
	name, rest := leadingName(text)
	if name == "" || rest != "" && rest[0] != '[' && rest[0] != '<' {
		if f := q.fileOf(e.File); strings.HasPrefix(rest, "(") && q.foundation(f, name) == namedTuple {
			return a, namedTuple
		}
		return foreign("%s inherits from %s, which is worked out when it runs", e.Name, text), ""
	}
	f := q.fileOf(e.File)
	if f.family == language.Script && rest != "" && isSelection(name) { // it has at most what that has
		of, _ := leadingName(rest[1:])
		return q.base(e, of)
	}
	a = q.dotted(f, e.Owner(), name)
	if a.finding == decl.Found && a.entry.Symbol != nil && a.entry.Kind() != decl.Function {
		if a = q.class(a.entry); a.finding == decl.Found {
			return a, ""
		}
	}
	if builtin := q.foundation(f, name); builtin != "" {
		return a, builtin
	}
	if a.finding == decl.Unread {
		return a, ""
	}
	return foreign("%s inherits from %s, which is not among the sources", e.Name, name), ""
}

// isSelection lists the types of TypeScript that have members of another type, and no others.
func isSelection(name string) bool {
	return slices.Contains([]string{"Omit", "Partial", "Pick", "Readonly", "Required"}, name)
}

// scriptError is the one class of JavaScript itself that is known: others inherit from it.
const scriptError = "Error"

// Classes of the table that others stand for.
const (
	plainObject = "builtins.object"
	namedTuple  = "typing.NamedTuple" // whose table leaves out the names with an underscore
)

var errorMembers = [...]string{"captureStackTrace", "cause", "message", "name", "prepareStackTrace", "stack", "stackTraceLimit"}

// foundation is the class of the standard library, of which there is no source, that a name means in a file; "" where
// it means none.
func (q *query) foundation(f *sourceFile, name string) string {
	if f.family == language.Script && name == scriptError && f.top[name] == nil && f.bound[name] == nil {
		return name
	}
	if f.family != language.Python {
		return ""
	}
	key := q.standardName(f, name)
	switch strings.Replace(key, "typing_extensions.", "typing.", 1) { // what the table has as other than classes
	case "typing.Generic", "typing.Protocol":
		return plainObject
	case "typing.TypedDict":
		return "builtins.dict"
	case "collections.namedtuple":
		return namedTuple
	}
	if len(q.store.modules[firstPart(key)]) > 0 && q.store != standard().store {
		return ""
	}
	if a := standard().query().lookup(key); a.finding == decl.Found && a.entry.Kind() == decl.Class {
		return key
	}
	return ""
}

// standardName is the qualified name that a name has in a Python file by its imports, or as one of the language itself.
func (q *query) standardName(f *sourceFile, name string) string {
	first, rest, dotted := strings.Cut(name, ".")
	key := "builtins." + name
	if f.top[first] != nil {
		key = f.Module + "." + name
	}
	for _, i := range f.bound[first] {
		imp := f.decl.Imports[i]
		key = imp.Module
		if imp.Name != "" {
			key += "." + imp.Name
		}
		if dotted {
			key += "." + rest
		}
	}
	return key
}

// objectMembers are what every class of Python and its instances have.
var objectMembers = [...]string{
	"__annotations__", "__base__", "__bases__", "__class__", "__delattr__", "__dict__", "__dir__", "__doc__", "__eq__", "__format__",
	"__ge__", "__getattribute__", "__getstate__", "__gt__", "__hash__", "__init__", "__init_subclass__", "__le__", "__lt__", "__module__",
	"__mro__", "__name__", "__ne__", "__new__", "__qualname__", "__reduce__", "__reduce_ex__", "__repr__", "__setattr__", "__sizeof__",
	"__slots__", "__str__", "__subclasscheck__", "__subclasses__", "__subclasshook__", "__weakref__", "mro",
}

// scriptObjectMembers are what every object of JavaScript has.
var scriptObjectMembers = [...]string{
	"constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "prototype", "toLocaleString", "toString", "valueOf",
}

// maxSubclasses is how many classes with a member of one name are looked at.
const maxSubclasses = 300

// InSubclass tells whether a class of Python that inherits from another one declares a member of this name.
func (r *Registry) InSubclass(class Entry, name string) bool {
	if class.Symbol == nil {
		return false
	}
	q := r.query()
	looked := 0
	for d := range r.In("").Speaking(language.Python).called(name) {
		owner, ok := strings.CutSuffix(d.below, "."+name)
		if !ok {
			continue
		}
		if looked++; looked > maxSubclasses {
			return true // nobody can tell
		}
		a := q.declared(d.file.module, owner)
		if a.finding != decl.Found || a.entry.Symbol == nil || a.entry.Kind() != decl.Class {
			continue
		}
		for _, above := range q.line(a.entry).classes {
			if above.Symbol == class.Symbol {
				return true
			}
		}
	}
	return false
}
