package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Stored is a report as it is printed and kept, without its rows: a set of ibid.eval/1. Fields are only ever added, lists are
// never null, and nothing but Times differs between two runs.
type Stored struct {
	Set        string       `json:"set"`
	SHA256     string       `json:"sha256"`
	Form       Form         `json:"form"`
	Embedder   string       `json:"embedder"`
	Generator  string       `json:"generator"`
	Documents  int          `json:"documents"`
	Chunks     int          `json:"chunks"`
	Questions  int          `json:"questions"`
	Answerable int          `json:"answerable"`
	Means      List[Mean]   `json:"means"`
	Kinds      List[Kind]   `json:"kinds"`
	Lost       List[Lost]   `json:"lost"`
	Warnings   List[string] `json:"warnings"`
	Times      StoredTimes  `json:"timings_ms"`
	Conditions *Conditions  `json:"conditions"` // nil of a run that did not tell them yet
}

// StoredTimes are the percentiles of the times.
type StoredTimes struct {
	Search Latency `json:"search"`
	Answer Latency `json:"answer"`
}

// Store is the report without its rows.
func (r *Report) Store() Stored {
	s := &r.Summary
	return Stored{
		Set: r.Set, SHA256: r.SHA256, Form: r.Form, Embedder: r.Embedder, Generator: r.Generator, Documents: r.Documents, Chunks: r.Chunks,
		Questions: len(r.Rows), Answerable: int(number(r.Rows, func(r Row) bool { return r.Answerable })),
		Means: s.Means, Kinds: s.Kinds, Lost: s.Lost, Warnings: r.Warnings, Times: StoredTimes{s.Search, s.Answer}, Conditions: &r.Under,
	}
}

// Number is printed and kept with four decimals, and as null where it is none.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if x := float64(n); !math.IsNaN(x) && !math.IsInf(x, 0) {
		return json.Marshal(round(x))
	}
	return []byte("null"), nil
}

// round keeps four decimals: what lies behind them is noise.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// List is never printed as null.
type List[T any] []T

// MarshalJSON implements json.Marshaler.
func (l List[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return marshal([]T(l))
}

// marshal leaves < and > as they are: what is printed is read by people too.
func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return out.Bytes(), err
}

// Values are measures, kept by their names and with all their digits, so that what is equal stays equal.
type Values []Measure

// MarshalJSON implements json.Marshaler.
func (v Values) MarshalJSON() ([]byte, error) {
	byName := make(map[string]float64, len(v))
	for _, m := range v {
		byName[m.Name] = m.Value
	}
	return json.Marshal(byName)
}

// UnmarshalJSON implements json.Unmarshaler. Measures that are not known are left out.
func (v *Values) UnmarshalJSON(data []byte) error {
	var byName map[string]float64
	if err := json.Unmarshal(data, &byName); err != nil || byName == nil {
		return err
	}
	*v = Values{}
	for _, info := range Measures() {
		if x, ok := byName[info.Name]; ok {
			if x < 0 || x > 1 && !info.Count {
				return fmt.Errorf("its %s is %v, and between 0 and 1 is possible", info.Name, x)
			}
			*v = append(*v, Measure{info.Name, x})
		}
	}
	return nil
}

// UnmarshalJSON implements json.Unmarshaler. Of places, hits, citations, gates and times nothing is kept: what compares rows has no
// use for them.
func (r *Row) UnmarshalJSON(data []byte) error {
	type plain Row
	var p plain
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	if p.ID == "" || p.Measures == nil {
		return errors.New(`it has no "qid" or no "measures"`)
	}
	*r = Row{ID: p.ID, Question: p.Question, Kind: p.Kind, Answerable: p.Answerable, Refused: p.Refused, Code: p.Code, Reason: p.Reason, Answer: p.Answer}
	if len(p.Measures) > 0 {
		r.Measures = p.Measures
	}
	return nil
}
