package report

import (
	"strings"
	"unicode"

	"ibid/guard"
)

// maxCells bounds a comparison of two texts, which takes as many steps as the one has words times the other, what they begin and end with
// alike left out. Longer texts have everything between removed and added.
const maxCells = 4 << 20

// Diff compares two texts word by word. The spans are in order and have the roles Text, Removed and Added: those that
// are not added make up before, those that are not removed make up after, both with their white space made even to one
// space, or one line break and the indentation behind it. Each span but the first starts with that. The comparison is the shortest one unless
// there are more than maxCells.
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

// compare lists the runs that differ, in order, with words kept between them: as many as there can be, the longest common subsequence.
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
	rows, columns := endA-start, endB-start
	if rows == 0 && columns == 0 {
		return nil
	}
	if rows*columns > maxCells {
		return []hunk{{start, endA, start, endB}}
	}
	wide := columns + 1
	common := make([]int32, (rows+1)*wide) // of a[start+i:endA] and b[start+j:endB] at i*wide+j
	for i := rows - 1; i >= 0; i-- {
		for j := columns - 1; j >= 0; j-- {
			if a[start+i].text == b[start+j].text {
				common[i*wide+j] = common[(i+1)*wide+j+1] + 1
			} else {
				common[i*wide+j] = max(common[(i+1)*wide+j], common[i*wide+j+1])
			}
		}
	}
	var out []hunk
	kept := true // the word before
	for i, j := 0, 0; i < rows || j < columns; {
		if i < rows && j < columns && a[start+i].text == b[start+j].text {
			i, j, kept = i+1, j+1, true
			continue
		}
		if kept {
			out, kept = append(out, hunk{start + i, start + i, start + j, start + j}), false
		}
		h := &out[len(out)-1]
		if j == columns || i < rows && common[(i+1)*wide+j] >= common[i*wide+j+1] {
			i++
			h.a1++
		} else {
			j++
			h.b1++
		}
	}
	return out
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
