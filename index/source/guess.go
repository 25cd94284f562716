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
	foreignRun  = 4       // letters without one of ASCII, which no word of a Latin alphabet has
	wordOddity  = 10      // a tenth of the letters odd, and an alphabet is ruled out
	westernLead = 1.2     // by how much Western European is likelier before a text is seen: Romanian and French look alike,
	westernFew  = 4       // and all the more where letters that are not ASCII are few
)

// eastAsian are the encodings of two bytes with the least second byte, where their common characters stand and, if nothing else tells a
// language, those that a text must have. Of several that a text may be in the first counts.
var eastAsian = []struct {
	name         string
	trail        byte
	common, mark [][2]uint16
}{
	{"Shift_JIS", 0x40, [][2]uint16{{0x8140, 0x8396}, {0x889f, 0x9872}}, nil},
	{"EUC-JP", 0xa1, [][2]uint16{{0xa1a1, 0xa5f6}, {0xb0a1, 0xcffe}}, [][2]uint16{{0xa4a1, 0xa5f6}}}, // kana
	{"EUC-KR", 0xa1, [][2]uint16{{0xa1a4, 0xa1fe}, {0xb0a1, 0xc8fe}}, nil},                           // its full stop is that of ASCII
	{"GB18030", 0xa1, [][2]uint16{{0xa1a1, 0xa3fe}, {0xb0a1, 0xd7f9}}, nil},
	{"Big5", 0x40, [][2]uint16{{0xa140, 0xa3bf}, {0xa440, 0xc67e}}, nil},
}

// guessEncoding tells what a text that is not UTF-8 is written in: Windows-1252, the superset of Latin-1, where nothing speaks for
// another. East Asian encodings are told by where their common characters stand, for which a line suffices, the others by what
// chardet finds likely and reads as words.
func guessEncoding(data []byte) (string, encoding.Encoding) {
	var sample []byte
	for line := range bytes.Lines(data) {
		if len(sample) < sampleSize && bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) {
			sample = append(sample, line[:min(len(line), sampleSize)]...)
		}
	}
	best, name := leastCommon, ""
	for _, e := range eastAsian {
		if share := commonShare(sample, e.trail, e.common, e.mark); share > best {
			best, name = share, e.name
		}
	}
	if e, err := htmlindex.Get(name); err == nil {
		return strings.ReplaceAll(name, "_", "-"), e
	}
	likely, _ := chardet.NewTextDetector().DetectAll(sample) // its order is not the same each time
	slices.SortFunc(likely, func(a, b chardet.Result) int { return cmp.Compare(a.Charset, b.Charset) })
	foreign := 0
	for _, c := range sample {
		foreign += int(c >> 7)
	}
	best, name = 0, "windows-1252"
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
	e, _ := htmlindex.Get(name)
	if e == charmap.Windows1252 {
		name = "Windows-1252 (Latin-1)"
	}
	return name, e
}

// commonShare tells how much of what is not ASCII is common characters of two bytes, 0 where most of it stands alone or cannot be such.
func commonShare(data []byte, trail byte, common, mark [][2]uint16) float64 {
	in := func(ranges [][2]uint16, pair uint16) bool {
		return slices.ContainsFunc(ranges, func(r [2]uint16) bool { return r[0] <= pair && pair <= r[1] })
	}
	all, found, runs, wrong, marked := 0, 0, 0, 0, mark == nil
	end, last := -1, uint16(0) // of the character before
	for i := 0; i < len(data); i++ {
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
		if i++; pair != last || i != end+1 { // a line that is drawn is no text
			all++
			marked = marked || in(mark, pair)
			if in(common, pair) {
				found++
			}
		}
		end, last = i+1, pair
	}
	if !marked || 2*all < 3*runs || all < leastPairs || wrong > all/20 {
		return 0
	}
	return float64(found) / float64(all)
}

// oddity tells how much of what is not ASCII does not read as words, 0 to 1: letters of two alphabets in one, a capital behind a small
// letter, what no character stands for, many letters of a Latin alphabet without one of ASCII.
func oddity(text string) float64 {
	all, odd, run := 0, 0, 0
	alphabet := func(r rune) int {
		return slices.IndexFunc(alphabets, func(t *unicode.RangeTable) bool { return unicode.Is(t, r) })
	}
	previous := ' '
	for _, r := range text {
		if run++; r < utf8.RuneSelf || alphabet(r) != 0 {
			run = 0
		}
		switch {
		case max(r, previous) < utf8.RuneSelf:
		case r == utf8.RuneError, r >= utf8.RuneSelf && unicode.IsControl(r):
			all, odd = all+1, odd+3
		case unicode.IsLetter(r):
			all++
			if unicode.IsSymbol(previous) || run >= foreignRun || unicode.IsLetter(previous) &&
				(alphabet(r) != alphabet(previous) || unicode.IsUpper(r) && unicode.IsLower(previous)) {
				odd++
			}
		}
		previous = r
	}
	return float64(odd) / float64(max(all, 1))
}

var alphabets = []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Hebrew, unicode.Arabic, unicode.Thai}
