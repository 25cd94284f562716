package index

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ibid/index/source"
)

// Acronym is a short form and what the documents themselves say it stands for.
type Acronym struct {
	Short string `json:"short"`
	Long  string `json:"long"`
	Count int    `json:"count"` // chunks that spell the pair out
}

// acronyms is the aggregate over a corpus, looked up from either side.
type acronyms struct {
	byShort map[string][]Acronym // key: lower case, most frequent expansion first
	byLong  map[string]string    // key: folded expansion → short form
}

const (
	maxExpansions = 2               // expansions kept per short form: beyond two it is noise
	quotes        = " \t\"'“”‘’«»„" // what may stand around either form
)

var (
	parenthesis = regexp.MustCompile(`\(([^()\n]{2,90})\)`)
	shortForm   = regexp.MustCompile(`^\p{L}[\p{L}\p{N}+./&-]{1,11}$`)
)

// Harvest finds the acronym pairs that a chunk spells out: "Module Learning With Errors (MLWE)", "KEM
// (key-encapsulation mechanism)", and rows or items of an abbreviation list, "KEM | key-encapsulation mechanism".
func Harvest(c *source.Chunk) []Acronym {
	seen := map[[2]string]bool{}
	var out []Acronym
	add := func(short, long string) {
		if key := [...]string{short, fold(long)}; long != "" && !seen[key] {
			seen[key] = true
			out = append(out, Acronym{Short: short, Long: long, Count: 1})
		}
	}
	for _, b := range c.Blocks {
		text := c.Text[b.Start:b.End]
		if b.Kind == source.Table || b.Kind == source.Item {
			harvestRows(text, add)
		}
		if b.Kind != source.Table && b.Kind != source.Code {
			harvestParentheses(text, add)
		}
	}
	return out
}

// harvestRows reads the rows "KEM | key-encapsulation mechanism. And more", which the long form is to open.
func harvestRows(text string, add func(short, long string)) {
	for line := range strings.SplitSeq(text, "\n") {
		short, rest, ok := strings.Cut(line, " | ")
		if short = strings.TrimSpace(short); !ok || strings.Contains(rest, " | ") || !isShort(short) {
			continue
		}
		if i := strings.IndexAny(rest, ".;("); i >= 0 {
			rest = rest[:i]
		}
		if long := align(short, rest); len(long) == len(strings.TrimSpace(rest)) {
			add(short, long)
		}
	}
}

// harvestParentheses reads "long form (SHORT)", "long form (SHORT, and more)" and "SHORT (long form)".
func harvestParentheses(text string, add func(short, long string)) {
	inWord := func(r rune) bool { return !strings.ContainsRune("\n("+quotes, r) }
	for _, m := range parenthesis.FindAllStringSubmatchIndex(text, -1) {
		before, inside := strings.TrimRight(text[:m[0]], quotes), strings.Trim(text[m[2]:m[3]], quotes)
		if short, _, _ := strings.Cut(inside, ","); isShort(short) {
			add(singular(short), align(singular(short), before))
		} else if short = before[len(strings.TrimRightFunc(before, inWord)):]; isShort(short) {
			if long := align(singular(short), inside); len(long) == len(inside) {
				add(singular(short), long)
			}
		}
	}
}

// isShort tells a short form from an ordinary word: a letter first, 2 to 12 characters and at least two capitals.
func isShort(s string) bool {
	return strings.IndexFunc(s, unicode.IsUpper) != strings.LastIndexFunc(s, unicode.IsUpper) && shortForm.MatchString(s)
}

// singular drops the plural s of "KEMs".
func singular(s string) string {
	if n := len(s); n > 3 && s[n-1] == 's' && unicode.IsUpper(rune(s[n-2])) {
		return s[:n-1]
	}
	return s
}

// align finds the expansion of a short form that ends a text, "" for none, as in Schwartz and Hearst, "A simple
// algorithm for identifying abbreviation definitions", PSB 2003: it walks the short form from its end through the last
// words of the sentence. Each letter must be found in order, the first one at the start of a word.
func align(short, text string) string {
	letters := []rune(strings.Map(func(r rune) rune {
		if !isWordRune(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, short))
	words := strings.Fields(text[strings.LastIndexAny(text, ".;:\n()")+1:])
	most := min(len(letters)+5, len(letters)*2)
	t := []rune(strings.Join(words[max(0, len(words)-most):], " "))
	j := len(t)
	for i := len(letters) - 1; i >= 0; i-- {
		j--
		for j >= 0 && (unicode.ToLower(t[j]) != letters[i] || i == 0 && !opensWord(t, j)) {
			j--
		}
		if j < 0 {
			return ""
		}
	}
	if j > 0 && isWordRune(t[j-1]) {
		j-- // the e of an initial "ex"
	}
	long := strings.TrimSpace(string(t[j:]))
	words = strings.Fields(long)
	one := len(words) < 2 && !strings.Contains(long, "-")
	itself := slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, short) })
	if one || itself || len(long) <= len(short) || strings.ContainsAny(long, ".;:|=") {
		return ""
	}
	return long
}

// opensWord tells whether a letter is the first of its word, or the x of an initial "ex", as in "extensible".
func opensWord(text []rune, i int) bool {
	if i == 0 || !isWordRune(text[i-1]) {
		return true
	}
	return unicode.ToLower(text[i]) == 'x' && unicode.ToLower(text[i-1]) == 'e' && (i == 1 || !isWordRune(text[i-2]))
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// aggregate counts the pairs of a whole corpus. The result does not depend on the order of the pairs, and holds no text
// of a document in memory.
func aggregate(pairs []Acronym) []Acronym {
	sums := map[[2]string]Acronym{}
	for _, p := range pairs {
		key := [...]string{p.Short, fold(p.Long)}
		// The lower-case spelling sorts last: "key-encapsulation mechanism".
		sums[key] = Acronym{p.Short, max(sums[key].Long, p.Long), sums[key].Count + p.Count}
	}
	out := make([]Acronym, 0, len(sums))
	for _, a := range sums {
		out = append(out, Acronym{strings.Clone(a.Short), strings.Clone(a.Long), a.Count})
	}
	slices.SortFunc(out, func(a, b Acronym) int {
		return cmp.Or(cmp.Compare(a.Short, b.Short), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Long, b.Long))
	})
	return out
}

// newAcronyms prepares aggregated pairs for look-ups.
func newAcronyms(list []Acronym) *acronyms {
	a := &acronyms{byShort: map[string][]Acronym{}, byLong: map[string]string{}}
	for _, p := range list {
		k := strings.ToLower(p.Short)
		if len(a.byShort[k]) < maxExpansions {
			a.byShort[k] = append(a.byShort[k], p)
		}
		if _, ok := a.byLong[fold(p.Long)]; !ok {
			a.byLong[fold(p.Long)] = p.Short
		}
	}
	return a
}

// fold makes spellings of one expansion equal: case, hyphens and plural.
func fold(long string) string {
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("-‑–", r) }
	return strings.TrimSuffix(strings.Join(strings.FieldsFunc(strings.ToLower(long), between), " "), "s")
}
