package guard

import (
	"slices"
	"strings"

	"ibid/guard/sentence"
)

// Draft is a text that was taken apart when it arrived, and never is again: who checks it marks its sentences, and
// Left and Render make of the marks what is shown.
type Draft struct {
	Text      string
	Sentences []Sentence // in order, without overlap; what is between them is white space and marks of structure
}

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

// Fate is what becomes of a sentence.
type Fate uint8

// The fates.
const (
	Keep  Fate = iota
	Quote      // the source's own words stand in its place
	Drop
)

// Sentence is the smallest part of a text that has to be cited and supported on its own.
type Sentence struct {
	Text       string // of the draft, from Start to End
	Start, End int    // byte offsets; the markers after the full stop are included, list marks and "#" are not
	Kind       Kind
	Citations  []Marker // in order, with offsets into the draft; none in Code
	Given      string   // the key of a marker that it is shown with and was written without, "" for none

	Verdict Verdict
	Reason  string // why it cannot stand, or stands all the same
	Fate    Fate
	Mark    string      // what the sentence is shown with before its markers; with Quote, it is not shown without one
	Quotes  []Quotation // in the place of the sentence
}

// Quotation is what a source says, and its key.
type Quotation struct{ Words, Key string }

// Parse takes Markdown apart, as sentence.Split cuts it, and finds the citation markers of each sentence. A marker
// after a full stop belongs to the sentence before it.
func Parse(text string) *Draft { return parse(text, MarkerAt) }

// ParseForeign is Parse for a text that was not written for ibid: where it has nothing like a marker of ours, [1] and
// [^1] are read as [c1].
func ParseForeign(text string) *Draft {
	if LikeMarker(text) {
		return Parse(text)
	}
	return parse(text, numberAt)
}

func parse(text string, markerAt func(string, int) (Marker, bool)) *Draft {
	var markers []Marker
	spans := sentence.Split(text, func(text string, i int) int {
		m, ok := markerAt(text, i)
		if ok {
			markers = append(markers, m)
		}
		return m.End
	})
	d := &Draft{Text: text, Sentences: make([]Sentence, len(spans))}
	for n, s := range spans {
		own := 0
		for own < len(markers) && markers[own].Start < s.End {
			own++
		}
		said := text[s.Start:s.End]
		d.Sentences[n] = Sentence{Text: said, Start: s.Start, End: s.End, Kind: s.Kind, Citations: markers[:own:own]}
		markers = markers[own:]
	}
	return d
}

// moved is the sentence in a text where it stands so many bytes further on.
func (s Sentence) moved(by int) Sentence {
	s.Start, s.End, s.Citations = s.Start+by, s.End+by, slices.Clone(s.Citations)
	for i := range s.Citations {
		s.Citations[i].Start += by
		s.Citations[i].End += by
	}
	return s
}

// SplitBlock cuts a block of a document, as sentence.Block does. What looks like a citation marker of ours belongs to
// the sentence before it there too.
func SplitBlock(text string, kind Kind) []sentence.Span {
	return sentence.Block(text, kind, func(text string, i int) int {
		m, _ := MarkerAt(text, i)
		return m.End
	})
}

// Claim returns what the sentence says: its text without the citation markers.
func (s *Sentence) Claim() string { return unmarked(s.Text, s.Start, s.Citations) }

// Unmarked is a text without its citation markers.
func Unmarked(text string) string {
	var markers []Marker
	for _, s := range Parse(text).Sentences {
		markers = append(markers, s.Citations...)
	}
	return unmarked(text, 0, markers)
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
func (s *Sentence) Keys() []string {
	var out []string
	if s.Given != "" {
		out = append(out, s.Given)
	}
	for _, m := range s.Citations {
		out = append(out, m.Keys...)
	}
	slices.SortFunc(out, compareKeys)
	return slices.Compact(out)
}

// Code is where the code inside a fenced block starts and ends in its Text, without the lines of the fence, and the
// info string of that.
func (s *Sentence) Code() (from, to int, info string) { return sentence.InsideFence(s.Text) }

// At is the index of the sentence that an offset of the text lies in, or of the first one behind it.
func (d *Draft) At(offset int) int {
	i, _ := slices.BinarySearchFunc(d.Sentences, offset+1, func(s Sentence, end int) int { return s.End - end })
	return i
}

// Decide gives sentence i a fate other than Keep. The code below it, which it introduces, is dropped with it.
func (d *Draft) Decide(i int, fate Fate, reason string) {
	d.Sentences[i].Fate, d.Sentences[i].Reason = fate, reason
	for i++; i < len(d.Sentences) && d.Sentences[i].Kind == Code; i++ {
		d.Sentences[i].Fate = Drop
	}
}
