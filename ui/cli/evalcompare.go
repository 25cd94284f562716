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
		Use:     "compare [flags] A B",
		Short:   "Show what got better and what got worse between two saved runs",
		Long:    `Compare two files that "ibid eval --save" has written. Questions are paired by their ids; those that only one run has are left out. Each measure is shown in A and in B, with the number of questions that got better and worse, and then the questions that changed. Notes tell what else the runs differ in.`,
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

// changes lists the questions that changed one way, each with its measures.
func (p *page) changes(way string, all []eval.Change, of func(*eval.Change) []eval.Delta) {
	var changed []*eval.Change
	for i := range all {
		if len(of(&all[i])) > 0 {
			changed = append(changed, &all[i])
		}
	}
	if len(changed) == 0 {
		return
	}
	p.line("")
	p.line("%s", p.style.bold(way+": "+count(len(changed), "question")))
	for _, c := range changed[:min(len(changed), maxShown)] {
		label := "  " + clip(clean(c.ID), maxQID) + "  "
		p.line("%s%s", label, clip(clean(c.Question), max(p.width-ansi.StringWidth(label), worthASpace)))
		var deltas []string
		for _, d := range of(c) { // a measure and its values stay on one line
			deltas = append(deltas, strings.Join([]string{d.Name, number(d.From), p.sign("→", "->"), number(d.To)}, "\u00a0"))
		}
		p.hang("    ", strings.Join(deltas, ", "), nil)
		if c.Refused && c.Reason != "" {
			p.hang("    ", "refused: "+clip(lowerFirst(clean(c.Reason)), maxReason), p.style.faint)
		}
	}
	if n := len(changed) - maxShown; n > 0 {
		p.line("  and %d more: --json lists all", n)
	}
}

// number is a value with the digits that it has and no more than four decimals.
func number(x float64) string { return strconv.FormatFloat(round(x), 'f', -1, 64) }
