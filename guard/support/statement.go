package support

import (
	"regexp"
	"slices"
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
	heading    int  // the sentence that heads it, or -1
	lead       int  // the sentence with a colon that leads in to it, or -1
	item       int  // the first sentence of the item that it is in, or -1
	column     int  // for a sentence in the cell of a table: the heading of its column; else -1
	first      int  // for a sentence in the cell of a table: the first cell of its row; else -1
	bound      int  // the lead-in that denies or conditions it, without which it says something else; or -1
	spoken     bool // it begins inside a quotation: these are somebody's words

	words []string // of its text, as a claim may have them word for word
	skip  int      // words at its start that a claim may leave out
}

// statement is what a claim may be proven from: a sentence, an item with its lead-in, a list.
type statement struct {
	parts []int // the sentences that it is made of, in order
	atoms sequence
	row   bool // a whole row of a table: what is nearest, not what is proven from word by word
}

// Limits of what is read of one passage.
const (
	maxSentences  = 20_000
	maxListItems  = 30
	contextBefore = 5  // sentences before a statement that its pronouns may stand for
	longHeading   = 14 // words of a heading without a mark
)

var (
	filled   = regexp.MustCompile(`(?i)(one (?:or more )?of |any of )?(?:each of |all of )?the following(?: [a-z-]+){0,2}\s*[:—-]\s*$`)
	leadsIn  = regexp.MustCompile(`[:—]\s*$`)
	paraMark = regexp.MustCompile(`^(?:\([A-Za-z0-9]{1,4}\)\s*)+`)
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

// readSentences cuts a passage into sentences and tells which of them heads or leads in to which.
func (r *parser) readSentences(passage *guard.Passage) []segment {
	text := passage.Text
	var out []segment
	heading, lead := -1, -1
	inner := 0 // the column of the first item below a lead-in that is an item itself
	end := 0   // of the sentence before
	leadColumn, leadMark, itemMark := 0, "", ""
	open := quotation{}
	add := func(start, end int, kind guard.Kind) *segment {
		start += len(paraMark.FindString(text[start:end]))
		out = append(out, segment{start: start, end: end, kind: kind, atoms: r.read(text[start:end], start), heading: heading, lead: -1, item: -1, column: -1, first: -1, bound: -1})
		return &out[len(out)-1]
	}
	for _, s := range spans(passage) {
		switch {
		case len(out) >= maxSentences:
			return out
		case s.Kind == guard.Code:
			for start := s.Start; start < s.End; { // each line of code says something of its own
				end := lineEnd(text, start, s.End)
				for end < s.End && wraps(text[start:end], text[end+1:lineEnd(text, end+1, s.End)]) {
					end = lineEnd(text, end+1, s.End)
				}
				line := text[start:end]
				add(start+len(line)-len(strings.TrimLeft(line, " \t")), end, guard.Code)
				start = end + 1
			}
			continue
		case s.Kind == guard.Row:
			continue // readTables reads them
		}
		made := add(s.Start, s.End, s.Kind)
		n := len(out) - 1
		column := s.Start - strings.LastIndexByte(text[:s.Start], '\n')
		between := text[end:s.Start]
		fresh := strings.TrimSpace(between) != "" // a mark stands before it: it is an item's first sentence
		follows := n > 0 && out[n-1].kind == s.Kind && !fresh && !strings.Contains(between, "\n\n")
		if !follows {
			open = quotation{}
		}
		made.spoken = open.said && open.open()
		open.read(text[s.Start:s.End])
		end = s.End
		switch said := strings.TrimSpace(text[s.Start:s.End]); {
		case s.Kind == guard.Heading || s.Kind == guard.Prose && isHeading(text, s):
			heading, lead = n, -1
			made.kind, made.heading = guard.Heading, -1
		case s.Kind == guard.Item:
			if lead >= 0 && out[lead].kind == guard.Item && fresh {
				if lead == n-1 {
					inner = column
				}
				if column < inner || column == leadColumn && markStyle(between) == leadMark {
					lead = -1 // "(b)" is no item of "(a)"
				}
			}
			made.item = n
			if fresh {
				made.lead = lead
				made.bound = boundBy(out, lead, text)
			} else if n > 0 {
				if made.item = out[n-1].item; made.bound < 0 && out[n-1].bound >= 0 && !out[out[n-1].bound].atoms.denies() {
					made.bound = out[n-1].bound // what a list denies is what its items begin with
				}
			}
			if leadsIn.MatchString(said) && lead < 0 {
				lead, inner, leadColumn = n, 0, column
				if leadMark = markStyle(between); !fresh {
					leadMark = itemMark
				}
			}
			if fresh {
				itemMark = markStyle(between)
			}
		default:
			switch {
			case n > 0 && lead == n-1:
				made.bound = boundBy(out, lead, text)
			case follows:
				made.bound = out[n-1].bound
			}
			if lead = -1; leadsIn.MatchString(said) {
				lead = n
			}
		}
	}
	return out
}

// lineEnd is where the line ends that holds text[start], at the latest at end.
func lineEnd(text string, start, end int) int {
	if n := strings.IndexByte(text[start:end], '\n'); n >= 0 {
		return start + n
	}
	return end
}

// wraps tells whether a line of a listing is prose that goes on on the next one.
func wraps(line, next string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, " \t"))
	return unicode.IsLower(first) && !isCode(line) && !isCode(next) && strings.Contains(strings.TrimSpace(line), " ")
}

