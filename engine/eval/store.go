package eval

import "math"

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
