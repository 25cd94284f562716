package python

import (
	"strings"

	"ibid/index/symbol/code"
)

// imports reads: import a.b as c, d
func (p *reader) imports() {
	for more := true; more; more = p.text == "," {
		p.advance()
		imported := code.Import{}
		imported.ModuleSpan.Start = p.tok.start
		imported.Module = p.dotted()
		imported.ModuleSpan.End = p.last
		if p.failed {
			return
		}
		imported.As, _, imported.Dotted = strings.Cut(imported.Module, ".")
		if p.accept("as") {
			imported.As, imported.Dotted = p.identifier().Name, false
		}
		p.out = append(p.out, code.Statement{Import: &imported})
	}
}

// from reads: from ..a.b import c as d, e
func (p *reader) from() {
	p.advance()
	start, dots := p.tok.start, ""
	for p.text == "." || p.text == "..." {
		dots += p.text
		p.advance()
	}
	module := dots
	if dots == "" || p.text != "import" {
		module += p.dotted()
	}
	imported := code.Import{Module: module, ModuleSpan: p.span(start)}
	p.expect("import")
	closed := !p.accept("(")
	for !p.failed && p.text != ")" {
		taken := imported
		taken.Name, taken.NameSpan = p.text, p.here()
		switch {
		case p.accept("*"):
		case p.accept("..."): // names are left out
			taken.Name = ""
		default:
			taken.As = p.identifier().Name
			if p.accept("as") {
				taken.As = p.identifier().Name
			}
		}
		if taken.Name != "" && (taken.As != "" || taken.Name == "*") {
			p.out = append(p.out, code.Statement{Import: &taken})
		}
		if !p.accept(",") || p.tok.kind == newline {
			break
		}
	}
	if !closed {
		p.expect(")")
	}
}

// dotted reads a dotted name.
func (p *reader) dotted() string {
	parts := []string{p.identifier().Name}
	for p.accept(".") {
		parts = append(parts, p.identifier().Name)
	}
	return strings.Join(parts, ".")
}
