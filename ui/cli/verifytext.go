package cli

import (
	"fmt"
	"strings"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/guard"
	"ibid/ui/text"
)

const (
	maxSentence = 400 // columns of a sentence in a report
	maxReason   = 600
)

// verification prints a report: each sentence with its verdict, why it is not supported, and the words of the source;
// with why also how they lead to it.
func (p *page) verification(v *verify.Report, why bool) {
	for i := range v.Sentences {
		p.verified(&v.Sentences[i], why)
	}
	for _, d := range v.Documents {
		p.hang(fmt.Sprintf("  %-12s ", d.State), clean(d.Path), nil)
	}
	if len(v.Documents) > 0 {
		p.line("")
	}
	for _, n := range v.Notes {
		p.hang("note: ", clean(n), nil)
	}
	if v.Refusal {
		return
	}
	p.line("%s", p.style.bold(summary(v)))
}

func summary(v *verify.Report) string {
	count := map[guard.Verdict]int{}
	for i := range v.Sentences {
		count[v.Sentences[i].Verdict]++
	}
	s := fmt.Sprintf("%d of %d sentences supported", count[guard.Supported], len(v.Sentences))
	for _, verdict := range []guard.Verdict{guard.Judged, guard.Contradicted, guard.Unsupported, guard.NotFound, guard.NotCited, guard.Unchecked} {
		if n := count[verdict]; n > 0 {
			s += fmt.Sprintf(", %d %s", n, verdictWord(verdict))
		}
	}
	return s
}

// verdictWord is a verdict as a person reads it.
func verdictWord(v guard.Verdict) string {
	_, word := text.Mark(v.String())
	return word
}

// verified prints one sentence; with why also the steps of its proof.
func (p *page) verified(s *verify.Row, why bool) {
	label, supported := "✘ ", s.Verdict == guard.Supported
	if supported {
		label = "✔ "
	} else if s.Verdict == guard.Judged {
		label = "≈ "
	}
	label += fmt.Sprintf("%-12s ", verdictWord(s.Verdict))
	indent := strings.Repeat(" ", len([]rune(label)))
	p.hang(p.style.bold(label), clip(clean(s.Text), maxSentence), nil)
	for _, why := range []string{s.Reason, s.Note} {
		if why != "" {
			p.hang(indent, clip(clean(why), maxReason), nil)
		}
	}
	before := ""
	for i := range s.Places {
		c := &s.Places[i]
		name := engine.Place(&c.Chunk)
		if c.Key != "" {
			name = strings.TrimSpace("[" + c.Key + "] " + name)
		}
		if name != before {
			at := name
			if !supported && i == 0 {
				at = "nearest: " + at
			}
			p.hang(indent, at, nil)
			before = name
		}
		p.hang(indent, "“"+clip(engine.OneLine(guard.Reveal(c.Quote)), maxQuote)+"”", p.style.faint)
	}
	for i := 0; why && i < len(s.Proof); i++ {
		p.hang(indent, clip(text.Derived(s.Proof[i]), maxReason), p.style.faint)
	}
	p.line("")
}

// symbols prints what is wrong with the API names of a text, and how many are right.
func (p *page) symbols(s verify.Names) {
	const label = "✘ %-12s "
	indent := strings.Repeat(" ", len([]rune(fmt.Sprintf(label, ""))))
	fault := func(what, symbol string, line int, reason string) {
		at := guard.Sanitize(symbol)
		if line > 0 { // 0 where the format has none
			at += fmt.Sprintf(", line %d", line)
		}
		p.hang(p.style.bold(fmt.Sprintf(label, what)), at, nil)
		p.hang(indent, clip(clean(reason), maxReason), nil)
		p.line("")
	}
	for _, u := range s.Unknown {
		fault("unknown", u.Symbol, u.Line, u.Reason)
	}
	for _, m := range s.Misused {
		fault("misused", m.Symbol, m.Line, m.Reason)
	}
	judged := len(s.Known) + len(s.Unknown) + len(s.Misused)
	summary := fmt.Sprintf("%d of %d API names known", len(s.Known), judged)
	for _, c := range []struct {
		n    int
		what string
	}{{len(s.Unknown), "unknown"}, {len(s.Misused), "misused"}, {len(s.OutOfScope), "out of scope"}} {
		if c.n > 0 {
			summary += fmt.Sprintf(", %d %s", c.n, c.what)
		}
	}
	p.line("%s", p.style.bold(summary))
}
