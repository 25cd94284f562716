package markdown

import (
	"strings"

	xansi "github.com/charmbracelet/x/ansi"
)

// nameCells is a name of the options, or a part of it, in a line of code.
type nameCells struct {
	name     int // one more than its place in Options.Names
	from, to int // cells of the line, tabs expanded
	glyph    string
}

// fillCode writes styled code to its inset: one piece, but for the names in it, which are pieces of their own.
func (d *document) fillCode(in *inset, sentence int, styled string) {
	p := piece{block: in.block, sentence: sentence, marker: -1}
	rest := d.addPiece(p, "")
	var words strings.Builder
	written := strings.Split(in.code.Text, "\n")
	i := 0
	for line := range strings.SplitSeq(styled, "\n") {
		var names []nameCells
		if len(d.opt.Names) > 0 && i < len(in.source) {
			names = d.namesIn(written[i], in.source[i].Start-in.source[i].Padding)
		}
		in.lines = append(in.lines, d.codeLine(p, rest, &words, line, names))
		i++
	}
	d.pieces[rest].words = words.String()
}

// namesIn finds the names in a line of code that begins at a byte offset of the text.
func (d *document) namesIn(line string, start int) []nameCells {
	cells := func(at int) int { return xansi.StringWidth(expandTabs(line[:at])) }
	var out []nameCells
	for at := max(start, 0); at < start+len(line); {
		name, next := d.nameAt(at)
		if name > 0 {
			c := nameCells{name: name, from: cells(at - start), to: cells(min(next-start, len(line)))}
			if at == d.opt.Names[name-1].Start {
				c.glyph = hide(d.opt.Names[name-1].Glyph)
			}
			out = append(out, c)
		}
		if next <= at {
			break
		}
		at = next
	}
	return out
}

// codeLine makes hyperlinks of a styled line of code: one for each name, after its glyph, and one piece for all the rest,
// whose words it adds to.
func (d *document) codeLine(p piece, rest int, words *strings.Builder, line string, names []nameCells) string {
	if len(names) == 0 {
		words.WriteString(ink(xansi.Strip(line)))
		return linked(rest, line)
	}
	var out, run strings.Builder // run is what has one hyperlink
	col, inside := 0, false
	end := func() {
		link := rest
		if inside {
			p.name = names[0].name
			link = d.addPiece(p, xansi.Strip(run.String()))
			names = names[1:]
		} else {
			words.WriteString(ink(xansi.Strip(run.String())))
		}
		if run.Len() > 0 {
			out.WriteString(linked(link, run.String()))
		}
		run.Reset()
	}
	for line != "" {
		seq, width := element(line)
		if seq[0] != '\x1b' {
			if inside && col >= names[0].to {
				end()
				inside = false
			}
			if !inside && len(names) > 0 && col >= names[0].from {
				end()
				inside = true
				run.WriteString(names[0].glyph)
			}
		}
		run.WriteString(seq)
		line = line[len(seq):]
		col += width
	}
	end()
	return out.String()
}
