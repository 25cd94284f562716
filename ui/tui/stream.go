package tui

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
)

// frameTime is the least time between two reports of one stream to the screen: tokens and steps that come faster are
// told together.
const frameTime = 80 * time.Millisecond

// stream carries what happens in a command to Update, many events in one message. It implements engine.Listener and
// index.Progress, and never blocks the one who reports.
type stream struct {
	id    int           // of the work; Update drops the messages of another
	ready chan struct{} // holds one signal while something waits to be told
	ended chan struct{} // closed with the outcome

	mu   sync.Mutex
	told streamMsg // what happened since the last message
}

// event is something that happened, as it changes the screen and the turn that is being answered, nil where none is.
type event func(*Model, *turn)

// streamMsg tells Update what happened, in order.
type streamMsg struct {
	id     int
	events []event
	end    done // the outcome, nil while the work goes on
}

func newStream(id int) *stream {
	return &stream{id: id, ready: make(chan struct{}, 1), ended: make(chan struct{}), told: streamMsg{id: id}}
}

// tell adds to the next message and wakes the reader.
func (s *stream) tell(add func(*streamMsg)) {
	s.mu.Lock()
	add(&s.told)
	s.mu.Unlock()
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

func (s *stream) happened(e event) {
	s.tell(func(msg *streamMsg) { msg.events = append(msg.events, e) })
}

// close ends the stream with the outcome.
func (s *stream) close(end done) {
	s.tell(func(msg *streamMsg) { msg.end = end })
	close(s.ended)
}

// next waits for something to tell. Update asks again after each message but the last.
func (s *stream) next() tea.Msg {
	<-s.ready
	select {
	case <-s.ended:
	case <-time.After(frameTime):
	}
	return s.flush()
}

// flush is the message that is due.
func (s *stream) flush() streamMsg {
	s.mu.Lock()
	defer s.mu.Unlock()
	msg := s.told
	s.told = streamMsg{id: s.id}
	select {
	case <-s.ready: // what it signalled is in this message
	default:
	}
	return msg
}

// progress is index.Progress.
func (s *stream) progress(step index.Step) {
	s.happened(func(m *Model, _ *turn) { m.reading = &step })
}

// Retrieved implements engine.Listener.
func (s *stream) Retrieved(evidence []engine.Evidence) {
	s.happened(func(m *Model, t *turn) {
		t.evidence, t.phase, m.reading = evidence, drafting, nil
		if m.turn() == t {
			m.evidence.load(m, t)
		}
	})
}

// Drafting implements engine.Listener. What was told of a draft before is void.
func (s *stream) Drafting(writer, why string) {
	s.happened(func(_ *Model, t *turn) {
		t.draft, t.checked, t.tokens, t.writer, t.why = "", nil, 0, writer, why
		t.view = answerView{}
		t.drafts++
	})
}

// Token implements engine.Listener.
func (s *stream) Token(text string) {
	s.happened(func(_ *Model, t *turn) {
		t.draft += text
		t.tokens++
	})
}

// Checked implements engine.Listener. A sentence that ends outside of the draft, or before another, is none.
func (s *stream) Checked(end int, v guard.Verdict) {
	s.happened(func(_ *Model, t *turn) {
		if n := len(t.checked); end <= len(t.draft) && (n == 0 && end > 0 || n > 0 && end > t.checked[n-1].end) {
			t.checked = append(t.checked, checked{end, v})
		}
	})
}

// work runs in the background and reports through a stream. It is cancelled with its context.
type work struct {
	*stream
	cancel context.CancelFunc
}

// start runs do in a command. The returned command delivers the first batch; follow delivers the rest.
func start(ctx context.Context, id int, do func(context.Context, *stream) done) (*work, tea.Cmd) {
	ctx, cancel := context.WithCancel(ctx)
	w := &work{newStream(id), cancel}
	run := func() tea.Msg {
		defer cancel()
		w.close(do(ctx, w.stream))
		return nil
	}
	return w, tea.Batch(run, w.next)
}
