package tui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
	"ibid/ui/config"
	"ibid/ui/session"
	"ibid/ui/text"
)

func TestAskAndRead(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.ask(frameQuestion)
	s.has("✓ proven", "▸c1")
	s.keys("<tab><down><down>")
	if s.turn().sentence != 2 {
		t.Errorf("sentence %d after two steps", s.turn().sentence)
	}
	s.has("3/5", "▸c2", "A node answers a request within 20 ms.")
	s.keys("<end>")
	s.has("5/5", "▸c3")
	s.keys("<down><home>")
	s.has("1/5", "▸c1")
	s.keys("<tab><alt+3>")
	s.has("▸c3", "4/5") // the first sentence that cites it
}

// Letters act only outside the editor.
func TestLettersAreTextInTheEditor(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.ask(frameQuestion)
	s.keys("wyc?1j/")
	if got := s.editor.Text(); got != "wyc?1j/" {
		t.Errorf("the editor holds %q", got)
	}
	s.keys("<alt+3><pgdown><alt+y>")
	if got := s.editor.Text(); got != "wyc?1j/" || s.focus != questionPane || len(s.sent) != 1 {
		t.Errorf("after three chords the editor holds %q, %d copies", got, len(s.sent))
	}
	s.has("▸c3")
	if s.sheet != nil || s.overlay != nil {
		t.Error("a letter acted inside the editor")
	}
}

func TestInterrupt(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.keys("what")
	s.keys("<ctrl+c>")
	if s.editor.Text() != "" || s.quit {
		t.Fatal("the first ctrl+c clears")
	}
	s.keys("<ctrl+c>")
	s.has("ctrl+c again quits")
	s.keys("x<ctrl+c><ctrl+c>")
	if s.quit {
		t.Fatal("a key between takes it back")
	}
	s.keys("<ctrl+c>")
	if !s.quit {
		t.Error("twice quits")
	}
}

// Cancelling leaves the question in the session, and what still comes of it is dropped.
func TestCancelInMidStream(t *testing.T) {
	for _, key := range []string{"esc", "ctrl+c"} {
		s := newScreen(t, 140, 40, nil).ready()
		s.Model.library = &blocking{scripted: s.library, begun: func(ctx context.Context) { <-ctx.Done() }}
		s.keys(frameQuestion)
		_, cmd := s.Update(press("enter"))
		s.live(cmd, func(tea.Msg) (tea.Cmd, bool) {
			if s.turn().tokens == 0 {
				return nil, false
			}
			s.turn().tokens = 0
			_, cmd := s.Update(press(key))
			return cmd, !s.busy()
		})
		if turn := s.turn(); turn.phase != failed || turn.problem != "cancelled" {
			t.Errorf("%s: phase %d, %q", key, turn.phase, turn.problem)
		}
		if s.busy() || s.quit {
			t.Errorf("%s: busy %v, quit %v", key, s.busy(), s.quit)
		}
		kept := mustLoad(s)
		if len(kept.Turns) != 1 || kept.Turns[0].Text != frameQuestion || kept.Turns[0].Failed != "cancelled" {
			t.Errorf("%s: the session holds %+v", key, kept.Turns)
		}
		s.send(streamMsg{id: 1, events: []event{func(_ *Model, t *turn) { t.draft += "late" }}})
		s.has("no answer", "cancelled")
	}
}

// live runs commands as a program does, each in a goroutine, until then says that it is enough or nothing is under way.
func (s *screenTest) live(cmd tea.Cmd, then func(tea.Msg) (tea.Cmd, bool)) {
	done := make(chan struct{})
	defer close(done)
	msgs := make(chan tea.Msg)
	var run func(tea.Cmd)
	run = func(c tea.Cmd) {
		if c == nil {
			return
		}
		go func() {
			msg := c()
			if b, ok := msg.(tea.BatchMsg); ok {
				for _, c := range b {
					run(c)
				}
				return
			}
			select {
			case msgs <- msg:
			case <-done:
			}
		}()
	}
	run(cmd)
	for s.busy() {
		msg := <-msgs
		_, c := s.Update(msg)
		run(c)
		c, enough := then(msg)
		run(c)
		if enough {
			return
		}
	}
}

