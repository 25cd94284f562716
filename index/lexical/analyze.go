package lexical

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// maxTerm is the longest term in bytes: a longer compound is indexed by its parts alone, a longer part by its first
// maxTerm bytes. Longer strings are encoded data, not words anybody types.
const maxTerm = 64

// maxCompound is the longest word in runes that is looked at as a compound.
const maxCompound = 256

// Token is one index term of a text.
type Token struct {
	Term       string // normalised: NFKC, lower case, plain English words stemmed
	Start, End int    // the bytes of the text it stands for
	Position   int    // counted in words from 0, see Analyze
	Part       bool   // a piece of a compound
}

// Analyze cuts a text into index terms, in order of position.
//
// A word is a run of letters, digits and marks. Words joined without space by one or two of - _ . / : + # @ ' (or a
// typographic form of them), or by a comma between thousands, make a compound, and so does a change inside a word
// from lower to upper case or between letters and digits. A compound is emitted whole, then each compound inside it,
// then its single parts:
//
//	ML-KEM.KeyGen  mlkem.keygen  mlkem  ml kem  keygen  key gen
//	os.path.join   os.path.join  os path join
//	1,184          1184  1 184
//
// In a whole, hyphens, apostrophes and the commas of thousands are dropped, because writers use them freely: e-mail is
// email, IL-6 is IL6. A possessive 's is dropped. Parts, and whole compounds that come out as letters a–z alone, are
// stemmed (Snowball English). Stop words are dropped, except as parts, where they carry meaning (vitamin-A).
//
// Chinese, Japanese and Korean are written without blanks, or with endings on every word: a run of their characters
// is cut into all pairs of neighbours, each at a position of its own; one character alone is a term.
//
//	气压计  气压 压计
//
// The option of a program that is one letter is a term with its hyphen and in its case: -f is not -F.
//
// Every part takes one position, a dropped stop word too; a compound has the position of its first part. Terms at one
// position are therefore readings of the same words, and a difference of positions is a distance in words.
//
// Time and memory are linear in the text. Invalid UTF-8 separates words.
func Analyze(text string) []Token { return slices.Collect(Tokens(text)) }

// Tokens are those of Analyze, one by one.
func Tokens(text string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		a := analyzers.Get().(*analyzer)
		defer analyzers.Put(a)
		for _, t := range a.analyze(text) {
			if !yield(t) {
				return
			}
		}
	}
}

// analyzers are those of Tokens, which is called for many short texts with the same words.
var analyzers = sync.Pool{New: func() any { return newAnalyzer() }}

// analyzer analyses many texts, whose words are mostly the same: it remembers what became of them. It is for one
// goroutine.
type analyzer struct {
	text     string
	tokens   []Token
	position int
	runes    []rune // the current word
	at       []int  // the byte offset of each of them, and of the end
	known    map[string]reading
	stems    map[string]string // the terms of single parts, by how they are written
}

// reading is what became of a word: tokens that start at offset and position 0, and by how much the position grew.
type reading struct {
	tokens    []Token
	positions int
}

// maxKnown is how many words an analyzer remembers; then it begins anew. They take a few megabytes.
const maxKnown = 1 << 15

// newAnalyzer returns one that remembers the words of all its texts.
func newAnalyzer() *analyzer {
	return &analyzer{known: map[string]reading{}, stems: map[string]string{}}
}

// analyze makes the tokens of a text; what it returned before must not be used any more.
func (a *analyzer) analyze(text string) []Token {
	a.text, a.tokens, a.position = text, slices.Grow(a.tokens[:0], len(text)/6+1), 0
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r == '-' && isOption(text, at) {
			a.tokens = append(a.tokens, Token{Term: text[at : at+2], Start: at, End: at + 2, Position: a.position})
			a.position++
			size = 2
		}
		if IsEastAsian(r) {
			at = a.pairs(at)
			continue
		}
		if !startsWord(r) {
			at += size
			continue
		}
		end := plainWord(text, at)
		if end <= at {
			end = a.read(at)
		}
		a.word(at, end)
		at = end
	}
	return a.tokens
}

