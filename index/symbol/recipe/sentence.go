package recipe

import (
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/decl"
)

// The sentences of a card each name their subject: one of them may be all that is quoted.

// quoted is a text as inline code.
func quoted(s string) string {
	if strings.Contains(s, "`") {
		return "``" + oneLine(s) + "``"
	}
	return "`" + oneLine(s) + "`"
}

// allQuoted are texts as inline code.
func allQuoted(texts []string) []string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = quoted(s)
	}
	return out
}

// listed joins phrases: "a", "a and b", "a, b and c".
func listed(phrases []string, last string) string {
	if len(phrases) < 2 {
		return strings.Join(phrases, "")
	}
	n := len(phrases) - 1
	return strings.Join(phrases[:n], ", ") + " " + last + " " + phrases[n]
}

// identity says what a symbol is.
func identity(e symbol.Entry) string {
	s := e.Symbol
	owner, ok := strings.CutSuffix(e.Origin, "."+s.Name)
	if !ok { // under another name
		owner = e.Origin[:max(strings.LastIndexByte(e.Origin, '.'), 0)]
	}
	name := e.Origin
	if callable(s) {
		name += brackets(s)
	}
	text := quoted(name) + " is " + kindOf(s) + " of " + quoted(owner)
	if s.Kind == decl.Type && s.Type != "" {
		text += " made from " + quoted(s.Type)
	}
	return text + "."
}

// valued says the type and the value of a symbol, as far as they are written.
func valued(subject string, s *decl.Symbol) []string {
	var out []string
	if s.Type != "" && s.Kind != decl.Type {
		out = append(out, subject+" has the type "+quoted(s.Type)+".")
	}
	if s.Value != "" {
		out = append(out, subject+" has the value "+quoted(s.Value)+".")
	}
	return out
}

func callable(s *decl.Symbol) bool {
	return s.Kind == decl.Function || s.Kind == decl.Method || len(s.Parameters) > 0 && !s.Kind.IsType() // a lambda
}

// kindOf names a kind with its article.
func kindOf(s *decl.Symbol) string {
	for _, d := range s.Decorators {
		if s.Kind == decl.Method && (d == "classmethod" || d == "staticmethod") {
			return "a " + strings.TrimSuffix(d, "method") + " method"
		}
	}
	switch s.Kind {
	case decl.Interface, decl.Attribute:
		return "an " + string(s.Kind)
	case decl.EnumMember:
		return "a member"
	}
	return "a " + string(s.Kind)
}

// brackets are the parameters of a function as a call shows them: (levels, *, window=21).
func brackets(s *decl.Symbol) string {
	var out []string
	starred := false
	for i, p := range s.Parameters {
		if p.Kind == decl.PositionalOnly && (i+1 == len(s.Parameters) || s.Parameters[i+1].Kind != decl.PositionalOnly) {
			out = append(out, withDefault(p), "/")
			continue
		}
		switch p.Kind {
		case decl.Variadic:
			starred = true
			out = append(out, "*"+p.Name)
			continue
		case decl.KeywordOnly:
			if !starred {
				starred = true
				out = append(out, "*")
			}
		case decl.Keywords:
			out = append(out, "**"+p.Name)
			continue
		}
		out = append(out, withDefault(p))
	}
	return "(" + strings.Join(out, ", ") + ")"
}

func withDefault(p decl.Parameter) string {
	if p.Default != "" {
		return p.Name + "=" + p.Default
	}
	return p.Name
}

// subject names a symbol in a sentence: as it is best imported, and as it is declared where that differs.
func subject(e symbol.Entry, others []string) string {
	if len(others) == 0 {
		return quoted(e.Origin)
	}
	return quoted(others[0]) + " (" + quoted(e.Origin) + ")"
}

// imported tells under which other names modules pass a symbol on, "" where none does.
func imported(e symbol.Entry, others []string) string {
	if len(others) == 0 {
		return ""
	}
	return quoted(e.Origin) + " can also be imported as " + listed(allQuoted(others), "and") + "."
}

// written tells by which ends of its name a symbol may be met, "" where there are none.
func written(e symbol.Entry) string {
	names := []string{}
	for rest := e.Origin[strings.LastIndexByte(e.Origin, '/')+1:]; ; {
		if rest != e.Origin {
			names = append(names, quoted(rest))
		}
		_, after, more := strings.Cut(rest, ".")
		if rest = after; !more {
			break
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " stands for " + quoted(e.Origin) + "."
	}
	return listed(names, "and") + " stand for " + quoted(e.Origin) + "."
}

// maxDescribed is how many parameters a sentence tells the types of: a list of more is no sentence any more.
const maxDescribed = 8

// takes says what a function is called with.
func takes(subject string, s *decl.Symbol) string {
	var plain, keyword []string
	more := ""
	many := len(s.Parameters) > maxDescribed
	for _, p := range s.Parameters {
		if many { // the signature has their types
			p.Type, p.Default, p.Optional = "", "", false
		}
		switch p.Kind {
		case decl.KeywordOnly:
			keyword = append(keyword, parameter(p))
		case decl.Variadic:
			more += ", and any number of further arguments as " + parameter(p)
		case decl.Keywords:
			more += ", and any further keyword arguments as " + parameter(p)
		default:
			plain = append(plain, parameter(p))
		}
	}
	parts := []string{}
	if len(plain) > 0 {
		parts = append(parts, "the "+plural("argument", len(plain))+" "+listed(plain, "and"))
	}
	if len(keyword) > 0 {
		parts = append(parts, "the keyword "+plural("argument", len(keyword))+" "+listed(keyword, "and"))
	}
	if len(parts) == 0 {
		if more == "" {
			return subject + " takes no arguments."
		}
		return subject + " takes " + strings.TrimPrefix(more, ", and ") + "."
	}
	return subject + " takes " + strings.Join(parts, " and ") + more + "."
}

func plural(noun string, n int) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

func parameter(p decl.Parameter) string {
	var facts []string
	if p.Type != "" {
		facts = append(facts, quoted(p.Type))
	}
	switch {
	case p.Default != "":
		facts = append(facts, "default "+quoted(p.Default))
	case p.Optional:
		facts = append(facts, "optional")
	}
	name := quoted(p.Name)
	if len(facts) > 0 {
		name += " (" + strings.Join(facts, ", ") + ")"
	}
	return name
}

// gives says what a function returns, "" where that is not written.
func gives(subject string, s *decl.Symbol) string {
	if len(s.Returns) > 0 {
		return subject + " returns " + listed(allQuoted(s.Returns), "and") + "."
	}
	if len(s.Gives) > 0 {
		return subject + " returns the value of " + listed(allQuoted(s.Gives), "or") + "."
	}
	return ""
}
