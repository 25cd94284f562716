package symbols

import (
	"regexp"
	"strings"

	"ibid/guard"
)

// form says what a word, or the text of a code span, looks like.
type form uint8

// The forms. Those between aName and noName are symbols where a source declares them.
const (
	aName       form = iota
	aDoubt           // a file or a variable: server.log, http.go, SO_REUSEADDR
	anAttribute      // an attribute or a file: server.key, poetry.lock
	aPlace           // a host or a path: example.com, net/http, image/png
	noName           // anything else: numbers, literals, addresses, files, versions, flags, commands, patterns, markers
)

// doubtful tells a form that symbols share.
func (f form) doubtful() bool { return aName < f && f < noName }

// The parts of the patterns below.
const (
	nameRune = `[\pL\p{Nd}\p{Mn}_]`
	ident    = `[\pL\p{Mn}_]` + nameRune + `*`
	constant = `(?:_[0-9_]*)?[A-Z][0-9_]*[A-Z][A-Z0-9_]*` // two or more capitals, digits and underscores
	mimePart = `[A-Za-z0-9.+*-]`
)

var (
	isIdentifier = regexp.MustCompile(`^` + ident + `$`).MatchString
	isConstant   = regexp.MustCompile(`^` + constant + `$`).MatchString
	isChain      = regexp.MustCompile(`^` + ident + `(?:(?:\.|::)` + ident + `)+$`).MatchString           // identifiers joined by "." or "::"
	isWord       = regexp.MustCompile(`^[./:@~-]*` + nameRune + `[\pL\p{Nd}\p{Mn}_./:@~-]*$`).MatchString // what names and paths are made of
	isFlag       = regexp.MustCompile(`^--?[A-Za-z0-9][\pL\p{Nd}_-]*(?:$|[= \[,])`).MatchString           // --verbose, -n 3, --limit=5, -race
	isPlainWord  = regexp.MustCompile(`^[./:@=~+-]*` + nameRune + `[\pL\p{Nd}\p{Mn}_./:@=~+-]*$`).MatchString
)

// patterns are what gives forms away, in the order in which they are asked, in a text whose literals are empty.
var patterns = [...]struct {
	form
	matches func(string) bool
}{
	{noName, regexp.MustCompile(`^(?:[\pL\p{Nd}\p{Mn}_+.-]+://|www\.|mailto:)`).MatchString},
	// A call, whatever else is in it; v(\d+) and v(?:x) are none.
	{aName, regexp.MustCompile(nameRune + `\((?:$|[^\\?\[])`).MatchString},
	{noName, regexp.MustCompile(`\\|\(\?|\[(?:\^|a-z|A-Z|0-9)|^\^|.\$$`).MatchString},       // a regular expression, or a path of Windows
	{noName, regexp.MustCompile(`^%|^\{[^ \t\n"(),{}]*[:!][^ \t\n"(),{}]*\}$`).MatchString}, // a format
	{noName, regexp.MustCompile(`(?s)^<[A-Za-z/!].*>$|^\{[{}]*` + ident + `[{}]*\}$`).MatchString},
	{noName, isFlag},
	// Go has packages of the names text/template and image/png: these two are left to the registry.
	{noName, regexp.MustCompile(`^(?:application|audio|font|message|model|multipart|video)/` + mimePart + `+(?:;|$)|^(?:image|text)/(?:` +
		mimePart + `+;|` + mimePart + `*[*+-]` + mimePart + `*$|(?:html|plain|css)$)`).MatchString},
	{aName, regexp.MustCompile(`^\$[a-z.]`).MatchString}, // the $scope of JavaScript
	{noName, regexp.MustCompile(`^\$|^` + constant + `=[^\s=]`).MatchString},
}

// formOf classifies what stands in prose or in a code span. It takes time linear in len(s).
func formOf(s string) form {
	s = strings.TrimSpace(s)
	code := withoutLiterals(s)
	if marker, ok := guard.MarkerAt(s, 0); ok && marker.End == len(s) || !namesAnything(code) {
		return noName
	}
	for _, p := range patterns {
		if p.matches(code) {
			return p.form
		}
	}
	if strings.ContainsAny(code, " \t\r\n") {
		return phraseForm(code)
	}
	return wordForm(code)
}

// withoutLiterals empties the string literals of s.
func withoutLiterals(s string) string {
	if !strings.ContainsAny(s, "\"'`") {
		return s
	}
	var b strings.Builder
	apostrophes := ""
	for i := 0; i < len(s); {
		c := s[i]
		if (c == '"' || c == '\'' || c == '`') && strings.IndexByte(apostrophes, c) < 0 {
			if n := literalEnd(s[i+1:], c); n >= 0 {
				b.WriteString(`""`)
				i += n + 2
				continue
			}
			apostrophes += string(c) // what does not close here closes nowhere after
		}
		b.WriteByte(c)
		i++
	}
	return b.String()
}

// literalEnd returns where the quote c closes, -1 if it does not.
func literalEnd(s string, c byte) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case c:
			return i
		}
	}
	return -1
}

// namesAnything tells that code holds an identifier: a letter or an underscore that is no part of a number. The
// prefix of a literal, as in rb"…", is none.
func namesAnything(code string) bool {
	for i := 0; i < len(code); {
		if !isNameByte(code[i]) {
			i++
			continue
		}
		start := i
		for i < len(code) && (isNameByte(code[i]) || code[i] == '.' && isDigit(code[start])) {
			i++
		}
		prefix := i < len(code) && code[i] == '"' && i-start <= 2
		if !isDigit(code[start]) && !prefix && strings.Trim(code[start:i], "_") != "" {
			return true
		}
	}
	return false
}

// phraseForm classifies words with blanks between them. Two words side by side are no expression in any language,
// unless one is a keyword; the declaration "ctx context.Context" is told by its dotted name.
func phraseForm(code string) form {
	flagged, dotted := false, false
	for _, w := range strings.Fields(code) {
		switch {
		case isFlag(w) && !isDigit(w[1]):
			flagged = true
		case w == "." || w == "./...":
			// what tools are given to work on
		case isKeyword(w) || !isPlainWord(w):
			return aName
		case strings.Contains(w, ".") && wordForm(w) == aName:
			dotted = true
		}
	}
	if dotted && !flagged {
		return aName
	}
	return noName
}

// isKeyword lists the words that join names in the languages that are read.
func isKeyword(w string) bool {
	switch w {
	case "import", "from", "as", "in", "is", "not", "and", "or", "if", "else", "elif", "for", "while", "with", "try",
		"except", "raise", "return", "yield", "await", "async", "def", "class", "lambda", "del", "global", "nonlocal",
		"pass", "assert", "new", "typeof", "instanceof", "delete", "void", "let", "const", "var", "func", "function",
		"type", "struct", "interface", "map", "chan", "range", "defer", "select", "switch", "case", "package",
		"export", "default", "extends", "implements", "throw", "catch", "finally", "static", "match":
		return true
	}
	return false
}
