package symbols

import (
	"regexp"
	"strings"

	"ibid/guard/words"
	"ibid/index/symbol/code"
)

// Limits of what belongs to a name in prose. What exceeds them is cut.
const (
	maxCall       = 240 // bytes of the arguments in parentheses
	longestOpener = 32  // bytes of a word that may be an abbreviation or open a sentence
)

// proseWord matches the address of a link, or a run of what names, paths and the like are made of.
var proseWord = regexp.MustCompile(`\]\([^) \n]*|[\pL\p{Nd}\p{Mn}_./:@#%~+\-$\\^]+`)

// names cuts the names in text[from:to], which is prose.
func (c *cutter) names(from, to int) {
	for from < to {
		at := proseWord.FindStringIndex(c.text[from:to])
		if at == nil {
			return
		}
		start, end := from+at[0], from+at[1]
		if from = end; c.text[start] != ']' {
			from = c.word(start, end, to)
		}
	}
}

// word cuts the names in the word text[start:end] of prose that goes on to limit, with the calls that follow them,
// and returns where to go on.
func (c *cutter) word(start, end, limit int) int {
	next := end
	if w := c.text[start:end]; len(w) > 2 && w[0] == '_' && w[end-start-1] == '_' && w[1] != '_' && w[end-start-2] != '_' {
		start, end = start+1, end-1 // emphasis
	}
	for start < end && (c.text[start] == '@' || c.text[start] == ':') {
		start++ // a decorator, ":func:"
	}
	for end > start && strings.IndexByte(".:/-", c.text[end-1]) >= 0 {
		end--
	}
	called := end == next && end < limit && c.text[end] == '('
	w := c.text[start:end]
	if strings.IndexByte(w, '/') < 0 {
		return max(next, c.name(start, end, limit, called))
	}
	if first, _, _ := strings.Cut(w, "/"); isChain(first) && dottedForm(first) == aName { // json.load/json.loads
		for {
			n := strings.IndexByte(c.text[start:end], '/')
			if n < 0 {
				return max(next, c.name(start, end, limit, called))
			}
			c.name(start, start+n, start+n, false)
			start += n + 1
		}
	}
	last := start + strings.LastIndexByte(w, '/') + 1
	f := formOf(w)
	if w[0] == '/' || w[0] == '.' || !isChain(c.text[last:end]) || isAbbreviated(c.text[last:end]) || f != aName && !f.doubtful() { // "/" and "./" begin a path
		return next
	}
	return max(next, c.emit(start, end, limit, called))
}

// name cuts text[start:end] if it is a name that only code has, and returns where the piece ends, or start.
func (c *cutter) name(start, end, limit int, called bool) int {
	w := c.text[start:end]
	if i := strings.IndexByte(w, '-'); i >= 0 { // "http.Server-like"
		if strings.ContainsAny(w[i:], ".:0123456789_") {
			return start
		}
		w, called = w[:i], false
	} else if i := loneColon(w); i >= 0 { // "json.load:it"
		if isDigit(w[i+1]) {
			return start
		}
		w, called = w[:i], false
	}
	end = start + len(w)
	switch {
	case isIdentifier(w):
		if !called || !isCallOf(c.text[end:min(limit, end+maxCall)]) {
			return start
		}
	case !isChain(w):
		return start
	case !called:
		if f := formOf(w); isAbbreviated(w) || f != aName && !f.doubtful() {
			return start
		}
	}
	return c.emit(start, end, limit, called)
}

// emit appends the name in text[start:end], with its arguments and the names that follow those if it is called.
func (c *cutter) emit(start, end, limit int, called bool) int {
	for called {
		n := callLength(c.text[end:min(limit, end+maxCall)])
		if n == 0 {
			break
		}
		end += n
		rest := c.text[end:limit]
		called = false
		if strings.HasPrefix(rest, ".") {
			if n := identifierLength(rest[1:]); n > 0 {
				end += 1 + n
				called = end < limit && c.text[end] == '('
			}
		}
	}
	c.add(code.PlainName, "", start, end)
	return end
}

// loneColon returns where w has a single colon before its end, -1 if nowhere.
func loneColon(w string) int {
	return strings.IndexByte(strings.ReplaceAll(w, "::", "  ")[:max(0, len(w)-1)], ':')
}

// identifierLength returns the length of the identifier that s starts with, 0 if there is none.
func identifierLength(s string) int {
	if s == "" || isDigit(s[0]) {
		return 0
	}
	n := 0
	for n < len(s) && isNameByte(s[n]) {
		n++
	}
	return n
}

// isAbbreviated recognises dotted words of prose: "e.g", "U.S.A", "Ph.D", and a full stop without a blank after it.
func isAbbreviated(w string) bool {
	if len(w) < longestOpener && (words.IsDotted(w) || words.AbbreviationOf(w) != words.NotAbbreviated) {
		return true
	}
	last := w[strings.LastIndexAny(w, ".:")+1:]
	return last[0] >= 'A' && last[0] <= 'Z' && len(last) < longestOpener && words.Opener.Has(strings.ToLower(last))
}

// isCallOf tells that the parentheses at the start of s hold the arguments of a plain word, not the plural of one,
// "file(s)", a section of a manual, "open(2)", or a year.
func isCallOf(s string) bool {
	n := callLength(s)
	if n == 0 {
		return false
	}
	arguments := s[1 : n-1]
	return arguments == "" || arguments != "s" && arguments != "es" && strings.Trim(arguments, "0123456789") != ""
}

// callLength returns the length of the arguments in parentheses at the start of s, 0 if they do not end there.
func callLength(s string) int {
	depth, apostrophes := 0, ""
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			if strings.IndexByte(apostrophes, s[i]) >= 0 {
				continue
			}
			if n := literalEnd(s[i+1:], s[i]); n >= 0 {
				i += n + 1
			} else {
				apostrophes += s[i : i+1] // what does not close here closes nowhere after
			}
		}
	}
	return 0
}
