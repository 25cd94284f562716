package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/text"
)

const (
	maxShown = 10 // questions that a report lists
	maxQID   = 28 // columns of the id of a question
)

func (a *App) evalCommand() *cobra.Command {
	var save string
	var items []string
	for _, m := range eval.Measures() {
		name := m.Name
		if m.Lower {
			name += " *"
		}
		items = append(items, "- "+name+": "+m.Help)
	}
	cmd := a.command(&cobra.Command{
		Use:   "eval [flags] SET",
		Short: "Measure retrieval and answers on a question set",
		Long: `Ask every question of a set and measure what is found and answered: how high the places rank that hold the answer, what the answers cite, whether they hold the key facts, and how often a question is refused or answered wrongly. It is the same each time.

A SET is a JSONL file, one question a line. It asks about the documents of --docs: {"qid", "question", "answerable", "gold": [{"doc_id", "start_page", "end_page"}], "must_contain": […]} and more; or each row brings the text along that it asks about: {"qid", "question", "answerable", "context", "answers": […]}. What a row leaves out is not measured; one without "answerable" counts as answerable.

Measures, * where less is better; of an answer where there is one:
` + strings.Join(items, "\n"),
		Example: `  ibid eval --docs ~/papers questions.jsonl
  ibid eval --docs ~/papers --save before.json questions.jsonl
  ibid eval compare before.json after.json`,
		Args: cobra.ExactArgs(1),
		Annotations: map[string]string{
			whenInterrupted: "what was asked is not kept; run the command again to ask everything anew",
		},
	}, "ibid.eval/2 object", func(ctx context.Context, r *call) error { return r.eval(ctx, save) }, askingSettings...)
	cmd.Flags().StringVar(&save, "save", "", "write what became of each question into this `file`, for compare")
	cmd.AddCommand(a.evalCompareCommand())
	return cmd
}

// askingSettings are the settings of commands that ask the questions of a set.
var askingSettings = [][]string{documentSettings, answerSettings, screenSettings, {"engine.hits", "projects"}}

// evalJSON is the wire schema ibid.eval/2, and what --save writes. Fields are only ever added.
type evalJSON struct {
	Schema string `json:"schema"`
	*eval.Report
}

// eval runs the set, prints what was measured, and writes it where that is asked for.
func (r *call) eval(ctx context.Context, save string) error {
	set, err := r.loadSet()
	if err != nil {
		return err
	}
	if save != "" { // nobody should learn it after the last question
		if err := writable(filepath.Dir(save)); err != nil {
			return usageError{fmt.Errorf("--save %s cannot be written: %w; allow it, or give another file", save, err)}
		}
	}
	var report *eval.Report
	notes, err := r.withSubject(ctx, set, func(s eval.Subject, step func(done, total int)) (err error) {
		report, err = eval.Run(ctx, set, s, step)
		return err
	})
	if err != nil {
		return err
	}
	report.Warnings = append(report.Warnings, notes...)
	out := evalJSON{"ibid.eval/2", report}
	err = r.show(out, func(p *page) { p.evaluation(report) })
	r.tell(report.Warnings)
	if save != "" {
		data, failed := text.Encode(out)
		if failed == nil {
			failed = overwrite(save, data)
		}
		err = errors.Join(err, notSaved("--save "+save, failed))
	}
	return err
}

// loadSet reads the set, and fails where documents are needed and none are named.
func (r *call) loadSet() (*eval.Set, error) {
	set, err := eval.Load(r.args[0])
	if err == nil && !set.Passages && r.config.Origin("docs") == "default" {
		err = fmt.Errorf("%s asks about documents, and none are named: say which with --docs PATH", set.Name)
	}
	if err != nil {
		return nil, usageError{err}
	}
	return set, nil
}

