package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
	"ibid/ui/app"
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

func (a *App) evalCalibrateCommand() *cobra.Command {
	var write bool
	parts := defaultFolds
	cmd := a.command(&cobra.Command{
		Use:   "calibrate [flags] SET…",
		Short: "Set the thresholds of refusal by questions",
		Long: `Ask the questions of the sets with the gates wide open, and work out for every threshold which answerable questions it would refuse and which unanswerable ones it would let pass. Proposed is the threshold with the fewest false answers among those whose false refusals are ` + eval.Bearable + ` that is, one more refusal is reckoned with than there was, so that the next question like these is refused wrongly in one of ten cases at most. With 9 answerable questions none may be refused, with 19 one. Of equals it is the threshold with the fewest false refusals, then the present one, and then the highest. What it is worth on questions that did not choose it is told by cross-validation: each fold is judged by the threshold that the others chose.

Sets about the documents of --docs are taken together, and so are sets that bring their passages along; these set the thresholds for selected texts.

--write keeps the proposed thresholds in calibrated.toml beside your own config.toml, for these documents and what makes their vectors, or for selected texts. They count where you set none yourself; ` + "`ibid config`" + ` shows it. Delete the file to go back to the defaults. With fewer than 10 answerable or 10 unanswerable questions nothing is written.`,
		Example: `  ibid eval calibrate --docs ~/papers questions.jsonl
  ibid eval calibrate --docs ~/papers --folds 2 questions.jsonl    # does one half hold on the other?
  ibid eval calibrate --docs ~/papers --write questions.jsonl`,
		Args: setsNamed(1, "no question set: give a JSONL file with answerable and unanswerable questions"),
	}, "ibid.calibration/1 object", func(ctx context.Context, r *call) error { return r.calibrate(ctx, parts, write) }, askingSettings...)
	cmd.Flags().BoolVar(&write, "write", false, "keep the proposed thresholds for these documents")
	cmd.Flags().IntVar(&parts, "folds", parts, "parts of the questions that are judged by the others, 2 for one half by the other")
	return cmd
}

// calibration is one with where it belongs and where it was written.
type calibration struct {
	Set    string `json:"set"`
	Corpus string `json:"corpus" jsonschema:"the table of calibrated.toml that it belongs into, with the embedder"`
	*eval.Calibration
	Why       string   `json:"unfit" jsonschema:"why the proposal should not be taken, \"\" where it may be"`
	Written   string   `json:"written" jsonschema:"path, \"\" where nothing was written"`
	documents []string // nil for passages
	notes     []string
}

func (r *call) calibrate(ctx context.Context, folds int, write bool) error {
	if folds < 2 {
		return usageError{fmt.Errorf("--folds %d: each part is judged by the others, so there are 2 or more", folds)}
	}
	sets, err := loadSets(r.config, r.args)
	if err != nil {
		return err
	}
	if write {
		if err := config.CanSaveCalibrated(r.Env); err != nil {
			return err
		}
	}
	sets = eval.Join(sets)
	for _, set := range sets {
		switch {
		case len(set.Questions) < 2:
			return usageError{fmt.Errorf("%s has %s: there are no others to judge it by", set.Name, count(len(set.Questions), "question"))}
		case folds > len(set.Questions):
			return usageError{fmt.Errorf("%s has %s, which do not make %d parts; give --folds %d or fewer", set.Name, count(len(set.Questions), "question"), folds, len(set.Questions))}
		}
	}
	var done []*calibration
	for _, set := range sets {
		one, err := r.calibrateSet(ctx, set, folds)
		if err != nil {
			return err
		}
		done = append(done, one)
	}
	var unfit error
	if write {
		if unfit = r.keep(done); errors.As(unfit, new(*config.Error)) {
			return unfit
		}
	}
	err = r.show(calibrationsJSON{"ibid.calibration/1", done}, func(p *page) { each(p, done, p.calibration) })
	for _, one := range done {
		r.tell(one.notes)
	}
	return errors.Join(err, unfit)
}

