package layout

import (
	"cmp"
	"math"
	"regexp"
	"slices"

	"ibid/index/source/budget"
	"ibid/index/source/pdf/draw"
)

// How tables are found that have no rules, and that go on over pages. Gaps are in em.
const (
	tightGap   = 0.42 // a gap that runs through many lines separates columns though it is not much wider than a space
	manyLines  = 8    // lines that tell a column by a tight gap
	clearGap   = 3.0  // points that no line of a table covers, between two columns
	sameEdge   = 1.0  // points: edges of text closer than this are one
	fewLines   = 16   // a part with fewer lines does not show all columns
	minCells   = 3    // cells of the rows of a table without rules
	minRows    = 3    // such rows
	longRun    = 12   // lines of a table in which most may be the rest of a row
	titleShare = 5    // one of so many lines may have text over several columns
	maxNotes   = 12   // lines of notes below a table that goes on on the next page
)

// continued is what stands between two parts of a table.
var continued = regexp.MustCompile(`(?i)\b(continued|continues|cont['’]?d|cont\.|fortsetzung|fortgesetzt|suite)`)

// extent is a stretch of a line.
type extent struct{ x0, x1 float64 }

// part is what a table has on one page.
type part struct {
	*region
	at       int // of the region, in reading order
	from, to int // lines, with those that only say that the table goes on
	own      []line
	frame    *frame // that the part was found by
	grown    bool   // it has lines outside of the frame
	columns  []extent
	set      int // parts of one setting have their columns in the same places
}

// series is a table, page by page.
type series struct {
	parts   []*part
	columns []extent // that the parts of the last setting cover
	lines   int
}

// coverage returns the stretches that lines cover, from left to right, without text over several
// columns. Gap separates words of a line.
func coverage(work *budget.Budget, lines []line, gap float64) []extent {
	var all []extent
	for i := range lines {
		for _, s := range lines[i].segments(gap) {
			all = append(all, extent{s.x0, s.x1})
		}
	}
	if work != nil && work.Spend(wordsWork*len(all)/budget.ScanShare) != nil {
		return nil
	}
	all = withoutTitles(all, len(lines)/titleShare)
	return merged(all)
}

// withoutTitles removes the runs of text that reach from one stretch that more runs cover to the
// next: over the whole of what lies between.
func withoutTitles(all []extent, most int) []extent {
	if most == 0 {
		return all
	}
	type edge struct {
		x  float64
		by int
	}
	edges := make([]edge, 0, 2*len(all))
	for _, e := range all {
		edges = append(edges, edge{e.x0, 1}, edge{e.x1, -1})
	}
	slices.SortStableFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.x, b.x),
			cmp.Compare(b.by, a.by))
	})
	var thin []extent
	n, from := 0, math.Inf(-1)
	for _, e := range edges {
		switch n += e.by; {
		case e.by > 0 && n == most+1:
			if e.x-from > clearGap && !math.IsInf(from, -1) {
				thin = append(thin, extent{from, e.x})
			}
		case e.by < 0 && n == most:
			from = e.x
		}
	}
	return slices.DeleteFunc(all, func(e extent) bool {
		return slices.ContainsFunc(thin, func(t extent) bool { return e.x0 < t.x0 && t.x1 < e.x1 })
	})
}

// merged joins stretches that are not clear of each other.
func merged(all []extent) []extent {
	slices.SortStableFunc(all, func(a, b extent) int { return cmp.Compare(a.x0, b.x0) })
	var out []extent
	for _, e := range all {
		if n := len(out); n > 0 && e.x0-out[n-1].x1 <= clearGap {
			out[n-1].x1 = max(out[n-1].x1, e.x1)
			continue
		}
		out = append(out, e)
	}
	return out
}

// between returns the gaps between stretches.
func between(cover []extent) []extent {
	var out []extent
	for i := 1; i < len(cover); i++ {
		out = append(out, extent{cover[i-1].x1, cover[i].x0})
	}
	return out
}

// gapFor is the gap that separates columns in so many lines.
func gapFor(lines int) float64 {
	if lines < manyLines {
		return cellGap
	}
	return tightGap
}

func (p *part) measure(work *budget.Budget) {
	p.columns = coverage(work, p.own, gapFor(len(p.own)))
}