// blocking is a Library whose answer waits.
type blocking struct {
	*scripted
	begun func(context.Context)
}

func (b *blocking) Ask(ctx context.Context, q Question, progress index.Progress, l engine.Listener) (*engine.Answer, Contents, error) {
	l.Token("Each frame ")
	b.begun(ctx)
	return nil, b.contents(), ctx.Err()
}

// A terminal that goes away ends the context; the question stays in the session, told as cancelled.
func TestTerminalClosedInMidStream(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	ctx, hangup := context.WithCancel(context.Background())
	s.Model.ctx = ctx
	s.Model.library = &blocking{scripted: s.library, begun: func(ctx context.Context) { hangup(); <-ctx.Done() }}
	s.reads(frameQuestion)
	kept, err := s.store.Load(s.session.ID)
	if err != nil || len(kept.Turns) != 1 || kept.Turns[0].Failed != "cancelled" {
		t.Errorf("the session holds %+v, %v", kept, err)
	}
}

// A model that dies in the middle of an answer: the reason and the next step are told, the question is kept.
func TestModelDiesInMidAnswer(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.library.askErr = &Problem{Message: "the model stopped: unexpected EOF", Hint: "start Ollama again and press r"}
	s.reads(frameQuestion)
	s.has("no answer", "unexpected EOF", "start Ollama", "again and press r")
	s.library.askErr = nil
	s.reads(frameQuestion)
	s.has("✓ proven")
	kept, err := s.store.Load(s.session.ID)
	if err != nil || len(kept.Turns) != 2 || !strings.Contains(kept.Turns[0].Failed, "unexpected EOF") || !kept.Turns[1].Answered {
		t.Errorf("the session holds %+v, %v", kept, err)
	}
}

func TestQuestionWaitsForTheIndex(t *testing.T) {
	s := newScreen(t, 140, 40, nil)
	open := s.Init()
	s.keys(frameQuestion + "<enter>")
	s.has("looking in what is read so far")
	s.tell(s.opener, func(st *stream) { st.progress(index.Step{Stage: index.StageWait}) })
	s.has("waiting for another ibid")
	s.run(open)
	s.has("✓ proven")
}

func TestDocumentsThatCannotBeRead(t *testing.T) {
	s := newScreen(t, 140, 40, nil)
	s.library.openErr = &Problem{Message: "no such folder or file: x", Hint: "check the path"}
	s.ready()
	s.has("the documents cannot be read", "no such folder or file: x", "check the path")
	s.library.openErr = nil
	s.reads(frameQuestion) // tries again
	s.has("✓ proven")
}

func TestMentionsNarrow(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.ask("@field-notes how long may a frame be?")
	if q := s.library.asked[0]; q.Text != "how long may a frame be?" || len(q.Documents) != 1 || q.Documents[0] != "field-notes" {
		t.Errorf("asked %+v", q)
	}
	s.ask("@nosuch.pdf how long?")
	s.has("nosuch.pdf")
	if len(s.library.asked) != 1 {
		t.Error("a question about a document that is not there was asked")
	}
	if s.editor.Text() != "@nosuch.pdf how long?" {
		t.Errorf("the question is gone: %q", s.editor.Text())
	}
}

// A follow-up is shown as it was understood, and can be asked as it was written.
func TestAskLiterally(t *testing.T) {
	a := sampleAnswer("And of the probe?")
	a.Asked = "How long may a frame of the probe be?"
	s := newScreen(t, 140, 40, nil).ready()
	s.library.answers[a.Question] = a
	s.ask(frameQuestion)
	s.ask(a.Question)
	s.has("understood as: " + a.Asked)
	s.keys("<alt+l>")
	if n := len(s.library.asked); n != 3 || s.library.asked[2].Text != a.Question || len(s.library.asked[2].Earlier) > 0 || len(s.library.asked[1].Earlier) != 1 {
		t.Errorf("asked %+v", s.library.asked)
	}
}

