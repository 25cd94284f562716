package python

import (
	"slices"
	"strings"

	"ibid/index/symbol/code"
)

// stream holds the tokens of the source or of a part of it. Offsets are those of the whole source.
type stream struct {
	src    string // to the end of the part
	lex    *lexer
	line   []token // tok and what was looked at behind it; where declarations are scanned the whole logical line
	at     int     // of tok in line
	tok    token
	text   string // of tok
	last   int    // where the last token that was passed ends
	ended  int    // the line on which the last logical line ended
	fresh  bool   // tok is the first of a logical line
	column int    // of the first token of the logical line
	inside bool   // ends of lines mean nothing
	failed bool   // nothing more is delivered
	fault  token
	scan   *scanner // who is told of declarations, nil where a snippet is read
}

// within returns the tokens of src from start to stop.
func within(src string, start, stop int) stream {
	s := stream{src: src[:stop], lex: newLexer(src[:stop]), inside: true}
	s.seek(start)
	s.last = start
	return s
}

// seek goes on at byte pos, as if a line started there.
func (s *stream) seek(pos int) {
	s.breakLine(pos)
	s.advance()
}

// breakLine makes the current token the end of a line at pos.
func (s *stream) breakLine(pos int) {
	if pos < s.lex.pos { // what is read again is counted again
		s.lex.line -= strings.Count(s.src[pos:s.lex.pos], "\n")
	}
	s.lex.pos, s.lex.depth, s.lex.fresh = pos, 0, true
	s.tok, s.text, s.failed = token{kind: newline, start: pos, end: pos, line: s.lex.line}, "", false
}

// advance passes the current token.
func (s *stream) advance() {
	if s.failed {
		return
	}
	if s.fresh = s.tok.kind == newline; s.fresh {
		s.ended = s.tok.line
	} else if s.tok.kind != end {
		s.last = s.tok.end
	}
	if s.at++; s.fresh || s.scan == nil && s.at >= len(s.line) {
		s.line, s.at = s.line[:0], 0
	}
	if s.at == len(s.line) {
		s.line = append(s.line, s.read())
	}
	s.tok = s.line[s.at]
	s.text = s.src[s.tok.start:s.tok.end]
	if s.fresh {
		s.column = s.columnOf(s.tok.start)
		if s.scan != nil {
			s.scan.survey()
		}
	}
}

// ahead returns the token n after the current one.
func (s *stream) ahead(n int) token {
	for len(s.line) <= s.at+n {
		s.line = append(s.line, s.read())
	}
	return s.line[s.at+n]
}

// read takes the next token that means something from the source.
func (s *stream) read() token {
	for {
		switch t := s.lex.next(); t.kind {
		case comment:
		case newline:
			if !s.inside {
				return t
			}
		default:
			return t
		}
	}
}

// columnOf returns the width of the white space before pos.
func (s *stream) columnOf(pos int) int {
	column := 0
	for _, c := range []byte(s.src[s.margin(pos):pos]) {
		if c == '\t' {
			column = (column/tabWidth + 1) * tabWidth
		} else {
			column++
		}
	}
	return column
}

// margin returns where the white space before pos starts.
func (s *stream) margin(pos int) int {
	for pos > 0 && class[s.src[pos-1]] == space {
		pos--
	}
	return pos
}

// lineEnd returns where the line at pos ends.
func (s *stream) lineEnd(pos int) int {
	if n := strings.IndexByte(s.src[pos:], '\n'); n >= 0 {
		return pos + n
	}
	return len(s.src)
}

// accept passes the current token if it is text.
func (s *stream) accept(text string) bool {
	if s.text != text {
		return false
	}
	s.advance()
	return true
}

// follows says whether the token after the current one is text.
func (s *stream) follows(text string) bool {
	t := s.ahead(1)
	return s.src[t.start:t.end] == text
}

// span is from start to the last token that was passed.
func (s *stream) span(start int) code.Span { return code.Span{Start: start, End: max(start, s.last)} }

// here is where the current token stands.
func (s *stream) here() code.Span { return code.Span{Start: s.tok.start, End: s.tok.end} }

// stop is the index of the token behind a simple statement, whose logical line is known whole.
func (s *stream) stop(semicolons bool) int {
	stop, depth := len(s.line)-1, 0
	for i := s.at; semicolons && i < stop; i++ {
		if depth += nesting(s.src, s.line[i]); depth == 0 && s.src[s.line[i].start] == ';' {
			return i
		}
	}
	return stop
}

// pass goes on with token to of the logical line.
func (s *stream) pass(to int) {
	if to > 0 {
		s.last = s.line[to-1].end
	}
	s.at, s.tok = to, s.line[to]
	s.text = s.src[s.tok.start:s.tok.end]
}

// lineOf is the line of the source that pos stands on; pos is in the logical line.
func (s *stream) lineOf(pos int) int {
	tokens := s.tokens(code.Span{Start: pos, End: len(s.src)})
	if len(tokens) == 0 {
		return s.line[len(s.line)-1].line
	}
	return tokens[0].line
}

// tokens are those of the logical line that stand in a span.
func (s *stream) tokens(at code.Span) []token {
	find := func(pos int) int {
		i, _ := slices.BinarySearchFunc(s.line, pos, func(t token, pos int) int { return t.start - pos })
		return i
	}
	from := find(at.Start)
	return s.line[from:max(from, find(at.End))]
}
