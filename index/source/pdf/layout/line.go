package layout

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/index/source/budget"
	"ibid/index/source/pdf/draw"
)

// line is a row of words on one baseline, with the scripts that belong to it, from left to right.
type line struct {
	words   []draw.Word
	x0, x1  float64
	y, size float64 // of the baseline and the largest font on it
	margin  float64 // left edge of the region that the line is in
	joined  string  // the words as text
}

// lines groups words into lines from top to bottom. Large type goes first, so that scripts find their line.
func lines(work *budget.Budget, words []draw.Word) []line {
	largest := slices.Clone(words)
	slices.SortStableFunc(largest, func(a, b draw.Word) int {
		if a.Size > b.Size+0.5 {
			return -1
		}
		return 0
	})
	var out []line
	for _, w := range largest {
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
			out = append(out, line{x0: w.X0, x1: w.X1, y: w.Y, size: w.Size})
			best = len(out) - 1
		}
		l := &out[best]
		w.Role = l.scriptOf(w)
		l.words = append(l.words, w)
		l.x0, l.x1 = min(l.x0, w.X0), max(l.x1, w.X1)
	}
	for i := range out {
		slices.SortStableFunc(out[i].words, func(a, b draw.Word) int { return cmp.Compare(a.X0, b.X0) })
		out[i].settle()
		out[i].joined = joinWords(out[i].words)
	}
	slices.SortStableFunc(out, func(a, b line) int { return cmp.Compare(b.y, a.y) })
	return out
}

// takes reports whether a word belongs to a line and how far off its baseline is.
func (l *line) takes(work *budget.Budget, w draw.Word) (float64, bool) {
	d := math.Abs(w.Y - l.y)
	if d > 1.5*l.size {
		return 0, false
	}
	if d < lineSlack*min(w.Size, l.size) {
		return d / 4, true
	}
	if w.Size >= scriptSize*l.size {
		return 0, false
	}
	work.Spend(len(l.words) / 4)
	return d, l.touches(w)
}

// touches reports whether a small word stands beside another of the line and overlaps the line, or that word, in
// height, as a script does with its base or with the script before it.
func (l *line) touches(w draw.Word) bool {
	const share = 0.35 // of the word's height
	reach := 0.6 * l.size
	top, bottom := w.Y+0.7*w.Size, w.Y-0.2*w.Size
	overlaps := func(y, size float64) bool {
		return min(y+0.75*size, top)-max(y-0.25*size, bottom) > share*(top-bottom)
	}
	for _, p := range l.words {
		if w.X0-p.X1 < reach && p.X0-w.X1 < reach && (overlaps(l.y, l.size) || overlaps(p.Y, p.Size)) {
			return true
		}
	}
	return false
}

func (l *line) scriptOf(w draw.Word) draw.Script {
	switch d := w.Y - l.y; {
	case w.Size >= scriptSize*l.size:
		return draw.OnBaseline
	case d > 0.15*l.size:
		return draw.Superscript
	case d < -0.08*l.size:
		return draw.Subscript
	}
	return draw.OnBaseline
}

// settle gives small words right after a script its role: the index in "B^(32du)" is lower than the exponent around
// it, but no index of the line.
func (l *line) settle() {
	for i := 1; i < len(l.words); i++ {
		w, p := &l.words[i], l.words[i-1]
		if w.Role == draw.OnBaseline && p.Role != draw.OnBaseline && w.Size < scriptSize*l.size && w.X0-p.X1 < 0.25*w.Size {
			w.Role = p.Role
		}
	}
}

// segment is a run of words without a gap that could separate cells.
type segment struct {
	words  []draw.Word
	x0, x1 float64
}

// segments splits a line at gaps wider than gap em.
func (l *line) segments(gap float64) []segment {
	return runs(l.words, func(s segment, w draw.Word) bool { return w.X0-s.x1 < gap*l.size })
}

// runs joins each word to the run before it where that goes on with it.
func runs(words []draw.Word, goesOn func(s segment, w draw.Word) bool) []segment {
	var out []segment
	for _, w := range words {
		if n := len(out); n > 0 && goesOn(out[n-1], w) {
			s := &out[n-1]
			s.words = append(s.words, w)
			s.x1 = max(s.x1, w.X1)
			continue
		}
		out = append(out, segment{words: []draw.Word{w}, x0: w.X0, x1: w.X1})
	}
	return out
}

func (l *line) text() string { return l.joined }

// share is the part of the characters of a line whose font has a trait.
func (l *line) share(trait func(*draw.Font) bool) float64 {
	with, all := 0, 0
	for _, w := range l.words {
		if w.Role != draw.OnBaseline {
			continue
		}
		all += len(w.Text)
		if w.Font != nil && trait(w.Font) {
			with += len(w.Text)
		}
	}
	if all == 0 {
		return 0
	}
	return float64(with) / float64(all)
}

func isBold(f *draw.Font) bool { return f.Bold }
func isMono(f *draw.Font) bool { return f.Mono }

// joinWords writes words that stand side by side. Subscripts follow their base directly ("η1"), exponents after "^"
// ("2^16", "B^(384k+32)"); a number raised after a word or a sentence is the mark of a footnote and is left out.
func joinWords(words []draw.Word) string {
	var b strings.Builder
	for i := 0; i < len(words); {
		w := words[i]
		if i > 0 && spaced(words[i-1], w) {
			b.WriteByte(' ')
		}
		if w.Role == draw.OnBaseline || i == 0 {
			b.WriteString(w.Text)
			if w.Role == draw.Superscript { // the mark that a footnote starts with
				b.WriteByte(' ')
			}
			i++
			continue
		}
		j := i + 1
		for j < len(words) && words[j].Role != draw.OnBaseline && words[j].X0-words[j-1].X1 < 0.6*words[j].Size {
			j++
		}
		b.WriteString(scripts(words[i-1], words[i:j]))
		i = j
	}
	return b.String()
}

