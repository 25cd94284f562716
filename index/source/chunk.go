package source

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sizes are what a chunker aims at, in runes.
type sizes struct {
	least   int // a chunk is closed at the first good place after this
	most    int // no chunk is longer, but for the end of a sentence from the next page
	section int // a section of this size is kept apart from a next one that would have to be cut
	small   int // a smaller chunk joins a neighbour where it fits
}

// sizesOf are the sizes for a document. A chunk is cited by its lines, and so kept short, except on pages: there the
// page is cited, and a chunk of most of one is found better. On the pages of standards, recall@8 was .69 with the short
// chunks and .78 with these; on files of lines the short ones were better by .01.
func sizesOf(doc *Document) sizes {
	if doc.Pages > 0 {
		return sizes{least: 1800, most: 3200, section: 1200, small: 600}
	}
	return sizes{least: 900, most: 1600, section: 600, small: 300}
}

// Chunk is a piece of a Document that is indexed, retrieved and cited as one.
type Chunk struct {
	ID         string // DocID + "::p0048::c002", or "::l00120::c001" with the start line where there are no pages
	DocID      string
	Title      string
	Kind       Kind
	Section    []string // of the first block that is not a heading
	Symbol     string   // of the first block that has one
	StartPage  int      // 0 where the format has no pages; a chunk never crosses a page, but for the end of its last sentence
	EndPage    int
	Labels     []string `json:",omitempty"` // printed on the pages from StartPage on, as many as its sentences may stand on; nil where there are none
	StartLine  int      // 0 for paged formats
	EndLine    int
	Start, End int     // byte span in Document.Text
	Text       string  // Document.Text[Start:End]
	Prev, Next string  // ids of the neighbours, "" at the ends
	Blocks     []Block // the blocks, or their parts, inside; Start and End count from the start of Text
}

// Chunks cuts a document into chunks that together hold every block once: of about 900 to 1,600 characters, and of
// twice that in a paged document.
//
// A chunk stays on its page and in its top-level section, and a table, list or code block that fits into a chunk
// is never cut. A heading stays with what follows it, a caption with its table, a line that ends in a colon with
// its list, code or table. Where there is a choice the cut falls between sections, then between blocks. What is too
// long for one chunk is cut between rows, items, sentences or lines, preferably blank ones.
//
// Identifiers follow from content and place alone; in byte order they are in document order.
func Chunks(doc Document, docID string) []Chunk {
	var chunks []Chunk
	l := newChunker(doc)
	for _, segment := range segments(doc.Blocks) {
		for _, p := range l.pieces(segment) {
			if c, ok := l.chunk(p); ok {
				chunks = append(chunks, c)
			}
		}
	}
	for i := range chunks {
		chunks[i].DocID, chunks[i].Title, chunks[i].Kind = docID, doc.Title, doc.Kind
	}
	identify(chunks, docID)
	return chunks
}

// identify numbers the chunks of each page or line and links neighbours.
func identify(chunks []Chunk, docID string) {
	places, serials := make([]int, len(chunks)), make([]int, len(chunks))
	count := map[int]int{}
	last, most := 0, 0
	for i, c := range chunks {
		last = max(last, c.StartPage, c.StartLine)
		count[last]++
		places[i], serials[i] = last, count[last]
		most = max(most, count[last])
	}
	// Wider than usual only in a document with more than 9,999 pages, 99,999 lines or 999 chunks in one place.
	letter, width := 'l', max(5, digits(last))
	if len(chunks) > 0 && chunks[0].StartPage > 0 {
		letter, width = 'p', max(4, digits(last))
	}
	serialWidth := max(3, digits(most))
	for i := range chunks {
		chunks[i].ID = fmt.Sprintf("%s::%c%0*d::c%0*d", docID, letter, width, places[i], serialWidth, serials[i])
		if i > 0 {
			chunks[i].Prev = chunks[i-1].ID
			chunks[i-1].Next = chunks[i].ID
		}
	}
}

func digits(n int) int { return len(fmt.Sprint(n)) }

// segments cuts blocks where no chunk may cross: at a new page and at a new top-level section. Headings alone are
// no section yet, they go with what follows on the page.
func segments(blocks []Block) [][]Block {
	depth := topLevel(blocks)
	key := func(b Block) string {
		if len(b.Section) > depth {
			return b.Section[depth]
		}
		return ""
	}
	var out [][]Block
	start, body := 0, -1 // the first block of the segment and its first block that is not a heading
	end := func(i int) {
		if n := len(out); body < 0 && n > 0 && out[n-1][0].Page == blocks[start].Page {
			out[n-1] = blocks[start-len(out[n-1]) : i] // a last heading goes with what precedes it
		} else if start < i {
			out = append(out, blocks[start:i])
		}
		start, body = i, -1
	}
	for i, b := range blocks {
		cut := i > start && b.Page != blocks[i-1].Page
		if body >= 0 && !cut {
			opens := b.Kind == Heading && len(b.Section) == depth+1
			cut = opens || key(b) != key(blocks[body])
		}
		if cut {
			end(i)
		}
		if body < 0 && b.Kind != Heading {
			body = i
		}
	}
	end(len(blocks))
	return out
}

