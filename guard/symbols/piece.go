package symbols

import (
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/sentence"
	"ibid/index/symbol/code"
	"ibid/index/symbol/language"
)

// Pieces returns the parts of a draft that may name symbols of an API, in order and without overlap: the insides of
// fenced code blocks, code spans, and names in prose that only code has: dotted ones, Name::method and name(). What
// can only be something else, a path, a URL, a version, is no piece. Indented code counts as prose. It takes time
// linear in the length of the draft.
func Pieces(d *guard.Draft) []code.Piece {
	c := cutter{draft: d.Text}
	for i := range d.Sentences {
		c.sentence = &d.Sentences[i]
		c.text, c.plain = c.sentence.Raw, c.sentence.Plain()
		if c.sentence.Kind == guard.Code {
			from, to, info := c.sentence.Code()
			if strings.TrimSpace(c.text[from:to]) != "" {
				c.add(code.Fenced, languageOf(info), from, to)
			}
			continue
		}
		pos := 0
		for _, span := range sentence.CodeSpans(c.text) {
			c.names(pos, span[0])
			pos = span[1]
			inside := c.text[span[0]:span[1]]
			ticks := len(inside) - len(strings.TrimLeft(inside, "`"))
			from, to := span[0]+ticks, span[1]-ticks
			from += len(c.text[from:to]) - len(strings.TrimLeft(c.text[from:to], blanks))
			to -= len(c.text[from:to]) - len(strings.TrimRight(c.text[from:to], blanks))
			if f := formOf(c.text[from:to]); from < to && (f == aName || f.doubtful()) {
				c.add(code.Inline, "", from, to) // whole, for arguments are judged too
			}
		}
		c.names(pos, len(c.text))
	}
	return c.pieces
}

const blanks = " \t\r\n\f\v"

// Unread are the languages of code blocks in a draft whose names nobody looks up, each once, in order.
func Unread(d *guard.Draft) []string {
	var all []string
	for i := range d.Sentences {
		s := &d.Sentences[i]
		if s.Kind != guard.Code {
			continue
		}
		from, to, info := s.Code()
		name := language.Unread(languageOf(info))
		if from < to && name != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// cutter cuts the sentences of a draft into pieces.
type cutter struct {
	draft    string
	sentence *guard.Sentence
	text     string // of the sentence
	plain    string // the same without the marks of a quotation
	pieces   []code.Piece
}

// add takes text[from:to] of the sentence.
func (c *cutter) add(kind code.PieceKind, language string, from, to int) {
	start, end := c.sentence.Start+from, c.sentence.Start+to
	before := max(0, start-saidReach)
	if n := len(c.pieces); n > 0 {
		before = max(before, c.pieces[n-1].End)
	}
	c.pieces = append(c.pieces, code.Piece{Kind: kind, Language: language, Text: c.plain[from:to], Before: c.draft[before:start], Start: start, End: end})
}

// languageOf returns the language that the info string of a fence names, under its usual name.
func languageOf(info string) string {
	info = strings.TrimLeft(info, " \t{.") // "{.python .numberLines}", "{python}"
	if i := strings.IndexAny(info, " \t\r,:;{}"); i >= 0 {
		info = info[:i]
	}
	info = strings.ToLower(info)
	if l := language.OfFence(info); l != nil {
		return l.Name
	}
	return info
}
