package layout

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"ibid/index/source/budget"
	"ibid/index/source/pdf/draw"
)

// Kind is the role of a block.
type Kind uint8

// The roles.
const (
	Paragraph Kind = iota
	Heading
	Item  // one list item with its marker, one entry "term | definition", one line of a table of contents
	Table // a row a line, cells separated by " | ", the same number in each row; header row first
	Code  // an algorithm or code, line breaks and indentation kept
)

// Block is a run of text of one page. Text is valid UTF-8; only Table and Code blocks contain line breaks.
type Block struct {
	Kind   Kind
	Level  int // of a heading, 1 for the outermost; else 0
	Text   string
	GoesOn bool // its last sentence goes on in the block of the next page that is a Rest
	Rest   bool

	setting
}

// setting is how a block of prose stands on its page, in points.
type setting struct {
	indent, textIndent float64 // of its first line and of the text of an item
	room               float64 // right of its last line
	word               float64 // that its first word takes, with its space
	full               bool    // the region shows how wide its text is
	aside              bool    // a caption, or smaller than the text, as notes are
}

// OutlineEntry is one bookmark.
type OutlineEntry struct {
	Title string
	Level int // 1 for the outermost
}

// How words become lines and blocks. Lengths are in em (the font size) unless said otherwise.
const (
	cellGap      = 0.85 // a gap wider than this may separate cells: justified text stretches to about 0.7
	lineSlack    = 0.25 // baselines closer than this are one line
	scriptSize   = 0.85 // text smaller than this share of its neighbour may be a script
	tightPitch   = 1.50 // baselines further apart than this are not one cell or one definition
	bodyHeading  = 1.08 // a heading without bold type is at least this much larger than the body text
	noteSize     = 0.92 // footnotes are smaller than this share of the body text
	ruleSnap     = 2.5  // points: ruling lines closer than this are one
	maxTableCols = 24
	maxLines     = 1000 // lines of a column in which tables, listings and definitions are looked for
	wordsWork    = 100  // of looking at the words of a line
)

// Pages turns sheets into the blocks of each page, without running headers, footers and page numbers. With an error
// some of the text was left out, since it cost too much. Sheets may be nil.
func Pages(work *budget.Budget, sheets []*draw.Sheet, outline []OutlineEntry) ([][]Block, error) {
	lines := work.Another()
	l := newLayout(work, sheets, dropRunning(lines, sheets), outline)
	err := cmp.Or(lines.Err(), l.work.Err())
	l.work = l.work.Another()
	var regions []*region // in reading order
	for i, page := range l.regions {
		for k := range page {
			page[k].page = i
			regions = append(regions, &page[k])
		}
	}
	spans := l.spans(regions)
	pages := make([][]Block, len(sheets))
	for i, r := range regions {
		flow := &flow{layout: l, region: *r, contents: l.contents[r.page]}
		pages[r.page] = append(pages[r.page], flow.blocksOf(spans[i])...)
	}
	for i := 1; i < len(pages); i++ {
		l.turn(pages[i-1], pages[i])
	}
	placeCaptions(pages)
	return pages, err
}

// layout turns the sheets of a document into blocks. It knows what only the whole document tells: the size of the
// body text, how words are spelled and which titles the outline lists.
type layout struct {
	regions  [][]region // per page, in reading order
	body     float64    // size of the body text in points
	pitch    float64    // usual distance of baselines, in em
	spelling *Spelling
	headings headings
	contents []bool // the pages that are part of a table of contents
	work     *budget.Budget
}

// region is a column, or a page without columns.
type region struct {
	page   int
	lines  []line
	rules  []draw.Rule
	x0, x1 float64
}

