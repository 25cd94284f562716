package javascript

import "strings"

// startsElement says whether the < here starts an element of JSX. Type parameters and casts look alike: they are
// followed by other things, or are never closed by a tag.
func (l *lexer) startsElement() bool {
	n := l.pos + 1
	for n < len(l.src) && isTagPart(l.src[n]) {
		n++
	}
	name := l.src[l.pos+1 : n]
	if name == "" {
		return strings.HasPrefix(l.src[n:], ">")
	}
	if class[name[0]] == digit || name[0] == '-' || name[0] == '.' || name[0] == ':' {
		return false
	}
	for n < len(l.src) && (class[l.src[n]] == space || class[l.src[n]] == lineEnd) {
		n++
	}
	if n == len(l.src) {
		return false
	}
	switch c := l.src[n]; {
	case c == '>' || c == '<':
		return true
	case c == '/':
		return strings.HasPrefix(l.src[n:], "/>")
	case c == '{':
		return true
	case class[c] == letter:
		switch name {
		case "keyof", "typeof", "readonly", "unique", "infer", "const", "in", "out", "new", "abstract", "asserts":
			return false
		}
		rest := l.src[n:]
		return !strings.HasPrefix(rest, "extends") || isTagPart(rest[min(len("extends"), len(rest)-1)])
	}
	return false
}

func isTagPart(c byte) bool {
	return class[c] == letter || class[c] == digit || class[c] == wide || c == '-' || c == '.' || c == ':'
}

// element takes an element of JSX, with all that stands in it, as one token. It says false where it has no end.
func (l *lexer) element() bool {
	depth, braces, angles, inTag, closing := 0, 0, 0, false, false
	for n := l.pos; n < len(l.src) && !l.lostElement; n++ {
		c := l.src[n]
		switch {
		case class[c] == quote && (braces > 0 || inTag):
			n = l.quoteEnd(n, braces == 0 || c == '`')
		case c == '{':
			braces++
		case c == '}':
			braces--
		case braces > 0:
		case c == '<' && inTag: // type arguments
			angles++
		case c == '<':
			inTag, closing = true, strings.HasPrefix(l.src[n:], "</")
			if depth++; closing {
				depth -= 2
			}
		case c == '>' && angles > 0:
			angles--
		case c == '>' && inTag:
			inTag = false
			if !closing && l.src[n-1] == '/' {
				depth--
			}
			if depth <= 0 {
				l.take(tag, n+1-l.pos, true)
				return true
			}
		}
	}
	l.lostElement = true
	return false
}

// quoteEnd is where the text that the quote at n starts ends: on its line, unless it may go over several. It is n where
// the quote stands alone.
func (l *lexer) quoteEnd(n int, lines bool) int {
	stop := len(l.src)
	if !lines {
		stop = l.lineEnd(n)
	}
	return n + 1 + strings.IndexByte(l.src[n+1:max(stop, n+1)], l.src[n])
}
