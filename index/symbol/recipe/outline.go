package recipe

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"ibid/index/source"
)

// outline is a notebook as its headings divide it.
type outline struct {
	title    string
	goal     string // the first paragraph of its first Markdown cell
	goalLine [2]int
	cells    []cell // of the notebook; those that hold no Python are empty
	sections []section
}

// section is what stands under one heading, down to the next one of any level.
type section struct {
	trail []string // the headings around it and its own; empty before the first heading
	line  int      // of the heading in the file
	parts []part
}

// part is a piece of prose or a code cell.
type part struct {
	block source.Block // of prose, with the lines of the file
	text  string       //
	cell  int          // index of a code cell, -1 for prose
}

// readOutline divides the cells of a notebook.
func readOutline(ctx context.Context, text string, cells []source.Cell) outline {
	o := outline{cells: make([]cell, len(cells)), sections: []section{{line: 1}}}
	fails := failing(text, len(cells))
	levels := []int(nil) // of the headings of the current trail
	open := func(level int, heading string, line int) {
		last := &o.sections[len(o.sections)-1]
		keep := len(levels)
		for keep > 0 && levels[keep-1] >= level {
			keep--
		}
		trail := append(slices.Clone(last.trail[:min(keep, len(last.trail))]), heading)
		levels = append(levels[:keep], level)
		o.sections = append(o.sections, section{trail: trail, line: line})
	}
	for i, c := range cells {
		switch c.Kind {
		case "heading":
			open(max(c.Level, 1), oneLine(c.Text), lineOf(c.Lines, 0))
		case "markdown":
			o.prose(ctx, c, open)
		case "code":
			read, ok := pythonCell(c)
			if read.fails = fails[i]; ok {
				o.cells[i] = read
			}
			if ok && !read.fails && strings.TrimSpace(read.src) != "" {
				last := &o.sections[len(o.sections)-1]
				last.parts = append(last.parts, part{cell: i})
			}
		}
	}
	if o.title == "" && len(o.sections) > 1 {
		o.title = o.sections[1].trail[0]
	}
	return o
}

// prose adds the blocks of a Markdown cell. Its own listings are left out: the code of a recipe is that of code cells.
func (o *outline) prose(ctx context.Context, c source.Cell, open func(level int, heading string, line int)) {
	doc, err := source.Read(ctx, "cell.md", []byte(c.Text))
	if err != nil {
		return
	}
	lines := strings.Split(c.Text, "\n")
	for _, b := range doc.Blocks {
		text, level := doc.Text[b.Start:b.End], headingLevel(lines, b)
		b.StartLine, b.EndLine = lineOf(c.Lines, b.StartLine-1), lineOf(c.Lines, b.EndLine-1)
		switch b.Kind {
		case source.Heading:
			open(level, oneLine(text), b.StartLine)
		case source.Code:
		default:
			last := &o.sections[len(o.sections)-1]
			last.parts = append(last.parts, part{block: b, text: text, cell: -1})
			if o.goal == "" && b.Kind == source.Paragraph {
				o.goal, o.goalLine = text, [2]int{b.StartLine, b.EndLine}
			}
		}
	}
}

var headingMark = regexp.MustCompile(`^[ >]*(#{1,6})|(?i:<h([1-6]))`)

// headingLevel reads the level of a heading off its Markdown: "##", "<h2>", or the line below it.
func headingLevel(lines []string, b source.Block) int {
	at := min(max(b.StartLine, 1), len(lines))
	if m := headingMark.FindStringSubmatch(lines[at-1]); m != nil {
		if m[1] != "" {
			return len(m[1])
		}
		return int(m[2][0] - '0')
	}
	if end := min(max(b.EndLine, 1), len(lines)-1); end < len(lines) && strings.HasPrefix(strings.TrimLeft(lines[end], " >"), "=") {
		return 1
	}
	return 2
}
