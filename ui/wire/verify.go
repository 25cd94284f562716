package wire

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/guard/symbols"
	"ibid/ui/text"
)

// VerifySchema is the name of the schema of a Verification.
const VerifySchema = "ibid.verify/1"

// Verification is one ibid.verify/1 object.
type Verification struct {
	Schema    string          `json:"schema"`
	ID        json.RawMessage `json:"id,omitempty" jsonschema:"of a row: as it was given"`
	OK        bool            `json:"ok" jsonschema:"every sentence is supported, or the text is a refusal; and no symbol is unknown or misused"`
	Sentences []Verified      `json:"sentences"`
	Symbols   Names           `json:"symbols"`
	Documents []Drift         `json:"documents" jsonschema:"of a saved answer"`
	Notes     []string        `json:"notes" jsonschema:"what was not checked, and why"`
}

// Verified is one checked sentence of a text.
type Verified struct {
	Text     string     `json:"text"`
	Verdict  string     `json:"verdict" jsonschema:"supported, unsupported, contradicted, not_found, uncited, unchecked"`
	Score    float64    `json:"score"`
	Reason   string     `json:"reason" jsonschema:"why it is not supported"`
	Note     string     `json:"note" jsonschema:"what changed since a saved answer was given"`
	Quote    string     `json:"quote" jsonschema:"the source's words that bear it out, or come nearest"`
	Citation string     `json:"citation" jsonschema:"the keys of the quote, or where it was found"`
	Places   []Citation `json:"places" jsonschema:"one for each quote"`
	Proof    []Edit     `json:"proof" jsonschema:"what leads from the quotes to the sentence"`
}

// Drift is how a document stands to the one that a saved answer cites.
type Drift struct {
	DocID  string `json:"doc_id"`
	Path   string `json:"path"`
	State  string `json:"state" jsonschema:"unchanged, changed, missing"`
	Detail string `json:"detail"`
}

// FromVerification puts a verification and what is known of the symbols together. A nil verification stands for a
// text of which only the symbols were looked at.
func FromVerification(v *verify.Verification, symbols []engine.Symbol) Verification {
	onlySymbols := v == nil
	if onlySymbols {
		v = &verify.Verification{}
	}
	s := namesOf(symbols)
	return Verification{
		Schema:    VerifySchema,
		OK:        (onlySymbols || v.OK()) && s.ok(),
		Sentences: Each(v.Sentences, fromVerified),
		Symbols:   s,
		Documents: Each(v.Documents, func(d verify.Drift) Drift { return Drift{d.DocID, d.Path, string(d.State), d.Detail} }),
		Notes:     List(v.Notes),
	}
}

// QuoteJoint stands between the quotes of one sentence.
const QuoteJoint = " … "

func fromVerified(s verify.Sentence) Verified {
	quotes := Each(s.Basis, func(c engine.Citation) string { return c.Quote })
	return Verified{s.Text, string(s.Verdict), math.Round(s.Score*1e4) / 1e4, s.Reason, s.Note, strings.Join(quotes, QuoteJoint), strings.Join(basisNames(s.Basis), ", "),
		Each(s.Basis, FromCitation), Proof(s.Proof)}
}

// basisNames are the keys of quotes, or where they stand, each once.
func basisNames(basis []engine.Citation) []string {
	var out []string
	seen := map[string]bool{}
	for i := range basis {
		name := basis[i].Key
		if name == "" {
			name = text.Place(&basis[i].Chunk)
		}
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

// Names is what the API names of a text turned out to be, each name once.
type Names struct {
	Known      []string      `json:"known"`
	Unknown    []UnknownName `json:"unknown"`
	Misused    []MisusedName `json:"misused"`
	OutOfScope []string      `json:"out_of_scope"`
}

// UnknownName is a name that does not exist.
type UnknownName struct {
	Symbol      string   `json:"symbol"`
	Line        int      `json:"line" jsonschema:"of the text, where it stands first; 0 where its format has no lines"`
	Reason      string   `json:"reason"`
	Suggestions []string `json:"suggestions"`
}

// MisusedName is a name that exists and is not used as it is declared.
type MisusedName struct {
	Symbol   string `json:"symbol"`
	Argument string `json:"argument" jsonschema:"the keyword that it does not take, \"\" for other faults"`
	Line     int    `json:"line"`
	Reason   string `json:"reason"`
}

// namesOf sorts symbols by their verdict, in the order of the text.
func namesOf(used []engine.Symbol) Names {
	out := Names{[]string{}, []UnknownName{}, []MisusedName{}, []string{}}
	for i := range used {
		s := &used[i]
		switch s.Verdict {
		case symbols.Known:
			if !slices.Contains(out.Known, s.Name) {
				out.Known = append(out.Known, s.Name)
			}
		case symbols.OutOfScope:
			if !slices.Contains(out.OutOfScope, s.Name) {
				out.OutOfScope = append(out.OutOfScope, s.Name)
			}
		case symbols.Unknown:
			if !slices.ContainsFunc(out.Unknown, func(u UnknownName) bool { return u.Symbol == s.Name }) {
				out.Unknown = append(out.Unknown, UnknownName{s.Name, s.Line, s.Detail, List(s.Nearest)})
			}
		case symbols.Misused:
			if !slices.ContainsFunc(out.Misused, func(m MisusedName) bool { return m.Symbol == s.Name && m.Argument == s.Argument }) {
				out.Misused = append(out.Misused, MisusedName{s.Name, s.Argument, s.Line, s.Detail})
			}
		}
	}
	return out
}

// ok tells that no symbol is invented or misused.
func (s *Names) ok() bool { return len(s.Unknown)+len(s.Misused) == 0 }
