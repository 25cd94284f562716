package support

import (
	"strings"
	"unicode"
	"unicode/utf8"

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
	code       bool // stood between backticks or quotes
	proper     bool // begins with a capital where none is due
	light      bool
	weight     float32 // its share in the content of the text; 0 for function words and symbols
	stem, root string  // the forms under which it is compared
	senses     []words.Concept
	bare       string   // the stem of what remains without a denying prefix, "set" of "unset"; else ""
	kinds      []uint16 // the sets of neighbours that it belongs to
	quantity   int16    // the quantity that it is part of, or -1
	clause     int16    // the clause that it is in
	part       int16    // the part of a clause, between commas and conjunctions, that it is in
}

func (t *token) is(any ...string) bool {
	for _, w := range any {
		if t.norm == w {
			return true
		}
	}
	return false
}

// The weights of tokens, by what they are.
const (
	nameWeight   = 1.5
	properWeight = 1.2
	wordWeight   = 1
	numberWeight = 1
	lightWeight  = 0.3
)

// lexicon is general English, with a memory of the stems that it has made.
type lexicon struct {
	*words.Lexicon
	*words.Stemmer
}

func newLexicon() *lexicon { return &lexicon{words.English(), words.NewStemmer()} }

// tokeniser cuts text into tokens.
type tokeniser struct {
	lex    *lexicon
	text   string
	base   int // offset of text in the passage
	out    []token
	opened bool // a sentence has just been opened: a capital says nothing
}

// tokenise returns the tokens of text, with offsets from base on: of text as it is, though numbers are read as foldNumbers
// writes them.
func (l *lexicon) tokenise(text string, base int) []token {
	text, at := foldNumbers(text)
	t := tokeniser{lex: l, text: text, base: base, opened: true, out: make([]token, 0, len(text)/5+4)}
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
	l.attachSenses(t.out)
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
		t.symbol(start, start+size)
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
		quoted = quoted && (code || tail < end && tail-start <= maxQuotedLetter)
		t.core(start, tail, quoted)
	}
	for i := tail; i < end; {
		_, size := utf8.DecodeRuneInString(t.text[i:end])
		t.symbol(i, i+size)
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
	if i := strings.IndexAny(s, "-–/"); i > 0 && !isName(s) {
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
	t.out = append(t.out, token{start: t.base + start, end: t.base + end, text: s, norm: s, kind: numberToken,
		weight: numberWeight, stem: s, root: s, quantity: -1})
	t.opened = false
}

func (t *tokeniser) name(start, end int, code bool) {
	s := t.text[start:end]
	norm := strings.ToLower(s)
	if n := len(s) - 1; n >= 2 && s[n] == 's' && !code && isUpper(s[:n]) { // KEMs
		norm = norm[:n]
	}
	tok := token{start: t.base + start, end: t.base + end, text: s, norm: norm, kind: nameToken, code: code,
		weight: nameWeight, stem: norm, root: norm, quantity: -1}
	if code && isLowerWord(s) {
		tok.stem, tok.root = t.lex.Stems(norm)
	}
	t.out = append(t.out, tok)
	t.opened = false
}

func (t *tokeniser) word(start, end int) {
	s := t.text[start:end]
	norm := strings.ToLower(s)
	for _, possessive := range [...]string{"'s", "’s", "s'", "s’"} {
		if rest, ok := strings.CutSuffix(norm, possessive); ok && len(rest) > 1 {
			norm = rest
			break
		}
	}
	for _, contraction := range [...]string{"n't", "n’t"} {
		if rest, ok := strings.CutSuffix(norm, contraction); ok && len(rest) > 1 {
			switch rest {
			case "ca":
				rest = "can"
			case "wo":
				rest = "will"
			}
			cut := end - len(contraction)
			t.emitWord(start, cut, rest)
			t.emitWord(cut, end, "not")
			return
		}
	}
	t.emitWord(start, end, norm)
}

func (t *tokeniser) emitWord(start, end int, norm string) {
	s := t.text[start:end]
	tok := token{start: t.base + start, end: t.base + end, text: s, norm: norm, quantity: -1}
	r, _ := utf8.DecodeRuneInString(s)
	tok.proper = unicode.IsUpper(r) && !t.opened
	tok.stem, tok.root = t.lex.Stems(norm)
	if bare := withoutDenial(norm); bare != "" {
		tok.bare, _ = t.lex.Stems(bare)
	}
	switch {
	case words.Function.Has(norm):
	case tok.proper:
		tok.weight = properWeight
	case words.Light.Has(norm) || words.Light.Has(tok.stem) && !namesAgent(norm):
		tok.weight, tok.light = lightWeight, true
	default:
		tok.weight = wordWeight
	}
	t.out = append(t.out, tok)
	t.opened = false
}

// namesAgent tells a noun for who or what acts, "follower", which weighs more than its light verb.
func namesAgent(w string) bool {
	return strings.HasSuffix(w, "er") || strings.HasSuffix(w, "ers") || strings.HasSuffix(w, "or") || strings.HasSuffix(w, "ors")
}

// attachSenses looks up the senses of words and of the phrases that they form.
func (l *lexicon) attachSenses(toks []token) {
	for i := range toks {
		t := &toks[i]
		if t.kind != wordToken {
			continue
		}
		t.kinds = l.Kinds(t.stem)
		if s := l.Senses(t.stem); len(s) > 0 {
			t.senses = append(t.senses[:len(t.senses):len(t.senses)], s...)
		}
		for _, p := range l.Phrases(t.stem) {
			n := matchPhrase(toks[i+1:], p.Rest)
			if n < 0 {
				continue
			}
			for j := i; j <= i+n; j++ {
				toks[j].senses = append(toks[j].senses, p.Concept)
			}
		}
	}
}

// matchPhrase returns how many tokens the rest of a phrase takes up, or -1.
func matchPhrase(toks []token, rest []string) int {
	if len(rest) > len(toks) {
		return -1
	}
	for i, stem := range rest {
		if toks[i].kind != wordToken || toks[i].stem != stem {
			return -1
		}
	}
	return len(rest)
}

// neighbours tells whether two tokens name different things of one kind, as "client" and "server" do.
func neighbours(a, b *token) bool {
	if len(a.kinds) == 0 || len(b.kinds) == 0 || a.stem == b.stem {
		return false
	}
	for _, x := range a.kinds {
		for _, y := range b.kinds {
			if x == y {
				return true
			}
		}
	}
	return false
}
