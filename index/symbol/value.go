package symbol

import (
	"cmp"
	"strings"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/golang"
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

// class finds the class or type that an entry is, or that its value is an instance of: one whose type is written as a
// name alone, or that is set to a call. Whoever follows the values of an answer (resolve) reads expressions whole.
func (q *query) class(e Entry) answer {
	if e.Symbol == nil {
		return foreign("%s is a module", e.Name)
	}
	switch e.Kind() {
	case decl.Class, decl.Interface, decl.Type:
		return found(e)
	case decl.EnumMember:
		if outer := e.Owner(); outer != nil && outer.Symbol.Kind == decl.Class {
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
	text := e.Symbol.Type
	if text == "" && len(e.Symbol.Returns) > 0 {
		text = e.Symbol.Returns[0]
	}
	if f.family == language.Go && golang.IsBasicType(text) && text != "error" {
		return absent("%s is of type %s, which has no members", e.Name, text)
	}
	text = strings.TrimLeft(strings.TrimPrefix(strings.Trim(cmp.Or(text, e.Symbol.Value), `'"`), "new "), "&*")
	name, rest := leadingName(text)
	if name == "" || rest != "" && closing(rest) != len(rest)-1 {
		return foreign("the type of %s is not among the sources", e.Name)
	}
	a := q.dotted(f, e.Owner(), name)
	switch a.finding {
	case decl.Found:
		return q.class(a.entry)
	case decl.Absent:
		return foreign("the type of %s is not among the sources", e.Name)
	}
	return a
}

// dotted finds what a dotted name means in a file, or in a class of it.
func (q *query) dotted(f *sourceFile, outer *Entry, text string) answer {
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

// closing is the offset of the bracket that closes the one that a text starts with, -1 where there is none. Brackets
// in strings are not told apart: the worst is that an expression is not followed.
func closing(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth <= 0 {
			return i
		}
	}
	return -1
}