// tableRun returns the end of the table without rules that starts at line i, i where there is none:
// lines below each other whose text leaves two gaps or more free.
func tableRun(work *budget.Budget, lines []line, taken []bool, i int) int {
	if taken[i] || len(lines[i].segments(tightGap)) < minCells {
		return i
	}
	var cover []extent
	wide, cells, thin, to := 0, 0, 0, i
	for ; to < len(lines) && !taken[to]; to++ {
		l := &lines[to]
		if to > i && lines[to-1].y-l.y > 2*tightPitch*l.size || work.Spend(wordsWork+len(l.words)) != nil {
			break
		}
		segs := l.segments(tightGap)
		next := slices.Clone(cover)
		for _, s := range segs {
			next = append(next, extent{s.x0, s.x1})
		}
		next = merged(next)
		n := len(segs)
		if len(next) < minCells || n == 1 && (len(next) < len(cover) || len(next) > len(cover) &&
			lines[to-1].y-l.y > tightPitch*l.size) || isCaption(l.text()) ||
			equationNumber.MatchString(joinWords(segs[n-1].words)) {
			break
		}
		cover = next
		if n >= minCells {
			cells++
		}
		switch n := len(l.segments(cellGap)); {
		case n >= minCells:
			wide++
		case n == 1:
			thin++
		}
	}
	for to > i && len(lines[to-1].segments(tightGap)) == 1 &&
		(lines[to-1].x0 < cover[0].x1 || lines[to-2].y-lines[to-1].y > tightPitch*lines[to-1].size) {
		to--
	}
	n := to - i
	if cells < minRows || n < longRun && (2*wide <= n || thin > 0 || wide < minRows) ||
		5*cells < n || !speaks(lines[i:to]) {
		return i
	}
	return to
}

// speaks reports whether most cells hold letters or digits, unlike the strokes of a drawing.
func speaks(lines []line) bool {
	all, spoken := 0, 0
	for i := range lines {
		for _, s := range lines[i].segments(cellGap) {
			all++
			if slices.ContainsFunc(s.words, func(w draw.Word) bool {
				return !only(w.Text,
					func(r rune) bool { return !isLetterOrDigit(r) })
			}) {
				spoken++
			}
		}
	}
	return 4*spoken > 3*all
}

// fits reports whether a line has text in half of the columns, two at least, and none over a gutter.
func (s *series) fits(l *line) bool {
	n := s.cellsOf(l)
	return n > 1 && 2*n >= len(s.columns)
}

// cellsOf is the number of columns that a line has text in, 0 where it has text over a gutter, or
// words set wide over it between which no gap leaves half of it free.
func (s *series) cellsOf(l *line) int {
	filled := map[int]bool{}
	segs, gutters := l.segments(tightGap), between(s.columns)
	for _, seg := range segs {
		at := 0
		for _, g := range gutters {
			if seg.x0+seg.x1 > g.x0+g.x1 {
				at++
			}
		}
		filled[at] = true
	}
	for _, g := range gutters {
		free := 0.0
		for i := 1; i < len(segs); i++ {
			free = max(free, min(segs[i].x0, g.x1)-max(segs[i-1].x1, g.x0))
		}
		wide := len(segs) > len(filled) && 2*free < g.x1-g.x0
		if goesOver(segs, g) || wide && goesOver(l.segments(cellGap), g) {
			return 0
		}
	}
	return len(filled)
}

// goesOver reports whether one of some runs of words goes over a gutter.
func goesOver(segs []segment, gutter extent) bool {
	return slices.ContainsFunc(segs, func(s segment) bool {
		return s.x0 < gutter.x0+1 && s.x1 > gutter.x1-1
	})
}

// take adds a part to a table if its text leaves the gutters of the table free, or has columns of its own, as many.
func (s *series) take(work *budget.Budget, p *part) bool {
	last := s.parts[len(s.parts)-1]
	if len(s.parts) == 1 {
		s.columns = coverage(work, last.own, tightGap)
	}
	cover := coverage(work, p.own, tightGap)
	both, ok := s.with(cover, len(p.own))
	fits := min(len(p.own), len(last.own)) < fewLines || 2*sameEdges(cover, last.columns) > len(cover)
	p.set = last.set
	switch {
	case ok && fits && p.sameRules(last):
		p.columns, s.columns = cover, both
	case len(p.columns) == len(last.columns) && len(p.columns) >= minCells &&
		(min(len(p.own), len(last.own)) >= fewLines || len(p.uprights()) > 1 &&
			len(p.uprights()) == len(last.uprights())):
		p.set++ // each page is set by itself
		s.columns = p.columns
	default:
		return false
	}
	s.parts = append(s.parts, p)
	s.lines += len(p.own)
	return true
}

