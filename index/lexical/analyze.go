package lexical

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"ibid/guard/sentence"
)

// maxTerm is the longest term in bytes: a longer compound is indexed by its parts alone, a longer part by its first
// maxTerm bytes. Longer strings are encoded data, not words anybody types.
const maxTerm = 64

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
func Analyze(text string) []Token {
	a := analyzers.Get().(*analyzer)
	defer analyzers.Put(a)
	return a.analyze(text)
}

// Tokens are those of Analyze, one by one.
func Tokens(text string) iter.Seq[Token] { return slices.Values(Analyze(text)) }

// analyzers are those of Analyze, which is called for many short texts with the same words.
var analyzers = sync.Pool{New: func() any { return &analyzer{known: map[string]reading{}} }}

// analyzer analyses many texts, whose words are mostly the same: it remembers what became of them. It is for one
// goroutine.
type analyzer struct {
	known map[string]reading

	// The current word.
	word    string
	classes []class // of each of its characters
	at      []int   // the byte offset of each, and of the end
	made    reading
}

// reading is what became of a word: tokens that start at offset and position 0, and by how much the position grew.
type reading struct {
	tokens    []Token
	positions int
}

// maxKnown is how many words an analyzer remembers; then it begins anew. They take a few megabytes.
const maxKnown = 1 << 15

// analyze makes the tokens of a text.
func (a *analyzer) analyze(text string) []Token {
	tokens, position := make([]Token, 0, len(text)/6+1), 0
	for at := 0; at < len(text); {
		var found reading
		r, size := utf8.DecodeRuneInString(text[at:])
		switch c := classOf(r); {
		case r == '-' && isOption(text, at):
			size = 2
			found = reading{[]Token{{Term: text[at : at+size], End: size}}, 1}
		case c&eastAsian != 0:
			size = span(text[at:], eastAsian)
			found = a.pairs(text[at : at+size])
		case c&start != 0:
			size = wordLength(text[at:])
			found = a.reading(text[at : at+size])
		}
		for _, t := range found.tokens {
			t.Start, t.End, t.Position = t.Start+at, t.End+at, t.Position+position
			tokens = append(tokens, t)
		}
		position += found.positions
		at += size
	}
	return tokens
}

// pairs reads a run of East Asian characters; it is good until the next word is read.
func (a *analyzer) pairs(run string) reading {
	a.read(run)
	for i := range max(len(a.classes)-1, 1) {
		a.leaf(i, min(i+2, len(a.classes)), false)
	}
	return a.made
}

// reading reads a word; it is good until the next one is read.
func (a *analyzer) reading(word string) reading {
	if known, ok := a.known[word]; ok {
		return known
	}
	a.read(word)
	a.pieces()
	if len(word) <= maxTerm {
		if len(a.known) == maxKnown {
			clear(a.known)
		}
		a.known[strings.Clone(word)] = reading{slices.Clone(a.made.tokens), a.made.positions}
	}
	return a.made
}

// read makes a word the current one.
func (a *analyzer) read(word string) {
	a.word, a.classes, a.at, a.made = word, a.classes[:0], a.at[:0], reading{tokens: a.made.tokens[:0]}
	for i, r := range word {
		a.classes, a.at = append(a.classes, classOf(r)), append(a.at, i)
	}
	a.at = append(a.at, len(word))
}

// pieces adds the tokens of the current word: of the whole, of the compounds between its joints, of those between the
// hyphens of each, and of the leaves.
func (a *analyzer) pieces() {
	end := len(a.classes)
	if end > 2 && a.word[a.at[end-1]]|0x20 == 's' && a.classes[end-2]&apostrophe != 0 {
		end -= 2 // a possessive
	}
	if stopWords[a.fold(0, end)] {
		a.made.positions++
		return
	}
	whole := a.divides(0, end) || a.classes[end-1]&symbol != 0
	if whole {
		a.compound(0, end)
	}
	for lo, hi := range a.runs(0, end, inside|hyphen) {
		if hi-lo < end && a.divides(lo, hi) {
			a.compound(lo, hi)
		}
		for p, q := range a.runs(lo, hi, inside) {
			if q-p < hi-lo && a.divides(p, q) {
				a.compound(p, q)
			}
			for p < q {
				next := a.hump(p, q)
				a.leaf(p, next, whole)
				p = next
			}
		}
	}
}

// runs yields the runs of some classes among characters lo to hi.
func (a *analyzer) runs(lo, hi int, of class) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for lo < hi {
			end := lo
			for end < hi && a.classes[end]&of != 0 {
				end++
			}
			if end > lo && !yield(lo, end) {
				return
			}
			lo = end + 1
		}
	}
}

// hump returns where the second part of characters lo to hi begins, hi if there is one alone: keyGen, HTTPServer, SHAKE128.
func (a *analyzer) hump(lo, hi int) int {
	for i := lo + 1; i < hi; i++ {
		switch before, c := a.classes[i-1], a.classes[i]; {
		case c&upper != 0 && before&lower != 0:
			return i
		case c&before&upper != 0 && i+1 < hi && a.classes[i+1]&lower != 0 && (i+2 < hi || a.word[a.at[i+1]] != 's'): // not KEMs
			return i
		case before&digit != 0 && c&letter != 0 || before&letter != 0 && c&digit != 0:
			return i
		}
	}
	return hi
}

// divides tells whether characters lo to hi have several leaves.
func (a *analyzer) divides(lo, hi int) bool {
	n := 0
	for p, q := range a.runs(lo, hi, inside) {
		if n++; n > 1 || a.hump(p, q) < q {
			return true
		}
	}
	return false
}

// compound adds the token of several leaves.
func (a *analyzer) compound(lo, hi int) {
	term := strings.ReplaceAll(strings.ReplaceAll(a.fold(lo, hi), "-", ""), "'", "")
	if len(term) <= maxTerm {
		a.add(term, lo, hi, false)
	}
}

// leaf adds the token of a single part.
func (a *analyzer) leaf(lo, hi int, part bool) {
	if term := a.fold(lo, hi); term != "" {
		a.add(strings.ToValidUTF8(term[:min(len(term), maxTerm)], ""), lo, hi, part)
	}
	a.made.positions++
}

func (a *analyzer) add(term string, lo, hi int, part bool) {
	term = strings.Clone(stem(term)) // not of the text
	a.made.tokens = append(a.made.tokens, Token{Term: term, Start: a.at[lo], End: a.at[hi], Position: a.made.positions, Part: part})
}

// fold normalises the spelling of characters lo to hi: that of sentence.Fold in lower case, with one kind of hyphen, no
// commas of thousands.
func (a *analyzer) fold(lo, hi int) string {
	folded, _ := sentence.Fold(strings.Map(usual, a.word[a.at[lo]:a.at[hi]]))
	return strings.ToLower(folded)
}

// usual is what stands for a character of a word, -1 for nothing.
func usual(r rune) rune {
	switch {
	case r == ',' || sentence.Ignorable(r):
		return -1
	case r < utf8.RuneSelf: // before characters are composed: there is a ẗ, and no T with two dots
		return unicode.ToLower(r)
	case classOf(r)&hyphen != 0:
		return '-'
	case classOf(r)&apostrophe != 0:
		return '\''
	}
	return r
}
