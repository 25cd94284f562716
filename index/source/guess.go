package source

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// What a guess rests on, tried on 90 texts of 5 to 200 bytes.
const (
	sampleSize  = 1 << 15 // bytes of the lines that are not ASCII
	leastCommon = 0.8     // share of a text's East Asian characters that are in the first level of their standard
	leastPairs  = 3       // such characters, fewer of which may be anything
	wordOddity  = 10      // a tenth of the letters odd, and an alphabet is ruled out
	westernLead = 1.2     // by how much Western European is likelier: Romanian and French look alike,
	westernFew  = 4       // and all the more where letters that are not ASCII are few
)

// eastAsian are the encodings of two bytes with the least second byte and where their common
// characters stand: punctuation, kana, the first level of characters. Of several that a text may be
// in the first counts: the full stop of Korean is that of ASCII, and only a Japanese text has kana.
var eastAsian = []struct {
	name   string
	trail  byte
	common [2][2]uint16
}{
	{"Shift_JIS", 0x40, [2][2]uint16{{0x8140, 0x8396}, {0x889f, 0x9872}}},
	{"EUC-KR", 0xa1, [2][2]uint16{{0xa1a4, 0xa1fe}, {0xb0a1, 0xc8fe}}},
	{"GB18030", 0xa1, [2][2]uint16{{0xa1a1, 0xa3fe}, {0xb0a1, 0xd7f9}}},
	{"EUC-JP", 0xa1, [2][2]uint16{{0xa1a1, 0xa5f6}, {0xb0a1, 0xcffe}}},
	{"Big5", 0x40, [2][2]uint16{{0xa140, 0xa3bf}, {0xa440, 0xc67e}}},
}

// guessEncoding tells what a text that is not UTF-8 is written in: Windows-1252, the superset of
// Latin-1, where nothing speaks for another. East Asian encodings are told by where their common
// characters stand, for which a line suffices, the others by what chardet finds likely and reads as
// words.
func guessEncoding(data []byte) (name string, _ encoding.Encoding) {
	var sample []byte
	foreign := 0 // bytes
	for line := range bytes.Lines(data) {
		before := foreign
		for _, c := range line {
			foreign += int(c >> 7)
		}
		if foreign > before && len(sample) < sampleSize {
			sample = append(sample, line[:min(len(line), sampleSize)]...)
		}
	}
	best := leastCommon
	for _, e := range eastAsian {
		if share := commonShare(sample, e.trail, e.common); share > best {
			best, name = share, e.name
		}
	}
	if name == "" {
		best, name = 0, "windows-1252"
		likely, _ := chardet.NewTextDetector().DetectAll(sample) // its order is not the same each time
		slices.SortFunc(likely, func(a, b chardet.Result) int { return cmp.Compare(a.Charset, b.Charset) })
		for _, l := range likely {
			e, err := htmlindex.Get(l.Charset)
			if err != nil || slices.Contains([]string{"ja", "zh", "ko", ""}, l.Language) {
				continue
			}
			text, _ := e.NewDecoder().Bytes(sample)
			score := float64(l.Confidence) * (1 - wordOddity*oddity(string(text)))
			if e == charmap.Windows1252 {
				score *= westernLead + westernFew/float64(foreign)
			}
			if score > best {
				best, name = score, l.Charset
			}
		}
	}
	e, _ := htmlindex.Get(name)
	if e == charmap.Windows1252 {
		name = "Windows-1252 (Latin-1)"
	}
	return strings.ReplaceAll(name, "_", "-"), e
}

// commonShare tells how much of what is not ASCII is common characters of two bytes, 0 where most
// of it stands alone or cannot be such.
func commonShare(data []byte, trail byte, common [2][2]uint16) float64 {
	all, found, runs, wrong := 0, 0, 0, 0
	for i, end := 0, -1; i < len(data); i++ {
		if data[i] < utf8.RuneSelf {
			continue
		}
		if i != end {
			runs++
		}
		if i+1 == len(data) || data[i+1] < trail {
			wrong++
			continue
		}
		pair := uint16(data[i])<<8 | uint16(data[i+1])
		if all++; common[0][0] <= pair && pair <= common[0][1] || common[1][0] <= pair && pair <= common[1][1] {
			found++
		}
		i++
		end = i + 1
	}
	if 2*all < 3*runs || all < leastPairs || wrong > all/20 {
		return 0
	}
	return float64(found) / float64(all)
}

var alphabets = []*unicode.RangeTable{
	unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Hebrew, unicode.Arabic, unicode.Thai,
}

// oddity tells how much of what is not ASCII does not read as words, 0 to 1: letters of two
// alphabets in one, a capital behind a small letter, what no character stands for, four letters of
// a Latin alphabet and more of which none is of ASCII.
func oddity(text string) float64 {
	alphabet := func(r rune) int {
		return slices.IndexFunc(alphabets, func(t *unicode.RangeTable) bool { return unicode.Is(t, r) })
	}
	all, odd, run, previous := 0, 0, 0, ' '
	for _, r := range text {
		if run++; r < utf8.RuneSelf || alphabet(r) != 0 {
			run = 0
		}
		switch letter := unicode.IsLetter(r); {
		case max(r, previous) < utf8.RuneSelf:
		case r == utf8.RuneError, r >= utf8.RuneSelf && unicode.IsControl(r):
			all, odd = all+1, odd+3
		case letter && (unicode.IsSymbol(previous) || run > 3 || unicode.IsLetter(previous) &&
			(alphabet(r) != alphabet(previous) || unicode.IsUpper(r) && unicode.IsLower(previous))):
			all, odd = all+1, odd+1
		case letter:
			all++
		}
		previous = r
	}
	return float64(odd) / float64(max(all, 1))
}
