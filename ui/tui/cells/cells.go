// Package cells measures and draws text in the cells of a terminal.
package cells

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
)

// Cluster returns the grapheme cluster that s starts with, and its width in cells.
func Cluster(s string) (string, int) {
	// Between printable ASCII there is always a boundary: a fifth of the cost in most text.
	if isPlain(s, 0) && (len(s) == 1 || isPlain(s, 1)) {
		return s[:1], 1
	}
	return ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
}

// Element returns the escape sequence, of no width, or the grapheme cluster that s starts with, and its width in
// cells. It measures as ansi.StringWidth does; ansi.DecodeSequence takes a letter from the accents after it.
func Element(s string) (string, int) {
	if s[0] == ansi.ESC {
		seq, _, _, _ := ansi.DecodeSequence(s, 0, nil)
		return seq, 0
	}
	return Cluster(s)
}

// Words breaks a text, which may be styled, at spaces, which are dropped there, and nowhere else: a name or a path
// stays whole, even where it is wider than the line.
func Words(s string, width int) []string { return broken(s, width, false) }

// Wrap is Words, but that it breaks a word that is wider than a line. No line is wider than width, which is at least
// 1, unless by one character. (ansi.Wrap breaks names at their hyphens.)
func Wrap(s string, width int) []string { return broken(s, max(width, 1), true) }

func broken(s string, width int, hard bool) (out []string) {
	for par := range strings.SplitSeq(s, "\n") {
		line, used, begun := "", 0, false // used is its width
		for word := range strings.SplitSeq(par, " ") {
			wide := ansi.StringWidth(word)
			if begun && used+1+wide <= width {
				line += " " + word
				used += 1 + wide
				continue
			}
			switch {
			case begun && word == "": // blanks that nobody would see
				continue
			case begun && strings.TrimSpace(ansi.Strip(line)) != "":
				out = append(out, strings.TrimRight(line, " "))
			case begun: // of blanks there is no row, but for their style
				word = strings.ReplaceAll(line, " ", "") + word
			}
			if hard && wide > width {
				rows := strings.Split(strings.TrimPrefix(ansi.Hardwrap(word, width, true), "\n"), "\n")
				out, word = append(out, rows[:len(rows)-1]...), rows[len(rows)-1]
				wide = ansi.StringWidth(word)
			}
			line, used, begun = word, wide, true
		}
		out = append(out, line)
	}
	return out
}

func isPlain(s string, i int) bool { return i < len(s) && s[i] >= ' ' && s[i] < 0x7f }

// OneLine makes a sanitised line of any text.
func OneLine(s string) string { return strings.Join(strings.Fields(guard.Sanitize(s)), " ") }

// Fit cuts or pads a line to exactly width cells. What is cut ends in more.
func Fit(line string, width int, more string) string {
	if width <= 0 {
		return ""
	}
	if ansi.StringWidth(line) > width {
		line = ansi.Truncate(line, width, more)
	}
	// Once more: a character that joins what follows it takes the first blank into itself.
	for missing := width - ansi.StringWidth(line); missing > 0; missing = width - ansi.StringWidth(line) {
		line += strings.Repeat(" ", missing)
	}
	return line
}

// Box makes exactly height lines of exactly width cells. What is cut ends in more.
func Box(lines []string, width, height int, more string) []string {
	out := make([]string, max(height, 0))
	copy(out, lines)
	for i, line := range out {
		out[i] = Fit(line, width, more)
	}
	return out
}

// Codes returns what switches a style on and off. Style.Render itself underlines rune by rune, which takes clusters
// apart.
func Codes(s lipgloss.Style) (on, off string) {
	const text = "x" // is in no code
	on, off, _ = strings.Cut(s.Render(text), text)
	return on, off
}

// Draw draws a text in a style.
func Draw(text string, s lipgloss.Style) string {
	if text == "" {
		return ""
	}
	on, off := Codes(s)
	return on + text + off
}
