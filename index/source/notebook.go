package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	maxOutput = 1000    // how much of what a cell printed is kept, in runes
	maxCells  = 50_000  // how many cells are read
	maxRich   = 1 << 16 // bytes of an output with markup, of which a part is no use
)

// Cell is a cell of a Jupyter notebook.
type Cell struct {
	Kind    string   // "markdown", "code", "raw", in format 3 also "heading"
	Level   int      // of a heading, in format 3
	Lang    string   // of code, in lower case; "" where the notebook does not say
	Text    string   //
	Lines   []int    // the line of the file that each line of Text stands on
	outputs []output //
}

// output is what a cell printed or shows.
type output struct {
	stream  string            // that it was printed to, "" where it was not
	forms   map[string]string // media type → text
	picture bool              // it has a form that is none
}

// The forms of an output that are text, the richest first: of HTML that is tables. Format 3 calls
// them by the last part of their names.
var outputForms = [...]string{"text/html", "text/markdown", "text/latex", "text/plain", "application/json"}

// Cells returns the cells of a Jupyter notebook of format 3 or 4, in order.
func Cells(text string) ([]Cell, error) {
	p := &notebookParser{dec: json.NewDecoder(strings.NewReader(text)), src: text, line: 1}
	p.dec.UseNumber()
	p.object(p.token(), p.top)
	if p.err == io.EOF || p.err == io.ErrUnexpectedEOF {
		p.err = fmt.Errorf("the file ends too early: %w", io.ErrUnexpectedEOF)
	}
	if p.err != nil {
		return nil, fmt.Errorf("damaged notebook, near line %d: %w", p.lineNow(), p.err)
	}
	for i := range p.cells {
		if p.cells[i].Lang == "" {
			p.cells[i].Lang = p.lang
		}
	}
	return p.cells, nil
}

// readNotebook reads a Jupyter notebook of format 3 or 4: Markdown cells as Markdown, with sections that run on
// from cell to cell, code cells as Code blocks, each followed by what it printed. Lines are those of the file where
// the source of the cell stands as JSON strings; what a cell printed is cited where its source ends.
func readNotebook(b *builder, src string) error {
	cells, err := Cells(src)
	if err != nil {
		return err
	}
	if cells == nil {
		return errors.New("not a Jupyter notebook: it has no cells")
	}
	if len(cells) == maxCells {
		b.warn("only the first 50,000 cells were read")
	}
	cut, pictures := false, 0
	for _, c := range cells {
		if b.budget.Err() != nil {
			break
		}
		b.line = c.line
		switch end := 1 + strings.Count(c.Text, "\n"); c.Kind {
		case "markdown":
			markdownBlocks(b, c.Text, 1)
		case "heading": // format 3
			b.heading(c.Level, c.Text, 1, end)
		case "code":
			b.add(Block{Kind: Code, StartLine: 1, EndLine: end, Lang: c.Lang}, settingMagic.ReplaceAllString(c.Text, ""))
		default:
			readText(b, c.Text)
		}
		last := c.line(len(c.Lines)) // in the file, outputs stand before the source
		b.line = func(int) int { return last }
		path, levels := b.path, b.levels // a heading of an output heads no cell
		for _, o := range c.outputs {
			read, short := o.read(b)
			cut = cut || short
			if !read && o.picture {
				pictures++
			}
			b.path, b.levels = path, levels
		}
	}
	b.line = nil
	if cut {
		b.warn("long cell outputs were cut after about 1,000 characters")
	}
	if pictures > 0 {
		b.warn(fmt.Sprintf("outputs that are pictures and were not read: %d", pictures))
	}
	return nil
}

