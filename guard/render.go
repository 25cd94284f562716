package guard

import (
	"regexp"
	"slices"
	"strings"

	"ibid/guard/sentence"
)

// While a text is put together, these stand around a sentence and for one that is left out. No draft holds them:
// Sanitize takes them out.
const opens, closes, gone = "\x01", "\x02", "\x00"

// leftOut is what goes with sentences that are left out: the blanks before them at the end of a line, else those behind.
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
			if own[n].Text = strings.NewReplacer(opens, " ", closes, " ", gone, " ").Replace(own[n].Text); n > 0 {
				text.WriteString(" ")
			}
			text.WriteString(opens + own[n].Text + closes)
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
	case s.Fate == Drop:
		return nil
	case s.Given != "":
		said := strings.TrimRight(s.Text, ".:")
		m := Marker{[]string{s.Given}, len(said) + 1, len(said) + len(s.Given) + 3}
		s.Text, s.Start, s.Citations, s.Given = said+" ["+s.Given+"]"+s.Text[len(said):], 0, []Marker{m}, ""
		return []Sentence{s}
	case s.Mark != "":
		out = append(out, s.saying(strings.TrimRight(s.Claim(), " .")+" "+s.Mark, s.Keys()))
	case s.Fate == Keep:
		return []Sentence{s.moved(-s.Start)}
	}
	if s.Fate == Quote {
		for _, q := range s.Quotes {
			out = append(out, s.saying("“"+q.Words+"”", []string{q.Key}))
		}
	}
	return out
}

// saying is a sentence of other words in the place of s, with the markers of keys.
func (s Sentence) saying(words string, keys []string) Sentence {
	out := Sentence{Text: words + " ", Kind: s.Kind, Verdict: s.Verdict}
	for _, key := range keys {
		m := Marker{Keys: []string{key}, Start: len(out.Text)}
		out.Text += "[" + key + "]"
		m.End = len(out.Text)
		out.Citations = append(out.Citations, m)
	}
	out.Text += "."
	return out
}

// tidied is a text without what goes with the sentences that are left out.
func tidied(text string) string {
	var out strings.Builder
	cut := false // the line before is left out
	for line := range strings.SplitAfterSeq(text, "\n") {
		left := leftOut.ReplaceAllString(line, "$1")
		blank := left == "\n" && cut && (out.Len() == 0 || strings.HasSuffix(out.String(), "\n\n")) // one between paragraphs is enough
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
			s.Text, s.End = said, s.Start+len(said)
			left.Sentences = append(left.Sentences, s)
		}
		left.Text += said + gap
	}
	return left
}
