package resolve

import (
	"sync"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/language"
)

// languageView is a language: how its code is read, and what the projects that an answer is about declare in it.
type languageView struct {
	*language.Language
	view  *symbol.Registry // of what is in scope
	all   *symbol.Registry // of all projects: what a declaration in scope says may be declared in another one
	words sync.Map         // string → []string: the modules that a bare word may mean
	texts sync.Map         // writtenText → *code.Expr: what declarations say, read once
}

// writtenText is a piece of a declaration.
type writtenText struct {
	text string
	typ  bool // it is a type
}

// written reads a piece of a declaration.
func (t *languageView) written(text string, typ bool) *code.Expr {
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

// inSubclass tells whether a class that inherits from another one has a member.
func (t *languageView) inSubclass(e symbol.Entry, name string) bool {
	return t.Family == language.Python && t.all.InSubclass(e, name)
}

// present tells whether the projects in scope declare anything in this language.
func (t *languageView) present() bool {
	for range t.view.All {
		return true
	}
	return false
}

// packages are the modules that a bare word may mean.
func (t *languageView) packages(word string) []string {
	if names, ok := t.words.Load(word); ok {
		return names.([]string)
	}
	names := t.view.Package(word)
	if len(names) > 0 { // other words come from answers, and have no end
		t.words.Store(word, names)
	}
	return names
}
