package javascript

import (
	"slices"
	"sort"
	"strings"

	"ibid/index/symbol/decl"
)

// document gives a symbol the comment right before token i.
func (s *scanner) document(sym *decl.Symbol, i int) {
	if i >= len(s.list) || s.list[i].flags&docAbove == 0 {
		return
	}
	n := sort.Search(len(s.docs), func(n int) bool { return int(s.docs[n].before) >= i })
	if n == len(s.docs) || int(s.docs[n].before) != i {
		return
	}
	sym.Doc, sym.DocStart = s.docText(s.docs[n])
}

// docText is the text of a comment without its marks, and the line where that starts.
func (s *scanner) docText(c comment) (string, int) {
	text := s.src[c.start+3 : c.end-2]
	line := 1 + sort.Search(len(s.lines), func(n int) bool { return s.lines[n] >= c.start })
	lines := strings.Split(text, "\n")
	margin := "" // of lines without a star
	if i := slices.IndexFunc(lines[1:], func(l string) bool { return strings.TrimSpace(l) != "" }); i >= 0 {
		margin = lines[i+1][:len(lines[i+1])-len(strings.TrimLeft(lines[i+1], " \t"))]
	}
	for i, l := range lines {
		l = strings.TrimRight(l, " \t\r")
		if trimmed := strings.TrimLeft(l, " \t"); i == 0 || strings.HasPrefix(trimmed, "*") {
			l = strings.TrimPrefix(strings.TrimPrefix(trimmed, "*"), " ")
		} else {
			l = strings.TrimPrefix(l, margin)
		}
		lines[i] = l
	}
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
		line++
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return "", 0
	}
	return strings.Join(lines, "\n"), line
}
