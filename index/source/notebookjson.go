package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxCells is how many cells of a notebook are read.
const maxCells = 50_000

// notebook is the part of a notebook file that holds text.
type notebook struct {
	lang  string // of its kernel
	cells []notebookCell
}

type notebookCell struct {
	kind    string // "markdown", "code", "raw", in format 3 also "heading"
	lang    string // in format 3
	level   int    // of a heading, in format 3
	source  notebookText
	outputs [][]byte
}

// notebookText is a text with the line of the file that each of its lines stands on.
type notebookText struct {
	text  []byte
	lines []int
}

// line returns the line of the file that line n of the text, counted from 1, stands on.
func (t notebookText) line(n int) int {
	if len(t.lines) == 0 {
		return 1
	}
	return t.lines[min(max(n, 1), len(t.lines))-1]
}

// append adds a JSON string that stands on the given line of the file.
func (t *notebookText) append(s string, line int) {
	s = unixLines(s)
	if s == "" {
		return
	}
	if len(t.text) == 0 || t.text[len(t.text)-1] == '\n' {
		t.lines = append(t.lines, line)
	}
	for range strings.Count(s[:len(s)-1], "\n") {
		t.lines = append(t.lines, line)
	}
	t.text = append(t.text, s...)
}

// notebookParser reads JSON token by token, which alone tells where in the file a value stands. Values of an
// unexpected type are passed over.
type notebookParser struct {
	dec  *json.Decoder
	src  string
	at   int64 // an offset in src
	line int   // the line that it is on
	nb   notebook
}

func parseNotebook(src string) (notebook, error) {
	p := &notebookParser{dec: json.NewDecoder(strings.NewReader(src)), src: src, line: 1}
	p.dec.UseNumber()
	err := p.object(p.top)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = fmt.Errorf("the file ends too early: %w", io.ErrUnexpectedEOF)
	}
	if err != nil {
		p.count()
		return notebook{}, fmt.Errorf("damaged notebook, near line %d: %w", p.line, err)
	}
	return p.nb, nil
}

func (p *notebookParser) count() {
	at := p.dec.InputOffset()
	p.line += strings.Count(p.src[p.at:at], "\n")
	p.at = at
}

// object reads an object and calls field for each key; field reads the value.
func (p *notebookParser) object(field func(key string) error) error {
	return p.container('{', func() error {
		key, err := p.dec.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		return field(name)
	})
}

// array reads an array and calls element for each of its values, which reads it.
func (p *notebookParser) array(element func() error) error { return p.container('[', element) }

func (p *notebookParser) container(open json.Delim, inside func() error) error {
	token, err := p.dec.Token()
	if err != nil {
		return err
	}
	if token != open {
		return p.rest(token)
	}
	for p.dec.More() {
		if err := inside(); err != nil {
			return err
		}
	}
	_, err = p.dec.Token()
	return err
}

// rest passes over what is left of a value after its first token.
func (p *notebookParser) rest(token json.Token) error {
	for depth := 0; ; {
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth <= 0 {
			return nil
		}
		var err error
		if token, err = p.dec.Token(); err != nil {
			return err
		}
	}
}

// skip passes over a value.
func (p *notebookParser) skip() error {
	token, err := p.dec.Token()
	if err != nil {
		return err
	}
	return p.rest(token)
}

// text reads a string or an array of strings, as notebooks store lines.
func (p *notebookParser) text(t *notebookText) error {
	token, err := p.dec.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('[') {
		if s, ok := token.(string); ok {
			p.count()
			t.append(s, p.line)
		}
		return p.rest(token)
	}
	for p.dec.More() {
		if token, err = p.dec.Token(); err != nil {
			return err
		}
		if s, ok := token.(string); ok {
			p.count()
			t.append(s, p.line)
		}
		if err := p.rest(token); err != nil {
			return err
		}
	}
	_, err = p.dec.Token()
	return err
}

// name reads a string that is not text of the notebook.
func (p *notebookParser) name(s *string) error {
	token, err := p.dec.Token()
	if err != nil {
		return err
	}
	if value, ok := token.(string); ok {
		*s = strings.ToLower(value)
	}
	return p.rest(token)
}

// top reads one field of the notebook.
func (p *notebookParser) top(key string) error {
	switch key {
	case "cells":
		return p.cells()
	case "worksheets": // format 3
		return p.array(func() error {
			return p.object(func(key string) error {
				if key == "cells" {
					return p.cells()
				}
				return p.skip()
			})
		})
	case "metadata":
		return p.object(func(key string) error {
			switch key {
			case "kernelspec", "language_info":
				return p.object(func(key string) error {
					if key == "language" || key == "name" && p.nb.lang == "" {
						return p.name(&p.nb.lang)
					}
					return p.skip()
				})
			}
			return p.skip()
		})
	}
	return p.skip()
}

func (p *notebookParser) cells() error {
	if p.nb.cells == nil {
		p.nb.cells = []notebookCell{} // a notebook, if an empty one
	}
	return p.array(func() error {
		if len(p.nb.cells) == maxCells {
			return p.skip()
		}
		var c notebookCell
		err := p.object(func(key string) error { return p.cell(&c, key) })
		p.nb.cells = append(p.nb.cells, c)
		return err
	})
}

// cell reads one field of a cell.
func (p *notebookParser) cell(c *notebookCell, key string) error {
	switch key {
	case "cell_type":
		return p.name(&c.kind)
	case "source", "input":
		return p.text(&c.source)
	case "language":
		return p.name(&c.lang)
	case "level":
		token, err := p.dec.Token()
		if err != nil {
			return err
		}
		if level, ok := token.(json.Number); ok {
			n, _ := strconv.Atoi(level.String())
			c.level = min(max(n, 1), 6)
		}
		return p.rest(token)
	case "outputs":
		return p.array(func() error {
			var o notebookOutput
			if err := p.object(func(key string) error { return p.output(&o, key) }); err != nil {
				return err
			}
			if len(o.text.text) > 0 && !(o.image && bytes.HasPrefix(o.text.text, []byte("<"))) {
				c.outputs = append(c.outputs, o.text.text)
			}
			return nil
		})
	}
	return p.skip()
}

// notebookOutput is what a cell printed. The text of an image is a mere "<Figure size 640x480>".
type notebookOutput struct {
	text  notebookText
	image bool
}

// output reads one field of an output or of the data in it.
func (p *notebookParser) output(o *notebookOutput, key string) error {
	switch key {
	case "text", "text/plain", "evalue":
		return p.text(&o.text)
	case "data":
		return p.object(func(key string) error { return p.output(o, key) })
	case "png", "svg", "image/png", "image/svg+xml", "image/jpeg":
		o.image = true
	}
	return p.skip()
}
