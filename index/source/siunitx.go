package source

import (
	"regexp"
	"strings"
)

// texUnits are the symbols of what siunitx calls by a name, prefixes first; other names are symbols themselves.
var texUnits = func() map[string]string {
	all := map[string]string{}
	names := strings.Fields(`kilo k mega M giga G tera T milli m micro µ nano n pico p femto f centi c deci d hecto h | metre m meter m
		second s gram g kilogram kg ampere A kelvin K mole mol candela cd hertz Hz newton N pascal Pa joule J watt W coulomb C volt V farad F
		ohm Ω siemens S weber Wb tesla T henry H lumen lm lux lx becquerel Bq gray Gy sievert Sv degreeCelsius °C celsius °C degree °
		percent % litre l liter l minute min hour h day d tonne t hectare ha electronvolt eV angstrom Å decibel dB squared ^2 cubed ^3`)
	prefix := "+"
	for i := 0; i+1 < len(names); i += 2 {
		if names[i] == "|" {
			prefix, i = "", i+1
		}
		all[names[i]] = names[i+1] + prefix
	}
	return all
}()

var (
	texUnitPart = regexp.MustCompile(`\\[A-Za-z]+|[^\\]+`)
	texToThe    = regexp.MustCompile(`\\(?:tothe|raiseto)\s*\{([^{}]*)\}`)
	texExponent = regexp.MustCompile(`^([-+]?[\d.,]*) *[eEdD] *([-+]?\d+)$`)
)

// quantity reads a number, a unit or both as siunitx has them: \SI{3e-2}{\metre\per\second} is 3×10^-2 m/s.
func (t *latex) quantity(name string) {
	t.option()
	var words []string
	if name != "unit" && name != "si" {
		words = append(words, texQuantity(t.argument()))
	}
	if strings.HasSuffix(name, "range") {
		words = append(words, "to", texQuantity(t.argument()))
	}
	t.option()
	switch name {
	case "ang":
		words[0] += "°"
	case "num", "numrange":
	default:
		unit := texUnit(t.argument())
		if unit == "°" {
			words[len(words)-1] += unit
		} else {
			words = append(words, unit)
		}
	}
	t.write(strings.Join(words, " "))
}

func texQuantity(s string) string {
	s = strings.NewReplacer("+-", "±", `\pm`, "±", "~", "", "{", "", "}", "").Replace(strings.TrimSpace(s))
	if m := texExponent.FindStringSubmatch(s); m != nil {
		return strings.TrimPrefix(m[1]+"×10^"+strings.TrimPrefix(m[2], "+"), "×")
	}
	return s
}

func texUnit(s string) string {
	s = texToThe.ReplaceAllString(s, "^$1")
	out, joint, power := "", "", ""
	for _, part := range texUnitPart.FindAllString(s, -1) {
		name, command := strings.CutPrefix(part, `\`)
		symbol, known := texUnits[name]
		switch {
		case !command:
			out += strings.NewReplacer("{", "", "}", "", "~", "·", ".", "·").Replace(strings.TrimSpace(part))
			continue
		case name == "per":
			joint = "/"
			continue
		case name == "square", name == "cubic":
			power = map[string]string{"square": "^2", "cubic": "^3"}[name]
			continue
		case !known:
			symbol = name
		case symbol[0] == '^':
			out += symbol
			continue
		}
		if joint == "" && out != "" {
			joint = "·"
		}
		symbol, prefix := strings.CutSuffix(symbol, "+")
		if out, joint = out+joint+symbol, ""; prefix {
			joint = "\x00"
			continue
		}
		out, power = out+power, ""
	}
	return strings.ReplaceAll(out, "\x00", "")
}