// uprights returns where the upright rules of a part stand.
func (p *part) uprights() []float64 {
	var xs []float64
	for _, u := range p.box().uprights {
		xs = append(xs, u.X0)
	}
	return cluster(xs, 2*ruleSnap)
}

// sameRules reports whether the upright rules of two parts are the same, if both have some.
func (p *part) sameRules(o *part) bool {
	a, b := p.uprights(), o.uprights()
	if min(len(a), len(b)) < 2 || min(len(p.own), len(o.own)) < minRows {
		return true
	}
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < ruleSnap })
}

// sameEdges counts the columns that begin or end in one place, of the same number if there are as many.
func sameEdges(a, b []extent) int {
	n := 0
	for i, e := range a {
		if slices.ContainsFunc(b, func(o extent) bool {
			return (len(a) != len(b) || o == b[i]) && (math.Abs(e.x0-o.x0) < sameEdge ||
				math.Abs(e.x1-o.x1) < sameEdge)
		}) {
			n++
		}
	}
	return n
}

// with returns what a table covers together with a part of so many lines. They are of one table if
// that leaves all columns of what shows them, but for one that is words of wide-set text.
func (s *series) with(cover []extent, lines int) ([]extent, bool) {
	both := merged(slices.Concat(s.columns, cover))
	least := minCells
	if lines >= fewLines {
		least = max(least, len(cover)-1)
	}
	if s.lines >= fewLines {
		least = max(least, len(s.columns)-1)
	}
	return both, len(both) >= least || len(both) == 2 && len(cover) == 2 && len(s.columns) == 2
}

// tables finds the tables of a document: their parts on each page first, then those that go on over
// pages, and the rows that stand alone at the edge of a page.
func (l *layout) tables(regions []*region, taken [][]bool) []*series {
	var out []*series
	var open *series
	for at, r := range regions {
		if len(r.lines) == 0 {
			continue
		}
		parts := l.parts(at, r, taken[at])
		if open != nil && open.parts[len(open.parts)-1].at != at {
			if p := l.rowsAtTop(open, at, r, taken[at]); p != nil && (len(parts) == 0 || p.to <= parts[0].from) {
				parts = append([]*part{p}, parts...)
			}
		}
		for k, p := range parts {
			joins := open != nil && l.follows(open, p, k == 0)
			if joins && open.take(l.work, p) {
				continue
			}
			open = &series{parts: []*part{p}, columns: p.columns, lines: len(p.own)}
			out = append(out, open)
		}
		if open != nil {
			if last := open.parts[len(open.parts)-1]; last.at == at && !l.isTail(r, last.to) {
				open = nil
			} else if last.at != at {
				open = nil
			}
		}
	}
	return out
}

// sameStart is the number of lines that two runs of lines begin with alike.
func sameStart(a, b []line) int {
	n := 0
	for n < min(len(a), len(b)) && squeeze(a[n].text()) == squeeze(b[n].text()) {
		n++
	}
	return n
}

// follows reports whether nothing but marks of continuation stands between a table and a part.
func (l *layout) follows(s *series, p *part, first bool) bool {
	last := s.parts[len(s.parts)-1]
	if last.at == p.at {
		return false
	}
	if !first || p.from > longRun {
		return false
	}
	for i := p.from - 1; i >= 0; i-- {
		switch ln := &p.lines[i]; {
		case continued.MatchString(ln.text()):
		case len(p.own) == p.to-i-1 && l.mayBeCell(s, ln): // the rest of a row
			p.own = p.lines[i:p.to]
		default:
			return false
		}
	}
	return true
}

// mayBeCell reports whether a line may be a cell of a table and not what stands between two tables.
func (l *layout) mayBeCell(s *series, ln *line) bool {
	last := s.parts[len(s.parts)-1].own
	return s.cellsOf(ln) > 0 && !isCaption(ln.text()) && (!l.headings.isHeading(ln) ||
		styleOf(ln) == styleOf(&last[len(last)-1]))
}

// isTail reports whether a region has nothing but notes from a line on, or marks of continuation.
func (l *layout) isTail(r *region, to int) bool {
	if len(r.lines)-to > maxNotes {
		return false
	}
	for i := to; i < len(r.lines); i++ {
		if ln := &r.lines[i]; ln.size > noteSize*l.body && !continued.MatchString(ln.text()) {
			return false
		}
	}
	return true
}

