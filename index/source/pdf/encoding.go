package pdf

import (
	_ "embed"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// encoding maps the codes of a simple font to text; an empty string has no glyph.
type encoding [256]string

// glyphList is the Adobe Glyph List 2.0, lines of "name;hex hex…" (BSD licence in the file).
//
//go:embed glyphlist.txt
var glyphList string

// glyphNames turns names of glyphs into text. It reads the glyph list when it is first asked.
type glyphNames struct {
	list map[string]string
}

func (g *glyphNames) load() {
	g.list = make(map[string]string, 4500)
	for line := range strings.Lines(glyphList) {
		name, codes, ok := strings.Cut(strings.TrimSpace(line), ";")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		var text strings.Builder
		for _, code := range strings.Fields(codes) {
			if r, err := strconv.ParseUint(code, 16, 32); err == nil {
				text.WriteRune(rune(r))
			}
		}
		g.list[name] = text.String()
	}
}

// text follows the Adobe Glyph List specification: the part before the first ".", components joined with "_", then
// the list, "uniXXXX…" or "uXXXX". It is empty for names such as "g12" that say nothing about the character.
func (g *glyphNames) text(name string) string {
	if g.list == nil {
		g.load()
	}
	if s, ok := g.list[name]; ok {
		return s
	}
	if len(name) > maxCodeText {
		return ""
	}
	if i := strings.IndexByte(name, '.'); i >= 0 {
		name = name[:i]
	}
	var text strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		text.WriteString(g.component(part))
	}
	return text.String()
}

func (g *glyphNames) component(name string) string {
	if s, ok := g.list[name]; ok {
		return s
	}
	if hex, ok := strings.CutPrefix(name, "uni"); ok && len(hex) >= 4 && len(hex)%4 == 0 {
		var text strings.Builder
		for i := 0; i < len(hex); i += 4 {
			r, err := strconv.ParseUint(hex[i:i+4], 16, 16)
			if err != nil {
				return ""
			}
			text.WriteRune(rune(r))
		}
		return text.String()
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok && len(hex) >= 4 && len(hex) <= 6 {
		if r, err := strconv.ParseUint(hex, 16, 32); err == nil {
			return string(rune(r))
		}
	}
	return ""
}

// fromCharmap takes an encoding from x/text, codes 32 to 255.
func fromCharmap(m *charmap.Charmap) encoding {
	var e encoding
	for c := 32; c < 256; c++ {
		if r := m.DecodeByte(byte(c)); r != '\uFFFD' && (r < 0x7F || r > 0x9F) {
			e[c] = string(r)
		}
	}
	return e
}

// fromRunes places the runes of each string at consecutive codes from a start; a space leaves a code without text.
func (e *encoding) fromRunes(start int, runes string) {
	for _, r := range runes {
		e[start] = ""
		if r != ' ' {
			e[start] = string(r)
		}
		start++
	}
}

// namedEncoding returns one of the encodings of ISO 32000-1 annex D, and whether there is one of that name.
func namedEncoding(name string) (encoding, bool) {
	switch name {
	case "WinAnsiEncoding":
		return fromCharmap(charmap.Windows1252), true
	case "MacRomanEncoding", "MacExpertEncoding":
		return fromCharmap(charmap.Macintosh), true
	case "StandardEncoding":
		return standardEncoding(), true
	case "Symbol":
		return symbolEncoding(), true
	case "ZapfDingbats":
		return dingbatsEncoding(), true
	}
	return encoding{}, false
}

func standardEncoding() encoding {
	var e encoding
	for c := 32; c < 127; c++ {
		e[c] = string(rune(c))
	}
	e['\''], e['`'] = "’", "‘"
	e.fromRunes(0xA1, "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—")
	e.fromRunes(0xE1, "Æ ª    ŁØŒº     æ   ı  łøœß")
	return e
}

func symbolEncoding() encoding {
	var e encoding
	e[' '] = " "
	e.fromRunes(0x21, "!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼")
	e.fromRunes(0xA0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭")
	return e
}

// dingbatsEncoding relies on the Unicode block Dingbats being laid out like the font, with a few characters elsewhere.
func dingbatsEncoding() encoding {
	var e encoding
	e[' '] = " "
	for c := 0x21; c <= 0x7E; c++ {
		e[c] = string(rune(0x2701 + c - 0x21))
	}
	e[0x25], e[0x2A], e[0x2B], e[0x48] = "☎", "☛", "☞", "★"
	e[0x6C], e[0x6E], e[0x73], e[0x74], e[0x75], e[0x77] = "●", "■", "▲", "▼", "◆", "◗"
	for c := 0xA1; c <= 0xFE; c++ {
		e[c] = string(rune(0x2761 + c - 0xA1))
	}
	return e
}