// read adds the richest form that holds text. Lines that were printed over one another are the last of them.
func (o *output) read(b *builder) (read, cut bool) {
	before, plain := len(b.doc.Blocks), o.forms["text/plain"]
	if (o.picture || len(o.forms) > 1) && typeName.MatchString(plain) {
		plain = ""
	}
	for _, form := range outputForms {
		text := o.forms[form]
		if len(text) > maxRich || form == "text/html" && plain != "" && !strings.Contains(text, "<table") {
			text = ""
		}
		if form == "text/plain" {
			text = plain
		}
		switch form {
		case "text/html":
			htmlBlocks(b, text, 1)
		case "text/markdown":
			markdownBlocks(b, text, 1)
		case "text/latex":
			if b.markup.Spend(fragmentWork) == nil {
				readLaTeX(b, text)
			}
		default:
			text, cut = shorten(clean(printed(text)))
			b.add(Block{Kind: Code, StartLine: 1, EndLine: 1, Lang: Output}, text)
		}
		if len(b.doc.Blocks) > before {
			return true, cut
		}
	}
	return false, cut
}

// typeName matches the plain form of what is no text: "<Figure size 640x480 with 1 Axes>".
var typeName = regexp.MustCompile(`^\s*<[^<>]*>\s*$`)

// printed leaves out of each line what was printed over.
func printed(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, "\r")
		lines[i] = line[strings.LastIndexByte(line, '\r')+1:]
	}
	return strings.Join(lines, "\n")
}

// settingMagic is a line of IPython that only sets up how the notebook runs or looks.
var settingMagic = regexp.MustCompile(`(?m)^%{1,2}(?:matplotlib|pylab|config|load_ext|reload_ext|autoreload|capture|autosave)\b.*$`)

// line returns the line of the file that line n of the text, counted from 1, stands on.
func (c *Cell) line(n int) int {
	if len(c.Lines) == 0 {
		return 1
	}
	return c.Lines[min(max(n, 1), len(c.Lines))-1]
}

// shorten cuts an output to maxOutput, at the end of a line where there is one.
func shorten(s string) (_ string, cut bool) {
	if utf8.RuneCountInString(s) <= maxOutput {
		return s, false
	}
	s = string([]rune(s)[:maxOutput])
	if i := strings.LastIndexByte(s, '\n'); i > 0 {
		s = s[:i]
	}
	return s, true
}

// notebookParser reads JSON token by token, which alone tells where in the file a value stands. Each method takes the
// first token of a value and reads the rest; values of an unexpected type are passed over. After an error nothing is
// read.
type notebookParser struct {
	dec   *json.Decoder
	src   string
	at    int64 // an offset in src
	line  int   // the line that it is on
	err   error
	lang  string // of the kernel
	cells []Cell // nil where the file is no notebook
}

// lineNow is the line of the token that was read last.
func (p *notebookParser) lineNow() int {
	at := p.dec.InputOffset()
	p.line += strings.Count(p.src[p.at:at], "\n")
	p.at = at
	return p.line
}

func (p *notebookParser) token() (t json.Token) {
	if p.err == nil {
		t, p.err = p.dec.Token()
	}
	return t
}

// object calls field for each key of an object with the first token of its value.
func (p *notebookParser) object(first json.Token, field func(key string, value json.Token)) {
	p.container(first, '{', func(key json.Token) {
		name, _ := key.(string)
		field(name, p.token())
	})
}

// array calls element for the first token of each element.
func (p *notebookParser) array(first json.Token, element func(value json.Token)) {
	p.container(first, '[', element)
}

func (p *notebookParser) container(first json.Token, open json.Delim, inside func(json.Token)) {
	if first != open {
		p.skip(first)
		return
	}
	for p.err == nil && p.dec.More() {
		inside(p.token())
	}
	p.token()
}

// skip passes over a value.
func (p *notebookParser) skip(first json.Token) {
	depth := 0
	for token := first; p.err == nil; token = p.token() {
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth <= 0 {
			return
		}
	}
}

// text reads a string or an array of strings, as notebooks store lines. The numbers are those of the lines of the
// file that the lines of the text stand on.
func (p *notebookParser) text(first json.Token) (text string, lines []int) {
	return p.lines(first, unixLines)
}

// lines is text with its line ends made uniform, or not.
func (p *notebookParser) lines(first json.Token, uniform func(string) string) (text string, lines []int) {
	var out []byte
	add := func(value json.Token) {
		s, _ := value.(string)
		if s = uniform(s); s != "" {
			n := strings.Count(s[:len(s)-1], "\n")
			if len(out) == 0 || out[len(out)-1] == '\n' {
				n++
			}
			lines = append(lines, slices.Repeat([]int{p.lineNow()}, n)...)
			out = append(out, s...)
		}
		p.skip(value)
	}
	if first == json.Delim('[') {
		p.array(first, add)
	} else {
		add(first)
	}
	return string(out), lines
}

