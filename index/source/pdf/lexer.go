package pdf

import (
	"bytes"
	"strconv"
)

// tokenKind says what a token of a content stream is.
type tokenKind uint8

const (
	tokenEOF tokenKind = iota
	tokenNumber
	tokenString
	tokenName
	tokenArray
	tokenDict
	tokenOperator
)

// token is an operand or an operator. Only the field that belongs to its kind is set.
type token struct {
	kind  tokenKind
	num   float64
	text  string  // bytes of a string, characters of a name or operator
	items []token // elements of an array; keys and values in turn of a dictionary
}

// entry returns the value of a key of a dictionary.
func (t token) entry(key string) (token, bool) {
	for i := 0; i+1 < len(t.items); i += 2 {
		if t.kind == tokenDict && t.items[i].text == key {
			return t.items[i+1], true
		}
	}
	return token{}, false
}

// lexer splits a content stream or character map into tokens (ISO 32000-1, 7.2 and 7.3). It accepts any bytes.
type lexer struct {
	data  []byte
	pos   int
	items int // of the arrays and dictionaries of the current token
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == 0 || c == '\f'
}

func isDelimiter(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return true
	}
	return false
}

func (l *lexer) skipSpace() {
	for l.pos < len(l.data) {
		c := l.data[l.pos]
		if c == '%' {
			for l.pos < len(l.data) && l.data[l.pos] != '\n' && l.data[l.pos] != '\r' {
				l.pos++
			}
		} else if !isSpace(c) {
			return
		} else {
			l.pos++
		}
	}
}

// next returns the next token; tokenEOF ends the stream.
func (l *lexer) next() token {
	l.items = 0
	return l.nested(0)
}

func (l *lexer) nested(depth int) token {
	l.skipSpace()
	if l.pos >= len(l.data) || depth > maxNesting {
		return token{}
	}
	switch c := l.data[l.pos]; c {
	case '(':
		return token{kind: tokenString, text: l.literal()}
	case '<':
		l.pos++
		if l.pos < len(l.data) && l.data[l.pos] == '<' {
			l.pos++
			return token{kind: tokenDict, items: l.list(">>", depth)}
		}
		return token{kind: tokenString, text: l.hex()}
	case '[':
		l.pos++
		return token{kind: tokenArray, items: l.list("]", depth)}
	case '>':
		l.pos++
		if l.pos < len(l.data) && l.data[l.pos] == '>' {
			l.pos++
		}
		return token{kind: tokenOperator, text: ">>"}
	case ']', ')', '{', '}':
		l.pos++
		return token{kind: tokenOperator, text: string(c)}
	case '/':
		l.pos++
		return token{kind: tokenName, text: unescapeName(l.regular())}
	}
	return numberOrOperator(l.regular())
}

// list reads tokens up to the closing one. An operator in the middle ends a dictionary or array that was never closed.
func (l *lexer) list(end string, depth int) []token {
	var items []token
	for {
		t := l.nested(depth + 1)
		if t.kind == tokenEOF || t.kind == tokenOperator && t.text == end {
			return items
		}
		if l.items++; l.items <= maxCodes {
			items = append(items, t)
		}
	}
}

// regular reads up to the next delimiter or white space.
func (l *lexer) regular() []byte {
	start := l.pos
	for l.pos < len(l.data) && !isSpace(l.data[l.pos]) && !isDelimiter(l.data[l.pos]) {
		l.pos++
	}
	return l.data[start:l.pos]
}

func numberOrOperator(b []byte) token {
	if c := b[0]; c == '+' || c == '-' || c == '.' || c >= '0' && c <= '9' {
		if n, ok := parseNumber(b); ok {
			return token{kind: tokenNumber, num: n}
		}
		// Some writers glue numbers together ("12-34"); readers take the first.
		if i := bytes.LastIndexByte(b, '-'); i > 0 {
			n, _ := strconv.ParseFloat(string(b[:i]), 64)
			return token{kind: tokenNumber, num: n}
		}
	}
	return token{kind: tokenOperator, text: string(b)}
}

