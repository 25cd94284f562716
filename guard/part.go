package guard

import "strings"

// PartKind says what a part of an answer's Markdown is.
type PartKind uint8

// The kinds of parts.
const (
	PartProse PartKind = iota
	PartSpan           // the inside of a code span
	PartFence          // the inside of a fenced code block, with its indentation
)

// Part is a run of an answer: prose between code, or code without the marks around it. A block of code has the info string of its
// fence, and Text has spaces for the "> " of a quotation.
type Part struct {
	Kind       PartKind
	Start, End int // byte offsets in the answer
	Info, Text string
}

// Parts cuts an answer into prose and code, in order. Indented code counts as prose.
func Parts(text string) []Part {
	var out []Part
	var m mask // for its code spans
	add := func(kind PartKind, b block, start, end int, info string) {
		if start < end {
			out = append(out, Part{kind, start, end, info, unquoted(text, b, start, end)})
		}
	}
	for _, b := range blocks(text) {
		if b.kind == Code {
			start, end, info := insideFence(text, b)
			if strings.TrimSpace(text[start:end]) != "" {
				add(PartFence, b, start, end, info)
			}
			continue
		}
		m.findCode(text[b.start:b.end])
		pos := b.start
		for _, s := range m.spans {
			from, to := b.start+s.start, b.start+s.end
			add(PartProse, b, pos, from, "")
			ticks := runLength(text[from:to], '`')
			from = skipBlank(text, from+ticks, to-ticks)
			add(PartSpan, b, from, trimBlank(text, from, to-ticks), "")
			pos = b.start + s.end
		}
		add(PartProse, b, pos, b.end, "")
	}
	return out
}

// insideFence returns what is between the fences of a block, and the info string.
func insideFence(text string, b block) (start, end int, info string) {
	start, end = b.start, b.end
	n := strings.IndexByte(text[start:end], '\n')
	if n < 0 {
		return end, end, "" // a fence with nothing below it
	}
	mark, size := fenceOf(strings.TrimSpace(text[start : start+n]))
	info = text[start+size : start+n]
	start += n + 1
	last := start + strings.LastIndexByte(text[start:end], '\n') + 1
	from, _ := skipQuote(text, last, end)
	line := strings.TrimSpace(text[from:end])
	if m, n := fenceOf(line); m == mark && n >= size && n == len(line) {
		end = max(start, last-1)
	}
	return start, end, info
}

// unquoted returns text[start:end] with spaces for the "> " of a quotation, so that offsets stay what they are.
func unquoted(text string, block block, start, end int) string {
	s := text[start:end]
	if !block.quoted {
		return s
	}
	b := []byte(s)
	begins := start == 0 || text[start-1] == '\n' // nothing but marks so far on this line
	for i, ch := range b {
		switch {
		case ch == '\n':
			begins = true
		case begins && ch == '>':
			b[i] = ' '
		case !isBlank(ch):
			begins = false
		}
	}
	return string(b)
}
