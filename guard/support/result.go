package support

import (
	"cmp"
	"ibid/guard"
	"slices"
	"strings"
)

// proven is the result for a claim with a proof.
func (pr *prover) proven(claim string, links []link) Result {
	out := Result{Verdict: guard.Supported, Score: 1, Proof: []Step{}}
	for i := range links {
		l := &links[i]
		for _, q := range pr.quotes(l) {
			if !slices.Contains(out.Quotes, q) {
				out.Quotes = append(out.Quotes, q)
			}
		}
		if l.kind != none {
			out.Proof = append(out.Proof, Step{Kind: l.kind.String(), Claim: clip(claim, l.claim), Source: l.note})
		}
		if l.moved {
			out.Proof = append(out.Proof, Step{Kind: reordered.String(), Claim: clip(claim, l.claim), Source: pr.said(l, l.source)})
		}
		for _, e := range l.edits {
			if e.licence != sameWord && e.licence != addGlue && e.licence != dropGlue {
				out.Proof = append(out.Proof, Step{Kind: e.licence.String(), Claim: clip(claim, l.claim[e.c0:e.c1]), Source: pr.said(l, l.source[e.s0:e.s1])})
			}
		}
		out.Score -= 0.01 * float64(l.cost)
	}
	out.Score = max(out.Score, MinSupport)
	slices.SortFunc(out.Quotes, inOrder)
	return out
}

func inOrder(a, b Quote) int { return cmp.Or(a.Passage-b.Passage, a.Start-b.Start) }

// quotes are the statements that a link rests on.
func (pr *prover) quotes(l *link) []Quote {
	p := pr.evidence[l.passage]
	var out []Quote
	for _, r := range l.rows {
		out = append(out, p.quote(l.passage, r.start, r.end))
	}
	for _, n := range l.parts {
		out = append(out, p.quote(l.passage, p.sentences[n].start, p.sentences[n].end))
	}
	return out
}

func (p *Prepared) quote(passage, start, end int) Quote {
	text := p.Text[start:end]
	start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	text = strings.TrimSpace(text)
	return Quote{Passage: passage, Start: start, End: start + len(text), Text: text}
}

// said is the text of a run of atoms of a link's source.
func (pr *prover) said(l *link, s sequence) string { return clip(pr.evidence[l.passage].Text, s) }

// clip is the text that a run of atoms was read from, on one line.
func clip(text string, s sequence) string {
	start, end := len(text), 0
	for i := range s {
		if s[i].end > s[i].start {
			start, end = min(start, s[i].start), max(end, s[i].end)
		}
	}
	if start >= end {
		return ""
	}
	return strings.Join(strings.Fields(text[start:end]), " ")
}

// unproven is the result for a claim without a proof: what the source says instead, or which words it has not.
func (pr *prover) unproven(claim string, c sequence) Result {
	if w := pr.wrong; w != nil {
		p := pr.evidence[w.passage]
		return Result{Verdict: guard.Contradicted, Reason: w.reason(claim),
			Quotes: []Quote{p.quote(w.passage, w.row.start, w.row.end)}, Offending: []Words{{0, len(claim)}}}
	}
	n, ok := pr.nearest(c)
	out := Result{Verdict: guard.NotFound, Reason: "nothing in " + passageNames(pr.evidence) + " speaks of this", Offending: []Words{{0, len(claim)}}}
	if !ok {
		return out
	}
	out.Quotes = pr.quotes(&link{passage: n.passage, parts: n.statement.parts})
	f := n.findings()
	out.Score = float64(MinSupport * f.strength())
	if f[foundMatched] == 0 {
		return out
	}
	out.Verdict = guard.Unsupported
	if pr.denied(claim, &n, &out) {
		return out
	}
	for _, parts := range c.split() {
		for _, part := range append([]sequence{parts.head}, parts.tails...) {
			if m, ok := pr.nearest(part); ok && part.contentCount() >= minExchanged && part.negatives() == c.negatives() && m.onlyOperators() && pr.denied(claim, &m, &out) {
				out.Quotes = pr.quotes(&link{passage: m.passage, parts: m.statement.parts})
				return out
			}
		}
	}
	out.Reworded = n.reworded(claim)
	out.Reason, out.Offending = n.reason(claim, pr.evidence[n.passage].Text, passageNames(pr.evidence))
	if out.Reason == "" {
		out.Reason = n.changes(claim, pr.evidence[n.passage].Text)
	}
	return out
}

