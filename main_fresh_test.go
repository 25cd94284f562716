//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// Several that ask at once after an edit answer from the edited documents, or say that they may not.
func TestAskedAtOnceAfterAnEdit(t *testing.T) {
	const rounds, asked = 6, 8
	s, docs := newShell(t), t.TempDir()
	for i := range 200 {
		put(t, docs, fmt.Sprintf("page%03d.md", i), strings.Repeat(fmt.Sprintf("# Page %d\n\nThe tide table of harbour %d lists %d hours of high water.\n\n", i, i, i+3), 20))
	}
	edit := func(round int) {
		put(t, docs, "limpet.md", fmt.Sprintf("# Limpet\n\nThe Limpet probe weighs %d grams.\n", 100+round))
	}
	edit(0)
	s.mustRun(t, "index", "--docs", docs)
	current, told, silent := 0, 0, 0
	for round := 1; round <= rounds; round++ {
		edit(round)
		want := fmt.Sprintf("%d grams", 100+round)
		outs := make([]outcome, asked)
		var all sync.WaitGroup
		for i := range outs {
			all.Go(func() {
				out, err := s.command("ask", "--docs", docs, "--json", "How many grams does the Limpet probe weigh?").Output()
				outs[i].out = string(out)
				if err != nil {
					outs[i].err = err.Error()
				}
			})
		}
		all.Wait()
		for _, o := range outs {
			var a struct {
				Answer   string
				Warnings []string
			}
			if err := json.Unmarshal([]byte(o.out), &a); err != nil || o.err != "" {
				t.Fatalf("%v %s\n%s", err, o.err, o.out)
			}
			switch {
			case strings.Contains(a.Answer, want):
				current++
			case strings.Contains(strings.Join(a.Warnings, "\n"), "another ibid is indexing"):
				told++
			default:
				silent++
				t.Errorf("round %d: %q, warned %q", round, a.Answer, a.Warnings)
			}
		}
	}
	t.Logf("of %d: %d from the edited documents, %d from older ones and say so, %d from older ones", rounds*asked, current, told, silent)
}