// isCode tells a line of code or of a shell from one of prose, by its signs.
func isCode(line string) bool {
	return strings.ContainsAny(line, "={}[]_\\$") || strings.Contains(line, " --") || strings.HasSuffix(line, ";")
}

// markStyle is the mark of an item with its number as "1" and its letter as "a".
func markStyle(mark string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '1'
		case unicode.IsLower(r):
			return 'a'
		case unicode.IsUpper(r):
			return 'A'
		}
		return r
	}, strings.TrimSpace(mark))
}

// boundBy is the lead-in that says whether, or when, what it leads in to is so: the given one or the one that it
// stands under; -1 if none does.
func boundBy(all []segment, lead int, text string) int {
	if lead < 0 {
		return -1
	}
	if l := &all[lead]; l.bound < 0 && !l.atoms.restricts() && !choice(text[l.start:l.end]) {
		return -1
	}
	return lead
}

// quotation follows the quotation marks of a paragraph.
type quotation struct {
	depth    int  // of “ and ”
	straight bool // a " is open
	said     bool // what is open was opened behind words that say who speaks
}

func (q *quotation) open() bool { return q.depth > 0 || q.straight }

func (q *quotation) read(text string) {
	for i, r := range text {
		if was := q.open(); (r == '“' || r == '"') && !was {
			q.said = i > 0
		}
		switch r {
		case '“':
			q.depth++
		case '”':
			q.depth = max(0, q.depth-1)
		case '"': // behind a figure it is a unit
			before, _ := utf8.DecodeLastRuneInString(text[:i])
			if q.straight || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
				q.straight = !q.straight
			}
		}
	}
}

// isHeading tells whether a sentence without a mark stands in a paragraph of its own, as headings do in plain text.
func isHeading(text string, s sentence.Span) bool {
	said := strings.TrimSpace(text[s.Start:s.End])
	if said == "" || strings.ContainsAny(said[len(said)-1:], ".:;!?,—") || strings.Contains(said, "\n") || len(strings.Fields(said)) > longHeading {
		return false
	}
	before, after := strings.TrimRight(text[:s.Start], " \t"), strings.TrimLeft(text[s.End:], " \t")
	return (before == "" || strings.HasSuffix(before, "\n")) && (after == "" || after[0] == '\n')
}

