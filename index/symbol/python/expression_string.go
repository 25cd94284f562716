package python

import (
	"strings"

	"ibid/index/symbol/code"
)

// strings reads one or more strings on end, with the expressions inside of f-strings.
func (p *reader) strings() *code.Expr {
	start := p.tok.start
	e := &code.Expr{Op: code.Literal, Name: "str"}
	for p.tok.kind == str {
		prefix, open, stop := quotes(p.src, p.tok)
		switch {
		case strings.ContainsAny(prefix, "bB"):
			e.Name = "bytes"
		case strings.ContainsAny(prefix, "tT"):
			e.Op, e.Name = code.Unknown, ""
			fallthrough
		case strings.ContainsAny(prefix, "fF"):
			e.Parts = append(e.Parts, p.formatted(open, stop)...)
		}
		p.advance()
	}
	e.Span = p.span(start)
	return e
}

// quotes returns the prefix of a string, and where its text starts and stops.
func quotes(src string, t token) (prefix string, start, stop int) {
	text := src[t.start:t.end]
	open := strings.IndexAny(text, `"'`)
	width := 1
	if rest := text[open:]; len(rest) >= 6 && rest[1] == rest[0] && rest[2] == rest[0] {
		width = 3
	}
	return text[:open], t.start + open + width, t.end - width
}

// constant returns the text of a string that is written with one pair of quotes and without a backslash.
func (p *reader) constant(e *code.Expr) (string, bool) {
	start, stop, ok := p.plain(e)
	return p.src[start:stop], ok
}

// plain returns where the text of a string stands that says what it is as written.
func (p *reader) plain(e *code.Expr) (start, stop int, ok bool) {
	if e.Op != code.Literal || e.Name != "str" || len(e.Parts) > 0 {
		return 0, 0, false
	}
	prefix, start, stop := quotes(p.src, token{start: e.Span.Start, end: e.Span.End})
	if strings.ContainsAny(prefix, "fF") || strings.ContainsAny(p.src[start:stop], `\`+p.src[stop:stop+1]) {
		return 0, 0, false
	}
	return start, stop, true
}

// formatted reads the fields of an f-string whose text goes from start to stop.
func (p *reader) formatted(start, stop int) []*code.Expr {
	if !strings.Contains(p.src[start:stop], "{") {
		return nil
	}
	outer := p.stream
	p.stream = within(p.src, start, stop)
	parts, _ := p.fields(start, false)
	p.stream = outer
	return parts
}

// fields reads the fields of an f-string from pos on, or those in the format of a field, which a brace ends.
func (p *reader) fields(pos int, format bool) ([]*code.Expr, int) {
	var parts []*code.Expr
	for {
		n := strings.IndexAny(p.src[pos:], "{}")
		if n < 0 {
			return parts, len(p.src)
		}
		named := n >= 2 && p.src[pos+n-2:pos+n] == `\N` // \N{DEGREE SIGN}
		open := p.src[pos+n] == '{'
		doubled := pos+n+1 < len(p.src) && p.src[pos+n+1] == p.src[pos+n] && !format
		pos += n + 1
		switch {
		case !open && format:
			return parts, pos - 1
		case doubled:
			pos++
		case open && !named:
			var list []*code.Expr
			list, pos = p.field(pos)
			parts = append(parts, list...)
		}
	}
}

// field reads a field of an f-string behind its brace, and returns where it stops.
func (p *reader) field(pos int) ([]*code.Expr, int) {
	p.enter()
	defer p.leave()
	if p.failed {
		p.failed = false
		return nil, len(p.src)
	}
	p.seek(pos)
	parts := []*code.Expr{p.test()}
	for p.accept(",") && p.startsExpression() {
		parts = append(parts, p.test())
	}
	p.accept("=")
	if p.accept("!") {
		p.accept(p.text)
	}
	switch {
	case p.failed:
		p.failed = false
		return parts, max(pos, p.fault.start)
	case strings.HasPrefix(p.text, ":"):
		list, at := p.fields(p.tok.start+1, true)
		return append(parts, list...), min(at+1, len(p.src))
	case p.text == "}":
		return parts, p.tok.end
	}
	p.broken = true
	return parts, p.tok.start
}
