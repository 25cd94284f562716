package guard

// Verdict is the outcome of checking one sentence against what it cites.
type Verdict uint8

// The outcomes. Only Supported is a pass: what could not be checked is not shown as supported.
const (
	Unchecked    Verdict = iota
	Supported            // proven
	Unsupported          // not proven
	Contradicted         // the evidence says otherwise
	NotFound             // nothing in the evidence speaks of it
	Judged               // not proven, and a model that was asked holds it for true; no check of this package says so
)

// Basis says what a pass rests on, "" for what is no pass: its words are proven from the source by rules, or no fact is
// against it and a judge says that the source bears it out.
func (v Verdict) Basis() string {
	switch v {
	case Supported:
		return "proven"
	case Judged:
		return "borne out"
	}
	return ""
}

// String returns the name used in messages and in JSON.
func (v Verdict) String() string {
	return [...]string{"unchecked", "supported", "unsupported", "contradicted", "not_found", "judged"}[v]
}
