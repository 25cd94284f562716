package support

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard"
	"ibid/guard/sentence"
	"ibid/guard/words"
)

// segment is one sentence, item, heading, line or row of a passage.
type segment struct {
	start, end int // bytes in the passage
	kind       guard.Kind
	atoms      sequence
	heading    int      // the sentence that heads it, or -1
	lead       int      // the sentence with a colon that leads in to it, or -1
	item       int      // the first sentence of the item that it is in, or -1
	bound      int      // the lead-in that denies or conditions it, without which it says something else; or -1
	spoken     bool     // it begins inside a quotation: these are somebody's words
	cell       []int    // for a sentence in the cell of a table: the first cell of its row, the heading of its column
	words      []string // of its text, as a claim may have them word for word
}

func (s *segment) text(p *Prepared) string { return p.Text[s.start:s.end] }

// statement is what a claim may be proven from: a sentence, or an item with its lead-in.
type statement struct {
	parts []int // the sentences that it is made of, in order
	atoms sequence
	row   bool // a whole row of a table: what is nearest, not what is proven from word by word
}

// Limits of what is read of one passage.
const (
	maxSentences  = 20_000
	contextBefore = 5  // sentences before a statement that its pronouns may stand for
	longHeading   = 14 // words of a heading without a mark
	maxNameWords  = 3  // atoms of an item that is a name
)

var (
	oneOf     = regexp.MustCompile(`(?i)(?:one (?:or more )?of|any of) (?:each of |all of )?the following(?: [a-z-]+){0,2}\s*[:—-]\s*$`)
	leadsIn   = regexp.MustCompile(`[:—]\s*$`)
	codeSigns = regexp.MustCompile(`[={}\[\]_\\$]| --|;$`)
)

// spans cuts a passage into sentences: each of its blocks by itself where they are known.
func spans(passage *guard.Passage) []sentence.Span {
	if passage.Blocks == nil {
		return sentence.Split(passage.Text, nil)
	}
	var out []sentence.Span
	for _, b := range passage.Blocks {
		for _, s := range guard.SplitBlock(passage.Text[b.Start:b.End], b.Kind) {
			out = append(out, sentence.Span{Start: b.Start + s.Start, End: b.Start + s.End, Kind: s.Kind})
		}
	}
	return out
}

// outline cuts a passage into sentences and tells which of them heads or leads in to which.
type outline struct {
	*Prepared
	heading, lead int
	curly         int // quotation marks that are open in the paragraph
	straight      int // those of the paragraph that do not tell whether they open
}

// readSentences fills in the sentences of a passage; readTables reads those in its tables.
func (p *Prepared) readSentences() {
	o := outline{Prepared: p, heading: -1, lead: -1}
	end := 0 // of the sentence before
	for _, s := range spans(&p.Passage) {
		switch {
		case len(p.sentences) >= maxSentences:
			return
		case s.Kind == guard.Code:
			o.readCode(s)
		case s.Kind != guard.Row:
			o.readSentence(s, p.Text[end:s.Start])
			end = s.End
		}
	}
}

func (o *outline) add(start, end int, kind guard.Kind) *segment {
	o.sentences = append(o.sentences, segment{start: start, end: end, kind: kind, atoms: read(o.Text[start:end], start),
		heading: o.heading, lead: -1, item: -1, bound: -1})
	return &o.sentences[len(o.sentences)-1]
}

// readCode adds the lines of a listing, each of which says something of its own unless it is prose that goes on on the
// next one.
func (o *outline) readCode(s sentence.Span) {
	lines := strings.SplitAfter(o.Text[s.Start:s.End], "\n")
	from, end := s.Start, s.Start
	for i, line := range lines {
		if end += len(line); i+1 < len(lines) && wraps(line, lines[i+1]) {
			continue
		}
		if said := strings.TrimSpace(o.Text[from:end]); said != "" {
			from += strings.Index(o.Text[from:end], said)
			o.add(from, from+len(said), guard.Code)
		}
		from = end
	}
}

// wraps tells whether a line of a listing is prose that goes on on the next one.
func wraps(line, next string) bool {
	line, next = strings.TrimSpace(line), strings.TrimSpace(next)
	first, _ := utf8.DecodeRuneInString(next)
	return unicode.IsLower(first) && strings.Contains(line, " ") && !codeSigns.MatchString(line) && !codeSigns.MatchString(next)
}

