package cli

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
	"ibid/ui/wire"
)

func (a *App) evalCompareCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "compare [flags] A B",
		Short: "Show what got better and what got worse between two saved runs",
		Long: `Compare two runs that "ibid eval --save" has written: two folders, or a file of rows from each. Questions are paired by their ids; those that only one run has are left out. Each measure is shown in A and in B, with the difference B - A and its 95% interval by the paired bootstrap (where 5 questions or more have the measure), how many questions got better and worse, and the two-sided p-value of the sign test, which leaves ties out. Then come the questions that changed. Notes tell what else the runs differ in: the questions, the documents, the embedder, the generator, the thresholds, what is switched off, and the version of ibid.

Many measures are tested at once: one small p-value among them may well be chance.`,
		Example: `  ibid eval compare before after
  ibid eval compare before/questions.jsonl after/questions.jsonl`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			runs, err := compareRuns(args[0], args[1])
			if err != nil {
				return usageError{err}
			}
			if asJSON {
				return writeJSON(a.Out, runs.json())
			}
			p := a.styledPage(c)
			p.comparisons(runs, evalMarks(c.Plain))
			err = a.print(p)
			for i := range runs.sets {
				for _, w := range runs.sets[i].warnings {
					a.note("%s: %s", runs.sets[i].name, w)
				}
			}
			for _, w := range runs.warnings {
				a.note("%s", w)
			}
			return err
		},
	}
	settingFlags(cmd, screenSettings)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one ibid.evalcompare/1 object")
	return cmd
}

// comparedRuns are two saved runs.
type comparedRuns struct {
	a, b     string // where they were saved
	sets     []comparedSet
	warnings []string // about sets that only one of them has
}

type comparedSet struct {
	eval.Comparison
	name     string
	warnings []string
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
	runs, shared := &comparedRuns{a: a, b: b}, 0
	for _, pair := range pairs {
		from, to := &pair[0], &pair[1]
		s := comparedSet{Comparison: eval.Compare(from.Rows, to.Rows), name: from.Name}
		if from.Name != to.Name {
			s.name += " and " + to.Name
		}
		if s.Shared == 0 {
			s.warnings = append(s.warnings, "the two runs have no question in common")
		} else if s.OnlyA+s.OnlyB > 0 {
			s.warnings = append(s.warnings, fmt.Sprintf("compared on the %s of both runs: %d of A alone and %d of B alone are left out", count(s.Shared, "question"), s.OnlyA, s.OnlyB))
		}
		s.warnings = append(s.warnings, eval.Changed(&from.Stored, &to.Stored)...)
		shared += s.Shared
		runs.sets = append(runs.sets, s)
	}
	if shared == 0 {
		return nil, fmt.Errorf("%s and %s have no question in common: questions are told apart by their qids; save both runs from the same sets", a, b)
	}
	for _, name := range onlyA {
		runs.warnings = append(runs.warnings, fmt.Sprintf("%s is in %s alone", name, a))
	}
	for _, name := range onlyB {
		runs.warnings = append(runs.warnings, fmt.Sprintf("%s is in %s alone", name, b))
	}
	return runs, nil
}

// evalCompareJSON is the wire schema ibid.evalcompare/1. Fields are only ever added.
type evalCompareJSON struct {
	Schema   string            `json:"schema"`
	A        string            `json:"a"`
	B        string            `json:"b"`
	Sets     []comparedSetJSON `json:"sets"`
	Warnings []string          `json:"warnings"`
}

type comparedSetJSON struct {
	Set      string           `json:"set"`
	Shared   int              `json:"shared"` // questions
	OnlyA    int              `json:"only_a"`
	OnlyB    int              `json:"only_b"`
	Measures []differenceJSON `json:"measures"`
	Changes  []changeJSON     `json:"changes"`
	Warnings []string         `json:"warnings"`
}

type differenceJSON struct {
	Measure    string   `json:"measure"`
	Lower      bool     `json:"lower_is_better"`
	A          float64  `json:"a"`
	B          float64  `json:"b"`
	Difference float64  `json:"difference"` // b - a
	Low        *float64 `json:"low"`        // null where there is no interval, and the other too
	High       *float64 `json:"high"`
	N          int      `json:"n"`
	Better     int      `json:"better"`
	Worse      int      `json:"worse"`
	P          float64  `json:"p"`
}

type changeJSON struct {
	ID       string      `json:"qid"`
	Question string      `json:"question"`
	Worse    []deltaJSON `json:"worse"`
	Better   []deltaJSON `json:"better"`
	Refused  bool        `json:"refused"` // in b
	Reason   string      `json:"refusal_reason"`
}

type deltaJSON struct {
	Measure string  `json:"measure"`
	A       float64 `json:"a"`
	B       float64 `json:"b"`
}

// orNull is null for what is not known.
func orNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	x = round(x)
	return &x
}

func (r *comparedRuns) json() evalCompareJSON {
	deltas := func(list []eval.Delta) []deltaJSON {
		return wire.Each(list, func(d eval.Delta) deltaJSON { return deltaJSON{d.Name, round(d.From), round(d.To)} })
	}
	return evalCompareJSON{"ibid.evalcompare/1", r.a, r.b, wire.Each(r.sets, func(s comparedSet) comparedSetJSON {
		return comparedSetJSON{
			Set: s.name, Shared: s.Shared, OnlyA: s.OnlyA, OnlyB: s.OnlyB, Warnings: wire.List(s.warnings),
			Measures: wire.Each(s.Differences, func(d eval.Difference) differenceJSON {
				return differenceJSON{d.Name, d.Lower, round(d.A), round(d.B), round(d.Mean), orNull(d.Low), orNull(d.High), d.N, d.Better, d.Worse, round(d.P)}
			}),
			Changes: wire.Each(s.Changes, func(c eval.Change) changeJSON {
				return changeJSON{c.ID, c.Question, deltas(c.Worse), deltas(c.Better), c.Refused, c.Reason}
			}),
		}
	}), wire.List(r.warnings)}
}
