package index

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// ignoreFiles are read in every folder. Within one folder the later file is asked first, so that .ibidignore may take
// back in what .gitignore keeps out.
var ignoreFiles = [...]string{".gitignore", ".ibidignore"}

// rules are the ignore patterns that stand in one folder, in the syntax and with the meaning of gitignore(5).
type rules struct {
	folder   string // slash-separated path below the root, "" for the root
	patterns []pattern
}

// pattern is one line of an ignore file.
type pattern struct {
	path       *regexp.Regexp // below the folder of the ignore file, as latin1 spells it, with a zero byte, which no class holds, for "/"
	folderOnly bool
	negated    bool // takes back in what an earlier pattern excluded
}

// parseIgnore reads an ignore file. Every line means something to git, so there are no errors; one that can match
// nothing is left out.
func parseIgnore(data string) []pattern {
	var patterns []pattern
	for line := range strings.SplitSeq(strings.TrimPrefix(data, "\ufeff"), "\n") {
		line = trimUnescapedSpace(strings.TrimSuffix(line, "\r"))
		if strings.HasPrefix(line, "#") {
			continue
		}
		var p pattern
		line, p.negated = strings.CutPrefix(line, "!")
		line, p.folderOnly = strings.CutSuffix(line, "/")
		if line == "" {
			continue
		}
		if expr, ok := pathExpr(latin1(line)); ok {
			var err error
			if p.path, err = regexp.Compile(expr); err == nil {
				patterns = append(patterns, p)
			}
		}
	}
	return patterns
}

// trimUnescapedSpace drops the spaces at the end of a line, but for one that a backslash protects.
func trimUnescapedSpace(line string) string {
	trimmed := strings.TrimRight(line, " ")
	if len(trimmed) < len(line) && endsInEscape(trimmed) {
		return line[:len(trimmed)+1]
	}
	return trimmed
}

// endsInEscape tells whether the last character is a backslash that escapes what follows.
func endsInEscape(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}

// ignored tells whether the rules of the folders above keep an entry out. The deepest folder is asked first and its
// last pattern first: the first that matches decides. What lies below an ignored folder is never asked about.
func ignored(stack []rules, rel string, isFolder bool) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		below := latin1(strings.ReplaceAll(strings.TrimPrefix(rel[len(stack[i].folder):], "/"), "/", "\x00"))
		for j := len(stack[i].patterns) - 1; j >= 0; j-- {
			p := &stack[i].patterns[j]
			if (isFolder || !p.folderOnly) && p.path.MatchString(below) {
				return !p.negated
			}
		}
	}
	return false
}

// latin1 makes a character of each byte: "?" stands for a byte, and names need not be UTF-8.
func latin1(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// pathExpr is the regular expression of a line, false where it matches nothing. A line without a slash stands for a
// name at any depth; "**" between slashes stands for any number of folders, for at least one entry where it comes
// last.
func pathExpr(line string) (string, bool) {
	segments := strings.Split(strings.TrimPrefix(line, "/"), "/")
	var b strings.Builder
	b.WriteString(`(?s)^`)
	if !strings.Contains(line, "/") {
		b.WriteString(`(?:.*\x00)?`)
	}
	for i, s := range segments {
		last := i == len(segments)-1
		stars := strings.Contains(line, "/") && len(s) >= 2 && strings.Trim(s, "*") == ""
		switch {
		case stars && last:
			b.WriteString(`.+`)
			continue
		case stars:
			b.WriteString(`(?:[^\x00]+\x00)*`)
			continue
		case !last && endsInEscape(s): // "\/" is a slash
			s = s[:len(s)-1]
		}
		expr, ok := nameExpr(s)
		if !ok {
			return "", false
		}
		b.WriteString(expr)
		if !last {
			b.WriteString(`\x00`)
		}
	}
	return b.String() + `$`, true
}

var (
	// nameElement is one element of a name: stars, "?", a class with what is in it, an escaped or a literal character.
	nameElement = regexp.MustCompile(`(?s)(\*+)|(\?)|\[([!^]?)(\]?(?:\[:\w*:\]|\\.|[^\]\\])*)\]|\\(.)|(.)`)

	// classElement is one element of a class: named, or a character that may be escaped.
	classElement = regexp.MustCompile(`(?s)\[:\w*:\]|\\?(.)`)
)

// nameExpr is the regular expression of a name or a part of one, false where it matches nothing: a class that is not
// closed, or a backslash at the end.
func nameExpr(name string) (string, bool) {
	var b strings.Builder
	for _, m := range nameElement.FindAllStringSubmatch(name, -1) {
		switch {
		case m[1] != "":
			b.WriteString(`[^\x00]*`)
		case m[2] != "":
			b.WriteString(`[^\x00]`)
		case m[6] == "[", m[6] == `\`:
			return "", false
		case m[5]+m[6] != "":
			b.WriteString(regexp.QuoteMeta(m[5] + m[6]))
		default:
			b.WriteString(classExpr(m[3] != "", m[4]))
		}
	}
	return b.String(), true
}

// classExpr is the regular expression of a class, "[a-z]", "[!a-z]" or "[[:digit:]]", by what stands between its
// brackets.
func classExpr(negated bool, class string) string {
	var b strings.Builder
	if b.WriteByte('['); negated {
		b.WriteString(`^\x00`)
	}
	all := classElement.FindAllStringSubmatch(class, -1)
	quoted := func(i int) string { return strings.ReplaceAll(regexp.QuoteMeta(all[i][1]), "-", `\-`) }
	for i := 0; i < len(all); i++ {
		switch {
		case all[i][1] == "":
			b.WriteString(all[i][0]) // of a name that is not known: that is no expression
		case i+2 < len(all) && all[i+1][0] == "-" && all[i+2][1] != "":
			b.WriteString(quoted(i) + "-" + quoted(i+2))
			i += 2
		default:
			b.WriteString(quoted(i))
		}
	}
	return b.String() + `]`
}
