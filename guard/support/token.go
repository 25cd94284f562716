package support

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard/sentence"
	"ibid/guard/words"
)

// tokenKind is what a token is made of.
type tokenKind uint8

const (
	wordToken   tokenKind = iota
	numberToken           // digits; its value is in the statement's quantities
	nameToken             // an identifier, an acronym, code, a path: compared as it is written, case aside
	symbolToken           // punctuation and operators, one character each
)

// token is one word, number, name or symbol of a text.
type token struct {
	start, end int // byte offsets into the text
	text       string
	norm       string // lower case, without possessive
	kind       tokenKind
	code       bool   // stood between backticks or quotes
	proper     bool   // begins with a capital where none is due
	function   bool   // carries structure, not content
	owner      bool   // was written with a possessive
	stem, root string // the forms under which it is compared
	quantity   int16  // the quantity that it is part of, or -1
}

// content tells the tokens that a sentence is about.
func (t *token) content() bool { return t.kind != symbolToken && !t.function }

func (t *token) is(any ...string) bool {
	for _, w := range any {
		if t.norm == w {
			return true
		}
	}
	return false
}

// tokeniser cuts text into tokens.
type tokeniser struct {
	stems  *words.Stemmer
	text   string
	base   int // offset of text in the passage
	out    []token
	opened bool // a sentence has just been opened: a capital says nothing
}

// tokenise returns the tokens of text, with offsets from base on: of text as it is, though it is read as
// sentence.Fold and foldNumbers write it.
func tokenise(stems *words.Stemmer, text string, base int) []token {
	folded, places := sentence.Fold(text)
	text, at := foldNumbers(folded)
	switch {
	case at == nil:
		at = places
	case places != nil:
		for i := range at {
			at[i] = places[at[i]]
		}
	}
	t := tokeniser{stems: stems, text: text, base: base, opened: true, out: make([]token, 0, len(text)/5+4)}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r):
			i += size
		case r == '`':
			i = t.codeSpan(i)
		default:
			end := i
			for end < len(text) {
				r, size := utf8.DecodeRuneInString(text[end:])
				if unicode.IsSpace(r) || r == '`' || r == '—' || r == '|' {
					break
				}
				end += size
			}
			if end == i { // a dash or a bar
				t.symbol(i, i+size)
				i += size
				continue
			}
			t.chunk(i, end, false)
			i = end
		}
	}
	if at != nil {
		for i := range t.out {
			tok := &t.out[i]
			tok.start, tok.end = base+at[tok.start-base], base+at[tok.end-base]
		}
	}
	return t.out
}

// maxCodeSpan bounds the search for a closing backtick, in bytes.
const maxCodeSpan = 300

func (t *tokeniser) codeSpan(i int) int {
	rest := t.text[i+1 : min(len(t.text), i+1+maxCodeSpan)]
	n := strings.IndexByte(rest, '`')
	if n <= 0 {
		return i + 1
	}
	for j := 0; j < n; {
		if rest[j] == ' ' || rest[j] == '\n' || rest[j] == '\t' {
			j++
			continue
		}
		k := j
		for k < n && rest[k] != ' ' && rest[k] != '\n' && rest[k] != '\t' {
			k++
		}
		t.chunk(i+1+j, i+1+k, true)
		j = k
	}
	return i + n + 2
}

const (
	openers = "([{\"'“‘«<*_†‡"
	closers = ".,;:!?)]}\"'”’»>*_…"
)