// makeStatements puts together what a passage says: its sentences, and its items with what leads in to them.
func (p *Prepared) makeStatements() {
	add := func(atoms sequence, parts ...int) {
		if len(atoms) > 1 && len(atoms) <= maxAtoms {
			p.statements = append(p.statements, statement{parts: parts, atoms: atoms})
		}
	}
	for i := range p.sentences {
		s := &p.sentences[i]
		if s.asks(p.Text) || s.spoken {
			continue
		}
		if s.bound >= 0 { // it says something else without what leads in to it
			if add(join(p.sentences[s.bound].atoms, s.atoms.item()), s.bound, i); p.sentences[s.bound].atoms.denies() || s.lead < 0 {
				continue
			}
		} else {
			add(s.atoms, i)
			if label := p.labelOf(i); label != nil {
				add(join(label, sequence{being(s.start, s.start)}, s.atoms), i-1, i)
			}
			for _, a := range s.atoms.bracketed() {
				add(a, i)
			}
		}
		if s.kind == guard.Row && s.first < 0 && len(p.statements) > 0 {
			p.statements[len(p.statements)-1].row = len(s.atoms) > 1 && len(s.atoms) <= maxAtoms
			continue
		}
		if s.lead < 0 {
			continue
		}
		lead := p.leadIn(s.lead)
		if !lead.choice && s.bound < 0 {
			add(join(lead.head, s.atoms.item(), lead.tail), s.lead, i)
		}
		if i+1 < len(p.sentences) && p.sentences[i+1].lead == s.lead || p.sentences[i-1].lead != s.lead {
			continue
		}
		var items []sequence // the list as one sentence
		parts := []int{s.lead}
		for k := s.lead + 1; k <= i && len(items) <= maxListItems; k++ {
			if p.sentences[k].lead == s.lead {
				items, parts = append(items, p.sentences[k].atoms.item()), append(parts, k)
			}
		}
		if len(items) > maxListItems {
			continue
		}
		add(join(lead.head, series(items, lead.choice), lead.tail), parts...)
		if whole := p.sentences[s.lead].atoms; len(whole) != len(lead.head) {
			add(join(whole, series(items, lead.choice)), parts...)
		}
	}
}

const maxLabel = 4 // atoms of a name that a glossary explains

// labelOf is the name that sentence i explains, as a glossary does: "Stilling well. A vertical pipe"; nil where it
// explains none.
func (p *Prepared) labelOf(i int) sequence {
	if i == 0 || i >= p.prose || len(p.sentences[i].atoms) == 0 || !p.sentences[i].atoms.at(0, "a", "an", "the") {
		return nil
	}
	label := &p.sentences[i-1]
	name := label.atoms.trim()
	if len(name) == 0 || len(name) > maxLabel || label.kind == guard.Heading || label.bound >= 0 || label.heading != p.sentences[i].heading {
		return nil
	}
	named := name.contentCount() > 0 && !name.has(number|mark|verb) && !name.operator(^words.Operator(0))
	if !named || strings.Contains(p.Text[label.end:p.sentences[i].start], "\n") {
		return nil
	}
	return name
}

const maxBracketed = 8 // atoms before a bracket that say what the default is of

// bracketed is what a sentence says of defaults in brackets: "X (default 3)".
func (s sequence) bracketed() (out []sequence) {
	for i := 1; i+2 < len(s); i++ {
		if !s.at(i, "(") || !s.at(i+1, "default") {
			continue
		}
		from, to := i-1, s.find(i+2, len(s), ")", ";", ",")
		for from > 0 && i-from < maxBracketed && s[from-1].is(content|glue) && !s[from-1].is(mark|verb) && s[from-1].op == 0 {
			from--
		}
		value := i + 2
		for value < to && s[value].is(glue|mark) {
			value++
		}
		if to > value && s[from].is(content|glue) {
			be := being(s[i].start, s[i].start)
			out = append(out, join(s[from:i], sequence{be, makeOperator(words.Default, s[i+1].start, s[i+1].end)}, s[value:to]))
		}
	}
	return out
}

// leadIn is what a sentence with a colon says of the items below it.
type leadIn struct {
	head   sequence // what comes before an item: "one of the following values:" gives way to it
	tail   sequence // what comes behind it: "The following are supported:" says so of each
	kind   sequence // what it calls the items, where it has a tail
	choice bool     // it speaks of one of them, or some: of none alone
}

const longestKind = 7 // atoms of what a lead-in calls the items of its list

func (p *Prepared) leadIn(n int) leadIn {
	s := &p.sentences[n]
	at := filled.FindStringSubmatchIndex(p.Text[s.start:s.end])
	if at == nil {
		for i := 3; i < min(len(s.atoms), longestKind) && s.atoms.at(0, "the") && s.atoms.at(1, "follow"); i++ {
			if s.atoms[i].is(verb) || s.atoms[i].op != 0 {
				return leadIn{kind: s.atoms[2:i], tail: s.atoms[i:].trim()}
			}
		}
		return leadIn{head: s.atoms}
	}
	out := leadIn{head: s.atoms, choice: at[2] >= 0 && !s.atoms.operator(negatives|exceptions|words.Unless|scarce)}
	cut := at[0]
	if out.choice {
		cut = at[3]
	}
	for i := range out.head {
		if out.head[i].start >= s.start+cut {
			out.head = out.head[:i]
			break
		}
	}
	return out
}

