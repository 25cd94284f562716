package guard

import (
	"slices"
	"strings"
	"unicode"

	"ibid/guard/sentence"
)

// Render returns the text that is shown. That of a draft without marks is its Text.
func (d *Draft) Render() string { return d.Left().Text }

// Left returns what is shown as a draft of its own, which nobody has to parse: the text, and the sentences where they
// now stand. A line of which nothing but a list mark is left goes with its sentence, and so does a blank line too many.
func (d *Draft) Left() *Draft {
	w := writer{changed: slices.ContainsFunc(d.Sentences, func(s Sentence) bool { return s.Fate != Keep || s.Mark != "" })}
	pos := 0
	for i := range d.Sentences {
		s := &d.Sentences[i]
		w.write(d.Text[pos:s.Start])
		pos = s.End
		if s.Fate != Drop {
			w.cut = w.cut || s.Fate == Replace || s.Mark != ""
			w.part(s.Kind)
		}
		if s.Mark != "" {
			w.say(s, strings.TrimRight(s.Text, " .")+" "+s.Mark, s.Citations)
		}
		switch {
		case s.Fate == Replace:
			for n := range s.Quotations {
				q := &s.Quotations[n]
				if n > 0 || s.Mark != "" {
					w.write(" ")
				}
				w.say(s, q.Text, q.Citations)
			}
		case s.Fate == Drop:
			pos, w.cut = w.leaveOut(d.Text, pos), true
		case s.Mark == "":
			w.keep(*s)
		}
	}
	w.write(d.Text[pos:])
	if w.changed {
		w.text = w.text[:len(strings.TrimRightFunc(string(w.text), unicode.IsSpace))]
	}
	left := &Draft{Text: string(w.text), Sentences: w.sentences}
	for i := range left.Sentences {
		s := &left.Sentences[i]
		s.End = min(s.End, len(left.Text)) // code that never closes may end in blank lines
		s.Raw = left.Text[s.Start:s.End]
		s.read()
	}
	return left
}

// writer writes what is left of a draft.
type writer struct {
	text      []byte
	sentences []Sentence // their Text is cut when all is written
	changed   bool       // white space around the whole goes
	cut       bool       // what comes did not follow the last sentence: that between is left out, or it is new
}

// part keeps the last sentence apart from one that did not follow it: it gets the full stop that it had no need of.
func (w *writer) part(kind Kind) {
	if n := len(w.sentences); w.cut && n > 0 {
		last := &w.sentences[n-1]
		gap := string(w.text[last.End:])
		prose := last.Kind == kind && (kind == Prose || kind == Item)
		claim := strings.TrimRight(unmarked(string(w.text[last.Start:last.End]), last.Start, last.Markers), ")]\"'*_”’»")
		stops := strings.TrimRight(claim, ".!?…") != claim
		if prose && !stops && strings.Trim(gap, " \t\r\n>") == "" && !strings.Contains(gap, "\n\n") {
			w.text = append(append(w.text[:last.End], '.'), gap...)
			last.End++
		}
	}
	w.cut = false
}

func (w *writer) write(s string) {
	if w.changed && len(w.text) == 0 {
		s = strings.TrimLeftFunc(s, unicode.IsSpace)
	}
	w.text = append(w.text, s...)
}

// keep writes a sentence as it is, with the marker that it was given before its full stop.
func (w *writer) keep(s Sentence) {
	s = s.moved(len(w.text) - s.Start)
	stop := len(s.Raw)
	if s.Given != "" {
		stop = len(strings.TrimRight(s.Raw, ".:"))
	}
	w.write(s.Raw[:stop])
	if s.Given != "" {
		s.Markers = []Marker{w.marker(" ", s.Given)}
		s.Given = ""
	}
	w.write(s.Raw[stop:])
	s.End = len(w.text)
	w.sentences = append(w.sentences, s)
}

// say writes words in the place of a sentence, with the markers of keys.
func (w *writer) say(of *Sentence, words string, keys []string) {
	s := Sentence{Start: len(w.text), Kind: of.Kind, Verdict: of.Verdict}
	w.write(words)
	space := " "
	for _, key := range keys {
		s.Markers = append(s.Markers, w.marker(space, key))
		space = ""
	}
	w.write(".")
	s.End = len(w.text)
	w.sentences = append(w.sentences, s)
}

func (w *writer) marker(space, key string) Marker {
	w.write(space + "[" + key + "]")
	return Marker{Keys: []string{key}, Start: len(w.text) - len(key) - 2, End: len(w.text)}
}

// leaveOut tidies up where a sentence that ends at end is left out, and returns where the text goes on.
func (w *writer) leaveOut(text string, end int) int {
	const longestMark = 64 // bytes
	rest := strings.TrimLeft(text[end:], " \t\r\f\v")
	if rest != "" && rest[0] != '\n' {
		return len(text) - len(rest)
	}
	from := max(0, len(w.text)-longestMark)
	line := from + strings.LastIndexByte(string(w.text[from:]), '\n') + 1
	if !sentence.IsMark(string(w.text[line:])) {
		w.text = w.text[:line+len(strings.TrimRight(string(w.text[line:]), " \t"))]
		return len(text) - len(rest)
	}
	w.text = w.text[:line]
	rest = strings.TrimPrefix(rest, "\n")
	if line == 0 || strings.HasSuffix(string(w.text[max(0, line-2):]), "\n\n") { // one blank line between paragraphs is enough
		rest = strings.TrimLeft(rest, "\n")
	}
	return len(text) - len(rest)
}
