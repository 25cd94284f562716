package engine

import (
	"encoding/json"
	"math"
	"time"

	"ibid/guard"
	"ibid/index"
)

// The types of this file are what some types of an Answer are written as: where the JSON differs from the type, for a
// chunk is told by its place.

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

// shapes are the types in an Answer that write themselves as JSON, each before what it is written as.
func shapes() [][2]any {
	return append(index.Shapes(), [2]any{guard.Unchecked, ""}, [2]any{Citation{}, citationJSON{}}, [2]any{Evidence{}, evidenceJSON{}})
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

// Took is how many milliseconds something took, to a tenth.
type Took float64

// since is what was taken since a time.
func since(start time.Time) Took { return Took(math.Round(time.Since(start).Seconds()*1e4) / 10) }

// Duration is the time as others reckon with it. One beyond a year was not written by ibid.
func (t Took) Duration() time.Duration {
	return time.Duration(min(max(float64(t), 0), 366*24*3600e3) * float64(time.Millisecond))
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
