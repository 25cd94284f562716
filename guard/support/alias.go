package support

import "strings"

// alias is an acronym and the stems of what it stands for.
type alias struct {
	short string
	long  []string
}

// newAlias makes an alias of an acronym given by the caller.
func (l *lexicon) newAlias(short, long string) (alias, bool) {
	a := alias{short: strings.ToLower(strings.TrimSpace(short))}
	for _, t := range l.tokenise(long, 0) {
		if t.kind != symbolToken && t.weight > 0 {
			a.long = append(a.long, t.stem)
		}
	}
	return a, a.short != "" && len(a.long) > 0
}

// findAliases collects the acronyms that a text introduces: "Module Learning With Errors (MLWE)" and the other way
// round.
func (l *lexicon) findAliases(statements []statement) []alias {
	var out []alias
	for i := range statements {
		toks := statements[i].toks
		for j := 1; j+1 < len(toks); j++ {
			if !toks[j-1].is("(") || !toks[j+1].is(")") || toks[j].kind != nameToken {
				continue
			}
			if a, ok := expansionBefore(toks[:j-1], &toks[j]); ok {
				out = append(out, a)
			}
		}
	}
	return out
}

// expansionBefore reads the words before "(ABC" whose initials are A, B and C. Small words may be left out.
func expansionBefore(toks []token, short *token) (alias, bool) {
	letters := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, short.norm)
	if len(letters) < 2 {
		return alias{}, false
	}
	a := alias{short: short.norm}
	k := len(letters) - 1
	for i := len(toks) - 1; i >= 0 && k >= 0; i-- {
		t := &toks[i]
		if t.kind == symbolToken {
			break
		}
		if t.norm[0] == letters[k] {
			k--
		} else if t.weight > 0 {
			break
		}
		if t.weight > 0 {
			a.long = append([]string{t.stem}, a.long...)
		}
	}
	return a, k < 0 && len(a.long) > 0
}

// runOf returns where the stems of long stand in a row in toks, small words aside, or -1, -1.
func runOf(toks []token, long []string) (from, to int) {
	for i := range toks {
		if toks[i].stem != long[0] {
			continue
		}
		k := 1
		j := i + 1
		for ; j < len(toks) && k < len(long); j++ {
			if toks[j].stem == long[k] {
				k++
			} else if toks[j].kind == symbolToken || toks[j].weight > 0 {
				break
			}
		}
		if k == len(long) {
			return i, j
		}
	}
	return -1, -1
}
