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
	Means      []StoredMean `json:"means"`
	Kinds      []StoredKind `json:"kinds"`
	Lost       []StoredLost `json:"lost"`
	Warnings   []string     `json:"warnings"`
	Times      StoredTimes  `json:"timings_ms"`
	Conditions *Conditions  `json:"conditions"` // nil of a run that did not tell them yet
}

// StoredMean is a Mean.
type StoredMean struct {
	Measure string   `json:"measure"`
	Value   float64  `json:"value"`
	Low     *float64 `json:"low"` // null where there is no interval, and the other too
	High    *float64 `json:"high"`
	N       int      `json:"n"`
}

// StoredKind is a Kind.
type StoredKind struct {
	Kind      string       `json:"kind"`
	Questions int          `json:"questions"`
	Means     []StoredMean `json:"means"`
}

// StoredLost is a Lost.
type StoredLost struct {
	Stage  LossStage `json:"stage"`
	Places int       `json:"places"`
}

// StoredTimes are the percentiles of the times.
type StoredTimes struct {
	Search StoredLatency `json:"search"`
	Answer StoredLatency `json:"answer"`
}

// StoredLatency is a Latency.
type StoredLatency struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
}

// Store is the report without its rows.
func (r *Report) Store() Stored {
	s := &r.Summary
	answerable := 0
	for i := range r.Rows {
		if r.Rows[i].Answerable {
			answerable++
		}
	}
	return Stored{
		Set: r.Set, SHA256: r.SHA256, Form: r.Form, Embedder: r.Embedder, Generator: r.Generator, Documents: r.Documents, Chunks: r.Chunks,
		Questions: len(r.Rows), Answerable: answerable, Means: storeMeans(s.Means),
		Kinds:    each(s.Kinds, func(k Kind) StoredKind { return StoredKind{k.Name, k.Questions, storeMeans(k.Means)} }),
		Lost:     each(s.Lost, func(l Lost) StoredLost { return StoredLost(l) }),
		Warnings: each(r.Warnings, func(w string) string { return w }),
		Times:    StoredTimes{storeLatency(s.Search), storeLatency(s.Answer)}, Conditions: &r.Under,
	}
}

func storeMeans(means []Mean) []StoredMean {
	return each(means, func(m Mean) StoredMean {
		return StoredMean{m.Name, round(m.Value), finite(m.Low), finite(m.High), m.N}
	})
}

func storeLatency(l Latency) StoredLatency {
	return StoredLatency{round(l.P50), round(l.P90), round(l.P99)}
}

// each is a list that is never nil.
func each[T, U any](list []T, of func(T) U) []U {
	out := make([]U, len(list))
	for i, v := range list {
		out[i] = of(v)
	}
	return out
}

// round keeps four decimals: what lies behind them is noise.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// storedRow is a row as it is kept: a line of a file. Fields are only ever added, and lists are never null.
type storedRow struct {
	ID         string             `json:"qid"`
	Question   string             `json:"question"`
	Kind       string             `json:"kind"`
	Answerable bool               `json:"answerable"`
	Refused    bool               `json:"refused"`
	Code       string             `json:"refusal_code"`
	Reason     string             `json:"refusal_reason"`
	Answer     string             `json:"answer"`
	Measures   map[string]float64 `json:"measures"` // those that apply
	Lost       []storedLoss       `json:"lost"`
	Hits       []storedFound      `json:"hits"`
	Cited      []storedFound      `json:"cited"`
	Gates      []storedGate       `json:"gates"`
	Times      storedTimes        `json:"timings_ms"`
}

type storedPlace struct {
	DocID     string `json:"doc_id"`
	StartPage int    `json:"start_page"`
	EndPage   int    `json:"end_page"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Symbol    string `json:"symbol"`
}

type storedFound struct {
	ChunkID string `json:"chunk_id"`
	storedPlace
	Score float64 `json:"score"`
}

type storedLoss struct {
	storedPlace
	Stage    LossStage `json:"stage"`
	Lexical  int       `json:"lexical_rank"` // 0 for none
	Dense    int       `json:"dense_rank"`
	Fused    int       `json:"fused_rank"`
	Reranked int       `json:"reranked_rank"`
}

type storedGate struct {
	Name      string   `json:"name"`
	Measured  *float64 `json:"measured"` // null where nothing was
	Threshold *float64 `json:"threshold"`
	Verdict   string   `json:"verdict"`
}

type storedTimes struct {
	Search float64 `json:"search"`
	Answer float64 `json:"answer"`
}

// MarshalJSON implements json.Marshaler. Measures keep all their digits, so that what is equal stays equal.
func (r Row) MarshalJSON() ([]byte, error) {
	measures := make(map[string]float64, len(r.Measures))
	for _, m := range r.Measures {
		measures[m.Name] = m.Value
	}
	return marshal(storedRow{
		ID: r.ID, Question: r.Question, Kind: r.Kind, Answerable: r.Answerable, Refused: r.Refused, Code: r.Code, Reason: r.Reason, Answer: r.Answer,
		Measures: measures,
		Lost: each(r.Lost, func(l Loss) storedLoss {
			return storedLoss{storedPlace(l.Place), l.Stage, l.Lexical, l.Dense, l.Fused, l.Reranked}
		}),
		Hits:  each(r.Hits, storeFound),
		Cited: each(r.Cited, storeFound),
		Gates: each(r.Gates, func(g Gate) storedGate {
			return storedGate{g.Name, finite(g.Measured), finite(g.Threshold), g.Verdict}
		}),
		Times: storedTimes{round(r.Times.Search), round(r.Times.Answer)},
	})
}

// marshal leaves < and > as they are: the answers of this are read by people too.
func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return out.Bytes(), err
}

func storeFound(f Found) storedFound {
	return storedFound{f.ChunkID, storedPlace{f.DocID, f.StartPage, f.EndPage, f.StartLine, f.EndLine, f.Symbol}, round(f.Score)}
}

// finite is null for what is no number in JSON.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	x = round(x)
	return &x
}

// UnmarshalJSON implements json.Unmarshaler. Of places, hits, citations, gates and times nothing is read: what compares rows has no
// use for them.
func (r *Row) UnmarshalJSON(data []byte) error {
	var s storedRow
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	if s.ID == "" || s.Measures == nil {
		return errors.New(`it has no "qid" or no "measures"`)
	}
	*r = Row{ID: s.ID, Question: s.Question, Kind: s.Kind, Answerable: s.Answerable, Refused: s.Refused, Code: s.Code, Reason: s.Reason, Answer: s.Answer}
	for _, info := range Measures() {
		if v, ok := s.Measures[info.Name]; ok {
			if v < 0 || v > 1 && !info.Count {
				return fmt.Errorf("its %s is %v, and between 0 and 1 is possible", info.Name, v)
			}
			r.Measures = append(r.Measures, Measure{info.Name, v})
		}
	}
	return nil
}
