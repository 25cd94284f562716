package picker

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Each query ranks the titles in this order. They are set from Z to A, and equals keep that.
func TestRanking(t *testing.T) {
	for _, tt := range []struct {
		query string
		want  []string
		not   []string
	}{
		{"exp", []string{"Export", "An export", "Next page"}, []string{"Theme", "pxe"}},
		{"fb", []string{"fooBar", "foo bar", "fob"}, []string{"bf"}},
		{"key", []string{"the key", "key size", "monkey"}, []string{"ke"}},
		{"size", []string{"the sizes", "s i z e"}, nil},
		{"203", []string{"FIPS 203", "FIPS 2x0x3"}, []string{"204"}},
		{"se del", []string{"session delete", "delete session"}, []string{"session"}},
	} {
		t.Run(tt.query, func(t *testing.T) {
			p := New("", DefaultKeyMap(), Styles{})
			var items []Item
			for _, title := range slices.Concat(tt.want, tt.not) {
				items = append(items, Item{Title: title})
			}
			slices.SortFunc(items, func(a, b Item) int { return strings.Compare(b.Title, a.Title) })
			p.SetItems(items)
			p.setQuery(tt.query)
			var got []string
			for _, f := range p.found {
				got = append(got, p.items[f.item].Title)
			}
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// best is match as it is defined: the best of all ways to pick the characters.
func best(f *field, term []rune, from, last int) (score int, ok bool) {
	if len(term) == 0 {
		return 0, true
	}
	for i := from; i < len(f.folded); i++ {
		if f.folded[i] != term[0] {
			continue
		}
		rest, fits := best(f, term[1:], i+1, i)
		if !fits {
			continue
		}
		s := rest + scoreMatch
		switch {
		case last < 0:
			s += bonusFirstFactor * int(f.bonus[i])
		case last == i-1:
			s += max(int(f.bonus[i]), bonusConsecutive)
		default:
			s += int(f.bonus[i]) + scoreGapStart + (i-last-2)*scoreGapGoesOn
		}
		if !ok || s > score {
			score, ok = s, true
		}
	}
	return score, ok
}

// worth is the score of the marked characters.
func worth(f *field, marks []bool) (score, count int) {
	last := -1
	for i, marked := range marks {
		if !marked {
			continue
		}
		s, _ := best(&field{f.folded[i : i+1], f.bonus[i : i+1]}, f.folded[i:i+1], 0, -1)
		switch {
		case last < 0:
		case last == i-1:
			s = scoreMatch + max(int(f.bonus[i]), bonusConsecutive)
		default:
			s = scoreMatch + int(f.bonus[i]) + scoreGapStart + (i-last-2)*scoreGapGoesOn
		}
		score += s
		count++
		last = i
	}
	return score, count
}

func FuzzMatch(f *testing.F) {
	f.Add("Export the session", "ets")
	f.Add("aaaaabaaab", "aab")
	f.Add("fooBar foo_bar", "fb")
	f.Add("世界 e\u0301", "界\u0301")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, text, typed string) {
		fld := foldField(text)
		term := foldField(typed).folded
		if len(fld.folded) > 24 || len(term) > 6 {
			return
		}
		want, wantOK := best(&fld, term, 0, -1)
		var m matcher
		marks := make([]bool, len(fld.folded))
		got, ok := m.match(&fld, term, marks)
		if ok != wantOK || got != want {
			t.Fatalf("%q in %q: %d %v, want %d %v", typed, text, got, ok, want, wantOK)
		}
		if !ok {
			return
		}
		if score, count := worth(&fld, marks); score != want || count != len(term) {
			t.Errorf("%q in %q: %d characters marked, worth %d, want %d worth %d", typed, text, count, score, len(term), want)
		}
	})
}

func items10k() []Item {
	items := make([]Item, 10_000)
	for i := range items {
		items[i] = Item{ID: fmt.Sprint(i), Title: fmt.Sprintf("What is the size of key %d in the parameter set?", i), Detail: "3 May 2026"}
	}
	return items
}

func BenchmarkKey10k(b *testing.B) {
	p := New("History", DefaultKeyMap(), Styles{})
	p.SetItems(items10k())
	p.SetSize(100, 40)
	b.Run("move", func(b *testing.B) {
		for b.Loop() {
			keys(p, "down")
			p.View()
		}
	})
	b.Run("type", func(b *testing.B) {
		for b.Loop() {
			keys(p, "s")
			p.View()
			keys(p, "ctrl+u")
		}
	})
	b.Run("type five", func(b *testing.B) {
		for b.Loop() {
			keys(p, "size9")
			p.View()
			keys(p, "ctrl+u")
		}
	})
}

func BenchmarkSetItems10k(b *testing.B) {
	items := items10k()
	p := New("History", DefaultKeyMap(), Styles{})
	for b.Loop() {
		p.SetItems(items)
	}
}
