package support

import "strings"

// Acronym is a short form and what it stands for.
type Acronym struct {
	Short, Long string // "MLWE", "Module Learning With Errors"
}

// alias is an acronym and the atoms of what it stands for.
type alias struct {
	short atom
	long  []string // ids, small words left out
}

func (r *parser) alias(a Acronym) (alias, bool) {
	short, long := r.read(a.Short, 0), r.read(a.Long, 0)
	out := alias{long: long.contentIDs()}
	if len(short) != 1 || len(out.long) < 2 {
		return out, false
	}
	out.short = short[0]
	return out, true
}

func (s sequence) contentIDs() []string {
	var out []string
	for i := range s {
		if s[i].is(content) && !s[i].is(number|mark) {
			out = append(out, s[i].id)
		}
	}
	return out
}

// findAliases collects the acronyms that sentences introduce: "Module Learning With Errors (MLWE)".
func findAliases(sentences []segment) []alias {
	var out []alias
	for i := range sentences {
		s := sentences[i].atoms
		for j := 2; j+1 < len(s); j++ {
			if !s.at(j-1, "(") || !s.at(j+1, ")") || !s[j].is(name) {
				continue
			}
			if a, ok := expansionBefore(s[:j-1], s[j]); ok {
				out = append(out, a)
			}
		}
	}
	return out
}

// expansionBefore reads the words before "(ABC" whose initials are A, B and C. Small words may be left out.
func expansionBefore(s sequence, short atom) (alias, bool) {
	letters := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, short.norm)
	k, first := len(letters)-1, len(s)
	for i := len(s) - 1; i >= 0 && k >= 0; i-- {
		a := &s[i]
		switch {
		case a.is(mark):
			return alias{}, false
		case a.norm != "" && a.norm[0] == letters[k]:
			k--
			first = i
		case a.is(content):
			return alias{}, false
		}
	}
	long := s[first:].contentIDs()
	return alias{short, long}, len(letters) > 1 && k < 0 && len(long) > 1
}

// fold writes every known expansion as its acronym.
func (r *parser) fold(s sequence) sequence {
	for _, a := range r.aliases {
		for i := 0; i < len(s); i++ {
			end := s.runOf(i, a.long)
			if end < 0 {
				continue
			}
			short := a.short
			short.start, short.end = s[i].start, s[end-1].end
			if s.at(end, "(") && s.at(end+1, short.id) && s.at(end+2, ")") {
				end += 3
			}
			s = append(append(s[:i:i], short), s[end:]...)
		}
	}
	return s
}

// runOf is where the words of long end that stand at i, small words between them aside; -1 if they do not.
func (s sequence) runOf(i int, long []string) int {
	if s[i].id != long[0] {
		return -1
	}
	k := 1
	for i++; i < len(s) && k < len(long); i++ {
		switch {
		case s[i].id == long[k]:
			k++
		case s[i].is(content|mark) || s[i].op != 0:
			return -1
		}
	}
	if k < len(long) {
		return -1
	}
	return i
}
