package symbol

import (
	"strings"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// Entry is a symbol of the registry under one of its names.
type Entry struct {
	Name    string // qualified, as it was asked for: json.load, net/http.Server.Addr; through a re-export it is the name of the re-export
	Origin  string // qualified name where it is declared; equal to Name but for re-exports, aliases and inherited members
	Project string
	File    *decl.File   // that declares it
	Symbol  *decl.Symbol // nil for a module
	Outer   *decl.Symbol // the class or type that declares it, nil at the top level

	others []Entry // what the name stands for where another branch is taken; one without a File is not among the sources
}

// Others are what the name of an entry stands for as well, where code under a condition declares or imports it more
// than once. One without a File is not among the sources.
func (e Entry) Others() []Entry { return e.others }

// Owner is the class or type that declares an entry, nil at the top level.
func (e Entry) Owner() *Entry {
	dot := strings.LastIndexByte(e.Origin, '.')
	if e.Outer == nil || dot < 0 {
		return nil
	}
	return &Entry{Name: e.Origin[:dot], Origin: e.Origin[:dot], Project: e.Project, File: e.File, Symbol: e.Outer}
}

func (e Entry) family() language.Family { return language.FamilyNamed(e.File.Language) }

// Kind is what the entry is.
func (e Entry) Kind() decl.Kind {
	if e.Symbol == nil {
		return decl.Module
	}
	return e.Symbol.Kind
}
