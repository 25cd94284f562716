package symbols

import (
	"regexp"
	"slices"
	"strings"

	"ibid/guard"
)

// form says what a word, or the text of a code span, is if it is no name of an API, for a person; "" where it may be
// one.
type form string

// The forms that are never symbols.
const (
	aName        form = ""
	aValue       form = "a value"           // numbers, dates, literals and signs: 42, 2024-05-01, "rb", ==
	aURL         form = "a URL"             //
	anEmail      form = "an e-mail address" //
	aFile        form = "a file"            // config.yaml, report.csv:12:3
	aPath        form = "a path"            // /etc/hosts, src/*.go, C:\tmp
	aHost        form = "a host"            // api.example.org:8080
	aVersion     form = "a version"         // v1.2.3, app.log.2
	aMIMEType    form = "a MIME type"       //
	aFlag        form = "a flag"            // --verbose, -n 3
	aCommand     form = "a command or a phrase"
	aVariable    form = "an environment variable"
	aFormat      form = "a format"      // %d, %(name)s, {:>8}
	aPlaceholder form = "a placeholder" // <name>, {x}, ...
	aPattern     form = "a regular expression"
	aMarker      form = "a citation"
)

// The forms that symbols share: they are symbols where a source declares them.
const (
	maybeFile      form = "what looks like a file"     // server.log, http.go
	maybeAttribute form = "what may be a file"         // server.key, poetry.lock
	maybeHost      form = "what looks like a host"     // example.com
	maybeVariable  form = "what looks like a variable" // SO_REUSEADDR, APP_HOME
	maybePath      form = "what looks like a path"     // out/reports, net/http, image/png
)

// doubtful tells a form that symbols share.
func (f form) doubtful() bool {
	return slices.Contains([]form{maybeFile, maybeAttribute, maybeHost, maybeVariable, maybePath}, f)
}

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
	isWindows    = regexp.MustCompile(`^[A-Za-z]:\\.`).MatchString
)

// patterns are what gives forms away, in the order in which they are asked, in a text whose literals are empty.
var patterns = [...]struct {
	form
	matches func(string) bool
}{
	{aURL, regexp.MustCompile(`^(?:[\pL\p{Nd}\p{Mn}_+.-]+://|www\.|mailto:)`).MatchString},
	{aName, regexp.MustCompile(nameRune + `\((?:$|[^\\?\[])`).MatchString}, // a call, whatever else is in it; v(\d+) and v(?:x) are none
	{aPath, isWindows},
	{aPattern, regexp.MustCompile(`\\|\(\?|\[(?:\^|a-z|A-Z|0-9)|^\^|.\$$`).MatchString},
	{aFormat, regexp.MustCompile(`^%|^\{[^ \t\n"(),{}]*[:!][^ \t\n"(),{}]*\}$`).MatchString},
	{aPlaceholder, regexp.MustCompile(`(?s)^<[A-Za-z/!].*>$|^\{[{}]*` + ident + `[{}]*\}$`).MatchString},
	{aFlag, isFlag},
	// Go has packages of the names text/template and image/png: these two are left to the registry.
	{aMIMEType, regexp.MustCompile(`^(?:application|audio|font|message|model|multipart|video)/` + mimePart + `+(?:;|$)|^(?:image|text)/(?:` +
		mimePart + `+;|` + mimePart + `*[*+-]` + mimePart + `*$|(?:html|plain|css)$)`).MatchString},
	{aCommand, regexp.MustCompile(`^\$ `).MatchString},
	{aName, regexp.MustCompile(`^\$[a-z.]`).MatchString}, // the $scope of JavaScript
	{aVariable, regexp.MustCompile(`^\$|^` + constant + `=[^\s=]`).MatchString},
}

// formOf classifies what stands in prose or in a code span. It takes time linear in len(s).
func formOf(s string) form {
	s = strings.TrimSpace(s)
	code := withoutLiterals(s)
	switch {
	case isMarker(s):
		return aMarker
	case !namesAnything(code):
		return aValue
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

func isMarker(s string) bool {
	if !strings.HasPrefix(s, "[") {
		return false
	}
	m, ok := guard.MarkerAt(s, 0)
	return ok && m.End == len(s)
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
	return aCommand
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
