package symbol

import (
	"slices"
	"strings"

	"ibid/index/symbol/decl"
)

// line is the order in which classes are asked for a member, the class itself first.
type line struct {
	classes []Entry
	gap     answer // what cannot be judged for a base that is not known; Absent where there is none
}

// inClass finds a member of a class, an interface or a type.
func (q *query) inClass(e Entry, name string) answer {
	if familyNamed(e.File.Language) == goFamily {
		return q.inGoType(e, name)
	}
	l := q.line(e)
	for _, c := range l.classes {
		if a := q.own(c, name); a.finding == Found {
			return a
		}
	}
	switch {
	case familyNamed(e.File.Language) == pythonFamily && slices.Contains(objectMembers[:], name):
		return found(implied(e, name))
	case familyNamed(e.File.Language) == scriptFamily && slices.Contains(scriptObjectMembers[:], name):
		return found(implied(e, name))
	}
	return absent("%s has no %s", e.Name, name).or(l.gap)
}

// own finds a member that a class declares itself, in any of its declarations.
func (q *query) own(c Entry, name string) answer {
	for _, class := range q.declarations(c) {
		var same []*decl.Symbol
		for i := range class.Members {
			if s := &class.Members[i]; s.Name == name {
				same = append(same, s)
			}
		}
		if s := chosen(same); s != nil {
			origin := c.Origin + "." + name
			return q.unaliased(Entry{Name: origin, Origin: origin, Project: c.Project, File: c.File, Symbol: s, Outer: class}, &c)
		}
	}
	return absent("%s has no %s", c.Origin, name)
}

// declarations are the declarations of a class: the one that stands for it first. TypeScript joins those of one name, and
// in Python any of them may be the one that counts.
func (q *query) declarations(c Entry) []*decl.Symbol {
	all := []*decl.Symbol{c.Symbol}
	for _, s := range q.Variants(c) {
		if s != c.Symbol && weight(s) > 0 && len(s.Members) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// line works out the order in which a class and its bases are asked: C3, as Python has it, where the bases allow it; else
// depth first.
func (q *query) line(e Entry) *line {
	if l, ok := q.lines[e.Symbol]; ok {
		return l
	}
	l := &line{classes: []Entry{e}, gap: absent("")}
	q.lines[e.Symbol] = l // for classes that inherit from themselves
	if e.Symbol.Open != "" {
		l.gap = l.gap.or(unread("%s may have more members than its text tells: it %s", e.Name, e.Symbol.Open))
	}
	var lists [][]Entry
	var direct []Entry
	for _, class := range q.declarations(e) {
		for _, base := range class.Bases {
			a := q.base(e, base)
			if a.finding != Found {
				l.gap = l.gap.or(a)
				continue
			}
			if a.entry.Symbol == nil || a.entry.Symbol == e.Symbol {
				continue
			}
			inner := q.line(a.entry)
			l.gap = l.gap.or(inner.gap)
			lists = append(lists, slices.Clone(inner.classes))
			direct = append(direct, a.entry)
		}
	}
	l.classes = append(l.classes, merge(append(lists, direct))...)
	return l
}

// merge joins lines as C3 does. Where that has no solution the first class that is left is taken: a member of it exists
// all the same.
func merge(lists [][]Entry) []Entry {
	var order []Entry
	for {
		var next *Entry
		for i := range lists {
			if len(lists[i]) == 0 {
				continue
			}
			head := &lists[i][0]
			if next == nil {
				next = head
			}
			if !inTail(lists, head.Symbol) {
				next = head
				break
			}
		}
		if next == nil {
			return order
		}
		taken := *next
		order = append(order, taken)
		for i := range lists {
			lists[i] = slices.DeleteFunc(lists[i], func(e Entry) bool { return e.Symbol == taken.Symbol })
		}
	}
}

func inTail(lists [][]Entry, s *decl.Symbol) bool {
	for _, l := range lists {
		if len(l) > 1 && slices.ContainsFunc(l[1:], func(e Entry) bool { return e.Symbol == s }) {
			return true
		}
	}
	return false
}

// base finds a class that another inherits from, as it is written there. An entry without a symbol is a base without
// members of its own.
func (q *query) base(e Entry, text string) answer {
	if keyword, value, ok := strings.Cut(text, "="); ok && isIdentifier(strings.TrimSpace(keyword)) {
		if strings.TrimSpace(keyword) != "metaclass" {
			return answer{}
		}
		text = value
	}
	text = strings.TrimSpace(text)
	name, rest := leadingName(text)
	if name == "object" && rest == "" {
		return answer{}
	}
	if strings.HasPrefix(rest, "(") {
		return foreign("%s inherits from %s, which is worked out when it runs", e.Name, text)
	}
	if name == "" || rest != "" && rest[0] != '[' && rest[0] != '<' {
		return foreign("%s inherits from %s, which is worked out when it runs", e.Name, text)
	}
	a := q.dotted(q.fileOf(e.File), q.outer(e), name)
	if a.finding == Found {
		switch a.entry.Kind() {
		case decl.Class, decl.Interface, decl.Type:
			return a
		case decl.Module:
			return foreign("%s inherits from %s, which is a module", e.Name, name)
		case decl.Function:
			return foreign("%s inherits from %s, which is a function", e.Name, name)
		}
		a = q.class(a.entry)
		if a.finding == Found && a.entry.Symbol != nil {
			return a
		}
	}
	if a.finding == Unread {
		return a
	}
	return foreign("%s inherits from %s, which is not among the sources", e.Name, name)
}

// outer is the class that an entry is declared in, nil at the top level.
func (q *query) outer(e Entry) *Entry {
	if e.Outer == nil {
		return nil
	}
	dot := strings.LastIndexByte(e.Origin, '.')
	if dot < 0 {
		return nil
	}
	return &Entry{Name: e.Origin[:dot], Origin: e.Origin[:dot], Project: e.Project, File: e.File, Symbol: e.Outer}
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
