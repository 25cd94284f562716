package python

// charClass is what a byte means to the lexer.
type charClass uint8

const (
	other charClass = iota
	space
	lineEnd
	letter
	digit
	quote
	punctuation
	hash
	wide // part of a character beyond ASCII
)

// class holds the class of every byte.
var class = func() (table [256]charClass) {
	for c := range table {
		switch {
		case c >= 0x80:
			table[c] = wide
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
			table[c] = letter
		case c >= '0' && c <= '9':
			table[c] = digit
		}
	}
	for _, c := range " \t\f\r" {
		table[c] = space
	}
	for _, c := range "()[]{}.,:;+-*/%<>=!&|^~@" {
		table[c] = punctuation
	}
	table['\n'], table['"'], table['\''], table['#'] = lineEnd, quote, quote, hash
	return table
}()

// operator reads the longest operator that starts with c.
func (l *lexer) operator(c byte) token {
	n := 1
	switch c {
	case '(', '[', '{':
		l.depth++
	case ')', ']', '}':
		l.depth = max(l.depth-1, 0)
	case '*', '/', '<', '>':
		if l.at(1) == c {
			n++
		}
		if l.at(n) == '=' {
			n++
		}
	case '-':
		if next := l.at(1); next == '>' || next == '=' {
			n++
		}
	case '+', '%', '&', '|', '^', '@', '=', ':':
		if l.at(1) == '=' {
			n++
		}
	case '!':
		if l.at(1) != '=' {
			return l.take(bad, l.pos+1)
		}
		n++
	case '.':
		if l.at(1) == '.' && l.at(2) == '.' {
			n = 3
		}
	}
	return l.take(op, l.pos+n)
}

// number reads a number: 12, 0xff, 1_000.5e-3j, .5
func (l *lexer) number() token {
	n := l.pos + 1
	for n < len(l.src) {
		c, before := l.src[n], l.src[n-1]|0x20
		exponent := (c == '+' || c == '-') && before == 'e' && l.at(1)|0x20 != 'x' && n+1 < len(l.src) && class[l.src[n+1]] == digit
		if class[c] != digit && class[c] != letter && c != '.' && !exponent {
			break
		}
		n++
	}
	return l.take(number, n)
}
