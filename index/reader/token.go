package reader

import (
	"encoding/binary"
	"math"
	"sort"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Numbers of pieces that no text has: for a word without pieces, for where a text begins, and for where it ends.
const (
	unknown   = 100
	first     = 101
	separator = 102
	claimMark = 1   // a claim begins with it, where a question begins with first
	maxWord   = 100 // characters; a longer word is unknown, as to bert-base-uncased
)

// A vocabulary is the pieces of WordPiece, uncased, as bert-base-uncased has them, and their embeddings.
type vocabulary struct {
	beginnings     int    // how many pieces begin a word; they come first
	offsets        []byte // where each piece begins in text, and the end
	numbers        []byte // the number of each piece
	text           []byte // the pieces: those that begin a word sorted, then those that go on with one
	scales         []byte // of the embeddings, by number
	positionScales []byte
	kind           []float32 // what is added to every token: the embedding of the one token type
	positions      []byte
	embeddings     []byte
}

func readVocabulary() *vocabulary {
	c := open(vocabularyFile)
	v := &vocabulary{beginnings: c.number(), offsets: c.take(4 * (pieces + 1)), numbers: c.take(2 * pieces)}
	v.text = c.take(v.offset(pieces))
	v.scales, v.positionScales, v.kind = c.take(4*pieces), c.take(4*positions), c.floats(hidden)
	v.positions, v.embeddings = c.take(positions*hidden), c.take(pieces*hidden)
	return v
}

func (v *vocabulary) offset(i int) int { return int(binary.LittleEndian.Uint32(v.offsets[4*i:])) }

// embed adds up the embeddings of a token and its position.
func (v *vocabulary) embed(x []float32, token int32, position int) {
	scale := math.Float32frombits(binary.LittleEndian.Uint32(v.scales[4*token:]))
	positionScale := math.Float32frombits(binary.LittleEndian.Uint32(v.positionScales[4*position:]))
	q, p := v.embeddings[int(token)*hidden:][:hidden], v.positions[position*hidden:][:hidden]
	for i := range x {
		x[i] = float32(float32(int8(q[i]))*scale) + float32(float32(int8(p[i]))*positionScale) + v.kind[i]
	}
}

// tokens appends the numbers of the first pieces of text, so many at most. Invalid UTF-8 is left out like control
// characters.
func (v *vocabulary) tokens(out []int32, text string, most int) []int32 {
	most += len(out)
	var word, decomposed []byte
	characters := 0 // of word
	end := func() {
		if characters > maxWord {
			out = append(out, unknown)
		} else {
			out = v.word(out, word)
		}
		word, characters = word[:0], 0
	}
	for at, size := 0, 0; at < len(text) && len(out) < most; at += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[at:])
		switch {
		case r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) && r != '\t' && r != '\n' && r != '\r':
			continue
		case unicode.IsSpace(r):
			end()
			continue
		case r < utf8.RuneSelf:
			decomposed = append(decomposed[:0], byte(r))
		default:
			decomposed = norm.NFD.AppendString(decomposed[:0], text[at:at+size])
		}
		alone := isHan(r)
		for i, n := 0, 0; i < len(decomposed); i += n {
			r, n = utf8.DecodeRune(decomposed[i:])
			if unicode.Is(unicode.Mn, r) {
				continue
			}
			r = unicode.ToLower(r)
			if alone || unicode.IsPunct(r) || r < utf8.RuneSelf && unicode.IsSymbol(r) {
				end()
				out = v.word(out, utf8.AppendRune(nil, r))
			} else if characters++; characters <= maxWord {
				word = utf8.AppendRune(word, r)
			}
		}
	}
	end()
	return out[:min(len(out), most)]
}

// word appends the pieces of a word, each the longest that the rest begins with.
func (v *vocabulary) word(out []int32, word []byte) []int32 {
	before, low, high := len(out), 0, v.beginnings
	for len(word) > 0 {
		piece := v.longest(word, low, high)
		if piece < 0 {
			return append(out[:before], unknown)
		}
		out = append(out, int32(binary.LittleEndian.Uint16(v.numbers[2*piece:])))
		word = word[v.offset(piece+1)-v.offset(piece):]
		low, high = v.beginnings, pieces
	}
	return out
}

// longest returns which of the sorted pieces low to high is the longest that s begins with, or -1. It is the last piece
// p that is not after s, unless s does not begin with p; then it is a beginning of what p and s have in common.
func (v *vocabulary) longest(s []byte, low, high int) int {
	piece := func(i int) []byte { return v.text[v.offset(i):v.offset(i+1)] }
	for len(s) > 0 {
		i := low + sort.Search(high-low, func(i int) bool { return string(piece(low+i)) > string(s) }) - 1
		if i < low {
			return -1
		}
		p, common := piece(i), 0
		for common < min(len(p), len(s)) && p[common] == s[common] {
			common++
		}
		if common == len(p) {
			return i
		}
		s, high = s[:common], i
	}
	return -1
}

// isHan reports whether a character of Chinese stands for itself.
func isHan(r rune) bool {
	return r >= 0x4e00 && r <= 0x9fff || r >= 0x3400 && r <= 0x4dbf || r >= 0xf900 && r <= 0xfaff ||
		r >= 0x20000 && r <= 0x2a6df || r >= 0x2a700 && r <= 0x2b81f || r >= 0x2b920 && r <= 0x2ceaf ||
		r >= 0x2f800 && r <= 0x2fa1f
}
