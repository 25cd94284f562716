package support

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// verbatim finds a sentence that stands in the evidence word for word and from the beginning of a sentence, an item or
// a line to its end. White space, marks of emphasis and the final stop do not count.
func verbatim(claim string, evidence []*Prepared) (Quote, bool) {
	words := strings.Fields(strings.Trim(claim, " \t\r\n*_"))
	for last := len(words) - 1; last >= 0; last-- {
		if words[last] = strings.TrimRight(words[last], ".!?;:,"); words[last] != "" {
			break
		}
		words = words[:last]
	}
	if len(words) == 0 {
		return Quote{}, false
	}
	for n, p := range evidence {
		if start, end, ok := p.findWords(words, strings.Count(claim, "\n") >= listing); ok {
			return Quote{Passage: n, Start: start, End: end, Text: p.Text[start:end]}, true
		}
	}
	return Quote{}, false
}

// listing is the ends of lines from which a claim is a listing: its lines are those of the source, and none is torn out of a sentence.
const listing = 2

// findWords finds the words in text, with any white space between them, as whole sentences or whole lines.
func (p *Prepared) findWords(words []string, lines bool) (start, end int, ok bool) {
	text := p.Text
	for from := 0; from < len(text); {
		i := strings.Index(text[from:], words[0])
		if i < 0 {
			return 0, 0, false
		}
		start = from + i
		if end = matchWords(text, start, words); end > 0 && !p.deniedAt(start) && (p.opensAt(start) || beginsHere(text, start) && (lines || !p.wrapped(start)) || codeBegins(text, start)) && (p.closesAt(end) || endsHere(text, end) && (lines || !p.wrapped(end))) {
			return start, end, true
		}
		_, size := utf8.DecodeRuneInString(text[start:])
		from = start + size
	}
	return 0, 0, false
}

// deniedAt tells whether an item begins at i whose lead-in denies it.
func (p *Prepared) deniedAt(i int) bool {
	n, ok := slices.BinarySearchFunc(p.sentences[:p.prose], i, func(s segment, i int) int { return s.start - i })
	return ok && p.denied(n)
}

// opensAt tells whether a sentence of the passage begins at i.
func (p *Prepared) opensAt(i int) bool {
	_, ok := slices.BinarySearchFunc(p.sentences[:p.prose], i, func(s segment, i int) int { return s.start - i })
	return ok
}

// sentenceTo is the first sentence of the passage's prose that ends at i or behind it, nil where none does.
func (p *Prepared) sentenceTo(i int) *segment {
	n, _ := slices.BinarySearchFunc(p.sentences[:p.prose], i, func(s segment, i int) int { return s.end - i })
	if n == p.prose {
		return nil
	}
	return &p.sentences[n]
}

// saysNothing tells that a text has nothing but stops and marks of emphasis.
func saysNothing(text string) bool { return strings.Trim(text, ".!?;:,*_ \t\n") == "" }

// closesAt tells whether a sentence of the passage ends at i, its final stop aside.
func (p *Prepared) closesAt(i int) bool {
	s := p.sentenceTo(i)
	return s != nil && s.start < i && saysNothing(p.Text[i:s.end])
}

// wrapped tells whether a sentence of the passage goes on over i, where a line begins or ends: what stands on the other line may
// be its condition. A line of code, or one that begins with a capital below another, is none.
func (p *Prepared) wrapped(i int) bool {
	s := p.sentenceTo(i)
	if s == nil || s.start >= i || s.end <= i {
		return false
	}
	before, after := strings.TrimRight(p.Text[s.start:i], " \t"), strings.TrimLeft(p.Text[i:s.end], " \t")
	if strings.HasSuffix(before, "\n") == strings.HasPrefix(after, "\n") {
		return false
	}
	if next, ok := strings.CutPrefix(after, "\n"); ok {
		line, _, _ := strings.Cut(next, "\n")
		first, _ := utf8.DecodeRuneInString(line)
		return unicode.IsLower(first) && !isCode(line)
	}
	return !saysNothing(before)
}

// matchWords returns where the words end that begin at start, or 0.
func matchWords(text string, start int, words []string) int {
	pos := start
	for k, w := range words {
		if k > 0 {
			rest := strings.TrimLeftFunc(text[pos:], unicode.IsSpace)
			if pos+len(rest) == len(text) {
				return 0
			}
			pos = len(text) - len(rest)
		}
		if !strings.HasPrefix(text[pos:], w) {
			return 0
		}
		pos += len(w)
	}
	return pos
}

// beginsHere tells whether a sentence, an item or a line begins at i.
func beginsHere(text string, i int) bool {
	const marks = " \t*_>\"“'‘("
	before := strings.TrimRight(text[:i], marks)
	if before == "" {
		return true
	}
	r, size := utf8.DecodeLastRuneInString(before)
	switch {
	case strings.ContainsRune(".!?:;•–—▪◦|)]”\"", r):
		return r != ')' && r != ']' && r != '"' && r != '”' || before != text[:i]
	case r == '-' || r == '#' || r == '+': // the mark of an item or a heading
		return true
	case isLineEnd(r):
		first, _ := utf8.DecodeRuneInString(text[i:])
		above := strings.TrimRight(before[:len(before)-size], marks)
		return !unicode.IsLower(first) || above == "" || strings.HasSuffix(above, "\n") || strings.HasSuffix(above, "|") // the row of a table
	}
	return false
}

// isLineEnd tells whether a line ends with r, by the mandatory breaks of UAX #14.
func isLineEnd(r rune) bool { return strings.ContainsRune("\n\v\f\r\u0085\u2028\u2029", r) }

// codeBegins tells whether a line of code begins at i, below another: a line of prose there would be torn out of its
// sentence.
func codeBegins(text string, i int) bool {
	before := strings.TrimRight(text[:i], " \t")
	if !strings.HasSuffix(before, "\n") {
		return false
	}
	before = strings.TrimRight(before, "\n")
	line, _, _ := strings.Cut(text[i:], "\n")
	return isCode(before[strings.LastIndexByte(before, '\n')+1:]) && isCode(line)
}

// isCode tells a line of code or of a shell from one of prose, by its signs.
func isCode(line string) bool {
	return strings.ContainsAny(line, "={}[]_\\$") || strings.Contains(line, " --") || strings.HasSuffix(line, ";")
}

// endsHere tells whether a sentence, an item or a line ends at i.
func endsHere(text string, i int) bool {
	after := strings.TrimLeft(text[i:], "*_\"”'’)]")
	if after == "" {
		return true
	}
	r, size := utf8.DecodeRuneInString(after)
	switch {
	case isLineEnd(r):
		return true
	case r == ' ' || r == '\t':
		rest := strings.TrimLeft(after, " \t.!?;:,") // a stop may stand on its own
		next, _ := utf8.DecodeRuneInString(rest)
		return rest == "" || isLineEnd(next) || next == '|' || strings.HasSuffix(text[:i], ".") || next == '['
	case r == ',': // of an item
		return size == len(after) || after[size] == '\n'
	case strings.ContainsRune(".!?;:|", r):
		rest := strings.TrimLeft(after, ".!?;:")
		next, _ := utf8.DecodeRuneInString(rest)
		return rest == "" || r == '|' || strings.ContainsRune(" \n\t\r\v\f\"”')]*_", next)
	}
	return false
}
