package source

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cost is how much it hurts to end a chunk in a place. Places inside a table, list or code block that fits into a
// chunk are no candidates at all.
type cost uint8

const (
	atSection  cost = iota // before a heading
	atBlock                // between two blocks
	inLong                 // between rows, top-level items, sentences or at a blank line of what is too long for one chunk
	inLongWeak             // between nested items or plain lines of what is too long
	atIntro                // between a caption and its table, or "such as:" and its list
	inProse                // between sentences of a paragraph that would fit
	atHeading              // after a heading
)

// cut is a place where a chunk may end.
type cut struct {
	cost cost
	at   int // offset in Document.Text at which the next chunk begins
	end  int // runes from the start of the segment to the end of this chunk's text
	next int // runes from the start of the segment to the next chunk's text
}

// piece is the span of a chunk before white space at its ends is removed.
type piece struct {
	start, end int // offsets in Document.Text
	from, to   int // runes from the start of the segment
}

// pieces cuts a segment, a run of blocks that one chunk could hold were it not for its length.
func (l *chunker) pieces(segment []Block) []piece {
	text := l.doc.Text
	cuts := l.candidates(text, segment)
	for _, b := range segment { // the end of a sentence from the next page makes no page too long
		if b.Turn == 0 {
			continue
		}
		rest := utf8.RuneCountInString(text[b.Turn:b.End])
		for i := range cuts {
			if cuts[i].at >= b.End {
				cuts[i].end, cuts[i].next = cuts[i].end-rest, cuts[i].next-rest
			}
		}
	}
	last := cuts[len(cuts)-1]
	var out []piece
	at, pos := segment[0].Start, 0 // start of the piece, as offset and in runes
	for i := 0; at < last.at; {
		for cuts[i].at <= at {
			i++
		}
		c, ok := l.choose(cuts[i:], pos, last)
		if !ok {
			c = l.hardCut(text[at:cuts[i].at], at, pos)
		}
		out = append(out, piece{at, c.at, pos, c.end})
		at, pos = c.at, c.next
	}
	return l.join(out)
}

// choose picks the best of cuts for a chunk that begins pos runes into the segment. It fails where the first one is
// too far away.
func (s sizes) choose(cuts []cut, pos int, last cut) (best cut, ok bool) {
	bestRank := 1 << 10
	for _, c := range cuts {
		size, rest := c.end-pos, last.end-c.next
		if size > s.most {
			break
		}
		r := s.rank(c, size)
		switch {
		case c == last:
			r = rankEnd
		case rest < s.small:
			r = max(r, rankEnd) + 1 // ranks are even: a little worse, but better than the next
		}
		if r < bestRank || r == bestRank && r != rankSection {
			best, bestRank, ok = c, r, true
		}
	}
	return best, ok
}

// The order of preference of cuts, best first. Of equals the latest wins, of full sections the first.
const (
	rankSection     = 2 * iota // between sections, the chunk being large enough
	rankEnd                    // the rest fits
	rankNearSection            // between sections, the chunk being nearly large enough
	rankBlock                  // between blocks, the chunk being large enough
	rankLong                   // inside what has to be cut anyway
	rankLongWeak
	rankShort // between blocks, the chunk being small: what follows fits and must stay whole
	rankShortLong
	rankIntro
	rankProse
	rankShortProse
	rankHeading
)

// ranks of the cuts that end a small chunk, and one that is large enough.
var ranks = [...][2]int{
	atSection:  {rankShort, rankSection},
	atBlock:    {rankShort, rankBlock},
	inLong:     {rankShortLong, rankLong},
	inLongWeak: {rankShortLong, rankLongWeak},
	atIntro:    {rankIntro, rankIntro},
	inProse:    {rankShortProse, rankProse},
	atHeading:  {rankHeading, rankHeading},
}

func (s sizes) rank(c cut, size int) int {
	switch {
	case size >= s.least:
		return ranks[c.cost][1]
	case c.cost == atSection && size >= s.section:
		return rankNearSection
	}
	return ranks[c.cost][0]
}

// hardCut ends a chunk inside text that offers no place for it, at the last white space that leaves it large
// enough, else at the limit.
func (s sizes) hardCut(text string, at, pos int) cut {
	n, space, spaceRunes := 0, 0, 0
	for i, r := range text {
		if n == s.most {
			if space > 0 {
				return cut{at: at + space, end: pos + spaceRunes, next: pos + spaceRunes}
			}
			return cut{at: at + i, end: pos + n, next: pos + n}
		}
		n++
		if n >= s.least && unicode.IsSpace(r) {
			space, spaceRunes = i+utf8.RuneLen(r), n
		}
	}
	return cut{at: at + len(text), end: pos + n, next: pos + n}
}

