package verify

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/symbols"
)

// Schema is the name of the schema of a Report.
const Schema = "ibid.verify/1"

// Report is one ibid.verify/1 object: what became of the sentences of a text, and of the API names in it.
type Report struct {
	Schema    string          `json:"schema"`
	ID        json.RawMessage `json:"id,omitempty" jsonschema:"of a row: as it was given"`
	OK        bool            `json:"ok" jsonschema:"every sentence is supported, or the text is a refusal; and no symbol is unknown or misused"`
	Sentences []Row           `json:"sentences"`
	Symbols   Names           `json:"symbols"`
	Documents []Drift         `json:"documents" jsonschema:"of a saved answer"`
	Notes     []string        `json:"notes" jsonschema:"what was not checked, and why"`
}

// Row is a Finding as a report tells it.
type Row struct {
	Text     string            `json:"text"` // without its markers
	Verdict  guard.Verdict     `json:"verdict" jsonschema:"supported, judged, unsupported, contradicted, not_found, uncited, unchecked"`
	Basis    string            `json:"basis" jsonschema:"proven, borne out, or empty for what is neither"`
	Score    float64           `json:"score"` // 0..1
	Reason   string            `json:"reason" jsonschema:"why it is not supported"`
	Note     string            `json:"note" jsonschema:"what changed since a saved answer was given"`
	Quote    string            `json:"quote" jsonschema:"the source's words that bear it out, or come nearest"`
	Citation string            `json:"citation" jsonschema:"the keys of the quote, or where it was found"`
	Places   []engine.Citation `json:"places" jsonschema:"one for each quote"`
	Proof    []guard.Step      `json:"proof" jsonschema:"what leads from the quotes to the sentence"`
}

func (f *Finding) row() Row {
	var quotes, sources []string
	for i := range f.Places {
		c := &f.Places[i]
		quotes = append(quotes, c.Quote)
		if from := cmp.Or(c.Key, engine.Place(&c.Chunk)); !slices.Contains(sources, from) {
			sources = append(sources, from)
		}
	}
	return Row{Text: f.Text, Verdict: f.Verdict, Basis: f.Verdict.Basis(), Score: f.Score, Reason: f.Reason, Note: f.Note, Proof: f.Proof,
		Quote: strings.Join(quotes, guard.QuoteJoint), Citation: strings.Join(sources, ", "), Places: f.Places}
}

// NewReport puts a verification and what is known of the symbols together. A nil verification stands for a text
// of which only the symbols were looked at.
func NewReport(v *Verification, used []engine.Symbol) Report {
	out := Report{Schema: Schema, OK: true, Symbols: namesOf(used)}
	if v != nil {
		out.OK, out.Documents, out.Notes = v.OK(), v.Documents, v.Notes
		for i := range v.Sentences {
			out.Sentences = append(out.Sentences, v.Sentences[i].row())
		}
	}
	out.OK = out.OK && len(out.Symbols.Unknown)+len(out.Symbols.Misused) == 0
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
	var out Names
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
				out.Unknown = append(out.Unknown, UnknownName{Symbol: s.Name, Line: s.Line, Reason: s.Detail, Suggestions: s.Nearest})
			}
		case symbols.Misused:
			if !slices.ContainsFunc(out.Misused, func(m MisusedName) bool { return m.Symbol == s.Name && m.Argument == s.Argument }) {
				out.Misused = append(out.Misused, MisusedName{Symbol: s.Name, Argument: s.Argument, Line: s.Line, Reason: s.Detail})
			}
		}
	}
	return out
}