// scripts writes what hangs on a base: where an index and an exponent stand above each other, the index first. An
// index inside an exponent, or the other way round, stays where it is.
func scripts(base draw.Word, run []draw.Word) string {
	var up, down []draw.Word
	stacked := false
	for _, w := range run {
		if w.Role == draw.Superscript {
			up = append(up, w)
		} else {
			down = append(down, w)
		}
		for _, o := range run {
			stacked = stacked || o.Role != w.Role && min(o.X1, w.X1)-max(o.X0, w.X0) > 0.3*min(o.X1-o.X0, w.X1-w.X0)
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
	case run[0].Role == draw.Superscript:
		return raised(base, run)
	}
	return tight(down) + raised(base, up)
}

// isFraction tells a small fraction from an index below an exponent: its parts are centred on each other, where scripts
// start at the edge of their base.
func isFraction(base draw.Word, up, down []draw.Word) bool {
	const slack = 0.15 // em
	u0, u1 := up[0].X0, up[len(up)-1].X1
	d0, d1 := down[0].X0, down[len(down)-1].X1
	near := slack * up[0].Size
	if math.Abs(u0+u1-d0-d1)/2 > near {
		return false
	}
	last, letters := tail(base.Text)
	if strings.ContainsRune("∑∏∫⋃⋂", last) {
		return false // limits of an operator
	}
	return math.Abs(u0-d0) > near || letters == 0 && !unicode.IsDigit(last) || min(u0, d0)-base.X1 > draw.WordGap*base.Size
}

// operand puts a part of a fraction in parentheses where it is more than a number or a name.
func operand(s string) string {
	if isWord(s) || enclosed(s) {
		return s
	}
	return "(" + s + ")"
}

// tight writes words with spaces only where there are clear gaps.
func tight(words []draw.Word) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && w.X0-words[i-1].X1 > 0.25*w.Size {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

func spaced(p, w draw.Word) bool {
	gap := w.X0 - p.X1
	switch {
	case p.Role == draw.OnBaseline && w.Role != draw.OnBaseline:
		return gap > 0.22*p.Size
	case p.Role != w.Role:
		return gap > 0.15*max(p.Size, w.Size)
	}
	return gap > draw.WordGap*min(p.Size, w.Size)
}

// raised writes a superscript after its base.
func raised(base draw.Word, script []draw.Word) string {
	text := strings.ReplaceAll(tight(script), " ", "")
	last, _ := tail(base.Text)
	digits := strings.Trim(text, "0123456789,") == ""
	switch {
	case strings.Trim(text, "′″‴*∗†‡°+⊤⊥") == "", isOrdinal(text), len(text) > 1 && only(text, unicode.IsUpper): // K′, 4th, XMSSMT
		return text
	case digits && strings.ContainsRune(".,;:!?”", last):
		return ""
	case digits && base.Role == draw.OnBaseline && !takesExponent(base):
		return ""
	case utf8.RuneCountInString(strings.TrimLeft(text, "-−")) == 1 || strings.Trim(strings.TrimLeft(text, "-−"), "0123456789.") == "" || isWord(text):
		return "^" + text
	}
	if enclosed(text) {
		return "^" + text
	}
	return "^(" + text + ")"
}

// lengthUnit matches a unit of length, which areas and volumes are powers of.
var lengthUnit = regexp.MustCompile(`(?:^|\d)(?:[mcdkµn]m|ft|yd|mi)$`)

// takesExponent reports whether a raised number behind a word may be an exponent: the word is a number, ends in a
// parenthesis, or is a variable, a unit or part of a formula.
func takesExponent(base draw.Word) bool {
	last, letters := tail(base.Text)
	return unicode.IsDigit(last) || last == ')' || letters == 1 || base.Math() || lengthUnit.MatchString(base.Text)
}

// dropNoteMarks takes the marks of notes off the numbers of a page: a raised number that stands there once, behind
// what may take an exponent, and opens a note further down. Behind the bases of powers it stays.
func dropNoteMarks(page []region) {
	notes, marks := map[string]float64{}, map[string]int{}
	isMark := func(w draw.Word) bool {
		return w.Role == draw.Superscript && strings.Trim(w.Text, "0123456789") == ""
	}
	for _, r := range page {
		for _, ln := range r.lines {
			for i, w := range ln.words {
				switch {
				case !isMark(w):
				case i > 0:
					marks[w.Text]++
				case len(ln.words) > 1:
					notes[w.Text] = ln.y
				}
			}
		}
	}
	if len(notes) == 0 {
		return
	}
	for _, r := range page {
		for k := range r.lines {
			ln := &r.lines[k]
			for i := 1; i < len(ln.words); i++ {
				w, base := ln.words[i], ln.words[i-1]
				y, opens := notes[w.Text]
				alone := i+1 == len(ln.words) || ln.words[i+1].Role == draw.OnBaseline
				if opens && isMark(w) && alone && base.Role == draw.OnBaseline && y < ln.y &&
					marks[w.Text] == 1 && base.Text != "10" && base.Text != "2" {
					ln.words[i].Text = "" // its place stays, so that what follows is not taken for set off
					ln.joined = joinWords(ln.words)
				}
			}
		}
	}
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

// isWord reports whether a text is letters and digits only.
func isWord(s string) bool { return only(s, isLetterOrDigit) }

// only reports whether all characters of a text are of a class.
func only(s string, class func(rune) bool) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !class(r) })
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func startsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}
