package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/ui/config"
	"ibid/ui/journal"
	"ibid/ui/wire"
)

const (
	defaultWeeks = 8
	maxWeeks     = 1_000
	barWidth     = 40 // columns of a full bar
)

func (a *App) statsCommand() *cobra.Command {
	weeks := defaultWeeks
	cmd := a.command(&cobra.Command{
		Use:   "stats",
		Short: "Show, week by week, how questions were answered",
		Long: `Count the local log by ISO week: questions answered and refused, drafts that passed validation, refusals by reason, averages of similarity and keyword overlap, latency. The log never leaves this machine; it holds the text of questions only where log.questions is set.

"passed" is the share of drafts of which every sentence was found supported; a question that is refused before anything is drafted does not count. Overlap is the share of an answer's words that the text it cites has; similarity is measured for selected texts alone. Latencies are percentiles of whole questions in milliseconds.`,
		Args: cobra.NoArgs,
	}, "ibid.stats/1 object", func(_ context.Context, r *call) error {
		if weeks < 1 || weeks > maxWeeks {
			return usageError{fmt.Errorf("--weeks: %d is not a whole number from 1 to %d", weeks, maxWeeks)}
		}
		dir, err := config.StateDir(a.Env)
		if err != nil {
			return usageError{err}
		}
		log := journal.Open(dir)
		var entries []journal.Entry
		if err := log.Read(func(e journal.Entry) { entries = append(entries, e) }); err != nil {
			return err
		}
		found, all := journal.Weeks(entries, weeks)
		return r.show(statsOf(log.Path(), found, all), func(p *page) {
			if len(found) == 0 {
				p.hang("", "Nothing has been asked yet: each `ibid ask` adds a line to "+guard.Sanitize(log.Path())+".", nil)
				return
			}
			p.stats(found, &all)
		})
	}, screenSettings)
	cmd.Flags().IntVar(&weeks, "weeks", weeks, "how many weeks to show, the latest of those with questions")
	return cmd
}

// blocks are what a bar is drawn with, the full one last; the others are its equal parts.
func (p *page) blocks() []string {
	if p.plain {
		return []string{"#"}
	}
	return []string{"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"}
}

// bar draws a part of a whole, which is barWidth. What is more than nothing is seen.
func (p *page) bar(label string, part, whole int) {
	blocks := p.blocks()
	n := len(blocks)
	units := int(float64(part)/float64(whole)*float64(barWidth*n) + 0.5)
	if units == 0 && part > 0 {
		units = 1
	}
	bar := strings.Repeat(blocks[n-1], units/n)
	if rest := units % n; rest > 0 {
		bar += blocks[rest-1]
	}
	p.line("  %s  %s  %d of %d, %s", label, pad(bar, barWidth), part, whole, p.percent(part, whole))
}

// stats prints the numbers as a table, then what is worth comparing as bars.
func (p *page) stats(weeks []journal.Week, all *journal.Tally) {
	rows := [][]string{{"week", "questions", "answered", "refused", "passed", "similarity", "overlap", "p50 ms", "p90 ms", "p99 ms"}}
	for i := range weeks {
		rows = append(rows, p.statsRow(weekName(&weeks[i]), &weeks[i].Tally))
	}
	if len(weeks) > 1 {
		rows = append(rows, p.statsRow("all", all))
	}
	p.table(rows)

	p.line("")
	p.line("%s", p.style.bold("answered"))
	for i := range weeks {
		p.bar(weekName(&weeks[i]), weeks[i].Answered, weeks[i].Questions)
	}
	if all.Checked > 0 {
		p.line("")
		p.line("%s", p.style.bold("drafts that passed validation"))
	}
	for i := range weeks {
		if w := &weeks[i]; w.Checked > 0 {
			p.bar(weekName(w), w.Passed, w.Checked)
		}
	}
	if len(all.Reasons) == 0 {
		return
	}
	p.line("")
	p.line("%s", p.style.bold("refusals"))
	width := 0
	for _, r := range all.Reasons {
		width = max(width, ansi.StringWidth(reasonName(r.Code)))
	}
	for _, r := range all.Reasons {
		p.bar(pad(reasonName(r.Code), width), r.Count, all.Refused)
	}
}

func (p *page) statsRow(name string, t *journal.Tally) []string {
	return []string{name, strconv.Itoa(t.Questions), p.percent(t.Answered, t.Questions), p.percent(t.Refused, t.Questions), p.percent(t.Passed, t.Checked),
		p.average(t.Similarity), p.average(t.Overlap), latency(t.Total.P50), latency(t.Total.P90), latency(t.Total.P99)}
}

func weekName(w *journal.Week) string { return fmt.Sprintf("%04d-W%02d", w.Year, w.Number) }

// reasonName is a refusal code for a person.
func reasonName(code guard.RefusalCode) string {
	return strings.ReplaceAll(clean(string(code)), "_", " ")
}

func (p *page) percent(part, whole int) string {
	if whole == 0 {
		return p.none()
	}
	return fmt.Sprintf("%.0f%%", 100*float64(part)/float64(whole))
}

func (p *page) average(m journal.Mean) string {
	if m.Count == 0 {
		return p.none()
	}
	return fmt.Sprintf("%.2f", m.Value)
}

func latency(ms float64) string {
	if ms < 10 {
		return fmt.Sprintf("%.1f", ms)
	}
	return fmt.Sprintf("%.0f", ms)
}

// statsJSON is the wire schema ibid.stats/1. Fields are only ever added.
type statsJSON struct {
	Schema string        `json:"schema"`
	Log    string        `json:"log" jsonschema:"the file"`
	Weeks  []weekJSON    `json:"weeks"`
	All    journal.Tally `json:"all" jsonschema:"of these weeks"`
}

type weekJSON struct {
	Week  string `json:"week" jsonschema:"ISO 8601"`
	Start string `json:"start" jsonschema:"its Monday"`
	journal.Tally
}

func statsOf(path string, weeks []journal.Week, all journal.Tally) statsJSON {
	return statsJSON{
		Schema: "ibid.stats/1",
		Log:    path,
		Weeks: wire.Each(weeks, func(w journal.Week) weekJSON {
			return weekJSON{weekName(&w), w.Start.Format("2006-01-02"), w.Tally}
		}),
		All: all,
	}
}
