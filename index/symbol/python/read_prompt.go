package python

import (
	"strings"
)

// notPython passes a line that is no Python at all: a magic or a command of IPython, a fence of Markdown, or the
// start of a transcript, whose prompts and output it takes out of the way. It says whether there was one.
func (p *reader) notPython() bool {
	rest := p.src[p.tok.start:]
	switch {
	case strings.HasPrefix(rest, "%%") && !inPython(rest[2:]):
		p.breakLine(len(p.src))
	case p.text == "%", p.text == "!", p.text == "?", strings.HasPrefix(rest, "```"):
		p.skipLine()
	case !p.prompted && prompt(rest, false) > 0:
		p.prompted = true
		start := p.margin(p.tok.start)
		p.src = p.src[:start] + withoutPrompts(p.src[start:])
		p.lex.src = p.src
		p.breakLine(start)
	default:
		return false
	}
	p.advance()
	return true
}

// skipLine goes to the end of the line of the current token.
func (p *reader) skipLine() { p.breakLine(p.lineEnd(p.tok.start)) }

// inPython says whether the cell under the magic of that line is Python.
func inPython(line string) bool {
	words := strings.FieldsFunc(line, func(r rune) bool { return class[byte(min(r, 0x80))] != letter })
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "time", "timeit", "capture", "prun", "debug", "python":
		return true
	}
	return false
}

// prompt returns the length of the prompt of a shell that line starts with, 0 for none.
func prompt(line string, more bool) int {
	signs := ">>>"
	if more {
		signs = "..."
	}
	if rest, ok := strings.CutPrefix(line, signs); ok && (rest == "" || rest[0] == ' ' || rest[0] == '\n' || rest[0] == '\r') {
		return len(signs)
	}
	if more && strings.HasPrefix(line, "...:") {
		return len("...:")
	}
	if rest, ok := strings.CutPrefix(line, "In ["); ok && !more {
		n := 0
		for n < len(rest) && class[rest[n]] == digit {
			n++
		}
		if n > 0 && strings.HasPrefix(rest[n:], "]:") {
			return len("In [") + n + len("]:")
		}
	}
	return 0
}

// withoutPrompts puts spaces in the place of prompts and of what the shell printed, so that offsets stay as they are.
func withoutPrompts(text string) string {
	out := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			out[i] = ' '
		}
	}
	typed := false
	for start := 0; start < len(text); {
		stop := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			stop = start + n
		}
		first := start
		for first < stop && class[text[first]] == space {
			first++
		}
		n := prompt(text[first:stop], false)
		if n == 0 && typed {
			n = prompt(text[first:stop], true)
		}
		if typed = n > 0; typed {
			blank(first, first+n)
		} else {
			blank(start, stop)
		}
		start = stop + 1
	}
	return string(out)
}
