package python

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ibid/index/symbol/code"
)

// is says whether token i is written as text. Tokens outside of toks are not.
func (s *scanner) is(toks []token, i int, text string) bool {
	return i >= 0 && i < len(toks) && s.src[toks[i].start:toks[i].end] == text
}

// normal is a name in the normal form that Python compares.
func (s *scanner) normal(name string) string {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			return norm.NFKC.String(name)
		}
	}
	return name
}

// nesting is what a token does to the depth of brackets.
func nesting(src string, t token) int {
	if t.kind == op {
		switch src[t.start] {
		case '(', '[', '{':
			return 1
		case ')', ']', '}':
			return -1
		}
	}
	return 0
}

// match returns the index of the bracket that closes the one at index open, or the last index where there is none.
func (s *scanner) match(toks []token, open int) int {
	depth := 0
	for i := open; i < len(toks); i++ {
		if depth += nesting(s.src, toks[i]); depth == 0 {
			return i
		}
	}
	return max(len(toks)-1, open+1)
}

// texts writes spans of the logical line, one by one.
func (s *scanner) texts(spans []code.Span) []string {
	var out []string
	for _, at := range spans {
		out = append(out, s.text(at, valueBytes))
	}
	return out
}

// text writes a span of the logical line on one line. Where that takes more than limit bytes, what stands in brackets
// is left out; where that is still too long it is cut.
func (s *scanner) text(at code.Span, limit int) string {
	text, ok := s.whole(at, limit)
	if ok {
		return text
	}
	if text = s.outline(at); len(text) <= limit {
		return text
	}
	cut := limit
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// whole writes a span on one line, and says whether limit bytes are enough for that.
func (s *scanner) whole(at code.Span, limit int) (string, bool) {
	if text := s.src[at.Start:at.End]; strings.IndexByte(text, '\n') < 0 {
		return text, len(text) <= limit
	}
	toks := s.p.tokens(at)
	s.buf = s.buf[:0]
	for i, t := range toks {
		if len(s.buf) > limit {
			return "", false
		}
		if t.kind == op && s.src[t.start] == ',' && i > 0 && i+1 < len(toks) && toks[i+1].line > t.line && nesting(s.src, toks[i+1]) < 0 {
			continue // behind the last of several lines
		}
		s.space(toks, i)
		s.write(t)
	}
	return string(s.buf), len(s.buf) <= limit
}

// outline writes a span on one line without what stands in brackets: f(…) as "f(...)".
func (s *scanner) outline(at code.Span) string {
	toks := s.p.tokens(at)
	s.buf = s.buf[:0]
	depth := 0
	for i, t := range toks {
		change := nesting(s.src, t)
		if change < 0 {
			depth = max(depth-1, 0)
		}
		if depth == 0 {
			s.space(toks, i)
			s.write(t)
			if change > 0 && i+1 < len(toks) && nesting(s.src, toks[i+1]) >= 0 {
				s.buf = append(s.buf, "..."...)
			}
		}
		if change > 0 {
			depth++
		}
	}
	return string(s.buf)
}

// space writes the space before token i, where the source has any that matters.
func (s *scanner) space(toks []token, i int) {
	if i > 0 && toks[i].start > toks[i-1].end && nesting(s.src, toks[i-1]) <= 0 && nesting(s.src, toks[i]) >= 0 {
		s.buf = append(s.buf, ' ')
	}
}

// write writes a token; a line break in a string, which may have no end, is written as an escape.
func (s *scanner) write(t token) {
	text := s.src[t.start:t.end]
	if strings.IndexByte(text, '\n') >= 0 {
		text = strings.ReplaceAll(text, "\n", `\n`)
	}
	s.buf = append(s.buf, text...)
}

// constant is the text that an expression is. Bytes and f-strings are none.
func (s *scanner) constant(e *code.Expr) (string, bool) {
	if !isText(e) || len(e.Parts) > 0 {
		return "", false
	}
	of := within(s.src, e.Span.Start, e.Span.End)
	for of.line[len(of.line)-1].kind != end {
		of.ahead(len(of.line))
	}
	return s.join(of.line[:len(of.line)-1])
}

// join is the value of string tokens that stand next to each other. Bytes and f-strings have none.
func (s *scanner) join(toks []token) (string, bool) {
	if len(toks) == 1 {
		return s.unquote(toks[0])
	}
	var all strings.Builder
	for _, t := range toks {
		part, ok := s.unquote(t)
		if !ok {
			return "", false
		}
		all.WriteString(part)
	}
	return all.String(), len(toks) > 0
}

// unquote is the value of one string token.
func (s *scanner) unquote(t token) (string, bool) {
	if t.kind != str {
		return "", false
	}
	prefix, start, stop := quotes(s.src, t)
	if strings.ContainsAny(prefix, "bBfFtT") {
		return "", false
	}
	text := s.src[start:stop]
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	if strings.ContainsAny(prefix, "rR") || strings.IndexByte(text, '\\') < 0 {
		return text, true
	}
	return unescape(text), true
}

// unescape replaces the escapes of quotes, backslashes and ends of lines. Others stay as they are.
var unescape = strings.NewReplacer("\\\n", "", `\\`, `\`, `\'`, `'`, `\"`, `"`, `\n`, "\n", `\t`, "\t").Replace

// cleanDoc removes the indentation that the lines after the first have in common, and blank lines at both ends, as
// Python's inspect.cleandoc.
func cleanDoc(doc string) string {
	if strings.IndexByte(doc, '\n') < 0 && strings.IndexByte(doc, '\t') < 0 {
		return strings.TrimLeft(doc, " ")
	}
	lines := strings.Split(doc, "\n")
	margin := -1
	for i, line := range lines {
		if rest := strings.TrimLeft(line, " \f\v\r\t"); i > 0 && rest != "" && (margin < 0 || len(line)-len(rest) < margin) {
			margin = len(line) - len(rest)
		}
	}
	lines[0] = strings.TrimLeft(lines[0], " \f\v\r\t")
	for i := 1; i < len(lines) && margin > 0; i++ {
		lines[i] = lines[i][min(margin, len(lines[i])):]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	return strings.Join(lines, "\n")
}

// blankLines counts the lines of a string token before the first that shows something.
func blankLines(text string) int {
	text = strings.TrimLeft(text, "rRuU\"'")
	rest := strings.TrimLeft(text, " \t\r\n\f\\")
	return strings.Count(text[:len(text)-len(rest)], "\n")
}
