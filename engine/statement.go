package engine

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard"
	"ibid/guard/sentence"
	"ibid/guard/support"
	"ibid/index"
	"ibid/index/lexical"
	"ibid/index/question"
	"ibid/index/source"
)

// Statement is the smallest thing in the evidence that says something: a sentence, a list item, a table row, a
// listing with the sentence or the caption that leads in to it. A short item is one statement, whatever its
// sentences.
type Statement struct {
	Evidence int              // index into the evidence
	Block    int              // index into the chunk's blocks, of what leads in to a listing where something does
	Kind     source.BlockKind // Item also for a paragraph with a number or a letter of its own, as in laws
	Text     string           // on one line; of a listing what leads in to it or its first line, of a row its cells
	Full     string           // of a listing Text and the rest of it
	Start    int              // byte offsets in the chunk's text
	End      int              //
	Bag      question.Bag     // the terms of Text, or of the whole listing
	Context  question.Bag     // the terms of what it is read with: document, title, section, sentence before, caption, header
	Near     string           // the text of what it is read with
	Header   string           // of a table row: that of its table
	List     int              // the list or table that it is a part of, counted from 1; 0 for none
	Lead     string           // of what opens an item, or the paragraph behind it: what leads in to it, "" for none
	Above    string           // the same, where it stands at the end of the chunk before
	Leads    int              // the list that it leads in to, 0 for none
	Read     bool             // it was read with the question
	Score    float64          // of what was read: log-odds that it answers the question, against "nothing here does"
	Bare     bool             // a listing that nothing leads in to, of code or behind a prompt: its first line is no title
}

const (
	shortestStatement = 20  // characters: less is a label
	shortestItem      = 10  // and of a sentence in a list
	longestStatement  = 900 // characters: more is a run-on that nobody reads
	longestItem       = 45  // words of an item that is one statement
)

// LongestList is the most items of a list that is shown or quoted whole.
const LongestList = 20

var (
	caption    = regexp.MustCompile(`^(?:(?i:table|figure|fig\.|listing)\s+[A-Z0-9][\w.-]*[.:]?|(?i:example|program)\s+[A-Z0-9][\w.-]*[.:])\s`)
	enumerator = regexp.MustCompile(`^(?:\([0-9a-zA-Z]{1,4}\)|[0-9]{1,2}[.)]) `) // of a paragraph that is an item
	prompt     = regexp.MustCompile(`^\s*(?:>{1,3}|[$%#]) \S`)                   // of a line that was typed
)

// OneLine undoes the line breaks of the source.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// statements cuts the evidence into what can be quoted or measured, in its order.
func statements(evidence []Evidence, readings map[string][]index.Reading) []Statement {
	c := cutter{}
	tails := make(map[string]*leadIn) // what chunks end with that leads in to the next, by the id of that
	for n := range evidence {
		c.evidence, c.ev, c.place = n, &evidence[n], place(&evidence[n])
		c.before, c.led, c.open = "", nil, nil
		for i := range c.ev.Blocks {
			c.block(i)
		}
		if c.led != nil && c.led.at >= 0 && c.ev.Next != "" {
			tails[c.ev.Next] = c.led
		}
	}
	for i := range c.out {
		s := &c.out[i]
		led := tails[evidence[s.Evidence].ID]
		if led == nil || s.Block > 0 && s.List == 0 || s.List > 0 && c.out[led.at].Leads > 0 && s.List != c.out[led.at].Leads {
			continue
		}
		if s.List == 0 {
			c.lists++
			s.List = c.lists
		}
		c.out[led.at].Leads = s.List
		if i == 0 || c.out[i-1].Block != s.Block || c.out[i-1].Evidence != s.Evidence {
			s.Above = led.text
		}
	}
	var out []Statement
	for i := range c.out {
		s := &c.out[i]
		followed := i+1 < len(c.out) && c.out[i+1].Evidence == s.Evidence && s.List > 0 && c.out[i+1].List == s.List
		switch {
		case s.Full == "" && !strings.ContainsFunc(s.Text, sentence.IsWord): // a mark
		case s.Leads == 0 && s.Kind == source.Paragraph && caption.MatchString(s.Text) && !strings.HasSuffix(s.Text, "."): // of what is drawn, or of a table
		case opens(s.Text) && s.Leads == 0 && s.Full == "" && s.Kind != source.Table && !followed: // it says nothing alone
		default:
			for _, read := range readings[evidence[s.Evidence].ID] {
				if read.Start < s.End && s.Start < read.End && (!s.Read || float64(read.Score) > s.Score) {
					s.Read, s.Score = true, float64(read.Score)
				}
			}
			out = append(out, *s)
		}
	}
	return out
}

// place is what all statements of a piece of evidence stand under: document, title, sections.
func place(ev *Evidence) []string { return append([]string{ev.Spaced(), ev.Title}, ev.Section...) }

