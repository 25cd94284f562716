package support

import (
	"slices"
	"strings"
)

// reason says in which facts a claim differs, or which of its words the source has not.
func (c *comparison) reason(claim, source, names string) string {
	strange := slices.Clone(c.missing) // what the claim says and the source does not
	var said, lost []string
	for i := range c.facts {
		d := &c.facts[i]
		switch {
		case len(d.Source) == 0 && len(d.Claim) > 0 && d.Kind != Polarity:
			strange = append(strange, d.Claim...)
		case len(d.Claim) == 0 && d.Kind != Polarity, d.Kind == Polarity && len(d.Claim) > 0 == (len(d.Source) > 0):
			lost = append(lost, c.differs(d, claim, source))
		default:
			said = append(said, c.differs(d, claim, source))
		}
	}
	if len(strange) > 0 {
		slices.SortFunc(strange, func(a, b atom) int { return a.start - b.start })
		verb := " is not in "
		if len(strange) > 1 {
			verb = " are not in "
		}
		said = append(said, quoted(claim, strange)+verb+"what "+names+" says of this")
	}
	if said = append(said, lost...); len(said) == 0 {
		said = []string{"its words are in " + names + ", but no statement there says this"}
	}
	return strings.Join(said, "; ")
}

// differs says how a fact differs.
func (c *comparison) differs(d *difference, claim, source string) string {
	switch {
	case d.Kind == Order:
		return "says " + quoted(claim, d.Claim) + " where the source has them the other way round"
	case d.Kind == Polarity && len(d.Claim) > 0 == (len(d.Source) > 0):
		return "denies something else than the source does"
	case d.Kind == Polarity && len(d.Claim) > 0:
		return "denies with " + quoted(claim, d.Claim) + " what the source affirms"
	case d.Kind == Polarity:
		return "affirms what the source denies with " + quoted(source, d.Source)
	case len(d.Claim) > 0:
		return "says " + clip(claim, d.Claim) + "; the source says " + clip(source, d.Source)
	case d.Kind == Condition: // up to the next comma
		opens := func(a *atom) bool { return a.start == d.Source[0].start && a.op == d.Source[0].op }
		clause := c.source[c.source.index(opens):]
		if end := clause.find(1, len(clause), ",", ";"); end > 0 {
			clause = clause[:end]
		}
		return "leaves out “" + clip(source, clause) + "”"
	}
	return "leaves out " + quoted(source, d.Source)
}

// quoted is the text of atoms in quotation marks, each once.
func quoted(text string, s sequence) string {
	var out []string
	for i := range s {
		if q := "“" + clip(text, s[i:i+1]) + "”"; !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	return strings.Join(out, ", ")
}

// clip is the text that a run of atoms was read from, on one line.
func clip(text string, s sequence) string {
	start, end := len(text), 0
	for i := range s {
		start, end = min(start, s[i].start), max(end, s[i].end)
	}
	return oneLine(text[min(start, end):end])
}