// name reads a string that is not text of the notebook.
func (p *notebookParser) name(s *string, first json.Token) {
	if value, ok := first.(string); ok {
		*s = strings.ToLower(value)
	}
	p.skip(first)
}

// top reads one field of the notebook.
func (p *notebookParser) top(key string, value json.Token) {
	switch key {
	case "cells":
		p.readCells(value)
	case "worksheets": // format 3
		p.array(value, func(sheet json.Token) {
			p.object(sheet, func(key string, value json.Token) {
				if key == "cells" {
					p.readCells(value)
				} else {
					p.skip(value)
				}
			})
		})
	case "metadata":
		p.object(value, func(key string, value json.Token) {
			if key != "kernelspec" && key != "language_info" {
				p.skip(value)
				return
			}
			p.object(value, func(key string, value json.Token) {
				if key == "language" || key == "name" && p.lang == "" {
					p.name(&p.lang, value)
				} else {
					p.skip(value)
				}
			})
		})
	default:
		p.skip(value)
	}
}

func (p *notebookParser) readCells(first json.Token) {
	if p.cells == nil {
		p.cells = []Cell{} // a notebook, if an empty one
	}
	p.array(first, func(value json.Token) {
		if len(p.cells) == maxCells {
			p.skip(value)
			return
		}
		var c Cell
		p.object(value, func(key string, value json.Token) { p.cell(&c, key, value) })
		p.cells = append(p.cells, c)
	})
}

// cell reads one field of a cell.
func (p *notebookParser) cell(c *Cell, key string, value json.Token) {
	switch key {
	case "cell_type":
		p.name(&c.Kind, value)
	case "source", "input":
		c.Text, c.Lines = p.text(value)
		c.Text = clean(c.Text)
	case "language": // format 3
		p.name(&c.Lang, value)
	case "level":
		if level, ok := value.(json.Number); ok {
			n, _ := strconv.Atoi(level.String())
			c.Level = min(max(n, 1), 6)
		}
		p.skip(value)
	case "outputs":
		p.array(value, func(value json.Token) {
			o := p.output(value)
			if n := len(c.outputs); n > 0 && o.stream != "" && c.outputs[n-1].stream == o.stream {
				c.outputs[n-1].forms["text/plain"] += o.forms["text/plain"]
			} else {
				c.outputs = append(c.outputs, o)
			}
		})
	default:
		p.skip(value)
	}
}

// output is what a cell printed or shows. Of an error it is the kind and the message.
func (p *notebookParser) output(first json.Token) output {
	o := output{forms: map[string]string{}}
	var kind, message string
	raw := func(token json.Token) string {
		s, _ := p.lines(token, func(s string) string { return s })
		return s
	}
	field := func(key string, value json.Token) {
		form := key
		for _, f := range outputForms {
			if strings.HasSuffix(f, "/"+key) {
				form = f
			}
		}
		_, object := value.(json.Delim)
		switch {
		case key == "ename":
			kind = raw(value)
		case key == "evalue":
			message = raw(value)
		case key == "name":
			o.stream = raw(value)
		case key == "text":
			o.forms["text/plain"] = raw(value)
		case form == "application/json" && object:
			start := p.dec.InputOffset() - 1
			var text bytes.Buffer
			if p.skip(value); p.err == nil && json.Compact(&text, []byte(p.src[start:p.dec.InputOffset()])) == nil {
				o.forms[form] = text.String()
			}
		case slices.Contains(outputForms[:], form):
			o.forms[form] = raw(value)
		default:
			o.picture = o.picture || strings.HasPrefix(key, "image/") || key == "png" || key == "svg" || key == "jpeg"
			p.skip(value)
		}
	}
	p.object(first, func(key string, value json.Token) {
		if key == "data" {
			p.object(value, field)
		} else {
			field(key, value)
		}
	})
	if kind != "" || message != "" {
		o.forms["text/plain"] = strings.Trim(kind+": "+message, ": ")
	}
	return o
}
