package symbols

import (
	"regexp"
	"strings"

	"ibid/guard/words"
	"ibid/index/symbol/code"
)

const (
	maxCall       = 240 // bytes of a call in prose; what exceeds them is cut
	longestOpener = 32  // bytes of a word that may be an abbreviation or open a sentence

	text      = `"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`
	arguments = `\((?:[^()"']|` + text + `|\((?:[^()"']|` + text + `|\([^()"']*\))*\))*\)`
)

var (
	// proseWord matches the address of a link, or a run of what names, paths and the like are made of.
	proseWord  = regexp.MustCompile(`\]\([^) \n]*|[\pL\p{Nd}\p{Mn}_./:@#%~+\-$\\^]+`)
	emphasised = regexp.MustCompile(`^_[^_].*[^_]_$`)
	calls      = regexp.MustCompile(`^` + arguments + `(?:\.` + ident + arguments + `)*(?:\.` + ident + `)?`)
	noCall     = regexp.MustCompile(`^\((?:e?s|[0-9]+)\)`)                             // file(s), open(2), Knuth(1984)
	suffixed   = regexp.MustCompile(`^([^:-]*(?:::[^:-]+)*)(?:-|:[^:0-9])[^.:0-9_]*$`) // http.Server-like, json.load:it
)

// names cuts the names in text[from:to], which is prose.
func (c *cutter) names(from, to int) {
	for from < to {
		at := proseWord.FindStringIndex(c.text[from:to])
		if at == nil {
			return
		}
		start, end := from+at[0], from+at[1]
		if from = end; c.text[start] != ']' {
			from = max(from, c.word(start, end, to))
		}
	}
}

// word cuts the names in the word text[start:end] of prose that goes on to limit, with the calls that follow them,
// and returns where the last one ends.
func (c *cutter) word(start, end, limit int) int {
	called := end < limit && c.text[end] == '('
	w := c.text[start:end]
	if emphasised.MatchString(w) {
		w, start, called = w[1:len(w)-1], start+1, false
	}
	name := strings.TrimLeft(w, "@:") // a decorator, ":func:"
	start += len(w) - len(name)
	if w = strings.TrimRight(name, ".:/-"); w != name {
		called = false
	}
	last := start + len(w)
	first, rest, path := strings.Cut(w, "/")
	for path && isChain(first) && formOf(first) == aName { // json.load/json.loads
		c.name(start, first, limit, false)
		start += len(first) + 1
		w = rest
		first, rest, path = strings.Cut(w, "/")
	}
	if !path {
		return c.name(start, w, limit, called)
	}
	name = w[strings.LastIndexByte(w, '/')+1:]
	if f := formOf(w); w[0] == '.' || !isChain(name) || isAbbreviated(name) || f == noName { // "./" begins a path
		return last
	}
	return c.emit(start, last, limit, called)
}

// name cuts w, which starts at start, if it is a name that only code has, and returns where the piece ends.
func (c *cutter) name(start int, w string, limit int, called bool) int {
	if m := suffixed.FindStringSubmatch(w); m != nil {
		w, called = m[1], false
	}
	end := start + len(w)
	plain := isIdentifier(w)
	switch {
	case !plain && !isChain(w):
		return end
	case plain && (!called || noCall.MatchString(c.text[end:limit])) || !plain && !called && (isAbbreviated(w) || formOf(w) == noName):
		return end
	case plain && !calls.MatchString(c.text[end:min(limit, end+maxCall)]):
		return end
	}
	return c.emit(start, end, limit, called)
}

// emit appends the name in text[start:end], with its arguments and the names that follow those if it is called.
func (c *cutter) emit(start, end, limit int, called bool) int {
	if called {
		end += len(calls.FindString(c.text[end:min(limit, end+maxCall)]))
	}
	c.add(code.PlainName, "", start, end)
	return end
}

// isAbbreviated recognises dotted words of prose: "e.g", "U.S.A", "Ph.D", and a full stop without a blank after it.
func isAbbreviated(w string) bool {
	if len(w) < longestOpener && (words.IsDotted(w) || words.AbbreviationOf(w) != words.NotAbbreviated) {
		return true
	}
	last := w[strings.LastIndexAny(w, ".:")+1:]
	return last[0] >= 'A' && last[0] <= 'Z' && len(last) < longestOpener && words.Opener.Has(strings.ToLower(last))
}
