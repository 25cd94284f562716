package eval

// Comparison is what changed from one run of a set to another, on the questions that both have.
type Comparison struct {
	Shared       int          // questions that both runs have
	OnlyA, OnlyB int          // that one of them has
	Differences  []Difference // in the order of Measures
	Changes      []Change     // in the order of A's questions
}

// Difference is what changed in one measure, on the questions that have it in both runs.
type Difference struct {
	Name          string
	Lower         bool // less is better
	N             int  // questions
	A, B          float64
	Mean          float64 // of B-A
	Low, High     float64 // bounds of its 95% confidence interval, by paired bootstrap; NaN for fewer than 5 questions
	Better, Worse int     // questions
	P             float64 // of the sign test
}

// Change is a question of which some measure changed.
type Change struct {
	ID, Question string
	Better       []Delta // in the order of Measures
	Worse        []Delta
	Refused      bool // in B
	Reason       string
}

// Delta is one measure of one question in two runs.
type Delta struct {
	Name     string
	From, To float64
}

// Compare pairs rows by the ids of their questions.
func Compare(a, b []Row) Comparison {
	var c Comparison
	inB := make(map[string]*Row, len(b))
	for i := range b {
		inB[b[i].ID] = &b[i]
	}
	var pairs [][2]*Row
	for i := range a {
		if to := inB[a[i].ID]; to != nil {
			pairs = append(pairs, [2]*Row{&a[i], to})
			delete(inB, a[i].ID)
		} else {
			c.OnlyA++
		}
	}
	c.Shared, c.OnlyB = len(pairs), len(inB)
	measures := Measures()
	for _, m := range measures {
		if d := m.difference(pairs); d.N > 0 {
			c.Differences = append(c.Differences, d)
		}
	}
	for _, p := range pairs {
		change := Change{ID: p[1].ID, Question: p[1].Question, Refused: p[1].Refused, Reason: p[1].Reason}
		for _, m := range measures {
			from, to, ok := m.values(p)
			switch {
			case !ok || from == to:
			case m.improves(from, to):
				change.Better = append(change.Better, Delta{m.Name, from, to})
			default:
				change.Worse = append(change.Worse, Delta{m.Name, from, to})
			}
		}
		if len(change.Better)+len(change.Worse) > 0 {
			c.Changes = append(c.Changes, change)
		}
	}
	return c
}

func (m Info) improves(from, to float64) bool { return to != from && (to < from) == m.Lower }

// values are a question's in both runs; false where one of them has none.
func (m Info) values(p [2]*Row) (from, to float64, ok bool) {
	from, inA := p[0].Value(m.Name)
	to, inB := p[1].Value(m.Name)
	return from, to, inA && inB
}

func (m Info) difference(pairs [][2]*Row) Difference {
	d := Difference{Name: m.Name, Lower: m.Lower}
	var as, bs []float64
	for _, p := range pairs {
		from, to, ok := m.values(p)
		if !ok {
			continue
		}
		as, bs = append(as, from), append(bs, to)
		switch {
		case from == to:
		case m.improves(from, to):
			d.Better++
		default:
			d.Worse++
		}
	}
	d.N, d.A, d.B, d.P = len(as), average(as), average(bs), SignTest(d.Better, d.Worse)
	d.Mean, d.Low, d.High = PairedDifference(as, bs)
	return d
}
