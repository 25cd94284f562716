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
	done  chan struct{} // closed with the last event

	mu    sync.Mutex
	batch batch
}

// batch is what happened since the last message.
type batch struct {
	step     *index.Step
	evidence []engine.Evidence // nil where retrieval has not ended since
	redraft  bool              // a draft began: what was told of one before is void
	writer   string            // of that draft
	why      string            // it began, "" for the first
	draft    string
	tokens   int
	gates    []guard.Gate
	rewrites []engine.Rewrite
	end      tea.Msg // the outcome, nil while the work goes on
}

// streamMsg tells Update a batch.
type streamMsg struct {
	id int
	batch
}

func newStream(id int) *stream {
	return &stream{id: id, ready: make(chan struct{}, 1), done: make(chan struct{})}
}

// tell adds to the batch and wakes the reader.
func (s *stream) tell(add func(*batch)) {
	s.mu.Lock()
	add(&s.batch)
	s.mu.Unlock()
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

// close ends the stream with the outcome.
func (s *stream) close(end tea.Msg) {
	s.tell(func(b *batch) { b.end = end })
	close(s.done)
}

// next waits for something to tell. Update asks again after each message but the last.
func (s *stream) next() tea.Msg {
	<-s.ready
	select {
	case <-s.done:
	case <-time.After(frameTime):
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	msg := streamMsg{s.id, s.batch}
	s.batch = batch{}
	select {
	case <-s.ready: // what it signalled is in this batch
	default:
	}
	return msg
}

func (s *stream) progress(step index.Step) { s.tell(func(b *batch) { b.step = &step }) }

// Retrieved implements engine.Listener.
func (s *stream) Retrieved(evidence []engine.Evidence) {
	s.tell(func(b *batch) { b.evidence = evidence })
}

// Drafting implements engine.Listener.
func (s *stream) Drafting(writer, why string) {
	s.tell(func(b *batch) { b.redraft, b.writer, b.why, b.draft, b.tokens = true, writer, why, "", 0 })
}

// Token implements engine.Listener.
func (s *stream) Token(text string) {
	s.tell(func(b *batch) {
		b.draft += text
		b.tokens++
	})
}

// Gated implements engine.Listener.
func (s *stream) Gated(g guard.Gate) { s.tell(func(b *batch) { b.gates = append(b.gates, g) }) }

// Rewritten implements engine.Listener.
func (s *stream) Rewritten(r engine.Rewrite) {
	s.tell(func(b *batch) { b.rewrites = append(b.rewrites, r) })
}

// Done implements engine.Listener. The outcome of the whole command closes the stream.
func (s *stream) Done(*engine.Answer) {}

// work runs in the background and reports through a stream. It is cancelled with its context.
type work struct {
	*stream
	cancel context.CancelFunc
}

// start runs do in a command. The returned command delivers the first batch; follow delivers the rest.
func start(ctx context.Context, id int, do func(context.Context, *stream) tea.Msg) (*work, tea.Cmd) {
	ctx, cancel := context.WithCancel(ctx)
	w := &work{newStream(id), cancel}
	run := func() tea.Msg {
		defer cancel()
		w.close(do(ctx, w.stream))
		return nil
	}
	return w, tea.Batch(run, w.next)
}
