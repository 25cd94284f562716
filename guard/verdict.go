package guard

import (
	"encoding/json"
	"slices"
	"strings"
)

// Verdict is the outcome of checking one sentence against what it cites.
type Verdict uint8

// The outcomes. What could not be checked is not shown as supported.
const (
	Unchecked    Verdict = iota
	Supported            // proven
	Unsupported          // not proven
	Contradicted         // the evidence says otherwise
	NotFound             // nothing in the evidence speaks of it
	Judged               // not proven, and a model that was asked holds it for true; no check of this package says so
	NotCited             // it has no citation in a text that cites
	Quoted               // the source's own words, in the place of what a draft said and was not proven
)

var verdicts = strings.Fields("unchecked supported unsupported contradicted not_found judged uncited quoted")

// Proven tells a sentence that follows from its source by rules.
func (v Verdict) Proven() bool { return v == Supported || v == Quoted }

// Basis says what a pass rests on, "" for what is no pass: its words are proven from the source by rules, or no fact is
// against it and a judge says that the source bears it out.
func (v Verdict) Basis() string {
	switch {
	case v.Proven():
		return "proven"
	case v == Judged:
		return "borne out"
	}
	return ""
}

// String returns the name used in messages and in JSON.
func (v Verdict) String() string { return verdicts[v] }

// MarshalText implements encoding.TextMarshaler.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. A verdict that this version does not know counts as not checked.
func (v *Verdict) UnmarshalText(text []byte) error {
	*v = Verdict(max(0, slices.Index(verdicts, string(text))))
	return nil
}

// QuoteJoint stands between quotes that are told as one text.
const QuoteJoint = " … "

// MarshalJSON implements json.Marshaler: what follows from the verdict and the quotes is told of them.
func (s Sentence) MarshalJSON() ([]byte, error) {
	type fields Sentence
	texts := make([]string, len(s.Quotes))
	for i, q := range s.Quotes {
		texts[i] = q.Text
	}
	s.Basis, s.Quote = s.Verdict.Basis(), strings.Join(texts, QuoteJoint)
	return json.Marshal(fields(s))
}