// withSubject runs work on what the questions of a set are put to: the configured documents, or none. Work may run a
// second time, where the index turns out to be damaged and is made anew. The notes are for a person: of the models,
// and of what bringing the index up to date found.
func (r *call) withSubject(ctx context.Context, set *eval.Set,
	work func(s eval.Subject, step func(done, total int)) error) (notes []string, err error) {
	l, err := r.shared().NewLibrary(r.config, app.Wanted{Writer: true})
	if err != nil {
		return nil, err
	}
	defer func() {
		err = errors.Join(err, l.Close())
		notes = append(notes, l.Notes()...)
	}()
	ask := func(ix *index.Index) error {
		opt, err := l.Options(ctx, ix, r.progress.step)
		if err != nil {
			return err
		}
		s := eval.Subject{Index: ix, Generator: l.Generator(), Options: opt, Version: thisBuild().Version}
		return work(s, func(done, total int) {
			r.progress.step(index.Step{Stage: index.Stage("asking " + clean(set.Name) + ":"), Done: done, Total: total})
		})
	}
	if set.Passages {
		if err := l.FindModels(ctx); err != nil {
			return nil, err
		}
		return nil, ask(nil)
	}
	report, err := l.With(ctx, r.progress.step, ask)
	return report.Stale, err
}

// evaluation prints the means, and the questions that a person would want to look at.
func (p *page) evaluation(r *eval.Report) {
	p.hang("", p.style.bold(clean(r.Set)), nil)
	of := count(r.Documents, "document") + ", " + count(r.Chunks, "chunk") + "; embedder " + clean(r.Embedder)
	if r.Documents == 0 {
		of = "a passage each"
	}
	asked := fmt.Sprintf("%s, %d answerable", count(r.Questions, "question"), r.Answerable)
	p.hang("  ", asked+"; "+of+"; generator "+clean(r.Generator), nil)
	p.line("")
	rows := [][]string{{"measure", "mean", "N"}}
	for _, m := range r.Means {
		rows = append(rows, []string{p.measure(m.Name), share(m.Value), strconv.Itoa(m.N)})
	}
	p.table(rows)
	p.failures(r.Rows)
	p.legend()
}

// measure is the name of a measure, marked where less of it is better.
func (p *page) measure(name string) string {
	if slices.ContainsFunc(eval.Measures(), func(m eval.Info) bool { return m.Name == name && m.Lower }) {
		p.lowered = true
		return name + " " + p.sign("↓", "*")
	}
	return name
}

// legend explains the mark of measures of which less is better, where the page has it.
func (p *page) legend() {
	if p.lowered {
		p.line("")
		p.line("%s less is better", p.sign("↓", "*"))
	}
}

// share is a mean.
func share(x float64) string { return fmt.Sprintf("%.3f", x) }

// faults are what may be wrong with an answer: the value of a measure tells. The worst come first.
var faults = []struct {
	name, measure string
	value         float64
}{
	{"answered wrongly", "false_answer", 1},
	{"refused wrongly", "false_refusal", 1},
	{"lacks a fact", "all_facts", 0},
	{"fails a check", "checks", 0},
	{"another answer", "holds_answer", 0},
}

// failures lists the questions that something is wrong with, a line each, by the worst of that.
func (p *page) failures(rows []eval.Row) {
	var list [][3]string // id, what is wrong, the question
	told := map[string]bool{}
	for _, f := range faults {
		for i := range rows {
			r := &rows[i]
			if v, ok := r.Measures[f.measure]; !ok || v != f.value || told[r.ID] {
				continue
			}
			told[r.ID] = true
			text := clean(r.Question)
			if r.Refused && r.Reason != "" {
				text += " " + p.sign("—", "-") + " " + lowerFirst(clean(r.Reason))
			}
			list = append(list, [3]string{clip(clean(r.ID), maxQID), f.name, text})
		}
	}
	if len(list) == 0 {
		return
	}
	p.line("")
	p.line("%s", p.style.bold(count(len(list), "failure")))
	for _, f := range list[:min(len(list), maxShown)] {
		p.line("  %s", clip(f[0]+"  "+f[1]+"  "+f[2], p.width-2))
	}
	if n := len(list) - maxShown; n > 0 {
		p.line("  and %d more: --json and --save FILE have all", n)
	}
}
