package pdf

import (
	"math"
	"sort"
	"strings"
	"unicode"

	"ibid/index/source/budget"
)

// line is a row of words on one baseline, with the scripts that belong to it, from left to right.
type line struct {
	words   []word
	x0, x1  float64
	y, size float64 // of the baseline and the largest font on it
	margin  float64 // left edge of the region that the line is in
	joined  string  // the words as text
}

// lines groups words into lines from top to bottom. Large type goes first, so that scripts find their line.
func lines(work *budget.Budget, words []word) []line {
	order := make([]int, len(words))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return words[order[a]].size > words[order[b]].size+0.5 })
	var out []line
	for _, i := range order {
		w := words[i]
		if work.Spend(1+len(out)/4) != nil {
			break
		}
		best, distance := -1, math.Inf(1)
		for j := range out {
			if d, ok := out[j].takes(work, w); ok && d < distance {
				best, distance = j, d
			}
		}
		if best < 0 {
			out = append(out, line{x0: w.x0, x1: w.x1, y: w.y, size: w.size})
			best = len(out) - 1
		}
		l := &out[best]
		w.role = l.scriptOf(w)
		l.words = append(l.words, w)
		l.x0, l.x1 = min(l.x0, w.x0), max(l.x1, w.x1)
	}
	for i := range out {
		w := out[i].words
		sort.SliceStable(w, func(a, b int) bool { return w[a].x0 < w[b].x0 })
		out[i].settle()
		out[i].joined = joinWords(out[i].words)
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].y > out[b].y })
	return out
}

// takes reports whether a word belongs to a line and how far off its baseline is.
func (l *line) takes(work *budget.Budget, w word) (float64, bool) {
	d := math.Abs(w.y - l.y)
	if d > 1.5*l.size {
		return 0, false
	}
	if d < lineSlack*min(w.size, l.size) {
		return d / 4, true
	}
	if w.size >= scriptSize*l.size {
		return 0, false
	}
	work.Spend(len(l.words) / 4)
	return d, l.touches(w)
}

// touches reports whether a small word stands beside another of the line and overlaps the line, or that word, in
// height, as a script does with its base or with the script before it.
func (l *line) touches(w word) bool {
	const share = 0.35 // of the word's height
	reach := 0.6 * l.size
	top, bottom := w.y+0.7*w.size, w.y-0.2*w.size
	overlaps := func(y, size float64) bool {
		return min(y+0.75*size, top)-max(y-0.25*size, bottom) > share*(top-bottom)
	}
	for _, p := range l.words {
		if w.x0-p.x1 < reach && p.x0-w.x1 < reach && (overlaps(l.y, l.size) || overlaps(p.y, p.size)) {
			return true
		}
	}
	return false
}

func (l *line) scriptOf(w word) script {
	switch d := w.y - l.y; {
	case w.size >= scriptSize*l.size:
		return onBaseline
	case d > 0.15*l.size:
		return superscript
	case d < -0.08*l.size:
		return subscript
	}
	return onBaseline
}

// settle gives small words right after a script its role: the index in "B^(32du)" is lower than the exponent around
// it, but no index of the line.
func (l *line) settle() {
	for i := 1; i < len(l.words); i++ {
		w, p := &l.words[i], l.words[i-1]
		if w.role == onBaseline && p.role != onBaseline && w.size < scriptSize*l.size && w.x0-p.x1 < 0.25*w.size {
			w.role = p.role
		}
	}
}

// segment is a run of words without a gap that could separate cells.
type segment struct {
	words  []word
	x0, x1 float64
}

// segments splits a line at gaps wider than gap em.
func (l *line) segments(gap float64) []segment {
	var out []segment
	for _, w := range l.words {
		if n := len(out); n > 0 && w.x0-out[n-1].x1 < gap*l.size {
			s := &out[n-1]
			s.words = append(s.words, w)
			s.x1 = max(s.x1, w.x1)
			continue
		}
		out = append(out, segment{words: []word{w}, x0: w.x0, x1: w.x1})
	}
	return out
}

func (l *line) text() string { return l.joined }

// share is the part of the characters of a line whose font has a trait.
func (l *line) share(trait func(*font) bool) float64 {
	with, all := 0, 0
	for _, w := range l.words {
		if w.role != onBaseline {
			continue
		}
		all += len(w.text)
		if w.font != nil && trait(w.font) {
			with += len(w.text)
		}
	}
	if all == 0 {
		return 0
	}
	return float64(with) / float64(all)
}

func isBold(f *font) bool { return f.bold }
func isMono(f *font) bool { return f.mono }

