package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ibid/engine"
	"ibid/guard/symbols"
	"ibid/index/symbol"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/inspect"
	"ibid/index/symbol/language"
)

// maxInspected is the most symbols of one text that an interpreter is asked about.
const maxInspected = 20

// Confirm asks the user's interpreter about the Python symbols of a text that are declared, and tells where it knows them
// otherwise. What it says changes no verdict. Without an interpreter there is nothing to tell.
func (j *Judges) Confirm(ctx context.Context, command string, used []engine.Symbol) (notes []string, err error) {
	if j == nil || command == "" {
		return nil, nil
	}
	python := j.registry.Speaking(language.Python)
	var asked []symbol.Entry
	seen := map[string]bool{}
	for _, s := range used {
		if s.Verdict != symbols.Known && s.Verdict != symbols.Misused || seen[s.Name] || len(asked) == maxInspected {
			continue
		}
		seen[s.Name] = true
		if e, found, _ := python.Lookup(s.Name); found == decl.Found && e.Symbol != nil {
			asked = append(asked, e)
		}
	}
	if len(asked) == 0 {
		return nil, nil
	}
	i, err := inspect.Start(command)
	if err != nil { // what was found out is not lost for it
		return []string{fmt.Sprintf("signatures are not confirmed: %v", err)}, nil
	}
	defer func() { err = errors.Join(err, i.Close()) }()
	failed := map[string]bool{} // modules that it cannot import
	for _, e := range asked {
		if failed[e.File.Module] {
			continue
		}
		below := strings.TrimPrefix(e.Origin, e.File.Module+".")
		if below == e.Origin {
			continue // a name of a module that is not the one that declares it
		}
		s, err := i.Signature(ctx, e.File.Module, below)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, inspect.ErrGone):
			return append(notes, fmt.Sprintf("signatures are not confirmed: %v", err)), nil
		case err != nil:
			failed[e.File.Module] = true
			notes = append(notes, fmt.Sprintf("what %s declares is not confirmed: %v", e.File.Module, err))
		case !s.Exists:
			notes = append(notes, fmt.Sprintf("%s is declared, but the interpreter does not have it: it may be of another version", e.Name))
		case s.Callable && isCallable(e.Symbol):
			if had, has := parameterNames(e.Symbol.Parameters), parameterNames(s.Parameters); had != has {
				notes = append(notes, fmt.Sprintf("%s is declared with (%s), and the interpreter has (%s): it may be of another version", e.Name, had, has))
			}
		}
	}
	return notes, nil
}

func isCallable(s *decl.Symbol) bool { return s.Kind == decl.Function || s.Kind == decl.Method }

// parameterNames lists parameters without the one that a method gets by itself.
func parameterNames(parameters []decl.Parameter) string {
	var names []string
	for i, p := range parameters {
		if i > 0 || p.Name != "self" && p.Name != "cls" {
			names = append(names, p.Name)
		}
	}
	return strings.Join(names, ", ")
}
