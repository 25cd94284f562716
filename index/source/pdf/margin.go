package pdf

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"ibid/index/source/budget"
)

// dropMargins removes what repeats around the text: running headers and footers, page numbers, line numbers.
func dropMargins(work *budget.Budget, sheets []*sheet) {
	dropLineNumbers(work, sheets)
	dropRunning(work, sheets, func(s *sheet, w word) bool { return w.y > s.height*(1-marginZone) }, true)
	dropRunning(work, sheets, func(s *sheet, w word) bool { return w.y < s.height*marginZone }, false)
}

// runningLine is what makes two header lines the same: text with numbers masked, and height.
type runningLine struct {
	text string
	y    int // in steps of 4 points
}

// dropRunning removes lines of one margin that are marked as artifacts or stand at the same height on several pages.
// They are peeled from the edge of the page inwards, so that a line of text between two of them stays.
func dropRunning(work *budget.Budget, sheets []*sheet, inMargin func(*sheet, word) bool, top bool) {
	marginLines := make([][]line, len(sheets))
	counts := map[runningLine]int{}
	readable := 0
	for i, s := range sheets {
		if s == nil {
			continue
		}
		readable++
		var ws []word
		for _, w := range s.words {
			if inMargin(s, w) {
				ws = append(ws, w)
			}
		}
		ls := lines(work, ws)
		if !top {
			slices.Reverse(ls)
		}
		if work.Spend(len(ls)*len(ls)/scanShare) != nil {
			return
		}
		marginLines[i] = ls
		for _, k := range distinctKeys(ls) {
			counts[k]++
		}
	}
	need := minRepeats
	if readable < 2*minRepeats {
		need = max(2, (readable+1)/2)
	}
	for i, s := range sheets {
		if s == nil {
			continue
		}
		for _, l := range marginLines[i] {
			if work.Spend(len(s.words)*len(l.words)/scanShare) != nil {
				return
			}
			if l.isArtifact() {
				s.drop(l)
				continue
			}
			if seen := counts[keyOf(l)] + counts[shifted(keyOf(l), 1)] + counts[shifted(keyOf(l), -1)]; seen < need {
				break
			}
			s.drop(l)
		}
	}
}

func (s *sheet) drop(l line) {
	s.words = slices.DeleteFunc(s.words, func(w word) bool { return containsPlace(l.words, w) })
}

// isArtifact reports whether all of a line is marked as standing outside the text. A mark on a part of it is a mistake
// of the writer.
func (l *line) isArtifact() bool {
	return !slices.ContainsFunc(l.words, func(w word) bool { return !w.artifact })
}

func shifted(k runningLine, by int) runningLine { return runningLine{k.text, k.y + by} }

func keyOf(l line) runningLine {
	fields := strings.Fields(digitRun.ReplaceAllString(l.text(), "#"))
	for i, f := range fields {
		if romanNumber.MatchString(strings.ToLower(f)) {
			fields[i] = "#"
		}
	}
	return runningLine{strings.Join(fields, " "), int(math.Round(l.y / 4))}
}

func distinctKeys(ls []line) []runningLine {
	var out []runningLine
	for _, l := range ls {
		if k := keyOf(l); !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

func containsPlace(words []word, w word) bool {
	return slices.ContainsFunc(words, func(o word) bool { return o.x0 == w.x0 && o.y == w.y && o.text == w.text })
}

// dropLineNumbers removes the numbers that drafts print beside each line: a column of integers that count up from top
// to bottom, with nothing of the text left of it, beside at least half of the lines. Once a page shows where the column
// ends, pages with few lines follow.
func dropLineNumbers(work *budget.Budget, sheets []*sheet) {
	const minNumbers = 5
	edge := math.Inf(-1)
	columns := make([][]word, len(sheets))
	for i, s := range sheets {
		if s == nil {
			continue
		}
		columns[i] = numberColumn(s.words)
		if n := len(columns[i]); n >= minNumbers && 2*n > baselines(s.words) {
			edge = max(edge, columns[i][n-1].x1)
		}
	}
	for i, numbers := range columns {
		if len(numbers) > 0 && abs(numbers[len(numbers)-1].x1-edge) < ruleWidth && work.Spend(len(sheets[i].words)*len(numbers)/scanShare) == nil {
			sheets[i].words = slices.DeleteFunc(sheets[i].words, func(w word) bool { return containsPlace(numbers, w) })
		}
	}
}

// baselines counts the lines of a page roughly.
func baselines(words []word) int {
	ys := make([]float64, len(words))
	for i, w := range words {
		ys[i] = w.y
	}
	return len(cluster(ys, ruleSnap))
}

// numberColumn returns the numbers left of all other words, if they count up.
func numberColumn(words []word) []word {
	left := math.Inf(1)
	for _, w := range words {
		if _, err := strconv.Atoi(w.text); err != nil {
			left = min(left, w.x0)
		}
	}
	var numbers []word
	for _, w := range words {
		if _, err := strconv.Atoi(w.text); err == nil && w.x1 < left {
			numbers = append(numbers, w)
		}
	}
	slices.SortStableFunc(numbers, func(a, b word) int { return cmp.Compare(b.y, a.y) })
	for i := 1; i < len(numbers); i++ {
		a, _ := strconv.Atoi(numbers[i-1].text)
		if b, _ := strconv.Atoi(numbers[i].text); b <= a {
			return nil
		}
	}
	return numbers
}
