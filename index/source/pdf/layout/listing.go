package layout

import (
	"ibid/index/source/pdf/draw"
	"math"
	"strings"
	"unicode/utf8"
)

// span is a run of lines, from ≤ i < to, that is one block other than prose.
type span struct {
	from, to int
	kind     Kind
	texts    []string // one block each
}

const (
	minSteps    = 3   // numbered lines that make a listing without a title
	minMono     = 2   // lines in a fixed-width font that make a block of code
	monoShare   = 0.8 // of the characters of such a line
	commentGap  = 1.2 // em: text after a gap this wide in a listing is a side comment
	indentUnit  = 0.5 // em: width of one space of indentation
	maxIndent   = 24  // spaces
	titleRule   = 1.6 // em: how far a title's rules are from its baseline
	maxColumns  = 400 // characters of a line of code that spaces may fill
	ruleOverrun = 4.0 // points: how much a rule's ends may differ from those of its partner
)

// listings finds algorithms, numbered steps and text in a fixed-width font.
func listings(lines []line, rules []draw.Rule) []span {
	var out []span
	for i := 0; i < len(lines); {
		to := titledListing(lines, rules, i)
		if to == 0 {
			to = numberedSteps(lines, i)
		}
		if to > i {
			out = append(out, span{from: i, to: to, kind: Code, texts: []string{listingText(lines[i:to])}})
			i = to
			continue
		}
		if to = monospaced(lines, i); to > i {
			out = append(out, span{from: i, to: to, kind: Code, texts: []string{monoText(lines[i:to])}})
			i = to
			continue
		}
		i++
	}
	return out
}

// isListingTitle tells "Algorithm 4 Sign(m)" from a sentence that starts with "Algorithm 4 shows": what follows the
// number is a name, not a verb.
func isListingTitle(text string) bool {
	m := listingTitle.FindStringSubmatch(text)
	return m != nil && (!startsLower(m[1]) || strings.Contains(m[1], "("))
}

// titledListing returns the end of a listing that starts with its title at line i: the rule that closes it, or else
// the last of its steps. It is 0 where there is none.
func titledListing(lines []line, rules []draw.Rule, i int) int {
	l := &lines[i]
	if !isListingTitle(l.text()) {
		return 0
	}
	above, below, ruled := draw.Rule{}, draw.Rule{}, false
	for _, r := range rules {
		if !r.Level() || r.X0 > l.x0+ruleOverrun || r.X1 < l.x1-ruleOverrun {
			continue
		}
		switch d := r.Y0 - l.y; {
		case d > 0 && d < titleRule*l.size:
			above, ruled = r, true
		case d <= 0 && d > -titleRule*l.size:
			below, ruled = r, true
		}
	}
	if !ruled {
		return stepsAfterTitle(lines, i)
	}
	frame := above
	if below != (draw.Rule{}) {
		frame = below
	}
	bottom := math.Inf(-1)
	for _, r := range rules {
		if r.Level() && math.Abs(r.X0-frame.X0) < ruleOverrun && math.Abs(r.X1-frame.X1) < ruleOverrun && r.Y0 < l.y-titleRule*l.size {
			bottom = max(bottom, r.Y0)
		}
	}
	to := i + 1
	for to < len(lines) && lines[to].y > bottom && !isListingTitle(lines[to].text()) {
		to++
	}
	if math.IsInf(bottom, -1) || to == i+1 {
		return stepsAfterTitle(lines, i)
	}
	return to
}

// stepsAfterTitle returns the end of the numbered steps within a few lines of a title, 0 where there are none.
func stepsAfterTitle(lines []line, i int) int {
	const reach = 10 // lines of inputs, outputs and description
	for j := i + 1; j < len(lines) && j <= i+reach; j++ {
		if stepStart.MatchString(lines[j].text()) {
			return lastStep(lines, j)
		}
	}
	return 0
}