// Esc goes back one step at a time, and never forward.
func TestEscGoesBack(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.reads(frameQuestion)
	s.keys("<alt+z><alt+w>")
	for i, want := range []string{"┏ evidence", "┏ evidence", "┏ answer", "┏ question", "┏ question"} {
		s.keys("<esc>")
		s.has(want)
		if s.sheet != nil || s.zoomed != (i == 0) {
			t.Errorf("step %d: the sheet is %v, enlarged %v", i, s.sheet, s.zoomed)
		}
	}
	s.keys("/lock")
	if s.keys("<esc>"); s.focus != questionPane || s.editor.Text() != "/lock" {
		t.Errorf("esc in a question leaves %q", s.editor.Text())
	}
}

func TestRefusalOffersNextSteps(t *testing.T) {
	const question = "Which frame length and which start byte does Wi-Fi 9 use?"
	s := newScreen(t, 140, 40, nil).ready()
	s.library.answers[question] = sampleRefusal(question)
	s.ask(question)
	if s.sheet != nil {
		t.Error("the why sheet opens by itself")
	}
	for _, once := range []string{"“Wi-Fi 9” is nowhere in the documents", "not found in provided docs", "alt+r     change the question"} {
		if n := strings.Count(s.text(), once); n != 1 {
			t.Errorf("%q is there %d times:\n%s", once, n, s.text())
		}
	}
	s.keys("<enter>")
	if s.focus != evidencePane {
		t.Error("enter shows the nearest evidence")
	}
	if s.keys("<alt+r>"); s.focus != questionPane || s.editor.Text() != question {
		t.Errorf("to be asked again: %q", s.editor.Text())
	}
}

func TestSelectTextAndAsk(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.reads(frameQuestion)
	s.keys("<alt+v>")
	s.has("selecting")
	s.keys("<end><enter>")
	s.has("⧉ about")
	s.keys("How long?<enter>")
	q := s.library.asked[1]
	if q.Selected == nil || q.Selected.Text != "Each frame starts with the byte 0x7E. The length field counts the payload bytes and is at most 64." || !strings.Contains(q.Selected.Origin, "p. 3") {
		t.Errorf("asked %+v", q.Selected)
	}
	if s.about != nil {
		t.Error("the next question is about everything again")
	}
	if got := mustLoad(s).Turns[1].Selected; got != q.Selected.Text {
		t.Errorf("the session holds %q", got)
	}
}

func TestPaste(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.send(tea.PasteMsg{Content: "a short one"})
	if s.editor.Text() != "a short one" {
		t.Errorf("the editor holds %q", s.editor.Text())
	}
	s.keys("<ctrl+c>")
	big := strings.Repeat("A frame is at most 64 bytes long.\n", 1<<20/34)
	s.send(tea.PasteMsg{Content: big})
	s.has("pasted text", "ask about this text")
	s.keys("a<enter>")
	s.has("⧉ about", "tokens of it count")
	s.keys("How long?<enter>")
	if q := s.library.asked[0]; q.Selected == nil || len(q.Selected.Text) < 1<<19 {
		t.Errorf("asked %.80v", q)
	}
}

// A pasted text can be held against the documents; it is no question that another one leans on.
func TestVerifyPasted(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	text := strings.Repeat("A frame is at most 64 bytes long.\n", 6)
	s.send(tea.PasteMsg{Content: text})
	s.keys("v<enter>")
	if q := s.library.asked[0]; q.Selected == nil || !q.Selected.Check || q.Selected.Text != text {
		t.Fatalf("asked %+v", q)
	}
	s.has("verify: A frame is at most 64", "verified: 5 proven")
	s.ask("And the CRC?")
	if q := s.library.asked[1]; len(q.Earlier) > 0 || q.Selected != nil {
		t.Errorf("asked %+v", q)
	}
	again := newScreen(t, 140, 40, func(o *Options) { o.Resume, o.Sessions = mustLoad(s), s.store })
	again.keys("<alt+up>")
	if q := again.turn().question.Selected; q == nil || !q.Check {
		t.Errorf("resumed as %+v", again.turn().question)
	}
}

