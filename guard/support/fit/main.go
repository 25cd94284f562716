// Command fit measures the check on labelled pairs of claims and evidence, and fits the weights of what it finds in claims that
// it cannot prove.
//
//	go run ./guard/support/fit ../shared/data/support/pairs-1.jsonl ../shared/data/support/pairs-2.jsonl …
//	go run ./guard/support/fit -write guard/support/weights.txt FILE…
//
// A file has JSON objects with claim, evidence (a text or several), label (supported or not) and, where there are any, title and
// section. Printed is of each file the share of true and false claims that are proven and contradicted, and how well a model
// fitted on the other files orders the rest of it: the area under its curve.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ibid/guard"
	"ibid/guard/support"
)

func main() {
	write := flag.String("write", "", "fit on all files and write the weights to this `file`")
	show := flag.String("show", "", "print the rows of this `verdict-label`, such as supported-unsupported")
	flag.Parse()
	if err := run(os.Stdout, *write, *show, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, write, show string, paths []string) error {
	sets := make([]set, len(paths))
	for i, path := range paths {
		if err := sets[i].load(path); err != nil {
			return err
		}
		sets[i].measure(w, show)
	}
	var all []example
	for i := range sets {
		var others []example
		for k := range sets {
			if k != i {
				others = append(others, sets[k].examples...)
			}
		}
		all = append(all, sets[i].examples...)
		if len(others) > 0 {
			fmt.Fprintf(w, "%-24s not proven: AUC %.3f, fitted on the others\n", sets[i].name, fit(others).area(sets[i].examples))
		}
	}
	if write == "" {
		return nil
	}
	return os.WriteFile(write, []byte(fit(all).String()), 0o644)
}

// pair is a claim beside its evidence.
type pair struct {
	ID, Claim, Label, Kind, Title, Section string
	Evidence                               texts
}

// texts is a text or a list of texts.
type texts []string

func (t *texts) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		*t = make(texts, 1)
		return json.Unmarshal(b, &(*t)[0])
	}
	return json.Unmarshal(b, (*[]string)(t))
}

// example is what was found of a claim that is not proven.
type example struct {
	findings []float64
	label    bool
	weight   float64 // so that every set counts the same
}

// set is one file.
type set struct {
	name     string
	pairs    []pair
	examples []example
}

// maxLine bounds one row, in bytes.
const maxLine = 4 << 20

func (s *set) load(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	s.name = filepath.Base(path)
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, maxLine)
	for sc.Scan() {
		var p pair
		if err := json.Unmarshal(sc.Bytes(), &p); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		s.pairs = append(s.pairs, p)
	}
	if len(s.pairs) == 0 {
		return errors.Join(fmt.Errorf("%s has no rows", path), sc.Err())
	}
	return sc.Err()
}

// measure checks every pair, prints the shares, and keeps what was found of claims that are not proven.
func (s *set) measure(w io.Writer, show string) {
	count := map[string]int{}
	var took time.Duration
	for _, p := range s.pairs {
		c := support.NewChecker()
		var evidence []*support.Prepared
		for _, e := range p.Evidence {
			evidence = append(evidence, c.Prepare(guard.Passage{Text: e, Heading: p.Title + "\n" + p.Section}))
		}
		start := time.Now()
		r := c.Check(p.Claim, evidence...)
		took += time.Since(start)
		label := p.Label == "supported"
		key := fmt.Sprintf("%v %v", label, r.Verdict)
		count[key]++
		count[fmt.Sprint(label)]++
		count[fmt.Sprintf("%v %v %s", label, r.Verdict, p.Kind)]++
		if f := c.Findings(p.Claim, evidence...); f != nil {
			s.examples = append(s.examples, example{findings: f, label: label})
		}
		if show == r.Verdict.String()+"-"+p.Label {
			fmt.Fprintf(w, "%s %s: %s\n\t%s\n", p.ID, p.Kind, p.Claim, r.Reason)
			for _, q := range r.Quotes {
				fmt.Fprintf(w, "\t“%s”\n", strings.Join(strings.Fields(q.Text), " "))
			}
			for _, step := range r.Proof {
				fmt.Fprintf(w, "\t%s: %q from %q\n", step.Kind, step.Claim, step.Source)
			}
		}
	}
	for i := range s.examples {
		s.examples[i].weight = 1 / float64(len(s.examples))
	}
	share := func(label bool, v support.Verdict) float64 {
		return float64(count[fmt.Sprintf("%v %v", label, v)]) / float64(max(1, count[fmt.Sprint(label)]))
	}
	fmt.Fprintf(w, "%-24s proven: true %.3f of %d, false %.3f of %d; contradicted: true %.3f, false %.3f; near-copies proven %d of %d; %.0f checks a second\n", s.name,
		share(true, support.Supported), count["true"], share(false, support.Supported), count["false"], share(true, support.Contradicted), share(false, support.Contradicted),
		count["true supported near-copy"], count["true supported near-copy"]+count["true unsupported near-copy"]+count["true contradicted near-copy"]+count["true not_found near-copy"],
		float64(len(s.pairs))/took.Seconds())
}

// model is a logistic model whose weights have the sign of what their finding says.
type model struct {
	bias    float64
	weights []float64
}

const (
	steps   = 4000
	rate    = 0.5
	shrinks = 0.002 // ridge
)

// fit minimises the logistic loss by gradient descent; a weight of the wrong sign becomes 0.
func fit(examples []example) model {
	names, speakFor := support.FindingNames()
	m := model{weights: make([]float64, len(names))}
	total := 0.0
	for _, e := range examples {
		total += e.weight
	}
	for range steps {
		slope := make([]float64, len(names))
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
		for i := range m.weights {
			m.weights[i] -= float64(rate * (slope[i] + float64(shrinks*m.weights[i])))
			if (m.weights[i] > 0) != (i < speakFor) {
				m.weights[i] = 0
			}
		}
	}
	return m
}

func (m model) probability(findings []float64) float64 {
	sum := m.bias
	for i, f := range findings {
		sum += float64(m.weights[i] * f)
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
	names, _ := support.FindingNames()
	var b strings.Builder
	fmt.Fprintf(&b, "bias %.3f\n", m.bias)
	for i, n := range slices.Clone(names) {
		fmt.Fprintf(&b, "%s %.3f\n", n, m.weights[i])
	}
	return b.String()
}
