package source

import (
	"regexp"
	"strings"
)

// texUnits are the symbols of what siunitx calls by a name. Other names are symbols themselves.
var texUnits = func() map[string]string {
	all := map[string]string{"per": "/", "square": "^2", "squared": "^2", "cubic": "^3", "cubed": "^3"}
	for symbol, names := range map[string]string{
		"": `kilo k mega M giga G tera T milli m micro µ nano n pico p femto f centi c deci d hecto h`,
		"·": `metre m meter m second s gram g kilogram kg ampere A kelvin K mole mol candela cd hertz Hz
			newton N pascal Pa joule J watt W coulomb C volt V farad F ohm Ω siemens S weber Wb tesla T
			henry H lumen lm lux lx becquerel Bq gray Gy sievert Sv degreeCelsius °C celsius °C degree °
			percent % litre l liter l minute min hour h day d tonne t hectare ha electronvolt eV
			angstrom Å decibel dB`,
	} {
		for pair := strings.Fields(names); len(pair) > 0; pair = pair[2:] {
			all[pair[0]] = pair[1] + symbol
		}
	}
	return all
}()

var (
	texPower = regexp.MustCompile(`\\(square|cubic)\s*` +
		`((?:\\(?:kilo|mega|giga|tera|milli|micro|nano|pico|femto|centi|deci|hecto))?\\[A-Za-z]+)`)
	texToThe    = regexp.MustCompile(`\\(?:tothe|raiseto)\s*\{([^{}]*)\}`)
	texUnitName = regexp.MustCompile(`\\[A-Za-z]+\s*`)
	texExponent = regexp.MustCompile(`^([-+]?[\d.,]*) *[eEdD] *\+?(-?\d+)$`)
)

// quantity reads a number, a unit or both as siunitx has them: \SI{3e-2}{\metre\per\second} is 3×10^-2 m/s.
func (t *latex) quantity(name string) {
	t.option()
	text := ""
	if name != "unit" && name != "si" {
		text = texQuantity(t.argument())
	}
	if strings.HasSuffix(name, "range") {
		text += " to " + texQuantity(t.argument())
	}
	t.option()
	switch name {
	case "ang":
		text += "°"
	case "num", "numrange":
	default:
		if text += " " + texUnit(t.argument()); strings.HasSuffix(text, " °") {
			text = strings.TrimSuffix(text, " °") + "°"
		}
	}
	t.write(strings.TrimSpace(text))
}

func texQuantity(s string) string {
	s = strings.NewReplacer("+-", "±", `\pm`, "±", "~", "", "{", "", "}", "").Replace(strings.TrimSpace(s))
	return strings.TrimPrefix(texExponent.ReplaceAllString(s, "$1×10^$2"), "×")
}

func texUnit(s string) string {
	s = texToThe.ReplaceAllString(s, "^$1·")
	s = texUnitName.ReplaceAllStringFunc(texPower.ReplaceAllString(s, `$2\$1`), func(name string) string {
		name = strings.TrimSpace(name[1:])
		if symbol, ok := texUnits[name]; ok {
			return symbol
		}
		return name + "·"
	})
	s = strings.NewReplacer("·^", "^", "·/", "/", ".", "·", "~", "·", "{", "", "}", "").Replace(s)
	return strings.Trim(s, "· ")
}
