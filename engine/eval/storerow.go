package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

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
