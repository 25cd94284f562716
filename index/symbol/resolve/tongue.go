package resolve

import (
	"sync"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// tongue is a language: how its code is read, and what the projects that an answer is about declare in it.
type tongue struct {
	*language.Language
	views []*symbol.Registry // one for each project in scope, or one for all
	words sync.Map           // string → []string: the modules that a bare word may mean
	texts sync.Map           // writtenText → *code.Expr: what declarations say, read once
}

// writtenText is a piece of a declaration.
type writtenText struct {
	text string
	typ  bool // it is a type
}

// written reads a piece of a declaration.
func (t *tongue) written(text string, typ bool) *code.Expr {
	key := writtenText{text, typ}
	if x, ok := t.texts.Load(key); ok {
		return x.(*code.Expr)
	}
	var x *code.Expr
	if typ {
		x = t.Type(text)
	} else {
		var ok bool
		if x, ok = t.Expression(text); !ok {
			x = nil
		}
	}
	t.texts.Store(key, x)
	return x
}

// lookup finds a qualified name in the projects in scope: the first that has it, else one that can say that it is absent.
func (t *tongue) lookup(name string) (symbol.Entry, decl.Finding, string) {
	entry, finding, reason := symbol.Entry{}, decl.Foreign, ""
	for _, r := range t.views {
		e, f, why := r.Lookup(name)
		switch {
		case f == decl.Found:
			return e, f, ""
		case finding == decl.Foreign:
			entry, finding, reason = e, f, why
		case f == decl.Unread:
			entry, finding, reason = e, f, why
		}
	}
	return entry, finding, reason
}

// member finds a member of an entry.
func (t *tongue) member(e symbol.Entry, name string) (symbol.Entry, decl.Finding, string) {
	return t.all().Member(e, name)
}

// inSubclass tells whether a class that inherits from another one has a member.
func (t *tongue) inSubclass(e symbol.Entry, name string) bool {
	return t.Family == language.Python && t.all().InSubclass(e, name)
}

// topLevel finds what a bare name means in a file that declares something in scope.
func (t *tongue) topLevel(f *decl.File, name string) (symbol.Entry, decl.Finding, string) {
	return t.all().Name(f, name)
}

// all is the registry of this language without a restriction to projects: what a declaration in scope says may be
// declared in another project.
func (t *tongue) all() *symbol.Registry { return t.views[0].In("") }

// present tells whether the projects in scope declare anything in this language.
func (t *tongue) present() bool {
	for _, r := range t.views {
		for range r.All {
			return true
		}
	}
	return false
}

// packages are the modules that a bare word may mean.
func (t *tongue) packages(word string) []string {
	if names, ok := t.words.Load(word); ok {
		return names.([]string)
	}
	var names []string
	for _, r := range t.views {
		names = append(names, r.Package(word)...)
	}
	if len(names) > 0 { // other words come from answers, and have no end
		t.words.Store(word, names)
	}
	return names
}

// nearest are declared names that may have been meant by one that is not.
func (t *tongue) nearest(name string) []symbol.Entry {
	var all []symbol.Entry
	for _, r := range t.views {
		all = append(all, r.Nearest(name, maxNearest)...)
	}
	return all[:min(len(all), maxNearest)]
}
