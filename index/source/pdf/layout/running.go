package layout

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ibid/index/source/budget"
	"ibid/index/source/pdf/draw"
)

// What the evidence for a running head is made of.
const (
	edgeLines = 4   // lines from an edge of a page inwards that may be running heads
	runPages  = 3   // pages in a row, of one side or both, that show a running head
	runBreak  = 4   // pages without it that end a run
	samePlace = 2.0 // points: baselines and edges closer than this are in one place
	setOff    = 1.4 // a line further from the text than this many times its pitch is set off from it
	headReach = 2.2 // … of the pitch of a table's rows: further off is no head of the table
)

// edgeLine is one of the outermost lines of a page.
type edgeLine struct {
	*line
	page    int
	text    string // with numbers masked
	numbers []int
	first   int  // the number that the line starts or ends with, 0 where there is none
	last    int  //
	roman   bool // … in Roman numerals
	alone   bool // the line is nothing but a number
	top     bool
	row     bool // it continues the rows of a table
	off     bool // it is set off from the text
	running bool
}

// dropRunning removes running heads and page numbers, and returns the other lines of each page.
// Where on the page a line stands says nothing alone. A head has its text, but for numbers that
// count no faster than the pages, on most pages, or most left or right pages, of a run; a page
// number counts with the pages, in one place or alone on its line. A line that goes on with the
// rows of a table is neither.
func dropRunning(work *budget.Budget, sheets []*draw.Sheet) [][]line {
	dropLineNumbers(work, sheets)
	pages := make([][]line, len(sheets))
	var edges []*edgeLine // from the edges inwards, page by page
	for i, s := range sheets {
		if s == nil || work.Spend(len(s.Words)) != nil {
			continue
		}
		pages[i] = lines(work, s.Words)
		edges = append(edges, edgesOf(pages[i], i, s.Rules)...)
	}
	readable := 0
	for _, p := range pages {
		if len(p) > 0 {
			readable++
		}
	}
	markRuns(edges, func(e *edgeLine) []string { return []string{e.text} }, func(a, b *edgeLine) bool {
		for i, n := range b.numbers {
			if by := n - a.numbers[i]; by < 0 || by > b.page-a.page {
				return false
			}
		}
		return true
	}, readable)
	offsets := map[string]bool{} // of the numbers on pages from their places in the file
	for _, k := range markRuns(edges, (*edgeLine).offsets, func(a, b *edgeLine) bool { return true }, readable) {
		offsets[k] = true
	}
	for _, e := range edges {
		e.running = e.running || e.alone && e.off && !e.row && offsets[e.offsets()[0]]
	}
	markSlots(edges)
	return dropEdges(work, sheets, pages, edges)
}

// offsets are the differences of the numbers that a line starts and ends with from its page, as keys.
func (e *edgeLine) offsets() []string {
	var out []string
	for _, n := range []int{e.first, e.last} {
		if n > 0 {
			out = append(out, fmt.Sprint(n-e.page, e.roman))
		}
	}
	return slices.Compact(out)
}

// markRuns marks the lines that stand in one place under the same key on enough pages, and returns
// the keys of their runs. GoesOn compares a line with the one before it.
func markRuns(edges []*edgeLine, keysOf func(*edgeLine) []string, goesOn func(a, b *edgeLine) bool,
	pages int) (marked []string) {
	groups := map[string][]*edgeLine{}
	var keys []string
	for _, e := range edges {
		if e.row {
			continue
		}
		for _, k := range keysOf(e) {
			if k += "/" + strconv.FormatBool(e.top); groups[k] == nil {
				keys = append(keys, k)
			}
			groups[k] = append(groups[k], e)
		}
	}
	for _, k := range keys {
		group := groups[k]
		slices.SortStableFunc(group, func(a, b *edgeLine) int { return cmp.Compare(a.y, b.y) })
		for from, to := 0, 1; to <= len(group); to++ {
			if to < len(group) && group[to].y-group[to-1].y <= samePlace {
				continue
			}
			place := group[from:to]
			slices.SortStableFunc(place, func(a, b *edgeLine) int { return cmp.Compare(a.page, b.page) })
			for i, j := 0, 1; j <= len(place); j++ {
				if j < len(place) && place[j].page-place[j-1].page <= runBreak && goesOn(place[j-1], place[j]) {
					continue
				}
				if run := place[i:j]; isRun(run, pages) {
					key, _, _ := strings.Cut(k, "/")
					marked = append(marked, key)
					for _, e := range run {
						e.running = true
					}
				}
				i = j
			}
			from = to
		}
	}
	return marked
}

