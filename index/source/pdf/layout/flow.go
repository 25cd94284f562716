package layout

import (
	"ibid/index/source/pdf/draw"
	"math"
	"strings"
	"unicode/utf8"
)

// flow puts the lines of a region together to paragraphs, headings and items, in reading order.
type flow struct {
	*layout
	region   region
	contents bool // the page is a table of contents
	blocks   []draft
	open     draft // the block that the next line may go on with
}

// draft is a block that is being put together.
type draft struct {
	Block
	lines   []string
	first   *line
	last    *line
	style   style
	textX   float64 // left edge of an item's text
	display bool    // set off from the margin, like a formula
	caption bool
	note    bool
	term    string // bold words that it starts with, if other text follows
}

// add takes the next line from the top.
func (f *flow) add(l *line) {
	text := l.text()
	if f.contents {
		f.addContents(l, text)
		return
	}
	if f.continues(l, text) {
		f.open.lines = append(f.open.lines, text)
		f.open.last = l
		return
	}
	f.close()
	f.open = f.start(l, text)
}

// addContents keeps each line of a table of contents as an item; only titles without a page number are headings.
func (f *flow) addContents(l *line, text string) {
	entry := squeeze(leaderEnd.ReplaceAllString(dotLeader.ReplaceAllString(text, " … "), " … $1"))
	if d := &f.open; d.Kind == Item && d.last != nil && !pageAtEnd.MatchString(d.lines[len(d.lines)-1]) && !headingNumber.MatchString(text) && l.x0 > d.first.x0 {
		d.lines, d.last = append(d.lines, entry), l // the title went on
		return
	}
	f.close()
	d := draft{Block: Block{Kind: Item}, lines: []string{entry}, first: l, last: l, style: styleOf(l)}
	if f.headings.isHeading(l) && !pageAtEnd.MatchString(text) {
		d.Kind = Heading
	}
	f.open = d
}

func (f *flow) start(l *line, text string) draft {
	d := draft{lines: []string{text}, first: l, last: l, style: styleOf(l)}
	marker := l.words[0].Text
	switch {
	case isCaption(text):
		d.caption = true
	case f.headings.isHeading(l):
		d.Kind = Heading
	case l.words[0].Role == draw.Superscript && l.size < noteSize*f.body:
		d.note = true
	case len(l.words) > 1 && itemMarker.MatchString(marker) || bulletMarker.MatchString(text):
		d.Kind = Item
		d.textX = l.x0
		if len(l.words) > 1 {
			d.textX = l.words[1].X0
		}
	default:
		d.term = leadTerm(l)
		d.display = l.x0 > f.region.x0+2*l.size && isFormula(l)
	}
	return d
}

// leadTerm returns the bold words at the start of a line that goes on in regular type, as the entries of a glossary
// do. Words that end in punctuation are the title of a paragraph instead.
func leadTerm(l *line) string {
	n := 0
	for n < len(l.words) && l.words[n].Font != nil && l.words[n].Font.Bold {
		n++
	}
	if n == 0 || n == len(l.words) {
		return ""
	}
	term := joinWords(l.words[:n])
	if strings.ContainsAny(term[len(term)-1:], ".:;,!?") || !spaced(l.words[n-1], l.words[n]) {
		return ""
	}
	return term
}

// glossary turns runs of paragraphs that each start with a term into items "term | definition".
func glossary(blocks []draft) {
	const minRun = 3
	for i := 0; i < len(blocks); {
		j := i
		for j < len(blocks) && blocks[j].term != "" {
			j++
		}
		if j-i >= minRun {
			for k := i; k < j; k++ {
				if rest, ok := strings.CutPrefix(blocks[k].Text, blocks[k].term+" "); ok {
					blocks[k].Kind, blocks[k].Text = Item, blocks[k].term+" | "+rest
				}
			}
		}
		i = max(j, i+1)
	}
}

