package golang

import (
	"bytes"
	"go/scanner"
	"go/token"
	"slices"
	"unicode/utf8"
)

// tok is one token of a snippet. Semicolons that end a line are empty.
type tok struct {
	start, end int32
	open       int32 // the innermost bracket around it, by its number, -1 for none; a bracket stands outside itself
	kind       token.Token
}

// tokens are those of one snippet, with its brackets matched.
type tokens struct {
	src    []byte // the snippet, with placeholders made readable: positions are those of the original
	list   []tok
	match  []int32 // of an opening bracket the number of its closing one, len(list) where there is none; -1 for other tokens
	bad    []int32 // offsets of what is no token
	broken bool    // something is no Go
}

// The names that placeholders such as "..." are replaced by: as long, and no names that anybody would give.
const (
	placeholder      = "___"
	placeholderComma = "__," // before a line ending inside a list, where Go asks for a comma
)

// isPlaceholder tells whether an identifier was "..." in the snippet.
func isPlaceholder(name string) bool { return name == placeholder || name == "__" }

// tokenise cuts a snippet into tokens. What follows an unterminated comment or raw string is left out.
func tokenise(src string) *tokens {
	t := &tokens{src: []byte(src)}
	t.scan()
	if t.replacePlaceholders() {
		t.scan()
	}
	t.brackets()
	return t
}

func (t *tokens) scan() {
	t.list, t.bad, t.broken = t.list[:0], t.bad[:0], false
	cut := len(t.src)
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(t.src))
	s.Init(file, t.src, func(pos token.Position, msg string) {
		t.broken = true
		t.bad = append(t.bad, int32(pos.Offset))
		if msg == "comment not terminated" || msg == "raw string literal not terminated" {
			cut = min(cut, pos.Offset)
		}
	}, 0)
	for {
		pos, kind, lit := s.Scan()
		start := int(pos) - file.Base()
		if kind == token.EOF || start >= cut {
			break
		}
		end := start + len(lit)
		switch {
		case kind == token.SEMICOLON && lit == "\n":
			end = start
		case kind == token.STRING && lit[0] == '`':
			end = start + rawLen(t.src[start:]) // the literal has no carriage returns
		case kind == token.ILLEGAL:
			_, n := utf8.DecodeRune(t.src[start:]) // the literal of a broken byte is longer
			end = start + n
		case kind.IsOperator():
			end = start + len(kind.String())
		}
		t.list = append(t.list, tok{start: int32(start), end: int32(min(end, len(t.src))), open: -1, kind: kind})
	}
	t.src = t.src[:cut]
}

// rawLen is the length of the raw string that src starts with.
func rawLen(src []byte) int {
	if i := bytes.IndexByte(src[1:], '`'); i >= 0 {
		return i + 2
	}
	return len(src)
}

// brackets matches the brackets. A closing brace ends whatever is open inside its block; other closing brackets that
// match nothing are passed over.
func (t *tokens) brackets() {
	t.match = slices.Repeat([]int32{-1}, len(t.list))
	var stack []int32
	braces := 0 // on the stack
	pop := func(i int) {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		t.match[top] = int32(i)
		if t.list[top].kind == token.LBRACE {
			braces--
		}
	}
	for i := range t.list {
		kind := t.list[i].kind
		switch kind {
		case token.RPAREN, token.RBRACK:
			if n := len(stack); n > 0 && t.list[stack[n-1]].kind == opening(kind) {
				pop(i)
			} else {
				t.broken = true
			}
		case token.RBRACE:
			if braces == 0 {
				t.broken = true
				break
			}
			for t.list[stack[len(stack)-1]].kind != token.LBRACE {
				pop(i)
				t.broken = true
			}
			pop(i)
		}
		if len(stack) > 0 {
			t.list[i].open = stack[len(stack)-1]
		}
		switch kind {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			stack = append(stack, int32(i))
			if kind == token.LBRACE {
				braces++
			}
		}
	}
	for len(stack) > 0 {
		pop(len(t.list))
		t.broken = true
	}
}

func opening(closing token.Token) token.Token {
	switch closing {
	case token.RPAREN:
		return token.LPAREN
	case token.RBRACK:
		return token.LBRACK
	}
	return token.LBRACE
}

func closing(open token.Token) byte {
	switch open {
	case token.LPAREN:
		return ')'
	case token.LBRACK:
		return ']'
	}
	return '}'
}

// replacePlaceholders makes "..." and "…", where they stand for something left out, into blanks or a name, byte for
// byte. It tells whether there were any.
func (t *tokens) replacePlaceholders() bool {
	found := false
	var opens []token.Token // what is open; an import's, const's, var's or type's parenthesis as that keyword
	for i, k := range t.list {
		prev, next := token.SEMICOLON, token.EOF
		if i > 0 {
			prev = t.list[i-1].kind
		}
		if i+1 < len(t.list) {
			next = t.list[i+1].kind
		}
		switch k.kind {
		case token.LPAREN:
			if prev == token.IMPORT || prev == token.CONST || prev == token.VAR || prev == token.TYPE {
				opens = append(opens, prev)
				break
			}
			opens = append(opens, k.kind)
		case token.LBRACK, token.LBRACE:
			opens = append(opens, k.kind)
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(opens) > 0 {
				opens = opens[:len(opens)-1]
			}
		}
		word := string(t.src[k.start:k.end])
		if word != "…" && k.kind != token.ELLIPSIS {
			continue
		}
		after := len(t.src)
		if i+1 < len(t.list) {
			after = int(t.list[i+1].start)
		}
		endsLine := bytes.IndexByte(t.src[k.end:after], '\n') >= 0 || next == token.EOF
		if word != "…" && isEllipsis(prev, next, endsLine) {
			continue
		}
		open := token.LBRACE
		if len(opens) > 0 {
			open = opens[len(opens)-1]
		}
		with := placeholder
		switch {
		case t.abuts(k) || open != token.LPAREN && open != token.LBRACK && isBoundary(prev) && (endsLine || isBoundary(next)):
			with = "   "
		case endsLine && next != token.EOF && (prev == token.COMMA || prev == token.LPAREN):
			with = placeholderComma
		}
		copy(t.src[k.start:k.end], with)
		found = true
	}
	return found
}

// isEllipsis tells whether "..." between two tokens is part of the language: [...]T, ...T, and xs... at the end of
// a list.
func isEllipsis(prev, next token.Token, endsLine bool) bool {
	switch next {
	case token.RBRACK:
		return prev == token.LBRACK
	case token.IDENT, token.MUL, token.LBRACK, token.LPAREN, token.FUNC, token.MAP, token.CHAN, token.STRUCT, token.INTERFACE, token.ARROW:
		return !endsLine
	case token.RPAREN, token.COMMA:
		switch prev {
		case token.IDENT, token.RPAREN, token.RBRACK, token.RBRACE, token.STRING:
			return true
		}
	}
	return false
}

// isBoundary tells whether a statement or a declaration can start after, or end before, a token.
func isBoundary(kind token.Token) bool {
	switch kind {
	case token.SEMICOLON, token.LBRACE, token.RBRACE, token.LPAREN, token.RPAREN, token.COLON, token.EOF:
		return true
	}
	return false
}

// abuts tells whether a name in the place of k would melt into its neighbours.
func (t *tokens) abuts(k tok) bool {
	word := func(i int) bool {
		if i < 0 || i >= len(t.src) {
			return false
		}
		c := t.src[i]
		return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
	}
	return word(int(k.start)-1) || word(int(k.end))
}
