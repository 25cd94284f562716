package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
)

func (a *App) evalCompareCommand() *cobra.Command {
	return a.command(&cobra.Command{
		Use:     "compare [flags] A B",
		Short:   "Show what got better and what got worse between two saved runs",
		Long:    `Compare two files that "ibid eval --save" has written. Questions are paired by their ids; those that only one run has are left out. Each measure is shown in A and in B, with the number of questions that got better and worse, and then the questions that changed; --json says how. Notes tell what else the runs differ in.`,
		Example: `  ibid eval compare before.json after.json`,
		Args:    cobra.ExactArgs(2),
	}, "ibid.evalcompare/2 object", func(_ context.Context, r *call) error {
		from, err := eval.Open(r.args[0])
		if err != nil {
			return usageError{err}
		}
		to, err := eval.Open(r.args[1])
		if err != nil {
			return usageError{err}
		}
		out := comparedJSON{"ibid.evalcompare/2", r.args[0], r.args[1], eval.Compare(from, to)}
		if out.Shared == 0 {
			return usageError{fmt.Errorf("%s and %s have no question in common: questions are told apart by their qids", out.A, out.B)}
		}
		err = r.show(out, func(p *page) { p.comparison(&out) })
		r.tell(out.Warnings)
		return err
	}, screenSettings)
}

// comparedJSON is the wire schema ibid.evalcompare/2. Fields are only ever added.
type comparedJSON struct {
	Schema string `json:"schema"`
	A      string `json:"a" jsonschema:"where they were saved"`
	B      string `json:"b"`
	*eval.Comparison
}

// comparison prints what changed.
func (p *page) comparison(c *comparedJSON) {
	p.hang("A  ", clean(c.A), nil)
	p.hang("B  ", clean(c.B), nil)
	p.hang("  ", fmt.Sprintf("%s in both, %d in A alone, %d in B alone", count(c.Shared, "question"), c.OnlyA, c.OnlyB), nil)
	if len(c.Differences) > 0 {
		p.line("")
		rows := [][]string{{"measure", "A", "B", "N", "better", "worse"}}
		for _, d := range c.Differences {
			rows = append(rows, []string{p.measure(d.Name), share(d.A), share(d.B),
				strconv.Itoa(d.N), strconv.Itoa(d.Better), strconv.Itoa(d.Worse)})
		}
		p.table(rows)
	}
	p.changes("worse", c.Changes, func(c *eval.Change) []eval.Delta { return c.Worse })
	p.changes("better", c.Changes, func(c *eval.Change) []eval.Delta { return c.Better })
	if len(c.Changes) == 0 {
		p.line("")
		p.line("no question changed")
	}
	p.legend()
}

// changes names the questions that changed one way.
func (p *page) changes(way string, all []eval.Change, of func(*eval.Change) []eval.Delta) {
	var changed []string
	for i := range all {
		if c := &all[i]; len(of(c)) > 0 {
			changed = append(changed, clip(clean(c.ID), maxQID))
		}
	}
	if n := len(changed); n > 0 {
		p.line("")
		p.hang(p.style.bold(way+": "+count(n, "question"))+"  ", strings.Join(changed, ", "), nil)
	}
}
