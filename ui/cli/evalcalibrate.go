package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
	"ibid/index"
	"ibid/ui/config"
)

const defaultFolds = 5

// thresholdKeys are the settings of the thresholds that are calibrated.
var thresholdKeys = map[string]string{
	eval.Coverage:          "guard.similarity_threshold",
	eval.Cosine:            "guard.cosine_threshold",
	eval.Confidence:        "guard.confidence_threshold",
	eval.SelectionStrength: "guard.selection_threshold",
	eval.SelectionPremise:  "guard.premise_threshold",
}

type calibrateFlags struct {
	json, write bool
	folds       folds
}

// folds is the value of --folds.
type folds int

func (f *folds) String() string { return strconv.Itoa(int(*f)) }
func (f *folds) Type() string   { return "int" }

func (f *folds) Set(text string) error {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return errors.New("give a number of parts, 2 or more")
	case n < 2:
		return errors.New("each part is judged by the others, so there are 2 or more")
	}
	*f = folds(n)
	return nil
}

func (a *App) evalCalibrateCommand() *cobra.Command {
	fl := calibrateFlags{folds: defaultFolds}
	cmd := &cobra.Command{
		Use:   "calibrate [flags] SET…",
		Short: "Set the thresholds of refusal by questions",
		Long: `Ask the questions of the sets with the gates wide open, and work out for every threshold which answerable questions it would refuse and which unanswerable ones it would let pass. Proposed is the threshold with the fewest false answers among those whose false refusals are ` + eval.Bearable + ` that is, one more refusal is reckoned with than there was, so that the next question like these is refused wrongly in one of ten cases at most. With 9 answerable questions none may be refused, with 19 one. Of equals it is the threshold with the fewest false refusals, then the present one, and then the highest. What it is worth on questions that did not choose it is told by cross-validation: each fold is judged by the threshold that the others chose.

Sets about the documents of --docs are taken together, and so are sets that bring their passages along; these set the thresholds for selected texts.

--write keeps the proposed thresholds in calibrated.toml beside your own config.toml, for these documents and what makes their vectors, or for selected texts. They count where you set none yourself; ` + "`ibid config`" + ` shows it. Delete the file to go back to the defaults. With fewer than 10 answerable or 10 unanswerable questions nothing is written.`,
		Example: `  ibid eval calibrate --docs ~/papers questions.jsonl
  ibid eval calibrate --docs ~/papers --folds 2 questions.jsonl    # does one half hold on the other?
  ibid eval calibrate --docs ~/papers --write questions.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no question set: give a JSONL file with answerable and unanswerable questions")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.calibrate(cmd, &fl, args) },
	}
	settingFlags(cmd, documentSettings, embedderSettings, retrievalSettings, answerSettings, modelSettings, sourceSettings, screenSettings)
	cmd.Flags().BoolVar(&fl.json, "json", false, "print one ibid.calibration/1 object")
	cmd.Flags().BoolVar(&fl.write, "write", false, "keep the proposed thresholds for these documents")
	cmd.Flags().Var(&fl.folds, "folds", "parts of the questions that are judged by the others, 2 for one half by the other")
	return cmd
}

// calibration is one with where it belongs and where it was written.
type calibration struct {
	*eval.Calibration
	set, corpus string
	documents   []string // nil for passages
	written     string   // path, "" where nothing was written
	notes       []string
}

func (a *App) calibrate(cmd *cobra.Command, fl *calibrateFlags, args []string) error {
	c, err := a.load(cmd)
	if err != nil {
		return err
	}
	sets, err := loadSets(c, args)
	if err != nil {
		return err
	}
	if fl.write {
		if err := config.CanSaveCalibrated(a.Env); err != nil {
			return err
		}
	}
	sets = eval.Join(sets)
	for _, set := range sets {
		switch {
		case set.Form == eval.Collection:
			return usageError{fmt.Errorf("%s has no questions that must be refused; calibrate with a JSONL file of questions", set.Name)}
		case len(set.Questions) < 2:
			return usageError{fmt.Errorf("%s has %s: there are no others to judge it by", set.Name, count(len(set.Questions), "question"))}
		case int(fl.folds) > len(set.Questions):
			return usageError{fmt.Errorf("%s has %s, which do not make %d parts; give --folds %d or fewer", set.Name, count(len(set.Questions), "question"), fl.folds, len(set.Questions))}
		}
	}
	p := a.newProgress(c, fl.json)
	var done []*calibration
	for _, set := range sets {
		one, err := a.calibrateSet(cmd.Context(), c, set, int(fl.folds), p)
		if err != nil {
			p.clear()
			return err
		}
		done = append(done, one)
	}
	p.clear()
	var unfit error
	if fl.write {
		if unfit = a.keep(done); errors.As(unfit, new(*config.Error)) {
			return unfit
		}
	}
	if fl.json {
		err = writeJSON(a.Out, calibrationOf(done))
	} else {
		page := a.styledPage(c)
		for i, one := range done {
			if i > 0 {
				page.line("")
			}
			page.calibration(one, evalMarks(c.Plain), c.Plain)
		}
		err = a.print(page)
		for _, one := range done {
			for _, n := range one.notes {
				a.note("%s", n)
			}
		}
	}
	return errors.Join(err, unfit)
}

func (a *App) calibrateSet(ctx context.Context, c *config.Config, set *eval.Set, folds int, p *progress) (*calibration, error) {
	out := &calibration{set: set.Name, corpus: config.Passages}
	stage := index.Stage("asking " + clean(set.Name) + ":")
	var readings *eval.Readings
	notes, err := a.withSubject(ctx, c, set, eval.Options{}, p.step, func(s eval.Subject) (err error) {
		readings, err = eval.ReadGates(ctx, set, s, func(done, total int) { p.step(index.Step{Stage: stage, Done: done, Total: total}) })
		return err
	})
	if err != nil {
		return nil, err
	}
	out.notes = append(notes, set.Warnings...)
	if set.Form == eval.Documents {
		out.documents = c.Docs
		if out.corpus, err = corpus(c); err != nil {
			return nil, err
		}
	}
	out.Calibration, err = eval.Calibrate(readings, folds)
	return out, err
}

// keep writes what the calibrations propose. Those that should not be taken are not, and the error says why.
func (a *App) keep(done []*calibration) error {
	var unfit error
	for _, one := range done {
		if why := one.Unfit(); why != "" {
			unfit = errors.Join(unfit, usageError{fmt.Errorf("%s: nothing is written: %s", one.set, why)})
			continue
		}
		t := config.Calibrated{Corpus: one.corpus, Embedder: one.Embedder, Generator: one.Generator, Documents: one.documents, Questions: one.set, Thresholds: map[string]float64{}}
		if one.Form == eval.Passages {
			t.Embedder = config.NoEmbedder
		}
		for _, th := range one.Thresholds {
			if th.Possible {
				t.Thresholds[thresholdKeys[th.Name]] = th.Proposed
			}
		}
		var err error
		if one.written, err = config.SaveCalibrated(a.Env, t); err != nil {
			return err
		}
	}
	return unfit
}