func TestCopies(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.reads(frameQuestion)
	s.keys("<alt+y>")
	s.has("sent to the terminal") // over SSH nobody knows whether it arrived
	s.keys("<alt+q>")
	want := []string{"at most 64 [c1].", "> Each frame starts with the byte 0x7E."}
	if len(s.sent) != len(want) {
		t.Fatalf("%d copies: %q", len(s.sent), s.sent)
	}
	for i, w := range want {
		if !strings.Contains(s.sent[i], w) {
			t.Errorf("copy %d lacks %q: %s", i, w, s.sent[i])
		}
		for _, l := range strings.Split(s.sent[i], "\n") {
			if strings.HasSuffix(l, "  ") {
				t.Errorf("copy %d has a padded line: %q", i, l)
			}
		}
	}
	s.keys("<alt+w><alt+y>")
	if last := s.sent[len(s.sent)-1]; !strings.Contains(last, "fetch_frame") || !strings.Contains(last, "answered") {
		t.Errorf("the why sheet was copied as %s", last)
	}
}

func TestEscapeSequencesInDocumentsAreShown(t *testing.T) {
	a := sampleAnswer("q")
	evil := "before \x1b]52;c;aGk=\x07\x1b[31mred\u202Eafter\x9b2J\x00 words that count."
	a.Evidence[0].Text = evil
	a.Evidence[0].DocID = "evil\x1b[2J\nname"
	a.Sentences[0].Quotes = []guard.Quote{quote(a.Evidence[0], "words that count.")}
	a.Sentences[1].Quotes = nil
	s := newScreen(t, 140, 40, nil).ready()
	s.library.answers["q"] = a
	s.reads("q")
	s.has("words that count.")
	content := s.View().Content
	for _, bad := range []string{"\x1b]52", "\u202e", "\u009b", "\x00", "\x1b[2J"} {
		if strings.Contains(content, bad) {
			t.Errorf("the screen holds %q", bad)
		}
	}
	s.has("⟨U+")
	s.keys("<alt+q>")
	if strings.ContainsAny(s.sent[0], "\x1b\x07\u009b\u202e") {
		t.Errorf("the clipboard got %q", s.sent[0])
	}
}

func TestContinue(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.library.answers[wifiQuestion] = sampleRefusal(wifiQuestion)
	s.reads(frameQuestion)
	s.reads(wifiQuestion)
	s.keys("<esc><esc>how<ctrl+a>And <ctrl+e> long") // while one writes, the end of the line
	s.has("› And how long")
	s.keys("<ctrl+c><esc>")

	past, err := s.store.Load(s.session.ID)
	if err != nil {
		t.Fatal(err)
	}
	again := newScreen(t, 140, 40, func(o *Options) { o.Resume = past; o.Sessions = s.store })
	again.store = s.store
	again.has(wifiQuestion, "not found in provided docs") // before the index is open
	again.keys("<alt+up>")
	again.has("✓ proven", "A receiver that sees a longer frame")
	before, _ := text.Encode(s.turns[0].answer.Sentences)
	after, _ := text.Encode(again.turns[0].answer.Sentences)
	if string(before) != string(after) {
		t.Errorf("the answer came back as %s, was %s", after, before)
	}
	again.ready().ask("One more?")
	if got := len(mustLoad(again).Turns); got != 3 {
		t.Errorf("%d turns in the session that went on", got)
	}
}

func mustLoad(s *screenTest) *session.Session {
	s.Helper()
	kept, err := s.store.Load(s.session.ID)
	if err != nil {
		s.Fatal(err)
	}
	return kept
}

// An answer is not lost because the session cannot be written.
func TestSessionCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, 140, 40, func(o *Options) { o.Sessions = session.Open(filepath.Join(file, "sessions")) }).ready()
	s.reads(frameQuestion)
	s.has("✓ proven", "not in the session's file")
}

