package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"ibid/engine/eval"
)

func (a *App) evalCompareCommand() *cobra.Command {
	return a.command(&cobra.Command{
		Use:   "compare [flags] A B",
		Short: "Show what got better and what got worse between two saved runs",
		Long:  `Compare two runs that "ibid eval --save" has written: two folders, or a file of rows from each. Questions are paired by their ids; those that only one run has are left out. Each measure is shown in A and in B, with the difference B - A and how many questions got better and worse. Then come the questions that changed. Notes tell what else the runs differ in: the questions, the documents, the embedder, the generator, the thresholds, what is switched off, and the version of ibid.`,
		Example: `  ibid eval compare before after
  ibid eval compare before/questions.jsonl after/questions.jsonl`,
		Args: cobra.ExactArgs(2),
	}, "ibid.evalcompare/1 object", func(_ context.Context, r *call) error {
		runs, err := compareRuns(r.args[0], r.args[1])
		if err != nil {
			return usageError{err}
		}
		err = r.show(runs, func(p *page) { p.comparisons(runs) })
		for i := range runs.Sets {
			for _, w := range runs.Sets[i].Warnings {
				r.note("%s: %s", runs.Sets[i].Name, w)
			}
		}
		r.tell(runs.Warnings)
		return err
	}, screenSettings)
}

// comparedRuns are two saved runs: the wire schema ibid.evalcompare/1. Fields are only ever added.
type comparedRuns struct {
	Schema   string                 `json:"schema"`
	A        string                 `json:"a" jsonschema:"where they were saved"`
	B        string                 `json:"b"`
	Sets     eval.List[comparedSet] `json:"sets"`
	Warnings eval.List[string]      `json:"warnings" jsonschema:"about sets that only one of them has"`
}

type comparedSet struct {
	Name string `json:"set"`
	eval.Comparison
	Warnings eval.List[string] `json:"warnings"`
}

func compareRuns(a, b string) (*comparedRuns, error) {
	as, err := eval.OpenSaved(a)
	if err != nil {
		return nil, err
	}
	bs, err := eval.OpenSaved(b)
	if err != nil {
		return nil, err
	}
	pairs, onlyA, onlyB := eval.Pair(as, bs)
	if len(pairs) == 0 {
		return nil, fmt.Errorf("%s and %s have no set in common", a, b)
	}
	runs, shared := &comparedRuns{Schema: "ibid.evalcompare/1", A: a, B: b}, 0
	for _, pair := range pairs {
		from, to := &pair[0], &pair[1]
		s := comparedSet{Comparison: eval.Compare(from.Rows, to.Rows), Name: from.Name}
		if from.Name != to.Name {
			s.Name += " and " + to.Name
		}
		if s.Shared == 0 {
			s.Warnings = append(s.Warnings, "the two runs have no question in common")
		} else if s.OnlyA+s.OnlyB > 0 {
			s.Warnings = append(s.Warnings, fmt.Sprintf("compared on the %s of both runs: %d of A alone and %d of B alone are left out", count(s.Shared, "question"), s.OnlyA, s.OnlyB))
		}
		s.Warnings = append(s.Warnings, eval.Changed(&from.Report, &to.Report)...)
		shared += s.Shared
		runs.Sets = append(runs.Sets, s)
	}
	if shared == 0 {
		return nil, fmt.Errorf("%s and %s have no question in common: questions are told apart by their qids; save both runs from the same sets", a, b)
	}
	for _, name := range onlyA {
		runs.Warnings = append(runs.Warnings, fmt.Sprintf("%s is in %s alone", name, a))
	}
	for _, name := range onlyB {
		runs.Warnings = append(runs.Warnings, fmt.Sprintf("%s is in %s alone", name, b))
	}
	return runs, nil
}

// comparisons prints what changed, one set after the other.
func (p *page) comparisons(r *comparedRuns) {
	p.hang("A  ", clean(r.A), nil)
	p.hang("B  ", clean(r.B), nil)
	for i := range r.Sets {
		p.line("")
		p.comparison(&r.Sets[i])
	}
	p.legend()
}

func (p *page) comparison(c *comparedSet) {
	p.hang("", p.style.bold(clean(c.Name)), nil)
	p.hang("  ", count(c.Shared, "question")+" in both", nil)
	if len(c.Differences) > 0 {
		p.line("")
		rows := [][]string{{"measure", "A", "B", "B-A", "N", "better", "worse"}}
		for _, d := range c.Differences {
			rows = append(rows, []string{p.measureName(d.Name), share(d.A), share(d.B), signed(d.Mean), strconv.Itoa(d.N), strconv.Itoa(d.Better), strconv.Itoa(d.Worse)})
		}
		p.table(rows)
	}
	worse := p.changes("worse", c.Changes, func(c *eval.Change) []eval.Delta { return c.Worse })
	better := p.changes("better", c.Changes, func(c *eval.Change) []eval.Delta { return c.Better })
	if !worse && !better {
		p.line("")
		p.line("no question changed")
	}
}

// changes lists the questions that changed one way; false where there are none. Of each the leading measures are
// shown, or the first one where none of those changed.
func (p *page) changes(way string, all []eval.Change, of func(*eval.Change) []eval.Delta) bool {
	var changed []*eval.Change
	for i := range all {
		if len(of(&all[i])) > 0 {
			changed = append(changed, &all[i])
		}
	}
	if len(changed) == 0 {
		return false
	}
	p.line("")
	p.line("%s", p.style.bold(fmt.Sprintf("%s: %s", way, count(len(changed), "question"))))
	shown := changed[:min(len(changed), maxFailures)]
	width := 0
	for _, c := range shown {
		width = max(width, ansi.StringWidth(clip(clean(c.ID), maxQID)))
	}
	for _, c := range shown {
		label := "  " + pad(clip(clean(c.ID), maxQID), width) + "  "
		p.line("%s%s", label, clip(clean(c.Question), max(p.width-ansi.StringWidth(label), worthASpace)))
		indent := strings.Repeat(" ", ansi.StringWidth(label))
		p.hang(indent, strings.Join(p.deltas(of(c)), ", "), nil)
		if c.Refused && c.Reason != "" {
			p.hang(indent, "refused: "+clip(lowerFirst(clean(c.Reason)), maxReason), p.style.faint)
		}
	}
	if n := len(changed) - len(shown); n > 0 {
		p.line("  and %d more: --json lists all", n)
	}
	return true
}

func (p *page) deltas(all []eval.Delta) []string {
	const glue = "\u00a0" // keeps a measure and its values on one line
	var out []string
	for _, d := range all {
		if leads(d.Name) {
			out = append(out, p.delta(d, glue))
		}
	}
	if len(out) == 0 {
		out = append(out, p.delta(all[0], glue))
	}
	return out
}

func (p *page) delta(d eval.Delta, glue string) string {
	return strings.Join([]string{d.Name, number(float64(d.From)), p.sign("→", "->"), number(float64(d.To))}, glue)
}

// signed is a difference. What rounds to nothing has no direction.
func signed(x eval.Number) string {
	return strings.Replace(fmt.Sprintf("%+.3f", x), "-0.000", "+0.000", 1)
}
