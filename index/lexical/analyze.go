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
func Analyze(text string) []Token { return slices.Collect(Tokens(text)) }

// Tokens are those of Analyze, one by one.
func Tokens(text string) iter.Seq[Token] { return func(yield func(Token) bool) { tokens(text, yield) } }

func tokens(text string, yield func(Token) bool) {
	known := analyzed.Get().(map[string][]Token)
	defer analyzed.Put(known)
	position := 0
	for at := 0; at < len(text); {
		var found []Token
		r, size := utf8.DecodeRuneInString(text[at:])
		switch c := classOf(r); {
		case r == '-' && isOption(text, at):
			size = 2
			found = []Token{{Term: text[at : at+size], End: size}}
		case c&eastAsian != 0:
			size = span(text[at:], eastAsian)
			found = newWord(text[at : at+size]).pairs()
		case c&start != 0:
			size = wordLength(text[at:])
			var seen bool
			if found, seen = known[text[at:at+size]]; !seen {
				w := newWord(text[at : at+size])
				if found = w.pieces(); size <= maxTerm {
					known[w.text] = found
				}
			}
		default:
			at += size
			continue
		}
		last := 0 // position
		for _, t := range found {
			last = t.Position
			t.Start, t.End, t.Position = t.Start+at, t.End+at, t.Position+position
			if !yield(t) {
				return
			}
		}
		position += last + 1
		at += size
	}
	if len(known) > maxKnown {
		clear(known)
	}
}

// analyzed remembers what became of words, as tokens from offset and position 0: texts have mostly the same words.
var analyzed = sync.Pool{New: func() any { return map[string][]Token{} }}

// maxKnown is how many words are remembered after a text, by each that analyses one; then they begin anew. They take a
// few megabytes.
const maxKnown = 1 << 15

// word is a word that is cut into pieces.
type word struct {
	text    string  // a copy
	classes []class // of each of its characters
	at      []int   // the byte offset of each, and of the end
	tokens  []Token
	leaves  int // so far
}

func newWord(text string) *word {
	w := &word{text: strings.Clone(text), classes: make([]class, 0, len(text)), at: make([]int, 0, len(text)+1)}
	for i, r := range w.text {
		w.classes, w.at = append(w.classes, classOf(r)), append(w.at, i)
	}
	w.at = append(w.at, len(text))
	return w
}

// pairs are the tokens of East Asian characters.
func (w *word) pairs() []Token {
	for i := range max(len(w.classes)-1, 1) {
		w.leaf(i, min(i+2, len(w.classes)), false)
	}
	return w.tokens
}

// pieces are the tokens of the whole, of the compounds between its joints, of those between the hyphens of each, and of
// the leaves.
func (w *word) pieces() []Token {
	end := len(w.classes)
	if end > 2 && w.text[w.at[end-1]]|0x20 == 's' && w.classes[end-2]&apostrophe != 0 {
		end -= 2 // a possessive
	}
	if stopWords[w.fold(0, end)] {
		return nil
	}
	whole := w.divides(0, end) || w.classes[end-1]&symbol != 0
	if whole {
		w.compound(0, end)
	}
	for lo, hi := range w.runs(0, end, inside|hyphen) {
		if hi-lo < end && w.divides(lo, hi) {
			w.compound(lo, hi)
		}
		for p, q := range w.runs(lo, hi, inside) {
			if q-p < hi-lo && w.divides(p, q) {
				w.compound(p, q)
			}
			for p < q {
				next := w.hump(p, q)
				w.leaf(p, next, whole)
				p = next
			}
		}
	}
	return w.tokens
}

// runs yields the runs of some classes among characters lo to hi.
func (w *word) runs(lo, hi int, of class) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for lo < hi {
			end := lo
			for end < hi && w.classes[end]&of != 0 {
				end++
			}
			if end > lo && !yield(lo, end) {
				return
			}
			lo = end + 1
		}
	}
}

// hump returns where the second part of characters lo to hi begins, hi if there is one alone: keyGen, SHAKE128.
func (w *word) hump(lo, hi int) int {
	for i := lo + 1; i < hi; i++ {
		switch before, c := w.classes[i-1], w.classes[i]; {
		case c&upper != 0 && before&lower != 0:
			return i
		case c&before&upper != 0 && i+1 < hi && w.classes[i+1]&lower != 0:
			if i+2 < hi || w.text[w.at[i+1]] != 's' { // HTTPServer, not KEMs
				return i
			}
		case before&digit != 0 && c&letter != 0 || before&letter != 0 && c&digit != 0:
			return i
		}
	}
	return hi
}

// divides tells whether characters lo to hi have several leaves.
func (w *word) divides(lo, hi int) bool {
	n := 0
	for p, q := range w.runs(lo, hi, inside) {
		if n++; n > 1 || w.hump(p, q) < q {
			return true
		}
	}
	return false
}

// compound adds the token of several leaves.
func (w *word) compound(lo, hi int) {
	if term := strings.ReplaceAll(strings.ReplaceAll(w.fold(lo, hi), "-", ""), "'", ""); len(term) <= maxTerm {
		w.add(term, lo, hi, false)
	}
}

// leaf adds the token of a single part.
func (w *word) leaf(lo, hi int, part bool) {
	if term := w.fold(lo, hi); term != "" {
		w.add(strings.ToValidUTF8(term[:min(len(term), maxTerm)], ""), lo, hi, part)
	}
	w.leaves++
}

func (w *word) add(term string, lo, hi int, part bool) {
	w.tokens = append(w.tokens, Token{Term: stem(term), Start: w.at[lo], End: w.at[hi], Position: w.leaves, Part: part})
}

// fold normalises the spelling of characters lo to hi: that of sentence.Fold in lower case, with one kind of hyphen, no
// commas of thousands.
func (w *word) fold(lo, hi int) string {
	folded, _ := sentence.Fold(strings.Map(usual, w.text[w.at[lo]:w.at[hi]]))
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
