package text

import (
	"regexp"
	"strings"
)

// special are the characters that mean something to Markdown wherever they stand. A lone tilde does not: ~/papers
// stays.
var (
	special = regexp.MustCompile("[\\\\`*\\[]|<[A-Za-z/!?]|&[#A-Za-z0-9]+;")
	tilde   = regexp.MustCompile("~")
)

// blockStart is what makes a list, a heading, a rule or the like of a line, up to the character to escape.
var blockStart = regexp.MustCompile(`^(?:>|(?:[-+]|#{1,6}|=+|-+|[0-9]{1,9}[.)])(?:\s|$))`)

// escape makes one line of text mean itself in Markdown.
func escape(s string) string {
	s = special.ReplaceAllString(s, `\$0`)
	if strings.Count(s, "~") > 1 {
		s = tilde.ReplaceAllString(s, `\$0`)
	}
	s = escapeUnderscores(s)
	if m := strings.TrimSpace(blockStart.FindString(s)); m != "" {
		s = s[:len(m)-1] + `\` + s[len(m)-1:]
	}
	return s
}

// escapeUnderscores leaves the underscores inside words alone: there they mean nothing, and file_names stay readable.
func escapeUnderscores(s string) string {
	if !strings.Contains(s, "_") {
		return s
	}
	letter := func(i int) bool {
		return i >= 0 && i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] >= 'A' && s[i] <= 'Z' || s[i] >= 'a' && s[i] <= 'z')
	}
	var b strings.Builder
	for i := range len(s) {
		if s[i] == '_' && !(letter(i-1) && letter(i+1)) {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// blockQuote puts "> " before each line.
func blockQuote(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight("> "+l, " \t")
	}
	return strings.Join(lines, "\n")
}
