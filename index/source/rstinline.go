package source

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// rstMarkup matches inline markup: 1 literal, 2 role, 3 text in backticks, 4 role behind it, 5 strong, 6 emphasis,
// 7 escaped character, 8 name of a footnote.
var rstMarkup = regexp.MustCompile("(?s)``(.+?)``" +
	"|(?::([\\w:+.-]+):)?`([^`]+)`(?::([\\w:+.-]+):)?_{0,2}" +
	`|\*\*([^*\s](?:[^*]*[^*\s])?)\*\*` +
	`|\*([^*\s](?:[^*]*[^*\s])?)\*` +
	`|\\(.)` +
	`|\[([^\]\s]+)\]_\b`)

var rstTarget = regexp.MustCompile(`(?s)^(.*\S)\s*<[^<>]+>$`)

// rstInline renders inline markup as every reader does.
func rstInline(s string, style style) string {
	if !strings.ContainsAny(s, "`*\\_") {
		return s
	}
	var out strings.Builder
	at := 0
	for _, m := range rstMarkup.FindAllStringSubmatchIndex(s, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return s[m[2*i]:m[2*i+1]]
		}
		out.WriteString(s[at:m[0]])
		at = m[1]
		before, _ := utf8.DecodeLastRuneInString(s[:m[0]])
		inWord := unicode.IsLetter(before) || unicode.IsDigit(before)
		switch {
		case m[2] >= 0:
			writeCode(&out, group(1), style)
		case m[6] >= 0:
			rstRole(&out, group(2)+group(4), group(3), style)
		case (m[10] >= 0 || m[12] >= 0) && inWord: // a product, not emphasis
			out.WriteString(s[m[0]:m[1]])
		case m[10] >= 0:
			out.WriteString(group(5))
		case m[12] >= 0:
			out.WriteString(group(6))
		case m[14] >= 0:
			if escaped := group(7); strings.TrimSpace(escaped) != "" {
				out.WriteString(escaped)
			}
		case m[16] >= 0:
			if name := group(8); noteName.MatchString(name) {
				out.WriteString(gap)
			} else {
				out.WriteString("[" + name + "]")
			}
		}
	}
	out.WriteString(s[at:])
	return closeGaps(out.String())
}

// noteName matches the name of a footnote, and not that of a source.
var noteName = regexp.MustCompile(`^(?:\d+|#.*|\*)$`)

// rstRole writes a text with a role: without the target that it stands for.
func rstRole(out *strings.Builder, role, text string, style style) {
	text = strings.TrimLeft(text, "~!")
	if target := rstTarget.FindStringSubmatch(text); target != nil {
		text = target[1]
	}
	base, _ := utf8.DecodeLastRuneInString(out.String())
	switch {
	case codeRole(role):
		writeCode(out, text, style)
	case (role == "sup" || role == "superscript") && alphanumeric(base) && exponent.MatchString(text):
		out.WriteString("^" + text)
	default:
		out.WriteString(text)
	}
}

// codeRole reports whether a role marks its text as code, as those of the language domains do.
func codeRole(role string) bool {
	if i := strings.LastIndexByte(role, ':'); i >= 0 {
		role = role[i+1:]
	}
	switch role {
	case "func", "meth", "class", "mod", "attr", "data", "const", "exc", "obj", "code", "literal", "file", "option",
		"envvar", "keyword", "program", "command", "kbd", "samp", "type", "macro", "member", "var", "token", "opcode":
		return true
	}
	return false
}

func writeCode(out *strings.Builder, code string, style style) {
	if style == marked {
		code = quoteCode(code)
	}
	out.WriteString(code)
}
