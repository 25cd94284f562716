package cli

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ibid/engine/eval"
)

const (
	maxCurve = 14 // rows of a curve
	maxBar   = 24 // columns of a bar
)

// calibration prints what one set of questions says of the thresholds.
func (p *page) calibration(c *calibration, s evalSigns, plain bool) {
	p.hang("", p.style.bold(clean(c.set)), nil)
	p.hang("  ", fmt.Sprintf("%d answerable and %d unanswerable questions, %s, %s", c.Answerable, c.Unanswerable, clean(c.Generator), embedderLine(c)), nil)
	for i := range c.Thresholds {
		p.line("")
		p.threshold(&c.Thresholds[i], c.Folds, s)
		p.line("")
		p.curve(&c.Thresholds[i], plain)
	}
	p.line("")
	if moved := slices.ContainsFunc(c.Thresholds, func(t eval.Threshold) bool { return t.Proposed != t.Value }); moved && len(c.Thresholds) > 1 {
		p.hang("", fmt.Sprintf("all proposed thresholds at once: %s of false refusals, %s of false answers", rate(c.Calibration.Proposed.FalseRefusal, s), rate(c.Calibration.Proposed.FalseAnswer, s)), nil)
	}
	switch why := c.Unfit(); {
	case c.written != "":
		p.hang("", fmt.Sprintf("written to %s", clean(c.written)), nil)
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
func (p *page) threshold(t *eval.Threshold, folds int, s evalSigns) {
	p.line("%s", p.style.bold(t.Name)+"  "+p.style.faint(thresholdKeys[t.Name]))
	now := number(t.Value)
	if t.Warns {
		now += " (warns)"
	}
	row := func(label, threshold string, r eval.Rates) []string {
		return []string{label, threshold, rate(r.FalseRefusal, s), rate(r.FalseAnswer, s)}
	}
	rows := [][]string{{"", "threshold", "false refusals", "false answers"}, row("now", now, t.Now)}
	if t.Possible {
		low, high := math.Inf(1), math.Inf(-1)
		for _, f := range t.Chosen {
			low, high = min(low, f.Threshold), max(high, f.Threshold)
		}
		rows = append(rows, row("proposed", number(t.Proposed), t.Rates), row("cross-validated", number(low)+s.to+number(high), t.Held))
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
func (p *page) curve(t *eval.Threshold, plain bool) {
	type point struct {
		eval.Point
		mark string
	}
	var points []point
	for _, x := range sampled(t.Curve) {
		points = append(points, point{x, ""})
	}
	add := func(threshold float64, r eval.Rates, mark string) {
		i, found := slices.BinarySearchFunc(points, threshold, func(a point, t float64) int {
			switch {
			case a.Threshold < t:
				return -1
			case a.Threshold > t:
				return 1
			}
			return 0
		})
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
	if plain {
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
func rate(r eval.Rate, s evalSigns) string {
	low, high := r.Interval()
	return fmt.Sprintf("%d of %d, %.0f%% (%.0f%s%.0f)", r.Count, r.Of, 100*r.Value(), 100*low, s.to, 100*high)
}

// number is a threshold, with the digits that it has and no more than four decimals.
func number(x float64) string {
	return strconv.FormatFloat(round(x), 'f', -1, 64)
}
