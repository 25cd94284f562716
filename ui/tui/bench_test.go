package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ibid/engine"
	"ibid/guard"
)

// large is an answer of 2,000 words over 10,000 lines of evidence.
func large(question string) *engine.Answer {
	a := sampleAnswer(question)
	ev := &a.Evidence[0]
	var text, evidence strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&evidence, "Each frame %d starts with the byte 0x7E, and no payload holds it.\n", i)
	}
	ev.Text = evidence.String()
	a.Sentences = nil
	for i := range 160 {
		said := fmt.Sprintf("Each frame %d starts with the byte 0x7E, and no payload holds it.", i)
		fmt.Fprintf(&text, "%s [c1] ", said)
		if i%8 == 7 {
			text.WriteString("\n\n")
		}
		a.Sentences = append(a.Sentences, guard.Sentence{Text: said, Citations: []string{"c1"}, Verdict: guard.Supported, Quotes: []guard.Quote{quote(*ev, said)}})
	}
	a.Text = strings.TrimSpace(text.String())
	return a
}

// BenchmarkKey is the way of a key to a picture, beside a large answer; its 99th of a hundred is told as p99-ms.
func BenchmarkKey(b *testing.B) {
	for _, keys := range [][]string{{"down", "up"}, {"pgdown", "pgup"}, {"x", "backspace"}} {
		b.Run(keys[0], func(b *testing.B) {
			s := newScreen(b, 140, 40, nil).ready()
			s.library.answers["q"] = large("q")
			s.ask("q")
			if keys[0] != "x" {
				s.focusOn(answerPane)
			}
			took := make([]float64, 0, 1024)
			for i := 0; b.Loop(); i++ {
				start := b.Elapsed()
				s.Update(press(keys[i%2]))
				s.View()
				took = append(took, (b.Elapsed()-start).Seconds()*1e3)
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)*99/100], "p99-ms")
		})
	}
}

// BenchmarkFirstFrame is the way from the options to the first picture.
func BenchmarkFirstFrame(b *testing.B) {
	for b.Loop() {
		newScreen(b, 140, 40, nil).Update(tea.WindowSizeMsg{Width: 140, Height: 40})
	}
}