// isFormula tells a line that is set off as a formula: it ends in a number in parentheses or holds a relation.
func isFormula(l *line) bool {
	if equationNumber.MatchString(l.words[len(l.words)-1].Text) {
		return true
	}
	for _, w := range l.words {
		if strings.ContainsAny(w.Text, "=←≔≤≥≡≈∈→⇒∑∏") {
			return true
		}
	}
	return false
}

// continues reports whether a line goes on with the open block.
func (f *flow) continues(l *line, text string) bool {
	d := &f.open
	if d.last == nil {
		return false
	}
	gap := (d.last.y - l.y) / max(l.size, d.last.size)
	if gap < 0 || gap > 1.3*f.pitch || math.Abs(l.size-d.last.size) > 0.08*l.size && !hasFormulaSize(l, d.last) {
		return false
	}
	heading := f.headings.isHeading(l)
	if d.Kind == Heading {
		return heading && styleOf(l) == d.style && f.headings.told(text) == 0 && gap < 1.2*f.pitch
	}
	if heading && !(d.caption && styleOf(l) == d.style) {
		return false
	}
	if isCaption(text) && l.share(isBold) > 0.3 || l.words[0].Role == draw.Superscript && d.note {
		return false
	}
	if f.startsItem(d, l, text) || d.term != "" && endsSentence(d.lines) && leadTerm(l) != "" {
		return false
	}
	full := d.last.x1+(l.words[0].X1-l.words[0].X0)+2*draw.WordGap*l.size > f.region.x1-1.5*l.size
	switch {
	case d.Kind == Item:
		return l.x0 > d.textX-0.6*l.size || full && math.Abs(l.x0-f.region.x0) < l.size && !endsSentence(d.lines)
	case d.display != (l.x0 > f.region.x0+2*l.size && isFormula(l)):
		return false
	case l.x0 > d.last.x0+0.8*l.size && (len(d.lines) > 1 || endsSentence(d.lines)) && !d.note:
		return false // the next paragraph is indented
	}
	return full || !endsSentence(d.lines)
}

func hasFormulaSize(a, b *line) bool { return isFormula(a) || isFormula(b) }

// startsItem reports whether a line is the first of a list item. A number or letter that happens to stand at the
// start of a line of prose is told by the line before, which is full and stands at the same edge.
func (f *flow) startsItem(d *draft, l *line, text string) bool {
	if bulletMarker.MatchString(text) {
		return true
	}
	if len(l.words) < 2 || !itemMarker.MatchString(l.words[0].Text) {
		return false
	}
	if d.Kind != Item && math.Abs(l.x0-d.last.x0) < alignSlack && len(d.lines) > 0 && !endsSentence(d.lines) {
		return false
	}
	return d.Kind != Item || l.x0 < d.textX-0.3*l.size || endsSentence(d.lines)
}

func endsSentence(lines []string) bool {
	t := strings.TrimRight(lines[len(lines)-1], `)]”"’'`)
	r, _ := utf8.DecodeLastRuneInString(t)
	return strings.ContainsRune(".:;!?", r)
}

// insert puts a finished table, listing or list between the paragraphs.
func (f *flow) insert(s span) {
	f.close()
	for _, t := range s.texts {
		if t != "" {
			f.blocks = append(f.blocks, draft{Block: Block{Kind: s.kind, Text: t}})
		}
	}
}

// close ends the open block.
func (f *flow) close() {
	d := f.open
	f.open = draft{}
	if d.last == nil {
		return
	}
	d.Text = f.spelling.join(d.lines)
	if d.Text == "" {
		return
	}
	if d.Kind == Heading {
		d.Text = plainNumber(d.Text)
		d.Level = f.headings.level(d.Text, d.style)
	}
	if n := len(f.blocks); n > 0 && f.goesOn(&f.blocks[n-1], &d) {
		p := &f.blocks[n-1]
		p.lines = []string{p.Text, d.Text}
		p.Text = f.spelling.join(p.lines)
		p.last, p.display = d.last, d.display
		return
	}
	f.blocks = append(f.blocks, d)
}