func TestThemes(t *testing.T) {
	for _, name := range []string{"light", "dark", "high-contrast", "ansi16", "auto"} {
		s := newScreen(t, 140, 40, func(o *Options) { o.Theme = name }).ready()
		s.reads(frameQuestion)
		s.has("✓ proven")
	}
	s := newScreen(t, 140, 40, func(o *Options) { o.Theme = "auto" }).ready()
	dark := s.View().Content
	s.send(tea.BackgroundColorMsg{Color: colorWhite{}})
	if s.theme.Name != "light" || s.View().Content == dark {
		t.Errorf("on a white background the theme is %s", s.theme.Name)
	}
	if _, err := newModel(context.Background(), Options{Theme: "nosuch", Profile: colorprofile.ASCII}); err == nil {
		t.Error("a theme that does not exist is no error")
	}
}

// Where the locale has no Unicode, frames and signs are ASCII.
func TestSignsInASCII(t *testing.T) {
	s := newScreen(t, 140, 40, func(o *Options) { o.Env = config.Env{"LC_ALL=C"} }).ready()
	s.ask(frameQuestion)
	s.has("+ answer -", "[c1]. +", "1/5 + proven")
	s.keys("<f1>")
	s.has("+ proven", "~ borne out", "\" quoted", "x contradicted", "! refused")
}

type colorWhite struct{}

func (colorWhite) RGBA() (r, g, b, a uint32) { return 0xffff, 0xffff, 0xffff, 0xffff }

// Any size, at any moment, in any state.
func TestEverySize(t *testing.T) {
	s := newScreen(t, 1, 1, nil).ready()
	s.library.answers[wifiQuestion] = sampleRefusal(wifiQuestion)
	s.reads(frameQuestion)
	for _, keys := range []string{"", "<tab>v", "<esc><alt+w>", "<esc><f1>", "<esc><ctrl+p>", "<esc><ctrl+s>", "<esc>o", "<esc>i"} {
		s.keys(keys)
		for _, w := range []int{1, 2, 3, 7, 19, 23, 24, 25, 40, 79, 80, 119, 120, 300} {
			for _, h := range []int{1, 2, 3, 4, 5, 8, 9, 10, 29, 30, 90} {
				s.send(tea.WindowSizeMsg{Width: w, Height: h})
				s.text()
			}
		}
		s.send(tea.WindowSizeMsg{Width: 140, Height: 40})
	}
	s.send(tea.WindowSizeMsg{})
	s.View()
}

// Whatever keys come, the screen keeps its size and nothing panics.
func FuzzKeys(f *testing.F) {
	f.Add("What?\r\tjjkw\x1bv", uint8(140), uint8(40))
	f.Add("\x10copy\r\x13\x14\x05", uint8(60), uint8(20))
	f.Add("iq\r123456789[]npYybcwG", uint8(20), uint8(6))
	f.Fuzz(func(t *testing.T, keys string, width, height uint8) {
		if len(keys) > 40 {
			t.Skip()
		}
		s := newScreen(t, int(width), int(height), nil).ready()
		s.reads(frameQuestion)
		for _, r := range keys {
			k := tea.KeyPressMsg{Code: r, Text: string(r)}
			switch {
			case r == '\r':
				k = press("enter")
			case r == '\t':
				k = press("tab")
			case r == 0x1b:
				k = press("esc")
			case r < 0x20:
				k = press("ctrl+" + string('a'+r-1))
			}
			if s.keysMap().is(OpenSource, k.String()) || s.overlay != nil && r == '\r' {
				continue // it would run a program
			}
			s.send(k)
			s.text()
		}
	})
}

func (s *screenTest) keysMap() keyMap { return s.Model.keys }

func TestHostileNames(t *testing.T) {
	s := newScreen(t, 100, 30, func(o *Options) { o.Roots = []string{"a\x1b]0;evil\x07\nb\x1b[2J"} }).ready()
	if c := s.View().Content; strings.Contains(c, "\x1b]0") || strings.Contains(c, "\x1b[2J") {
		t.Error("a name reached the terminal as it is")
	}
}

