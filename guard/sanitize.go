package guard

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard/sentence"
)

// Sanitize makes text that came from a document or a model safe for a terminal, the clipboard and a file. It removes
//
//   - control characters but "\n" and "\t"; "\r\n", a lone "\r" and the other line and page separators become "\n";
//   - escape sequences whole: CSI, and OSC, DCS, SOS, PM and APC with their text, in the 7-bit and the 8-bit form. Of a
//     sequence that is not finished on its line only the introducer goes, so that a document cannot make the text
//     after it disappear;
//   - bidirectional controls, which reorder what is read;
//   - characters without a glyph, among them tag characters, variation selectors and zero-width spaces. A joiner stays
//     between emoji and between letters of the scripts that need it, an emoji's variation selector stays after it.
//
// Each run of bytes that is not UTF-8 becomes one U+FFFD. Sanitizing twice changes nothing, and the result is at most
// three times as long as s.
func Sanitize(s string) string {
	return clean(s, false)
}

// Reveal is Sanitize for evidence: instead of removing what cannot be seen it shows it, ⟨U+202E⟩, and a run of one
// character as ⟨U+200B ×12⟩, so that hidden text is noticed. Soft hyphens and a byte order mark at the start are
// ordinary in documents and are removed. The result is at most thirteen times as long as s.
func Reveal(s string) string {
	return clean(s, true)
}

func clean(s string, reveal bool) string {
	i := plainPrefix(s)
	if i == len(s) {
		return s
	}
	c := cleaner{in: s, reveal: reveal}
	c.out.Grow(len(s))
	c.out.WriteString(s[:i])
	if i > 0 {
		c.prev = rune(s[i-1])
	}
	for i < len(s) {
		i += c.step(i)
	}
	c.flush()
	return c.out.String()
}

// plainPrefix returns the length of the ASCII text that s starts with and that stays as it is.
func plainPrefix(s string) int {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return i
		}
	}
	return len(s)
}

type cleaner struct {
	in     string
	out    strings.Builder
	reveal bool
	prev   rune // the last rune written
	hidden rune // a run of hidden runes that is not written yet
	count  int  // its length
}

// step deals with what starts at in[i] and returns how many bytes that was.
func (c *cleaner) step(i int) int {
	r, size := utf8.DecodeRuneInString(c.in[i:])
	if r == utf8.RuneError && size == 1 {
		n := invalidRun(c.in[i:])
		c.keep(utf8.RuneError)
		return n
	}
	switch {
	case r == '\r':
		if strings.HasPrefix(c.in[i+1:], "\n") {
			return size
		}
		c.keep('\n')
	case isLineEnd(r):
		c.keep('\n')
	case r == '\t' || r >= ' ' && r < 0x7f:
		c.keep(r)
	case r == 0x7f || r < 0xa0:
		if c.reveal {
			c.hide(r)
			return size
		}
		return max(size, len(escape.FindString(c.in[i:])))
	case isNonCharacter(r):
		c.keep(utf8.RuneError)
	case r == '\u00ad' || r == '\ufeff' && i == 0:
		// ordinary, and nothing to see
	case isJoiner(r) && c.joins(i+size), isSelector(r) && unicode.Is(unicode.So, c.prev):
		c.keep(r)
	case isInvisible(r):
		c.hide(r)
	default:
		c.keep(r)
	}
	return size
}

func (c *cleaner) keep(r rune) {
	c.flush()
	c.out.WriteRune(r)
	c.prev = r
}

func (c *cleaner) hide(r rune) {
	if !c.reveal {
		return
	}
	if r != c.hidden {
		c.flush()
	}
	c.hidden = r
	c.count++
	c.prev = 0
}

func (c *cleaner) flush() {
	switch {
	case c.count == 1:
		fmt.Fprintf(&c.out, "⟨U+%04X⟩", c.hidden)
	case c.count > 1:
		fmt.Fprintf(&c.out, "⟨U+%04X ×%d⟩", c.hidden, c.count)
	}
	c.hidden, c.count = -1, 0
}