// readSentence adds a sentence; between is the text that parts it from the one before.
func (o *outline) readSentence(span sentence.Span, between string) {
	n, text := len(o.sentences), o.Text[span.Start:span.End]
	s := o.add(span.Start, span.End, span.Kind)
	fresh := strings.TrimSpace(between) != "" // a mark stands before it: it is an item's first sentence
	follows := n > 0 && o.sentences[n-1].kind == span.Kind && !fresh && !strings.Contains(between, "\n\n")
	if !follows { // what opens with a quotation says who speaks nowhere
		o.curly, o.straight, text = 0, 0, strings.TrimLeft(text, "“\"")
	}
	s.spoken = o.curly > 0 || o.straight%2 > 0
	o.curly += strings.Count(text, "“") - strings.Count(text, "”")
	o.straight += strings.Count(text, `"`)
	switch {
	case span.Kind == guard.Heading || span.Kind == guard.Prose && isHeading(o.Text, span):
		s.kind, s.heading = guard.Heading, -1
		o.heading, o.lead = n, -1
	case span.Kind == guard.Item:
		o.readItem(n, fresh)
	default:
		switch {
		case n > 0 && o.lead == n-1:
			s.bound = o.boundBy(o.lead, s)
		case follows:
			s.bound = o.sentences[n-1].bound
		}
		if o.lead = -1; leadsIn.MatchString(text) {
			o.lead = n
		}
	}
}

// readItem tells what leads in to a sentence of a list; a fresh one begins an item, behind its mark.
func (o *outline) readItem(n int, fresh bool) {
	s := &o.sentences[n]
	if fresh {
		s.item, s.lead, s.bound = n, o.lead, o.boundBy(o.lead, s)
	} else if n > 0 {
		before := &o.sentences[n-1]
		if s.item = before.item; before.bound >= 0 && !o.sentences[before.bound].atoms.denies() {
			s.bound = before.bound // what a list denies is what its items begin with
		}
	}
	if o.lead < 0 && leadsIn.MatchString(o.Text[s.start:s.end]) {
		o.lead = n
	}
}

// boundBy is the lead-in that says whether, or when, a sentence below it is so: the given one or the one that it stands
// under; -1 if none does. A name below "one of the following:" stands for itself.
func (p *Prepared) boundBy(lead int, s *segment) int {
	if lead < 0 {
		return -1
	}
	l := &p.sentences[lead]
	isName := len(s.atoms) <= maxNameWords && s.atoms.index(func(a *atom) bool { return a.is(verb) || a.op != 0 }) < 0
	if l.bound < 0 && !l.atoms.restricts() && (isName || !oneOf.MatchString(l.text(p))) {
		return -1
	}
	return lead
}

// isHeading tells whether a sentence without a mark stands in a paragraph of its own, as headings do in plain text.
func isHeading(text string, s sentence.Span) bool {
	said := strings.TrimSpace(text[s.Start:s.End])
	ends := said == "" || strings.ContainsAny(said[len(said)-1:], ".:;!?,—")
	if ends || strings.Contains(said, "\n") || len(strings.Fields(said)) > longHeading {
		return false
	}
	before, after := strings.TrimRight(text[:s.Start], " \t"), strings.TrimLeft(text[s.End:], " \t")
	return (before == "" || strings.HasSuffix(before, "\n")) && (after == "" || after[0] == '\n')
}

// makeStatements puts together what a passage says: its sentences, and its items with what leads in to them.
func (p *Prepared) makeStatements() {
	add := func(atoms sequence, row bool, parts ...int) {
		if len(atoms) > 1 && len(atoms) <= maxAtoms {
			p.statements = append(p.statements, statement{parts: parts, atoms: atoms, row: row})
		}
	}
	for i := range p.sentences {
		s := &p.sentences[i]
		switch {
		case s.asks(p.Text) || s.spoken:
		case s.bound >= 0: // it says something else without what leads in to it
			add(join(p.sentences[s.bound].atoms, s.atoms), false, s.bound, i)
		case s.cell != nil: // it says something of what its row is named after
			add(join(p.sentences[s.cell[0]].atoms, sequence{comma(s.start)}, s.atoms), false, s.cell[0], i)
		default:
			add(s.atoms, s.kind == guard.Row, i)
		}
	}
}

// Restricts tells whether a sentence that leads in to a list says that its items are not so, or not always, or not
// all: "Do not:", "If the lamp is lit:", "One of the following:".
func Restricts(lead string) bool {
	return read(lead, 0).restricts() || oneOf.MatchString(lead)
}

func (s sequence) restricts() bool {
	const restricting = clauses&^(words.Before|words.After) | exceptions&^words.Instead
	return s.denies() || s.operators(restricting) > 0
}

func (s sequence) denies() bool {
	return s.operators(negatives|words.Without|words.Except) > 0 || s.find(0, len(s), "avoid", "refrain", "bewar") >= 0
}

// asks tells a question, which says nothing of what it asks about, be it a heading without its mark: "2.9. Can I use
// it".
func (s *segment) asks(text string) bool {
	if isQuestion(text[s.start:s.end]) {
		return true
	}
	i := s.atoms.index(func(a *atom) bool { return !a.is(number | mark) })
	if i < 0 || s.atoms[i].op&modals == 0 && !s.atoms.at(i, "<aux>") {
		return false
	}
	return s.kind == guard.Heading || s.atoms.at(i+1, "i", "you", "we")
}

func isQuestion(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, " \t\n*_\"”)"), "?")
}
