package resolve

import (
	"strings"

	"ibid/index/symbol/code"
)

// branches tells whether Python code binds a target under a condition, so that it may be bound to something else, too. The span
// is that of the statement of the source that holds the target. In Go, types do not depend on what runs.
func (e *eval) branches(span code.Span, target *code.Expr) bool {
	if e.tongue.name != pythonName || target == nil || span.Start < 0 || span.Start >= target.Span.Start || target.Span.Start > len(e.piece.Text) {
		return false
	}
	text := e.piece.Text[span.Start:target.Span.Start]
	if isBranch(text) {
		return true
	}
	if !strings.HasPrefix(text, "with") && !strings.HasPrefix(text, "async") {
		return false
	}
	least := indentation(text[strings.LastIndexByte(text, '\n')+1:])
	for range maxNested {
		end := strings.LastIndexByte(text, '\n')
		if end < 0 {
			return false
		}
		text = text[:end]
		line := text[strings.LastIndexByte(text, '\n')+1:]
		if n := indentation(line); n < least && n < len(line) {
			if least = n; isBranch(line[n:]) {
				return true
			}
		}
	}
	return true // nobody can tell
}

// indentation is how many blanks a line starts with.
func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// isBranch tells whether a statement of Python runs its parts under a condition.
func isBranch(text string) bool {
	for _, word := range [...]string{"if", "elif", "else", "for", "while", "try", "except", "finally", "match", "case", "async for"} {
		if rest, ok := strings.CutPrefix(text, word); ok && rest != "" && strings.IndexByte(" \t:(\n", rest[0]) >= 0 {
			return true
		}
	}
	return false
}

// excuse is a statement of the source that may be ready for what is not there.
type excuse struct {
	piece *Piece
	start int
}

// excused is the same without reports of what is absent, where a statement of the source is ready for that: it catches the
// error, or asks for the version of Python.
func (e *eval) excused(span code.Span) *eval {
	if e.lenient || e.tongue.name != pythonName || span.Start < 0 || span.Start >= span.End || span.End > len(e.piece.Text) {
		return e
	}
	key := excuse{e.piece, span.Start}
	ready, ok := e.ready[key]
	if !ok {
		ready = isReady(e.piece.Text[span.Start:span.End])
		e.ready[key] = ready
	}
	if !ready {
		return e
	}
	l := *e
	l.lenient = true
	return &l
}

func isReady(text string) bool {
	switch {
	case strings.HasPrefix(text, "with"):
		return strings.Contains(text, "raises(") || strings.Contains(text, "assertRaises") // a test of what is wrong
	case !isBranch(text):
		return false
	case strings.HasPrefix(text, "try"):
		return strings.Contains(text, "ImportError") || strings.Contains(text, "ModuleNotFoundError") || strings.Contains(text, "except AttributeError")
	}
	return strings.Contains(text, "version_info") || strings.Contains(text, "TYPE_CHECKING")
}
