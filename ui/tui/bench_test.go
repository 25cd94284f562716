package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ibid/engine"
	"ibid/guard/support"
)

// bigAnswer has 2,000 words and 10,000 lines of evidence.
func bigAnswer() *engine.Answer {
	var evidence strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&evidence, "Line %d: the length field of frame %d counts the payload bytes and is at most 64.\n", i, i)
	}
	ev := engine.Evidence{Key: "c1", Chunk: chunk("sensor-standard", "p0003::c001", evidence.String(), "4.2 Frame format", 3, 0), Score: 1, LexicalRank: 1}
	a := &engine.Answer{Question: "big", Evidence: []engine.Evidence{ev}, Trace: engine.Trace{Gates: sampleGates()}}
	var text strings.Builder
	for i := range 125 {
		claim := fmt.Sprintf("The length field of frame %d counts the payload bytes and is at most 64", i*80)
		fmt.Fprintf(&text, "- %s [c1].\n", claim)
		a.Sentences = append(a.Sentences, engine.Sentence{Text: claim + ".", Citations: []string{"c1"}, Verdict: support.Supported, Score: 1, Quotes: []engine.Quote{quote(ev, fmt.Sprintf("frame %d counts", i*80))}})
	}
	a.Text = text.String()
	a.Citations = []engine.Citation{{Evidence: ev, Quote: "frame 0 counts", Span: a.Sentences[0].Quotes[0].Span}}
	return a
}

// BenchmarkKey is from a key press to the new picture, with a 2,000-word answer and 10,000 lines of evidence.
func BenchmarkKey(b *testing.B) {
	for _, bm := range []struct{ name, before, keys string }{
		{"sentence", "", "jjjjkkjj"},
		{"evidence", "<tab>", "jjjjkkjj"},
		{"half a page", "<tab>", "<ctrl+d><ctrl+d><ctrl+u><ctrl+d>"},
		{"ends", "<tab>", "GgGg"},
		{"selection", "<tab>v", "wwjjwwkk"},
		{"why", "", "w<esc>"},
		{"in why", "w", "jjjjkkjj"},
		{"filter", "<tab>f", "node<backspace><backspace><backspace><backspace>"},
		{"search", "<alt+/>", "frame<backspace><backspace><backspace><backspace><backspace>"},
		{"writing", "i", "how long<backspace><backspace>"},
		{"palette", "<ctrl+p>", "co<backspace><backspace><down><up>"},
	} {
		b.Run(bm.name, func(b *testing.B) {
			s := newScreen(b, 140, 40, nil).ready()
			s.library.answers["big"] = bigAnswer()
			s.ask("big")
			s.keys(bm.before)
			keys := keyList(bm.keys)
			took := make([]time.Duration, b.N)
			b.ResetTimer()
			for i := range b.N {
				began := time.Now()
				s.Update(keys[i%len(keys)])
				s.View()
				took[i] = time.Since(began)
			}
			slices.Sort(took)
			b.ReportMetric(took[(99*b.N+99)/100-1].Seconds()*1e3, "p99-ms")
		})
	}
}

func keyList(text string) []tea.KeyPressMsg {
	var out []tea.KeyPressMsg
	for text != "" {
		if strings.HasPrefix(text, "<") {
			name, rest, _ := strings.Cut(text[1:], ">")
			out, text = append(out, press(name)), rest
			continue
		}
		r := []rune(text)[0]
		out, text = append(out, tea.KeyPressMsg{Code: r, Text: string(r)}), text[len(string(r)):]
	}
	return out
}

// BenchmarkStream is one report of a draft of 5,000 tokens to the screen, picture included.
func BenchmarkStream(b *testing.B) {
	s := newScreen(b, 140, 40, nil)
	s.streaming()
	b.ResetTimer()
	for i := range b.N {
		if i%156 == 0 {
			b.StopTimer()
			s = newScreen(b, 140, 40, nil)
			s.streaming()
			b.StartTimer()
		}
		s.tell(s.Model.run, func(st *stream) {
			for range 32 {
				st.Token("word ")
			}
		})
		s.View()
	}
}