// Spaced is the id of its document, and how a text would say it: "NIST FIPS 205" of NIST.FIPS.205.
func (ev *Evidence) Spaced() string {
	id := ev.DocID
	if words := strings.NewReplacer(".", " ", "_", " ").Replace(id); words != id {
		return id + " " + words
	}
	return id
}

// cutter cuts chunks.
type cutter struct {
	evidence int
	ev       *Evidence
	place    []string
	before   string  // the statement before, if it belongs to the same passage
	led      *leadIn // how the block before ends, if it leads in to the next
	open     []list  // the lists that go on, the innermost last
	lists    int     // how many there are, tables included
	out      []Statement
}

// leadIn is a sentence that leads in to what follows it, or a caption.
type leadIn struct {
	text, near        string
	block, start, end int
	at                int // its place among the statements, -1 where it is none by itself
}

type list struct {
	number, indent int
	lead           string
}

func (c *cutter) block(i int) {
	b := c.ev.Blocks[i]
	text := c.ev.Text[b.Start:b.End]
	led := c.led
	c.led = nil
	switch b.Kind {
	case source.Heading:
		c.before, c.open = "", nil
	case source.Code:
		c.listing(i, text, led)
	case source.Table:
		c.table(i, b.Start, text)
	default:
		c.prose(i, text, led)
	}
}

// prose cuts a paragraph or an item.
func (c *cutter) prose(i int, text string, led *leadIn) {
	b := c.ev.Blocks[i]
	var in list
	kind := guard.Prose
	if c.item(i) {
		kind = guard.Item
		in = c.listOf(len(text)-len(strings.TrimLeft(text, " \t")), led)
	} else {
		c.open = nil
	}
	all := guard.SplitBlock(text, kind)
	if in.number > 0 && len(all) > 1 && len(strings.Fields(text)) <= longestItem {
		all[0].End = all[len(all)-1].End
		all = all[:1]
	}
	for k, s := range all {
		line := OneLine(text[s.Start:s.End])
		last := k == len(all)-1
		toItem := last && opens(line) && c.item(i+1)
		next := i+1 < len(c.ev.Blocks)
		leads := toItem || last && (!next || c.ev.Blocks[i+1].Kind == source.Paragraph) && opens(line) ||
			last && next && c.ev.Blocks[i+1].Kind == source.Code && (opens(line) || caption.MatchString(line))
		short := in.lead != "" || toItem || c.ev.Kind == source.SymbolCard && in.number > 0 ||
			in.number > 0 && strings.HasSuffix(line, ".") && utf8.RuneCountInString(line) >= shortestItem
		at := -1
		if short || usable(line) {
			at = len(c.out)
			c.add(i, b.Start+s.Start, b.Start+s.End, line, c.before, "")
			if own := &c.out[at]; in.number > 0 {
				own.Kind, own.List = source.Item, in.number
				if k == 0 {
					own.Lead = in.lead
				}
			} else if led != nil && k == 0 {
				own.Lead = led.text
			}
		}
		if leads {
			c.led = &leadIn{line, c.before, i, b.Start + s.Start, b.Start + s.End, at}
		}
		c.before = line
	}
}

// item tells whether a block is an item of a list.
func (c *cutter) item(i int) bool {
	if i >= len(c.ev.Blocks) {
		return false
	}
	b := c.ev.Blocks[i]
	return b.Kind == source.Item || b.Kind == source.Paragraph && numbered(c.ev.Text[b.Start:b.End])
}

// numbered tells whether a paragraph has a number or a letter of its own, as in laws.
func numbered(paragraph string) bool { return enumerator.MatchString(paragraph) }

// opens tells whether a sentence leads in to what follows it: by a colon or, as in laws, a dash.
func opens(sentence string) bool {
	sentence = strings.TrimRight(sentence, "*_ ")
	return strings.HasSuffix(sentence, ":") || strings.HasSuffix(sentence, "—")
}

// listOf is the list that an item so far to the right belongs to: one that is open, or a new one.
func (c *cutter) listOf(indent int, led *leadIn) list {
	for len(c.open) > 0 && c.open[len(c.open)-1].indent > indent {
		c.open = c.open[:len(c.open)-1]
	}
	if n := len(c.open); n == 0 || c.open[n-1].indent < indent {
		c.lists++
		l := list{number: c.lists, indent: indent}
		if led != nil {
			if l.lead = led.text; led.at >= 0 {
				c.out[led.at].Leads = l.number
			}
		}
		c.open = append(c.open, l)
	}
	return c.open[len(c.open)-1]
}

// listing adds a listing, to what leads in to it where something does.
func (c *cutter) listing(i int, text string, led *leadIn) {
	b := c.ev.Blocks[i]
	if led == nil {
		first, _, _ := strings.Cut(text, "\n")
		c.add(i, b.Start, b.End, OneLine(first), c.before, text)
		c.out[len(c.out)-1].Bare = c.ev.Kind == source.Source || c.ev.Kind == source.Test || b.Lang != "" && b.Lang != source.Output || prompt.MatchString(first)
		return
	}
	if led.at < 0 {
		led.at = len(c.out)
		c.add(led.block, led.start, led.end, led.text, led.near, "")
	}
	s := &c.out[led.at]
	s.Kind, s.End, s.Full = source.Code, b.End, led.text+"\n"+text
	s.Bag = s.Bag.With(question.NewBag(text))
}

