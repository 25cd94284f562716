package cli

import (
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
	var asJSON bool
	weeks := defaultWeeks
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Show, week by week, how questions were answered",
		Long: `Count the local log by ISO week: questions answered and refused, drafts that passed validation, refusals by reason, averages of similarity and keyword overlap, latency. The log never leaves this machine; it holds the text of questions only where log.questions is set.

"passed" is the share of drafts of which every sentence was found supported; a question that is refused before anything is drafted does not count. Overlap is the share of an answer's words that the text it cites has; similarity is measured for selected texts alone. Latencies are percentiles of whole questions in milliseconds.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if weeks < 1 || weeks > maxWeeks {
				return usageError{fmt.Errorf("--weeks: %d is not a whole number from 1 to %d", weeks, maxWeeks)}
			}
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			dir, err := config.StateDir(a.Env)
			if err != nil {
				return usageError{err}
			}
			log := journal.Open(dir)
			var entries []journal.Entry
			if err := log.Read(func(e journal.Entry) error { entries = append(entries, e); return nil }); err != nil {
				return err
			}
			found, all := journal.Weeks(entries, weeks)
			return a.show(c, asJSON, statsOf(log.Path(), found, all), func(p *page) {
				if len(found) == 0 {
					p.hang("", "Nothing has been asked yet: each `ibid ask` adds a line to "+guard.Sanitize(log.Path())+".", nil)
					return
				}
				p.stats(found, &all, marks(c.Plain))
			})
		},
	}
	settingFlags(cmd, screenSettings)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one ibid.stats/1 object")
	cmd.Flags().IntVar(&weeks, "weeks", weeks, "how many weeks to show, the latest of those with questions")
	return cmd
}

// chartMarks are what a chart is drawn with.
type chartMarks struct {
	none   string   // for what was not measured
	blocks []string // of a bar, the full one last; the others are its equal parts
}

func marks(plain bool) chartMarks {
	if plain {
		return chartMarks{"-", []string{"#"}}
	}
	return chartMarks{"–", []string{"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"}}
}

// bar draws a share of barWidth. What is more than nothing is seen.
func (s chartMarks) bar(part float64) string {
	n := len(s.blocks)
	units := int(part*float64(barWidth*n) + 0.5)
	if units == 0 && part > 0 {
		units = 1
	}
	out := strings.Repeat(s.blocks[n-1], units/n)
	if rest := units % n; rest > 0 {
		out += s.blocks[rest-1]
	}
	return out
}

// stats prints the numbers as a table, then what is worth comparing as bars.
func (p *page) stats(weeks []journal.Week, all *journal.Tally, s chartMarks) {
	rows := [][]string{{"week", "questions", "answered", "refused", "passed", "similarity", "overlap", "p50 ms", "p90 ms", "p99 ms"}}
	for i := range weeks {
		rows = append(rows, statsRow(weekName(&weeks[i]), &weeks[i].Tally, s))
	}
	if len(weeks) > 1 {
		rows = append(rows, statsRow("all", all, s))
	}
	p.table(rows)

	p.line("")
	p.line("%s", p.style.bold("answered"))
	for i := range weeks {
		w := &weeks[i]
		p.bar(weekName(w), s.bar(float64(w.Answered)/float64(w.Questions)), of(w.Answered, w.Questions, s))
	}
	if all.Checked > 0 {
		p.line("")
		p.line("%s", p.style.bold("drafts that passed validation"))
	}
	for i := range weeks {
		if w := &weeks[i]; w.Checked > 0 {
			p.bar(weekName(w), s.bar(float64(w.Passed)/float64(w.Checked)), of(w.Passed, w.Checked, s))
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
		name := reasonName(r.Code)
		name += strings.Repeat(" ", width-ansi.StringWidth(name))
		p.bar(name, s.bar(float64(r.Count)/float64(all.Refused)), of(r.Count, all.Refused, s))
	}
}

func (p *page) bar(label, bar, value string) {
	pad := strings.Repeat(" ", barWidth-ansi.StringWidth(bar))
	p.line("  %s  %s%s  %s", label, bar, pad, value)
}

const columnGap = "  "

func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	return widths
}

// fitting is behind the last of the columns from one on that fit the page beside the first column, one at least.
func (p *page) fitting(widths []int, from int) int {
	to, used := from, widths[0]
	for to < len(widths) && (to == from || used+len(columnGap)+widths[to] <= max(p.width, p.wide)) {
		used += len(columnGap) + widths[to]
		to++
	}
	return to
}

// table sets rows of cells in columns, the first to the left and the others to the right. Columns that do not fit the page
// follow below, each time with the first.
func (p *page) table(rows [][]string) {
	widths := columnWidths(rows)
	for from := 1; from < len(widths); {
		to := p.fitting(widths, from)
		if from > 1 {
			p.line("")
		}
		for n, r := range rows {
			line := r[0] + strings.Repeat(" ", widths[0]-ansi.StringWidth(r[0]))
			for i := from; i < to; i++ {
				line += columnGap + strings.Repeat(" ", widths[i]-ansi.StringWidth(r[i])) + r[i]
			}
			if n == 0 {
				line = p.style.bold(line)
			}
			p.line("%s", line)
		}
		from = to
	}
}

func statsRow(name string, t *journal.Tally, s chartMarks) []string {
	return []string{name, strconv.Itoa(t.Questions), percent(t.Answered, t.Questions, s), percent(t.Refused, t.Questions, s), percent(t.Passed, t.Checked, s),
		average(t.Similarity, s), average(t.Overlap, s), latency(t.Total.P50), latency(t.Total.P90), latency(t.Total.P99)}
}

func weekName(w *journal.Week) string { return fmt.Sprintf("%04d-W%02d", w.Year, w.Number) }

// reasonName is a refusal code for a person.
func reasonName(code guard.RefusalCode) string {
	return oneLine(strings.ReplaceAll(guard.Sanitize(string(code)), "_", " "))
}

// of is a share in numbers: "3 of 4, 75%".
func of(part, whole int, s chartMarks) string {
	return fmt.Sprintf("%d of %d, %s", part, whole, percent(part, whole, s))
}

func percent(part, whole int, s chartMarks) string {
	if whole == 0 {
		return s.none
	}
	return fmt.Sprintf("%.0f%%", 100*float64(part)/float64(whole))
}

func average(m journal.Mean, s chartMarks) string {
	if m.Count == 0 {
		return s.none
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
	Log    string        `json:"log"` // the file
	Weeks  []weekJSON    `json:"weeks"`
	All    journal.Tally `json:"all"` // of these weeks
}

type weekJSON struct {
	Week  string `json:"week"`  // ISO 8601
	Start string `json:"start"` // its Monday
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
