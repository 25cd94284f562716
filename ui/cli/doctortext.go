package cli

import (
	"fmt"
	"strings"
)

const maxFinding = 600 // columns of what was found; a server may say anything

// doctorMarks are the glyphs of the verdicts. The word stands beside each.
func doctorMarks(plain bool) map[health]string {
	if plain {
		return map[health]string{healthOK: "+", healthWarning: "!", healthBroken: "x"}
	}
	return map[health]string{healthOK: "✔", healthWarning: "!", healthBroken: "✘"}
}

// examination prints what a doctor found: a line for each check, then its details and the next step.
func (p *page) examination(checks []check, marks map[health]string) {
	const column = "%s %-7s  %-14s  "
	indent := strings.Repeat(" ", len(fmt.Sprintf(column, " ", "", "")))
	safe := func(s string) string { return clip(clean(s), maxFinding) }
	for _, c := range checks {
		label := fmt.Sprintf(column, marks[c.Health], c.Health, title(c.Name))
		if c.Health != healthOK {
			label = p.style.bold(label)
		}
		p.hang(label, safe(c.Found), nil)
		for _, l := range c.Details[:min(maxListed, len(c.Details))] {
			p.hang(indent+"  ", safe(l), p.style.faint)
		}
		if n := len(c.Details) - maxListed; n > 0 {
			p.line("%s  … and %d more; --json lists all", indent, n)
		}
		if c.Next != "" {
			p.hang(indent+"next: ", safe(c.Next), nil)
		}
	}
	p.line("")
	p.line("%s", p.style.bold(diagnosis(checks)))
}

// title is the name of a check for a person.
func title(name string) string { return strings.ReplaceAll(name, "_", " ") }

// diagnosis sums the checks up.
func diagnosis(checks []check) string {
	found := map[health]int{}
	for _, c := range checks {
		found[c.Health]++
	}
	var parts []string
	if n := found[healthBroken]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d broken", n))
	}
	if n := found[healthWarning]; n > 0 {
		parts = append(parts, count(n, "warning"))
	}
	if parts == nil {
		return "all is well"
	}
	return strings.Join(parts, ", ")
}

// doctorJSON is the wire schema ibid.doctor/1. Fields are only ever added.
type doctorJSON struct {
	Schema  string  `json:"schema"`
	Verdict health  `json:"verdict"` // the worst of the checks: ok, warning, broken
	Version string  `json:"version"`
	Go      string  `json:"go"`
	OS      string  `json:"os"`
	Arch    string  `json:"arch"`
	Checks  []check `json:"checks"`
}
