package report

import (
	"slices"
	"strings"
	"unicode"

	"ibid/guard"
)

// maxEdits bounds a comparison of two texts: the memory is quadratic in it. Texts that differ by more words have everything
// between their common start and their common end removed and added.
const maxEdits = 1_000

// Diff compares two texts word by word. The spans are in order and have the roles Text, Removed and Added: those that
// are not added make up before, those that are not removed make up after, both with their white space made even to one
// space, or one line break and the indentation behind it. Each span but the first starts with that. The comparison is the shortest one where fewer
// than maxEdits words changed.
func Diff(before, after string) []Span {
	a, b := wordsOf(guard.Sanitize(before)), wordsOf(guard.Sanitize(after))
	hunks := compare(a, b)
	alignSentences(hunks, a, b)
	w := diffWriter{}
	i, j := 0, 0
	for _, h := range append(hunks, hunk{len(a), len(a), len(b), len(b)}) {
		for ; j < h.b0; i, j = i+1, j+1 {
			w.add(b[j], Text)
		}
		for ; i < h.a1; i++ {
			w.add(a[i], Removed)
		}
		for ; j < h.b1; j++ {
			w.add(b[j], Added)
		}
	}
	w.close()
	return w.spans
}

// word is a word and what stands before it: "", " ", or "\n" with the indentation of its line.
type word struct{ gap, text string }

func wordsOf(s string) []word {
	var out []word
	for s != "" {
		start := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsSpace(r) })
		if start < 0 {
			break
		}
		gap := ""
		switch {
		case strings.Contains(s[:start], "\n"):
			gap = "\n" + strings.Repeat(" ", start-1-strings.LastIndexByte(s[:start], '\n'))
		case start > 0:
			gap = " "
		}
		s = s[start:]
		end := strings.IndexFunc(s, unicode.IsSpace)
		if end < 0 {
			end = len(s)
		}
		out = append(out, word{gap, s[:end]})
		s = s[end:]
	}
	return out
}

// diffWriter joins words into spans.
type diffWriter struct {
	spans []Span
	text  strings.Builder // of the span that is open
	role  Role
}

func (w *diffWriter) add(t word, r Role) {
	if r != w.role {
		w.close()
		w.role = r
	}
	switch {
	case len(w.spans) == 0 && w.text.Len() == 0:
		t.gap = ""
	case t.gap == "":
		t.gap = " "
	}
	w.text.WriteString(t.gap)
	w.text.WriteString(t.text)
}

func (w *diffWriter) close() {
	if w.text.Len() > 0 {
		w.spans = append(w.spans, Span{w.text.String(), w.role})
		w.text.Reset()
	}
}

// hunk is a run of words that were replaced: a[a0:a1] by b[b0:b1].
type hunk struct{ a0, a1, b0, b1 int }

// compare lists the runs that differ, in order, with words kept between them.
func compare(a, b []word) []hunk {
	start := 0
	for start < len(a) && start < len(b) && a[start].text == b[start].text {
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && a[endA-1].text == b[endB-1].text {
		endA--
		endB--
	}
	if endA == start && endB == start {
		return nil
	}
	steps, ok := shortest(a[start:endA], b[start:endB])
	if !ok {
		return []hunk{{start, endA, start, endB}}
	}
	var out []hunk
	i, j := start, start
	for _, s := range steps { // the words up to a step are kept
		kept := s.a + start - i
		i, j = i+kept, j+kept
		if n := len(out); n == 0 || kept > 0 {
			out = append(out, hunk{i, i, j, j})
		}
		h := &out[len(out)-1]
		if s.removes {
			i++
			h.a1++
		} else {
			j++
			h.b1++
		}
	}
	return out
}

// step removes the word a[a], or adds one before it.
type step struct {
	a       int
	removes bool
}

// shortest is the shortest edit script: Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1986. It
// reports false where that has more than maxEdits steps.
func shortest(a, b []word) ([]step, bool) {
	n, m := len(a), len(b)
	limit := min(n+m, maxEdits)
	furthest := make([]int32, 2*limit+3) // x of the furthest path on each diagonal k = x-y, at limit+1+k
	mid := limit + 1
	var rounds [][]int32 // furthest[mid-d:mid+d+1] after each round d
	for d := 0; d <= limit; d++ {
		for k := -d; k <= d; k += 2 {
			x := furthest[mid+k-1] + 1
			if k == -d || k != d && furthest[mid+k-1] < furthest[mid+k+1] {
				x = furthest[mid+k+1]
			}
			for int(x) < n && int(x)-k < m && a[x].text == b[int(x)-k].text {
				x++
			}
			furthest[mid+k] = x
			if int(x) >= n && int(x)-k >= m {
				return backtrack(rounds, n, m), true
			}
		}
		rounds = append(rounds, slices.Clone(furthest[mid-d:mid+d+1]))
	}
	return nil, false
}

// backtrack walks the path of the last round back to the start.
func backtrack(rounds [][]int32, x, y int) []step {
	steps := make([]step, len(rounds))
	for d := len(rounds); d > 0; d-- {
		before := rounds[d-1] // diagonal k is at k+d-1
		k := x - y
		at := func(k int) int { return int(before[k+d-1]) }
		if k == -d || k != d && at(k-1) < at(k+1) {
			x = at(k + 1)
			y = x - k - 1
			steps[d-1] = step{x, false}
		} else {
			x = at(k - 1)
			y = x - k + 1
			steps[d-1] = step{x, true}
		}
	}
	return steps
}

// alignSentences moves runs that were only removed, or only added, back to where a sentence starts, if the words allow it. Of
// several shortest comparisons it is the one that a reader expects: "The |A is 1. The| B is 2." becomes "|The A is 1.| The
// B is 2."
func alignSentences(hunks []hunk, a, b []word) {
	for n := range hunks {
		h := hunks[n]
		floor := 0 // in a; a kept word stays before it
		if n > 0 {
			floor = hunks[n-1].a1 + 1
		}
		for {
			w, at, end := a, h.a0, h.a1
			switch {
			case h.b1 == h.b0:
			case h.a1 == h.a0:
				w, at, end = b, h.b0, h.b1
			default:
				end = at // both: it stays
			}
			if at == end {
				break
			}
			if at == 0 || endsSentence(w[at-1].text) || strings.Contains(w[at].gap, "\n") {
				hunks[n] = h
				break
			}
			if h.a0 <= floor || h.b0 == 0 || w[at-1].text != w[end-1].text {
				break
			}
			h = hunk{h.a0 - 1, h.a1 - 1, h.b0 - 1, h.b1 - 1}
		}
	}
}

// endsSentence tells that a word, or the marker after one, ends a sentence.
func endsSentence(w string) bool {
	w = strings.TrimRight(w, `)"'”’*_`)
	return strings.HasSuffix(w, ".") || strings.HasSuffix(w, "!") || strings.HasSuffix(w, "?") || strings.HasSuffix(w, ":") || strings.HasSuffix(w, "]")
}
