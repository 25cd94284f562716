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

// dropMargins removes what repeats around the text: running headers and footers, page numbers, line numbers.
func dropMargins(work *budget.Budget, sheets []*draw.Sheet) {
	dropLineNumbers(work, sheets)
	dropRunning(work, sheets, func(s *draw.Sheet, w draw.Word) bool { return w.Y > s.Height*(1-marginZone) }, true)
	dropRunning(work, sheets, func(s *draw.Sheet, w draw.Word) bool { return w.Y < s.Height*marginZone }, false)
}

// runningLine is what makes two header lines the same: text with numbers masked, and height.
type runningLine struct {
	text string
	y    int // in steps of 4 points
}

// dropRunning removes lines of one margin that are marked as artifacts or stand at the same height on several pages.
// They are peeled from the edge of the page inwards, so that a line of text between two of them stays.
func dropRunning(work *budget.Budget, sheets []*draw.Sheet, inMargin func(*draw.Sheet, draw.Word) bool, top bool) {
	marginLines := make([][]line, len(sheets))
	counts := map[runningLine]int{}
	readable := 0
	for i, s := range sheets {
		if s == nil {
			continue
		}
		readable++
		var ws []draw.Word
		for _, w := range s.Words {
			if inMargin(s, w) {
				ws = append(ws, w)
			}
		}
		ls := lines(work, ws)
		if !top {
			slices.Reverse(ls)
		}
		if work.Spend(len(ls)*len(ls)/budget.ScanShare) != nil {
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
			if work.Spend(len(s.Words)*len(l.words)/budget.ScanShare) != nil {
				return
			}
			if l.isArtifact() {
				drop(s, l)
				continue
			}
			if seen := counts[keyOf(l)] + counts[shifted(keyOf(l), 1)] + counts[shifted(keyOf(l), -1)]; seen < need {
				break
			}
			drop(s, l)
		}
	}
}

func drop(s *draw.Sheet, l line) {
	s.Words = slices.DeleteFunc(s.Words, func(w draw.Word) bool { return containsPlace(l.words, w) })
}

// isArtifact reports whether all of a line is marked as standing outside the text. A mark on a part of it is a mistake
// of the writer.
func (l *line) isArtifact() bool {
	return !slices.ContainsFunc(l.words, func(w draw.Word) bool { return !w.Artifact })
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

func containsPlace(words []draw.Word, w draw.Word) bool {
	return slices.ContainsFunc(words, func(o draw.Word) bool { return o.X0 == w.X0 && o.Y == w.Y && o.Text == w.Text })
}

// dropLineNumbers removes the numbers that drafts print beside each line: a column of integers that count up from top
// to bottom, with nothing of the text left of it, beside at least half of the lines. Once a page shows where the column
// ends, pages with few lines follow.
func dropLineNumbers(work *budget.Budget, sheets []*draw.Sheet) {
	const minNumbers = 5
	edge := math.Inf(-1)
	columns := make([][]draw.Word, len(sheets))
	for i, s := range sheets {
		if s == nil {
			continue
		}
		columns[i] = numberColumn(s.Words)
		if n := len(columns[i]); n >= minNumbers && 2*n > baselines(s.Words) {
			edge = max(edge, columns[i][n-1].X1)
		}
	}
	for i, numbers := range columns {
		if len(numbers) > 0 && math.Abs(numbers[len(numbers)-1].X1-edge) < draw.RuleWidth && work.Spend(len(sheets[i].Words)*len(numbers)/budget.ScanShare) == nil {
			sheets[i].Words = slices.DeleteFunc(sheets[i].Words, func(w draw.Word) bool { return containsPlace(numbers, w) })
		}
	}
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
