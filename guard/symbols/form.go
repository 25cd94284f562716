package symbols

import (
	"strings"

	"ibid/guard"
)

// form says what a word, or the text of a code span, is if it is no name of an API, for a person; "" where it may be one.
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
	switch f {
	case maybeFile, maybeAttribute, maybeHost, maybeVariable, maybePath:
		return true
	}
	return false
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
	case isURL(code):
		return aURL
	case hasCall(code):
		return aName // whatever else is in it: a comment, a magic command, a default
	case isPattern(code):
		return aPattern
	case strings.HasPrefix(code, "%"), isFormat(code):
		return aFormat
	case isPlaceholder(code):
		return aPlaceholder
	case isFlag(code):
		return aFlag
	case isMIMEType(code):
		return aMIMEType
	case strings.HasPrefix(code, "$"), isAssignedVariable(code):
		return variableForm(code)
	case strings.ContainsAny(code, " \t\r\n"):
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

// namesAnything tells that code holds an identifier: a letter or an underscore that is no part of a number. The prefix of
// a literal, as in rb"…", is none.
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

// isURL recognises a text that starts like an address of the web, or of another scheme.
func isURL(code string) bool {
	scheme, _, ok := strings.Cut(code, "://")
	return ok && isWord(scheme, "+-.") || strings.HasPrefix(code, "www.") || strings.HasPrefix(code, "mailto:")
}

// hasCall tells that a name is called in code. The group of a regular expression, v(\d+) or v(?:x), is no call.
func hasCall(code string) bool {
	for i := 1; i < len(code); i++ {
		if code[i] == '(' && isNameByte(code[i-1]) && (i+1 == len(code) || strings.IndexByte(`\?[`, code[i+1]) < 0) {
			return true
		}
	}
	return false
}

// isPattern recognises what only regular expressions have.
func isPattern(code string) bool {
	for _, sign := range [...]string{`\`, "(?", "[^", "[a-z", "[A-Z", "[0-9"} {
		if strings.Contains(code, sign) {
			return !isWindowsPath(code)
		}
	}
	return code[0] == '^' || len(code) > 1 && code[len(code)-1] == '$'
}

func isWindowsPath(code string) bool {
	return len(code) > 3 && isLetter(code[0]) && code[1:3] == `:\`
}

// isFormat recognises the fields of format strings: {}, {0}, {:>8}, {x!r}, {x:.2f}.
func isFormat(code string) bool {
	if len(code) < 2 || code[0] != '{' || code[len(code)-1] != '}' {
		return false
	}
	inside := code[1 : len(code)-1]
	return !strings.ContainsAny(inside, " \t\n\"(),{}") && strings.ContainsAny(inside, ":!")
}

// isPlaceholder recognises what stands for something else, <name> and {name}, and tags of a markup language.
func isPlaceholder(code string) bool {
	last := code[len(code)-1]
	switch {
	case code[0] == '<' && last == '>':
		return len(code) > 2 && (isLetter(code[1]) || code[1] == '/' || code[1] == '!')
	case code[0] == '{' && last == '}':
		return isIdentifier(strings.Trim(code, "{}"))
	}
	return false
}

// isFlag recognises flags with and without values: --verbose, -n 3, --limit=5, -race.
func isFlag(code string) bool {
	if code[0] != '-' {
		return false
	}
	name := strings.TrimPrefix(code[1:], "-")
	end := 0
	for end < len(name) && (isNameByte(name[end]) || name[end] == '-') {
		end++
	}
	return end > 0 && (isLetter(name[0]) || isDigit(name[0])) &&
		(end == len(name) || name[end] == '=' || name[end] == ' ' || name[end] == '[' || name[end] == ',')
}

// isMIMEType recognises application/json and text/html; charset=utf-8. Go has packages of the names text/template and
// image/png: these two are left to the registry.
func isMIMEType(code string) bool {
	top, rest, _ := strings.Cut(code, "/")
	sub, _, parameters := strings.Cut(rest, ";")
	if sub == "" || strings.Trim(strings.ToLower(sub), "abcdefghijklmnopqrstuvwxyz0123456789.+-*") != "" {
		return false
	}
	switch top {
	case "application", "audio", "font", "message", "model", "multipart", "video":
		return true
	case "image", "text":
		return parameters || strings.ContainsAny(sub, "+-*") || sub == "html" || sub == "plain" || sub == "css"
	}
	return false
}

// isAssignedVariable recognises NAME=value as shells write it.
func isAssignedVariable(code string) bool {
	name, value, ok := strings.Cut(code, "=")
	return ok && isConstant(name) && value != "" && strings.IndexByte(" \t\r\n\f\v", value[0]) < 0 && value[0] != '='
}

// variableForm classifies what starts with a dollar, or assigns a variable: $HOME, ${x}, $1, HOME=/tmp, $ ls. The $scope of
// JavaScript is a name.
func variableForm(code string) form {
	if strings.HasPrefix(code, "$ ") {
		return aCommand
	}
	if name, ok := strings.CutPrefix(code, "$"); ok && name != "" && (name[0] >= 'a' && name[0] <= 'z' || name[0] == '.') {
		return aName
	}
	return aVariable
}

// phraseForm classifies words with blanks between them. Two words side by side are no expression in any language, unless
// one is a keyword; the declaration "ctx context.Context" is told by its dotted name.
func phraseForm(code string) form {
	flagged, dotted := false, false
	for _, w := range strings.Fields(code) {
		switch {
		case isFlag(w) && !isDigit(w[1]):
			flagged = true
		case w == "." || w == "./...":
			// what tools are given to work on
		case isKeyword(w) || !isPlainArgument(w):
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

// isPlainArgument recognises a word without brackets, quotes and operators.
func isPlainArgument(w string) bool {
	named := false
	for i := range len(w) {
		if isNameByte(w[i]) {
			named = true
		} else if strings.IndexByte("./:@=~+-", w[i]) < 0 {
			return false
		}
	}
	return named
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
