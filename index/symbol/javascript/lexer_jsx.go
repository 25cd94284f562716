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
		return strings.HasPrefix(l.src[n:], ">") && l.isClosed("")
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
		return l.isClosed(name)
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

// isClosed says whether a closing tag of that name stands anywhere.
func (l *lexer) isClosed(name string) bool {
	if l.closing == nil {
		l.closing = map[string]bool{}
		for at := 0; ; {
			n := strings.Index(l.src[at:], "</")
			if n < 0 {
				break
			}
			at += n + 2
			end := at
			for end < len(l.src) && isTagPart(l.src[end]) {
				end++
			}
			l.closing[l.src[at:end]] = true
			at = end
		}
	}
	return l.closing[name]
}

// jsx reads a token of an element, or the text before it. What cannot stand there ends the element.
func (l *lexer) jsx(e *open) {
	if e.state == inChildren {
		l.child(e)
		return
	}
	switch c := l.src[l.pos]; {
	case class[c] == space:
		l.pos++
	case class[c] == lineEnd:
		l.next |= newLine
		l.pos++
	case class[c] == letter, class[c] == wide, class[c] == digit:
		n := l.pos + 1
		for n < len(l.src) && l.src[n] != '.' && isTagPart(l.src[n]) {
			n++
		}
		l.take(word, n-l.pos, true)
	case c == '"' || c == '\'':
		l.attribute(c)
	case c == '{':
		l.push(container)
		l.take(op, 1, false)
	case c == '/' && l.comment():
	case c == '/' && strings.HasPrefix(l.src[l.pos:], "/>"):
		l.closeElement(2)
	case c == '>' && e.types > 0:
		e.types--
		l.take(op, 1, false)
	case c == '>' && e.state == inClosing:
		l.closeElement(1)
	case c == '>':
		e.state = inChildren
		l.take(tag, 1, false)
	case c == '<' && l.is(len(l.list)-1, "="):
		l.push(element)
		l.take(tag, 1, false)
	case c == '<' && e.types > 0, c == '<' && l.kind(len(l.list)-1) == word:
		e.types++
		l.take(op, 1, false)
	case c == '.' || c == '=' || c == ':' || e.types > 0 && (c == ',' || c == '|' || c == '[' || c == ']'):
		l.take(op, 1, false)
	default:
		l.abandon()
	}
}

// child reads what stands between tags.
func (l *lexer) child(e *open) {
	rest := l.src[l.pos:]
	n := strings.IndexAny(rest, "<{}")
	if n < 0 {
		n = len(rest)
	}
	if strings.IndexByte(rest[:n], '\n') >= 0 {
		l.next |= newLine
	}
	l.pos += n
	switch rest = rest[n:]; {
	case rest == "":
	case rest[0] == '{':
		l.push(container)
		l.take(op, 1, false)
	case strings.HasPrefix(rest, "</"):
		e.state = inClosing
		l.take(tag, 2, false)
	case len(rest) > 1 && rest[0] == '<' && (isTagPart(rest[1]) || rest[1] == '>'):
		l.push(element)
		l.take(tag, 1, false)
	default:
		l.abandon()
	}
}

// attribute reads a string in a tag, which may go over several lines.
func (l *lexer) attribute(q byte) {
	kind := 0
	if q == '\'' {
		kind = 1
	}
	if !l.lost[kind] {
		if n := strings.IndexByte(l.src[l.pos+1:], q); n >= 0 {
			l.take(str, n+2, true)
			return
		}
		l.lost[kind] = true
	}
	l.broken = true
	l.take(bad, l.lineEnd(l.pos)-l.pos, true)
}

// closeElement ends an element with the next n bytes.
func (l *lexer) closeElement(n int) {
	at := l.stack[len(l.stack)-1].tok
	l.pop(int32(len(l.list)))
	l.take(tag, n, true)
	l.list[len(l.list)-1].match = at
}

// abandon says that an element is none, and reads on behind it as if it had ended.
func (l *lexer) abandon() {
	l.broken = true
	l.pop(int32(len(l.list) - 1))
	l.operand = true
}
