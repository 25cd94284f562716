package guard

import (
	"regexp"
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
	Keep    Fate = iota
	Replace      // the source's own words stand in its place
	Drop
)

// Sentence is the smallest part of a text that has to be cited and supported on its own, with what was found out about
// it. The first fields are what an answer tells of it, the others where it stands in its draft and what becomes of it
// there.
type Sentence struct {
	Text      string   `json:"text"`      // without its markers; in an answer, of code what stands in the fence
	Citations []string `json:"citations"` // the keys that it cites, each once, in numeric order
	Verdict   Verdict  `json:"verdict" jsonschema:"supported, quoted, judged, unsupported, contradicted, not_found, unchecked"`
	Basis     string   `json:"basis" jsonschema:"proven, borne out, or empty for what is neither"` // in JSON alone
	Score     float64  `json:"score"`                                                              // 0..1
	Quote     string   `json:"quote" jsonschema:"the texts of the quotes, joined"`                 // in JSON alone
	Reason    string   `json:"reason" jsonschema:"why it is not supported, or could not be checked"`
	Quotes    []Quote  `json:"quotes"` // the source's own words
	Proof     []Step   `json:"proof" jsonschema:"what leads from the quotes to the sentence"`
	Instead   string   `json:"instead" jsonschema:"of a quotation: what the draft said, which was not proven"`
	Answers   string   `json:"answers" jsonschema:"the question: very likely, perhaps or hardly; empty where unread"`

	Raw        string     `json:"-"` // the text of the draft from Start to End
	Start, End int        `json:"-"` // byte offsets; the markers after the full stop are included, list marks are not
	Kind       Kind       `json:"-"`
	Markers    []Marker   `json:"-"` // in order, with offsets into the draft; none in Code
	Given      string     `json:"-"` // the key of a marker that it is shown with and was written without, "" for none
	Fate       Fate       `json:"-"`
	Mark       string     `json:"-"` // what it is shown with before its markers; with Replace, it is not shown without
	Quotations []Sentence `json:"-"` // in the place of the sentence: the source's words, and their key
}

// Quote is a run of a source that bears a sentence out.
type Quote struct {
	Key  string `json:"key"`
	Text string `json:"text"`
	Span [2]int `json:"span" jsonschema:"byte offsets in the evidence's text"`
}

// Step says how a sentence that does not stand in its source word for word is proven from it.
type Step struct {
	Kind   string `json:"kind"`
	Claim  string `json:"claim" jsonschema:"words of the sentence"`
	Source string `json:"source" jsonschema:"words of the quotes"`
}

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
		d.Sentences[n] = Sentence{Raw: text[s.Start:s.End], Start: s.Start, End: s.End, Kind: s.Kind}
		d.Sentences[n].Markers = markers[:own:own]
		d.Sentences[n].read()
		markers = markers[own:]
	}
	return d
}

// paragraph is what parts the paragraphs of a text.
var paragraph = regexp.MustCompile(`\n[ \t\r]*\n`)

// reread is how many of the last paragraphs are taken apart again when a text goes on: the last may not be closed, and
// a colon at the end of the one before says how a list may begin.
const reread = 2

// Append adds to a text that is still being written. What stands before its last paragraphs is not taken apart again.
func (d *Draft) Append(text string) {
	from, kept, parted := 0, 0, 0
	for i := len(d.Sentences) - 1; i > 0 && parted < reread; i-- {
		end := d.Sentences[i-1].End
		if blank := paragraph.FindAllStringIndex(d.Text[end:d.Sentences[i].Start], -1); blank != nil {
			from, kept, parted = end+blank[len(blank)-1][1], i, parted+1
		}
	}
	if parted < reread {
		from, kept = 0, 0
	}
	d.Text += text
	d.Sentences = d.Sentences[:kept]
	for _, s := range Parse(d.Text[from:]).Sentences {
		d.Sentences = append(d.Sentences, s.moved(from))
	}
}

// moved is the sentence in a text where it stands so many bytes further on.
func (s Sentence) moved(by int) Sentence {
	s.Start, s.End, s.Markers = s.Start+by, s.End+by, slices.Clone(s.Markers)
	for i := range s.Markers {
		s.Markers[i].Start += by
		s.Markers[i].End += by
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

// Unmarked is a text without its citation markers.
func Unmarked(text string) string {
	var markers []Marker
	for _, s := range Parse(text).Sentences {
		markers = append(markers, s.Markers...)
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

// read tells what the sentence says and cites from how it is written.
func (s *Sentence) read() {
	s.Text, s.Citations = unmarked(s.Raw, s.Start, s.Markers), nil
	for _, m := range s.Markers {
		s.Citations = append(s.Citations, m.Keys...)
	}
	slices.SortFunc(s.Citations, compareKeys)
	s.Citations = slices.Compact(s.Citations)
}

// Regrouped is a Mark of nothing: the sentence is shown with all its markers at its end, in numeric order.
const Regrouped = " "

// Scattered tells that the sentence is to be shown so: its markers do not divide what several sources say, and stand in
// several places, out of order or twice.
func (s *Sentence) Scattered() bool {
	var groups [][]string // the keys of the markers between which there is no word
	at := s.Start
	for _, m := range s.Markers {
		if groups == nil || strings.ContainsFunc(s.Raw[at-s.Start:m.Start-s.Start], sentence.IsWord) {
			groups = append(groups, nil)
		}
		last := &groups[len(groups)-1]
		*last, at = append(*last, m.Keys...), m.End
	}
	if len(groups) < 2 {
		return len(groups) == 1 && !slices.Equal(groups[0], s.Citations)
	}
	return !slices.ContainsFunc(groups, func(keys []string) bool { return !slices.Equal(keys, s.Citations) })
}

// Give has the sentence shown with the marker of a key, which it was written without.
func (s *Sentence) Give(key string) { s.Given, s.Citations = key, []string{key} }

// Code is where the code inside a fenced block starts and ends in Raw, without the lines of the fence, and the
// info string of that.
func (s *Sentence) Code() (from, to int, info string) { return sentence.InsideFence(s.Raw) }

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