func newLayout(work *budget.Budget, sheets []*draw.Sheet, pages [][]line, outline []OutlineEntry) *layout {
	l := &layout{work: work.Another(), regions: make([][]region, len(sheets)), spelling: NewSpelling()}
	sizes := map[int]int{} // half points → characters
	for i, s := range sheets {
		if s == nil || l.work.Spend(len(s.Words)) != nil {
			continue
		}
		parts := columns(s.Words, 0)
		for _, words := range parts {
			r := region{lines: pages[i], rules: s.Rules, x0: math.Inf(1), x1: math.Inf(-1)}
			if len(parts) > 1 {
				r.lines = lines(l.work, words)
			}
			for _, ln := range r.lines {
				r.x0, r.x1 = min(r.x0, ln.x0), max(r.x1, ln.x1)
				l.spelling.Learn(ln.text())
			}
			for k := range r.lines {
				r.lines[k].margin = r.x0
			}
			l.regions[i] = append(l.regions[i], r)
		}
		dropNoteMarks(l.regions[i])
		for _, w := range s.Words {
			sizes[int(math.Round(2*w.Size))] += len(w.Text)
		}
	}
	l.body = float64(mostCommon(sizes)) / 2
	l.pitch = l.usualPitch()
	for _, page := range l.regions {
		l.contents = append(l.contents, isContents(page, len(sheets)))
	}
	l.headings = newHeadings(l, outline)
	return l
}

// mostCommon returns the key with the highest count, the smallest of equals.
func mostCommon(counts map[int]int) int {
	best, n := 0, 0
	for k, c := range counts {
		if c > n || c == n && k < best {
			best, n = k, c
		}
	}
	return best
}

// usualPitch is the most common distance between lines of body text.
func (l *layout) usualPitch() float64 {
	counts := map[int]int{} // in 1/50 em
	for _, page := range l.regions {
		for _, r := range page {
			for i := 1; i < len(r.lines); i++ {
				a, b := &r.lines[i-1], &r.lines[i]
				if d := (a.y - b.y) / b.size; d > 0.9 && d < 2.5 && l.isBody(a) && l.isBody(b) {
					counts[int(math.Round(d*50))]++
				}
			}
		}
	}
	const single = 1.2
	const enough = 20 // pairs of lines
	if k := mostCommon(counts); counts[k] >= enough {
		return min(float64(k)/50, 2*single)
	}
	return single
}

func (l *layout) isBody(ln *line) bool { return math.Abs(ln.size-l.body) < 0.06*l.body }

// isContents reports whether a page is part of a table of contents: several lines with dot leaders, or most of them
// with a page number at the right edge, counting up unevenly and no higher than the pages.
func isContents(page []region, pages int) bool {
	const minLeaders, minNumbered = 3, 4
	leaders, all := 0, 0
	var numbers []int
	for _, r := range page {
		for i := range r.lines {
			all++
			ln := &r.lines[i]
			text := ln.text()
			plain := dotLeader.ReplaceAllString(text, " … ")
			m := pageAtEnd.FindStringSubmatch(plain)
			if m == nil {
				continue
			}
			if plain != text {
				leaders++
			}
			segs := ln.segments(cellGap)
			if n, err := strconv.Atoi(m[1]); err == nil && len(segs) > 1 && r.x1-ln.x1 < ruleOverrun && joinWords(segs[len(segs)-1].words) == m[1] {
				numbers = append(numbers, n)
			}
		}
	}
	if leaders >= minLeaders {
		return true
	}
	steps := map[int]bool{}
	for i := 1; i < len(numbers); i++ {
		steps[numbers[i]-numbers[i-1]] = true
	}
	return len(numbers) >= minNumbered && 2*len(numbers) > all && slices.IsSorted(numbers) && numbers[len(numbers)-1] <= pages && len(steps) > 1
}

// spans finds the parts of each region that are not prose, in order and without overlap.
func (l *layout) spans(regions []*region) [][]span {
	out := make([][]span, len(regions))
	taken := make([][]bool, len(regions))
	mark := func(i int, s span) {
		out[i] = append(out[i], s)
		for k := s.from; k < s.to; k++ {
			taken[i][k] = true
		}
	}
	for i, r := range regions {
		taken[i] = make([]bool, len(r.lines))
		if l.contents[r.page] || len(r.lines) > maxLines || l.work.Err() != nil {
			for k := range taken[i] {
				taken[i][k] = true
			}
			continue
		}
		for _, s := range listings(r.lines, r.rules) {
			mark(i, s)
		}
	}
	for tables := l.tables(regions, taken); len(tables) > 0; tables = tables[1:] {
		s := tables[0]
		texts := s.read(l.work, l.spelling.join)
		if texts == nil && len(s.parts) > 1 { // no table as a whole
			for _, p := range s.parts {
				p.set = 0
				tables = append(tables, &series{parts: []*part{p}, lines: len(p.own)})
			}
			continue
		}
		for k, p := range s.parts {
			if texts == nil {
				for i := p.from; i < p.to; i++ {
					taken[p.at][i] = false
				}
				continue
			}
			out[p.at] = append(out[p.at], span{from: p.from, to: p.to, kind: Table, texts: texts[k : k+1]})
		}
	}
	for i, r := range regions {
		free := func(k int) bool { return taken[i][k] || l.headings.isHeading(&r.lines[k]) }
		out[i] = append(out[i], definitions(r.lines, free, l.spelling.join)...)
		slices.SortStableFunc(out[i], func(a, b span) int { return cmp.Compare(a.from, b.from) })
	}
	return out
}

