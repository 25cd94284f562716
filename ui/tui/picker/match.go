package picker

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// The scores are fzf's, https://github.com/junegunn/fzf/blob/master/src/algo/algo.go, but that going on a run is always
// worth as much as the start of a word. There it depends on where the run began, and the best match is not always found.
const (
	scoreMatch       = 16
	scoreGapStart    = -3
	scoreGapGoesOn   = -1
	bonusWordStart   = scoreMatch / 2
	bonusCamel       = bonusWordStart + scoreGapGoesOn
	bonusConsecutive = bonusWordStart
	bonusFirstFactor = 2 // the first character typed counts for more
)

// field is a text as it is searched.
type field struct {
	folded []rune
	bonus  []int8 // of a match at each character
}

type fields struct{ title, detail field }

// found is an item that the query finds.
type found struct{ item, score int }

// foldField lower-cases the part of a text that is searched, and rates its characters by what stands before them.
func foldField(s string) field {
	runes := clip([]rune(s))
	f := field{make([]rune, len(runes)), make([]int8, len(runes))}
	before := ' '
	for i, r := range runes {
		f.folded[i] = unicode.ToLower(r)
		switch {
		case isWord(r) && !isWord(before):
			f.bonus[i] = bonusWordStart
		case unicode.IsUpper(r) && unicode.IsLower(before), unicode.IsDigit(r) && !unicode.IsDigit(before):
			f.bonus[i] = bonusCamel
		}
		before = r
	}
	return f
}

func isWord(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.M) }

func clip(runes []rune) []rune { return runes[:min(len(runes), maxField)] }

// filter finds the items in which every word of the query is, in the title or, for half the score, in the detail: the
// best first, equals in their own order. among is what to look through, nil for everything.
func (p *Picker) filter(among []found) {
	words := strings.Fields(strings.Map(unicode.ToLower, p.query))
	terms := make([][]rune, len(words))
	for i, word := range words {
		terms[i] = []rune(word)
	}
	out := make([]found, 0, len(among))
	if among != nil {
		for _, f := range among {
			if score, ok := p.score(f.item, terms); ok {
				out = append(out, found{f.item, score})
			}
		}
	} else {
		for i := range p.items {
			if score, ok := p.score(i, terms); ok {
				out = append(out, found{i, score})
			}
		}
	}
	if len(terms) > 0 {
		slices.SortFunc(out, func(a, b found) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.item, b.item)) })
	}
	p.found = out
}

func (p *Picker) score(item int, terms [][]rune) (total int, ok bool) {
	f := &p.fields[item]
	for _, term := range terms {
		score, ok := p.matcher.match(&f.title, term, nil)
		if !ok {
			if score, ok = p.matcher.match(&f.detail, term, nil); !ok {
				return 0, false
			}
			score /= 2
		}
		total += score
	}
	return total, true
}

// marks tells which characters of an item's title and detail the query matches.
func (p *Picker) marks(item int) (title, detail []bool) {
	f := &p.fields[item]
	title, detail = make([]bool, len(f.title.folded)), make([]bool, len(f.detail.folded))
	for _, word := range strings.Fields(strings.Map(unicode.ToLower, p.query)) {
		if _, ok := p.matcher.match(&f.title, []rune(word), title); !ok {
			p.matcher.match(&f.detail, []rune(word), detail)
		}
	}
	return title, detail
}

// matcher holds the tables of match between calls: for each character of the term a row over the characters of the field.
type matcher struct {
	ending []int16 // the best score of a match whose last character is this one
	gapped []int16 // the best of one whose last character is before this one, the gap up to here paid
}

const none = -1 << 14 // no match; every real score is far above

// match finds the best way to pick the characters of term out of f, in order, and marks them if marks is not nil.
// It costs the product of the lengths; a field that does not hold the term costs its own.
func (m *matcher) match(f *field, term []rune, marks []bool) (score int, ok bool) {
	n, k := len(f.folded), len(term)
	first := start(f.folded, term)
	if first < 0 || k == 0 {
		return 0, k == 0
	}
	if len(m.ending) < n*k {
		m.ending, m.gapped = make([]int16, n*k), make([]int16, n*k)
	}
	for j, r := range term {
		ending, gapped := m.row(j, n)
		for i := first; i < n; i++ {
			ending[i], gapped[i] = none, none
			if i > first {
				gapped[i] = max(ending[i-1]+scoreGapStart, gapped[i-1]+scoreGapGoesOn, none)
			}
			if f.folded[i] != r {
				continue
			}
			if j == 0 {
				ending[i] = scoreMatch + bonusFirstFactor*int16(f.bonus[i])
			} else if i > first {
				before, beforeGap := m.row(j-1, n)
				ending[i] = max(before[i-1]+run(f, i), beforeGap[i-1]+jump(f, i), none)
			}
		}
	}
	ending, _ := m.row(k-1, n)
	end := first
	for i := first; i < n; i++ {
		if ending[i] > ending[end] {
			end = i
		}
	}
	if marks != nil {
		m.trace(f, marks, k, end)
	}
	return int(ending[end]), true
}

// run scores a character that follows the one matched before it, jump one after a gap.
func run(f *field, i int) int16  { return scoreMatch + max(int16(f.bonus[i]), bonusConsecutive) }
func jump(f *field, i int) int16 { return scoreMatch + int16(f.bonus[i]) }

// trace marks the characters of the best match of k characters, from its end.
func (m *matcher) trace(f *field, marks []bool, k, end int) {
	n := len(f.folded)
	marks[end] = true
	for j, i := k-1, end; j > 0; j-- {
		ending, _ := m.row(j, n)
		before, gapped := m.row(j-1, n)
		isRun := ending[i] == before[i-1]+run(f, i)
		i--
		if !isRun {
			for gapped[i] != before[i-1]+scoreGapStart {
				i--
			}
			i--
		}
		marks[i] = true
	}
}

func (m *matcher) row(j, n int) (ending, gapped []int16) {
	return m.ending[j*n : (j+1)*n], m.gapped[j*n : (j+1)*n]
}

// start returns where the first character of term stands in text, -1 if text does not hold all of them in order.
func start(text, term []rune) int {
	at, j := -1, 0
	for i, r := range text {
		if j == len(term) {
			break
		}
		if r == term[j] {
			if j == 0 {
				at = i
			}
			j++
		}
	}
	if j < len(term) {
		return -1
	}
	return at
}
