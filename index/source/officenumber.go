package source

import (
	"strconv"
	"strings"
)

// maxLevels is how many levels the lists of word processors have.
const maxLevels = 10

// numbering makes the numbers and letters of a list of several levels.
type numbering struct {
	levels [maxLevels]numberLevel
	start  [maxLevels]int
	count  [maxLevels]int
	begun  [maxLevels]bool
}

// numberLevel is how the items of a level are numbered.
type numberLevel struct {
	format  string // as Word calls it: "decimal", "lowerLetter", …
	text    string // with %1 for the number of the first level: "Article %1.", "%1.%2"
	style   string // of the paragraphs that are items of this level
	restart int    // it is counted anew behind an item of a level above this one
	legal   bool   // the numbers of all levels are written in figures
}

// newNumbering is a list whose levels are counted "1.", "2." where nothing else is said.
func newNumbering() *numbering {
	n := &numbering{}
	for i := range n.levels {
		n.levels[i] = numberLevel{format: "decimal", text: "%" + strconv.Itoa(i+1) + ".", restart: i}
		n.start[i] = 1
	}
	return n
}

// next counts an item of a level and returns its label: "" where it has none, "-" for a bullet.
func (n *numbering) next(level int, how *numberLevel) string {
	if n.count[level]++; !n.begun[level] {
		n.begun[level], n.count[level] = true, n.start[level]
	}
	for i := level + 1; i < maxLevels; i++ {
		n.begun[i] = n.begun[i] && level >= n.levels[i].restart
	}
	if how.format == "bullet" {
		return "-"
	}
	text := how.text
	for i := range min(level+1, maxLevels) {
		if mark := "%" + strconv.Itoa(i+1); strings.Contains(text, mark) {
			count, format := n.start[i], n.levels[i].format
			if n.begun[i] {
				count = n.count[i]
			}
			if i == level {
				format = how.format
			}
			if how.legal {
				format = "decimal"
			}
			text = strings.ReplaceAll(text, mark, counted(count, format))
		}
	}
	return strings.TrimSpace(text)
}

var (
	cardinals = strings.Fields("One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen")
	ordinals  = strings.Fields("First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth")
)

// counted writes a number in a format that Word names. One that is not known is written in figures.
func counted(n int, format string) string {
	figures := strconv.Itoa(n)
	switch {
	case format == "none":
		return ""
	case format == "decimalZero" && n < 10:
		return "0" + figures
	case strings.HasSuffix(format, "Letter") && 0 < n && n <= 26*10: // a … z, aa, bb …
		return cased(strings.Repeat(string(rune('A'+(n-1)%26)), 1+(n-1)/26), format)
	case strings.HasSuffix(format, "Roman") && 0 < n && n < 4000:
		return cased(roman(n), format)
	case format == "cardinalText" && 0 < n && n <= len(cardinals):
		return cardinals[n-1]
	case format == "ordinalText" && 0 < n && n <= len(ordinals):
		return ordinals[n-1]
	case format == "ordinal":
		suffix := "th"
		if n/10%10 != 1 && 0 < n%10 && n%10 < 4 {
			suffix = []string{"st", "nd", "rd"}[n%10-1]
		}
		return figures + suffix
	}
	return figures
}

func cased(s, format string) string {
	if strings.HasPrefix(format, "lower") {
		return strings.ToLower(s)
	}
	return s
}

func roman(n int) string {
	var out strings.Builder
	for i, value := range []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1} {
		for ; n >= value; n -= value {
			out.WriteString([]string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}[i])
		}
	}
	return out.String()
}