// chunk handles a run of characters without white space.
func (t *tokeniser) chunk(start, end int, code bool) {
	quoted := code
	for start < end {
		r, size := utf8.DecodeRuneInString(t.text[start:end])
		if !strings.ContainsRune(openers, r) || code && end-start == size {
			break
		}
		if code && (r == '_' || r == '<') {
			break
		}
		if r == '"' || r == '\'' || r == '“' || r == '‘' {
			quoted = true
		}
		if r != '*' || code || end-start == size { // else it is Markdown's emphasis
			t.symbol(start, start+size)
		}
		start += size
	}
	tail := end
	for tail > start {
		r, size := utf8.DecodeLastRuneInString(t.text[start:tail])
		if !strings.ContainsRune(closers, r) || code && (r == '_' || r == '>') {
			break
		}
		tail -= size
	}
	if tail > start {
		if t.text[tail-1] == '(' && tail < end && t.text[tail] == ')' { // of a call: "open()"
			tail++
		}
		quoted = quoted && (code || tail < end && tail-start <= maxQuotedLetter)
		t.core(start, tail, quoted)
	}
	for i := tail; i < end; {
		r, size := utf8.DecodeRuneInString(t.text[i:end])
		if r != '*' || code || tail == start || t.text[tail-1] == '-' {
			t.symbol(i, i+size)
		}
		i += size
	}
}

// maxQuotedLetter is the length, in bytes, up to which a quoted word is taken for a symbol of the subject: 's'.
const maxQuotedLetter = 2

func (t *tokeniser) symbol(start, end int) {
	s := t.text[start:end]
	t.out = append(t.out, token{start: t.base + start, end: t.base + end, text: s, norm: s, kind: symbolToken, quantity: -1})
	switch s {
	case ".", "!", "?", ":", "|":
		t.opened = true
	case "(", "\"", "“", "*":
	default:
		t.opened = false
	}
}

// core handles what is left of a chunk once the punctuation around it is off.
func (t *tokeniser) core(start, end int, code bool) {
	s := t.text[start:end]
	if n := numberLength(s); n > 0 {
		t.numeric(start, end, n)
		return
	}
	if code {
		t.name(start, end, true)
		return
	}
	if i := strings.IndexAny(s, "-–/"); i > 0 && (!isName(s) || isCompound(s)) {
		for from := 0; from <= len(s); {
			i := strings.IndexAny(s[from:], "-–/")
			if i < 0 {
				i = len(s) - from
			}
			if i > 0 {
				t.core(start+from, start+from+i, false)
			}
			from += i
			if from < len(s) {
				_, size := utf8.DecodeRuneInString(s[from:])
				from += size
			} else {
				break
			}
		}
		return
	}
	if isName(s) && !words.Function.Has(strings.ToLower(s)) { // "MUST" is a word
		t.name(start, end, false)
		return
	}
	if !strings.ContainsFunc(s, unicode.IsLetter) {
		for i := start; i < end; {
			_, size := utf8.DecodeRuneInString(t.text[i:end])
			t.symbol(i, i+size)
			i += size
		}
		return
	}
	t.word(start, end)
}

// numeric handles a chunk that begins with a number of n bytes.
func (t *tokeniser) numeric(start, end, n int) {
	rest := t.text[start+n : end]
	switch {
	case rest == "":
	case rest[0] == '-' || strings.HasPrefix(rest, "–"): // 6-10, 112-bit
		size := 1
		if rest[0] != '-' {
			size = len("–")
		}
		if len(rest) == size || !isAlnum(rest[size]) {
			t.name(start, end, false)
			return
		}
		t.number(start, start+n)
		if isDigit(rest[size]) {
			t.symbol(start+n, start+n+size)
		}
		t.core(start+n+size, end, false)
		return
	case isOrdinalSuffix(rest):
		t.number(start, end)
		return
	case words.IsUnit(rest):
		t.number(start, start+n)
		t.word(start+n, end)
		return
	default:
		t.name(start, end, false)
		return
	}
	t.number(start, end)
}

func (t *tokeniser) number(start, end int) {
	s := t.text[start:end]
	t.out = append(t.out, token{start: t.base + start, end: t.base + end, text: s, norm: s, kind: numberToken, stem: s, root: s, quantity: -1})
	t.opened = false
}

