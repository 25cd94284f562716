package guard

import (
	"fmt"
	"slices"
)

// SymbolGate refuses if the answer has a name that does not exist, or calls one in a way that it does not allow.
// Measured is the share of the judged names that are known. Names that are out of scope are not judged.
func SymbolGate(findings []SymbolFinding) Gate {
	known := 0
	var unknown, misused []string
	for _, f := range findings {
		switch f.Verdict {
		case SymbolKnown:
			known++
		case SymbolUnknown:
			unknown = append(unknown, f.Written)
		case SymbolMisused:
			misused = append(misused, f.Written)
		}
	}
	wrong := len(unknown) + len(misused)
	if known+wrong == 0 {
		return Skip(GateSymbols, 1, "the answer names nothing that the sources in scope should declare")
	}
	g := atLeastGate(GateSymbols, share(known, wrong), 1)
	switch {
	case wrong == 0:
		g.Detail = "The sources declare every name that the answer uses."
	case len(unknown) == 0:
		g.Detail = fmt.Sprintf("Called in a way that its declaration does not allow: %s.", firstOf(misused))
	default:
		g.Detail = fmt.Sprintf("Not declared by the sources: %s.", firstOf(unknown))
	}
	return g
}

// firstOf lists the first few names, each once, and how many more there are.
func firstOf(names []string) string {
	var distinct []string
	for _, n := range names {
		if !slices.Contains(distinct, n) {
			distinct = append(distinct, n)
		}
	}
	if len(distinct) <= maxListed {
		return list(distinct)
	}
	return fmt.Sprintf("%s and %d more", list(distinct[:maxListed]), len(distinct)-maxListed)
}
