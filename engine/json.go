package engine

import (
	"encoding/json"
	"math"
	"time"

	"ibid/guard"
	"ibid/index"
)

// The types of this file are what some types of an Answer are written as: where the JSON differs from the type, for a
// chunk is told by its place, a duration in milliseconds, and what was not measured as null.

type citationJSON struct {
	Key string `json:"key"`
	index.Place
	Quote  string `json:"quote"`
	Span   [2]int `json:"span" jsonschema:"byte offsets of the quote in the evidence's text"`
	Digest string `json:"source_sha256"`
}

type evidenceJSON struct {
	Key         string  `json:"key"`
	Text        string  `json:"text"`
	Score       float64 `json:"score"`
	LexicalRank int     `json:"lexical_rank" jsonschema:"0: not found by it"`
	DenseRank   int     `json:"dense_rank"`
	Neighbour   bool    `json:"neighbour" jsonschema:"taken because it adjoins a hit"`
	index.Origin
}

type timingsJSON struct {
	Retrieve float64 `json:"retrieve"`
	Generate float64 `json:"generate"`
	Guard    float64 `json:"guard"`
	Total    float64 `json:"total"`
}

type selectionJSON struct {
	Contained      bool         `json:"in_selected_text"`
	Similarity     *float64     `json:"similarity" jsonschema:"null where nothing can embed the texts"`
	KeywordOverlap *float64     `json:"keyword_overlap" jsonschema:"null after a refusal: there is no answer to compare"`
	Truncated      bool         `json:"truncated"`
	Latency        float64      `json:"latency_ms" jsonschema:"of the validation"`
	Suggestions    []Suggestion `json:"suggestions"`
	Tokens         int          `json:"tokens" jsonschema:"of the text that were used"`
}

type suggestionJSON struct {
	index.Place
	Score float64 `json:"score"`
}

// shapes are the types in an Answer that write themselves as JSON, each before what it is written as.
func shapes() [][2]any {
	return append(index.Shapes(), [2]any{guard.Unchecked, ""}, [2]any{Citation{}, citationJSON{}}, [2]any{Evidence{}, evidenceJSON{}},
		[2]any{Timings{}, timingsJSON{}}, [2]any{Suggestion{}, suggestionJSON{}}, [2]any{Selection{}, selectionJSON{}})
}

// MarshalJSON implements json.Marshaler.
func (c Citation) MarshalJSON() ([]byte, error) {
	return json.Marshal(citationJSON{Key: c.Key, Place: c.Place(), Quote: c.Quote, Span: c.Span, Digest: c.Digest})
}

// UnmarshalJSON implements json.Unmarshaler. The text of the evidence is known to MakeSane.
func (c *Citation) UnmarshalJSON(data []byte) error {
	var in citationJSON
	err := json.Unmarshal(data, &in)
	*c = Citation{Evidence: Evidence{Key: in.Key, Chunk: in.Place.Chunk()}, Quote: in.Quote, Span: in.Span}
	c.Digest = in.Digest
	return err
}

// MarshalJSON implements json.Marshaler.
func (ev Evidence) MarshalJSON() ([]byte, error) {
	return json.Marshal(evidenceJSON{Key: ev.Key, Text: ev.Text, Score: ev.Score, LexicalRank: ev.LexicalRank, DenseRank: ev.DenseRank,
		Neighbour: ev.Neighbour, Origin: ev.Origin()})
}

// UnmarshalJSON implements json.Unmarshaler.
func (ev *Evidence) UnmarshalJSON(data []byte) error {
	var in evidenceJSON
	err := json.Unmarshal(data, &in)
	*ev = Evidence{Key: in.Key, Chunk: in.Origin.Chunk(), Score: in.Score, LexicalRank: in.LexicalRank, DenseRank: in.DenseRank, Neighbour: in.Neighbour}
	ev.Text = in.Text
	return err
}

// MarshalJSON implements json.Marshaler.
func (t Timings) MarshalJSON() ([]byte, error) {
	return json.Marshal(timingsJSON{Retrieve: milliseconds(t.Retrieve), Generate: milliseconds(t.Generate), Guard: milliseconds(t.Guard), Total: milliseconds(t.Total)})
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *Timings) UnmarshalJSON(data []byte) error {
	var in timingsJSON
	err := json.Unmarshal(data, &in)
	*t = Timings{Retrieve: duration(in.Retrieve), Generate: duration(in.Generate), Guard: duration(in.Guard), Total: duration(in.Total)}
	return err
}

// MarshalJSON implements json.Marshaler.
func (s Suggestion) MarshalJSON() ([]byte, error) {
	return json.Marshal(suggestionJSON{Place: s.Place(), Score: s.Score})
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Suggestion) UnmarshalJSON(data []byte) error {
	var in suggestionJSON
	err := json.Unmarshal(data, &in)
	*s = Suggestion{Chunk: in.Place.Chunk(), Score: number(in.Score)}
	return err
}

// MarshalJSON implements json.Marshaler.
func (s Selection) MarshalJSON() ([]byte, error) {
	return json.Marshal(selectionJSON{Contained: s.Contained, Similarity: orNull(s.Similarity), KeywordOverlap: orNull(s.KeywordOverlap),
		Truncated: s.Truncated, Latency: milliseconds(s.Latency), Suggestions: s.Suggestions, Tokens: s.Tokens})
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Selection) UnmarshalJSON(data []byte) error {
	var in selectionJSON
	err := json.Unmarshal(data, &in)
	*s = Selection{Contained: in.Contained, Similarity: orNaN(in.Similarity), KeywordOverlap: orNaN(in.KeywordOverlap), Truncated: in.Truncated,
		Tokens: max(in.Tokens, 0), Latency: duration(in.Latency), Suggestions: in.Suggestions}
	return err
}

const maxMilliseconds = 1e12 // 31 years; a longer time was not written by ibid

func milliseconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 10 }

func duration(ms float64) time.Duration {
	return time.Duration(math.Round(min(max(ms, 0), maxMilliseconds)*10)) * (time.Millisecond / 10)
}

func orNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	x = rounded(x)
	return &x
}

func orNaN(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return number(*x)
}

// rounded leaves eight digits behind the point: far more than a person is shown, and the same on every machine.
func rounded(x float64) float64 { return math.Round(x*1e8) / 1e8 }

// round leaves so many digits of what was measured for the answer that reading it back does not change it.
func (a *Answer) round() {
	for i := range a.Trace.Gates {
		a.Trace.Gates[i].Measured = rounded(a.Trace.Gates[i].Measured)
	}
	for i := range a.Sentences {
		a.Sentences[i].Score = rounded(a.Sentences[i].Score)
	}
}
