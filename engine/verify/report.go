package verify

import (
	"cmp"
	"encoding/json"
	"math"
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
	Sentences []Row           `json:"sentences"` // headings and code are no claims and are not in it
	Symbols   Names           `json:"symbols"`
	Documents []Drift         `json:"documents" jsonschema:"of a saved answer"` // in the order of their first citation
	Notes     []string        `json:"notes" jsonschema:"what was not checked, and why"`
	Refusal   bool            `json:"-"` // the text is a refusal, which claims nothing
}

// Row is one sentence of a text, with what was found out about it.
type Row struct {
	Text     string            `json:"text"` // without its markers
	Verdict  guard.Verdict     `json:"verdict" jsonschema:"supported, judged, unsupported, contradicted, not_found, uncited, unchecked"`
	Basis    string            `json:"basis" jsonschema:"proven, borne out, or empty for what is neither"`
	Score    float64           `json:"score"` // 0..1
	Reason   string            `json:"reason" jsonschema:"why it is not supported"`
	Note     string            `json:"note" jsonschema:"what changed since a saved answer was given"`
	Quote    string            `json:"quote" jsonschema:"the source's words that bear it out, or come nearest"`
	Citation string            `json:"citation" jsonschema:"the keys of the quote, or where it was found"`
	Places   []engine.Citation `json:"places" jsonschema:"one for each quote"` // without a key where ibid found it
	Proof    []guard.Step      `json:"proof" jsonschema:"what leads from the quotes to the sentence"`
}

// rowOf is a finding as a report tells it.
func rowOf(f engine.Finding) Row {
	var quotes, sources []string
	for i := range f.Places {
		c := &f.Places[i]
		quotes = append(quotes, c.Quote)
		if from := cmp.Or(c.Key, engine.Place(&c.Chunk)); !slices.Contains(sources, from) {
			sources = append(sources, from)
		}
	}
	return Row{Text: f.Text, Verdict: f.Verdict, Basis: f.Verdict.Basis(), Score: math.Round(f.Score*1e4) / 1e4, Reason: f.Reason, Proof: f.Proof,
		Quote: strings.Join(quotes, guard.QuoteJoint), Citation: strings.Join(sources, ", "), Places: f.Places}
}

// NewReport is the report on a text of which nothing is known yet.
func NewReport() *Report { return &Report{Schema: Schema, OK: true} }

// add adds a sentence.
func (r *Report) add(row Row) {
	r.Sentences = append(r.Sentences, row)
	r.OK = r.OK && row.Basis != ""
}

// AddSymbols adds what is known of the API names in the text.
func (r *Report) AddSymbols(used []engine.Symbol) {
	r.Symbols = namesOf(used)
	r.OK = r.OK && len(r.Symbols.Unknown)+len(r.Symbols.Misused) == 0
}

// Proven tells that it is OK, and that no judge was needed for that.
func (r *Report) Proven() bool {
	return r.OK && !slices.ContainsFunc(r.Sentences, func(s Row) bool { return s.Verdict == guard.Judged })
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
func namesOf(used []engine.Symbol) (out Names) {
	type use struct {
		verdict        symbols.Verdict
		name, argument string
	}
	told := map[use]bool{}
	for i := range used {
		s := &used[i]
		u := use{s.Verdict, s.Name, s.Argument}
		if told[u] {
			continue
		}
		told[u] = true
		switch s.Verdict {
		case symbols.Known:
			out.Known = append(out.Known, s.Name)
		case symbols.OutOfScope:
			out.OutOfScope = append(out.OutOfScope, s.Name)
		case symbols.Unknown:
			out.Unknown = append(out.Unknown, UnknownName{s.Name, s.Line, s.Detail, s.Nearest})
		case symbols.Misused:
			out.Misused = append(out.Misused, MisusedName{s.Name, s.Argument, s.Line, s.Detail})
		}
	}
	return out
}