// joins tells that the joiner before in[next] has a visible effect: it stands between two emoji, or between two
// letters of a script that is written with joiners.
func (c *cleaner) joins(next int) bool {
	after, _ := utf8.DecodeRuneInString(c.in[next:])
	if after == utf8.RuneError {
		return false
	}
	if unicode.Is(unicode.So, after) && (isSelector(c.prev) || unicode.In(c.prev, unicode.So, unicode.Sk)) {
		return true
	}
	return isJoining(c.prev) && isJoining(after)
}

// escape matches a control sequence (CSI), one with a text (OSC, DCS, SOS, PM, APC) up to its end on the same line or
// else its introducer alone, and any other escape sequence, in the 7-bit and the 8-bit form.
var escape = regexp.MustCompile("^(?:" +
	"(?:\x1b\\[|\u009b)[0-?]*[ -/]*[@-~]?|" +
	"(?:\x1b[]PX^_]|[\u0090\u0098\u009d-\u009f])(?:[^\x00-\x08\\x0a-\x1f\x7f-\u009f\u2028\u2029\ufffd]*(?:\a|\u009c|\x1b\\\\))?|" +
	"\x1b[ -/]*[0-~])")

// invalidRun returns the length of the run of bytes at the start of s that are not UTF-8.
func invalidRun(s string) int {
	n := 0
	for n < len(s) {
		if r, size := utf8.DecodeRuneInString(s[n:]); r != utf8.RuneError || size != 1 {
			break
		}
		n++
	}
	return n
}

func isLineEnd(r rune) bool {
	switch r {
	case '\n', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

func isNonCharacter(r rune) bool { return r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef }

func isJoiner(r rune) bool   { return r == '\u200c' || r == '\u200d' }
func isSelector(r rune) bool { return r == '\ufe0e' || r == '\ufe0f' }

// isInvisible covers the characters without a glyph: Unicode's Default_Ignorable_Code_Point and format characters,
// bidirectional controls among them. The signs that Arabic writes around a number are format characters and visible.
func isInvisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// isJoining covers the scripts in which a joiner changes how letters look.
func isJoining(r rune) bool {
	return r >= 0x0600 && unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
		unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar) &&
		!unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Passage is a piece of evidence that a sentence may cite.
type Passage struct {
	Key     string // as in the marker: "c1"
	Text    string
	Heading string          // title of the document and section, one a line; "" if not known
	Blocks  []sentence.Span // the blocks of Text, in order; nil if only its Markdown tells them
}

// Fenced is evidence laid out for a prompt.
type Fenced struct {
	Text   string   // every passage between "<<<c1 fence" and "fence c1>>>" lines
	Blocks []string // the same, passage by passage
	Fence  string   // the word that only these lines contain; the prompt names it as the limit of what is data
}

const (
	fencePrefix = "evidence-"
	fenceDigits = 16 // hexadecimal
)

var fenceWord = regexp.MustCompile(fencePrefix + "[0-9a-f]{16}")

// HasFence tells that a text holds a fence, whatever passages it is of: nobody writes one but a prompt.
func HasFence(text string) bool { return fenceWord.MatchString(text) }

// Fence encloses passages so that none of them can close its own fence or open another's: the fence is a hash of all
// the passages, so a document would have to contain its own hash to hold it, and a fence that occurs in the
// text is replaced all the same. The text of a passage is sanitised. The same passages give the same fence.
func Fence(passages []Passage) Fenced {
	clean := make([]string, len(passages))
	h := sha256.New()
	for i, p := range passages {
		clean[i] = Sanitize(p.Text)
		for _, part := range [...]string{p.Key, clean[i]} {
			h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
		}
	}
	fence := freshFence(h.Sum(nil), clean)
	blocks := make([]string, len(passages))
	for i, p := range passages {
		blocks[i] = "<<<" + p.Key + " " + fence + "\n" + clean[i] + "\n" + fence + " " + p.Key + ">>>\n"
	}
	return Fenced{strings.Join(blocks, ""), blocks, fence}
}

// freshFence derives a word from seed that none of the texts contains, in either case.
func freshFence(seed []byte, texts []string) string {
	for {
		fence := fencePrefix + hex.EncodeToString(seed)[:fenceDigits]
		if !slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(strings.ToLower(t), fence) }) {
			return fence
		}
		next := sha256.Sum256(seed)
		seed = next[:]
	}
}
