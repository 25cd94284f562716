package source

import (
	"regexp"
	"strings"

	"ibid/index/symbol/python"
)

// readPython reads Python source: the module's docstring as paragraphs, each function, class and method with its
// decorators and the comment above it as a Code block that carries its symbol, everything else as code.
func readPython(b *builder, text string) {
	lines := strings.Split(text, "\n")
	roles, ok := lineRoles(text, len(lines))
	if !ok {
		b.warn("a string in the Python source is never closed: read as plain code")
		readCode(b, text, "python")
		return
	}
	p := &pythonReader{b: b, lines: lines, roles: roles}
	p.module(p.docstring())
}

type pythonReader struct {
	b     *builder
	lines []string
	roles []lineRole
}

var (
	declaration = regexp.MustCompile(`^[ \t]*(?:async[ \t]+)?(def|class)[ \t]+([\pL_][\pL\pN_]*)`)
	openString  = regexp.MustCompile(`^[rRuU]?("""|'''|"|')`)
)

// docstring adds the text before the module's first statement and, where that is a string, its text as prose. It
// returns the first line that it left.
func (p *pythonReader) docstring() int {
	for i, line := range p.lines {
		if p.roles[i] != statementLine {
			continue
		}
		quote := openString.FindStringSubmatch(line)
		if quote == nil {
			return 0
		}
		end := i + 1
		for end < len(p.lines) && p.roles[end] == otherLine {
			end++
		}
		codeLines(p.b, p.lines[:i], 1, Block{Lang: "python"})
		text := strings.TrimRight(strings.Join(p.lines[i:end], "\n"), " \t\n")
		text = strings.TrimSuffix(strings.TrimPrefix(text, quote[0]), quote[1])
		proseLines(p.b, strings.Split(text, "\n"), i+1)
		return end
	}
	return 0
}

// module adds the statements from line "from" on, without indentation.
func (p *pythonReader) module(from int) {
	for _, r := range p.regions(from, len(p.lines), 0) {
		switch {
		case r.name == "":
			codeLines(p.b, p.lines[r.from:r.to], r.from+1, Block{Lang: "python"})
		case r.class:
			p.class(r)
		default:
			p.add(r, r.name)
		}
	}
}

// class adds a class: its head with docstring and fields, then each method.
func (p *pythonReader) class(class region) {
	margin := -1 // of its body
	for i := class.head + 1; i < class.to && margin < 0; i++ {
		if p.roles[i] == statementLine {
			margin = indent(p.lines[i])
		}
	}
	if margin <= 0 {
		p.add(class, class.name)
		return
	}
	for _, r := range p.regions(class.head+1, class.to, margin) {
		symbol := class.name
		if r.name != "" {
			symbol += "." + r.name
		}
		if r.from == class.head+1 && r.name == "" {
			r.from = class.from
		} else if r.from == class.head+1 { // a method follows at once: the head stands alone
			p.add(region{from: class.from, to: r.from}, class.name)
		}
		p.add(r, symbol)
	}
}

func (p *pythonReader) add(r region, symbol string) {
	p.b.add(Block{Kind: Code, StartLine: r.from + 1, EndLine: r.to, Symbol: symbol, Lang: "python"},
		strings.Join(p.lines[r.from:r.to], "\n"))
}

// region is a run of lines [from, to): one declaration, or statements that are none.
type region struct {
	from, to int
	head     int    // the line with "def" or "class"
	name     string // "" where nothing is declared
	class    bool
}

// regions divides the lines [from, to), whose statements have the given indentation, at the declarations.
func (p *pythonReader) regions(from, to, margin int) []region {
	out := []region{{from: from, to: to}}
	decorated := -1 // the first decorator of the next declaration
	for i := from; i < to; i++ {
		if p.roles[i] != statementLine || indent(p.lines[i]) > margin {
			continue
		}
		last := &out[len(out)-1]
		m := declaration.FindStringSubmatch(p.lines[i])
		if m == nil && strings.HasPrefix(strings.TrimLeft(p.lines[i], " \t"), "@") {
			if decorated < 0 {
				decorated = i
			}
			continue
		}
		if m == nil && last.name == "" {
			decorated = -1
			continue // one more plain statement
		}
		begin := i
		if decorated >= 0 {
			begin = decorated
		}
		decorated = -1
		for begin > last.from && p.roles[begin-1] == commentLine &&
			indent(p.lines[begin-1]) == indent(p.lines[i]) && (last.name == "" || begin-1 > last.head) {
			begin-- // the comment above
		}
		next := region{from: begin, to: to, head: i}
		if m != nil {
			next.name, next.class = m[2], m[1] == "class"
		}
		if last.to = begin; last.from == last.to {
			out = out[:len(out)-1]
		}
		out = append(out, next)
	}
	return out
}

// lineRole is what a line of Python begins with.
type lineRole uint8

const (
	otherLine     lineRole = iota // nothing, the rest of a statement, or the inside of a string
	statementLine                 // a statement
	commentLine                   // a comment that has the line for itself
)

// lineRoles returns the role of each line. It reports false where a string never ends.
func lineRoles(text string, lines int) (roles []lineRole, ok bool) {
	roles = make([]lineRole, lines)
	logical, _, ok := python.Lines(text)
	for _, l := range logical {
		switch l.Kind {
		case python.BlankLine:
		case python.CommentLine:
			roles[l.First] = commentLine
		default:
			roles[l.First] = statementLine
		}
	}
	return roles, ok
}
