package source

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// textRun collects the inline text of one block. Runs of white space become one character, a line break if they
// held one.
type textRun struct {
	text        []byte
	pending     byte // white space not yet written, 0 if none
	first, last int  // lines of the first and the last visible character
	codeDepth   int  // open inline code elements
	codeStart   int  // where the text of the outermost begins
}

func (r *textRun) write(s string, line int) {
	for _, c := range s {
		switch {
		case c == '\n':
			line++
			r.space('\n')
		case unicode.IsSpace(c):
			r.space(' ')
		case !unwanted(c):
			r.gap()
			if len(r.text) == 0 {
				r.first = line
			}
			r.last = line
			r.text = utf8.AppendRune(r.text, c)
		}
	}
}

func (r *textRun) space(c byte) {
	if r.pending != '\n' {
		r.pending = c
	}
}

// gap writes the pending white space, except at the start of a run.
func (r *textRun) gap() {
	if r.pending != 0 && len(r.text) > 0 {
		r.text = append(r.text, r.pending)
	}
	r.pending = 0
}

func (r *textRun) openCode() {
	if r.codeDepth++; r.codeDepth == 1 {
		r.gap()
		r.codeStart = len(r.text)
	}
}

// closeCode puts what was written since openCode in backticks.
func (r *textRun) closeCode() {
	if r.codeDepth == 0 {
		return
	}
	if r.codeDepth--; r.codeDepth > 0 {
		return
	}
	code := string(bytes.TrimSpace(r.text[r.codeStart:]))
	if code != "" {
		r.text = append(r.text[:r.codeStart], quoteCode(code)...)
	}
}

// take returns the text of the run with its lines, and starts a new one.
func (r *textRun) take() (text string, first, last int) {
	text, first, last = string(bytes.TrimSpace(r.text)), r.first, r.last
	*r = textRun{text: r.text[:0]}
	return text, first, last
}
