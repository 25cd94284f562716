package layout

import (
	"ibid/index/source/pdf/draw"
	"math"
	"strings"
)

const (
	minTerms         = 3   // terms that make a list of definitions
	termGap          = 1.0 // em between a term and its definition, at least
	definitionIndent = 4   // em by which lines of a definition may be indented
	alignSlack       = 2.0 // points by which left edges of one column differ
	termShare        = 0.5 // of the width of the region: a term column is narrower
)

// definitions finds lists of terms with their expansions or definitions beside them: glossaries, acronyms, symbols.
// Each term makes one block "term | definition".
func definitions(lines []line, taken func(i int) bool, join func([]string) string) []span {
	var out []span
	for i := 0; i < len(lines); {
		s, ok := definitionList(lines, taken, i, join)
		if !ok {
			i++
			continue
		}
		out = append(out, s)
		i = s.to
	}
	return out
}

// entry is a line of a list of definitions: either part may be missing.
type entry struct {
	term, text []draw.Word
}

// definitionList reads the list whose first term is on line i.
func definitionList(lines []line, taken func(i int) bool, i int, join func([]string) string) (span, bool) {
	none := span{}
	if taken(i) {
		return none, false
	}
	column, ok := twoParts(&lines[i])
	if !ok {
		return none, false
	}
	left := lines[i].x0
	var entries []entry
	terms, spoken, to := 0, 0, i
	for ; to < len(lines) && !taken(to); to++ {
		e, ok := entryAt(&lines[to], left, column)
		if !ok {
			break
		}
		if len(e.term) > 0 && len(e.text) > 0 {
			terms++
			if hasWord(joinWords(e.text)) {
				spoken++
			}
		}
		entries = append(entries, e)
	}
	if terms < minTerms || 2*spoken < terms {
		return none, false
	}
	s := span{from: i, to: to, kind: Item}
	start := 0
	for k := 1; k <= len(entries); k++ {
		if k < len(entries) && !startsEntry(lines[i:to], entries, k) {
			continue
		}
		var term, text []string
		for _, e := range entries[start:k] {
			if len(e.term) > 0 {
				term = append(term, joinWords(e.term))
			}
			if len(e.text) > 0 {
				text = append(text, joinWords(e.text))
			}
		}
		block := join(text)
		if len(term) > 0 {
			block = join(term) + " | " + block
		}
		s.texts = append(s.texts, strings.TrimSpace(block))
		start = k
	}
	return s, true
}

// twoParts splits a line at its first wide gap and returns where the part after it starts.
func twoParts(l *line) (column float64, ok bool) {
	segs := l.segments(termGap)
	if len(segs) < 2 || itemMarker.MatchString(l.words[0].Text) || stepNumber.MatchString(joinWords(segs[0].words)) {
		return 0, false
	}
	if len(segs) == 2 && equationNumber.MatchString(joinWords(segs[1].words)) || dotLeader.MatchString(l.text()) {
		return 0, false
	}
	return segs[1].x0, true
}

// entryAt reads a line of a list whose terms start at left and whose definitions start at column.
func entryAt(l *line, left, column float64) (entry, bool) {
	var e entry
	for _, w := range l.words {
		if w.X0 < column-alignSlack {
			e.term = append(e.term, w)
		} else {
			e.text = append(e.text, w)
		}
	}
	// A list inside a definition is indented.
	if n := len(e.text); n > 0 && e.text[0].Role == draw.OnBaseline {
		if off := e.text[0].X0 - column; off > alignSlack && (len(e.term) > 0 || off > definitionIndent*l.size) {
			return e, false
		}
	}
	if n := len(e.term); n > 0 {
		end := math.Inf(1)
		if len(e.text) > 0 {
			end = e.text[0].X0
		}
		if math.Abs(e.term[0].X0-left) > 2*l.size || end-e.term[n-1].X1 < 0.3*l.size {
			return e, false
		}
	}
	// A line of prose that happens to be cut at the column has no gap there; a term alone is short.
	if len(e.text) == 0 && (l.x1 > column || l.share(isBold) > 0.9 && headingNumber.MatchString(l.text())) {
		return e, false
	}
	return e, true
}

// startsEntry reports whether entry k begins a new definition rather than going on with the one before.
func startsEntry(lines []line, entries []entry, k int) bool {
	e, p := entries[k], entries[k-1]
	gap := lines[k-1].y - lines[k].y
	if len(e.term) == 0 {
		return false
	}
	if gap > tightPitch*lines[k].size || len(e.text) == 0 && len(p.term) == 0 {
		return true
	}
	if len(e.text) == 0 {
		return false // the term goes on
	}
	// Lines are tight: a definition that filled its line goes on, and so does the term beside it.
	right := 0.0
	for _, l := range lines {
		right = max(right, l.x1)
	}
	full := len(p.text) > 0 && p.text[len(p.text)-1].X1+(e.text[0].X1-e.text[0].X0)+draw.WordGap*lines[k].size > right
	return !full
}
