package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// font is one of the core fonts that every PDF reader has.
type font int

const (
	roman font = iota
	bold
	italic
	sansBold
)

var fonts = [...]struct {
	name   string
	widths *[95]uint16
}{
	roman:    {"Times-Roman", &timesRoman},
	bold:     {"Times-Bold", &timesBold},
	italic:   {"Times-Italic", &timesItalic},
	sansBold: {"Helvetica-Bold", &helveticaBold},
}

// The page, in points.
const (
	marginLeft   = 70.0
	marginRight  = 70.0
	measure      = paperWidth - marginLeft - marginRight
	bodyTop      = 780.0
	bodyBottom   = 70.0
	headerY      = 796.0
	footerY      = 40.0
	bodySize     = 10.5
	leading      = 13.2
	smallSize    = 9.5
	smallLeading = 11.8
	stepIndent   = 16.0
)

// sheet sets type on the pages of a document, from top to bottom.
type sheet struct {
	pdf
	header  [2]string // left and right; no header where both are empty
	y       float64   // baseline of the last line
	outside bool      // whether the last text ran below bodyBottom
}

// newPage begins a page with its running header, and its label as the footer.
func (s *sheet) newPage(label string, withHeader bool) {
	s.pages = append(s.pages, new(bytes.Buffer))
	if withHeader {
		s.text(italic, 9, marginLeft, headerY, s.header[0])
		s.text(italic, 9, marginLeft+measure-width(italic, 9, s.header[1]), headerY, s.header[1])
		s.rule(headerY - 5)
	}
	s.text(roman, 9, (paperWidth-width(roman, 9, label))/2, footerY, label)
	s.y = bodyTop
}

// text shows one line at a position.
func (s *sheet) text(f font, size, x, y float64, line string) { s.spaced(f, size, x, y, 0, line) }

// spaced shows one line with extra room, in points, at every space.
func (s *sheet) spaced(f font, size, x, y, extra float64, line string) {
	fmt.Fprintf(s.pages[len(s.pages)-1], "BT /F%d %g Tf %.3f Tw %.2f %.2f Td %s Tj ET\n", f, size, extra, x, y, literal(line))
}

func (s *sheet) rule(y float64) {
	fmt.Fprintf(s.pages[len(s.pages)-1], "0.5 w %.2f %.2f m %.2f %.2f l S\n", marginLeft, y, marginLeft+measure, y)
}

func (s *sheet) down(points float64) {
	s.y -= points
	if s.y < bodyBottom {
		s.outside = true
	}
}

func (s *sheet) centred(f font, size float64, line string) {
	s.down(size * 1.3)
	s.text(f, size, (paperWidth-width(f, size, line))/2, s.y, line)
}

// heading sets a numbered heading and enters it in the outline.
func (s *sheet) heading(level int, title string) {
	size := 13.0
	if level == 2 {
		size = 11
	}
	s.down(size + 10)
	s.outline = append(s.outline, bookmark{level, title, len(s.pages) - 1, s.y + size})
	s.text(sansBold, size, marginLeft, s.y, title)
	s.down(4)
}

// paragraph sets justified text. In it "~" is a space at which the line is never broken.
func (s *sheet) paragraph(text string) {
	s.block(marginLeft, "", text)
	s.down(5)
}

// definition sets a term in bold and what it means, indented.
func (s *sheet) definition(term, text string) {
	s.down(leading)
	s.text(bold, bodySize, marginLeft, s.y, term)
	s.y += leading
	s.block(marginLeft+90, "", text)
	s.down(3)
}

// item sets a list item with a hanging marker.
func (s *sheet) item(marker, text string) {
	s.block(marginLeft+18, marker, text)
	s.down(2)
}

// block breaks text into justified lines between x and the right margin.
func (s *sheet) block(x float64, marker, text string) {
	room := marginLeft + measure - x
	lines := breakLines(roman, bodySize, room, text)
	for i, line := range lines {
		s.down(leading)
		if i == 0 && marker != "" {
			s.text(roman, bodySize, marginLeft+4, s.y, marker)
		}
		extra := 0.0
		if spaces := strings.Count(line, " "); i < len(lines)-1 && spaces > 0 {
			extra = (room - width(roman, bodySize, line)) / float64(spaces)
		}
		s.spaced(roman, bodySize, x, s.y, extra, line)
	}
}

// algorithm sets a listing between rules. Tabs at the beginning of a step indent it; steps are numbered from 1.
func (s *sheet) algorithm(title, purpose string, parameters, steps []string) {
	s.down(10)
	s.rule(s.y)
	s.down(leading)
	s.text(bold, bodySize, marginLeft, s.y, title)
	s.down(4)
	s.rule(s.y)
	s.down(smallLeading + 1)
	s.text(italic, smallSize, marginLeft, s.y, purpose)
	for _, p := range parameters {
		name, rest, _ := strings.Cut(p, " ")
		s.down(smallLeading)
		s.text(bold, smallSize, marginLeft, s.y, name)
		s.text(roman, smallSize, marginLeft+width(bold, smallSize, name+" "), s.y, rest)
	}
	s.down(3)
	for i, step := range steps {
		text := strings.TrimLeft(step, "\t")
		number := strconv.Itoa(i+1) + ":"
		s.down(smallLeading)
		s.text(roman, smallSize, marginLeft+18-width(roman, smallSize, number), s.y, number)
		s.text(roman, smallSize, marginLeft+26+stepIndent*float64(len(step)-len(text)), s.y, text)
	}
	s.down(5)
	s.rule(s.y)
	s.down(4)
}

