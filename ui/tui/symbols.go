package tui

import (
	"fmt"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard/symbols"
	"ibid/index/symbol/language"
	"ibid/ui/text"
	"ibid/ui/tui/markdown"
)

// codeBlock is a block of code and what was found out about its symbols.
type codeBlock struct {
	markdown.Block
	symbols []engine.Symbol
	judged  bool // the names of the answer were looked up
}

// judge finds the symbols of an answer that stand in a code block of its shown text. Where their places are not those
// of that text, which a saved answer may be the cause of, what is bad may stand anywhere.
func judge(a *engine.Answer, text string, b markdown.Block) codeBlock {
	c := codeBlock{Block: b, judged: len(a.Symbols) > 0}
	for _, s := range a.Symbols {
		if inside := s.Span[0] >= b.Start && s.Span[1] <= b.End && s.Span[0] < s.Span[1]; a.Text == text && inside || a.Text != text && bad(s) {
			c.symbols = append(c.symbols, s)
		}
	}
	return c
}

// bad tells a symbol that does not exist or is not used as it is declared.
func bad(s engine.Symbol) bool {
	return s.Verdict == symbols.Unknown || s.Verdict == symbols.Misused
}

// tally counts the symbols of a code block by verdict.
func (c *codeBlock) tally() string {
	unread := language.Unread(strings.ToLower(c.Lang))
	switch {
	case unread != "":
		return "? " + unread + " is not checked"
	case !c.judged:
		return "? symbols not checked"
	case len(c.symbols) == 0:
		return "symbols: none to check"
	}
	var parts []string
	for _, v := range []symbols.Verdict{symbols.Unknown, symbols.Misused, symbols.Known, symbols.OutOfScope} {
		n := 0
		for _, s := range c.symbols {
			if s.Verdict == v {
				n++
			}
		}
		if n > 0 {
			glyph, word := text.Mark(string(v))
			parts = append(parts, fmt.Sprintf("%s %d %s", glyph.Text, n, word))
		}
	}
	return "symbols: " + strings.Join(parts, " · ")
}

// fault says what is wrong with the first symbol of a code block that does not exist, or else the first that is
// misused; "" where nothing is.
func (c *codeBlock) fault() string {
	for _, v := range []symbols.Verdict{symbols.Unknown, symbols.Misused} {
		for _, s := range c.symbols {
			if s.Verdict == v {
				return faultOf(s)
			}
		}
	}
	return ""
}

func faultOf(s engine.Symbol) string {
	switch {
	case s.Verdict == symbols.Misused && s.Detail != "":
		return label(s.Detail)
	case s.Verdict == symbols.Misused:
		return label(s.Name) + " is not used as it is declared"
	case len(s.Nearest) > 0:
		return label(s.Name) + " does not exist; the nearest real name is " + label(s.Nearest[0])
	}
	return label(s.Name) + " does not exist, and no real name is like it"
}

// verified tells whether every symbol of a code block exists and is used as it is declared.
func (c *codeBlock) verified() bool {
	return c.judged && !slices.ContainsFunc(c.symbols, func(s engine.Symbol) bool { return s.Verdict != symbols.Known })
}