// denied fills in what contradicts a claim, if the nearest statement does.
func (pr *prover) denied(claim string, n *nearest, out *Result) bool {
	p := pr.evidence[n.passage]
	if at, says := n.contradiction(); at != nil {
		out.Reason, out.Offending = says(claim, p.Text), places(at)
	} else if one, other := pr.exchanged(n); one != nil {
		out.Reason, out.Offending = "says “"+clip(claim, one)+"” where the source says “"+clip(claim, other)+"”, and the other way round", places(join(one, other))
	} else {
		return false
	}
	out.Verdict = guard.Contradicted
	return true
}

// places are those of atoms in a claim.
func places(s sequence) []Words {
	var out []Words
	for i := range s {
		if w := (Words{s[i].start, s[i].end}); w.Start < w.End && (len(out) == 0 || w.Start >= out[len(out)-1].End) {
			out = append(out, w)
		}
	}
	return out
}

// reason says what the table has where the claim has something else.
func (w *wrongCell) reason(claim string) string {
	if w.instead != "" {
		return "the table gives " + w.instead
	}
	out := "says " + clip(claim, w.said) + "; the table gives " + w.cell.text + " for " + w.row.cells[0].text
	if w.table.header != nil {
		out += ", " + w.table.header[w.column].text
	}
	return out
}

// reason says what is not proven of a claim, and which of its words that are.
func (n *nearest) reason(claim, source, names string) (string, []Words) {
	pick := func(at []int) sequence {
		var out sequence
		for _, i := range at {
			out = append(out, n.claim[i])
		}
		return out
	}
	whole := []Words{{0, len(claim)}}
	switch {
	case len(n.strange) > 0:
		s := pick(n.strange)
		verb := " is not in "
		if len(s) > 1 {
			verb = " are not in "
		}
		return quoted(claim, s) + verb + names, places(s)
	case len(n.missing) > 0:
		s := pick(n.missing)
		return "no statement of " + names + " says " + quoted(claim, s) + " of this", places(s)
	case len(n.unsaid) > 0:
		for _, i := range n.unsaid {
			return "leaves out “" + clip(source, n.source.from(i)) + "”", whole
		}
	}
	return "", whole
}

// changes says what a claim puts in and leaves out of the nearest statement, whose words it has.
func (n *nearest) changes(claim, source string) string {
	var added, left sequence
	for _, e := range n.edits {
		switch {
		case e.c1 > e.c0 && e.s1 == e.s0 && e.licence != addGlue:
			added = append(added, n.claim[e.c0])
		case e.c1 == e.c0 && e.licence != dropGlue:
			left = append(left, n.source[e.s0])
		}
	}
	var out []string
	if len(added) > 0 {
		out = append(out, "puts in "+quoted(claim, added))
	}
	if len(left) > 0 {
		out = append(out, "leaves out "+quoted(source, left))
	}
	if out == nil {
		return "no rule allows how it puts what the source says"
	}
	return "no rule allows what it changes: it " + strings.Join(out, " and ")
}

// quoted lists words of a text.
func quoted(text string, s sequence) string {
	var out []string
	for i := range s[:min(len(s), maxNamed)] {
		if w := clip(text, s[i:i+1]); w != "" {
			out = append(out, "“"+w+"”")
		}
	}
	return strings.Join(out, ", ")
}

const (
	maxNamed   = 4 // words that a reason names
	maxLeftOut = 8 // atoms of a condition that a reason tells
)

// from is the phrase that begins at an atom.
func (s sequence) from(i int) sequence {
	k := i + 1
	for k < len(s) && k < i+maxLeftOut && !s.at(k, ",", ";", ".", "(", ")") {
		k++
	}
	return s[i:k]
}
