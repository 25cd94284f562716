package symbol

import (
	"strings"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

const (
	maxSteps  = 3_000 // names that one question may lead to
	maxValues = 60    // values that are followed one through the other
)

// unaliased is an entry, or what it is another name for: a module, a class or a function. outer is the class that it is
// declared in, nil at the top level.
func (q *query) unaliased(e Entry, outer *Entry) answer {
	text := e.Symbol.Value
	switch e.Symbol.Kind {
	case decl.Variable, decl.Constant, decl.Attribute, decl.Type:
	default:
		return found(e)
	}
	if name, rest := leadingName(text); name == "" || rest != "" || name == e.Symbol.Name {
		return found(e)
	}
	if !q.enter(e.Symbol) {
		return found(e)
	}
	defer q.leave(e.Symbol)
	a := q.dotted(q.fileOf(e.File), outer, text)
	if a.finding != decl.Found {
		return found(e)
	}
	switch a.entry.Kind() {
	case decl.Module, decl.Class, decl.Interface, decl.Type, decl.Function, decl.Method, decl.Property:
		return a.named(e.Name)
	}
	return found(e)
}

// enter notes that a value is being followed; false where it already is, or where the question has led too far.
func (q *query) enter(s *decl.Symbol) bool {
	if q.values[s] || q.steps > maxSteps || len(q.values) >= maxValues {
		return false
	}
	q.values[s] = true
	q.steps++
	return true
}

func (q *query) leave(s *decl.Symbol) { delete(q.values, s) }

// class finds the class or type that an entry is, or that its value is an instance of.
func (q *query) class(e Entry) answer {
	if e.Symbol == nil {
		return foreign("%s is a module", e.Name)
	}
	switch e.Kind() {
	case decl.Class, decl.Interface, decl.Type:
		return found(e)
	case decl.EnumMember:
		if outer := q.outer(e); outer != nil && outer.Symbol.Kind == decl.Class {
			return found(*outer)
		}
	}
	if len(e.Symbol.Members)+len(e.Symbol.Bases) > 0 { // a field of a struct without a name, an object that is written out
		return found(e)
	}
	f := q.fileOf(e.File)
	if f == nil || !q.enter(e.Symbol) {
		return unread("%s cannot be followed to its declaration", e.Name)
	}
	defer q.leave(e.Symbol)
	text := resultType(e.Symbol)
	if f.family == language.Go && isUniverse(text) && text != "error" {
		return absent("%s is of type %s, which has no members", e.Name, text)
	}
	a := answer{}
	if text != "" {
		a = q.typed(f, q.outer(e), text)
	} else {
		a = q.value(f, q.outer(e), e.Symbol.Value)
	}
	if a.finding == decl.Absent {
		return foreign("the type of %s is not among the sources", e.Name)
	}
	return a
}

// resultType is the type of a value, or of what a function or a property gives, as written; "" where it is not.
func resultType(s *decl.Symbol) string {
	if s.Type == "" && len(s.Returns) > 0 {
		return s.Returns[0]
	}
	return s.Type
}

// value finds the class of what an expression gives. Names, calls and Go's composite literals are followed.
func (q *query) value(f *file, outer *Entry, text string) answer {
	switch f.family {
	case language.Go:
		text = strings.TrimLeft(text, "&*")
	case language.Script:
		text = strings.TrimPrefix(text, "new ")
	}
	name, rest := leadingName(text)
	open := strings.IndexAny(rest, "({")
	if name == "" || rest != "" && (open < 0 || strings.Contains(rest[:open], " ") || closing(rest, open) != len(rest)-1) {
		return foreign("%s cannot be followed", describe(text))
	}
	a := q.dotted(f, outer, name)
	if a.finding != decl.Found {
		return a
	}
	if rest == "" || rest[open] == '{' || a.entry.Kind() == decl.Class {
		return q.class(a.entry)
	}
	switch a.entry.Kind() {
	case decl.Function, decl.Method:
		return q.class(a.entry)
	case decl.Type, decl.Interface: // a conversion
		return a
	}
	return foreign("what %s gives is not known", name)
}

// describe is an expression for a message.
func describe(text string) string {
	if text == "" {
		return "its value"
	}
	return text
}

// typed finds the class that a written type names.
func (q *query) typed(f *file, outer *Entry, text string) answer {
	name := q.typeName(f.family, text)
	if name == "Self" && outer != nil {
		return found(*outer)
	}
	if name == "" {
		return foreign("type %s has no declaration", describe(text))
	}
	a := q.dotted(f, outer, name)
	if a.finding == decl.Found {
		return q.class(a.entry)
	}
	return a
}

// typeName is the name of the class in a written type, without what surrounds it: Path in "Optional[Path]", in
// "'Path' | None" and in "*Path"; "" for a type without a name.
func (q *query) typeName(fam language.Family, text string) string {
	text = strings.Trim(strings.TrimSpace(text), `'"`)
	if fam == language.Go {
		name, rest := leadingName(strings.TrimLeft(text, "*"))
		if rest != "" && rest[0] != '[' {
			return ""
		}
		return name
	}
	for part := range strings.SplitSeq(text, "|") {
		part = strings.Trim(strings.TrimSpace(part), `'"`)
		if part == "None" || part == "null" || part == "undefined" {
			continue
		}
		name, rest := leadingName(part)
		switch LastPart(name) {
		case "Optional", "ClassVar", "Final", "Annotated", "Type", "type", "Readonly", "Partial", "Required":
			if len(rest) > 2 {
				inner, _, _ := strings.Cut(rest[1:len(rest)-1], ",")
				return q.typeName(fam, inner)
			}
		}
		return name
	}
	return ""
}

// dotted finds what a dotted name means in a file, or in a class of it.
func (q *query) dotted(f *file, outer *Entry, text string) answer {
	first, rest, _ := strings.Cut(text, ".")
	a := absent("%s is not declared", first)
	if q.steps++; q.steps > maxSteps || f == nil {
		return unread("%s leads too far", text)
	}
	if outer != nil && f.family != language.Go {
		a = q.own(*outer, first)
	}
	if a.finding != decl.Found {
		a = q.name(f, first)
	}
	for rest != "" && a.finding == decl.Found {
		first, rest, _ = strings.Cut(rest, ".")
		a = q.member(a.entry, first)
	}
	return a
}

// leadingName is the dotted name that a text starts with, and what follows it.
func leadingName(text string) (name, rest string) {
	end := 0
	for end < len(text) {
		c := text[end]
		if c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 || end > 0 && (c >= '0' && c <= '9' || c == '.') {
			end++
			continue
		}
		break
	}
	name = text[:end]
	if strings.HasSuffix(name, ".") || strings.Contains(name, "..") {
		return "", text
	}
	return name, text[end:]
}

// closing is the offset of the bracket that closes the one at open, -1 where there is none. Brackets in strings are not told
// apart: the worst is that an expression is not followed.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