func (c *cutter) table(i, start int, text string) {
	lines := strings.Split(text, "\n")
	c.lists++
	at := start
	for k, line := range lines {
		if k > 0 {
			c.add(i, at, at+len(line), OneLine(line), c.before+" "+lines[0], "")
			row := &c.out[len(c.out)-1]
			row.Header, row.List = lines[0], c.lists
		}
		at += len(line) + 1
	}
	c.before, c.open = "", nil
}

func (c *cutter) add(block, start, end int, text, near, full string) {
	s := Statement{Evidence: c.evidence, Block: block, Kind: c.ev.Blocks[block].Kind, Text: text, Full: full, Start: start, End: end,
		Near: strings.Join(append(c.place, near), "\n")}
	s.Bag, s.Context = question.NewBag(text, full), question.NewBag(s.Near)
	c.out = append(c.out, s)
}

// Before is the sentence before a statement, or a row's caption and header; "" for what begins a passage.
func (s *Statement) Before() string { return s.Near[strings.LastIndexByte(s.Near, '\n')+1:] }

// Said is a statement as an answer says it: a row in words, "ML-KEM-768: ciphertext 1088", and a glossary's entry
// with a colon.
func (s *Statement) Said() string {
	if head, parts := s.row(); len(parts) > 0 {
		return head + ": " + strings.Join(parts, ", ")
	}
	if cells := Cells(s.Text); s.Kind == source.Item && len(cells) == 2 {
		return strings.TrimSuffix(cells[0], ":") + ": " + cells[1]
	}
	if s.Lead != "" && support.Restricts(s.Lead) { // an item says nothing without it
		return strings.Trim(s.Lead, "*_:— ") + ": " + s.Text
	}
	return s.Text
}

// Sentences are what an answer says of a statement, each of which cites.
func (s *Statement) Sentences() []string {
	var out []string
	for _, said := range guard.Parse(s.Said()).Sentences {
		if line := OneLine(said.Raw); strings.ContainsFunc(line, unicode.IsLetter) || out == nil && (s.Full != "" || strings.ContainsFunc(line, unicode.IsDigit)) {
			out = append(out, line)
		}
	}
	return out
}

// row is the first cell of a table's row, and the others with their headers; nothing for other statements.
func (s *Statement) row() (head string, parts []string) {
	cells, header := Cells(s.Text), Cells(s.Header)
	if s.Kind != source.Table || len(cells) != len(header) {
		return "", nil
	}
	for i, cell := range cells[1:] {
		if cell != "" {
			parts = append(parts, strings.TrimSpace(header[i+1]+" "+cell))
		}
	}
	if !strings.ContainsFunc(cells[0], unicode.IsLetter) {
		cells[0] = strings.TrimSpace(header[0] + " " + cells[0]) // a number alone names nothing
	}
	return cells[0], parts
}

// Cells are those of a table's row.
func Cells(row string) []string {
	cells := strings.Split(row+" ", " | ") // the last may be empty
	for i := range cells {
		cells[i] = strings.TrimSuffix(strings.TrimSpace(strings.Trim(strings.TrimSpace(cells[i]), "|")), " *") // of a footnote
	}
	return cells
}

// usable leaves out what is no statement: labels, and text that never ends.
func usable(s string) bool {
	n := 0
	for _, r := range s { // three letters say what one character of Chinese does
		if n++; lexical.IsEastAsian(r) {
			n += 2
		}
	}
	return n >= shortestStatement && n <= longestStatement
}

// contextCredit is what a term is worth that only the heading, the title or the sentence before holds.
const contextCredit = 0.6

// Coverage is the share of the question's weight that a statement holds, with less credit for what only its context
// holds.
func (s *Statement) Coverage(terms []question.Term) float64 {
	return question.Coverage(terms, func(t *question.Term) float64 { return max(s.Bag.Match(t), contextCredit*s.Context.Match(t)) })
}

// Holds tells whether a statement, or what it is read with, has a name to the letter. A number may also stand in a cell
// of its own, or at the head of an item, below its noun.
func (s *Statement) Holds(n *question.Name) bool {
	if n.In(s.Text) || n.In(s.Near) || s.Full != "" && n.In(s.Full) {
		return true
	}
	if n.Number == "" || !s.Context[n.Noun] {
		return false
	}
	if s.Kind == source.Table {
		return slices.ContainsFunc(strings.Split(s.Text, "|"), func(cell string) bool {
			return strings.EqualFold(strings.Trim(cell, " `*"), n.Number)
		})
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(s.Text, "`*"), n.Number)
	return ok && s.Kind == source.Item && strings.IndexAny(strings.TrimLeft(rest, " `*"), ":|") == 0
}
