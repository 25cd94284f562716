package verify

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ibid/engine"
	"ibid/guard"
)

// flat is a text with its white space made even, for looking things up whatever the line breaks.
type flat struct {
	text string
	at   []int // byte offset in the original of each byte
}

func flatten(text string) flat {
	var b strings.Builder
	b.Grow(len(text))
	f := flat{at: make([]int, 0, len(text))}
	for _, w := range wordsOf(text, 0) {
		if b.Len() > 0 {
			b.WriteByte(' ')
			f.at = append(f.at, w.start-1)
		}
		b.WriteString(w.text)
		for i := range len(w.text) {
			f.at = append(f.at, w.start+i)
		}
	}
	f.text = b.String()
	return f
}

// find returns the offset of a text in the original, at or after from; -1 if it is not there.
func (f flat) find(text string, from int) int {
	text = engine.OneLine(text)
	if text == "" {
		return -1
	}
	i, _ := slices.BinarySearch(f.at, from)
	if n := strings.Index(f.text[i:], text); n >= 0 {
		return f.at[i+n]
	}
	return -1
}

const (
	maxQuoteWords = 1_000       // longer quotes are compared by their beginning
	maxChanges    = 3           // of a quote, named in a message
	maxAlignment  = 100_000_000 // pairs of words that are compared; larger documents are searched on the cited page only
	mostlyChanged = 2           // a quote of which more than one word in two changed is not recognised
)

// word is a word and where it starts in its text.
type word struct {
	text  string
	core  string // without the punctuation around it: a quote may end before the full stop
	start int
}

func newWord(text string, start int) word {
	core := strings.TrimLeft(strings.TrimRight(text, `.,;:!?)]"'”’`), `([“‘"'`)
	return word{text, core, start}
}

// wordsOf cuts text at white space. Offsets count from base.
func wordsOf(text string, base int) []word {
	var out []word
	start := -1
	for i, r := range text {
		switch {
		case !unicode.IsSpace(r):
			if start < 0 {
				start = i
			}
		case start >= 0:
			out = append(out, newWord(text[start:i], base+start))
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, newWord(text[start:], base+start))
	}
	return out
}

// comparison is what stands where a quote stood.
type comparison struct {
	message string
	at      int // offset of the first change, -1 if nothing is like the quote
}

// compare tells what a document says now where it said a quote.
func (f *file) compare(c *engine.Citation, quote string) comparison {
	old := wordsOf(quote, 0)
	old = old[:min(len(old), maxQuoteWords)]
	var here, all []word
	for i := range f.doc.Blocks {
		b := &f.doc.Blocks[i]
		words := wordsOf(f.doc.Text[b.Start:b.End], b.Start)
		all = append(all, words...)
		for _, w := range words {
			if inPlace(c, b.Page, f.line(w.start)) {
				here = append(here, w)
			}
		}
	}
	best := align(old, here)
	if len(old)*len(all) <= maxAlignment {
		if a := align(old, all); a.cost < best.cost {
			best = a
		}
	}
	switch {
	case len(old) == 0 || best.cost*mostlyChanged > len(old):
		return comparison{f.words("nothing like it is left on ", "nothing like it is on ") + placeOf(c), -1}
	case len(best.changes) == 0:
		return comparison{f.where(best.at) + f.words(" now has", " has") + " other punctuation", best.at}
	}
	changes, rest := best.changes, ""
	if n := len(changes) - maxChanges; n > 0 {
		changes, rest = changes[:maxChanges], fmt.Sprintf(", and %s more", guard.Count(n, "change"))
	}
	var out []string
	for _, ch := range changes {
		switch {
		case ch.after == "":
			out = append(out, f.words("no longer says ", "lacks ")+shown(ch.before))
		case ch.before == "":
			out = append(out, f.words("now adds ", "also says ")+shown(ch.after))
		default:
			out = append(out, f.words("now says ", "says ")+shown(ch.after)+f.words(" where it said ", " where the quote says ")+shown(ch.before))
		}
	}
	at := changes[0].at
	return comparison{f.where(at) + " " + strings.Join(out, ", ") + rest, at}
}

// words chooses how to speak of a document that changed, or did not: then the quote was never in it.
func (f *file) words(changed, unchanged string) string {
	if f.State == Changed {
		return changed
	}
	return unchanged
}

// shown puts more than one word into quotation marks.
func shown(s string) string {
	if strings.Contains(s, " ") {
		return "“" + guard.Shorten(s) + "”"
	}
	return guard.Shorten(s)
}

// alignment is the run of words that a quote is nearest to.
type alignment struct {
	cost    int // words to replace, add or remove
	at      int // where it starts in the text
	changes []change
}

// change is a run of words that differ.
type change struct {
	before, after string
	at            int // where it starts in the text
}

// align finds the run of words with the smallest edit distance, in words, to a quote: Sellers, "The theory and
// computation of evolutionary distances", J. Algorithms 1980. Of several the first is taken.
func align(quote, words []word) alignment {
	n := len(words)
	cost, from := make([]int, n+1), make([]int, n+1) // of the quote so far against a run that ends here, and where that starts
	for j := range from {
		from[j] = j
	}
	for i := range quote {
		diagonal, start := cost[0], from[0]
		cost[0] = i + 1
		for j := 1; j <= n; j++ {
			best, at := diagonal, start
			if quote[i].core != words[j-1].core {
				best++
			}
			if c := cost[j] + 1; c < best {
				best, at = c, from[j]
			}
			if c := cost[j-1] + 1; c < best {
				best, at = c, from[j-1]
			}
			diagonal, start = cost[j], from[j]
			cost[j], from[j] = best, at
		}
	}
	end := 0
	for j := range cost {
		if cost[j] < cost[end] {
			end = j
		}
	}
	a := alignment{cost: cost[end], changes: changes(quote, words[from[end]:end])}
	if from[end] < n {
		a.at = words[from[end]].start
	}
	return a
}

// changes lists what differs between a quote and a run of words.
func changes(quote, words []word) []change {
	m, n := len(quote), len(words)
	cost := make([][]int, m+1) // of quote[i:] against words[j:]
	for i := m; i >= 0; i-- {
		cost[i] = make([]int, n+1)
		for j := n; j >= 0; j-- {
			switch {
			case i == m:
				cost[i][j] = n - j
			case j == n:
				cost[i][j] = m - i
			case quote[i].core == words[j].core:
				cost[i][j] = cost[i+1][j+1]
			default:
				cost[i][j] = 1 + min(cost[i+1][j+1], cost[i+1][j], cost[i][j+1])
			}
		}
	}
	var out []change
	open := false
	differs := func(j int) *change {
		if !open {
			at := 0
			if n > 0 {
				at = words[min(j, n-1)].start
			}
			out = append(out, change{at: at})
			open = true
		}
		return &out[len(out)-1]
	}
	add := func(s *string, w word) { *s = strings.TrimSpace(*s + " " + w.core) }
	for i, j := 0, 0; i < m || j < n; {
		switch {
		case i < m && j < n && quote[i].core == words[j].core:
			open = false
			i, j = i+1, j+1
		case i < m && j < n && cost[i][j] == 1+cost[i+1][j+1]:
			ch := differs(j)
			add(&ch.before, quote[i])
			add(&ch.after, words[j])
			i, j = i+1, j+1
		case i < m && cost[i][j] == 1+cost[i+1][j]:
			add(&differs(j).before, quote[i])
			i++
		default:
			add(&differs(j).after, words[j])
			j++
		}
	}
	return out
}
