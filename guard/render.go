package guard

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"ibid/guard/sentence"
)

// While a text is put together, these stand around a sentence and for one that is left out. No draft holds them:
// Sanitize takes them out.
const opens, closes, gone = "\x01", "\x02", "\x00"

// leftOut is what goes with a sentence that is left out: the blanks before it at the end of a line, else those behind.
var leftOut = regexp.MustCompile(`[ \t]*(?:\x00[ \t]*)+(\n|$)|\x00[ \t]*`)

// Render returns the text that is shown. That of a draft without marks is its Text.
func (d *Draft) Render() string { return d.Left().Text }

// Left returns what is shown as a draft of its own, which nobody has to parse: the text, and the sentences where they
// now stand. A line of which nothing but a list mark is left goes with its sentence, and so does a blank line too many.
func (d *Draft) Left() *Draft {
	if !slices.ContainsFunc(d.Sentences, Sentence.changed) {
		return &Draft{d.Text, slices.Clone(d.Sentences)}
	}
	var text strings.Builder
	var shown []Sentence
	pos := 0
	for i := range d.Sentences {
		s := d.Sentences[i]
		text.WriteString(d.Text[pos:s.Start])
		pos = s.End
		own := s.shown()
		for n := range own {
			if own[n].Raw = strings.NewReplacer(opens, " ", closes, " ", gone, " ").Replace(own[n].Raw); n > 0 {
				text.WriteString(" ")
			}
			text.WriteString(opens + own[n].Raw + closes)
		}
		if shown = append(shown, own...); len(own) == 0 {
			text.WriteString(gone)
		}
	}
	text.WriteString(d.Text[pos:])
	return placed(shown, strings.TrimSpace(tidied(text.String())))
}

// changed tells that a sentence is not shown as it is written.
func (s Sentence) changed() bool { return s.Fate != Keep || s.Mark != "" || s.Given != "" }

// shown are the sentences in the place of one, with offsets into themselves.
func (s Sentence) shown() (out []Sentence) {
	switch {
	case !s.changed():
		return []Sentence{s.moved(-s.Start)}
	case s.Fate == Keep || s.Fate == Replace && s.Mark != "":
		out = append(out, s.saying(s.Text, s.Mark, s.Citations))
	}
	if s.Fate == Replace {
		for _, q := range s.Quotations {
			out = append(out, s.saying(q.Text, "", q.Citations))
		}
	}
	return out
}

// saying is a sentence in the place of s: words, a mark and the markers of keys before the stop.
func (s Sentence) saying(words, mark string, keys []string) Sentence {
	said := strings.TrimRight(words, " .:")
	out := Sentence{Raw: strings.TrimRight(said+" "+mark, " ") + " ", Kind: s.Kind, Verdict: s.Verdict}
	for _, key := range keys {
		m := Marker{Keys: []string{key}, Start: len(out.Raw)}
		out.Raw += "[" + key + "]"
		m.End = len(out.Raw)
		out.Markers = append(out.Markers, m)
	}
	out.Raw += cmp.Or(strings.TrimLeft(words[len(said):], " "), ".")
	return out
}

// tidied is a text without what goes with the sentences that are left out.
func tidied(text string) string {
	var out strings.Builder
	cut := false // the line before is left out
	for line := range strings.SplitAfterSeq(text, "\n") {
		left := leftOut.ReplaceAllString(line, "$1")
		// One blank line between paragraphs is enough.
		blank := left == "\n" && cut && (out.Len() == 0 || strings.HasSuffix(out.String(), "\n\n"))
		if cut = blank || left != line && sentence.IsMark(strings.TrimSuffix(left, "\n")+" "); !cut {
			out.WriteString(left)
		}
	}
	return out.String()
}

// placed finds the sentences in the text that was put together of them.
func placed(shown []Sentence, text string) *Draft {
	left := &Draft{}
	for n, part := range strings.Split(text, opens) {
		said, gap, _ := strings.Cut(part, closes)
		if n > 0 {
			s := shown[n-1].moved(len(left.Text))
			s.Raw, s.End = said, s.Start+len(said)
			s.read()
			left.Sentences = append(left.Sentences, s)
		}
		left.Text += said + gap
	}
	return left
}
