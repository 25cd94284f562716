package layout

import (
	"math"
	"strings"
	"unicode"
)

// headings tells headings from other lines and gives them levels.
type headings struct {
	body   float64
	titles map[string]int // spelling of an outline title without spaces and punctuation → outline level
	offset int            // outline level minus numbering depth
	styles map[style]int  // type of numbered and outline headings → level
	marked bool           // headings carry numbers or stand in the outline
}

// style is how a heading is set.
type style struct {
	halfPoints int
	bold       bool
}

func styleOf(l *line) style {
	return style{int(math.Round(2 * l.size)), l.share(isBold) > 0.5}
}

const (
	maxHeading = 200 // characters: more is a paragraph in bold type
	minMarked  = 5   // headings with numbers or in the outline that make it the habit of a document
)

func newHeadings(l *layout, outline []OutlineEntry) headings {
	h := headings{body: l.body, titles: map[string]int{}, styles: map[style]int{}}
	offsets := map[int]int{}
	for _, e := range outline {
		k := spelled(e.Title)
		if _, ok := h.titles[k]; !ok && k != "" {
			h.titles[k] = e.Level
		}
		if d := numberDepth(e.Title); d > 0 {
			offsets[e.Level-d]++
		}
	}
	h.offset = mostCommon(offsets)
	// Learn which styles go with which level from the headings that say it themselves.
	votes := map[style]map[int]int{}
	for i, page := range l.regions {
		if l.contents[i] {
			continue
		}
		for _, r := range page {
			for k := range r.lines {
				ln := &r.lines[k]
				if level := h.told(ln.text()); level > 0 && h.isHeading(ln) {
					s := styleOf(ln)
					if votes[s] == nil {
						votes[s] = map[int]int{}
					}
					votes[s][level]++
				}
			}
		}
	}
	told := 0
	for s, v := range votes {
		h.styles[s] = mostCommon(v)
		for _, n := range v {
			told += n
		}
	}
	h.marked = told >= minMarked
	return h
}

// spelled reduces a title to its letters and digits.
func spelled(s string) string {
	return strings.Map(func(r rune) rune {
		if isLetterOrDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// numberDepth is the number of parts of a heading's number, 0 without one: 2 for "5.1 …" and "C.2 …", 1 for "Appendix
// C".
func numberDepth(text string) int {
	m := appendixNumber.FindStringSubmatch(text)
	if m == nil {
		m = headingNumber.FindStringSubmatch(text)
	}
	if m == nil {
		return 0
	}
	return 1 + strings.Count(m[1], ".")
}

// told is the level that a heading's number or the outline gives, 0 where neither does.
func (h *headings) told(text string) int {
	if d := numberDepth(text); d > 0 {
		return d
	}
	if level, ok := h.titles[spelled(text)]; ok {
		return max(1, level-h.offset)
	}
	return 0
}

// isHeading reports whether a line is set like a heading: all bold or larger than the body, with words in it, not
// a caption, an item or the start of a run-in paragraph.
func (h *headings) isHeading(l *line) bool {
	text := l.text()
	if len(text) > maxHeading || !hasWord(text) || isCaption(text) || isListingTitle(text) || bulletMarker.MatchString(text) {
		return false
	}
	if dotLeader.MatchString(text) {
		return false
	}
	bold, large := l.share(isBold) > 0.9, l.size > bodyHeading*h.body
	_, listed := h.titles[spelled(text)]
	switch {
	case listed && (bold || large):
		return true
	case strings.HasSuffix(text, ",") || strings.HasSuffix(text, ";"):
		return false
	case strings.HasSuffix(text, ".") && numberDepth(text) == 0:
		return false
	case numberDepth(text) > 0:
		return bold || large
	}
	if len(l.segments(cellGap)) > 1 || strings.ContainsAny(text, "=←") {
		return false // labels of a drawing, a formula
	}
	// Where headings are numbered or listed, bold lines in the size of the body are headings at the margin only.
	return large || bold && (!h.marked || l.x0-l.margin < l.size) && l.size > scriptSize*h.body && len(text) < maxHeading/2
}

// hasWord reports whether a text has three letters in a row.
func hasWord(s string) bool { return threeLetters.MatchString(s) }

// level is the level of a heading with this text and style.
func (h *headings) level(text string, s style) int {
	if d := h.told(text); d > 0 {
		return d
	}
	if level, ok := h.styles[s]; ok {
		return level
	}
	// An unknown style ranks below the known ones that are larger.
	level := 1
	for known, l := range h.styles {
		if known.halfPoints > s.halfPoints || known.halfPoints == s.halfPoints && known.bold && !s.bold {
			level = max(level, l+1)
		}
	}
	return level
}