// pairs adds the tokens of the run of East Asian characters at a byte offset, and returns where it ends.
func (a *analyzer) pairs(at int) int {
	a.runes, a.at = a.runes[:0], a.at[:0]
	for {
		r, size := utf8.DecodeRuneInString(a.text[at:])
		if a.at = append(a.at, at); size == 0 || !IsEastAsian(r) {
			break
		}
		a.runes, at = append(a.runes, r), at+size
	}
	for i := range max(len(a.runes)-1, 1) {
		a.leaf(i, min(i+2, len(a.runes)), false)
	}
	return at
}

// word adds the tokens of a word, which read has read if it is not a plain one.
func (a *analyzer) word(start, end int) {
	word := a.text[start:end]
	if r, ok := a.known[word]; ok {
		for _, t := range r.tokens {
			t.Start, t.End, t.Position = t.Start+start, t.End+start, t.Position+a.position
			a.tokens = append(a.tokens, t)
		}
		a.position += r.positions
		return
	}
	tokens, position := len(a.tokens), a.position
	if plainWord(a.text, start) == end {
		a.plain(start, end)
	} else {
		a.joined()
	}
	if len(word) > maxTerm {
		return
	}
	if len(a.known) == maxKnown {
		clear(a.known)
	}
	r := reading{slices.Clone(a.tokens[tokens:]), a.position - position}
	for i := range r.tokens {
		t := &r.tokens[i]
		t.Term, t.Start, t.End, t.Position = strings.Clone(t.Term), t.Start-start, t.End-start, t.Position-position // Term may be of the text
	}
	a.known[strings.Clone(word)] = r
}

// plain adds the token of a plain word. It does what joined does, faster: most words are plain.
func (a *analyzer) plain(start, end int) {
	if term := strings.ToLower(a.text[start:end]); !stopWords[term] {
		a.tokens = append(a.tokens, Token{Term: stem(truncate(term)), Start: start, End: end, Position: a.position})
	}
	a.position++
}

// joined adds the tokens of the word that was read.
func (a *analyzer) joined() {
	lo, hi := 0, a.trimPossessive()
	if stopWords[fold(a.runes[lo:hi])] {
		a.position++
		return
	}
	if a.divides(lo, hi) || isSymbol(a.runes[hi-1]) {
		a.compound(lo, hi)
		a.pieces(lo, hi, joints, true)
	} else {
		a.pieces(lo, hi, joints, false)
	}
}

// read fills runes and at with the longest word that starts at a byte offset, joints included, and returns where it
// ends.
func (a *analyzer) read(start int) int {
	a.runes, a.at = a.runes[:0], a.at[:0]
	for at := start; ; {
		r, size := utf8.DecodeRuneInString(a.text[at:])
		if size > 0 && inWord(r) {
			a.runes, a.at = append(a.runes, r), append(a.at, at)
			at += size
			continue
		}
		n := a.jointLength(at)
		for i := range n {
			r, size = utf8.DecodeRuneInString(a.text[at:])
			a.runes, a.at = append(a.runes, r), append(a.at, at)
			if at += size; i == n-1 {
				r, _ = utf8.DecodeRuneInString(a.text[at:])
			}
		}
		if n == 0 || !startsWord(r) {
			a.at = append(a.at, at)
			return at
		}
	}
}

// jointLength is the number of runes at a byte offset, just after a word, that still belong to it: one or two joints
// with a word behind them, a comma of thousands, or the end of C++ and C#.
func (a *analyzer) jointLength(at int) int {
	rest := a.text[at:]
	if isThousands(a.runes[len(a.runes)-1], rest) {
		return 1
	}
	n, after := 0, 0
	for n < 2 {
		r, size := utf8.DecodeRuneInString(rest[after:])
		if size == 0 || !isJoint(r) {
			break
		}
		n++
		after += size
	}
	if n == 0 {
		return 0
	}
	if r, size := utf8.DecodeRuneInString(rest[after:]); size > 0 && startsWord(r) {
		return n
	}
	switch {
	case !unicode.IsLetter(a.runes[len(a.runes)-1]):
		return 0
	case n == 2 && rest[:2] == "++":
		return 2
	case rest[0] == '#':
		return 1
	}
	return 0
}

