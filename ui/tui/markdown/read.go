package markdown

import (
	"strconv"
	"strings"

	xansi "github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

// placeholder stands for a wide character in a pane that is one cell wide.
const placeholder = "▯"

// eachPart goes through a line of the layout: a style, the start of a run, which has no cells, or a character of a
// run, -1 for none.
func eachPart(line string, visit func(part string, wide, run int)) {
	const link = "\x1b]8;;"
	run := -1
	for line != "" {
		part, wide := cells.Element(line)
		line = line[len(part):]
		if address, ok := strings.CutPrefix(part, link); ok {
			n, err := strconv.Atoi(strings.TrimRight(address, "\a\x1b\\"))
			if run = n; err != nil {
				run = -1
			}
			part = ""
		}
		visit(part, wide, run)
	}
}

// read takes the hyperlinks out of the lines and notes where they were. A line that is too wide is cut.
func (d *document) read(lines []string) Rendered {
	out := Rendered{Sentences: make([][]Segment, len(d.opt.Sentences)), Code: d.code}
	for _, l := range lines {
		if xansi.StringWidth(l) > d.opt.Width {
			l = carry(xansi.Hardwrap(l, d.opt.Width, true))
		}
		for row := range strings.SplitSeq(l, "\n") {
			d.readLine(row, &out)
		}
	}
	return out
}

func (d *document) readLine(row string, out *Rendered) {
	var b strings.Builder
	var names, markers []Segment
	n, col := len(out.Lines), 0
	kept, open := 0, false // what has ink, and whether a style is on behind it
	inkTo, inkRun := 0, -1 // where the last ink ends, and whose it is
	sgr := ""
	eachPart(row, func(part string, wide, link int) {
		if part == "" && link >= 0 && d.runs[link].code >= 0 {
			block := &out.Code[d.runs[link].code]
			if block.Lines == 0 {
				block.Line = n
			}
			block.Lines = n - block.Line + 1
		}
		if part == "" || cells.IsStyle(part) {
			b.WriteString(part)
			sgr = cells.StyleAfter(sgr, part)
			return
		}
		blank := strings.TrimSpace(part) == ""
		switch {
		case wide > d.opt.Width:
			part, wide = placeholder, 1
		case blank && link >= 0 && d.runs[link].verdict:
			part = " "
		}
		b.WriteString(part)
		from := col
		col += wide
		if blank {
			return
		}
		kept, open = b.Len(), sgr != ""
		if seg := (Segment{Line: n, From: from, To: col}); link >= 0 && wide > 0 {
			r := d.runs[link]
			if r.sentence >= 0 {
				segs := &out.Sentences[r.sentence]
				*segs = extend(*segs, seg, inkTo, link == inkRun)
			}
			if r.name >= 0 {
				names = extend(names, seg, inkTo, link == inkRun)
			} else if r.marker >= 0 {
				markers = extend(markers, seg, inkTo, link == inkRun)
			}
		}
		inkTo, inkRun = col, link
	})
	line := b.String()[:kept]
	if open {
		line += xansi.ResetStyle
	}
	out.Lines = append(out.Lines, cells.Highlight(cells.Highlight(line, markers, d.opt.Marker), names, d.opt.Name))
}

// extend adds a character to segments: to the last one, where only blanks are between them, which ends where ink does.
func extend(segs []Segment, seg Segment, inkTo int, sameRun bool) []Segment {
	if n := len(segs) - 1; n >= 0 && segs[n].Line == seg.Line && segs[n].To == inkTo && (sameRun || seg.From-inkTo <= maxBridge) {
		segs[n].To = seg.To
		return segs
	}
	return append(segs, seg)
}
