package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine/eval"
)

const (
	maxFailures = 10 // questions that a report lists
	maxQID      = 28 // columns of the id of a question
	worthASpace = 12 // least columns for the words of a question
)

// leadingMeasures are those that are worth comparing kind by kind and question by question.
var leadingMeasures = []string{"recall@8", "ndcg@8", "all_facts", "checks", "citation_precision", "false_refusal", "false_answer", "symbols_ok", "f1", "holds_answer"}

func leads(measure string) bool { return slices.Contains(leadingMeasures, measure) }

// to stands between the ends of an interval.
func (p *page) to() string { return p.sign("–", "..") }

// interval is two bounds, where there are any.
func (p *page) interval(low, high eval.Number) string {
	if math.IsNaN(float64(low)) {
		return p.none()
	}
	return share(low) + p.to() + share(high)
}

// lower stands behind a measure of which less is better.
func (p *page) lower() string { return p.sign("↓", "*") }

// legend explains the mark of lower, where the page has it.
func (p *page) legend() {
	if p.lowered {
		p.line("")
		p.line("%s less is better", p.lower())
	}
}

// evaluations prints the reports, one set after the other.
func (p *page) evaluations(reports []*eval.Report, save *saver) {
	for i, r := range reports {
		if i > 0 {
			p.line("")
		}
		p.evaluation(r, save.rows(i))
	}
	p.legend()
}

func (p *page) evaluation(r *eval.Report, saved string) {
	p.hang("", p.style.bold(clean(r.Set)), nil)
	p.hang("  ", subjectLine(r), nil)
	if len(r.Means) > 0 {
		p.line("")
		rows := [][]string{{"measure", "mean", "95% interval", "N"}}
		for _, m := range r.Means {
			rows = append(rows, []string{p.measureName(m.Name), share(m.Value), p.interval(m.Low, m.High), strconv.Itoa(m.N)})
		}
		p.table(rows)
	}
	p.kinds(r.Kinds)
	p.times(&r.Times)
	p.failures(r.Rows, saved)
}

// subjectLine says what was asked of what.
func subjectLine(r *eval.Report) string {
	answerable := 0
	for i := range r.Rows {
		if r.Rows[i].Answerable {
			answerable++
		}
	}
	parts := []string{fmt.Sprintf("%s, %d answerable", count(len(r.Rows), "question"), answerable)}
	if r.Form == eval.Passages {
		parts = append(parts, "a passage each")
	} else {
		parts = append(parts, count(r.Documents, "document")+", "+count(r.Chunks, "chunk"))
	}
	for _, part := range []struct{ name, value string }{{"embedder", r.Embedder}, {"generator", r.Generator}} {
		if part.value != "" {
			parts = append(parts, part.name+" "+clean(part.value))
		}
	}
	return strings.Join(parts, "; ")
}

// kinds compares the kinds of questions by the leading measures. Where the columns do not fit the page, a kind stands
// only beside those that tell something of it.
func (p *page) kinds(kinds []eval.Kind) {
	if len(kinds) < 2 {
		return
	}
	values := make([]map[string]eval.Number, len(kinds))
	measured := map[string]bool{}
	for i, k := range kinds {
		values[i] = map[string]eval.Number{}
		for _, m := range k.Means {
			values[i][m.Name], measured[m.Name] = m.Value, true
		}
	}
	rows := [][]string{{"kind", "questions"}}
	for _, k := range kinds {
		rows = append(rows, []string{clip(clean(k.Name), maxQID), strconv.Itoa(k.Questions)})
	}
	for _, name := range leadingMeasures {
		if !measured[name] {
			continue
		}
		rows[0] = append(rows[0], p.measureName(name))
		for i := range kinds {
			cell := p.none()
			if v, ok := values[i][name]; ok {
				cell = share(v)
			}
			rows[i+1] = append(rows[i+1], cell)
		}
	}
	widths := columnWidths(rows)
	for from := 1; from < len(widths); {
		to := p.fitting(widths, from)
		var part [][]string
		for _, r := range rows {
			if slices.ContainsFunc(r[from:to], func(cell string) bool { return cell != p.none() }) {
				part = append(part, append([]string{r[0]}, r[from:to]...))
			}
		}
		p.line("")
		p.table(part)
		from = to
	}
}

func (p *page) times(s *eval.Percentiles) {
	rows := [][]string{{"time per question", "p50 ms", "p90 ms", "p99 ms"}}
	for _, t := range []struct {
		name string
		eval.Latency
	}{{"search", s.Search}, {"answer", s.Answer}} {
		if t.P99 > 0 {
			rows = append(rows, []string{t.name, latency(float64(t.P50)), latency(float64(t.P90)), latency(float64(t.P99))})
		}
	}
	if len(rows) > 1 {
		p.line("")
		p.table(rows)
	}
}

// failures lists the questions that a person would want to look at, a line each, the worst first. All of them are in
// the saved file, where there is one.
func (p *page) failures(rows []eval.Row, saved string) {
	var list [][3]string // id, what is wrong, the question
	for _, f := range faults {
		for i := range rows {
			r := &rows[i]
			if fault(r) != f {
				continue
			}
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
	shown := list[:min(len(list), maxFailures)]
	var widths [2]int
	for _, f := range shown {
		widths[0], widths[1] = max(widths[0], ansi.StringWidth(f[0])), max(widths[1], ansi.StringWidth(f[1]))
	}
	for _, f := range shown {
		label := "  " + pad(f[0], widths[0]) + "  " + pad(f[1], widths[1]) + "  "
		p.line("%s%s", label, clip(f[2], max(p.width-ansi.StringWidth(label), worthASpace)))
	}
	if n := len(list) - len(shown); n > 0 {
		where := ": --save DIR"
		if saved != "" {
			where = " in " + clean(saved)
		}
		p.line("  and %d more%s", n, where)
	}
}

// faultOf is something wrong with a question, and the measure that tells.
type faultOf struct {
	name, measure string
	value         float64 // of the measure
}

// faults are told of, the worst first.
var faults = []faultOf{
	{"answered wrongly", "false_answer", 1},
	{"refused wrongly", "false_refusal", 1},
	{"lacks a fact", "all_facts", 0},
	{"fails a check", "checks", 0},
	{"wrong symbols", "symbols_ok", 0},
	{"another answer", "holds_answer", 0},
}

// fault is the worst fault of a question, none where nothing is wrong.
func fault(r *eval.Row) faultOf {
	for _, f := range faults {
		if v, ok := r.Value(f.measure); ok && v == f.value {
			return f
		}
	}
	return faultOf{}
}

// measureName is the name of a measure, marked where less of it is better.
func (p *page) measureName(name string) string {
	if m, _ := eval.Lookup(name); m.Lower {
		p.lowered = true
		return name + " " + p.lower()
	}
	return name
}

// share is a value of a measure.
func share(x eval.Number) string { return fmt.Sprintf("%.3f", x) }

func latency(ms float64) string {
	if ms < 10 {
		return fmt.Sprintf("%.1f", ms)
	}
	return fmt.Sprintf("%.0f", ms)
}