// Spelling decides whether a word that was broken at the end of a line has a hyphen.
type Spelling struct {
	words map[string]int // words as they stand inside lines, lower case, with their hyphens
}

// NewSpelling returns a Spelling that knows no word yet.
func NewSpelling() *Spelling { return &Spelling{words: map[string]int{}} }

// Learn counts the words of a line but its last, which may be broken, and its first, which may be the rest of one.
func (s *Spelling) Learn(text string) {
	fields := strings.Fields(text)
	for i, f := range fields {
		if i > 0 && i < len(fields)-1 || i == 0 && len(fields) > 1 && !startsLower(f) {
			s.words[bare(f)]++
		}
	}
}

func bare(s string) string {
	return strings.ToLower(strings.TrimFunc(s, func(r rune) bool { return !isLetterOrDigit(r) }))
}

// join puts lines together with single spaces and mends words broken at line ends.
func (s *Spelling) join(lines []string) string {
	var b strings.Builder
	for _, ln := range lines {
		ln = squeeze(ln)
		if ln == "" {
			continue
		}
		text := b.String()
		if text == "" || splitsAddress(text, ln) {
			b.WriteString(ln)
			continue
		}
		switch broken, hyphen := s.Broken(text, ln); {
		case !broken:
			b.WriteString(" " + ln)
		case hyphen:
			b.WriteString(ln)
		default:
			b.Reset()
			b.WriteString(strings.TrimRight(text, "-"+string(draw.SoftHyphen)) + ln)
		}
	}
	// A narrow gap after the scheme of an address is not a space.
	return strings.ReplaceAll(strings.ReplaceAll(b.String(), string(draw.SoftHyphen), ""), "https: //", "https://")
}

// splitsAddress reports whether a line break stands inside a web address.
func splitsAddress(text, next string) bool {
	last := lastField(text)
	first, _, _ := strings.Cut(next, " ")
	if strings.HasSuffix(last, "http:") || strings.HasSuffix(last, "https:") {
		return strings.HasPrefix(next, "//")
	}
	return strings.Contains(last, "://") && !strings.HasSuffix(last, ".") && strings.ContainsAny(strings.TrimRight(first, "."), "/_=.") && !strings.Contains(first, "://")
}

// Broken reports whether a text ends in a part of a word that the next line goes on with, and whether the hyphen
// belongs to the word: because of what follows it, or because the document spells the word so elsewhere.
func (s *Spelling) Broken(text, next string) (broken, hyphen bool) {
	if strings.HasSuffix(text, string(draw.SoftHyphen)) {
		return true, false
	}
	if !strings.HasSuffix(text, "-") || len(text) < 2 {
		return false, false
	}
	head := strings.TrimSuffix(lastField(text), "-")
	rest, _, _ := strings.Cut(next, " ")
	last, letters := tail(head)
	if !isLetterOrDigit(last) {
		return false, false // a dash
	}
	if !startsLower(rest) || letters < 2 || strings.Contains(head, "-") {
		return true, true
	}
	joined, spelled := s.words[bare(head+rest)], s.words[bare(head+"-"+rest)]
	if joined == 0 && spelled == 0 {
		// Unknown either way: two words that both stand alone elsewhere are a compound ("right-hand").
		return true, head == "self" || letters > 2 && s.words[bare(head)] > 0 && len(bare(rest)) > 2 && s.words[bare(rest)] > 0
	}
	return true, spelled > joined
}

// squeeze makes every run of white space one space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
