package guard

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
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
func Sanitize(s string) string { return clean(s, false) }

// Reveal is Sanitize for evidence: instead of removing what cannot be seen it shows it, ⟨U+202E⟩, to be noticed.
// Soft hyphens and a byte order mark at the start are ordinary in documents and are removed. The result is at most
// thirteen times as long as s.
func Reveal(s string) string { return clean(s, true) }

// lineEnds are all ways to end a line.
var lineEnds = regexp.MustCompile("\r\n?|[\v\f\u0085\u2028\u2029]")

// escape matches a control sequence (CSI), one with a text (OSC, DCS, SOS, PM, APC) up to its end on the same line or
// else its introducer alone, and any other escape sequence, in the 7-bit and the 8-bit form.
var escape = regexp.MustCompile("(?:\x1b\\[|\u009b)[0-?]*[ -/]*[@-~]?|" +
	"(?:\x1b[]PX^_]|[\u0090\u0098\u009d-\u009f])(?:[^\x00-\x08\\x0a-\x1f\x7f-\u009f\ufffd]*(?:\a|\u009c|\x1b\\\\))?|" +
	"\x1b[ -/]*[0-~]")

func clean(s string, reveal bool) string {
	if strings.IndexFunc(s, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f }) < 0 {
		return s
	}
	s = lineEnds.ReplaceAllString(strings.ToValidUTF8(s, "\ufffd"), "\n")
	if !reveal {
		s = escape.ReplaceAllString(s, "")
	}
	var out strings.Builder
	out.Grow(len(s))
	prev := rune(0) // the last one that was written
	runes := []rune(s)
	for i, r := range runes {
		next := runes[min(i+1, len(runes)-1)]
		switch {
		case r == '\u00ad' || r == '\ufeff' && i == 0: // ordinary, and nothing to see
		case !isHidden(r), isJoiner(r) && joins(prev, next), isSelector(r) && unicode.Is(unicode.So, prev):
			out.WriteRune(r)
			prev = r
		case reveal:
			fmt.Fprintf(&out, "⟨U+%04X⟩", r)
			prev = 0
		}
	}
	return out.String()
}

// isHidden covers the control characters and the characters without a glyph: Unicode's Default_Ignorable_Code_Point
// and format characters, bidirectional controls among them. The signs that Arabic writes around a number are format
// characters and visible.
func isHidden(r rune) bool {
	return r != '\n' && r != '\t' && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) &&
		unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

func isJoiner(r rune) bool   { return r == '\u200c' || r == '\u200d' }
func isSelector(r rune) bool { return r == '\ufe0e' || r == '\ufe0f' }

// joins tells that a joiner between two characters has a visible effect: they are emoji, or letters of the scripts from
// Arabic to Mongolian, many of which are written with joiners.
func joins(before, after rune) bool {
	letter := func(r rune) bool {
		return r >= 0x0600 && r < 0x1d00 && unicode.In(r, unicode.L, unicode.M) && !isHidden(r)
	}
	emoji := isSelector(before) || unicode.In(before, unicode.So, unicode.Sk)
	return emoji && unicode.Is(unicode.So, after) || letter(before) && letter(after)
}
