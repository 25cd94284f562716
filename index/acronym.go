package index

import (
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

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
	minShort, maxShort = 2, 12 // runes of a short form
	maxExpansions      = 2     // expansions kept per short form: beyond two it is noise
)

var (
	parenthesis = regexp.MustCompile(`\(([^()\n]{2,90})\)`)
	shortForm   = regexp.MustCompile(`^[\p{L}][\p{L}\p{N}+./&-]*$`)
)

// Harvest finds the acronym pairs that a chunk spells out: "Module Learning With Errors (MLWE)",
// "KEM (key-encapsulation mechanism)", and rows or items of an abbreviation list. The letters are aligned as in
// Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions", PSB 2003.
func Harvest(c *source.Chunk) []Acronym {
	seen := map[string]bool{}
	var out []Acronym
	add := func(short, long string) {
		if key := short + "\x00" + fold(long); !seen[key] {
			seen[key] = true
			out = append(out, Acronym{Short: short, Long: long, Count: 1})
		}
	}
	for _, b := range c.Blocks {
		text := c.Text[b.Start:b.End]
		if b.Kind == source.Code {
			continue
		}
		if b.Kind == source.Table || b.Kind == source.Item {
			harvestRows(text, add)
		}
		if b.Kind != source.Table {
			harvestParentheses(text, add)
		}
	}
	return out
}

// harvestRows reads the rows "KEM | key-encapsulation mechanism".
func harvestRows(text string, add func(short, long string)) {
	for line := range strings.SplitSeq(text, "\n") {
		short, rest, ok := strings.Cut(line, " | ")
		if short = strings.TrimSpace(short); !ok || strings.Contains(rest, " | ") || !isShort(short) {
			continue
		}
		if long, ok := alignPrefix(short, rest); ok {
			add(short, long)
		}
	}
}

// harvestParentheses reads "long form (SHORT)", "long form (SHORT, and more)" and "SHORT (long form)".
func harvestParentheses(text string, add func(short, long string)) {
	for _, m := range parenthesis.FindAllStringSubmatchIndex(text, -1) {
		before, inside := strings.TrimRight(text[:m[0]], quotes), strings.Trim(text[m[2]:m[3]], quotes)
		short, _, _ := strings.Cut(inside, ",")
		if isShort(short) {
			if long, ok := align(singular(short), before); ok {
				add(singular(short), long)
			}
			continue
		}
		short = lastWord(before)
		if isShort(short) {
			if long, ok := align(singular(short), inside); ok && len(long) == len(inside) {
				add(singular(short), long)
			}
		}
	}
}

// quotes are what may stand around either form.
const quotes = " \t\"'“”‘’«»„"

func lastWord(text string) string {
	if i := strings.LastIndexAny(text, "\n("+quotes); i >= 0 {
		_, width := utf8.DecodeRuneInString(text[i:])
		return text[i+width:]
	}
	return text
}

// isShort tells a short form from an ordinary word: a letter first, at least two capitals or one with a digit.
func isShort(s string) bool {
	n := utf8.RuneCountInString(s)
	if n < minShort || n > maxShort || !shortForm.MatchString(s) {
		return false
	}
	upper := 0
	for _, r := range s {
		if unicode.IsUpper(r) {
			upper++
		}
	}
	return upper >= 2
}

// singular drops the plural s of "KEMs".
func singular(s string) string {
	if n := len(s); n > 3 && s[n-1] == 's' && unicode.IsUpper(rune(s[n-2])) {
		return s[:n-1]
	}
	return s
}

// align walks the short form from its end through the text before it. Each of its letters must be found in order,
// the first one at the start of a word; the expansion starts there. A first X may be that of "extensible".
func align(short, text string) (string, bool) {
	text = lastWords(text, min(letters(short)+5, letters(short)*2))
	s, t := []rune(strings.ToLower(short)), []rune(text)
	j := len(t) - 1
	for i := len(s) - 1; i >= 0; i-- {
		if !unicode.IsLetter(s[i]) && !unicode.IsDigit(s[i]) {
			continue
		}
		for j >= 0 && (unicode.ToLower(t[j]) != s[i] || i == 0 && !opensWord(t, j)) {
			j--
		}
		if j < 0 {
			return "", false
		}
		j--
	}
	if j >= 0 && isWordRune(t[j]) {
		j-- // the e of an initial "ex"
	}
	long := strings.TrimSpace(string(t[j+1:]))
	return long, plausible(short, long)
}

// opensWord tells whether a letter is the first of its word, or the x of an initial "ex".
func opensWord(text []rune, i int) bool {
	if i == 0 || !isWordRune(text[i-1]) {
		return true
	}
	return unicode.ToLower(text[i]) == 'x' && unicode.ToLower(text[i-1]) == 'e' && (i == 1 || !isWordRune(text[i-2]))
}

