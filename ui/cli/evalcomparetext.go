package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine/eval"
)

// comparisons prints what changed, one set after the other.
func (p *page) comparisons(r *comparedRuns, s evalSigns) {
	p.hang("A  ", clean(r.a), nil)
	p.hang("B  ", clean(r.b), nil)
	lower := false
	for i := range r.sets {
		p.line("")
		p.comparison(&r.sets[i], s)
		for _, d := range r.sets[i].Differences {
			lower = lower || d.Lower
		}
	}
	if lower {
		p.line("")
		p.line("%s less is better", strings.TrimSpace(s.lower))
	}
}

func (p *page) comparison(c *comparedSet, s evalSigns) {
	p.hang("", p.style.bold(clean(c.name)), nil)
	p.hang("  ", count(c.Shared, "question")+" in both", nil)
	if len(c.Differences) > 0 {
		p.line("")
		rows := [][]string{{"measure", "A", "B", "B-A", "95% interval", "N", "better", "worse", "sign p"}}
		for _, d := range c.Differences {
			rows = append(rows, []string{measureName(d.Name, s), share(d.A), share(d.B), signed(d.Mean), interval(d.Low, d.High, signed, " to ", s),
				strconv.Itoa(d.N), strconv.Itoa(d.Better), strconv.Itoa(d.Worse), fmt.Sprintf("%.3f", d.P)})
		}
		p.table(rows)
	}
	worse := p.changes("worse", c.Changes, func(c *eval.Change) []eval.Delta { return c.Worse }, s)
	better := p.changes("better", c.Changes, func(c *eval.Change) []eval.Delta { return c.Better }, s)
	if !worse && !better {
		p.line("")
		p.line("no question changed")
	}
}

// changes lists the questions that changed one way; false where there are none. Of each the leading measures are shown, or the
// first one where none of those changed.
func (p *page) changes(way string, all []eval.Change, of func(*eval.Change) []eval.Delta, s evalSigns) bool {
	var changed []*eval.Change
	for i := range all {
		if len(of(&all[i])) > 0 {
			changed = append(changed, &all[i])
		}
	}
	if len(changed) == 0 {
		return false
	}
	p.line("")
	p.line("%s", p.style.bold(fmt.Sprintf("%s: %s", way, count(len(changed), "question"))))
	shown := changed[:min(len(changed), maxFailures)]
	width := 0
	for _, c := range shown {
		width = max(width, ansi.StringWidth(clip(clean(c.ID), maxQID)))
	}
	for _, c := range shown {
		label := "  " + pad(clip(clean(c.ID), maxQID), width) + "  "
		p.line("%s%s", label, clip(clean(c.Question), max(p.width-ansi.StringWidth(label), worthASpace)))
		indent := strings.Repeat(" ", ansi.StringWidth(label))
		p.hang(indent, strings.Join(deltas(of(c), s), ", "), nil)
		if c.Refused && c.Reason != "" {
			p.hang(indent, "refused: "+clip(lowerFirst(clean(c.Reason)), maxReason), p.style.faint)
		}
	}
	if n := len(changed) - len(shown); n > 0 {
		p.line("  and %d more: --json lists all", n)
	}
	return true
}

func deltas(all []eval.Delta, s evalSigns) []string {
	const glue = "\u00a0" // keeps a measure and its values on one line
	var out []string
	for _, d := range all {
		if leads(d.Name) {
			out = append(out, delta(d, s, glue))
		}
	}
	if len(out) == 0 {
		out = append(out, delta(all[0], s, glue))
	}
	return out
}

func delta(d eval.Delta, s evalSigns, glue string) string {
	return strings.Join([]string{d.Name, short(d.From), s.turns, short(d.To)}, glue)
}

// short is a value of one question, which most often is 0 or 1.
func short(x float64) string { return strconv.FormatFloat(round(x), 'f', -1, 64) }

// interval is two bounds, where there are any.
func interval(low, high float64, number func(float64) string, to string, s evalSigns) string {
	if math.IsNaN(low) {
		return s.none
	}
	return number(low) + to + number(high)
}

// signed is a difference. What rounds to nothing has no direction.
func signed(x float64) string { return strings.Replace(fmt.Sprintf("%+.3f", x), "-0.000", "+0.000", 1) }
