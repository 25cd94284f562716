package language_test

import (
	"fmt"
	"strings"

	"ibid/index/symbol/code"
)

// dump writes a snippet as text, a statement a line, with the lines of the source where each stands.
func dump(src string, snippet code.Snippet) string {
	var out strings.Builder
	if snippet.Broken {
		out.WriteString("broken\n")
	}
	d := dumper{src, &out}
	d.statements(snippet.Statements, "")
	return out.String()
}

type dumper struct {
	src string
	out *strings.Builder
}

func (d dumper) statements(list []code.Statement, indent string) {
	for _, s := range list {
		first := 1 + strings.Count(d.src[:s.Span.Start], "\n")
		last := first + strings.Count(d.src[s.Span.Start:s.Span.End], "\n")
		fmt.Fprintf(d.out, "%s%d-%d ", indent, first, last)
		switch {
		case s.Import != nil:
			d.imported(s.Import)
		case s.Bind != nil:
			d.out.WriteString(written(s.Bind))
		case s.Use != nil:
			d.out.WriteString("use " + show(s.Use))
		case s.Scope != nil:
			d.scope(s.Scope, indent)
			continue
		}
		d.out.WriteByte('\n')
	}
}

func (d dumper) imported(i *code.Import) {
	fmt.Fprintf(d.out, "import %s", i.Module)
	if i.Name != "" {
		fmt.Fprintf(d.out, " %s", i.Name)
	}
	if i.As != "" {
		fmt.Fprintf(d.out, " as %s", i.As)
	}
	if i.Dotted {
		d.out.WriteString(" dotted")
	}
}

func (d dumper) scope(s *code.Scope, indent string) {
	words := [...]string{"block", "function", "class"}
	fmt.Fprintf(d.out, "%s %s", words[s.Kind], s.Name)
	if len(s.Bases) > 0 {
		fmt.Fprintf(d.out, "(%s)", shows(s.Bases))
	}
	var parameters []string
	for _, b := range s.Parameters {
		parameters = append(parameters, written(b))
	}
	if s.Kind == code.FunctionScope {
		fmt.Fprintf(d.out, "(%s)", strings.Join(parameters, ", "))
	}
	if len(s.Returns) > 0 {
		fmt.Fprintf(d.out, " -> %s", shows(s.Returns))
	}
	d.out.WriteByte('\n')
	d.statements(s.Statements, indent+"  ")
}

func written(b *code.Bind) string {
	text := show(b.Target)
	if b.Type != nil {
		text += ": " + show(b.Type)
	}
	if b.Value != nil {
		text += " = " + show(b.Value)
	}
	return text
}

func shows(list []*code.Expr) string {
	var words []string
	for _, e := range list {
		words = append(words, show(e))
	}
	return strings.Join(words, ", ")
}

// show writes an expression on one line.
func show(e *code.Expr) string {
	if e == nil {
		return "nil"
	}
	switch e.Op {
	case code.Name:
		return e.Name
	case code.Attr:
		return show(e.X) + "." + e.Name
	case code.Call:
		var args []string
		for _, a := range e.Args {
			text := strings.Repeat("*", a.Star) + show(a.Value)
			if a.Name != "" {
				text = a.Name + "=" + text
			}
			args = append(args, text)
		}
		return show(e.X) + "(" + strings.Join(args, ", ") + ")"
	case code.Index:
		if e.Name != "" {
			return fmt.Sprintf("%s[%q]", show(e.X), e.Name)
		}
		return show(e.X) + "[" + shows(e.Parts) + "]"
	case code.Result:
		return fmt.Sprintf("%s#%d", show(e.X), e.N)
	case code.Literal:
		return "<" + strings.TrimSpace(e.Name+" "+shows(e.Parts)) + ">"
	case code.FuncType:
		var results []*code.Expr
		for _, a := range e.Args {
			results = append(results, a.Value)
		}
		return "func(" + shows(e.Parts) + ") " + shows(results)
	case code.Unknown:
		return "?" + e.Name + "(" + shows(e.Parts) + ")"
	}
	words := map[code.Op]string{code.Element: "item of ", code.Enter: "entered ", code.Await: "awaited ", code.Instance: "a ", code.Slice: "[]"}
	return words[e.Op] + show(e.X)
}
