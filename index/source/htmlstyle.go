package source

import (
	"maps"
	"regexp"
	"strings"
)

// htmlStyle is what style sheets and attributes say of an element: values in lower case, by property.
type htmlStyle map[string]string

// htmlStyles are the rules of the style sheets in a page whose selectors name an element by its tag, class or id.
type htmlStyles struct {
	rules map[string]htmlStyle // by selector: "p", ".note", "p.note", "#top"
	shown map[string]bool      // the last part of longer selectors that show what another rule may hide, as the open tab
	apart bool                 // there are sheets in other files
}

var (
	cssAside    = regexp.MustCompile(`(?s)/\*.*?\*/|@[^{};]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})`)
	cssRule     = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	cssSelector = regexp.MustCompile(`^(?:[\w-]+(?:\.[\w-]+)?|[.#][\w-]+)$`)
	cssName     = regexp.MustCompile(`[.#]?[\w-]+`)
	cssHex      = regexp.MustCompile(`^#([0-9a-f])([0-9a-f])([0-9a-f])$`)
	cssRGB      = regexp.MustCompile(`^rgba?\(\s*255\s*[, ]\s*255\s*[, ]\s*255\s*(?:[,/]\s*1\s*)?\)$`)
	cssZero     = regexp.MustCompile(`^0(?:\.0+)?(?:px|pt|r?em|%)?$`)
)

// add reads a style sheet. Rules that depend on the medium, such as those for print, are passed over.
func (s *htmlStyles) add(sheet string) {
	if s.rules == nil {
		s.rules, s.shown = map[string]htmlStyle{}, map[string]bool{}
	}
	for _, rule := range cssRule.FindAllStringSubmatch(cssAside.ReplaceAllString(sheet, ""), -1) {
		style := htmlStyle{}
		style.add(rule[2])
		for selector := range strings.SplitSeq(strings.ToLower(rule[1]), ",") {
			switch selector = strings.TrimSpace(selector); {
			case cssSelector.MatchString(selector) && s.rules[selector] != nil:
				maps.Copy(s.rules[selector], style)
			case cssSelector.MatchString(selector):
				s.rules[selector] = maps.Clone(style)
			case style["display"] != "" && !style.hides() || style["visibility"] == "visible":
				for _, name := range cssName.FindAllString(selector[strings.LastIndexAny(selector, " >+~")+1:], -1) {
					s.shown[name] = true
				}
			}
		}
	}
}

// add reads declarations.
func (s htmlStyle) add(declarations string) {
	for declaration := range strings.SplitSeq(strings.ToLower(declarations), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		value, _, _ = strings.Cut(value, "!")
		value = strings.TrimSpace(value)
		switch property = strings.TrimSpace(property); property {
		case "background", "background-color":
			s["ground"] = cssColor(value)
		case "color":
			s["color"] = cssColor(value)
		case "text-decoration", "text-decoration-line":
			s["line"] = value
		case "display", "visibility", "font-size", "font-weight":
			s[property] = value
		}
	}
}

// of returns what is said of an element.
func (s htmlStyles) of(tag string, attr htmlAttr) htmlStyle {
	own := attr.get("style")
	if len(s.rules) == 0 && own == "" && attr.get("bgcolor") == "" {
		return nil
	}
	style := htmlStyle{}
	if ground := attr.get("bgcolor"); ground != "" {
		style["ground"] = cssColor(strings.ToLower(ground))
	}
	selectors := []string{tag}
	for _, class := range strings.Fields(strings.ToLower(attr.get("class"))) {
		selectors = append(selectors, "."+class, tag+"."+class)
	}
	for _, selector := range append(selectors, "#"+strings.ToLower(attr.get("id"))) {
		maps.Copy(style, s.rules[selector])
		if s.shown[selector] {
			delete(style, "display")
			delete(style, "visibility")
		}
	}
	style.add(own)
	return style
}

// hides reports whether an element is not shown.
func (s htmlStyle) hides() bool {
	return s["display"] == "none" || s["visibility"] == "hidden" || s["visibility"] == "collapse" ||
		s["font-size"] != "" && cssZero.MatchString(s["font-size"]) || s["color"] == "transparent"
}

// cssColor writes white and short forms of other colours in one way, and what is no colour, such as an image, as "?".
func cssColor(value string) string {
	switch {
	case value == "white", cssRGB.MatchString(value):
		return "#ffffff"
	case value == "black":
		return "#000000"
	case value == "none", value == "inherit", value == "initial":
		return ""
	case strings.ContainsAny(value, "( "):
		return "?"
	}
	return cssHex.ReplaceAllString(value, "#$1$1$2$2$3$3")
}
