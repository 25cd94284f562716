package cli

import (
	"context"
	"fmt"
	"strconv"

	"ibid/engine/eval"
	"ibid/ui/app"
)

// ablate runs the sets with each stage on and off, and prints what it is worth.
func (r *call) ablate(ctx context.Context, sets []*eval.Set) error {
	sets = eval.Join(sets)
	for _, set := range sets {
		if set.Form == eval.Passages {
			return usageError{fmt.Errorf("%s brings its passages along, so nothing is searched for and no stage of it can be left out", set.Name)}
		}
	}
	var done []*eval.Ablation
	var notes []string
	for _, set := range sets {
		told, err := r.withSubject(ctx, r.config, set, app.Wanted{Writer: true}, "asking", func(s eval.Subject, step func(done, total int)) error {
			one, err := eval.Ablate(ctx, set, s, step)
			if err == nil {
				done = append(done, one)
			}
			return err
		})
		if err != nil {
			return err
		}
		notes = append(append(notes, told...), set.Warnings...)
	}
	err := r.show(ablationsJSON{"ibid.ablation/1", done}, func(p *page) { each(p, done, p.ablation) })
	r.tell(notes)
	return err
}

// ablation prints what each stage is worth to one set: the verdict in words, and where one is shown, the figures.
func (p *page) ablation(a *eval.Ablation) {
	p.hang("", p.style.bold(clean(a.Set)), nil)
	by := clean(a.Embedder)
	if a.Generator != "" {
		by = clean(a.Generator) + ", " + by
	}
	p.hang("  ", count(a.Questions, "question")+", "+by+"; what changed with each stage on from what was with it off", nil)
	p.line("")
	rows := [][]string{{"stage and measure", "on-off", "95% interval", "N", "better", "worse", "sign p", "Holm's p"}}
	for i := range a.Stages {
		rows = append(rows, p.stageRows(&a.Stages[i])...)
	}
	if len(rows) > 1 {
		p.table(rows)
		p.line("")
	}
	for i := range a.Stages {
		p.hang(pad(a.Stages[i].Name, stageColumn), a.Stages[i].Worth, nil)
	}
	p.line("")
	p.hang("", "A stage pays or costs where the interval excludes 0 and the sign test, corrected for the measures of the stage by Holm's method, has p < 0.05.", nil)
}

// stageRows are the measures of which a question changed with the stage.
func (p *page) stageRows(st *eval.Stage) [][]string {
	name := st.Name
	if st.Off {
		name += " (off)"
	}
	var rows [][]string
	for _, e := range st.Effects {
		if e.Better+e.Worse == 0 {
			continue
		}
		rows = append(rows, []string{name + " " + p.measureName(e.Measure), signed(e.Difference), p.interval(e.Low, e.High, signed, " to "),
			strconv.Itoa(e.N), strconv.Itoa(e.Better), strconv.Itoa(e.Worse), share(e.P), share(e.Adjusted)})
	}
	return rows
}

const stageColumn = 12 // of the longest name, and a gap

// ablationsJSON is the wire schema ibid.ablation/1. Fields are only ever added.
type ablationsJSON struct {
	Schema    string           `json:"schema"`
	Ablations []*eval.Ablation `json:"ablations"`
}
