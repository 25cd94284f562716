package engine

import (
	"strings"

	"ibid/guard/symbols"
)

// Symbol is an API name in a text, and whether it exists.
type Symbol struct {
	Name       string // qualified
	Start, End int    // byte offsets in the text
	Line       int    // of the text, counted from 1
	Verdict    SymbolVerdict
	Argument   string   // the keyword of a misused symbol that it does not take, "" for other faults
	Detail     string   // what is wrong with it, for a person
	Nearest    []string // real names that may have been meant
}

// SymbolVerdict is the outcome of looking a name up among the declarations of the sources.
type SymbolVerdict = symbols.Verdict

// The verdicts on a symbol.
const (
	SymbolKnown      = symbols.Known
	SymbolUnknown    = symbols.Unknown
	SymbolMisused    = symbols.Misused
	SymbolOutOfScope = symbols.OutOfScope
)

// Symbols lists the API names in a text, whoever wrote it, in order, each with what a registry knows of it. A call with
// several wrong arguments is listed for each. Without a registry, which may be nil, none is.
func Symbols(text string, r symbols.Registry) []Symbol {
	if r == nil {
		return nil
	}
	return symbolsIn(text, symbols.Check(text, r))
}

func symbolsIn(text string, findings []symbols.Finding) []Symbol {
	var out []Symbol
	line, at := 1, 0
	for _, f := range findings { // which are in the order of their places
		line += strings.Count(text[at:f.Start], "\n")
		at = f.Start
		s := Symbol{Name: f.Name, Start: f.Start, End: f.End, Line: line, Verdict: f.Verdict, Detail: f.Detail, Nearest: namesOf(f.Nearest)}
		if f.Misuse != nil {
			s.Argument = f.Misuse.Argument
		}
		out = append(out, s)
	}
	return out
}

// invalid tells a name that does not exist, or is not used as it is declared.
func invalid(v SymbolVerdict) bool { return v == SymbolUnknown || v == SymbolMisused }

func namesOf(nearest []symbols.Nearest) []string {
	var out []string
	for _, n := range nearest {
		out = append(out, n.Name)
	}
	return out
}
