package source

import "unicode/utf8"

// mathML is the stack of the open elements of a formula in MathML.
type mathML []mathElement

// mathElement is an element by its name, and how many others it holds so far.
type mathElement struct {
	tag   string
	parts int
}

// maxMathDepth is how deep elements of a formula nest; those further down are its text.
const maxMathDepth = 64

// mathSigns are what stands between the parts of an element.
var mathSigns = map[string]string{"msup": "^", "mover": "^", "msub": "_", "munder": "_", "msubsup": "_^", "munderover": "_^", "mfrac": "/"}

// open returns what the start of an element writes behind text: "c" and "2" are "c^2", and "2" and a half "2 1/2".
func (m *mathML) open(tag string, text []byte) (out string) {
	n := len(*m)
	if n > 0 {
		in := &(*m)[n-1]
		signs := mathSigns[in.tag]
		if in.parts++; 1 < in.parts && in.parts < 2+len(signs) {
			out = signs[in.parts-2 : in.parts-1]
		}
		if tag == "mrow" && signs != "" {
			out += "("
		}
	}
	if n == maxMathDepth {
		return out
	}
	if last, _ := utf8.DecodeLastRune(text); tag == "mfrac" && alphanumeric(last) {
		out += " "
	}
	if tag == "msqrt" {
		out += "√("
	}
	*m = append(*m, mathElement{tag: tag})
	return out
}

// close returns what the end of an element writes. Elements that are not closed end with it.
func (m *mathML) close(tag string) string {
	n := len(*m) - 1
	for n >= 0 && (*m)[n].tag != tag {
		n--
	}
	if n < 0 {
		return ""
	}
	*m = (*m)[:n]
	if tag == "msqrt" || n > 0 && tag == "mrow" && mathSigns[(*m)[n-1].tag] != "" {
		return ")"
	}
	return ""
}
