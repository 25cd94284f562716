package python

import "strings"

// notPython passes a line that is no Python at all: a magic or a command of IPython, a fence of Markdown, or the
// start of a transcript, whose prompts and output it takes out of the way. It says whether there was one.
func (p *reader) notPython() bool {
	rest := p.src[p.tok.start:]
	switch {
	case strings.HasPrefix(rest, "%%") && !strings.HasPrefix(rest, "%%time"): // a cell of another language
		p.breakLine(len(p.src))
	case p.text == "%", p.text == "!", p.text == "?", strings.HasPrefix(rest, "```"):
		p.breakLine(p.lineEnd(p.tok.start))
	case !p.prompted && prompted(rest, ">>>"):
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

// prompted tells whether a line starts with a prompt of the shell.
func prompted(line, prompt string) bool {
	rest, ok := strings.CutPrefix(line, prompt)
	return ok && (rest == "" || strings.IndexByte(" \r\n", rest[0]) >= 0)
}

// withoutPrompts puts spaces in the place of prompts and of what the shell printed, so that offsets stay as they are.
func withoutPrompts(text string) string {
	var out strings.Builder
	typed := false
	for line := range strings.Lines(text) {
		code := strings.TrimLeft(line, " \t\f\r")
		typed = prompted(code, ">>>") || typed && prompted(code, "...")
		blank := len(line) - len(code) + len(">>>")
		if !typed {
			blank = len(strings.TrimRight(line, "\n"))
		}
		out.WriteString(strings.Repeat(" ", blank))
		out.WriteString(line[blank:])
	}
	return out.String()
}
