package picker

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/themes"
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
			p := New("", &themes.Styles{})
			var items []Item
			for _, title := range slices.Concat(tt.want, tt.not) {
				items = append(items, Item{Title: title})
			}
			slices.SortFunc(items, func(a, b Item) int { return strings.Compare(b.Title, a.Title) })
			p.SetItems(items)
			keys(p, tt.query)
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

func items10k() []Item {
	items := make([]Item, 10_000)
	for i := range items {
		items[i] = Item{ID: fmt.Sprint(i), Title: fmt.Sprintf("What is the size of key %d in the parameter set?", i), Detail: "3 May 2026"}
	}
	return items
}

func BenchmarkKey10k(b *testing.B) {
	p := New("History", &themes.Styles{})
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
	p := New("History", &themes.Styles{})
	for b.Loop() {
		p.SetItems(items)
	}
}