func TestStreamIsDrawnSeldom(t *testing.T) {
	const tokens = 5000
	s := newScreen(t, 140, 40, nil).ready()
	s.Model.library = talker{s.library, tokens}
	s.keys(frameQuestion)
	_, cmd := s.Update(press("enter"))
	updates := 0
	s.live(cmd, func(msg tea.Msg) (tea.Cmd, bool) {
		if _, ok := msg.(streamMsg); ok {
			updates++
		}
		s.View()
		return nil, false
	})
	if s.turn().phase != answered {
		t.Errorf("the stream ended in phase %d", s.turn().phase)
	}
	if updates >= 200 {
		t.Errorf("%d tokens cost %d pictures", tokens, updates)
	}
}

// talker streams a long draft.
type talker struct {
	*scripted
	tokens int
}

func (k talker) Ask(ctx context.Context, q Question, progress index.Progress, l engine.Listener) (*engine.Answer, Contents, error) {
	l.Retrieved(sampleEvidence())
	for range k.tokens {
		l.Token("word ")
	}
	return k.scripted.Ask(ctx, q, progress, engine.Silent{})
}

func TestProblem(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{errors.New("a\x1b[31m b\nc"), "a b c"},
		{context.Canceled, "cancelled"},
		{&Problem{Message: "the disk is full", Hint: "make room"}, "the disk is full; make room"},
	} {
		if got := problem(tt.err); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
}

// What happens to a question belongs to its own turn, whichever one is shown meanwhile.
func TestAnotherTurnIsShownMeanwhile(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.reads(frameQuestion)
	first := s.turn()
	s.Model.library = &blocking{scripted: s.library, begun: func(ctx context.Context) { <-ctx.Done() }}
	s.focusOn(questionPane)
	s.keys("Another?")
	_, cmd := s.Update(press("enter"))
	s.live(cmd, func(tea.Msg) (tea.Cmd, bool) {
		if s.turns[1].tokens == 0 {
			if s.chosen == 1 {
				s.Update(press("alt+up"))
			}
			return nil, false
		}
		s.Update(press("ctrl+c"))
		return nil, !s.busy()
	})
	if first.phase != answered || first.tokens != 0 {
		t.Errorf("the first turn took what belongs to the second: phase %d, %d tokens", first.phase, first.tokens)
	}
	if s.turns[1].phase != failed {
		t.Errorf("the second turn is in phase %d", s.turns[1].phase)
	}
}

func TestSelectionOfDocumentsThatCannotBeOpened(t *testing.T) {
	s := newScreen(t, 140, 40, nil)
	s.library.openErr = &Problem{Message: "no documents", Hint: "give some"}
	s.ready()
	s.send(tea.PasteMsg{Content: strings.Repeat("a line of text\n", 9)})
	s.keys("a<enter>How long?<enter>")
	s.has("no answer", "no documents")
	if s.busy() {
		t.Error("it waits for ever")
	}
}

// A paste is text, never keys.
func TestPasteOverOverlays(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.reads(frameQuestion)
	s.send(tea.PasteMsg{Content: strings.Repeat("a line of text\n", 9)})
	s.send(tea.PasteMsg{Content: "i"})
	s.has("insert it into the question")
	s.keys("<esc><ctrl+p>")
	s.send(tea.PasteMsg{Content: "quoted"})
	s.has("copy the quoted evidence")
}

func TestAskAgainKeepsTheScope(t *testing.T) {
	const typed = "@field-notes which frame length and which start byte does Wi-Fi 9 use?"
	s := newScreen(t, 140, 40, nil).ready()
	s.library.askErr = errors.New("gone")
	s.reads(typed)
	s.library.askErr = nil
	s.keys("<alt+r>")
	if n := len(s.library.asked); n != 2 || len(s.library.asked[1].Documents) != 1 || s.library.asked[1].Text != s.library.asked[0].Text || s.turn().phase != answered {
		t.Errorf("a failed question is asked again: %+v", s.library.asked)
	}
}

