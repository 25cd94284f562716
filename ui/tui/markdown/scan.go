package markdown

import (
	"slices"
	"strconv"
	"strings"

	xansi "github.com/charmbracelet/x/ansi"
)

// placeholder stands for a wide character in a pane that is one cell wide.
const placeholder = "▯"

// scan reads drawn lines back: it takes the hyperlinks out and notes where they were.
type scan struct {
	doc   *document
	width int
	out   Rendered
	got   []strings.Builder // what arrived of each piece
	marks []markAt
	blank int // lines without text that wait for one with text
	bar   []rune
}

type markAt struct {
	marker int
	Segment
}

func newScan(d *document, width int) *scan {
	s := &scan{doc: d, width: width, got: make([]strings.Builder, len(d.pieces)), bar: barOf(d.opt)}
	s.out.Sentences = make([][]Segment, len(d.opt.Sentences))
	s.out.Names = make([][]Segment, len(d.opt.Names))
	return s
}

// line reads one drawn line, and cuts it where it is too wide.
func (s *scan) line(l rawLine) {
	text := l.text
	if xansi.StringWidth(text) > s.width {
		text = carry(xansi.Hardwrap(text, s.width, true))
	}
	for part := range strings.SplitSeq(text, "\n") {
		s.read(part, l)
	}
}

// turn is a place in a line where another piece begins.
type turn struct {
	at   int // byte offset in the line without hyperlinks
	link int // the piece, -1 for none
	item bool
}

// unlink takes the hyperlinks out of a line, and shows what was hidden in it.
func (s *scan) unlink(text string) (string, []turn) {
	const link = "\x1b]8;;"
	var b strings.Builder
	var turns []turn
	at, bars := -1, 0
	for text != "" {
		seq, _ := element(text)
		text = text[len(seq):]
		switch {
		case strings.HasPrefix(seq, link):
			to, err := strconv.Atoi(strings.TrimRight(seq[len(link):], "\a\x1b\\"))
			if err != nil || to >= len(s.got) {
				to = -1
			}
			at = to
			item := at >= 0 && s.doc.pieces[at].bullet != "" && s.got[at].Len() == 0
			turns = append(turns, turn{b.Len(), at, item})
		case isStyle(seq):
			b.WriteString(seq)
		case seq[0] != '\x1b':
			if at >= 0 {
				s.got[at].WriteString(ink(seq))
			}
			b.WriteString(s.shown(seq, &bars))
		}
	}
	return b.String(), turns
}

// read reads one line of the screen.
func (s *scan) read(raw string, l rawLine) {
	text, turns := s.unlink(raw)
	var b strings.Builder
	var links []int  // of each cell
	var inked []bool // is each cell more than a blank
	kept, open := 0, false
	link, sgr := -1, ""
	for i := 0; i < len(text); {
		for len(turns) > 0 && turns[0].at <= i {
			link = turns[0].link
			if turns[0].item {
				kept, open = s.bullet(&b, link, sgr, inked), false
			}
			turns = turns[1:]
		}
		seq, width := element(text[i:])
		i += len(seq)
		if seq[0] == '\x1b' {
			b.WriteString(seq)
			sgr = styleAfter(sgr, seq)
			continue
		}
		if width > s.width {
			seq, width = placeholder, 1
		}
		b.WriteString(seq)
		for range width {
			links, inked = append(links, link), append(inked, !isBlank(seq))
		}
		if !isBlank(seq) {
			kept, open = b.Len(), sgr != ""
		}
	}
	if len(turns) > 0 && turns[0].item { // an item without a text
		kept, open = s.bullet(&b, turns[0].link, sgr, inked), false
	}
	if kept == 0 && !l.inset {
		s.blank++
		return
	}
	if s.blank > 0 && len(s.out.Lines) > 0 {
		s.out.Lines = append(s.out.Lines, "")
	}
	s.blank = 0
	line := b.String()[:kept]
	if open {
		line += xansi.ResetStyle
	}
	if l.code != nil {
		if l.code.Lines == 0 {
			l.code.Line = len(s.out.Lines)
		}
		l.code.Lines++
	}
	s.out.Lines = append(s.out.Lines, line)
	s.segments(links, inked)
}

