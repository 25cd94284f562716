package symbols

import (
	"slices"
	"strings"

	"ibid/guard/sentence"
	"ibid/index/symbol/code"
	"ibid/index/symbol/language"
)

// Pieces returns the parts of an answer that may name symbols of an API, in order and without overlap: the insides of
// fenced code blocks, code spans, and names in prose that only code has: dotted ones, Name::method and name(). What
// can only be something else, a path, a URL, a version, is no piece. Indented code counts as prose. It takes time
// linear in len(text).
func Pieces(text string) []code.Piece {
	c := cutter{text: text}
	for _, p := range sentence.Parts(text) {
		switch p.Kind {
		case sentence.PartFence:
			c.add(code.Fenced, languageOf(p.Info), p)
		case sentence.PartSpan:
			c.inline(p)
		default:
			c.part = p
			c.names(p.Start, p.End)
		}
	}
	return c.pieces
}

// Unread are the languages of code blocks in a text whose names nobody looks up, each once, in order.
func Unread(text string) []string {
	var all []string
	for _, p := range sentence.Parts(text) {
		if p.Kind != sentence.PartFence {
			continue
		}
		if name := language.Unread(languageOf(p.Info)); name != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// cutter cuts the parts of a text into pieces.
type cutter struct {
	text   string
	part   sentence.Part // of prose, that is being cut
	pieces []code.Piece
}

func (c *cutter) add(kind code.PieceKind, language string, p sentence.Part) {
	from := p.Start - saidReach
	if n := len(c.pieces); n > 0 {
		from = max(from, c.pieces[n-1].End)
	}
	c.pieces = append(c.pieces, code.Piece{Kind: kind, Language: language, Text: p.Text, Before: c.text[max(from, 0):p.Start], Start: p.Start, End: p.End})
}

// inline takes one code span: what is between its backticks stays whole, for arguments are judged too.
func (c *cutter) inline(p sentence.Part) {
	text := c.text[p.Start:p.End]
	if f := formOf(text); f == aName || f.doubtful() {
		c.add(code.Inline, "", p)
	}
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
