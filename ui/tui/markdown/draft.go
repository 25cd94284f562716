package markdown

import (
	"bytes"
	"strings"

	xansi "github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/ui/tui/cells"
)

// Plain wraps a text that went through guard.Sanitize, without Markdown. No line is wider than width cells, which is at
// least 1.
func Plain(text string, width int) []string {
	width = max(width, 1)
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		out = append(out, wrapPlain(line, width)...)
	}
	return out
}

// wrapPlain wraps one line.
func wrapPlain(line string, width int) []string {
	rows := cells.Wrap(expandTabs(line), width)
	for i, row := range rows {
		row = strings.TrimRight(row, " ")
		if xansi.StringWidth(row) > width { // a wide character in one cell
			row = placeholder
		}
		rows[i] = row
	}
	return rows
}

// Draft is a text that grows, laid out as plain text. Only its last paragraph is wrapped again when it grows. The zero
// value is an empty draft.
type Draft struct {
	closed []byte // paragraphs that are finished, each with its line end
	open   []byte // the last one
	width  int
	lines  []string
	done   int  // of lines, those of the closed paragraphs
	fresh  bool // lines are those of the text and of width
	wraps  int  // of the whole text: one for each change of the width
}

// Append adds what came from the model, as it came: it is sanitised here, once the sequences that it may be cut from
// are whole.
func (d *Draft) Append(text string) {
	d.open = append(d.open, text...)
	d.fresh = false
}

// Lines returns the lines at a width in cells. They are good until the next call.
func (d *Draft) Lines(width int) []string {
	width = max(width, 1)
	if d.fresh && d.width == width {
		return d.lines
	}
	if d.width != width {
		d.lines, d.done, d.width = nil, 0, width
		if len(d.closed) > 0 {
			d.wraps++
			d.close(d.closed)
		}
	}
	if n := bytes.LastIndexByte(d.open, '\n') + 1; n > 0 {
		d.closed = append(d.closed, d.open[:n]...)
		d.close(d.open[:n])
		d.open = append(d.open[:0], d.open[n:]...)
	}
	d.lines = append(d.lines[:d.done], Plain(guard.Sanitize(string(d.open)), width)...)
	d.fresh = true
	return d.lines
}

// close appends the lines of paragraphs that end in a line end.
func (d *Draft) close(text []byte) {
	d.lines = d.lines[:d.done]
	if len(text) > 0 {
		d.lines = append(d.lines, Plain(guard.Sanitize(string(text[:len(text)-1])), d.width)...)
	}
	d.done = len(d.lines)
}
