package source

import "regexp"

// maxMath is how many elements of a formula may stand in each other.
const maxMath = 200

// mathElement is an open element of a formula.
type mathElement struct {
	name      string
	at        int    // where its text begins
	sign, end string // what stands before its text, or before the first part of it, and behind it
}

// oneTerm matches what needs no parentheses as a part of a formula.
var oneTerm = regexp.MustCompile(`^[-−+]?[\p{L}\p{N}.,]*$`)

// startMath writes what stands in a formula where its parts meet: "(a+b)/c", "x^2", "√(x+1)".
func (w *wordReader) startMath(name string, attr xmlAttr) {
	if name != "oMath" && len(w.math) == 0 || len(w.math) > maxMath {
		return
	}
	var above *mathElement
	if n := len(w.math) - 1; n >= 0 {
		above = &w.math[n]
	}
	m := mathElement{name: name}
	switch name {
	case "d":
		m.sign, m.end = "(", ")"
	case "nary":
		m.sign = "∫"
	case "rad":
		m.sign = "√"
	case "begChr", "endChr", "chr":
		if len(w.math) < 2 {
			return
		}
		of := &w.math[len(w.math)-2]
		if of.name != "d" && of.name != "nary" {
			return
		}
		if name == "endChr" {
			of.end = attr.get("val")
		} else {
			of.sign = attr.get("val")
		}
	case "den":
		w.text("/")
	case "sub", "sup":
		if above.name == "nary" {
			w.text(above.sign)
			above.sign = ""
		}
		w.text(map[string]string{"sub": "_", "sup": "^"}[name])
	case "e", "mr":
		w.text(above.sign)
		above.sign = map[string]string{"d": ", ", "mr": ", ", "m": "; ", "eqArr": "; "}[above.name]
	}
	m.at = len(w.flow.run.text)
	w.math = append(w.math, m)
}

func (w *wordReader) endMath(name string) {
	n := len(w.math) - 1
	if n < 0 || w.math[n].name != name {
		return
	}
	m := w.math[n]
	w.math = w.math[:n]
	run := &w.flow.run
	switch name {
	case "num", "den", "sub", "sup", "e":
		if (name == "sub" || name == "sup") && m.at > 0 && m.at == len(run.text) {
			run.text = run.text[:m.at-1] // nothing is raised or lowered
		}
		if name == "e" && (n == 0 || w.math[n-1].name != "rad") || m.at > len(run.text) || oneTerm.Match(run.text[m.at:]) {
			return
		}
		run.text = append(append(append(run.text[:m.at:m.at], '('), run.text[m.at:]...), ')')
	case "d":
		w.text(m.end)
	}
}
