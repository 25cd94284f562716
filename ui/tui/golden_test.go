package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ibid/guard"
	"ibid/index"
)

const (
	frameQuestion = "How long may a frame be?"
	wifiQuestion  = "Which frame does Wi-Fi 9 use?"
)

// The screens of the main states, at every kind of layout.
func TestScreens(t *testing.T) {
	for _, tt := range []struct {
		name string
		to   func(*screenTest)
	}{
		{"empty", func(s *screenTest) { s.ready() }},
		{"indexing", func(s *screenTest) {
			s.Init()
			s.tell(s.opener, func(st *stream) {
				st.progress(index.Step{Stage: index.StageRead, Done: 4, Total: 12, Chunks: 310})
			})
			s.keys(frameQuestion + "<enter>") // waits, visibly
		}},
		{"early", func(s *screenTest) { s.reading() }},
		{"streaming", func(s *screenTest) { s.streaming() }},
		{"answer", func(s *screenTest) {
			s.ready().ask(frameQuestion)
			s.keys("<alt+j>And the")
		}},
		{"refusal", func(s *screenTest) {
			s.library.answers[wifiQuestion] = sampleRefusal(wifiQuestion)
			s.ready().ask(wifiQuestion)
		}},
		{"refusal-closed", func(s *screenTest) {
			s.library.answers[wifiQuestion] = sampleRefusal(wifiQuestion)
			s.ready().reads(wifiQuestion)
			s.keys("<esc>")
		}},
		{"rewrite", func(s *screenTest) {
			s.ready().reads(frameQuestion)
			s.keys("<alt+w><enter><end>")
		}},
		{"selection", func(s *screenTest) {
			s.ready().reads(frameQuestion)
			s.keys("<alt+v><right><right><right><right><right><right><right><right><right>")
		}},
		{"help", func(s *screenTest) {
			s.ready().reads(frameQuestion)
			s.keys("<f1>")
		}},
		{"help-copy", func(s *screenTest) {
			s.ready().reads(frameQuestion)
			s.keys("<ctrl+p>copy")
		}},
		{"sessions", func(s *screenTest) {
			s.ready().reads(frameQuestion)
			s.keys("<ctrl+s>")
		}},
		{"earlier", func(s *screenTest) {
			s.ready().ask(frameQuestion)
			s.ask("What does CRC mean?")
			s.keys("mean<ctrl+r>")
		}},
		{"pasted", func(s *screenTest) {
			s.ready()
			s.send(tea.PasteMsg{Content: strings.Repeat("A frame is at most 64 bytes long.\n", 6)})
		}},
		{"verified", func(s *screenTest) {
			s.ready()
			s.send(tea.PasteMsg{Content: strings.Repeat("A frame is at most 64 bytes long, and starts with a byte of its own.\n", 6)})
			s.keys("v<enter>")
		}},
		{"failed", func(s *screenTest) {
			s.library.askErr = &Problem{"the model does not answer", "start Ollama, or ask with --no-model"}
			s.ready().ask(frameQuestion)
		}},
		{"unreadable", func(s *screenTest) { // documents
			s.library.openErr = &Problem{"no documents to read in handbook", "point --docs at a folder with documents"}
			s.ready()
		}},
		{"source", func(s *screenTest) { // that is not there any more
			s.folder = "/home/maia/notes"
			s.ready().reads(frameQuestion)
			s.keys("<alt+o>")
		}},
		{"why-symbols", func(s *screenTest) {
			s.library.answers[frameQuestion] = sampleInvented(frameQuestion)
			s.ready().reads(frameQuestion)
			s.keys("<alt+w><enter><end><ctrl+u><up><up>")
		}},
		{"waiting", func(s *screenTest) { // for another that writes the index
			s.Init()
			s.tell(s.opener, func(st *stream) { st.progress(index.Step{Stage: index.StageWait}) })
		}},
		{"notice", func(s *screenTest) { s.ready().keys("@senor-standard what is it?<enter>") }},
		{"following", func(s *screenTest) { // completed from the question before
			a := sampleAnswer("And of the probe?")
			a.Asked = "How long may a frame of the probe be?"
			s.library.answers["And of the probe?"] = a
			s.ready().ask(frameQuestion)
			s.ask("And of the probe?")
		}},
		{"table", func(s *screenTest) {
			a := sampleAnswer(frameQuestion)
			a.Text = "| field | bytes | meaning of the field in a frame |\n|---|---|---|\n| start | 1 | every frame starts with the byte 0x7E, and no payload holds it [c1] |\n| length | 1 | at most 64 [c1] |\n"
			a.Sentences = a.Sentences[:2]
			s.library.answers[frameQuestion] = a
			s.ready().ask(frameQuestion)
		}},
		{"evidence", func(s *screenTest) {
			s.ready().reads(frameQuestion)
			s.keys("<alt+4>")
		}},
	} {
		for _, size := range [][2]int{{140, 40}, {100, 30}, {80, 24}, {60, 20}, {20, 6}} {
			name := fmt.Sprintf("%s-%dx%d", tt.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				s := newScreen(t, size[0], size[1], nil)
				tt.to(s)
				s.golden(name)
			})
		}
	}
}

// reading is a question that was answered before all documents were read.
func (s *screenTest) reading() {
	s.Init()
	s.tell(s.opener, func(st *stream) {
		st.progress(index.Step{Stage: index.StageRead, Done: 4, Total: 12, Chunks: 310})
	})
	s.library.early = sampleAnswer(frameQuestion)
	s.library.early.Warnings = []string{"files read so far: 4; it is asked again when all are"}
	s.keys(frameQuestion + "<enter>")
}

// streaming is a draft of a model in the making, the second one.
func (s *screenTest) streaming() {
	s.ready()
	t := &turn{typed: frameQuestion, question: Question{Text: frameQuestion}}
	s.addTurn(t)
	w, _ := start(s.ctx, 99, func(ctx context.Context, st *stream) done { return nil })
	s.Model.run, s.asking, t.phase = w, t, searching
	s.tell(w, func(st *stream) { st.Retrieved(sampleEvidence()) })
	s.tell(w, func(st *stream) { st.Drafting("ollama/llama3.2:3b", "2 sentences have no citation") })
	s.tell(w, func(st *stream) {
		st.Token("Each frame starts with the byte 0x7E [c1]. The length field counts ")
		st.Checked(len("Each frame starts with the byte 0x7E [c1]."), guard.Supported)
		for range 16 {
			st.Token("")
		}
	})
}

// tell lets something happen to the work in hand.
func (s *screenTest) tell(w *work, happen func(*stream)) {
	happen(w.stream)
	s.Update(w.flush())
	if t := s.turn(); t != nil { // what Update returned would wait for more
		t.view.drawing = false
		s.run(renderAnswer(s.Model, t))
	}
}