// joinWords writes words that stand side by side. Subscripts follow their base directly ("η1"), exponents after "^"
// ("2^16", "B^(384k+32)"); a number raised after a word or a sentence is the mark of a footnote and is left out.
func joinWords(words []word) string {
	var b strings.Builder
	for i := 0; i < len(words); {
		w := words[i]
		if i > 0 && spaced(words[i-1], w) {
			b.WriteByte(' ')
		}
		if w.role == onBaseline || i == 0 {
			b.WriteString(w.text)
			if w.role == superscript { // the mark that a footnote starts with
				b.WriteByte(' ')
			}
			i++
			continue
		}
		j := i + 1
		for j < len(words) && words[j].role != onBaseline && words[j].x0-words[j-1].x1 < 0.6*words[j].size {
			j++
		}
		b.WriteString(scripts(words[i-1], words[i:j]))
		i = j
	}
	return b.String()
}

// scripts writes what hangs on a base: where an index and an exponent stand above each other, the index first. An
// index inside an exponent, or the other way round, stays where it is.
func scripts(base word, run []word) string {
	var up, down []word
	stacked := false
	for _, w := range run {
		if w.role == superscript {
			up = append(up, w)
		} else {
			down = append(down, w)
		}
		for _, o := range run {
			stacked = stacked || o.role != w.role && min(o.x1, w.x1)-max(o.x0, w.x0) > 0.3*min(o.x1-o.x0, w.x1-w.x0)
		}
	}
	switch {
	case len(up) == 0:
		return tight(down)
	case len(down) == 0:
		return raised(base, up)
	case stacked && isFraction(base, up, down):
		return operand(tight(up)) + "/" + operand(tight(down))
	case stacked:
		return tight(down) + raised(base, up)
	case run[0].role == superscript:
		return raised(base, run)
	}
	return tight(down) + raised(base, up)
}

// isFraction tells a small fraction from an index below an exponent: its parts are centred on each other, where scripts
// start at the edge of their base.
func isFraction(base word, up, down []word) bool {
	const slack = 0.15 // em
	u0, u1 := up[0].x0, up[len(up)-1].x1
	d0, d1 := down[0].x0, down[len(down)-1].x1
	near := slack * up[0].size
	if abs(u0+u1-d0-d1)/2 > near {
		return false
	}
	last, letters := tail(base.text)
	if strings.ContainsRune("∑∏∫⋃⋂", last) {
		return false // limits of an operator
	}
	return abs(u0-d0) > near || letters == 0 && !unicode.IsDigit(last) || min(u0, d0)-base.x1 > wordGap*base.size
}

// operand puts a part of a fraction in parentheses where it is more than a number or a name.
func operand(s string) string {
	if isWord(s) || enclosed(s) {
		return s
	}
	return "(" + s + ")"
}

// tight writes words with spaces only where there are clear gaps.
func tight(words []word) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && w.x0-words[i-1].x1 > 0.25*w.size {
			b.WriteByte(' ')
		}
		b.WriteString(w.text)
	}
	return b.String()
}

func spaced(p, w word) bool {
	gap := w.x0 - p.x1
	switch {
	case p.role == onBaseline && w.role != onBaseline:
		return gap > 0.22*p.size
	case p.role != w.role:
		return gap > 0.15*max(p.size, w.size)
	}
	return gap > wordGap*min(p.size, w.size)
}

// raised writes a superscript after its base.
func raised(base word, script []word) string {
	text := strings.ReplaceAll(tight(script), " ", "")
	last, letters := tail(base.text)
	digits := strings.Trim(text, "0123456789,") == ""
	switch {
	case strings.Trim(text, "′″‴*∗†‡°+⊤⊥") == "", isOrdinal(text), len(text) > 1 && isUpper(text): // K′, 4th, XMSSMT
		return text
	case digits && strings.ContainsRune(".,;:!?”", last):
		return ""
	case digits && base.role == onBaseline && !unicode.IsDigit(last) && letters != 1 && !base.math():
		return ""
	case utf8Len(strings.TrimLeft(text, "-−")) == 1 || strings.Trim(strings.TrimLeft(text, "-−"), "0123456789.") == "" || isWord(text):
		return "^" + text
	}
	if enclosed(text) {
		return "^" + text
	}
	return "^(" + text + ")"
}

// enclosed reports whether one pair of parentheses goes around a whole text.
func enclosed(s string) bool {
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth <= 0 {
			return i > 0 && depth == 0 && i == len(s)-1
		}
	}
	return false
}

func (w word) math() bool { return w.font != nil && w.font.math }

// tail returns the last character of a base and the number of letters it ends in.
func tail(s string) (last rune, letters int) {
	runes := []rune(s)
	if len(runes) == 0 {
		return 0, 0
	}
	for i := len(runes) - 1; i >= 0 && unicode.IsLetter(runes[i]); i-- {
		letters++
	}
	return runes[len(runes)-1], letters
}

func isOrdinal(s string) bool { return s == "st" || s == "nd" || s == "rd" || s == "th" }

func isUpper(s string) bool {
	for _, r := range s {
		if !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

func utf8Len(s string) int { return len([]rune(s)) }

// isWord reports whether a text is letters and digits only.
func isWord(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}
