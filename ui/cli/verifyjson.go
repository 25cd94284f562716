package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
	"ibid/index/source"
	"ibid/ui/report"
	"ibid/ui/wire"
)

// verifyJSON is the wire schema ibid.verify/1. Fields are only ever added.
type verifyJSON struct {
	Schema    string          `json:"schema"`
	ID        json.RawMessage `json:"id,omitempty"` // of a row: as it was given
	OK        bool            `json:"ok"`           // every sentence is supported, or the text is a refusal; and no symbol is unknown or misused
	Sentences []verifiedJSON  `json:"sentences"`
	Symbols   symbolsJSON     `json:"symbols"`
	Documents []driftJSON     `json:"documents"` // of a saved answer
	Notes     []string        `json:"notes"`     // what was not checked, and why
}

type verifiedJSON struct {
	Text     string          `json:"text"`
	Verdict  string          `json:"verdict"` // supported, unsupported, contradicted, not_found, uncited, unchecked
	Score    float64         `json:"score"`
	Reason   string          `json:"reason"`   // why it is not supported
	Note     string          `json:"note"`     // what changed since a saved answer was given
	Quote    string          `json:"quote"`    // the source's words that bear it out, or come nearest
	Citation string          `json:"citation"` // the keys of the quote, or where it was found
	Places   []wire.Citation `json:"places"`   // one for each quote
	Proof    []wire.Edit     `json:"proof"`    // what leads from the quotes to the sentence
}

type driftJSON struct {
	DocID  string `json:"doc_id"`
	Path   string `json:"path"`
	State  string `json:"state"` // unchanged, changed, missing
	Detail string `json:"detail"`
}

// verifyOf puts a verification and what is known of the symbols together. A nil verification stands for a text of which only
// the symbols were looked at.
func verifyOf(v *verify.Verification, symbols []engine.Symbol) verifyJSON {
	onlySymbols := v == nil
	if onlySymbols {
		v = &verify.Verification{}
	}
	s := symbolsOf(symbols)
	return verifyJSON{
		Schema:    "ibid.verify/1",
		OK:        (onlySymbols || v.OK()) && s.ok(),
		Sentences: wire.Each(v.Sentences, verifiedOf),
		Symbols:   s,
		Documents: wire.Each(v.Documents, func(d verify.Drift) driftJSON { return driftJSON{d.DocID, d.Path, string(d.State), d.Detail} }),
		Notes:     wire.List(v.Notes),
	}
}

func verifiedOf(s verify.Sentence) verifiedJSON {
	quotes := wire.Each(s.Basis, func(c engine.Citation) string { return c.Quote })
	return verifiedJSON{s.Text, string(s.Verdict), round(s.Score), s.Reason, s.Note, strings.Join(quotes, quoteJoint), strings.Join(basisNames(s.Basis), ", "),
		wire.Each(s.Basis, wire.FromCitation), wire.Proof(s.Proof)}
}

// basisNames are the keys of quotes, or where they stand, each once.
func basisNames(basis []engine.Citation) []string {
	var out []string
	seen := map[string]bool{}
	for i := range basis {
		name := basis[i].Key
		if name == "" {
			name = report.Place(&basis[i].Chunk)
		}
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

var jsonObject = regexp.MustCompile(`^\s*\{\s*["}]`)

// looksLikeJSON tells that a text is meant as a JSON object, whole or not.
func looksLikeJSON(text string) bool { return jsonObject.MatchString(text) }

// parseAnswer reads a saved answer. Its errors say what else the text is.
func parseAnswer(text string) (*engine.Answer, error) {
	var kind struct {
		Schema string `json:"schema"`
	}
	dec := json.NewDecoder(strings.NewReader(text))
	if err := dec.Decode(&kind); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errors.New("the JSON breaks off before its end; save the answer again")
		}
		return nil, fmt.Errorf("not valid JSON: %w", err)
	}
	switch {
	case kind.Schema == "":
		return nil, errors.New("JSON without a schema; save an answer with `ibid ask --json`, or verify rows with --jsonl")
	case kind.Schema != wire.Schema:
		return nil, fmt.Errorf("it holds %q, not %s; save an answer with `ibid ask --json`", kind.Schema, wire.Schema)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("something follows the saved answer; verify one answer at a time")
	}
	var a wire.Answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return nil, fmt.Errorf("not a whole %s: %w", wire.Schema, err)
	}
	return savedAnswer(&a)
}

