package eval

import (
	"context"
	"fmt"
	"slices"
)

// Sweep is what each value of the threshold for similarity does to the questions of a set: the least share of a
// question that the best evidence must hold.
type Sweep struct {
	Now          float64 `json:"now"`
	Proposed     float64 `json:"proposed"` // Now, where nothing is better
	Answerable   int     `json:"answerable"`
	Unanswerable int     `json:"unanswerable"`
	Points       []Point `json:"points"` // the lowest first
	Unfit        string  `json:"unfit"`  // why nothing is proposed, "" where something may be
}

// Point is one threshold and the mistakes with it.
type Point struct {
	Threshold     float64 `json:"threshold"`
	FalseRefusals int     `json:"false_refusals"`
	FalseAnswers  int     `json:"false_answers"`
}

const (
	steps           = 20   // from 0, where nothing is refused for it, to 1
	open            = -1   // a threshold that has the gate measure, and refuses nothing
	mostRefusals    = 0.10 // share of the answerable questions that may be refused, one more of both reckoned with
	fewestQuestions = 10   // of each kind, to set a threshold by: with fewer than 9 answerable ones none is bearable
)

// SweepSimilarity asks the questions of a set with the threshold wide open, and tells of others which questions they
// refuse: a threshold changes neither what evidence is found nor what is drafted from it. It proposes the one with the
// fewest false answers among those whose false refusals are bearable; of those the fewest false refusals, then the
// present one, then the highest. It was chosen by these very questions: of others expect less.
func SweepSimilarity(ctx context.Context, set *Set, s Subject, progress func(done, total int)) (*Sweep, error) {
	now := s.Options.Similarity
	s.Options.Similarity = open
	report, err := Run(ctx, set, s, progress)
	if err != nil {
		return nil, err
	}
	return propose(report.Rows, now), nil
}

// propose is the sweep over rows that were made with the threshold open.
func propose(rows []Row, now float64) *Sweep {
	out := &Sweep{Now: now, Proposed: now, Answerable: int(number(rows, func(r Row) bool { return r.Answerable }))}
	out.Unanswerable = len(rows) - out.Answerable
	values := []float64{now}
	for i := range steps + 1 {
		values = append(values, float64(i)/steps)
	}
	slices.Sort(values)
	best := -1
	for i, t := range slices.Compact(values) {
		p := at(rows, t)
		out.Points = append(out.Points, p)
		if out.bearable(p) && (best < 0 || out.prefers(p, out.Points[best])) {
			best = i
		}
	}
	switch {
	case out.Answerable < fewestQuestions || out.Unanswerable < fewestQuestions:
		out.Unfit = fmt.Sprintf("%d answerable and %d unanswerable questions are too few to set a threshold by; "+
			"it takes %d of each", out.Answerable, out.Unanswerable, fewestQuestions)
	case best < 0:
		out.Unfit = fmt.Sprintf("the other gates refuse %d of %d answerable questions by themselves, "+
			"and at most 10%% are wanted", out.Points[0].FalseRefusals, out.Answerable)
	default:
		out.Proposed = out.Points[best].Threshold
	}
	return out
}

// at counts the mistakes with a threshold; that of 0 refuses nothing.
func at(rows []Row, threshold float64) Point {
	p := Point{Threshold: threshold}
	for i := range rows {
		refused := rows[i].Refused || threshold > 0 && rows[i].coverage < threshold
		switch {
		case rows[i].Answerable && refused:
			p.FalseRefusals++
		case !rows[i].Answerable && !refused:
			p.FalseAnswers++
		}
	}
	return p
}

// bearable tells whether so few answerable questions are refused that the next one, if it is like these, is refused
// with a probability of at most mostRefusals. One more refusal is reckoned with than there is: that is the bound of
// conformal risk control (Angelopoulos et al. 2022), which holds for any number of questions.
func (s *Sweep) bearable(p Point) bool {
	return float64(p.FalseRefusals+1) <= mostRefusals*float64(s.Answerable+1)
}

// prefers tells whether a point is to be taken rather than a lower one.
func (s *Sweep) prefers(p, lower Point) bool {
	switch {
	case p.FalseAnswers != lower.FalseAnswers:
		return p.FalseAnswers < lower.FalseAnswers
	case p.FalseRefusals != lower.FalseRefusals:
		return p.FalseRefusals < lower.FalseRefusals
	}
	return lower.Threshold != s.Now
}
