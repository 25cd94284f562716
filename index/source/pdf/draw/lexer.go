package draw

import (
	"bytes"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
)

// TokenKind says what a token of a content stream is.
type TokenKind uint8

// The kinds of tokens that others than the interpreter look for.
const (
	tokenEOF TokenKind = iota
	TokenNumber
	tokenString
	tokenName
	tokenArray
	tokenDict
	tokenOperator
)

// Token is an operand or an operator. Only the field that belongs to its kind is set.
type Token struct {
	Kind  TokenKind
	Num   float64
	text  string  // bytes of a string, characters of a name or operator
	items []Token // elements of an array; keys and values in turn of a dictionary
}

// entry returns the value of a key of a dictionary.
func (t Token) entry(key string) (Token, bool) {
	for i := 0; i+1 < len(t.items); i += 2 {
		if t.Kind == tokenDict && t.items[i].text == key {
			return t.items[i+1], true
		}
	}
	return Token{}, false
}

// Lexer splits a content stream or character map into tokens (ISO 32000-1, 7.2 and 7.3). It accepts any bytes.
type Lexer struct {
	data  []byte
	pos   int
	items int // of the arrays and dictionaries of the current token
}

// NewLexer returns a lexer at the start of data.
func NewLexer(data []byte) *Lexer { return &Lexer{data: data} }

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == 0 || c == '\f'
}

func isDelimiter(c byte) bool { return strings.IndexByte("()<>[]{}/%", c) >= 0 }

func (l *Lexer) skipSpace() {
	for l.pos < len(l.data) {
		c := l.data[l.pos]
		switch {
		case isSpace(c):
			l.pos++
		case c == '%':
			for l.pos < len(l.data) && l.data[l.pos] != '\n' && l.data[l.pos] != '\r' {
				l.pos++
			}
		default:
			return
		}
	}
}

// Next returns the next token; tokenEOF ends the stream.
func (l *Lexer) Next() Token {
	l.items = 0
	return l.nested(0)
}

func (l *Lexer) nested(depth int) Token {
	l.skipSpace()
	if l.pos >= len(l.data) || depth > MaxNesting {
		return Token{}
	}
	switch c := l.data[l.pos]; c {
	case '(':
		return Token{Kind: tokenString, text: l.literal()}
	case '<':
		l.pos++
		if l.pos < len(l.data) && l.data[l.pos] == '<' {
			l.pos++
			return Token{Kind: tokenDict, items: l.list(">>", depth)}
		}
		return Token{Kind: tokenString, text: l.hex()}
	case '[':
		l.pos++
		return Token{Kind: tokenArray, items: l.list("]", depth)}
	case '>':
		l.pos++
		if l.pos < len(l.data) && l.data[l.pos] == '>' {
			l.pos++
		}
		return Token{Kind: tokenOperator, text: ">>"}
	case ']', ')', '{', '}':
		l.pos++
		return Token{Kind: tokenOperator, text: string(c)}
	case '/':
		l.pos++
		return Token{Kind: tokenName, text: UnescapeName(l.regular())}
	}
	return numberOrOperator(l.regular())
}

// list reads tokens up to the closing one. An operator in the middle ends a dictionary or array that was never closed.
func (l *Lexer) list(end string, depth int) []Token {
	var items []Token
	for {
		t := l.nested(depth + 1)
		if t.Kind == tokenEOF || t.Kind == tokenOperator && t.text == end {
			return items
		}
		if l.items++; l.items <= MaxCodes {
			items = append(items, t)
		}
	}
}

// regular reads up to the next delimiter or white space.
func (l *Lexer) regular() []byte {
	start := l.pos
	for l.pos < len(l.data) && !isSpace(l.data[l.pos]) && !isDelimiter(l.data[l.pos]) {
		l.pos++
	}
	return l.data[start:l.pos]
}

func numberOrOperator(b []byte) Token {
	const numeric = "+-.0123456789"
	if strings.IndexByte(numeric, b[0]) >= 0 {
		if n, err := strconv.ParseFloat(string(b), 64); err == nil && len(bytes.Trim(b, numeric)) == 0 {
			return Token{Kind: TokenNumber, Num: n}
		}
		// Some writers glue numbers together ("12-34"); readers take the first.
		if i := bytes.LastIndexByte(b, '-'); i > 0 {
			n, _ := strconv.ParseFloat(string(b[:i]), 64)
			return Token{Kind: TokenNumber, Num: n}
		}
	}
	return Token{Kind: tokenOperator, text: string(b)}
}

// UnescapeName decodes #xx in a name.
func UnescapeName(b []byte) string {
	if bytes.IndexByte(b, '#') < 0 {
		return string(b)
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '#' && i+2 < len(b) {
			if v, err := strconv.ParseUint(string(b[i+1:i+3]), 16, 8); err == nil {
				c, i = byte(v), i+2
			}
		}
		out = append(out, c)
	}
	return string(out)
}

// hex reads a hexadecimal string whose "<" has been read. An odd digit at the end counts as if a 0 followed.
func (l *Lexer) hex() string {
	digits, _, _ := bytes.Cut(l.data[l.pos:], []byte(">"))
	l.pos = min(l.pos+len(digits)+1, len(l.data))
	digits = bytes.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789abcdefABCDEF", r) {
			return r
		}
		return -1
	}, digits)
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	n, _ := hex.Decode(digits, digits) // cannot fail: nothing but digits is left
	return string(digits[:n])
}

// literal reads a string in parentheses.
func (l *Lexer) literal() string {
	var out []byte
	depth := 0
	for l.pos < len(l.data) {
		c := l.data[l.pos]
		l.pos++
		switch c {
		case '(':
			if depth++; depth == 1 {
				continue
			}
		case ')':
			if depth--; depth == 0 {
				return string(out)
			}
		case '\\':
			out = l.escape(out)
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

// escape appends what the characters behind a backslash stand for: nothing for a line end.
func (l *Lexer) escape(out []byte) []byte {
	rest := l.data[l.pos:]
	if len(rest) == 0 {
		return out
	}
	n := 1
	switch i := strings.IndexByte("nrtbf", rest[0]); {
	case i >= 0:
		out = append(out, "\n\r\t\b\f"[i])
	case bytes.HasPrefix(rest, []byte("\r\n")):
		n = 2
	case rest[0] >= '0' && rest[0] <= '7':
		v := 0
		for n = 0; n < min(3, len(rest)) && rest[n] >= '0' && rest[n] <= '7'; n++ {
			v = v*8 + int(rest[n]-'0')
		}
		out = append(out, byte(v))
	case rest[0] != '\n' && rest[0] != '\r':
		out = append(out, rest[0])
	}
	l.pos += n
	return out
}

// imageEnd matches the end of an inline image: its bytes may contain "EI", so it must stand between white space.
var imageEnd = regexp.MustCompile(`[\s\x00]EI(?:[\s\x00]|$)`)

// skipInlineImage moves behind an inline image whose BI has been read. It returns how many bytes it looked through.
func (l *Lexer) skipInlineImage() int {
	rest := l.data[l.pos:]
	start := bytes.Index(rest, []byte("ID"))
	if start < 0 {
		return len(rest)
	}
	n := len(rest)
	if end := imageEnd.FindIndex(rest[start:]); end != nil {
		n = start + end[0] + len(" EI")
	}
	l.pos += n
	return n
}
