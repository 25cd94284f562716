package source

import (
	"bytes"
	"regexp"
	"strings"
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
	raised      int  // where a superscript begins, 0 if none is open
	linked      bool // a link has begun since then
}

func (r *textRun) write(s string, line int) {
	for i, c := range s {
		switch {
		case r.pending == '\n' && r.codeDepth == 0 && len(r.text) > 0 && strings.ContainsRune(".,;", c) && strings.TrimLeft(s[i+1:], " \n\t") != s[i+1:]:
			r.text = append(r.text, byte(c)) // a mark does not begin a line
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

// raise begins a superscript.
func (r *textRun) raise() {
	if r.raised = 0; r.pending == 0 && r.codeDepth == 0 {
		r.raised, r.linked = len(r.text), false
	}
}

var exponent = regexp.MustCompile(`^[-−+]?(?:\d+(?:\.\d+)?|[A-Za-z])$`)

// lower ends a superscript: an exponent stands after "^", and a number that is a link is the mark of a footnote and left out.
func (r *textRun) lower() {
	at := r.raised
	if r.raised = 0; at == 0 {
		return
	}
	base, _ := utf8.DecodeLastRune(r.text[:at])
	script := string(bytes.TrimSpace(r.text[at:]))
	switch {
	case r.linked && strings.Trim(script, "[]()0123456789*†‡") == "":
		r.text = r.text[:at]
	case exponent.MatchString(script) && (unicode.IsLetter(base) || unicode.IsDigit(base) || base == ')'):
		r.text = append(append(r.text[:at], '^'), script...)
	}
}

// take returns the text of the run with its lines, and starts a new one.
func (r *textRun) take() (text string, first, last int) {
	text, first, last = string(bytes.TrimSpace(r.text)), r.first, r.last
	*r = textRun{text: r.text[:0]}
	return text, first, last
}
