package engine

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard"
	"ibid/guard/support"
	"ibid/index/question"
	"ibid/index/source"
)

// Statement is the smallest thing in the evidence that says something: a sentence, a list item, a table row, a listing.
type Statement struct {
	Evidence int              // index into the evidence
	Block    int              // index into the chunk's blocks
	Kind     source.BlockKind //
	Text     string           // on one line; of a listing its title line; of a table row its cells, " | " between them
	Full     string           // of a listing the whole of it
	Start    int              // byte offsets in the chunk's text
	End      int              //
	Bag      question.Bag     // the terms of Text, or of the whole listing
	Context  question.Bag     // the terms of what it is read with: document, title, section, the sentence before, caption and header
	Near     string           // the text of what it is read with
	Header   string           // of a table row: that of its table
	Denied   string           // of an item: the sentence that leads in to its list, where that denies the items
}

const (
	shortestStatement = 20  // characters: less is a label
	shortestItem      = 10  // and of a sentence in a list
	longestStatement  = 900 // characters: more is a run-on that nobody reads
)

var (
	leaders     = regexp.MustCompile(`(?:\. ?){4,}|…{2,}|(?:\s\.){3,}|\s…\s*[0-9]*$`) // of a table of contents
	bareHeading = regexp.MustCompile(`^(?:[0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)+)\s+\S+(?:\s\S+){0,6}$`)
	caption     = regexp.MustCompile(`^(?i:table|figure|fig\.|listing)\s+[A-Z0-9][\w.-]*[.:]?\s`)
	bareLink    = regexp.MustCompile(`^(?:\S+:\s)?(?:https?://|www\.)\S+$`)
)

// OneLine undoes the line breaks of the source.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// statements cuts the evidence into what can be quoted or measured, in its order.
func statements(evidence []Evidence) []Statement {
	var out []Statement
	for n := range evidence {
		c := cutter{evidence: n, ev: &evidence[n], place: place(&evidence[n])}
		for i := range c.ev.Blocks {
			c.block(i)
		}
		out = append(out, c.out...)
	}
	return out
}

// place is what all statements of a piece of evidence stand under: document, title, sections.
func place(ev *Evidence) []string { return append([]string{spaced(ev.DocID), ev.Title}, ev.Section...) }

// spaced is a document's id, and how a text would say it: "NIST FIPS 205" of NIST.FIPS.205.
func spaced(id string) string {
	if words := strings.NewReplacer(".", " ", "_", " ").Replace(id); words != id {
		return id + " " + words
	}
	return id
}

// cutter cuts one chunk.
type cutter struct {
	evidence int
	ev       *Evidence
	place    []string
	before   string // the statement before, if it belongs to the same passage
	denied   string // the sentence that leads in to the list, where it denies the items
	out      []Statement
}

func (c *cutter) block(i int) {
	b := c.ev.Blocks[i]
	text := c.ev.Text[b.Start:b.End]
	switch b.Kind {
	case source.Heading:
		c.before = ""
	case source.Code:
		first, _, _ := strings.Cut(text, "\n")
		c.add(i, b.Start, b.End, OneLine(first), c.before, text)
	case source.Table:
		c.table(i, b.Start, text)
	default:
		if b.Kind != source.Item {
			c.denied = ""
		}
		for k, s := range guard.Split(text) {
			line := OneLine(text[s.Start:s.End])
			short := c.ev.Kind == source.SymbolCard && b.Kind == source.Item // "`scale`: `float`" says something there
			short = short || b.Kind == source.Item && strings.HasSuffix(line, ".") && utf8.RuneCountInString(line) >= shortestItem
			if (short || usable(line)) && !c.cut(i, line, s.End == len(text)) {
				c.add(i, b.Start+s.Start, b.Start+s.End, line, c.before, "")
				if b.Kind == source.Item && k == 0 {
					c.out[len(c.out)-1].Denied = c.denied
				}
			}
			if c.before = line; strings.HasSuffix(strings.TrimRight(line, "*_ "), ":") && support.Denies(line) {
				c.denied = strings.Trim(line, "*_: ")
			}
		}
	}
}

// cut tells that a sentence of a paged document goes on, or began, on another page.
func (c *cutter) cut(block int, sentence string, last bool) bool {
	if c.ev.StartPage == 0 || c.ev.Blocks[block].Kind != source.Paragraph {
		return false
	}
	first, _ := utf8.DecodeRuneInString(sentence)
	return last && block == len(c.ev.Blocks)-1 && !strings.ContainsAny(sentence[max(0, len(sentence)-4):], ".!?:”)") ||
		block == 0 && unicode.IsLower(first)
}

func (c *cutter) table(i, start int, text string) {
	lines := strings.Split(text, "\n")
	at := start
	for k, line := range lines {
		if k > 0 {
			c.add(i, at, at+len(line), OneLine(line), c.before+" "+lines[0], "")
			c.out[len(c.out)-1].Header = lines[0]
		}
		at += len(line) + 1
	}
	c.before = ""
}

func (c *cutter) add(block, start, end int, text, near, full string) {
	s := Statement{Evidence: c.evidence, Block: block, Kind: c.ev.Blocks[block].Kind, Text: text, Full: full, Start: start, End: end,
		Near: strings.Join(append(c.place, near), "\n")}
	s.Bag, s.Context = question.NewBag(text, full), question.NewBag(s.Near)
	c.out = append(c.out, s)
}

// Said is a statement as an answer says it: a row in words, "ML-KEM-768: ciphertext 1088", and a glossary's entry with a colon.
func (s *Statement) Said() string {
	if head, parts := s.row(); len(parts) > 0 {
		return head + ": " + strings.Join(parts, ", ")
	}
	if cells := Cells(s.Text); s.Kind == source.Item && len(cells) == 2 {
		return cells[0] + ": " + cells[1]
	}
	if s.Denied != "" {
		return s.Denied + ": " + s.Text
	}
	return s.Text
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
	return cells[0], parts
}

// Cells are those of a table's row.
func Cells(row string) []string {
	cells := strings.Split(row, " | ")
	for i := range cells {
		cells[i] = strings.TrimSuffix(strings.TrimSpace(strings.Trim(strings.TrimSpace(cells[i]), "|")), " *") // the mark of a footnote
	}
	return cells
}

// usable leaves out what is no statement: lines of a table of contents, labels, captions, and text that never ends.
func usable(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= shortestStatement && n <= longestStatement && !leaders.MatchString(s) && !caption.MatchString(s) &&
		!bareLink.MatchString(s) && !bareHeading.MatchString(s)
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
