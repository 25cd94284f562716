package cli

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
	"ibid/ui/config"
)

func (a *App) evalRotateCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rotate [flags] SET[=DOCS]…",
		Short: "Measure what fitted thresholds are worth where they were not fitted",
		Long: `Fit the thresholds of refusal as "ibid eval calibrate" proposes them, on all sets but one, and measure on that one, for each in turn. What was fitted on all sets, that one among them, is measured too: the gap between both is what was learnt by heart. Nothing is kept.

A SET is a JSONL file of questions. The documents that it asks about are at DOCS, or in the folder docs beside it, or those of --docs.`,
		Example: `  ibid eval rotate manuals/questions.jsonl papers/questions.jsonl laws/questions.jsonl
  ibid eval rotate questions.jsonl=~/manuals more.jsonl=~/papers`,
		Args: setsNamed(2, "to leave one set out takes two or more"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.rotate(cmd, asJSON, args) },
	}
	settingFlags(cmd, documentSettings, embedderSettings, retrievalSettings, answerSettings, modelSettings, sourceSettings, screenSettings)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one ibid.rotation/1 object")
	return cmd
}

// rotationJSON is the wire schema ibid.rotation/1. Fields are only ever added.
type rotationJSON struct {
	Schema string `json:"schema"`
	*eval.Rotation[eval.Fitted]
}

func (a *App) rotate(cmd *cobra.Command, asJSON bool, args []string) error {
	c, err := a.load(cmd)
	if err != nil {
		return err
	}
	sets := make([]*eval.Set, len(args))
	names := make([]string, len(args))
	under := make([]*config.Config, len(args))
	for i, arg := range args {
		path, docs := setAndDocs(arg)
		own := *c
		if docs != "" {
			own.Docs = []string{docs}
		}
		under[i] = &own
		if sets[i], err = loadSet(path); err == nil && docs == "" {
			err = needsDocuments(c, sets[i])
		}
		if err != nil {
			return err
		}
		if form := sets[i].Form; form == eval.Collection || form != sets[0].Form {
			return usageError{fmt.Errorf("%s asks of %s: give sets that all ask of documents, or all of passages", path, form)}
		}
		names[i] = sets[i].Name
	}
	p := a.newProgress(c, asJSON)
	defer p.clear()
	var notes []string
	each := func(i int, stage string, work func(eval.Subject, func(done, total int)) error) error {
		told, err := a.withSubject(cmd.Context(), under[i], sets[i], eval.Options{}, p, stage, work)
		notes = append(notes, told...)
		return err
	}
	readings := make([]*eval.Readings, len(sets))
	for i, set := range sets {
		err := each(i, "reading the gates on", func(s eval.Subject, step func(done, total int)) (err error) {
			readings[i], err = eval.ReadGates(cmd.Context(), set, s, step)
			return err
		})
		if err != nil {
			return err
		}
		notes = append(notes, set.Warnings...)
	}
	fit := func(on []int) (eval.Fitted, error) { return eval.FitThresholds(readings, on) }
	r, err := eval.Rotate(names, fit, func(i int, tuned, leftOut eval.Fitted) (t, l []eval.Mean, err error) {
		err = each(i, "asking", func(s eval.Subject, step func(done, total int)) error {
			with, without, err := tuned.Measure(cmd.Context(), sets[i], s, leftOut, step)
			if err == nil {
				t, l = with.Summary.Means, without.Summary.Means
			}
			return err
		})
		return t, l, err
	})
	if err != nil {
		return err
	}
	p.clear()
	if asJSON {
		return writeJSON(a.Out, rotationJSON{"ibid.rotation/1", r})
	}
	page := a.styledPage(c)
	page.rotation(r, evalMarks(c.Plain))
	err = a.print(page)
	slices.Sort(notes)
	for _, n := range slices.Compact(notes) {
		a.note("%s", n)
	}
	return err
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
func (p *page) rotation(r *eval.Rotation[eval.Fitted], s evalSigns) {
	rows := [][]string{{"measure", "tuned", "left out", "gap", "worst", "of", "sets"}}
	for _, m := range r.Measures {
		rows = append(rows, []string{measureName(m.Measure, s), share(m.Tuned), share(m.LeftOut), signed(m.Gap), share(m.Worst), clip(clean(m.WorstSet), maxQID), strconv.Itoa(m.Sets)})
	}
	p.table(rows)
	p.line("")
	for _, t := range r.Turns {
		p.hang("without "+clean(t.Set)+": ", fittedLine(&t.Fitted), nil)
	}
	p.hang("with all: ", fittedLine(&r.Fitted), nil)
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