// plainNumber drops the full stop after a heading's number: "8. Parameter Sets" is cited as "8 Parameter Sets".
func plainNumber(text string) string {
	number, rest, ok := strings.Cut(text, ". ")
	if ok && headingNumber.MatchString(text) && !strings.Contains(number, " ") {
		return number + " " + rest
	}
	return text
}

// goesOn reports whether a block is the same sentence as the one before it, with a formula set between its lines.
func (f *flow) goesOn(p, d *draft) bool {
	if p.last == nil || p.Kind == Heading || d.Kind != Paragraph || p.caption || d.caption || p.note != d.note || f.contents {
		return false
	}
	const reach = 2.6 // em of space around a formula
	if math.Abs(p.style.size()-d.style.size()) > 0.08*f.body || p.last.y-d.first.y > reach*f.body {
		return false
	}
	if p.Kind == Item && d.first.x0 < p.textX-0.6*f.body {
		return false
	}
	lower := startsLower(d.Text)
	switch {
	case p.display && !endsSentence([]string{p.Text}):
		return lower || d.display
	case p.display && equationNumber.MatchString(lastField(p.Text)):
		return lower
	case d.display:
		return !endsSentence([]string{p.Text}) || strings.HasSuffix(p.Text, ":")
	}
	return lower && !endsSentence([]string{p.Text})
}

func (s style) size() float64 { return float64(s.halfPoints) / 2 }

func lastField(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// blocksOf returns the blocks of the region, with these parts of it that are no prose.
func (f *flow) blocksOf(spans []span) []Block {
	lines := f.region.lines
	for i := 0; i < len(lines); {
		if len(spans) > 0 && spans[0].from <= i {
			f.insert(spans[0])
			i = max(i, spans[0].to)
			spans = spans[1:]
			continue
		}
		f.add(&lines[i])
		i++
	}
	f.close()
	glossary(f.blocks)
	out := make([]Block, len(f.blocks))
	for i, b := range f.blocks {
		if out[i] = b.Block; b.last != nil {
			out[i].setting = setting{
				indent: b.first.x0 - f.region.x0, textIndent: b.textX - f.region.x0, room: f.region.x1 - b.last.x1,
				word:  b.first.words[0].X1 - b.first.words[0].X0 + (2*draw.WordGap+1)*b.first.size,
				full:  f.hasEdge(b.style.size()),
				aside: b.caption || b.note || b.style.size() < noteSize*f.body,
			}
		}
	}
	return out
}

// hasEdge reports whether lines of the region end at its right edge, three or more, so that the width of the text is
// known.
func (f *flow) hasEdge(size float64) bool {
	n := 0
	for i := range f.region.lines {
		if f.region.x1-f.region.lines[i].x1 < 3*size {
			n++
		}
	}
	return n >= 3
}

// turn marks where the last sentence of a page goes on on the next. It has no stop, and its line no room for the word
// that the next page begins with, or that is in lower case. Notes, captions, tables and listings may stand between.
func (l *layout) turn(page, next []Block) {
	const shortest = 60 // bytes of what is no label
	between := func(b Block) bool { return b.aside || b.Kind == Table || b.Kind == Code }
	last, first := len(page)-1, 0
	for last >= 0 && between(page[last]) {
		last--
	}
	for first < len(next) && between(next[first]) {
		first++
	}
	if last < 0 || first == len(next) {
		return
	}
	p, n := &page[last], &next[first]
	if p.Kind == Heading || n.Kind != Paragraph || endsSentence([]string{p.Text}) {
		return
	}
	flush := n.indent < l.body || p.Kind == Item && math.Abs(n.indent-p.textIndent) < l.body
	full := flush && p.full && p.room < n.word
	if !full && !(startsLower(n.Text) && len(p.Text) >= shortest && strings.ContainsAny(n.Text, ".!?")) {
		return
	}
	if broken, _ := l.spelling.Broken(p.Text, n.Text); broken { // the word is whole on the first page
		word, rest, _ := strings.Cut(n.Text, " ")
		p.Text, n.Text = l.spelling.join([]string{p.Text, word}), rest
	}
	p.GoesOn, n.Rest = true, true
}
