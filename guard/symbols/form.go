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
	keyword  = `(?:import|from|as|in|is|not|and|or|if|else|elif|for|while|with|try|except|raise|return|yield|await|` +
		`async|def|class|lambda|del|global|nonlocal|pass|assert|new|typeof|instanceof|delete|void|let|const|var|func|function|` +
		`type|struct|interface|map|chan|range|defer|select|switch|case|package|export|default|extends|implements|throw|` +
		`catch|finally|static|match)` // they join names in the languages that are read
	fileEnding = `\.(?:7z|asc|avi|bak|bat|bmp|bz2|c|cc|cer|cert|cfg|conf|cpp|crt|css|csv|dat|db|deb|dll|docx?|dylib|exe|` +
		`flac|gif|go|gz|h|hpp|hs|html?|ico|ini|ipynb|iso|jar|java|jpe?g|jsx?|jsonl?|kt|log|lua|md|md5|mjs|mkv|mp[34g]|odt|` +
		`ogg|orig|parquet|pdf|pem|php|pid|png|pptx?|proto|ps1|psd|py[cdi]?|rar|rb|rpm|rs|rst|rtf|scss|sh|sha256|sha512|so|` +
		`sock|sql|sqlite3?|svg|swp|tar|tex|tgz|tiff?|tml|tmpl?|toml|tsx?|tsv|ttf|txt|vue|war|wasm|wav|webm|webp|whl|woff2?|` +
		`xlsx?|xml|xz|ya?ml|zip|zst)$`
	attributeEnding = `\.(?:bin|class|config|data|diff|env|key|less|lock|map|markdown|mod|out|patch|properties|sig|sum|swift|template)$`
	hostEnding      = `\.(?:com|org|edu|gov|io|net|dev|app|ai|co|uk|de|eu|fr|ch|us|local|localdomain|localhost|internal|` +
		`example|invalid|test|onion|arpa)$` // but for those that are as common for attributes: info, name, run
)

var (
	isIdentifier = regexp.MustCompile(`^` + ident + `$`).MatchString
	isChain      = regexp.MustCompile(`^` + ident + `(?:(?:\.|::)` + ident + `)+$`).MatchString
	isFlag       = regexp.MustCompile(`^--?[A-Za-z0-9][\pL\p{Nd}_-]*(?:$|[= \[,])`).MatchString
	isShellWord  = regexp.MustCompile(`^(?:\.|\./\.\.\.|[./:@=~+-]*` + nameRune + `[\pL\p{Nd}\p{Mn}_./:@=~+-]*)$`).MatchString
	isKeyword    = regexp.MustCompile(`^` + keyword + `$`).MatchString

	literal = regexp.MustCompile("(?s)(?:\\b[A-Za-z]{1,2})?\"(?:\\\\.|[^\"\\\\])*\"|" + // rb"…", too
		"(?:\\b[A-Za-z]{1,2})?'(?:\\\\.|[^'\\\\])*'|`[^`]*`")
	// An identifier that is no part of a number: not the e of 1e5.
	named = regexp.MustCompile(`(?:^|[^\pL\p{Nd}\p{Mn}_.])\.*(?:[\pL\p{Mn}]|_+[\pL\p{Nd}\p{Mn}])`).MatchString
)

// pattern is what gives a form away.
type pattern struct {
	form
	matches func(string) bool
}

func when(f form, expression string) pattern {
	return pattern{f, regexp.MustCompile(`(?s)` + expression).MatchString}
}

// textPatterns are asked in their order, in a text whose literals are empty.
var textPatterns = []pattern{
	when(noName, `^(?:[\pL\p{Nd}\p{Mn}_+.-]+://|www\.|mailto:)`),
	when(aName, nameRune+`\((?:$|[^\\?\[])`),                    // a call; v(\d+) and v(?:x) are none
	when(noName, `\\|\(\?|\[(?:\^|a-z|A-Z|0-9)|^\^|.\$$`),       // a regular expression, or a path of Windows
	when(noName, `^%|^\{[^ \t\n"(),{}]*[:!][^ \t\n"(),{}]*\}$`), // a format
	when(noName, `^<[A-Za-z/!].*>$|^\{[{}]*`+ident+`[{}]*\}$`),  // a tag, or a place to fill in
	{noName, isFlag},
	// Go has packages of the names text/template and image/png: these two are left to the registry.
	when(noName, `^(?:application|audio|font|message|model|multipart|video)/`+mimePart+`+(?:;|$)|^(?:image|text)/(?:`+
		mimePart+`+;|`+mimePart+`*[*+-]`+mimePart+`*$|(?:html|plain|css)$)`),
	when(aName, `^\$[a-z.]`), // the $scope of JavaScript
	when(noName, `^\$|^`+constant+`=[^\s=]`),
}

// wordPatterns are asked in their order behind those, of a text without blanks.
var wordPatterns = []pattern{
	when(noName, `^/|/\*|\*/|\*\.`), // a path or a glob; the star of a pointer stands before a letter
	when(aName, `[^\pL\p{Nd}\p{Mn}_./:@~-]|^[./:@~-]*$`),
	when(noName, `:[0-9:]*$|^[^@]+@.*\.`),                                                // report.csv:12:3, a@b.org
	when(noName, `^[.~-].*/|/$|/[/0-9.]|^[0-9].*/`),                                      // a path
	when(aPlace, `/[^/.]*$`),                                                             // as Go writes a package
	when(aDoubt, `^`+constant+`$`),                                                       //
	when(noName, `(?:^|\.)[0-9][^/]*$`),                                                  // a version
	when(noName, `(?:(?:^|/)(?:\.[^/]*)?|-[^/]*)(?:`+fileEnding+`|`+attributeEnding+`)`), // .env, my-app.log
	when(aPlace, `^[^./\p{Lu}][^/\p{Lu}]*`+hostEnding),
	when(aDoubt, fileEnding),
	when(anAttribute, attributeEnding),
}

// formOf classifies what stands in prose or in a code span. It takes time linear in len(s).
func formOf(s string) form {
	s = strings.TrimSpace(s)
	code := literal.ReplaceAllString(s, `""`)
	if marker, ok := guard.MarkerAt(s, 0); ok && marker.End == len(s) || !named(code) {
		return noName
	}
	for _, p := range textPatterns {
		if p.matches(code) {
			return p.form
		}
	}
	if strings.ContainsAny(code, " \t\r\n") {
		return phraseForm(code)
	}
	for _, p := range wordPatterns {
		if p.matches(code) {
			return p.form
		}
	}
	return aName
}

// phraseForm classifies words with blanks between them. Two words side by side are no expression in any language,
// unless one is a keyword; the declaration "ctx context.Context" is told by its dotted name.
func phraseForm(code string) form {
	flagged, dotted := false, false
	for _, w := range strings.Fields(code) {
		switch {
		case isFlag(w) && (w[1] < '0' || w[1] > '9'):
			flagged = true
		case isKeyword(w) || !isShellWord(w):
			return aName
		case strings.Contains(w, ".") && formOf(w) == aName:
			dotted = true
		}
	}
	if dotted && !flagged {
		return aName
	}
	return noName
}