// bullet puts the bullet of a list item into the indent before it and returns where it ends.
func (s *scan) bullet(b *strings.Builder, link int, sgr string, inked []bool) (end int) {
	p := &s.doc.pieces[link]
	before := b.String()
	cells := len(inked) - p.gap
	from := cells - xansi.StringWidth(p.bullet)
	if from < 0 {
		return 0 // there is no indent; it counts as missing
	}
	s.got[link].WriteString(p.words)
	b.Reset()
	b.WriteString(head(before, from))
	if sgr != "" {
		b.WriteString(xansi.ResetStyle)
	}
	b.WriteString(p.bullet)
	end = b.Len()
	b.WriteString(strings.Repeat(" ", p.gap) + sgr)
	for i := from; i < cells; i++ {
		inked[i] = true
	}
	return end
}

// shown returns what stands on the screen for a cluster that was hidden from Glamour.
func (s *scan) shown(cluster string, bars *int) string {
	if !strings.ContainsFunc(cluster, func(r rune) bool { return r >= firstHidden }) {
		*bars = 0
		return cluster
	}
	var b strings.Builder
	for _, r := range cluster {
		switch {
		case r == hiddenBar:
			b.WriteRune(s.bar[*bars%len(s.bar)])
			*bars++
		case r > firstHidden && r < lastHidden:
			b.WriteString(reveal(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// segments notes the sentences and markers of the last line.
func (s *scan) segments(links []int, inked []bool) {
	at := len(s.out.Lines) - 1
	for from := 0; from < len(links); {
		to := from + 1
		for to < len(links) && links[to] == links[from] {
			to++
		}
		seg := Segment{at, from, to}
		for seg.To > seg.From && !inked[seg.To-1] {
			seg.To--
		}
		if n := links[from]; n >= 0 && seg.To > seg.From {
			p := &s.doc.pieces[n]
			if p.marker >= 0 {
				s.marks = append(s.marks, markAt{p.marker, seg})
			}
			if p.name > 0 {
				s.out.Names[p.name-1] = append(s.out.Names[p.name-1], seg)
			}
			if p.sentence >= 0 {
				s.extend(p.sentence, seg, inked)
			}
		}
		from = to
	}
}

// extend adds a segment to a sentence, or to its last segment where only blanks are between them.
func (s *scan) extend(sentence int, seg Segment, inked []bool) {
	segs := s.out.Sentences[sentence]
	if n := len(segs) - 1; n >= 0 && segs[n].Line == seg.Line && seg.From-segs[n].To <= maxBridge &&
		!slices.Contains(inked[segs[n].To:seg.From], true) {
		segs[n].To = seg.To
		return
	}
	s.out.Sentences[sentence] = append(segs, seg)
}

// missing names the blocks of which something did not arrive.
func (s *scan) missing() []int {
	var lost []int
	for i := range s.got {
		if p := &s.doc.pieces[i]; s.got[i].String() != p.words {
			lost = append(lost, p.block)
		}
	}
	return lost
}

func (s *scan) rendered() Rendered {
	slices.SortStableFunc(s.marks, func(a, b markAt) int { return a.marker - b.marker })
	for i, m := range s.marks {
		if i+1 < len(s.marks) && s.marks[i+1].marker == m.marker && s.marks[i+1].Line == m.Line && s.marks[i+1].From-m.To <= maxBridge {
			s.marks[i+1].From = m.From // the parser cuts it at its brackets
			continue
		}
		mark := &s.doc.markers[m.marker]
		for _, key := range mark.Keys {
			s.out.Markers = append(s.out.Markers, Marker{key, mark.sentence, m.Segment})
		}
	}
	for i := range s.doc.insets {
		if code := s.doc.insets[i].code; code != nil {
			s.out.Code = append(s.out.Code, *code)
		}
	}
	return s.out
}