// isRun reports whether lines in one place are on most pages from the first to the last, or on most
// of those that lie on the same side. Two are enough in a document of two pages, or where they are
// numbers, if they are set off from the text.
func isRun(run []*edgeLine, pages int) bool {
	span, side := run[len(run)-1].page-run[0].page+1, 1
	if !slices.ContainsFunc(run, func(e *edgeLine) bool { return (e.page-run[0].page)%2 != 0 }) {
		side = 2
	}
	if len(run) < runPages {
		short := len(run) == 2 && (pages < runPages || run[0].alone && run[1].alone && run[0].first != run[1].first)
		return short && run[0].off && run[1].off
	}
	return 2*side*len(run) >= span
}

// markSlots marks what stands where other pages have running heads: a text that is there twice or
// that is a line elsewhere, as the title of a short chapter.
func markSlots(edges []*edgeLine) {
	type slot struct {
		top bool
		y   int
	}
	slots := map[slot]bool{}
	texts := map[string]int{}
	at := func(e *edgeLine, by int) slot { return slot{e.top, int(math.Round(e.y/samePlace)) + by} }
	for _, e := range edges {
		if e.running {
			slots[at(e, 0)] = true
		}
		texts[e.text]++
	}
	for _, e := range edges {
		if !e.running && !e.row && (texts[e.text] > 1 || e.alone) && (slots[at(e, 0)] ||
			slots[at(e, 1)] || slots[at(e, -1)]) {
			e.running = true
		}
	}
}

// dropEdges removes the marked lines from the edges inwards, and all that the writer of the file
// marked so.
func dropEdges(work *budget.Budget, sheets []*draw.Sheet, pages [][]line, edges []*edgeLine) [][]line {
	dropped := map[*line]bool{}
	for i := 0; i < len(edges); {
		j := i
		for peel := true; j < len(edges) && edges[j].page == edges[i].page && edges[j].top == edges[i].top; j++ {
			artifact := edges[j].isArtifact()
			if peel = peel && edges[j].running || artifact; peel {
				dropped[edges[j].line] = true
			}
		}
		i = j
	}
	for i, s := range sheets {
		var kept []line
		gone := false
		for k := range pages[i] {
			ln := &pages[i][k]
			if !dropped[ln] || work.Spend(len(s.Words)*len(ln.words)/budget.ScanShare) != nil {
				kept = append(kept, *ln)
				continue
			}
			gone = true
			s.Words = slices.DeleteFunc(s.Words, func(w draw.Word) bool { return containsPlace(ln.words, w) })
		}
		if gone {
			pages[i] = kept
		}
	}
	return pages
}

// edgesOf returns the outermost lines of a page, from its edges inwards.
func edgesOf(page []line, number int, rules []draw.Rule) []*edgeLine {
	var out []*edgeLine
	n := min(edgeLines, (len(page)+3)/4)
	for _, top := range []bool{true, false} {
		ordered := make([]*line, 0, 2*edgeLines)
		for k := range min(len(page), 2*edgeLines) {
			if !top {
				k = len(page) - 1 - k
			}
			ordered = append(ordered, &page[k])
		}
		for k := range n {
			if !top && len(page)-1-k < n { // the middle line of few is one edge only
				break
			}
			e := &edgeLine{line: ordered[k], page: number, top: top}
			if e.mask(); len(page) == 1 && !e.alone {
				break // there is no other text
			}
			e.row, e.off = isRowAtEdge(ordered[k:], rules), isSetOff(ordered[k:])
			out = append(out, e)
		}
	}
	return out
}