// numberedSteps returns the end of a run of lines "1: …", "2: …" that starts at line i.
func numberedSteps(lines []line, i int) int {
	if !stepStart.MatchString(lines[i].text()) {
		return 0
	}
	to := lastStep(lines, i)
	steps := 0
	for _, l := range lines[i:to] {
		if stepStart.MatchString(l.text()) {
			steps++
		}
	}
	if steps < minSteps {
		return 0
	}
	return to
}

// lastStep returns the line after the steps that start at line i. Lines between two steps, and lines that are indented
// like the text of the steps, belong to them.
func lastStep(lines []line, i int) int {
	left, textLeft := lines[i].x0, lines[i].x1
	if len(lines[i].words) > 1 {
		textLeft = lines[i].words[1].X0
	}
	to := i + 1
	for to < len(lines) {
		l := &lines[to]
		if !stepStart.MatchString(l.text()) && l.x0 < textLeft-1 || l.x0 < left-3*l.size {
			break
		}
		to++
	}
	return to
}

// listingText writes a listing line by line: step number, indentation as spaces, statement, side comment.
func listingText(lines []line) string {
	left, base := math.Inf(1), math.Inf(1)
	for i := range lines {
		left = min(left, lines[i].x0)
		if w := statement(&lines[i]); w > 0 && w < len(lines[i].words) {
			base = min(base, lines[i].words[w].X0)
		}
	}
	out := make([]string, 0, len(lines))
	for i := range lines {
		l := &lines[i]
		var b strings.Builder
		n := statement(l)
		words := l.words[n:]
		switch {
		case n > 0:
			b.WriteString(joinWords(l.words[:n]))
			if len(words) > 0 {
				b.WriteString(" " + indent(words[0].X0-base, l.size))
			}
		case len(words) > 0 && l.x0 >= base-1:
			b.WriteString(indent(l.x0-left, l.size))
		}
		rest := line{words: words, size: l.size}
		for k, s := range rest.segments(commentGap) {
			if k > 0 {
				b.WriteString("  ")
			}
			b.WriteString(joinWords(s.words))
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return strings.Join(out, "\n")
}

// statement returns the index of the first word after a step number, 0 where the line has none.
func statement(l *line) int {
	if len(l.words) > 1 && strings.HasSuffix(l.words[0].Text, ":") && stepNumber.MatchString(l.words[0].Text) {
		return 1
	}
	return 0
}

// indent returns x points as spaces. What stands further right than any indentation is a side comment.
func indent(x, size float64) string {
	n := int(math.Round(x / (indentUnit * size)))
	if n > maxIndent {
		n = len("  ")
	}
	return strings.Repeat(" ", max(0, n))
}

// monospaced returns the end of a run of lines in a fixed-width font, i where there is none.
func monospaced(lines []line, i int) int {
	to := i
	for to < len(lines) && lines[to].share(isMono) > monoShare {
		if to > i && lines[to-1].y-lines[to].y > 2*tightPitch*lines[to].size {
			break
		}
		to++
	}
	if to-i < minMono {
		return i
	}
	return to
}

// monoText sets code on a grid of characters, which restores indentation and aligned columns.
func monoText(lines []line) string {
	left := math.Inf(1)
	width, chars := 0.0, 0
	for _, l := range lines {
		left = min(left, l.x0)
		for _, w := range l.words {
			width += w.X1 - w.X0
			chars += utf8.RuneCountInString(w.Text)
		}
	}
	if chars == 0 || width <= 0 {
		return ""
	}
	cell := width / float64(chars)
	out := make([]string, 0, len(lines))
	for _, l := range lines {
		var b strings.Builder
		column := 0
		for _, w := range l.words {
			at := int(math.Round((w.X0 - left) / cell))
			if column > 0 {
				at = max(at, column+1)
			}
			for ; column < min(at, maxColumns); column++ {
				b.WriteByte(' ')
			}
			b.WriteString(w.Text)
			column += utf8.RuneCountInString(w.Text)
		}
		out = append(out, b.String())
	}
	return strings.Join(out, "\n")
}
