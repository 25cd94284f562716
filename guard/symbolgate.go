package guard

// SymbolsGate refuses if the answer has a name that does not exist, or calls one in a way that it does not allow.
// Measured is the share of the judged names that are known. Names that are out of scope are not judged.
func SymbolsGate(findings []SymbolFinding) Gate {
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
	return SymbolGate(known, unknown, misused)
}
