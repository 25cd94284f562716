package markdown

import (
	"sort"
	"strconv"
	"strings"
	"unicode"

	xansi "github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"ibid/guard"
)

// leaf is a piece of text of the tree or of an inset: text[start:end] of the answer.
type leaf struct {
	node       *ast.Text // nil in an inset
	inset      int       // in document.insets, -1 for none
	start, end int
	words      string // in place of text[start:end], "" for that itself
	code       bool   // backslashes are backslashes
}

// piece is what goes through Glamour as one hyperlink. Its number is its place in document.pieces.
type piece struct {
	block    int    // of the top level
	sentence int    // -1 for none
	marker   int    // in document.markers, -1 for none
	name     int    // one more than its place in Options.Names, 0 for none
	words    string // without blanks
	bullet   string // styled, of a list item that begins here: the piece itself has no cells
	gap      int    // cells between the bullet and the item
}

// marker is a citation of the text.
type marker struct {
	guard.Marker
	sentence int
}

// document is a text on its way to the screen.
type document struct {
	text   string
	opt    *Options
	losses map[int]int // of each block, in earlier layouts
	root   ast.Node
	source []byte // what the nodes of the tree point to

	markers []marker
	leaves  []leaf
	lastOf  []int // the last leaf of each sentence, -1 for none
	pieces  []piece
	insets  []inset
	hang    int    // the widest bullet
	covered []bool // the bytes of the text that are in a leaf, or are known to be syntax
	starts  []int  // where the top-level blocks begin
	lost    []int  // blocks of which something is missing
}

// sentenceAt returns the sentence that holds a byte offset, -1 for none.
func (d *document) sentenceAt(at int) int {
	spans := d.opt.Sentences
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	if i < len(spans) && spans[i].Start <= at {
		return i
	}
	return -1
}

func (d *document) findMarkers() {
	for _, s := range guard.Split(d.text) {
		for _, m := range s.Citations {
			d.markers = append(d.markers, marker{m, d.sentenceAt(m.Start)})
		}
	}
}

// markerAt returns the marker that holds a byte offset, or -1, and where the next one starts.
func (d *document) markerAt(at int) (marker, next int) {
	i := sort.Search(len(d.markers), func(i int) bool { return d.markers[i].End > at })
	switch {
	case i == len(d.markers):
		return -1, len(d.text)
	case d.markers[i].Start <= at:
		return i, d.markers[i].End
	}
	return -1, d.markers[i].Start
}

// nameAt returns the name that holds a byte offset, counted from one, or 0, and where that changes.
func (d *document) nameAt(at int) (name, next int) {
	names := d.opt.Names
	i := sort.Search(len(names), func(i int) bool { return names[i].End > at })
	switch {
	case i == len(names):
		return 0, len(d.text)
	case names[i].Start <= at:
		return i + 1, names[i].End
	}
	return 0, names[i].Start
}

// blockAt returns the top-level block that holds a byte offset.
func (d *document) blockAt(at int) int {
	return max(sort.SearchInts(d.starts, at+1)-1, 0)
}

// add notes a leaf.
func (d *document) add(l leaf) {
	d.cover(l.start, l.end)
	d.leaves = append(d.leaves, l)
}

func (d *document) cover(start, end int) {
	for i := max(start, 0); i < min(end, len(d.covered)); i++ {
		d.covered[i] = true
	}
}

// seal writes the leaves to the source, in numbered pieces, with the glyphs behind the sentences.
func (d *document) seal() {
	d.lastOf = make([]int, len(d.opt.Sentences))
	for i := range d.lastOf {
		d.lastOf[i] = -1
	}
	for i := range d.leaves {
		d.eachPart(&d.leaves[i], func(start, end, sentence, _, _ int) {
			if sentence >= 0 && (start == end || !isBlank(d.text[start:end])) {
				d.lastOf[sentence] = i
			}
		})
	}
	for i := range d.leaves {
		l := &d.leaves[i]
		if l.inset >= 0 {
			d.fill(&d.insets[l.inset], i)
			continue
		}
		out := d.sealed(i)
		switch {
		case l.node.HardLineBreak():
			out += "\n"
		case l.node.SoftLineBreak():
			out += d.softBreak(l.end)
		}
		l.node.SetSoftLineBreak(false)
		l.node.SetHardLineBreak(false)
		d.write(l.node, out)
	}
}

