package pdf

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// dropMargins removes what repeats around the text: running headers and footers, page numbers, line numbers.
func dropMargins(sheets []*sheet) {
	for _, s := range sheets {
		if s != nil {
			s.words = dropLineNumbers(s.words)
		}
	}
	dropRunning(sheets, func(s *sheet, w word) bool { return w.y > s.height*(1-marginZone) }, true)
	dropRunning(sheets, func(s *sheet, w word) bool { return w.y < s.height*marginZone }, false)
}

// runningLine is what makes two header lines the same: text with numbers masked, and height.
type runningLine struct {
	text string
	y    int // in steps of 4 points
}

// dropRunning removes lines of one margin that stand at the same height on several pages. They are peeled from the
// edge of the page inwards, so that a line of text between two of them stays.
func dropRunning(sheets []*sheet, inMargin func(*sheet, word) bool, top bool) {
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
		ls := lines(ws)
		if !top {
			slices.Reverse(ls)
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
			if seen := counts[keyOf(l)] + counts[shifted(keyOf(l), 1)] + counts[shifted(keyOf(l), -1)]; seen < need {
				break
			}
			s.words = slices.DeleteFunc(s.words, func(w word) bool { return containsPlace(l.words, w) })
		}
	}
}

func shifted(k runningLine, by int) runningLine { return runningLine{k.text, k.y + by} }

func keyOf(l line) runningLine {
	text := digitRun.ReplaceAllString(l.text(), "#")
	if romanNumber.MatchString(strings.ToLower(text)) {
		text = "#"
	}
	return runningLine{text, int(math.Round(l.y / 4))}
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
// to bottom, with nothing of the text left of it.
func dropLineNumbers(words []word) []word {
	const minNumbers = 5
	left := math.Inf(1) // of everything that is not a number
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
	if len(numbers) < minNumbers {
		return words
	}
	slices.SortStableFunc(numbers, func(a, b word) int {
		switch {
		case a.y > b.y:
			return -1
		case a.y < b.y:
			return 1
		}
		return 0
	})
	rising := 0
	for i := 1; i < len(numbers); i++ {
		a, _ := strconv.Atoi(numbers[i-1].text)
		b, _ := strconv.Atoi(numbers[i].text)
		if b > a {
			rising++
		}
	}
	if rising != len(numbers)-1 {
		return words
	}
	return slices.DeleteFunc(slices.Clone(words), func(w word) bool { return containsPlace(numbers, w) })
}
