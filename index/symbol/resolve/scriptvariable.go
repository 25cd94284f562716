package resolve

import (
	"maps"
	"strings"

	"ibid/index/symbol/code"
)

// outerVariable is the variable of an outer scope that JavaScript assigns to, nil for none. Nobody can tell when that runs: it
// may have either value.
func (e *eval) outerVariable(f *frame, b *code.Bind, statement code.Span) *binding {
	if e.tongue.name != scriptName || b.Type != nil || b.Target == nil || b.Target.Op != code.Name || f.names[b.Target.Name] != nil || e.declares(b.Target.Span, statement) {
		return nil
	}
	if outer := f.find(b.Target.Name); outer != nil && !outer.imported {
		return outer
	}
	return nil
}

// noteAssigned notes the variables that functions of JavaScript set outside of themselves: when that happens nobody can tell. Locals are
// the names that the function around declares; at the top level nothing is noted.
func (e *eval) noteAssigned(statements []code.Statement, locals map[string]bool, top bool) {
	for i := range statements {
		switch s := &statements[i]; {
		case s.Bind != nil && s.Bind.Target != nil && s.Bind.Target.Op == code.Name:
			switch name := s.Bind.Target.Name; {
			case s.Bind.Type != nil || e.declares(s.Bind.Target.Span, s.Span):
				locals[name] = true
			case !top && !locals[name]:
				e.ground.narrowed[name] = true
			}
		case s.Scope != nil:
			inner := maps.Clone(locals)
			if s.Scope.Kind != code.BlockScope {
				inner = map[string]bool{}
			}
			for _, p := range s.Scope.Parameters {
				if p.Target != nil {
					inner[p.Target.Name] = true
				}
			}
			e.noteAssigned(s.Scope.Statements, inner, top && s.Scope.Kind == code.BlockScope || s.Scope.Kind == code.ClassScope)
		}
	}
}

// noteNarrowed notes the variables whose type code of JavaScript asks for: what they have depends on the answer.
func (e *eval) noteNarrowed(text string) {
	for _, sign := range [...]string{" instanceof ", "typeof ", " in "} {
		for at := 0; ; {
			i := strings.Index(text[at:], sign)
			if i < 0 {
				break
			}
			at += i + len(sign)
			name := leading(text[at:])
			if sign == " instanceof " {
				name = trailing(text[:at-len(sign)])
			}
			if name != "" {
				e.ground.narrowed[name] = true
			}
		}
	}
}

// leading is the identifier that a text starts with.
func leading(text string) string {
	n := 0
	for n < len(text) && isNameByte(text[n]) {
		n++
	}
	return text[:n]
}

// trailing is the identifier that a text ends with.
func trailing(text string) string {
	n := len(text)
	for n > 0 && isNameByte(text[n-1]) {
		n--
	}
	return text[n:]
}

// declares tells whether a name of JavaScript is bound by const, let or var.
func (e *eval) declares(target, statement code.Span) bool {
	text := e.piece.Text
	if target.Start < 0 || target.Start > len(text) || statement.Start < 0 || statement.Start > target.Start {
		return false
	}
	line := text[strings.LastIndexByte(text[:target.Start], '\n')+1 : target.Start]
	for _, before := range [...]string{text[statement.Start:target.Start], line} {
		for word := range strings.FieldsFuncSeq(before, func(r rune) bool { return strings.ContainsRune(" \t\n(;{", r) }) {
			if word == "const" || word == "let" || word == "var" {
				return true
			}
		}
	}
	return false
}
