package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
	"ibid/ui/app"
)

// thresholdKeys are the settings of the thresholds that are swept.
var thresholdKeys = map[string]string{eval.Coverage: "guard.similarity"}

func (a *App) evalSweepCommand() *cobra.Command {
	return a.command(&cobra.Command{
		Use:     "sweep [flags] SET",
		Short:   "Show what each threshold of refusal does to questions",
		Long:    `Ask the questions of a set with the gates wide open, and work out for every threshold which answerable questions it would refuse and which unanswerable ones it would let pass. Proposed is the threshold with the fewest false answers among those whose false refusals are ` + eval.Bearable + ` that is, one more refusal is reckoned with than there was. Of equals it is the threshold with the fewest false refusals, then the present one, and then the highest. The line that sets it in config.toml is printed; nothing is written. It was chosen by these questions: of others expect less.`,
		Example: `  ibid eval sweep --docs ~/papers questions.jsonl`,
		Args:    cobra.ExactArgs(1),
	}, "ibid.sweep/1 object", func(ctx context.Context, r *call) error { return r.sweep(ctx) }, askingSettings...)
}

// sweepJSON is the wire schema ibid.sweep/1. Fields are only ever added.
type sweepJSON struct {
	Schema string `json:"schema"`
	Set    string `json:"set"`
	*eval.Sweep
	Unfit string   `json:"unfit" jsonschema:"why the proposal should not be taken, \"\" where it may be"`
	Lines []string `json:"lines" jsonschema:"of config.toml, for the thresholds that are better elsewhere"`
}

func (r *call) sweep(ctx context.Context) error {
	sets, err := loadSets(r.config, r.args)
	if err != nil {
		return err
	}
	set, out := sets[0], sweepJSON{Schema: "ibid.sweep/1", Set: sets[0].Name, Lines: []string{}}
	notes, err := r.withSubject(ctx, r.config, set, app.Wanted{Writer: true}, "asking", func(s eval.Subject, step func(done, total int)) error {
		readings, err := eval.ReadGates(ctx, set, s, step)
		if err == nil {
			out.Sweep = readings.Sweep()
		}
		return err
	})
	if err != nil {
		return err
	}
	out.Unfit = out.Sweep.Unfit()
	for i := range out.Thresholds {
		t := &out.Thresholds[i]
		t.Key = thresholdKeys[t.Name]
		if t.Proposed != t.Value && out.Unfit == "" {
			out.Lines = append(out.Lines, fmt.Sprintf("%s = %v", t.Key, t.Proposed))
		}
	}
	err = r.show(out, func(p *page) { p.sweep(&out) })
	r.tell(append(notes, set.Warnings...))
	return err
}

// sweep prints what the questions of a set say of the thresholds.
func (p *page) sweep(s *sweepJSON) {
	p.hang("", p.style.bold(clean(s.Set)), nil)
	asked := clean(s.Embedder)
	if s.Form == eval.Passages {
		asked = "a passage each"
	}
	p.hang("  ", fmt.Sprintf("%d answerable and %d unanswerable questions, %s, %s", s.Answerable, s.Unanswerable, clean(s.Generator), asked), nil)
	for i := range s.Thresholds {
		p.line("")
		p.threshold(&s.Thresholds[i])
		p.line("")
		p.curve(&s.Thresholds[i])
	}
	p.line("")
	if len(s.Lines) > 1 {
		p.hang("", fmt.Sprintf("all proposed thresholds at once: %s of false refusals, %s of false answers", p.rate(s.Proposed.FalseRefusal), p.rate(s.Proposed.FalseAnswer)), nil)
	}
	switch {
	case s.Unfit != "":
		p.hang("", "nothing is proposed: "+s.Unfit, nil)
	case len(s.Lines) == 0:
		p.line("no threshold is better than the present one")
	default:
		p.line("for config.toml:")
		for _, l := range s.Lines {
			p.line("  %s", l)
		}
	}
}

// threshold prints where a threshold is and where it might be.
func (p *page) threshold(t *eval.Threshold) {
	p.line("%s", p.style.bold(t.Name)+"  "+p.style.faint(t.Key))
	rows := [][]string{{"", "threshold", "false refusals", "false answers"}, {"now", number(t.Value), p.rate(t.Now.FalseRefusal), p.rate(t.Now.FalseAnswer)}}
	if t.Possible && t.Proposed != t.Value {
		rows = append(rows, []string{"proposed", number(t.Proposed), p.rate(t.Rates.FalseRefusal), p.rate(t.Rates.FalseAnswer)})
	}
	p.table(rows)
	if !t.Possible {
		least := slices.MinFunc(t.Curve, func(a, b eval.Point) int { return cmp.Compare(a.FalseRefusal.Count, b.FalseRefusal.Count) }).FalseRefusal
		p.hang("", fmt.Sprintf("no threshold is proposed, and it stays: the other gates refuse %.0f%% of the answerable questions by themselves, %d of %d", 100*least.Value(), least.Count, least.Of), nil)
	}
}

const (
	maxCurve = 14 // rows of a curve
	maxBar   = 24 // columns of a bar
)

// curve tells what each threshold does: the shares of false refusals and of false answers, drawn as bars unless it is
// to be plain.
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
	if t.Possible && t.Proposed != t.Value {
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

// sampled are at most maxCurve points of a curve, spread evenly over those at which a rate changes; the first and the
// last are among them.
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