// parseNumber reads a decimal number of at most 15 digits exactly; anything else goes to strconv.
func parseNumber(b []byte) (float64, bool) {
	i, negative := 0, false
	if b[0] == '-' || b[0] == '+' {
		negative = b[0] == '-'
		i++
	}
	n, scale, digits, point := 0.0, 1.0, 0, false
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c >= '0' && c <= '9':
			n = n*10 + float64(c-'0')
			digits++
			if point {
				scale *= 10
			}
		case c == '.' && !point:
			point = true
		default:
			return 0, false
		}
	}
	if digits > 15 {
		f, err := strconv.ParseFloat(string(b), 64)
		return f, err == nil
	}
	if negative {
		n = -n
	}
	return n / scale, digits > 0
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// unescapeName decodes #xx in a name.
func unescapeName(b []byte) string {
	if bytes.IndexByte(b, '#') < 0 {
		return string(b)
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] == '#' && i+2 < len(b) && hexDigit(b[i+1]) >= 0 && hexDigit(b[i+2]) >= 0 {
			out = append(out, byte(hexDigit(b[i+1])<<4|hexDigit(b[i+2])))
			i += 2
			continue
		}
		out = append(out, b[i])
	}
	return string(out)
}

// hex reads a hexadecimal string whose "<" has been read. An odd digit at the end counts as if a 0 followed.
func (l *lexer) hex() string {
	var out []byte
	high := -1
	for l.pos < len(l.data) && l.data[l.pos] != '>' {
		d := hexDigit(l.data[l.pos])
		l.pos++
		switch {
		case d < 0:
		case high < 0:
			high = d
		default:
			out = append(out, byte(high<<4|d))
			high = -1
		}
	}
	l.pos = min(l.pos+1, len(l.data))
	if high >= 0 {
		out = append(out, byte(high<<4))
	}
	return string(out)
}

// literal reads a string in parentheses.
func (l *lexer) literal() string {
	l.pos++
	var out []byte
	for depth := 1; l.pos < len(l.data); {
		c := l.data[l.pos]
		l.pos++
		switch c {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				return string(out)
			}
		case '\\':
			var ok bool
			if c, ok = l.escape(); !ok {
				continue
			}
		}
		out = append(out, c)
	}
	return string(out)
}

// escape reads what follows a backslash. It is false for an escaped line end, which stands for nothing.
func (l *lexer) escape() (byte, bool) {
	if l.pos >= len(l.data) {
		return 0, false
	}
	c := l.data[l.pos]
	l.pos++
	switch c {
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case '\n':
		return 0, false
	case '\r':
		if l.pos < len(l.data) && l.data[l.pos] == '\n' {
			l.pos++
		}
		return 0, false
	}
	if c < '0' || c > '7' {
		return c, true
	}
	v := int(c - '0')
	for i := 0; i < 2 && l.pos < len(l.data) && l.data[l.pos] >= '0' && l.data[l.pos] <= '7'; i++ {
		v = v*8 + int(l.data[l.pos]-'0')
		l.pos++
	}
	return byte(v), true
}

// skipInlineImage moves behind the EI of an inline image whose BI has been read. The image's bytes may contain "EI",
// so it must stand between white space. It returns how many bytes it looked through.
func (l *lexer) skipInlineImage() int {
	i := bytes.Index(l.data[l.pos:], []byte("ID"))
	if i < 0 {
		return len(l.data) - l.pos
	}
	start := l.pos
	for p := l.pos + i + 2; ; {
		j := bytes.Index(l.data[p:], []byte("EI"))
		if j < 0 {
			l.pos = len(l.data)
			return l.pos - start
		}
		end := p + j
		if isSpace(l.data[end-1]) && (end+2 >= len(l.data) || isSpace(l.data[end+2])) {
			l.pos = end + 2
			return l.pos - start
		}
		p = end + 2
	}
}