// alignPrefix checks that the text as a whole, up to its first stop, spells the short form out.
func alignPrefix(short, text string) (string, bool) {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, ".;("); i > 0 {
		text = strings.TrimSpace(text[:i])
	}
	long, ok := align(short, text)
	return long, ok && len(long) == len(text)
}

func plausible(short, long string) bool {
	words := strings.Fields(long)
	if len(words) < 2 && !strings.Contains(long, "-") || len(long) <= len(short) || strings.ContainsAny(long, ".;:|=") {
		return false
	}
	for _, w := range words {
		if strings.EqualFold(w, short) {
			return false
		}
	}
	return true
}

// letters counts the letters and digits of a short form.
func letters(s string) int {
	n := 0
	for _, r := range s {
		if isWordRune(r) {
			n++
		}
	}
	return n
}

// lastWords is the end of a text, at most n words long, not reaching back over the end of a sentence.
func lastWords(text string, n int) string {
	if i := strings.LastIndexAny(text, ".;:\n()"); i >= 0 {
		text = text[i+1:]
	}
	words := strings.Fields(text)
	if len(words) > n {
		words = words[len(words)-n:]
	}
	return strings.Join(words, " ")
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// aggregate counts the pairs of a whole corpus. The result does not depend on the order of the pairs.
func aggregate(pairs []Acronym) []Acronym {
	type key struct{ short, long string }
	count := map[key]int{}
	spelling := map[key]string{}
	for _, p := range pairs {
		k := key{p.Short, fold(p.Long)}
		count[k] += p.Count
		if s, ok := spelling[k]; !ok || p.Long > s { // the lower-case spelling sorts last: "key-encapsulation mechanism"
			spelling[k] = p.Long
		}
	}
	out := make([]Acronym, 0, len(count))
	for k, n := range count {
		out = append(out, Acronym{Short: strings.Clone(k.short), Long: strings.Clone(spelling[k]), Count: n}) // not of a text
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if a.Short != b.Short {
			return a.Short < b.Short
		}
		if a.Count != b.Count {
			return a.Count > b.Count
		}
		return a.Long < b.Long
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
	long = strings.ToLower(strings.NewReplacer("-", " ", "‑", " ", "–", " ").Replace(long))
	return strings.TrimSuffix(strings.Join(strings.Fields(long), " "), "s")
}

// Entry is a place where a document explains one name: a row of a glossary, an item of a list of abbreviations.
type Entry struct {
	Block      int    // index into the chunk's blocks
	Start, End int    // byte offsets in the chunk's text
	Name, Text string // both verbatim
}

var glossarySection = regexp.MustCompile(`(?i)\b(?:glossary|definitions?|terms|terminology|abbreviations?|acronyms|symbols|notation)\b`)

// FindEntry looks for the entry of a name in a chunk: "DFR | Decryption Failure Rate", "DFR: …", or a paragraph of a
// glossary that opens with the name.
func FindEntry(c *source.Chunk, name string) (Entry, bool) {
	if name == "" {
		return Entry{}, false
	}
	glossary := false
	for _, s := range c.Section {
		glossary = glossary || glossarySection.MatchString(s)
	}
	for i, b := range c.Blocks {
		switch b.Kind {
		case source.Table, source.Item, source.Paragraph:
		default:
			continue
		}
		at := b.Start
		for _, line := range strings.SplitAfter(c.Text[b.Start:b.End], "\n") {
			text := strings.TrimRight(line, "\n")
			if n, rest := entryHead(text, name, glossary); n > 0 && strings.Count(text, " | ") <= 1 && strings.TrimSpace(text[rest:]) != "" {
				return Entry{Block: i, Start: at, End: at + len(text), Name: strings.TrimSpace(text[:n]), Text: strings.TrimSpace(text[rest:])}, true
			}
			at += len(line)
			if b.Kind != source.Table {
				break // only the first line of an item or a paragraph can open an entry
			}
		}
	}
	return Entry{}, false
}

// entryHead returns the length of the name at the start of a line and where its explanation begins, or 0.
func entryHead(line, name string, glossary bool) (int, int) {
	lead := len(line) - len(strings.TrimLeft(line, "-*•|` \"“"))
	if len(line) < lead+len(name) || !strings.EqualFold(line[lead:lead+len(name)], name) {
		return 0, 0
	}
	end := lead + len(name)
	if strings.HasPrefix(line[end:], "s ") || strings.HasPrefix(line[end:], "s:") {
		end++
	}
	rest := strings.TrimLeft(line[end:], "`*\"”")
	if strings.HasPrefix(rest, " (") {
		if i := strings.IndexByte(rest, ')'); i > 0 {
			rest = rest[i+1:]
		}
	}
	for _, sep := range []string{" | ", ": ", " — ", " – ", " - "} {
		if strings.HasPrefix(rest, sep) {
			return end, len(line) - len(rest) + len(sep)
		}
	}
	if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " ")); glossary && strings.HasPrefix(rest, " ") && !strings.ContainsRune(",;.=", r) {
		return end, len(line) - len(rest)
	}
	return 0, 0
}