func (r *call) calibrateSet(ctx context.Context, set *eval.Set, folds int) (*calibration, error) {
	out := &calibration{Set: set.Name, Corpus: config.Passages}
	var readings *eval.Readings
	notes, err := r.withSubject(ctx, r.config, set, app.Wanted{Writer: true}, "asking", func(s eval.Subject, step func(done, total int)) (err error) {
		readings, err = eval.ReadGates(ctx, set, s, step)
		return err
	})
	if err != nil {
		return nil, err
	}
	out.notes = append(notes, set.Warnings...)
	if set.Form == eval.Documents {
		out.documents = r.config.Docs
		if out.Corpus, err = app.Corpus(r.config); err != nil {
			return nil, err
		}
	}
	if out.Calibration, err = eval.Calibrate(readings, folds); err != nil {
		return nil, err
	}
	out.Why = out.Unfit()
	for i := range out.Thresholds {
		t := &out.Thresholds[i]
		t.Key = thresholdKeys[t.Name]
	}
	return out, nil
}

// keep writes what the calibrations propose. Those that should not be taken are not, and the error says why.
func (a *App) keep(done []*calibration) error {
	var unfit error
	for _, one := range done {
		if why := one.Unfit(); why != "" {
			unfit = errors.Join(unfit, usageError{fmt.Errorf("%s: nothing is written: %s", one.Set, why)})
			continue
		}
		t := config.Calibrated{Corpus: one.Corpus, Embedder: one.Embedder, Generator: one.Generator, Documents: one.documents, Questions: one.Set, Thresholds: map[string]float64{}}
		if one.Form == eval.Passages {
			t.Embedder = config.NoEmbedder
		}
		for _, th := range one.Thresholds {
			if th.Possible {
				t.Thresholds[thresholdKeys[th.Name]] = th.Proposed
			}
		}
		var err error
		if one.Written, err = config.SaveCalibrated(a.Env, t); err != nil {
			return err
		}
	}
	return unfit
}

const (
	maxCurve = 14 // rows of a curve
	maxBar   = 24 // columns of a bar
)

// calibration prints what one set of questions says of the thresholds.
func (p *page) calibration(c *calibration) {
	p.hang("", p.style.bold(clean(c.Set)), nil)
	p.hang("  ", fmt.Sprintf("%d answerable and %d unanswerable questions, %s, %s", c.Answerable, c.Unanswerable, clean(c.Generator), embedderLine(c)), nil)
	for i := range c.Thresholds {
		p.line("")
		p.threshold(&c.Thresholds[i], c.Folds)
		p.line("")
		p.curve(&c.Thresholds[i])
	}
	p.line("")
	if moved := slices.ContainsFunc(c.Thresholds, func(t eval.Threshold) bool { return t.Proposed != t.Value }); moved && len(c.Thresholds) > 1 {
		p.hang("", fmt.Sprintf("all proposed thresholds at once: %s of false refusals, %s of false answers", p.rate(c.Calibration.Proposed.FalseRefusal), p.rate(c.Calibration.Proposed.FalseAnswer)), nil)
	}
	switch why := c.Unfit(); {
	case c.Written != "":
		p.hang("", fmt.Sprintf("written to %s", clean(c.Written)), nil)
	case why != "":
		p.hang("", "not fit to be written: "+why, nil)
	default:
		p.hang("", "nothing is changed; --write keeps what is proposed", nil)
	}
}

func embedderLine(c *calibration) string {
	if c.Form == eval.Passages {
		return "a passage each"
	}
	return clean(c.Embedder)
}

