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
	pending     byte            // white space not yet written, 0 if none
	first, last int             // lines of the first and the last visible character
	codeDepth   int             // open inline code elements
	codeStart   int             // where the text of the outermost begins
	raised      int             // where a superscript begins, counted from 1, 0 if none is open
	spaced      bool            // there is white space before it
	linking     bool            // a link to a place in a page is open
	linked      bool            // one was open since then
	left        bool            // a mark or a passage was left out here
	label       bool            // all that there is is a mark that a note may begin with
	notes       map[string]bool // marks that notes begin with
}

func (r *textRun) write(s string, line int) {
	if r.label && strings.TrimLeft(s, " \n\t") != s { // of a note
		r.text = r.text[:0]
	}
	r.label = r.label && s == ""
	for i, c := range s {
		if r.left && r.pending != 0 && strings.ContainsRune(".,;:!?)", c) {
			r.pending = 0
		}
		r.left = r.left && unicode.IsSpace(c)
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
			if r.text = utf8.AppendRune(r.text, c); c == '⁄' {
				r.fraction()
			}
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

// raise begins a superscript. The notes of the page begin with one of these marks.
func (r *textRun) raise(notes map[string]bool) {
	r.notes, r.spaced, r.linked = notes, r.pending != 0, r.linking
	r.gap()
	r.raised = len(r.text) + 1
}

var (
	exponent = regexp.MustCompile(`^[-−+]?(?:\d+(?:\.\d+)?|[A-Za-z])$`)
	// formula matches an exponent of several parts, but not the end of a word, as in "1st".
	formula  = regexp.MustCompile(`^[-−+]?\w+(?:\s*[-−+*/·]\s*\w+)+$`)
	noteMark = regexp.MustCompile(`^[\[(]?(?:\d{1,3}|[a-z]|[ivx]{1,4}|[*†‡§¶]{1,3}|(?:note|fn\.?|nb) \w{1,3})[\])]?(?:,\s*\d{1,3})*$`)
	mixed    = regexp.MustCompile(`\d\^\d{1,3}[/⁄]$`)
	longWord = regexp.MustCompile(`\pL{4}$`) // and no unit or variable, which may have an exponent
)

// lower ends a superscript. The mark of a note is left out: one that is a link to a place in a page, and one that is
// not behind a number if a note begins with it and it stands behind a word, or if it stands behind the end of a
// sentence. An exponent, and what may be one, stands after "^".
func (r *textRun) lower() {
	at := r.raised - 1
	if r.raised = 0; at < 0 || at > len(r.text) {
		return
	}
	base, _ := utf8.DecodeLastRune(r.text[:at])
	script := string(bytes.Join(bytes.Fields(r.text[at:]), []byte(" ")))
	mark := noteMark.MatchString(script)
	ends := base > 0 && strings.ContainsRune(".,;:!?”\"’*†‡", base)
	word := r.spaced || longWord.Match(r.text[max(0, at-4*utf8.UTFMax):at])
	mark = mark && (r.linked || ends || word && r.notes[strings.Trim(script, "[]()")])
	switch {
	case at == 0:
		r.label = noteMark.MatchString(script)
	case mark:
		if r.text = r.text[:at]; r.spaced {
			r.text = bytes.TrimRight(r.text, " \n")
			r.pending = ' '
		}
		r.left = true
	case !alphanumeric(base) && base != ')':
	case exponent.MatchString(script):
		r.text = append(append(r.text[:at], '^'), script...)
	case formula.MatchString(script):
		r.text = append(append(append(r.text[:at], "^("...), script...), ')')
	}
}

// fraction makes of a raised number behind another one, of which the lower half of a fraction follows, the upper
// half: "2^1/" is "2 1/".
func (r *textRun) fraction() {
	if mixed.Match(r.text[max(0, len(r.text)-len("2^100⁄")):]) && r.codeDepth == 0 {
		r.text[bytes.LastIndexByte(r.text, '^')] = ' '
		r.text = append(bytes.TrimSuffix(bytes.TrimSuffix(r.text, []byte("⁄")), []byte("/")), '/')
	}
}

// take returns the text of the run with its lines, and starts a new one.
func (r *textRun) take() (text string, first, last int) {
	text, first, last = string(bytes.TrimSpace(r.text)), r.first, r.last
	*r = textRun{text: r.text[:0]}
	return text, first, last
}
