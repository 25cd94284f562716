package ollama

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

//go:embed claims.json
var claimsFile []byte

// claim is one about a passage, true, or false by one change. All were written for this, and serve to measure judges and
// nothing else.
type claim struct{ Passage, Claim, Changed string }

// claims are those of claims.json, where a passage stands with the first of its claims.
func claims() (out []claim) {
	if err := json.Unmarshal(claimsFile, &out); err != nil {
		panic(err) // it is part of the program
	}
	for i := range out {
		if out[i].Passage == "" {
			out[i].Passage = out[i-1].Passage
		}
	}
	return out
}

// Limits of what a judge may accept of the claims that it is measured by: false ones, and true ones.
const mostFalse, leastTrue = 1, 20

// Rates are what a judge makes of claims whose truth is known.
type Rates struct {
	Model     string
	Threshold float64 // the probability from which it accepts: the least at which it accepts mostFalse or fewer
	True      int     // that it then accepts
	False     int
	of        [2]int // how many true and false ones there are
}

// On tells that what the judge accepts counts.
func (r Rates) On() bool { return r.True >= leastTrue }

// String says what came out.
func (r Rates) String() string {
	state := "on"
	if !r.On() {
		state = fmt.Sprintf("off (%d are needed)", leastTrue)
	}
	return fmt.Sprintf("%s: borne out is %s, accepts %d of %d true, %d of %d false", r.Model, state, r.True, r.of[0], r.False, r.of[1])
}

// rate finds the threshold for the probabilities of true and of false claims.
func rate(model string, right, wrong []float64) Rates {
	r := Rates{Model: model, Threshold: math.Inf(1), of: [2]int{len(right), len(wrong)}}
	descending := func(a, b float64) int { return cmp.Compare(b, a) }
	slices.SortFunc(right, descending)
	slices.SortFunc(wrong, descending)
	for _, p := range right {
		if p < 0.5 || p <= wrong[mostFalse] { // less is a No
			break
		}
		r.True, r.Threshold = r.True+1, p
	}
	for _, p := range wrong {
		if p >= r.Threshold {
			r.False++
		}
	}
	return r
}

// Rates are those of the judge; false where it was not asked about all claims yet.
func (j *Judge) Rates() (Rates, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.rates != nil {
		return *j.rates, true
	}
	var right, wrong []float64 // probabilities
	for _, c := range claims() {
		p, ok := j.said[hash(j.prompt(c.Claim, []string{c.Passage}))]
		switch {
		case !ok:
			return Rates{Model: j.model}, false
		case c.Changed == "":
			right = append(right, p)
		default:
			wrong = append(wrong, p)
		}
	}
	r := rate(j.model, right, wrong)
	j.rates = &r
	return r, true
}

// Measure asks the judge about the claims that it was not asked about yet, each after a call of before. An error is that
// of before, an *Error, or the context's; what was said until then is kept.
func (j *Judge) Measure(ctx context.Context, before func(done, total int) error) (Rates, error) {
	all := claims()
	for i, c := range all {
		if err := before(i, len(all)); err != nil {
			return Rates{Model: j.model}, err
		}
		if _, err := j.grounded(ctx, c.Claim, []string{c.Passage}); err != nil {
			return Rates{Model: j.model}, err
		}
	}
	r, _ := j.Rates()
	return r, nil
}
