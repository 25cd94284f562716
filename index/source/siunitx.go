package source

import (
	"regexp"
	"strings"
)

var (
	texPrefix   = regexp.MustCompile(`\\(kilo|mega|giga|tera|milli|micro|nano|pico|femto|centi|deci|hecto)\s*`)
	texUnitName = regexp.MustCompile(`\\([A-Za-z]+)\s*`)
	texExponent = regexp.MustCompile(`^([-+]?[\d.,]*) *[eEdD] *\+?(-?\d+)$`)
)

// quantity reads a number, a unit or both as siunitx has them: \SI{3e-2}{\metre\per\second} is 3×10^-2 metre per second.
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
		unit := strings.NewReplacer("{", "", "}", "", ".", " ", "~", " ").Replace(t.argument())
		text += " " + strings.TrimSpace(texUnitName.ReplaceAllString(texPrefix.ReplaceAllString(unit, "$1"), "$1 "))
	}
	t.write(strings.TrimSpace(text))
}

func texQuantity(s string) string {
	s = strings.NewReplacer("+-", "±", `\pm`, "±", "~", "", "{", "", "}", "").Replace(strings.TrimSpace(s))
	return strings.TrimPrefix(texExponent.ReplaceAllString(s, "$1×10^$2"), "×")
}