// trimPossessive returns the length of the current word without a final 's.
func (a *analyzer) trimPossessive() int {
	n := len(a.runes)
	if n > 2 && (a.runes[n-1] == 's' || a.runes[n-1] == 'S') && isApostrophe(a.runes[n-2]) {
		return n - 2
	}
	return n
}

// level is a way to cut a word into pieces; each is finer than the one before.
type level uint8

const (
	joints  level = iota // at . / : + # @ ' and ,
	hyphens              // at - and _
	humps                // at changes of case and between letters and digits
	leaf                 // not at all
)

// pieces adds the tokens of the current word's runes lo to hi, which are one piece at the level before.
func (a *analyzer) pieces(lo, hi int, by level, part bool) {
	if by == leaf {
		a.leaf(lo, hi, part)
		return
	}
	for p, q := a.piece(lo, hi, by); p < q; p, q = a.piece(q, hi, by) {
		if by < humps && q-p < hi-lo && a.divides(p, q) {
			a.compound(p, q)
		}
		a.pieces(p, q, by+1, part)
	}
}

// piece returns the first piece in runes lo to hi, empty if there is none.
func (a *analyzer) piece(lo, hi int, by level) (int, int) {
	for lo < hi && a.separates(lo, by) {
		lo++
	}
	end := lo
	for end < hi && !a.separates(end, by) {
		if end++; end < hi && by == humps && a.hump(end, hi) {
			break
		}
	}
	return lo, end
}

// separates reports whether rune i stands between pieces and belongs to none.
func (a *analyzer) separates(i int, by level) bool {
	switch r := a.runes[i]; by {
	case joints:
		return !inWord(r) && !isHyphen(r) && r != '_'
	case hyphens:
		return !inWord(r)
	}
	return false
}

// hump reports whether a new part begins at rune i: keyGen, HTTPServer, SHAKE128.
func (a *analyzer) hump(i, hi int) bool {
	prev, r := a.runes[i-1], a.runes[i]
	switch {
	case unicode.IsUpper(r) && unicode.IsLower(prev):
		return true
	case unicode.IsUpper(r) && unicode.IsUpper(prev):
		plural := i+2 == hi && a.runes[i+1] == 's' // KEMs
		return i+1 < hi && unicode.IsLower(a.runes[i+1]) && !plural
	}
	return unicode.IsDigit(prev) && unicode.IsLetter(r) || unicode.IsLetter(prev) && unicode.IsDigit(r)
}

// divides tells whether runes lo to hi have several parts at the finest level.
func (a *analyzer) divides(lo, hi int) bool {
	p, q := a.piece(lo, hi, hyphens)
	_, end := a.piece(p, q, humps)
	if end < q {
		return true
	}
	p, q = a.piece(q, hi, hyphens)
	return p < q
}

func (a *analyzer) compound(lo, hi int) {
	if hi-lo > maxCompound {
		return
	}
	if term := unjoin(fold(a.runes[lo:hi])); len(term) <= maxTerm {
		a.add(stem(term), lo, hi, false)
	}
}

func (a *analyzer) leaf(lo, hi int, part bool) {
	written := a.text[a.at[lo]:a.at[hi]]
	term, ok := a.stems[written]
	if !ok {
		if term = fold(a.runes[lo:hi]); term != "" {
			term = stem(truncate(term))
		}
		if len(written) <= maxTerm {
			if len(a.stems) == maxKnown {
				clear(a.stems)
			}
			a.stems[strings.Clone(written)] = term
		}
	}
	if term != "" {
		a.add(term, lo, hi, part)
	}
	a.position++
}

func (a *analyzer) add(term string, lo, hi int, part bool) {
	a.tokens = append(a.tokens, Token{Term: term, Start: a.at[lo], End: a.at[hi], Position: a.position, Part: part})
}