// softBreak returns what a line end becomes: where it ends a sentence it is more than a wrapped line.
func (d *document) softBreak(at int) string {
	if s := d.sentenceAt(at - 1); s >= 0 && s == d.sentenceAt(at) || len(d.opt.Sentences) == 0 {
		return " "
	}
	return "\n"
}

// sealed returns the pieces of a leaf as they go through Glamour.
func (d *document) sealed(i int) string {
	l := &d.leaves[i]
	var b strings.Builder
	last := -1
	d.eachPart(l, func(start, end, sentence, marker, name int) {
		words := l.words
		if words == "" {
			words = d.text[start:end]
			if !l.code {
				words = unescape(words)
			}
		}
		if last >= 0 && sentence != last {
			b.WriteString(d.glyph(last, i))
		}
		last = sentence
		if name > 0 && start == d.opt.Names[name-1].Start {
			words = d.opt.Names[name-1].Glyph + words
		}
		b.WriteString(d.piece(piece{block: d.blockAt(start), sentence: sentence, marker: marker, name: name}, words))
	})
	if last < 0 {
		return b.String()
	}
	glyph := d.glyph(last, i)
	if l.code && glyph != "" && l.node != nil { // not in the style of code
		after := ast.NewText()
		span := l.node.Parent()
		span.Parent().InsertAfter(span.Parent(), span, after)
		d.write(after, glyph)
		return b.String()
	}
	return b.String() + glyph
}

// glyph returns the glyph of a sentence, if this is its last leaf.
func (d *document) glyph(sentence, leaf int) string {
	if d.lastOf[sentence] != leaf {
		return ""
	}
	d.lastOf[sentence] = -1
	return d.verdict(sentence, d.blockAt(d.leaves[leaf].start), string(hiddenSpace))
}

func (d *document) verdict(sentence, block int, before string) string {
	glyph := strings.TrimSpace(d.opt.Sentences[sentence].Glyph)
	if glyph == "" {
		return ""
	}
	glyph = before + hide(glyph)
	return linked(d.addPiece(piece{block: block, sentence: sentence, marker: -1}, glyph), glyph)
}

// eachPart cuts a leaf where sentences, markers and names begin and end.
func (d *document) eachPart(l *leaf, do func(start, end, sentence, marker, name int)) {
	if l.words != "" {
		do(l.start, l.end, d.sentenceAt(max(l.start-1, 0)), -1, 0)
		return
	}
	for at := l.start; at < l.end; {
		marker, end := d.markerAt(at)
		name, change := d.nameAt(at)
		end = min(end, change)
		sentence := d.sentenceAt(at)
		if sentence >= 0 {
			end = min(end, d.opt.Sentences[sentence].End)
		} else if i := sort.Search(len(d.opt.Sentences), func(i int) bool { return d.opt.Sentences[i].Start > at }); i < len(d.opt.Sentences) {
			end = min(end, d.opt.Sentences[i].Start)
		}
		end = min(max(end, at+1), l.end)
		do(at, end, sentence, marker, name)
		at = end
	}
}

// piece numbers words and makes them a hyperlink.
func (d *document) piece(p piece, words string) string {
	if words == "" {
		return ""
	}
	words = hide(strings.ReplaceAll(words, "\n", " "))
	n := d.addPiece(p, words)
	return linked(n, words)
}

// addPiece makes hidden words a piece and returns its number.
func (d *document) addPiece(p piece, words string) int {
	p.words = ink(words)
	d.pieces = append(d.pieces, p)
	return len(d.pieces) - 1
}

func linked(n int, words string) string {
	return xansi.SetHyperlink(strconv.Itoa(n)) + words + xansi.ResetHyperlink()
}

// unescape takes the backslashes away that say that the sign after them is meant as it stands.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// write makes a node show words.
func (d *document) write(n *ast.Text, words string) {
	start := len(d.source)
	d.source = append(d.source, words...)
	n.Segment = text.NewSegment(start, len(d.source))
}

// ink is a text without its blanks, in one case: what must arrive on the screen, whatever wrappers and styles do.
func ink(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(unicode.ToUpper(r))
	}, s)
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }
