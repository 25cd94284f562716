package source

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMathDepth is how deep elements of a formula nest; those further down count as text.
const maxMathDepth = 64

// mathML is an element of a formula in MathML, with what it holds. It is read to the end before it is written, since a fraction and a
// root need to know what they are of.
type mathML struct {
	tag, text string
	parts     []*mathML
}

// mathReader builds the formula that is open.
type mathReader []*mathML

func (m *mathReader) open(tag string) {
	e := &mathML{tag: tag}
	if n := len(*m); n > maxMathDepth {
		return
	} else if n > 0 {
		(*m)[n-1].parts = append((*m)[n-1].parts, e)
	}
	*m = append(*m, e)
}

// write adds text to the innermost element.
func (m mathReader) write(text string) {
	if e := m[len(m)-1]; strings.TrimSpace(text) != "" {
		e.parts = append(e.parts, &mathML{text: strings.Join(strings.Fields(text), " ")})
	}
}

// close ends the innermost element of that name and what is open inside it. It returns the formula if that ended.
func (m *mathReader) close(tag string) *mathML {
	for n := len(*m) - 1; n >= 0; n-- {
		if e := (*m)[n]; e.tag == tag {
			if *m = (*m)[:n]; n == 0 {
				return e
			}
			return nil
		}
	}
	return nil
}

// String writes a formula in a line: "c^2", "x_1", "(a + b)/2", "√x". Other forms of it that come with it are left out.
func (e *mathML) String() string {
	part := func(i int) string {
		if i >= len(e.parts) {
			return ""
		}
		text := e.parts[i].String()
		if strings.ContainsFunc(text, func(r rune) bool { return !alphanumeric(r) && r != '.' }) && utf8.RuneCountInString(text) > 2 {
			return "(" + text + ")"
		}
		return text
	}
	switch e.tag {
	case "annotation", "annotation-xml", "mphantom":
		return ""
	case "msup", "mover":
		return part(0) + "^" + part(1)
	case "msub", "munder":
		return part(0) + "_" + part(1)
	case "msubsup", "munderover":
		return part(0) + "_" + part(1) + "^" + part(2)
	case "mfrac":
		return part(0) + "/" + part(1)
	case "mroot":
		return part(0) + "^(1/" + part(1) + ")"
	}
	var out strings.Builder
	out.WriteString(e.text)
	last := "" // part
	for _, p := range e.parts {
		text := p.String()
		before, _ := utf8.DecodeLastRuneInString(last)
		after, _ := utf8.DecodeRuneInString(text)
		if alphanumeric(before) && alphanumeric(after) && (unicode.IsDigit(after) || p.tag == "mtr" || len(last) > 1 && len(text) > 1) {
			out.WriteByte(' ') // "2 1/2", "sin x"
		}
		out.WriteString(text)
		if text != "" {
			last = text
		}
	}
	text := strings.TrimSpace(out.String())
	switch e.tag {
	case "mo":
		if text != "" && strings.Contains("=<>≤≥≠≈+−±×·→∈", text) {
			return " " + text + " "
		}
		return strings.Trim(text, "\u2061\u2062\u2063\u2064") // which are not seen
	case "msqrt":
		return "√(" + text + ")"
	case "mtr":
		return text + "; "
	case "mtd":
		return text + " "
	}
	return text
}
