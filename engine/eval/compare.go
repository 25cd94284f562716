package eval

import (
	"encoding/json"
	"errors"
	"fmt"

	"ibid/index/file"
)

// Comparison is what changed from one run of a set to another, on the questions that both have.
type Comparison struct {
	Shared      int          `json:"shared"` // questions that both runs have
	OnlyA       int          `json:"only_a"` // that one of them has
	OnlyB       int          `json:"only_b"`
	Differences []Difference `json:"measures"` // in the order of Measures
	Changes     []Change     `json:"changes"`  // in the order of A's questions
	Warnings    []string     `json:"warnings"` // of what else the runs differ in
}

// Difference is what changed in one measure, on the questions that have it in both runs.
type Difference struct {
	Name   string  `json:"measure"`
	Lower  bool    `json:"lower_is_better"`
	A      float64 `json:"a"` // means
	B      float64 `json:"b"`
	N      int     `json:"n"`      // questions
	Better int     `json:"better"` // questions
	Worse  int     `json:"worse"`
}

// Change is a question of which some measure changed.
type Change struct {
	ID       string  `json:"qid"`
	Question string  `json:"question"`
	Worse    []Delta `json:"worse"` // in the order of Measures
	Better   []Delta `json:"better"`
	Refused  bool    `json:"refused"` // in B
	Reason   string  `json:"refusal_reason"`
}

// Delta is one measure of one question in two runs.
type Delta struct {
	Name string  `json:"measure"`
	From float64 `json:"a"`
	To   float64 `json:"b"`
}

// Compare pairs the rows of two reports by the ids of their questions.
func Compare(a, b *Report) *Comparison {
	c := &Comparison{Differences: []Difference{}, Changes: []Change{}, Warnings: differ(a, b)}
	inB := make(map[string]*Row, len(b.Rows))
	for i := range b.Rows {
		inB[b.Rows[i].ID] = &b.Rows[i]
	}
	all := map[string]*Difference{}
	for _, from := range a.Rows {
		to := inB[from.ID]
		if to == nil {
			c.OnlyA++
			continue
		}
		c.Shared++
		change := Change{ID: to.ID, Question: to.Question, Worse: []Delta{}, Better: []Delta{},
			Refused: to.Refused, Reason: to.Reason}
		for _, m := range Measures() {
			x, inA := from.Measures[m.Name]
			y, both := to.Measures[m.Name]
			if !inA || !both {
				continue
			}
			d := all[m.Name]
			if d == nil {
				d = &Difference{Name: m.Name, Lower: m.Lower}
				all[m.Name] = d
			}
			d.N, d.A, d.B = d.N+1, d.A+x, d.B+y
			switch {
			case x == y:
			case (y < x) == m.Lower:
				d.Better++
				change.Better = append(change.Better, Delta{m.Name, x, y})
			default:
				d.Worse++
				change.Worse = append(change.Worse, Delta{m.Name, x, y})
			}
		}
		if len(change.Better)+len(change.Worse) > 0 {
			c.Changes = append(c.Changes, change)
		}
	}
	c.OnlyB = len(b.Rows) - c.Shared
	for _, m := range Measures() {
		if d := all[m.Name]; d != nil {
			d.A, d.B = d.A/float64(d.N), d.B/float64(d.N)
			c.Differences = append(c.Differences, *d)
		}
	}
	return c
}

// differ says what two runs differ in beside what became of the questions, a line each.
func differ(a, b *Report) []string {
	out := []string{}
	if a.SHA256 != b.SHA256 {
		out = append(out, "the question set changed between the runs: what is measured may differ though nothing else does")
	}
	if a.Digest != b.Digest {
		out = append(out, "the documents changed between the runs")
	}
	for _, of := range []struct{ what, a, b string }{
		{"embedder", a.Embedder, b.Embedder},
		{"generator", a.Generator, b.Generator},
		{"version of ibid", a.Version, b.Version},
		{"least probability", fmt.Sprint(a.Answered), fmt.Sprint(b.Answered)},
	} {
		if of.a != of.b {
			out = append(out, fmt.Sprintf("the %s is %s in A and %s in B", of.what, of.a, of.b))
		}
	}
	return out
}

// Open reads a report that was saved.
func Open(path string) (*Report, error) {
	data, err := file.Read(path, maxFileBytes)
	if err != nil {
		return nil, err
	}
	var r Report
	if err = json.Unmarshal(data, &r); err == nil && r.Rows == nil {
		err = errors.New("it has no rows")
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not what `ibid eval --save FILE` writes: %w", path, err)
	}
	seen := map[string]bool{}
	for _, row := range r.Rows {
		if row.ID == "" || seen[row.ID] {
			return nil, fmt.Errorf("%s: the qid %q is empty or there twice; questions are told apart by it", path, row.ID)
		}
		seen[row.ID] = true
	}
	return &r, nil
}
