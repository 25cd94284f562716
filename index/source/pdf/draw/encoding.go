package draw

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
)

// encoding maps the codes of a simple font to text; an empty string has no glyph.
type encoding [256]string

//go:embed encodings.txt
var encodingList string

// encodings are the encodings of ISO 32000-1 annex D, by name.
var encodings = sync.OnceValue(func() map[string]encoding {
	all := map[string]encoding{}
	for line := range strings.Lines(encodingList) {
		name, runes, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		var e encoding
		code := ' '
		for _, r := range runes {
			if r != '\uFFFD' && code < rune(len(e)) {
				e[code] = string(r)
			}
			code++
		}
		all[name] = e
	}
	return all
})

// glyphList is the Adobe Glyph List 2.0, lines of "name;hex hex…" (BSD licence in the file).
//
//go:embed glyphlist.txt
var glyphList string

var glyphNames = sync.OnceValue(func() map[string]string {
	names := make(map[string]string, 4500)
	for line := range strings.Lines(glyphList) {
		if name, codes, ok := strings.Cut(strings.TrimSpace(line), ";"); ok && name[0] != '#' {
			for _, code := range strings.Fields(codes) {
				names[name] += hexRune(code)
			}
		}
	}
	return names
})

// hexRune is the character with a hexadecimal number, "" where it is none.
func hexRune(code string) string {
	r, err := strconv.ParseUint(code, 16, 32)
	if err != nil {
		return ""
	}
	return string(rune(r))
}

// glyphText follows the Adobe Glyph List specification: the part before the first ".", components joined with "_", then
// the list, "uniXXXX…" or "uXXXX". It is empty for names such as "g12" that say nothing about the character.
func glyphText(name string) string {
	if s, ok := glyphNames()[name]; ok || len(name) > maxCodeText {
		return s
	}
	name, _, _ = strings.Cut(name, ".")
	var text strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		text.WriteString(glyphComponent(part))
	}
	return text.String()
}

func glyphComponent(name string) string {
	if s, ok := glyphNames()[name]; ok {
		return s
	}
	if digits, ok := strings.CutPrefix(name, "uni"); ok && len(digits) >= 4 && len(digits)%4 == 0 {
		var text strings.Builder
		for ; len(digits) > 0; digits = digits[4:] {
			r := hexRune(digits[:4])
			if r == "" {
				return ""
			}
			text.WriteString(r)
		}
		return text.String()
	}
	if digits, ok := strings.CutPrefix(name, "u"); ok && len(digits) >= 4 && len(digits) <= 6 {
		return hexRune(digits)
	}
	return ""
}

func decodeUTF16(s string) string {
	if len(s) == 1 {
		return string(rune(s[0]))
	}
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}

// TextString decodes a text string of a document: UTF-16 or UTF-8 with a byte order mark, else PDFDocEncoding.
func TextString(s string) string {
	switch {
	case strings.HasPrefix(s, "\xfe\xff"):
		return decodeUTF16(s[2:])
	case strings.HasPrefix(s, "\xef\xbb\xbf"):
		return strings.ToValidUTF8(s[3:], "\uFFFD")
	}
	e := encodings()["PDFDocEncoding"]
	var out strings.Builder
	for _, c := range []byte(s) {
		if e[c] == "" {
			e[c] = string(rune(c))
		}
		out.WriteString(e[c])
	}
	return out.String()
}
