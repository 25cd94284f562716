package cli

import (
	"fmt"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/ui/report"
)

const (
	maxSentence = 400 // columns of a sentence in a report
	maxReason   = 600
)

// verification prints a report: each sentence with its verdict, why it is not supported, and the words of the source.
func (p *page) verification(v *engine.Verification) {
	for i := range v.Sentences {
		p.verified(&v.Sentences[i])
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

func summary(v *engine.Verification) string {
	count := map[engine.Verdict]int{}
	for i := range v.Sentences {
		count[v.Sentences[i].Verdict]++
	}
	s := fmt.Sprintf("%d of %d sentences supported", count[engine.VerdictSupported], len(v.Sentences))
	for _, verdict := range []engine.Verdict{engine.VerdictUnsupported, engine.VerdictUncited, engine.VerdictUnchecked} {
		if n := count[verdict]; n > 0 {
			s += fmt.Sprintf(", %d %s", n, verdict)
		}
	}
	return s
}

// verified prints one sentence.
func (p *page) verified(s *engine.Verified) {
	label, supported := "✘ ", s.Verdict == engine.VerdictSupported
	if supported {
		label = "✔ "
	}
	label += fmt.Sprintf("%-12s ", s.Verdict)
	indent := strings.Repeat(" ", len([]rune(label)))
	p.hang(p.style.bold(label), clip(clean(s.Text), maxSentence), nil)
	for _, why := range []string{s.Reason, s.Note} {
		if why != "" {
			p.hang(indent, clip(clean(why), maxReason), nil)
		}
	}
	before := ""
	for i := range s.Basis {
		c := &s.Basis[i]
		name := report.Place(&c.Chunk)
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
		p.hang(indent, "“"+clip(oneLine(guard.Reveal(c.Quote)), maxQuote)+"”", p.style.faint)
	}
	p.line("")
}