// mask reads the numbers of a line.
func (e *edgeLine) mask() {
	const marks = "-–—()[]|."
	fields := strings.Fields(e.line.text())
	spoken := 0
	for i, f := range fields {
		roman := 0
		bare := strings.Trim(f, marks)
		if lower := strings.ToLower(bare); romanNumber.MatchString(lower) {
			roman = romanValue(lower)
			fields[i] = "#r"
			e.numbers = append(e.numbers, roman)
		} else {
			fields[i] = digitRun.ReplaceAllStringFunc(f, func(s string) string {
				n, _ := strconv.Atoi(s[:min(len(s), 9)])
				e.numbers = append(e.numbers, n)
				return "#"
			})
		}
		n, _ := strconv.Atoi(bare)
		if n = max(n, roman); n > 0 && spoken == 0 {
			e.first, e.roman = n, roman > 0
		}
		if bare != "" {
			spoken++
			e.last = n
		}
	}
	if e.last > 0 && e.first == 0 {
		e.roman = romanNumber.MatchString(strings.ToLower(strings.Trim(e.line.words[len(e.line.words)-1].Text, marks)))
	}
	e.text = strings.Join(fields, " ")
	e.alone = e.first > 0 && len(e.numbers) == 1 &&
		!strings.ContainsFunc(strings.ReplaceAll(e.text, "#r", "#"), isLetterOrDigit)
}

// romanValue is the value of lower-case Roman numerals.
func romanValue(s string) int {
	value := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100, 'd': 500, 'm': 1000}
	sum := 0
	for i := range s {
		if n := value[s[i]]; i+1 < len(s) && n < value[s[i+1]] {
			sum -= n
		} else {
			sum += n
		}
	}
	return sum
}

// isSetOff reports whether the first of some lines, in order from an edge of the page, is further
// from the others than they are from each other.
func isSetOff(from []*line) bool {
	if len(from) < 3 {
		return true
	}
	pitch := math.Inf(1)
	for k := 2; k < len(from); k++ {
		pitch = min(pitch, math.Abs(from[k-1].y-from[k].y))
	}
	return math.Abs(from[0].y-from[1].y) > setOff*pitch
}

// isRowAtEdge reports whether the first of some lines, in order from an edge of the page, goes on
// with the rows of a table: it stands in one box with them, or in their columns and no further off
// than they are from each other. A line that fills all columns may be the head of the table, with
// more space.
func isRowAtEdge(from []*line, rules []draw.Rule) bool {
	if len(from) < 3 {
		return false
	}
	l, next := from[0], from[1:]
	y, far := l.y+0.3*l.size, next[0].y+0.3*next[0].size
	for _, r := range rules {
		if !r.Level() && r.Y0 < min(y, far) && r.Y1 > max(y, far) && r.X0 > next[0].x0-2*l.size &&
			r.X0 < next[0].x1+2*l.size {
			return true
		}
	}
	var rows []line
	pitch := 0.0
	for k, n := range next {
		if d := math.Abs(from[k].y - n.y); k > 0 && d > max(headReach*pitch, 2*tightPitch*n.size) {
			break
		} else if k > 0 {
			pitch = max(pitch, d)
		}
		if len(n.segments(cellGap)) > 1 {
			rows = append(rows, *n)
		}
	}
	if len(rows) < 2 || pitch == 0 {
		return false
	}
	columns := coverage(nil, rows, cellGap)
	segs := l.segments(cellGap)
	filled := map[int]bool{}
	for _, s := range segs {
		at := -1
		for c, col := range columns {
			if s.x1 <= col.x0 || s.x0 >= col.x1 {
				continue
			}
			if at >= 0 {
				return false // it goes over a gutter
			}
			at = c
		}
		filled[at] = true
	}
	if filled[-1] || len(columns) < 2 {
		return false
	}
	gap := math.Abs(l.y - next[0].y)
	if gap <= 1.25*pitch {
		return len(segs) > 1 || l.y > next[0].y && styleOf(l) == styleOf(next[0]) &&
			!slices.ContainsFunc(rules, func(r draw.Rule) bool {
				return r.Level() && far < r.Y0 && r.Y0 < y && r.X0 < l.x0+l.size && r.X1 > l.x1
			})
	}
	return gap <= headReach*pitch && len(filled) == len(columns) && len(columns) > 2
}