// A question is kept from the moment it is asked, also while the documents are not open.
func TestWaitingQuestionIsKept(t *testing.T) {
	s := newScreen(t, 140, 40, nil)
	s.Init()
	s.keys(frameQuestion + "<enter>")
	if kept := mustLoad(s); len(kept.Turns) != 1 || kept.Turns[0].Text != frameQuestion {
		t.Errorf("the session holds %+v", kept.Turns)
	}
	s.keys("<esc>")
	if kept := mustLoad(s); kept.Turns[0].Failed != "cancelled" {
		t.Errorf("the session holds %+v", kept.Turns)
	}
}

func TestSessionOfOtherDocuments(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.reads(frameQuestion)
	other := newScreen(t, 140, 40, func(o *Options) { o.Roots = []string{"elsewhere"}; o.Sessions = s.store })
	other.store = s.store
	other.ready()
	other.keys("<ctrl+s><enter>")
	other.has("this session is about", "✓ proven")
	other.ask("What else?")
	if other.session.ID == s.session.ID || len(mustLoad(s).Turns) != 1 {
		t.Error("the question went into a session about other documents")
	}
}

// The lines of a paragraph are joined on the screen, and copied as they are.
func TestParagraphsAreJoined(t *testing.T) {
	a := sampleAnswer(frameQuestion)
	ev := &a.Evidence[0]
	ev.Text = "Frames\n\nThe logger takes one\nreading every 6 seconds."
	ev.Blocks = []source.Block{{Kind: source.Heading, Start: 0, End: 6}, {Kind: source.Paragraph, Start: 8, End: len(ev.Text)}}
	a.Sentences[0].Quotes, a.Sentences[1].Quotes = []guard.Quote{quote(*ev, "takes one\nreading")}, nil
	s := newScreen(t, 140, 40, nil).ready()
	s.library.answers[frameQuestion] = a
	s.reads(frameQuestion)
	s.has("The logger takes one reading every 6 seconds.")
	s.keys("<alt+v><end><alt+y>")
	if want := "takes one\nreading every 6 seconds."; len(s.sent) != 1 || s.sent[0] != want {
		t.Errorf("copied %q, want %q", s.sent, want)
	}
}

// The history is searched in a list: what is written narrows it, and esc leaves that as it is.
func TestEarlierQuestions(t *testing.T) {
	s := newScreen(t, 100, 30, nil).ready()
	for _, q := range []string{"Size of a frame?", "What is CRC?", "Size of a frame?", "SIZE of the header?"} {
		s.ask(q)
	}
	s.keys("size<ctrl+r>")
	if s.overlay == nil || len(s.overlay.list.Items()) != 3 {
		t.Fatalf("the overlay is %#v", s.overlay)
	}
	if s.keys("<esc>"); s.editor.Text() != "size" || s.overlay != nil {
		t.Errorf("esc leaves %q", s.editor.Text())
	}
	if s.keys("<ctrl+r><down><enter>"); s.editor.Text() != "SIZE of the header?" || s.overlay != nil {
		t.Errorf("took %q", s.editor.Text())
	}
	if s.keys("<ctrl+c><up><enter>"); s.editor.Text() != "SIZE of the header?" {
		t.Errorf("up takes %q", s.editor.Text())
	}
}

// What is asked while the documents are read is answered from what there is of them, and again from all; the session has both answers.
func TestEarlyAnswers(t *testing.T) {
	s := newScreen(t, 140, 40, nil)
	s.reading()
	s.has("files read so far: 4", "1/5 ✓ proven", "reading 4/12")
	s.ask("And the CRC?")
	s.has(" 2/2 ", "files read so far: 4")
	if len(s.library.asked) > 0 {
		t.Fatalf("asked %v before the documents were read", s.library.asked)
	}
	s.run(s.opened(s.library.contents(), nil))
	if len(s.library.asked) != 2 || s.library.asked[0].Text != frameQuestion || s.library.asked[1].Text != "And the CRC?" {
		t.Errorf("asked %v", s.library.asked)
	}
	if text := s.text(); strings.Contains(text, "files read so far") || len(s.turns) != 2 {
		t.Errorf("%d turns:\n%s", len(s.turns), text)
	}
	kept := mustLoad(s)
	if len(kept.Turns) != 4 {
		t.Fatalf("the session has %d turns", len(kept.Turns))
	}
	for i, turn := range kept.Turns {
		if a, err := kept.Recall(i); err != nil || a == nil || turn.Text != []string{frameQuestion, "And the CRC?"}[i%2] || (len(a.Warnings) > 0) != (i < 2) {
			t.Errorf("turn %d: %v, %+v", i, err, turn)
		}
	}
}