// savedAnswer is the part of an answer that can be verified. An answer that was damaged so that it makes no sense is
// an error.
func savedAnswer(a *wire.Answer) (*engine.Answer, error) {
	if strings.TrimSpace(a.Answer) == "" {
		return nil, errors.New("the saved answer is empty")
	}
	texts := map[string]string{}
	for _, ev := range a.Evidence {
		texts[ev.Key] = ev.Text
	}
	out := &engine.Answer{Question: a.Question, Text: a.Answer, Refused: a.Refused}
	for _, c := range a.Citations {
		if c.Path == "" {
			return nil, fmt.Errorf("the citation %s does not say which file it is from", c.Key)
		}
		if c.StartPage != 0 {
			if err := guard.CheckPages(c.Key, c.StartPage, c.EndPage, 0); err != nil {
				return nil, err
			}
		}
		var section []string
		if c.Section != "" {
			section = []string{c.Section}
		}
		out.Citations = append(out.Citations, engine.Citation{Quote: c.Quote, Span: c.Span, Evidence: engine.Evidence{Key: c.Key, Chunk: index.Chunk{
			Path: c.Path, Digest: c.SourceSHA256, Chunk: source.Chunk{ID: c.ChunkID, DocID: c.DocID, Section: section, Symbol: c.Symbol, Kind: source.Kind(c.Kind),
				StartPage: c.StartPage, EndPage: c.EndPage, StartLine: c.StartLine, EndLine: c.EndLine, Text: texts[c.Key]}}}})
	}
	for _, s := range a.Sentences {
		out.Sentences = append(out.Sentences, engine.Sentence{Text: s.Text, Citations: s.Citations, Quotes: quotesIn(s.Quote, s.Citations, texts)})
	}
	return out, nil
}

// quoteJoint stands between the quotes of one sentence.
const quoteJoint = " … "

// quotesIn takes the joined quotes of a sentence apart. Each piece counts for the first of the texts that the sentence cites and
// that has it; what stands in none counts for the first of them.
func quotesIn(joined string, keys []string, texts map[string]string) []engine.Quote {
	if joined == "" || len(keys) == 0 {
		return nil
	}
	return wire.Each(strings.Split(joined, quoteJoint), func(piece string) engine.Quote {
		has := slices.IndexFunc(keys, func(k string) bool { return strings.Contains(texts[k], piece) })
		return engine.Quote{Key: keys[max(has, 0)], Text: piece}
	})
}

// symbolsJSON is what the API names of a text turned out to be, each name once.
type symbolsJSON struct {
	Known      []string      `json:"known"`
	Unknown    []unknownJSON `json:"unknown"`
	Misused    []misusedJSON `json:"misused"`
	OutOfScope []string      `json:"out_of_scope"`
}

type unknownJSON struct {
	Symbol      string   `json:"symbol"`
	Line        int      `json:"line"` // of the text, where it stands first
	Reason      string   `json:"reason"`
	Suggestions []string `json:"suggestions"`
}

type misusedJSON struct {
	Symbol   string `json:"symbol"`
	Argument string `json:"argument"` // the keyword that it does not take, "" for other faults
	Line     int    `json:"line"`
	Reason   string `json:"reason"`
}

// symbolsOf sorts symbols by their verdict, in the order of the text.
func symbolsOf(used []engine.Symbol) symbolsJSON {
	out := symbolsJSON{[]string{}, []unknownJSON{}, []misusedJSON{}, []string{}}
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
			if !slices.ContainsFunc(out.Unknown, func(u unknownJSON) bool { return u.Symbol == s.Name }) {
				out.Unknown = append(out.Unknown, unknownJSON{s.Name, s.Line, s.Detail, wire.List(s.Nearest)})
			}
		case symbols.Misused:
			if !slices.ContainsFunc(out.Misused, func(m misusedJSON) bool { return m.Symbol == s.Name && m.Argument == s.Argument }) {
				out.Misused = append(out.Misused, misusedJSON{s.Name, s.Argument, s.Line, s.Detail})
			}
		}
	}
	return out
}

// ok tells that no symbol is invented or misused.
func (s *symbolsJSON) ok() bool { return len(s.Unknown)+len(s.Misused) == 0 }
