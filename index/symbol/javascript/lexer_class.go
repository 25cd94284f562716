package javascript

import "strings"

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
	wide // part of a character beyond ASCII
)

// class holds the class of every byte.
var class = func() (table [256]charClass) {
	for c := range table {
		switch {
		case c >= 0x80:
			table[c] = wide
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c == '$':
			table[c] = letter
		case c >= '0' && c <= '9':
			table[c] = digit
		}
	}
	for _, c := range " \t\f\v\r" {
		table[c] = space
	}
	for _, c := range "()[]{}.,:;+-*/%<>=!&|^~@?" {
		table[c] = punctuation
	}
	table['\n'], table['"'], table['\''], table['`'] = lineEnd, quote, quote, quote
	return table
}()

// operators are those of several characters, the longer ones first. > stands alone, for type arguments may end with several.
var operators = [...]string{"===", "!==", "&&=", "||=", "**=", "<<=", "??=", "...", "==", "!=", "=>", "&&", "&=", "||", "|=", "**", "*=", "<<", "<=", "++", "+=", "--", "-=",
	"%=", "^=", "/=", ">=", "?.", "??"}

// operatorLen is the length of the longest operator at the start of text.
func operatorLen(text string) int {
	if len(text) < 2 || class[text[1]] != punctuation {
		return 1
	}
	for _, o := range operators {
		if strings.HasPrefix(text, o) && !(o == "?." && len(text) > 2 && class[text[2]] == digit) {
			return len(o)
		}
	}
	return 1
}

// isPrefix says whether an operand follows a word.
func isPrefix(text string) bool {
	switch text {
	case "return", "typeof", "instanceof", "in", "new", "delete", "void", "throw", "case", "do", "else", "yield", "await", "default", "extends":
		return true
	}
	return false
}

// isControl says whether a statement follows what stands in brackets behind a word.
func isControl(text string) bool {
	switch text {
	case "if", "while", "for", "with":
		return true
	}
	return false
}

// endsTypes says whether type arguments cannot hold an operator.
func endsTypes(text string) bool {
	switch text {
	case ";", "&&", "||", "??", "==", "===", "!=", "!==", "<=", ">=", "+", "/", "%", "^", "++", "--", "+=", "-=", "*=", "/=", "<<":
		return true
	}
	return false
}

// endsTypesWord says whether type arguments cannot hold a word.
func endsTypesWord(text string) bool {
	switch text {
	case "return", "if", "for", "while", "let", "var", "function", "class", "switch", "throw", "case", "export", "else":
		return true
	}
	return false
}

// startsStatement says whether text is a word that cannot stand inside round or square brackets at the start of a line.
func startsStatement(text string) bool {
	switch text {
	case "const", "var", "export", "return", "if", "for", "while", "throw", "switch", "try":
		return true
	}
	return false
}