// table sets a caption, a row of column headers of up to two lines each, and rows. The first column is set flush left.
func (s *sheet) table(caption string, columns []float64, header []string, rows [][]string) {
	s.down(8)
	s.centred(bold, smallSize, caption)
	s.down(6)
	s.rule(s.y)
	s.row(columns, header, bold)
	s.rule(s.y)
	for _, cells := range rows {
		s.row(columns, cells, roman)
	}
	s.rule(s.y)
	s.down(6)
}

func (s *sheet) row(columns []float64, cells []string, f font) {
	height := 1
	for _, cell := range cells {
		height = max(height, strings.Count(cell, "\n")+1)
	}
	s.down(smallLeading + 1)
	left := marginLeft
	for i, cell := range cells {
		for j, line := range strings.Split(cell, "\n") {
			x := left + 4
			if i > 0 {
				x = left + (columns[i]-width(f, smallSize, line))/2
			}
			s.text(f, smallSize, x, s.y-float64(j)*smallLeading, line)
		}
		left += columns[i]
	}
	s.down(float64(height-1)*smallLeading + 5)
}

// breakLines breaks text greedily. Where a word does not fit, as many of its syllables as fit stay behind with a hyphen.
func breakLines(f font, size, room float64, text string) []string {
	var lines []string
	line := ""
	for _, word := range strings.Split(text, " ") {
		lead := line
		if line != "" {
			lead += " "
		}
		if width(f, size, lead+word) <= room {
			line = lead + word
			continue
		}
		cut := 0
		for _, n := range breaks(word) {
			if width(f, size, lead+word[:n]+"-") <= room {
				cut = n
			}
		}
		if cut > 0 {
			line = lead + word[:cut] + "-"
		}
		lines = append(lines, line)
		line = word[cut:]
	}
	return append(lines, line)
}

// hyphenation lists the words that may be broken, as TeX's \hyphenation does.
const hyphenation = `
	accu-racy ad-mit-ted al-go-rithm algo-rithms an-swer ap-plied be-cause be-tween brack-et cer-tif-i-cate
	check-sum class-es com-pares con-fig-u-ra-tion con-fig-ured con-form-ance con-nected con-nec-tion
	con-sec-u-tive con-sists cy-clic de-fines deliv-er de-livers de-parts dif-fer-ences dis-card dis-places dis-tances ex-presses through-out
	doc-u-ment dri-ver firm-ware hid-den iden-ti-cal im-ple-men-ta-tion in-creases ini-tial inter-val lim-its
	log-ger lon-gest max-i-mum meas-ure meas-ure-ment meas-ur-ing me-dian multi-plied neigh-bours num-bers
	pay-load per-cent per-mission poly-no-mial pow-ered read-ings re-ceiver rec-om-men-da-tion redun-dancy
	re-places re-quire-ment revi-sion sens-or sev-eral sig-nal stand-ard sub-tract sur-face sur-vive
	tem-per-a-tures ter-mi-nated tide-water to-geth-er val-ues with-in`

// breaks returns the offsets at which a word may be broken, ascending. Punctuation may follow the word.
func breaks(word string) []int {
	bare := strings.ToLower(strings.TrimRight(word, ".,;:"))
	for _, hyphenated := range strings.Fields(hyphenation) {
		if strings.ReplaceAll(hyphenated, "-", "") != bare {
			continue
		}
		var offsets []int
		for i, c := range hyphenated {
			if c == '-' {
				offsets = append(offsets, i-len(offsets))
			}
		}
		return offsets
	}
	return nil
}

// winAnsi holds the characters that are not encoded as themselves.
var winAnsi = map[rune]byte{'~': 0xA0, '–': 0x96}

// encode returns text in WinAnsiEncoding. It panics at a character that the encoding lacks: the text is our own.
func encode(text string) []byte {
	var out []byte
	for _, r := range text {
		switch b, ok := winAnsi[r]; {
		case ok:
			out = append(out, b)
		case r < 0x80 || 0xA0 <= r && r <= 0xFF:
			out = append(out, byte(r))
		default:
			panic(fmt.Sprintf("no code for %q in WinAnsiEncoding", r))
		}
	}
	return out
}

// latinWidths holds the widths of the other characters in use; they are those of Times-Roman.
var latinWidths = map[byte]uint16{0x96: 500, 0xA0: 250, 0xB0: 400, 0xD7: 564}

// width returns the length of a line in points.
func width(f font, size float64, line string) float64 {
	sum := 0
	for _, c := range encode(line) {
		if ' ' <= c && c <= '~' {
			sum += int(fonts[f].widths[c-' '])
		} else {
			sum += int(latinWidths[c])
		}
	}
	return float64(sum) * size / 1000
}
