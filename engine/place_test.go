package engine_test

import (
	"strings"
	"testing"

	"ibid/engine"
	"ibid/index"
	"ibid/index/source"
)

func TestPlace(t *testing.T) {
	chunk := func(set func(c *index.Chunk)) *index.Chunk {
		c := &index.Chunk{Chunk: source.Chunk{DocID: "D"}}
		set(c)
		return c
	}
	for _, tt := range []struct {
		chunk *index.Chunk
		want  string
	}{
		{chunk(func(c *index.Chunk) {}), "D"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage = 48, 48 }), "D, p. 48"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Section = 3, 4, []string{"1 All", "8 Parameter Sets"} }), "D, pp. 3–4 · 8 Parameter Sets"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 361, 361, []string{"330"} }), "D, p. 361, printed 330"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 5, []string{"iv", "v", "vi"} }), "D, pp. 4–5, printed iv–v"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 5, []string{"4", "5"} }), "D, pp. 4–5"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 5, []string{"iv"} }), "D, pp. 4–5"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 4, []string{""} }), "D, p. 4"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 4, []string{"a\n\x1b[31mb\u202e"} }), "D, p. 4, printed a b"},
		{chunk(func(c *index.Chunk) { c.StartPage, c.EndPage, c.Labels = 4, 4, []string{strings.Repeat("v", 1e6)} }), "D, p. 4"},
		{chunk(func(c *index.Chunk) { c.StartLine, c.EndLine = 7, 7 }), "D, line 7"},
		{chunk(func(c *index.Chunk) { c.StartLine, c.EndLine, c.Section = 10, 12, []string{"a\n\x1b[31mb\u202e"} }), "D, lines 10–12 · a b"},
	} {
		if got := engine.Place(tt.chunk); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