// The start of a document's name is completed, or those that have it in them are listed.
func TestNamesAreCompleted(t *testing.T) {
	s := newScreen(t, 100, 30, nil).ready()
	s.keys("@field<tab>how?")
	if got := s.editor.Text(); got != "@field-notes how?" {
		t.Errorf("the editor holds %q", got)
	}
	s.keys("<ctrl+c>@o<tab>")
	s.has("documents", "sensor-standard", "tools/port.py")
	if s.keys("zz<enter>"); s.overlay == nil { // which is in none
		s.Error("the list is closed")
	}
	s.keys("<backspace><backspace><down><enter>")
	if got := s.editor.Text(); got != "@tools/port.py " && got != "@field-notes " && got != "@sensor-standard " {
		t.Errorf("the editor holds %q", got)
	}
}

// A question that waited for the documents is kept where it names nothing, and can be asked again.
func TestNamesOfAWaitingQuestion(t *testing.T) {
	s := newScreen(t, 140, 40, nil)
	open := s.Init()
	s.keys("@nosuch.pdf how long?<enter>")
	s.run(open)
	s.has("no document or project is called @nosuch.pdf")
	if len(s.turns) != 1 || s.turns[0].phase != failed || s.busy() {
		t.Fatalf("%d turns, busy: %v", len(s.turns), s.busy())
	}
	s.run(s.again(s.turns[0], func(*turn) {}))
	s.run(s.again(s.turns[0], func(t *turn) { t.typed, t.question.Text = frameQuestion, frameQuestion }))
	if len(s.library.asked) != 1 {
		t.Errorf("asked %+v", s.library.asked)
	}
	if saved := mustLoad(s).Turns; len(saved) != 3 || saved[1].Failed == "" {
		t.Errorf("saved %+v", saved)
	}
}

// Whatever is higher than its pane can be read to its end with the keys.
func TestReadToTheEnd(t *testing.T) {
	s := newScreen(t, 50, 14, nil).ready()
	a := sampleAnswer("q")
	a.Text = "Each frame " + strings.Repeat("and so on ", 60) + "to its end [c1]."
	a.Sentences = a.Sentences[:1]
	s.library.answers["q"], s.library.answers[wifiQuestion] = a, sampleRefusal(wifiQuestion)
	s.ask("q")
	s.keys("<tab>" + strings.Repeat("<down>", 20))
	s.has("to its end [c1]. ✓")
	s.ask(wifiQuestion)
	s.has("lines below")
	s.keys("<tab><end>")
	s.has("show the nearest in its place")
}

// What a selected text does not answer is asked of all documents.
func TestAskElsewhere(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	a := sampleRefusal(wifiQuestion)
	a.Selection = &engine.Selection{Suggestions: make([]engine.Suggestion, 1)}
	s.library.answers[wifiQuestion] = a
	s.reads(frameQuestion)
	s.keys("<alt+v><end><enter>" + wifiQuestion + "<enter>")
	s.has("asked of sensor-standard, p. 3")
	s.keys("<alt+r>")
	if q := s.library.asked; len(q) != 3 || q[1].Selected == nil || q[2].Selected != nil || q[2].Text != wifiQuestion {
		t.Errorf("asked %+v", q)
	}
}

// A draft that was laid out gives way to the refusal that it ends in.
func TestRefusalAfterDraft(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.reads(frameQuestion)
	s.turn().take(sampleRefusal(frameQuestion))
	s.has("⊘ not found", "missing")
}
