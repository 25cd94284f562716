package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
	"ibid/index/keyfile"
	"ibid/index/regular"
	"ibid/ui/app"
	"ibid/ui/config"
	"ibid/ui/wire"
)

const (
	maxMissing  = 20 // documents that a warning names
	maxWarnings = 5  // of a set that are told
)

// evalFlags are what the eval command takes beside settings.
type evalFlags struct {
	retrievalOnly bool
	save          string
	failUnder     []string
}

func (a *App) evalCommand() *cobra.Command {
	var fl evalFlags
	cmd := a.command(&cobra.Command{
		Use:   "eval [flags] SET…",
		Short: "Measure retrieval and answers on question sets",
		Long: `Ask every question of a set and measure what is found and answered: how high the places rank that hold the answer, what the answers cite, whether they hold the key facts, and how often a question is refused or answered wrongly. Everything but the times is the same each time.

A SET is one of

- a JSONL file of questions about the documents of --docs, one object a line: {"qid", "question", "answerable", "gold": [{"doc_id", "start_page", "end_page"}], "must_contain": […], "kind"} and more. What a row leaves out is not measured; one without "answerable" counts as answerable.

- a JSONL file whose rows bring the text along that they ask about: {"qid", "question", "answerable", "context", "answers": […]}. One without "answerable" counts as answerable, unless its answers are empty.

--fail-under sets bounds, MEASURE=NUMBER: a mean below it ends the command with exit code 1. Where less is better it is a ceiling, and a mean above it does. A bound applies to every set that has the measure; SET:MEASURE=NUMBER to the set alone of that name, which is its path, or the end of it, with or without .jsonl. A measure that no set can have, or that none turns out to have, ends the command with exit code 2.

Measures, * where less is better:

` + measureList(),
		Example: `  ibid eval --docs ~/papers questions.jsonl
  ibid eval --docs ~/papers --save before questions.jsonl
  ibid eval compare before after
  ibid eval --docs ~/papers --fail-under recall@8=0.8,false_answer=0.2 questions.jsonl
  ibid eval --json --docs ~/papers questions.jsonl > measured.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && meantCommand(cmd, args[0]) != "" {
				return fmt.Errorf("no question set and no command is named %s; did you mean `%s`?", args[0], meantCommand(cmd, args[0]))
			}
			return setsNamed(1, "no question set: give a JSONL file of questions")(cmd, args)
		},
		Annotations: map[string]string{
			whenInterrupted: "what was asked is not kept, but for sets that --save has written whole; run the command again to ask everything anew",
		},
	}, "ibid.eval/1 object", func(ctx context.Context, r *call) error { return r.eval(ctx, &fl) }, askingSettings...)
	cmd.Flags().BoolVar(&fl.retrievalOnly, "retrieval-only", false, "search, and ask for no answers")
	cmd.Flags().StringVar(&fl.save, "save", "", "write what became of each question into this `folder`, for a set SET.jsonl and SET.summary.json")
	cmd.Flags().StringArrayVar(&fl.failUnder, "fail-under", nil, "exit with 1 if a mean misses a `bound`, [SET:]MEASURE=NUMBER, several separated by commas; may be repeated")
	_ = cmd.RegisterFlagCompletionFunc("fail-under", completeBounds)
	_ = cmd.MarkFlagDirname("save")
	cmd.AddCommand(a.evalCompareCommand(), a.evalSweepCommand())
	return cmd
}

// askingSettings are the settings of commands that ask questions of all kinds of sets.
var askingSettings = [][]string{documentSettings, answerSettings, screenSettings, {"engine.hits", "projects"}}

// setsNamed wants a number of arguments, or more.
func setsNamed(n int, otherwise string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < n {
			return errors.New(otherwise)
		}
		return nil
	}
}

// measureList is the catalogue for a help text. What is measured within several numbers of hits is one item.
func measureList() string {
	var items []string
	family := ""
	for _, m := range eval.Measures() {
		base, k, _ := strings.Cut(m.Name, "@")
		if k != "" && base == family {
			last := &items[len(items)-1]
			*last = strings.Replace(*last, ":", ", "+k+":", 1)
			continue
		}
		family = base
		name, help := m.Name, m.Help
		if k == "1" {
			help = strings.Replace(help, k, "k", 1)
		}
		if m.Lower {
			name += " *"
		}
		items = append(items, "- "+name+": "+help)
	}
	return strings.Join(items, "\n")
}

// eval runs the sets. All that can be wrong in the command line is told before the first question, which may be
// minutes before the last one.
func (r *call) eval(ctx context.Context, fl *evalFlags) error {
	bounds, err := parseBounds(fl.failUnder)
	if err != nil {
		return err
	}
	sets, err := loadSets(r.config, r.args)
	if err != nil {
		return err
	}
	opt := eval.Options{RetrievalOnly: fl.retrievalOnly}
	for _, set := range sets {
		if opt.RetrievalOnly && set.Form == eval.Passages {
			return usageError{fmt.Errorf("the questions of %s bring their passages along, so nothing is retrieved: leave --retrieval-only out", set.Name)}
		}
	}
	if err := bounds.fit(sets, opt); err != nil {
		return err
	}
	save, err := newSaver(fl.save, r.args)
	if err != nil {
		return err
	}
	var reports []*eval.Report
	var unsaved error // told last: what was measured is printed all the same
	for i, set := range sets {
		report, err := r.evaluate(ctx, set, opt)
		if err != nil {
			return err
		}
		if unsaved == nil {
			unsaved = save.set(i, report)
		}
		reports = append(reports, report)
	}
	missed, unguarded := bounds.missed(reports)
	err = r.show(evalOf(reports, missed), func(p *page) { p.evaluations(reports, save) })
	if !r.json {
		r.evalNotes(reports)
		for _, m := range missed {
			fmt.Fprintf(r.Err, "ibid: %s\n", clean(m.String()))
		}
	}
	if err = errors.Join(err, unsaved, unguarded); err == nil && len(missed) > 0 {
		err = errMissed
	}
	return err
}

// meantCommand is the command below another whose name may have been meant by a set that is not there; "" for none.
func meantCommand(cmd *cobra.Command, set string) string {
	if _, err := os.Stat(set); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	var names []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	if near := keyfile.Nearest(set, names); near != "" {
		return cmd.CommandPath() + " " + near
	}
	return ""
}

// loadSets reads the sets, and fails where documents are needed and none are named.
func loadSets(c *config.Config, paths []string) ([]*eval.Set, error) {
	var sets []*eval.Set
	for _, path := range paths {
		set, err := loadSet(path)
		if err == nil {
			err = needsDocuments(c, set)
		}
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return sets, nil
}

func loadSet(path string) (*eval.Set, error) {
	if kind := otherKind(path); kind != "" {
		return nil, usageError{fmt.Errorf("%s is not a question set: it is %s; give a JSONL file in UTF-8", path, kind)}
	}
	set, err := eval.Load(path)
	if err != nil {
		if lines := strings.Split(err.Error(), "\n"); len(lines) > 1 { // a mistake each
			err = mistakes{path + " is not a question set", lines}
		}
		return nil, usageError{err}
	}
	return set, nil
}

// otherKind is the media type of a file that cannot be JSONL, by how it begins; "" for text, and for what cannot be
// read.
func otherKind(path string) string {
	const text = "text/plain; charset=utf-8" // as what is not UTF-8 is taken for too: its lines are told of
	f, _, err := regular.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	start := make([]byte, 512) // more tells no more
	n, err := io.ReadFull(f, start)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF { // a folder
		return ""
	}
	if kind := http.DetectContentType(start[:n]); kind != text {
		return kind
	}
	return ""
}

// evaluate runs one set. What a person should know of how it was run joins the report's warnings.
func (r *call) evaluate(ctx context.Context, set *eval.Set, opt eval.Options) (*eval.Report, error) {
	var report *eval.Report
	var missing []string
	notes, err := r.withSubject(ctx, r.config, set, app.Wanted{Writer: !opt.RetrievalOnly}, "asking", func(s eval.Subject, step func(done, total int)) (err error) {
		report, err = eval.Run(ctx, set, s, opt, step)
		if err != nil {
			return err
		}
		if set.Form == eval.Documents {
			report.Documents, missing = len(s.Index.Documents()), missingDocuments(set, s.Index)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	report.Warnings = slices.Concat(report.Warnings, notes)
	if n := len(missing); n > 0 {
		names := strings.Join(missing[:min(n, maxMissing)], ", ")
		if n > maxMissing {
			names += fmt.Sprintf(" and %d more", n-maxMissing)
		}
		report.Warnings = append(report.Warnings, "gold places are in documents that are not indexed: "+names+"; is --docs right?")
	}
	return report, nil
}

// evalNotes tells the warnings of the reports, each once.
func (r *call) evalNotes(reports []*eval.Report) {
	told := map[string]bool{}
	for _, of := range reports {
		for i, w := range of.Warnings {
			if i == maxWarnings {
				r.note("%s: %d more warnings; --json lists all", of.Set, len(of.Warnings)-i)
				break
			}
			if told[w] {
				continue
			}
			told[w] = true
			if !strings.HasPrefix(w, of.Set) {
				w = of.Set + ": " + w
			}
			r.note("%s", w)
		}
	}
}

// evalJSON is the wire schema ibid.eval/1. Fields are only ever added. What became of each question is in the files
// of --save.
type evalJSON struct {
	Schema string         `json:"schema"`
	Sets   []*eval.Report `json:"sets"`
	Missed []missedJSON   `json:"missed" jsonschema:"bounds of --fail-under"`
}

type missedJSON struct {
	Set     string  `json:"set"`
	Measure string  `json:"measure"`
	Value   float64 `json:"value"`
	Bound   float64 `json:"bound"`
	Lower   bool    `json:"lower_is_better" jsonschema:"the bound is a ceiling"`
}

func evalOf(reports []*eval.Report, missed []miss) evalJSON {
	return evalJSON{
		Schema: "ibid.eval/1",
		Sets:   wire.List(reports),
		Missed: wire.Each(missed, func(m miss) missedJSON {
			return missedJSON{m.of, m.Name, round(m.mean), m.value, m.Lower}
		}),
	}
}