// topLevel returns the depth of the headings that open top-level sections: 1 where a single heading stands above
// all others, as the title of a page does, and 0 otherwise.
func topLevel(blocks []Block) int {
	depth, openings := 0, 0
	var root string
	for _, b := range blocks {
		if len(b.Section) == 0 {
			continue
		}
		if b.Kind == Heading && len(b.Section) == 1 {
			openings++
		}
		if root == "" {
			root = b.Section[0]
		}
		if b.Section[0] != root || openings > 1 {
			return 0
		}
		if len(b.Section) > 1 {
			depth = 1
		}
	}
	return depth
}

// chunker turns spans of a document into chunks. Pieces must be asked for in document order.
type chunker struct {
	sizes
	doc    Document
	next   int   // the first block that does not end before the last piece
	breaks []int // where the lines of the text end
}

func newChunker(doc Document) *chunker {
	l := &chunker{sizes: sizesOf(&doc), doc: doc}
	for at := range len(doc.Text) {
		if doc.Text[at] == '\n' {
			l.breaks = append(l.breaks, at)
		}
	}
	return l
}

// breaksIn counts the line breaks in Text[from:to].
func (l *chunker) breaksIn(from, to int) int {
	first, _ := slices.BinarySearch(l.breaks, from)
	n, _ := slices.BinarySearch(l.breaks[first:], to)
	return n
}

// chunk makes the chunk of one piece. There is none where the piece is white space from the middle of a long block.
func (l *chunker) chunk(p piece) (Chunk, bool) {
	blocks := l.doc.Blocks
	for blocks[l.next].End <= p.start {
		l.next++
	}
	var c Chunk
	for i := l.next; i < len(blocks) && blocks[i].Start < p.end; i++ {
		part := l.part(i, p)
		if part.Start < part.End {
			c.Blocks = append(c.Blocks, part)
		}
	}
	if len(c.Blocks) == 0 {
		return Chunk{}, false
	}
	first, last := c.Blocks[0], c.Blocks[len(c.Blocks)-1]
	c.Start, c.End = first.Start, last.End
	c.Text = l.doc.Text[c.Start:c.End]
	c.StartPage, c.EndPage = first.Page, last.Page
	if n := len(l.doc.Labels); 0 < c.StartPage && c.EndPage <= n {
		c.Labels = l.doc.Labels[c.StartPage-1 : min(c.EndPage+1, n)] // the last sentence may go on on the next page
	}
	c.StartLine = first.StartLine
	c.Section = first.Section
	if i := slices.IndexFunc(c.Blocks, func(b Block) bool { return b.Kind != Heading }); i >= 0 {
		c.Section = c.Blocks[i].Section
	}
	for i := range c.Blocks {
		b := &c.Blocks[i]
		c.StartLine, c.EndLine = min(c.StartLine, b.StartLine), max(c.EndLine, b.EndLine) // of blocks that overlap, a later one may begin first
		if c.Symbol == "" {
			c.Symbol = b.Symbol
		}
		b.Start -= c.Start
		b.End -= c.Start
		b.Turn = max(0, b.Turn-c.Start)
	}
	return c, true
}

// part returns what a piece holds of block i, without the white space at the cuts. It is empty where there is
// nothing else.
func (l *chunker) part(i int, p piece) Block {
	b := l.doc.Blocks[i]
	if p.start <= b.Start && b.End <= p.end {
		return b
	}
	whole := b
	if b.Start, b.End = max(b.Start, p.start), min(b.End, p.end); b.End <= b.Turn {
		b.Turn = 0
	}
	text := l.doc.Text[b.Start:b.End]
	if b.Kind == Code || b.Kind == Table || b.Kind == Item {
		b.Start += len(text) - len(strings.TrimLeft(text, "\n")) // indentation means something
	} else {
		b.Start += len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	}
	text = l.doc.Text[b.Start:b.End]
	if strings.TrimSpace(text) == "" {
		b.End = b.Start
	} else if b.Kind == Table {
		b.End = b.Start + len(strings.TrimRight(text, "\n"))
	} else {
		b.End = b.Start + len(strings.TrimRightFunc(text, unicode.IsSpace))
	}
	if b.Start < b.End {
		b.StartLine, b.EndLine = whole.lines(l.breaksIn, b.Start, b.End)
	}
	return b
}

// runes counts the characters of s.
func runes(s string) int { return utf8.RuneCountInString(s) }
