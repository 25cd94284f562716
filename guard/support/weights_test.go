package support

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"ibid/guard"
)

var update = flag.Bool("update", false, "fit the weights anew and write them")

// example is what was found of a claim that is not proven.
type example struct {
	findings findings
	label    bool
	weight   float64 // so that every set counts the same
}

// TestWeights measures how well the model orders what is not proven of each set, fitted on the others: the area under its curve. With
// -update it is fitted on all of them and written to weights.txt.
func TestWeights(t *testing.T) {
	if !*update && !testing.Verbose() {
		t.Skip("fits on thousands of pairs, and fails never: run it with -v or -update")
	}
	paths := []string{"pairs-1", "pairs-2", "dev", "public/begin", "public/wice", "public/fever_symmetric"}
	sets := make([][]example, len(paths))
	for i, path := range paths {
		for _, p := range readPairs(t, "../../../shared/data/support/"+path+".jsonl") {
			c := NewChecker()
			var evidence []*Prepared
			for _, text := range p.Evidence {
				evidence = append(evidence, c.Prepare(guard.Passage{Text: text, Heading: p.Title + "\n" + p.Section}))
			}
			if c.Check(p.Claim, evidence...).Verdict == guard.Supported {
				continue
			}
			pr := c.prover(evidence)
			if n, ok := pr.nearest(pr.fold((&reader{stems: c.stems}).read(p.Claim, 0)).answered()); ok {
				sets[i] = append(sets[i], example{findings: n.findings(), label: p.Label == "supported"})
			}
		}
		for k := range sets[i] {
			sets[i][k].weight = 1 / float64(len(sets[i]))
		}
	}
	var all []example
	for i := range sets {
		var others []example
		for k := range sets {
			if k != i {
				others = append(others, sets[k]...)
			}
		}
		all = append(all, sets[i]...)
		t.Logf("%-24s %.3f", paths[i], fit(others).area(sets[i]))
	}
	if *update {
		if err := os.WriteFile("weights.txt", []byte(fit(all).String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// model is a logistic model whose weights have the sign of what their finding says.
type model struct{ weights }

const (
	steps   = 4000
	rate    = 0.5
	shrinks = 0.002 // ridge
)

// fit minimises the logistic loss by gradient descent; a weight of the wrong sign becomes 0.
func fit(examples []example) model {
	var m model
	total := 0.0
	for _, e := range examples {
		total += e.weight
	}
	for range steps {
		var slope findings
		bias := 0.0
		for _, e := range examples {
			d := m.probability(e.findings)
			if e.label {
				d--
			}
			d *= e.weight / total
			bias += d
			for i, f := range e.findings {
				slope[i] += float64(d * f)
			}
		}
		m.bias -= float64(rate * bias)
		for i := range m.by {
			m.by[i] -= float64(rate * (slope[i] + float64(shrinks*m.by[i])))
			if (m.by[i] > 0) != (i < int(foundMissing)) {
				m.by[i] = 0
			}
		}
	}
	return m
}

func (m model) probability(findings findings) float64 {
	sum := m.bias
	for i, f := range findings {
		sum += float64(m.by[i] * f)
	}
	return 1 / (1 + math.Exp(-sum))
}

// area is the share of pairs of a true and a false claim that the model orders rightly.
func (m model) area(examples []example) float64 {
	var right, all float64
	for _, a := range examples {
		for _, b := range examples {
			if a.label && !b.label {
				all++
				switch p, q := m.probability(a.findings), m.probability(b.findings); {
				case p > q:
					right++
				case p == q:
					right += 0.5
				}
			}
		}
	}
	return right / max(1, all)
}

// String is the model as support reads it.
func (m model) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "bias %.3f\n", m.bias)
	for i, n := range findingNames {
		fmt.Fprintf(&b, "%s %.3f\n", n, m.by[i])
	}
	return b.String()
}