// join merges pieces that are too small with a neighbour, the one before if possible.
func (s sizes) join(pieces []piece) []piece {
	var out []piece
	for _, p := range pieces {
		if n := len(out); n > 0 {
			before := &out[n-1]
			if min(before.to-before.from, p.to-p.from) < s.small && p.to-before.from <= s.most {
				before.end, before.to = p.end, p.to
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// candidates lists the cuts of a segment in order. The last one is its end.
func (s sizes) candidates(text string, segment []Block) []cut {
	var cuts []cut
	pos := 0
	for i := 0; i < len(segment); {
		group := 1 // blocks that form one list
		if segment[i].Kind == Item {
			for i+group < len(segment) && segment[i+group].Kind == Item {
				group++
			}
		}
		long := runes(text[segment[i].Start:segment[i+group-1].End]) > s.most
		margin := leastIndent(text, segment[i:i+group])
		for j := i; j < i+group; j++ {
			b := segment[j]
			body := text[b.Start:b.End]
			if long || b.Kind == Paragraph {
				cuts = s.inner(cuts, b, body, pos)
			}
			pos += runes(body)
			if j+1 == len(segment) {
				break
			}
			gap := runes(text[b.End:segment[j+1].Start])
			c := cut{at: segment[j+1].Start, end: pos, next: pos + gap}
			pos += gap
			switch {
			case j+1 == i+group:
				c.cost = between(text, b, segment[j+1])
			case !long:
				continue
			case indent(text[segment[j+1].Start:]) <= margin:
				c.cost = inLong
			default:
				c.cost = inLongWeak
			}
			cuts = append(cuts, c)
		}
		i += group
	}
	return append(cuts, cut{at: segment[len(segment)-1].End, end: pos, next: pos})
}

// between rates the place between two neighbouring blocks that are not items of one list.
func between(text string, a, b Block) cost {
	switch {
	case a.Kind == Heading:
		return atHeading
	case b.Kind == Heading:
		return atSection
	case (a.Kind == Paragraph || a.Kind == Item) && b.Kind != Paragraph && introduces(text[a.Start:a.End], b.Kind):
		return atIntro
	}
	return atBlock
}

var caption = regexp.MustCompile(`^(?i:table|listing|algorithm)\s+[\dA-Z][\w.\-]*`)

// introduces reports whether a paragraph announces the table, list or code after it.
func introduces(s string, next BlockKind) bool {
	return strings.HasSuffix(s, ":") || next != Item && caption.MatchString(s)
}

// inner appends the cuts inside one block that begins pos runes into the segment. Text is the block's.
func (s sizes) inner(cuts []cut, b Block, text string, pos int) []cut {
	size := runes(text)
	prose := b.Kind == Paragraph || b.Kind == Item || b.Kind == Heading
	if size <= s.least || b.Kind != Paragraph && size <= s.most {
		return cuts
	}
	from := 0
	mark := func(at int, c cost) {
		pos += runes(text[from:at])
		from = at
		cuts = append(cuts, cut{cost: c, at: b.Start + at, end: pos, next: pos})
	}
	strong, weak := inLong, inLongWeak
	if size <= s.most {
		strong, weak = inProse, inProse
	}
	for i := 0; i < len(text)-1; {
		switch at, ok := i+1, text[i] == '\n'; {
		case ok && b.Kind == Table, ok && text[at] == '\n':
			mark(at, strong)
		case ok && !prose:
			mark(at, weak)
		case prose:
			if end := sentenceEnd(text, i); end > 0 {
				mark(end, strong)
				i = end
				continue
			}
		}
		i++
	}
	return cuts
}

// sentenceEnd returns where the next sentence begins if the one before it ends with the byte at i, else 0.
func sentenceEnd(text string, i int) int {
	if strings.HasPrefix(text[i:], "。") {
		return i + len("。")
	}
	if text[i] != '.' && text[i] != '!' && text[i] != '?' {
		return 0
	}
	closing := text[i+1 : min(len(text), i+8)]
	at := i + 1 + len(closing) - len(strings.TrimLeft(closing, `"')]”’`))
	r, size := utf8.DecodeRuneInString(text[at:])
	if !unicode.IsSpace(r) {
		return 0
	}
	next, _ := utf8.DecodeRuneInString(text[at+size:])
	if unicode.IsLower(next) || next == utf8.RuneError {
		return 0
	}
	if text[i] == '.' && abbreviated(text[max(0, i-maxAbbreviation):i]) {
		return 0
	}
	return at + size
}

// maxAbbreviation is longer than any abbreviation and what precedes it.
const maxAbbreviation = 8

// abbreviated reports whether a full stop after the text does not end a sentence.
func abbreviated(text string) bool {
	word := text[strings.LastIndexAny(text, " \t\n(")+1:]
	switch word {
	case "e.g", "i.e", "cf", "vs", "al", "etc", "Fig", "Figs", "Eq", "Eqs", "Sec", "Ch", "No", "Vol", "p", "pp", "ed", "eds",
		"Dr", "Mr", "Mrs", "Prof", "St":
		return true
	}
	return len(word) == 1 && unicode.IsLetter(rune(word[0])) // an initial
}

func leastIndent(text string, blocks []Block) int {
	least := indent(text[blocks[0].Start:])
	for _, b := range blocks[1:] {
		least = min(least, indent(text[b.Start:]))
	}
	return least
}

// indent counts the spaces and tabs that a line begins with.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
