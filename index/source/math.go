package source

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// mathParser keeps TeX formulas as they stand, where asterisks, underscores and backslashes are no markup. As in
// Pandoc, "$" opens a formula before a visible character and closes it after one, if no digit follows: "$5 and $6"
// is money. "$$" takes any text of the paragraph.
type mathParser struct{}

var _ parser.InlineParser = mathParser{}

// Trigger returns the character that a formula begins with.
func (mathParser) Trigger() []byte { return []byte{'$'} }

// Parse returns the formula at the start of the block's current line, nil if there is none.
func (mathParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	fence := line[:1]
	if bytes.HasPrefix(line, []byte("$$")) {
		fence = line[:2]
	}
	for at := len(fence); ; {
		i := bytes.Index(line[at:], fence)
		if i < 0 && len(fence) == 2 {
			return longMath(block)
		} else if i < 0 {
			return nil
		}
		at += i
		end := at + len(fence)
		switch escaped := line[at-1] == '\\'; {
		case at == len(fence): // nothing inside
			return nil
		case !escaped && len(fence) == 2, !escaped && closesMath(line, at):
			block.Advance(end)
			formula := ast.NewString(bytes.Clone(line[:end]))
			formula.SetRaw(true)
			return formula
		case !escaped:
			return nil
		}
		at = end
	}
}

// longMath returns the formula between "$$" that ends in a further line of the paragraph, nil if none does.
func longMath(block text.Reader) ast.Node {
	at, start := block.Position()
	var formula []byte
	for line, _ := block.PeekLine(); line != nil; line, _ = block.PeekLine() {
		skip := 0
		if formula == nil {
			skip = len("$$")
		}
		if i := bytes.Index(line[skip:], []byte("$$")); i >= 0 {
			end := skip + i + len("$$")
			block.Advance(end)
			node := ast.NewString(append(formula, line[:end]...))
			node.SetRaw(true)
			return node
		}
		formula = append(formula, line...)
		block.AdvanceLine()
	}
	block.SetPosition(at, start)
	return nil
}

// closesMath reports whether the "$" at an offset of the line closes the one that the line begins with.
func closesMath(line []byte, at int) bool {
	space := func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }
	digit := at+1 < len(line) && '0' <= line[at+1] && line[at+1] <= '9'
	return !space(line[1]) && !space(line[at-1]) && !digit
}