// isArtifact reports whether all of a line is marked as standing outside the text. A mark on a part
// of it is a mistake of the writer.
func (l *line) isArtifact() bool {
	return !slices.ContainsFunc(l.words, func(w draw.Word) bool { return !w.Artifact })
}

func containsPlace(words []draw.Word, w draw.Word) bool {
	return slices.ContainsFunc(words, func(o draw.Word) bool {
		return o.X0 == w.X0 && o.Y == w.Y &&
			o.Text == w.Text
	})
}

// dropLineNumbers removes the numbers that drafts print beside each line: a column of integers that
// count up from top to bottom, with nothing of the text left of it, beside at least half of the
// lines. Once a page shows where the column ends, pages with few lines follow.
func dropLineNumbers(work *budget.Budget, sheets []*draw.Sheet) {
	const minNumbers = 5
	edge := math.Inf(-1)
	columns := make([][]draw.Word, len(sheets))
	for i, s := range sheets {
		if s == nil {
			continue
		}
		columns[i] = numberColumn(s.Words)
		if n := len(columns[i]); n >= minNumbers && 2*n > baselines(s.Words) && besideProse(s.Words, columns[i]) {
			edge = max(edge, columns[i][n-1].X1)
		}
	}
	for i, numbers := range columns {
		if len(numbers) > 0 && math.Abs(numbers[len(numbers)-1].X1-edge) < draw.RuleWidth &&
			work.Spend(len(sheets[i].Words)*len(numbers)/budget.ScanShare) == nil {
			sheets[i].Words = slices.DeleteFunc(sheets[i].Words,
				func(w draw.Word) bool { return containsPlace(numbers, w) })
		}
	}
}

// besideProse reports whether numbers stand beside lines of text rather than rows of a table: most
// lines are one long run.
func besideProse(words, numbers []draw.Word) bool {
	const length = 25 // characters of a line on average
	var rest []draw.Word
	letters := 0
	for _, w := range words {
		if !containsPlace(numbers, w) {
			rest = append(rest, w)
			letters += utf8.RuneCountInString(w.Text)
		}
	}
	runs := len(wordRuns(rest, cellGap))
	return 2*runs < 3*baselines(rest) && letters > length*runs
}

// baselines counts the lines of a page roughly.
func baselines(words []draw.Word) int {
	ys := make([]float64, len(words))
	for i, w := range words {
		ys[i] = w.Y
	}
	return len(cluster(ys, ruleSnap))
}

// numberColumn returns the numbers left of all other words, if they count up.
func numberColumn(words []draw.Word) []draw.Word {
	left := math.Inf(1)
	for _, w := range words {
		if _, err := strconv.Atoi(w.Text); err != nil {
			left = min(left, w.X0)
		}
	}
	var numbers []draw.Word
	for _, w := range words {
		if _, err := strconv.Atoi(w.Text); err == nil && w.X1 < left {
			numbers = append(numbers, w)
		}
	}
	slices.SortStableFunc(numbers, func(a, b draw.Word) int { return cmp.Compare(b.Y, a.Y) })
	for i := 1; i < len(numbers); i++ {
		a, _ := strconv.Atoi(numbers[i-1].Text)
		if b, _ := strconv.Atoi(numbers[i].Text); b <= a {
			return nil
		}
	}
	return numbers
}