// parts finds what looks like a table in a region.
func (l *layout) parts(at int, r *region, taken []bool) []*part {
	var out []*part
	add := func(from, to int, f *frame) {
		p := &part{region: r, at: at, from: from, to: to, own: r.lines[from:to], frame: f}
		p.measure(l.work)
		if len(p.columns) == 0 || f != nil &&
			(&series{parts: []*part{p}, lines: len(p.own)}).read(l.work, l.spelling.join) == nil {
			return
		}
		for i := from; i < to; i++ {
			taken[i] = true
		}
		out = append(out, p)
	}
	for _, f := range frames(l.work, r.rules, r.lines) {
		if from, to, ok := f.span(r.lines, taken); ok {
			add(from, to, &f)
		}
	}
	for i := 0; i < len(r.lines); {
		to := tableRun(l.work, r.lines, taken, i)
		if to > i {
			add(i, to, nil)
		}
		i = max(to, i+1)
	}
	slices.SortFunc(out, func(a, b *part) int { return cmp.Compare(a.from, b.from) })
	for _, p := range out {
		p.grow(l.work, taken)
		for n := len(p.own); n > 2 && p.marksContinuation(n-1); n = len(p.own) {
			p.own = p.own[:n-1]
			p.measure(l.work)
		}
		for len(p.own) > 2 && p.marksContinuation(0) {
			p.own = p.own[1:]
			p.measure(l.work)
		}
	}
	return out
}

// marksContinuation reports whether a line says nothing but that the table goes on.
func (p *part) marksContinuation(i int) bool {
	return continued.MatchString(p.own[i].text()) && len(p.own[i].segments(cellGap)) == 1
}

// grow adds the lines above and below a part that have its columns: rows between the last rule and
// the end of the page.
func (p *part) grow(work *budget.Budget, taken []bool) {
	s := &series{columns: p.columns}
	if len(s.columns) < 2 || len(p.own) < 2 {
		return
	}
	goesOn := func(i, next int) bool { // whether line next, above or below line i of the part, is of it too
		l, d := &p.lines[next], math.Abs(p.lines[i].y-p.lines[next].y)
		n := s.cellsOf(l)
		if taken[next] || n == 0 || isCaption(l.text()) || d > headReach*p.pitch() {
			return false
		}
		bold := next < i && l.share(isBold) > 0.5 && p.lines[i].share(isBold) > 0.5
		mid := l.y + 0.3*l.size
		if 2*n >= len(s.columns) && n > 1 || next < i && (p.frame != nil && mid > p.frame.y1 &&
			p.lines[i].y < p.frame.y1 || styleOf(l) != styleOf(&p.lines[i])) {
			head := next > 0 && s.fits(&p.lines[next-1]) && p.lines[next-1].y-l.y < tightPitch*l.size
			return 2*n >= len(s.columns) && n > 1 || head
		}
		return d < tightPitch*l.size && (l.x0 > s.columns[0].x1 || next < i && n > 1 || bold)
	}
	from, to := p.from, p.to
	for from > 0 && goesOn(from, from-1) {
		from--
		taken[from] = true
	}
	for to < len(p.lines) && goesOn(to-1, to) {
		taken[to] = true
		to++
	}
	if from < p.from || to > p.to {
		p.from, p.to, p.own, p.grown = from, to, p.lines[from:to], true
		p.measure(work)
	}
}

// pitch is the largest distance between the first lines of a part.
func (p *part) pitch() float64 {
	most := 0.0
	for i := p.from + 1; i < min(p.to, p.from+2*manyLines); i++ {
		most = max(most, p.lines[i-1].y-p.lines[i].y)
	}
	return most
}

// rowsAtTop returns the rows at the top of a page that a table goes on with, too few to look like one.
func (l *layout) rowsAtTop(s *series, at int, r *region, taken []bool) *part {
	from := 0
	for from < min(2, len(r.lines)) && continued.MatchString(r.lines[from].text()) {
		from++
	}
	to, rows := from, 0
	for to < len(r.lines) && !taken[to] && l.mayBeCell(s, &r.lines[to]) {
		tight := func(a, b int) bool {
			return a >= from && b < len(r.lines) && r.lines[a].y-r.lines[b].y < tightPitch*r.lines[a].size
		}
		if s.fits(&r.lines[to]) {
			rows++
		} else if !tight(to-1, to) && !tight(to, to+1) {
			break
		}
		to++
	}
	if rows > 0 && len(s.columns) >= minCells {
		p := &part{region: r, at: at, to: to, own: r.lines[from:to]}
		p.measure(l.work)
		for i := range to {
			taken[i] = true
		}
		return p
	}
	return nil
}