// threshold prints where a threshold is and where it might be.
func (p *page) threshold(t *eval.Threshold, folds int) {
	p.line("%s", p.style.bold(t.Name)+"  "+p.style.faint(thresholdKeys[t.Name]))
	now := number(t.Value)
	if t.Warns {
		now += " (warns)"
	}
	row := func(label, threshold string, r eval.Rates) []string {
		return []string{label, threshold, p.rate(r.FalseRefusal), p.rate(r.FalseAnswer)}
	}
	rows := [][]string{{"", "threshold", "false refusals", "false answers"}, row("now", now, t.Now)}
	if t.Possible {
		low, high := math.Inf(1), math.Inf(-1)
		for _, f := range t.Chosen {
			low, high = min(low, f.Threshold), max(high, f.Threshold)
		}
		rows = append(rows, row("proposed", number(t.Proposed), t.Rates), row("cross-validated", number(low)+p.to()+number(high), t.Held))
		if folds == 2 {
			for i, f := range t.Chosen {
				rows = append(rows, row(fmt.Sprintf("half %d, chosen", 2-i), number(f.Threshold), f.Rest), row(fmt.Sprintf("half %d, held out", i+1), number(f.Threshold), f.Held))
			}
		}
	}
	if t.Fewest.Rates != t.Now && !(t.Possible && t.Fewest.Rates == t.Rates) {
		rows = append(rows, row("fewest mistakes", number(t.Fewest.Threshold), t.Fewest.Rates))
	}
	p.table(rows)
	if !t.Possible {
		least := slices.MinFunc(t.Curve, func(a, b eval.Point) int { return cmp.Compare(a.FalseRefusal.Count, b.FalseRefusal.Count) }).FalseRefusal
		p.hang("", fmt.Sprintf("no threshold is proposed, and it stays: the other gates refuse %.0f%% of the answerable questions by themselves, %d of %d", 100*least.Value(), least.Count, least.Of), nil)
	}
}

// curve tells what each threshold does: the shares of false refusals and of false answers, drawn as bars unless it is to be plain.
func (p *page) curve(t *eval.Threshold) {
	type point struct {
		eval.Point
		mark string
	}
	var points []point
	for _, x := range sampled(t.Curve) {
		points = append(points, point{x, ""})
	}
	add := func(threshold float64, r eval.Rates, mark string) {
		i, found := slices.BinarySearchFunc(points, threshold, func(a point, t float64) int { return cmp.Compare(a.Threshold, t) })
		if !found {
			points = slices.Insert(points, i, point{Point: eval.Point{Threshold: threshold, Rates: r}})
		}
		points[i].mark = strings.TrimPrefix(points[i].mark+", "+mark, ", ")
	}
	add(t.Value, t.Now, "now")
	if t.Possible {
		add(t.Proposed, t.Rates, "proposed")
	}
	wide := len("at")
	for _, x := range points {
		wide = max(wide, len(number(x.Threshold)))
	}
	bar := min(maxBar, max(0, (p.width-wide-len("  100%   100%   proposed"))/2))
	if p.plain {
		bar = 0
	}
	draw := func(r eval.Rate) string {
		n := int(math.Round(r.Value() * float64(bar)))
		return fmt.Sprintf("%4.0f%% %s", 100*r.Value(), pad(strings.Repeat("▪", n), bar))
	}
	p.line("%s", p.style.faint(strings.TrimRight(fmt.Sprintf("%s  %s  %s", pad("at", wide), pad("refused wrongly", bar+len("100%  ")), "answered wrongly"), " ")))
	for _, x := range points {
		p.line("%s", strings.TrimRight(fmt.Sprintf("%s  %s  %s  %s", pad(number(x.Threshold), wide), draw(x.FalseRefusal), draw(x.FalseAnswer), x.mark), " "))
	}
}

// sampled are at most maxCurve points of a curve, spread evenly over those at which a rate changes; the first and the last are
// among them.
func sampled(curve []eval.Point) []eval.Point {
	var steps []eval.Point
	for i, p := range curve {
		if i == 0 || i == len(curve)-1 || p.Rates != curve[i-1].Rates {
			steps = append(steps, p)
		}
	}
	if len(steps) <= maxCurve {
		return steps
	}
	var out []eval.Point
	for i := range maxCurve {
		out = append(out, steps[i*(len(steps)-1)/(maxCurve-1)])
	}
	return out
}

// rate is a share with its interval: 5 of 17, 29% (13–53).
func (p *page) rate(r eval.Rate) string {
	low, high := r.Interval()
	return fmt.Sprintf("%d of %d, %.0f%% (%.0f%s%.0f)", r.Count, r.Of, 100*r.Value(), 100*low, p.to(), 100*high)
}

// number is a threshold or a value of one question, with the digits that it has and no more than four decimals.
func number(x float64) string {
	return strconv.FormatFloat(round(x), 'f', -1, 64)
}

// calibrationsJSON is the wire schema ibid.calibration/1. Fields are only ever added.
type calibrationsJSON struct {
	Schema       string         `json:"schema"`
	Calibrations []*calibration `json:"calibrations"`
}
