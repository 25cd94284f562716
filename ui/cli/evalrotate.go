package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
	"ibid/ui/app"
	"ibid/ui/config"
)

func (a *App) evalRotateCommand() *cobra.Command {
	var retrievalOnly bool
	cmd := a.command(&cobra.Command{
		Use:   "rotate [flags] SET[=DOCS]…",
		Short: "Measure what fitted thresholds are worth where they were not fitted",
		Long: `Fit the thresholds of refusal as "ibid eval calibrate" proposes them, on all sets but one, and measure on that one, for each in turn. What was fitted on all sets, that one among them, is measured too: the gap between both is what was learnt by heart. Nothing is kept.

With --retrieval-only the sets are searched alone, and what is fitted is how much vectors count beside words.

A SET is a JSONL file of questions. The documents that it asks about are at DOCS, or in the folder docs beside it, or those of --docs.`,
		Example: `  ibid eval rotate manuals/questions.jsonl papers/questions.jsonl laws/questions.jsonl
  ibid eval rotate questions.jsonl=~/manuals more.jsonl=~/papers
  ibid eval rotate --retrieval-only --embedder ollama manuals/questions.jsonl laws/questions.jsonl`,
		Args: setsNamed(2, "to leave one set out takes two or more"),
	}, "ibid.rotation/1 object", func(ctx context.Context, r *call) error { return r.rotate(ctx, retrievalOnly) }, askingSettings...)
	cmd.Flags().BoolVar(&retrievalOnly, "retrieval-only", false, "search, ask for no answers, and fit how much vectors count")
	return cmd
}

// rotationJSON is the wire schema ibid.rotation/1. Fields are only ever added.
type rotationJSON[F any] struct {
	Schema string `json:"schema"`
	*eval.Rotation[F]
}

func (r *call) rotate(ctx context.Context, retrievalOnly bool) (err error) {
	sets := make([]*eval.Set, len(r.args))
	names := make([]string, len(r.args))
	under := make([]*config.Config, len(r.args))
	for i, arg := range r.args {
		path, docs := setAndDocs(arg)
		own := *r.config
		if docs != "" {
			own.Docs = []string{docs}
		}
		under[i] = &own
		if sets[i], err = loadSet(path); err == nil && docs == "" {
			err = needsDocuments(r.config, sets[i])
		}
		if err != nil {
			return err
		}
		switch form := sets[i].Form; {
		case retrievalOnly && form == eval.Passages:
			return usageError{fmt.Errorf("the questions of %s bring their passages along, so nothing is retrieved: leave --retrieval-only out", path)}
		case !retrievalOnly && form != sets[0].Form:
			return usageError{fmt.Errorf("%s asks of %s: give sets that all ask of documents, or all of passages", path, form)}
		}
		names[i] = sets[i].Name
	}
	var notes []string
	each := func(i int, stage string, work func(eval.Subject, func(done, total int)) error) error {
		told, err := r.withSubject(ctx, under[i], sets[i], app.Wanted{Writer: !retrievalOnly}, stage, work)
		notes = append(notes, told...)
		return err
	}
	defer func() {
		if err == nil {
			slices.Sort(notes)
			r.tell(slices.Compact(notes))
		}
	}()
	if retrievalOnly {
		weighed := make([]eval.Weighed, len(sets))
		for i, set := range sets {
			if err := each(i, "searching", func(s eval.Subject, step func(done, total int)) (err error) {
				weighed[i], err = eval.Weigh(ctx, set, s, step)
				return err
			}); err != nil {
				return err
			}
		}
		found, err := eval.RotateShares(names, weighed)
		if err != nil {
			return err
		}
		return r.show(rotationJSON[eval.Share]{"ibid.rotation/1", found}, func(p *page) {
			rotation(p, found, func(s *eval.Share) string { return "vectors count " + number(s.Dense) })
		})
	}
	samples := make([]eval.Sample, len(sets))
	for i, set := range sets {
		err := each(i, "reading the gates on", func(s eval.Subject, step func(done, total int)) (err error) {
			samples[i], err = eval.ReadSample(ctx, set, s, step)
			return err
		})
		if err != nil {
			return err
		}
		notes = append(notes, set.Warnings...)
	}
	fit := func(on []int) (eval.Fitted, error) { return eval.Fit(samples, on) }
	found, err := eval.Rotate(names, fit, func(i int, tuned, leftOut eval.Fitted) (t, l []eval.Mean, err error) {
		err = each(i, "asking", func(s eval.Subject, step func(done, total int)) error {
			with, without, err := tuned.Measure(ctx, sets[i], s, leftOut, step)
			if err == nil {
				t, l = with.Means, without.Means
			}
			return err
		})
		return t, l, err
	})
	if err != nil {
		return err
	}
	return r.show(rotationJSON[eval.Fitted]{"ibid.rotation/1", found}, func(p *page) { rotation(p, found, fittedLine) })
}

// setAndDocs are a set and the folder of what it asks about, "" for that of the settings.
func setAndDocs(arg string) (set, docs string) {
	if at := strings.LastIndexByte(arg, '='); at > 0 {
		if _, err := os.Stat(arg); err != nil {
			return arg[:at], arg[at+1:]
		}
	}
	beside := filepath.Join(filepath.Dir(arg), "docs")
	if info, err := os.Stat(beside); err == nil && info.IsDir() {
		return arg, beside
	}
	return arg, ""
}

// rotation prints what is fitted is worth where it was not fitted.
func rotation[F any](p *page, r *eval.Rotation[F], line func(*F) string) {
	rows := [][]string{{"measure", "tuned", "left out", "gap", "worst", "of", "sets"}}
	for _, m := range r.Measures {
		rows = append(rows, []string{p.measureName(m.Measure), share(m.Tuned), share(m.LeftOut), signed(m.Gap), share(m.Worst), clip(clean(m.WorstSet), maxQID), strconv.Itoa(m.Sets)})
	}
	p.table(rows)
	p.line("")
	for _, t := range r.Turns {
		p.hang("without "+clean(t.Set)+": ", line(&t.Fitted), nil)
	}
	p.hang("with all: ", line(&r.Fitted), nil)
	p.line("")
	p.hang("", "Each set counts once. Tuned is measured with what was fitted on all sets, left out with what was fitted on the others.", nil)
}

// fittedLine tells what was fitted.
func fittedLine(f *eval.Fitted) string {
	if len(f.Thresholds) == 0 {
		why, _, _ := strings.Cut(f.Unfit, ";")
		return "the thresholds stay: " + cmp.Or(why, "none is better")
	}
	var out []string
	for _, t := range f.Thresholds {
		out = append(out, t.Name+" "+number(t.Value))
	}
	return strings.Join(out, ", ")
}