// Restricts tells whether a sentence that leads in to a list says that its items are not so, or not always, or not
// all: "Do not:", "If the lamp is lit:", "One of the following:".
func Restricts(lead string) bool {
	return (&parser{stems: words.NewStemmer()}).read(lead, 0).restricts() || choice(lead)
}

func (s sequence) restricts() bool {
	return s.denies() || s.operator(words.If|words.OnlyIf|words.Unless|words.Until|words.Only|words.Except|words.Without)
}

// choice tells a lead-in that speaks of one of its items, or some: of none alone.
func choice(lead string) bool {
	at := filled.FindStringSubmatchIndex(lead)
	return at != nil && at[2] >= 0
}

func (s sequence) denies() bool {
	for i := len(s) - 2; i > 0; i-- { // "If it is not set, these are tried:" denies none of them
		if s.at(i, ",") {
			s = s[i+1:]
			break
		}
	}
	return s.operator(negatives|words.Without|words.Except) || s.find(0, len(s), "avoid", "refrain", "bewar") >= 0
}

// asks tells a question, which says nothing of what it asks about, be it a heading without its mark: "2.9. Can I use
// it".
func (s *segment) asks(text string) bool {
	i := 0
	for i < len(s.atoms) && s.atoms[i].is(number|mark) {
		i++
	}
	return strings.HasSuffix(strings.TrimRight(text[s.start:s.end], " \t\n*_\"”)"), "?") ||
		i < len(s.atoms) && (s.atoms[i].op&modals != 0 || s.atoms.at(i, "<aux>")) && (s.kind == guard.Heading || s.atoms.at(i+1, "i", "you", "we"))
}

// item is an item of a list without what links it to the next one.
func (s sequence) item() sequence {
	for len(s) > 1 && (s[len(s)-1].is(mark) && strings.Contains(".,;", s[len(s)-1].id) || s.at(len(s)-1, "and", "or")) {
		s = s[:len(s)-1]
	}
	return s
}

// series is items as one sentence lists them.
func series(items []sequence, choice bool) sequence {
	var out sequence
	for i, item := range items {
		if i > 0 && len(item) > 0 {
			link := comma(item[0].start)
			if i == len(items)-1 {
				link.id, link.norm, link.trait = "and", "and", 0
				if choice {
					link.id, link.norm = "or", "or"
				}
			}
			out = append(out, link)
		}
		out = append(out, item...)
	}
	return out
}

// context is what the statements around one may lend it.
type context struct {
	near    map[string]bool // the words of heading, lead-in, table caption and title: what the statement is about
	back    map[string]bool // those, and the words of the sentences before it: what its pronouns may stand for
	numbers []quantity      // of what it is about
	names   map[string]bool // of what it is about, without punctuation
}

// context of a statement. The passage's title and section speak for all of it.
func (p *Prepared) context(st *statement) context {
	c := context{near: p.title.into(make(map[string]bool)), back: make(map[string]bool), names: make(map[string]bool)}
	about := p.title
	first := st.parts[0]
	s := &p.sentences[first]
	for _, k := range [...]int{s.heading, s.lead, s.column, s.first} {
		if k >= 0 {
			c.near = p.sentences[k].atoms.into(c.near)
			about = join(about, p.sentences[k].atoms)
		}
	}
	for i := range about {
		if a := &about[i]; a.is(number) {
			c.numbers = append(c.numbers, a.quantity)
		} else if a.is(name) {
			c.names[bare(a.norm)] = true
		}
	}
	for id := range c.near {
		c.back[id] = true
	}
	if first < p.prose { // a cell says nothing of what stands in other rows
		for k := max(0, first-contextBefore, s.item); k < first; k++ { // nor an item what others do
			if p.sentences[k].heading == s.heading {
				c.back = p.sentences[k].atoms.into(c.back)
			}
		}
	}
	if p.topic != "" {
		c.back[p.topic] = true
	}
	return c
}

// gives tells whether the context has the number of an atom.
func (c *context) gives(a *atom) bool {
	return slices.ContainsFunc(c.numbers, a.quantity.same)
}
