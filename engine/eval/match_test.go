package eval

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"ibid/index"
	"ibid/index/source"
)

func chunk(id string, startPage, endPage, startLine, endLine int) *index.Chunk {
	return &index.Chunk{Chunk: source.Chunk{DocID: id, StartPage: startPage, EndPage: endPage, StartLine: startLine, EndLine: endLine}}
}

func TestPlace(t *testing.T) {
	pages := func(id string, from, to int) *index.Chunk { return chunk(id, from, to, 0, 0) }
	lines := func(id string, from, to int) *index.Chunk { return chunk(id, 0, 0, from, to) }
	onPages, onLines := Place{DocID: "std", StartPage: 4, EndPage: 5}, Place{DocID: "guide", StartLine: 20, EndLine: 22}
	for _, tt := range []struct {
		name  string
		place Place
		chunk *index.Chunk
		want  bool
	}{
		{"the page", onPages, pages("std", 4, 4), true},
		{"the pages around", onPages, pages("std", 1, 9), true},
		{"the last page", onPages, pages("std", 5, 6), true},
		{"the page before", onPages, pages("std", 3, 3), false},
		{"the page after", onPages, pages("std", 6, 6), false},
		{"another document", onPages, pages("std2", 4, 4), false},
		{"lines where pages are wanted", onPages, lines("std", 4, 5), false},
		{"no place where the first page is wanted", Place{DocID: "std", StartPage: 1, EndPage: 1}, lines("std", 0, 0), false},
		{"the line", onLines, lines("guide", 22, 40), true},
		{"lines inside", onLines, lines("guide", 21, 21), true},
		{"lines after", onLines, lines("guide", 23, 40), false},
		{"pages where lines are wanted", onLines, pages("guide", 20, 22), false},
		{"any lines", Place{DocID: "guide"}, lines("guide", 900, 901), true},
		{"not any document", Place{DocID: "guide"}, lines("guide2", 1, 2), false},
	} {
		if got := tt.place.In(tt.chunk); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestRanking(t *testing.T) {
	page := func(n int) *index.Chunk { return chunk("std", n, n, 0, 0) }
	gold := func(pages ...int) (out []Place) {
		for _, n := range pages {
			out = append(out, Place{DocID: "std", StartPage: n, EndPage: n})
		}
		return out
	}
	wide := Place{DocID: "std", StartPage: 1, EndPage: 9}
	two, three := discount(0)+discount(1), discount(0)+discount(1)+discount(2)
	for _, tt := range []struct {
		name              string
		hits              []*index.Chunk
		gold              []Place
		k                 int
		recall, mrr, ndcg float64
	}{
		{"nothing found", nil, gold(1), 8, 0, 0, 0},
		{"no gold", []*index.Chunk{page(1)}, nil, 8, 0, 0, 0},
		{"at the top", []*index.Chunk{page(1), page(2)}, gold(1), 8, 1, 1, 1},
		{"second", []*index.Chunk{page(2), page(1)}, gold(1), 8, 1, 0.5, 1 / math.Log2(3)},
		{"below the cut", []*index.Chunk{page(2), page(1)}, gold(1), 1, 0, 0, 0},
		{"no cut at all", []*index.Chunk{page(1)}, gold(1), 0, 0, 0, 0},
		{"half of the places", []*index.Chunk{page(1), page(3)}, gold(1, 2), 8, 0.5, 1, 1 / two},
		{"more places than hits count", []*index.Chunk{page(1)}, gold(1, 2, 3), 1, 1.0 / 3, 1, 1},
		{"a place that is there twice takes two hits", []*index.Chunk{page(1), page(1)}, gold(1, 1), 8, 1, 1, 1},
		{"and one hit is half of it", []*index.Chunk{page(1)}, gold(1, 1), 8, 0.5, 1, 1 / two},
		{"one hit for two places is credited to one", []*index.Chunk{page(1)}, []Place{wide, gold(1)[0]}, 8, 0.5, 1, 1 / two},
		{"the first place takes the hit that the second needs", []*index.Chunk{page(1), page(2)}, []Place{wide, gold(1)[0]}, 8, 0.5, 1, 1 / two},
		{"the second hit goes to the second place", []*index.Chunk{page(2), page(1)}, []Place{wide, gold(1)[0]}, 8, 1, 1, 1},
		{"a hit of a place that has one gains nothing", []*index.Chunk{page(1), page(1), page(2)}, gold(1, 2, 3), 8, 2.0 / 3, 1, (discount(0) + discount(2)) / three},
	} {
		recall, mrr, ndcg := Ranking(tt.hits, tt.gold, tt.k)
		if !isClose(recall, tt.recall) || !isClose(mrr, tt.mrr) || !isClose(ndcg, tt.ndcg) {
			t.Errorf("%s: %.4f %.4f %.4f, want %.4f %.4f %.4f", tt.name, recall, mrr, ndcg, tt.recall, tt.mrr, tt.ndcg)
		}
	}
}

func isClose(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestHoldsFact(t *testing.T) {
	for _, tt := range []struct {
		answer, fact string
		want         bool
	}{
		{"It has 35,664 bytes.", "35 664", true},
		{"It has 35\u202f664 bytes.", "35664", true},
		{"It has 35664 bytes.", "35,664", true},
		{"1,234,567 in all", "1234567", true},
		{"1,2,3,4", "12 34", true},
		{"35, 664", "35664", true}, // the space goes first
		{"35.664", "35664", false},
		{"one,two", "onetwo", false},
		{"level 1,", "level 1,", true},
		{"1,,2", "12", false},
		{"ML-KEM-\n768", "ml-kem-768", true},
		{"the ﬁnal draft", "Final Draft", true},
		{"２５６ bits", "256 bits", true},
		{"x²", "x2", true},
		{"Ångström", "a\u030angstro\u0308m", true},
		{"ML-KEM-512", "ML-KEM-768", false},
		{"", "x", false},
	} {
		if got := HoldsFact(tt.answer, tt.fact); got != tt.want {
			t.Errorf("%q in %q: %v", tt.fact, tt.answer, got)
		}
	}
}

// FuzzFoldFact compares the folding with the definition written down.
func FuzzFoldFact(f *testing.F) {
	for _, s := range []string{"35,664", "1,2,3", "1,,2", ",1,", "１，２", "ﬁ ²", "\xff,\xff", "İ"} {
		f.Add(s)
	}
	comma := regexp.MustCompile(`([0-9]),([0-9])`)
	f.Fuzz(func(t *testing.T, s string) {
		want := strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(s))), "")
		for comma.MatchString(want) {
			want = comma.ReplaceAllString(want, "$1$2")
		}
		if got := foldFact(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	})
}

func TestSentences(t *testing.T) {
	gold := []string{"The **air gap** is the vertical distance.", "It is 40 cm."}
	for _, tt := range []struct {
		answer            string
		also              []string
		precision, recall float64
		units             int
	}{
		{"", nil, 0, 0, 0},
		{"The air gap is the vertical distance [c1].", nil, 1, 0.5, 1},
		{"The air gap is the vertical distance [c1][c2]. It is 40 cm. [c3]", nil, 1, 1, 2},
		{"The `air gap` is the vertical distance [c1]. Gulls sit on the mast [c2].", nil, 0.5, 0.5, 2},
		{"Gulls. [c1]", nil, 0, 0, 1},
		{"As said, it is 40 cm, and that is enough for <em>gulls</em> [c1].", nil, 1, 0.5, 1},
		{"- It is 40 cm.\n- It is.\n", nil, 0.5, 0.5, 2},
		{"So [c1]:\n\n```go\ngulls()\nmore()\n```\nThe gap is forty centimetres [c2].", []string{"The gap is forty centimetres."}, 1.0 / 3, 0.5, 3},
		{"```\nopen listing", nil, 0, 0, 1},
		{"It is 40 cm [c1]. The gap is the vertical distance [c1]. The gap is forty centimetres [c2].", []string{"The gap is forty centimetres."}, 1, 1, 3},
	} {
		precision, recall, units := Sentences(tt.answer, gold, tt.also)
		if !isClose(precision, tt.precision) || !isClose(recall, tt.recall) || units != tt.units {
			t.Errorf("%q: %v %v %d, want %v %v %d", tt.answer, precision, recall, units, tt.precision, tt.recall, tt.units)
		}
	}
}
