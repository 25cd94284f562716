package python

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// is says whether token i is written as text. Tokens outside of toks are not.
func (s *scanner) is(toks []token, i int, text string) bool {
	return i >= 0 && i < len(toks) && s.src[toks[i].start:toks[i].end] == text
}

// name is the name that a token writes, in the normal form that Python compares.
func (s *scanner) name(t token) string {
	text := s.src[t.start:t.end]
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return norm.NFKC.String(text)
		}
	}
	return text
}

// nesting is what a token does to the depth of brackets.
func (s *scanner) nesting(t token) int {
	if t.kind == op {
		switch s.src[t.start] {
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
		if depth += s.nesting(toks[i]); depth == 0 {
			return i
		}
	}
	return max(len(toks)-1, open+1)
}

// find returns the index of the first operator c outside of brackets and lambdas, -1 where there is none.
func (s *scanner) find(toks []token, c byte) int {
	depth, lambdas := 0, 0
	for i, t := range toks {
		switch {
		case t.kind == name:
			if t.end-t.start == len("lambda") && depth == 0 && s.src[t.start:t.end] == "lambda" {
				lambdas++
			}
		case t.kind != op || t.end-t.start > 1:
		case depth == 0 && lambdas > 0 && s.src[t.start] == ':':
			lambdas--
		case depth == 0 && lambdas == 0 && s.src[t.start] == c:
			return i
		default:
			depth += s.nesting(t)
		}
	}
	return -1
}

// findWord returns the index of the first word outside of brackets, -1 where there is none.
func (s *scanner) findWord(toks []token, word string) int {
	depth := 0
	for i, t := range toks {
		if depth += s.nesting(t); depth == 0 && t.kind == name && s.src[t.start:t.end] == word {
			return i
		}
	}
	return -1
}

// text writes tokens on one line. Where that takes more than limit bytes, what stands in brackets is left out; where that
// is still too long it is cut.
func (s *scanner) text(toks []token, limit int) string {
	text, ok := s.whole(toks, limit)
	if ok {
		return text
	}
	if text = s.outline(toks); len(text) <= limit {
		return text
	}
	cut := limit
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// whole writes tokens on one line, and says whether limit bytes are enough for that.
func (s *scanner) whole(toks []token, limit int) (string, bool) {
	if len(toks) == 0 {
		return "", true
	}
	first, last := toks[0], toks[len(toks)-1]
	if text := s.src[first.start:last.end]; first.line == last.line && (len(text) > limit || strings.IndexByte(text, '\n') < 0) {
		return text, len(text) <= limit
	}
	s.buf = s.buf[:0]
	for i, t := range toks {
		if len(s.buf) > limit {
			return "", false
		}
		if s.trails(toks, i) {
			continue
		}
		s.space(toks, i)
		s.write(t)
	}
	return string(s.buf), len(s.buf) <= limit
}

// trails says whether token i is the comma after the last of several lines in brackets, which one line does not need. Where it may
// make a tuple of a single item it stays.
func (s *scanner) trails(toks []token, i int) bool {
	if i < 2 || i+1 >= len(toks) || toks[i+1].line == toks[i].line || !s.is(toks, i, ",") || s.nesting(toks[i+1]) >= 0 {
		return false
	}
	depth := 0
	for j := i - 1; j >= 0 && j >= i-lookBack; j-- {
		depth -= s.nesting(toks[j])
		switch {
		case depth < 0: // the opening bracket: of a call or a definition, or of a list
			return s.src[toks[j].start] != '(' || j > 0 && toks[j-1].kind == name
		case depth == 0 && s.is(toks, j, ","):
			return true
		}
	}
	return false
}

// outline writes tokens on one line without what stands in brackets: f(…) as "f(...)".
func (s *scanner) outline(toks []token) string {
	s.buf = s.buf[:0]
	depth := 0
	for i, t := range toks {
		change := s.nesting(t)
		if change < 0 {
			depth = max(depth-1, 0)
		}
		if depth == 0 {
			s.space(toks, i)
			s.write(t)
			if change > 0 && i+1 < len(toks) && s.nesting(toks[i+1]) >= 0 {
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
	if i > 0 && toks[i].start > toks[i-1].end && s.nesting(toks[i-1]) <= 0 && s.nesting(toks[i]) >= 0 {
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

// constant is the value of string tokens that stand next to each other. Bytes and f-strings have none.
func (s *scanner) constant(toks []token) (string, bool) {
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
	text := s.src[t.start:t.end]
	raw := false
	for class[text[0]] != quote {
		switch text[0] | 0x20 {
		case 'r':
			raw = true
		case 'b', 'f', 't':
			return "", false
		}
		text = text[1:]
	}
	if len(text) >= 6 && text[1] == text[0] && text[2] == text[0] {
		text = text[3 : len(text)-3]
	} else {
		text = text[1 : len(text)-1]
	}
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	if raw || strings.IndexByte(text, '\\') < 0 {
		return text, true
	}
	return unescape(text), true
}

// unescape replaces the escapes of a string. Those that it does not know stay as they are, as in Python.
func unescape(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for {
		i := strings.IndexByte(text, '\\')
		if i < 0 || i+1 == len(text) {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		text = text[i:]
		n := 2
		switch c := text[1]; c {
		case '\n':
		case '\\', '\'', '"':
			b.WriteByte(c)
		case 'x', 'u', 'U':
			n = 2 + map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			v, err := strconv.ParseUint(text[2:min(n, len(text))], 16, 32)
			if err != nil || n > len(text) {
				n = 2
				b.WriteString(text[:n])
			} else {
				b.WriteRune(rune(v))
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			for n < len(text) && n < 4 && text[n] >= '0' && text[n] <= '7' {
				n++
			}
			v, _ := strconv.ParseUint(text[1:n], 8, 16) // three octal digits
			b.WriteRune(rune(v))
		default:
			if at := strings.IndexByte("abfnrtv", c); at >= 0 {
				b.WriteByte("\a\b\f\n\r\t\v"[at])
			} else {
				b.WriteString(text[:n])
			}
		}
		text = text[n:]
	}
}

// cleanDoc removes the indentation that the lines after the first have in common, and blank lines at both ends, as
// Python's inspect.cleandoc.
func cleanDoc(doc string) string {
	if strings.IndexByte(doc, '\n') < 0 && strings.IndexByte(doc, '\t') < 0 {
		return strings.TrimLeft(doc, " ")
	}
	lines := strings.Split(doc, "\n")
	margin := -1
	for i, line := range lines {
		if strings.IndexByte(line, '\t') >= 0 {
			line = expandTabs(line)
			lines[i] = line
		}
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

func expandTabs(line string) string {
	var b strings.Builder
	column := 0
	for _, r := range line {
		if r == '\t' {
			for n := tabWidth - column%tabWidth; n > 0; n-- {
				b.WriteByte(' ')
				column++
			}
			continue
		}
		b.WriteRune(r)
		column++
	}
	return b.String()
}

// blankLines counts the lines of a string token before the first that shows something.
func blankLines(text string) int {
	text = strings.TrimLeft(text, "rRuU\"'")
	rest := strings.TrimLeft(text, " \t\r\n\f\\")
	return strings.Count(text[:len(text)-len(rest)], "\n")
}

// decode makes UTF-8 of a source. One that says it is written in Latin-1 or Windows' variant of it is read as that; of others what is not UTF-8
// is replaced.
func decode(src []byte) string {
	if utf8.Valid(src) {
		return string(src)
	}
	head := src
	for line, n := 0, 0; n < len(src); n++ {
		if src[n] == '\n' {
			if line++; line == 2 { // the encoding is named in the first two lines
				head = src[:n]
				break
			}
		}
	}
	head = bytes.ToLower(head)
	if !bytes.Contains(head, []byte("latin")) && !bytes.Contains(head, []byte("8859-1")) && !bytes.Contains(head, []byte("1252")) {
		return strings.ToValidUTF8(string(src), "\uFFFD")
	}
	var b strings.Builder
	for _, c := range src {
		b.WriteRune(rune(c))
	}
	return b.String()
}