func (t *tokeniser) name(start, end int, code bool) {
	s := t.text[start:end]
	if math := strings.Trim(s, "$"); math != "" { // $N_1$ is written N_1 elsewhere
		s = math
	}
	norm := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(s), ")"), "(") // of a call: open() is open
	if n := len(s) - 1; n >= 2 && s[n] == 's' && !code && isUpper(s[:n]) {       // KEMs
		norm = norm[:n]
	}
	norm, owner := dispossessed(norm)
	tok := token{start: t.base + start, end: t.base + end, text: s, norm: norm, kind: nameToken, code: code, owner: owner,
		stem: norm, root: norm, quantity: -1}
	if code && isLowerWord(s) {
		tok.stem, tok.root = t.stems.Stems(norm)
	}
	t.out = append(t.out, tok)
	t.opened = false
}

// dispossessed is a lower-case word without its possessive ending, and whether it had one.
func dispossessed(s string) (word string, owner bool) {
	s = strings.ReplaceAll(s, "’", "'")
	for _, ending := range [...]string{"'s", "s'"} {
		if rest, ok := strings.CutSuffix(s, ending); ok && len(rest) > 1 {
			return rest, true
		}
	}
	return s, false
}

func (t *tokeniser) word(start, end int) {
	s := t.text[start:end]
	norm, owner := dispossessed(strings.ToLower(s))
	if rest, ok := strings.CutSuffix(norm, "n't"); ok && len(rest) > 1 {
		switch rest {
		case "ca":
			rest = "can"
		case "wo":
			rest = "will"
		}
		cut := start + strings.LastIndexAny(s, "'’") - len("n")
		t.emitWord(start, cut, rest)
		t.emitWord(cut, end, "not")
		return
	}
	t.emitWord(start, end, norm)
	t.out[len(t.out)-1].owner = owner
}

func (t *tokeniser) emitWord(start, end int, norm string) {
	s := t.text[start:end]
	tok := token{start: t.base + start, end: t.base + end, text: s, norm: norm, quantity: -1}
	r, _ := utf8.DecodeRuneInString(s)
	tok.proper = unicode.IsUpper(r) && !t.opened
	tok.stem, tok.root = t.stems.Stems(norm)
	tok.function = words.Function.Has(norm)
	t.out = append(t.out, tok)
	t.opened = false
}

// isCompound tells a name that a word is joined to, "GnuCash-data", from a designation such as ML-KEM.
func isCompound(s string) bool {
	name, word := false, false
	for part := range strings.SplitSeq(s, "-") {
		switch {
		case part == "" || strings.ContainsFunc(part, func(r rune) bool { return !unicode.IsLetter(r) }):
			return false
		case isLowerWord(part) && len(part) > 2:
			word = true
		default:
			name = true
		}
	}
	return name && word
}

// isName tells an identifier, a path, an acronym or a designation like ML-KEM-768 from a word.
func isName(s string) bool {
	var letters, digits, uppers, marks int
	inner := false // a capital after a small letter
	prevLower := false
	for i, r := range s {
		switch {
		case unicode.IsUpper(r):
			uppers++
			letters++
			inner = inner || prevLower
			prevLower = false
		case unicode.IsLetter(r):
			letters++
			prevLower = true
		case unicode.IsDigit(r):
			digits++
			prevLower = false
		case r == '_' || r == '\\' || r == '@' || r == '=' || r == '~' || r == '#' || r == '+' || r == '$' || r == '%':
			marks++
			prevLower = false
		case r == '.' || r == ':':
			if i > 0 && i < len(s)-1 {
				marks++
			}
			prevLower = false
		case r == '-' || r == '/':
			if i == 0 {
				marks++
			}
			prevLower = false
		case r == '(' || r == '[' || r == '{' || r == '<':
			marks++
		default:
			prevLower = false
		}
	}
	if letters == 0 {
		return marks > 0 && digits > 0
	}
	return digits > 0 || marks > 0 || inner || uppers >= 2
}

// isUpper reports whether s has capitals, digits and hyphens only.
func isUpper(s string) bool {
	for _, r := range s {
		if !unicode.IsUpper(r) && !unicode.IsDigit(r) && r != '-' {
			return false
		}
	}
	return true
}

func isLowerWord(s string) bool {
	for _, r := range s {
		if !unicode.IsLower(r) {
			return false
		}
	}
	return true
}
