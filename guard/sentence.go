package guard

import (
	"slices"
	"strings"

	"ibid/guard/sentence"
)

// Kind is the role of a Sentence in its text.
type Kind = sentence.Kind

// The roles.
const (
	Prose   = sentence.Prose
	Item    = sentence.Item
	Row     = sentence.Row
	Heading = sentence.Heading
	Code    = sentence.Code
)

// Sentence is the smallest part of a text that has to be cited and supported on its own.
type Sentence struct {
	Text       string // text[Start:End] of the text that was split
	Start, End int    // byte offsets; the markers after the full stop are included, list marks and "#" are not
	Kind       Kind
	Citations  []Marker // in order, with offsets into the text that was split; none in Code
}

// Claim returns what the sentence says: its text without the citation markers.
func (s Sentence) Claim() string {
	if len(s.Citations) == 0 {
		return s.Text
	}
	return unmarked(s.Text, s.Start, s.Citations)
}

// Unmarked is an answer without its citation markers.
func Unmarked(answer string) string {
	var markers []Marker
	for _, s := range Split(answer) {
		markers = append(markers, s.Citations...)
	}
	return unmarked(answer, 0, markers)
}

// unmarked leaves markers out of a text that starts at an offset, with the space before them.
func unmarked(text string, start int, markers []Marker) string {
	var b strings.Builder
	pos := start
	for _, m := range markers {
		b.WriteString(strings.TrimRight(text[pos-start:m.Start-start], " \t\n"))
		pos = m.End
	}
	b.WriteString(text[pos-start:])
	return strings.TrimSpace(b.String())
}

// Keys lists the keys that the sentence cites, each once, in numeric order.
func (s Sentence) Keys() []string {
	var out []string
	for _, m := range s.Citations {
		out = append(out, m.Keys...)
	}
	slices.SortFunc(out, compareKeys)
	return slices.Compact(out)
}

// Code is where the code inside a fenced block starts and ends in its Text: without the lines of the fence.
func (s Sentence) Code() (from, to int) { return sentence.InsideFence(s.Text) }

// Split cuts an answer in Markdown, or the plain text of a document, into sentences, as sentence.Split does, and
// finds the citation markers of each. A marker after a full stop belongs to the sentence before it.
func Split(text string) []Sentence { return split(text, keyed) }

func split(text string, st style) []Sentence {
	var markers []Marker
	spans := sentence.Split(text, func(text string, i int) int {
		m, ok := parseMarker(text, i, st)
		if ok {
			markers = append(markers, m)
		}
		return m.End
	})
	out := make([]Sentence, len(spans))
	taken := 0
	for n, s := range spans {
		own := taken
		for taken < len(markers) && markers[taken].Start < s.End {
			taken++
		}
		out[n] = Sentence{text[s.Start:s.End], s.Start, s.End, s.Kind, slices.Clip(markers[own:taken])}
	}
	return out
}

// SplitBlock cuts a block of a document, as sentence.Block does. What looks like a citation marker of ours belongs to
// the sentence before it there too.
func SplitBlock(text string, kind Kind) []sentence.Span {
	return sentence.Block(text, kind, func(text string, i int) int {
		m, _ := parseMarker(text, i, keyed)
		return m.End
	})
}
