package tui

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/engine"
	"ibid/index/file"
	"ibid/ui/app"
	"ibid/ui/session"
)

// open reads the documents in the background.
func (m *Model) open() tea.Cmd {
	m.opening = true
	m.serial++
	w, cmd := start(m.ctx, m.serial, func(ctx context.Context, s *stream) done {
		var contents Contents
		err := safely(func() (err error) {
			contents, err = m.library.Open(ctx, s.progress)
			return err
		})
		return func(m *Model) tea.Cmd { return m.opened(contents, err) }
	})
	m.opener = w
	return tea.Batch(cmd, m.pulse())
}

func (m *Model) opened(contents Contents, err error) tea.Cmd {
	m.opening, m.opener, m.reading = false, nil, nil
	m.stopEarly()
	if err != nil {
		m.openProblem = problem(err)
		if t := m.pending; t != nil {
			m.pending = nil
			abandonTurn(m, t, m.openProblem)
		}
		return nil
	}
	m.openProblem = ""
	m.holds(contents)
	return m.next()
}

// next asks what waited for the documents, then what was answered before all of them were read.
func (m *Model) next() tea.Cmd {
	if t := m.pending; t != nil {
		m.pending = nil
		return m.ask(t)
	}
	if len(m.provisional) == 0 || m.contents == nil || m.busy() {
		return nil
	}
	t := m.provisional[0]
	m.provisional = m.provisional[1:]
	t.saved, t.narrowed = false, false // its first answer stays in the session
	return m.ask(t)
}

// lookEarly answers a turn that waits from what there is of the documents.
func lookEarly(m *Model, t *turn) tea.Cmd {
	t.question.Earlier = m.before(t)
	q := t.question
	m.serial++
	w, cmd := start(m.ctx, m.serial, func(ctx context.Context, _ *stream) done {
		var answer *engine.Answer
		err := safely(func() (err error) {
			answer, err = m.library.Early(ctx, q)
			return err
		})
		return func(m *Model) tea.Cmd {
			if err != nil || m.pending != t { // it goes on waiting
				return nil
			}
			m.early, m.pending, m.provisional = nil, nil, append(m.provisional, t)
			m.note(func(s *session.Session) error { return s.Answer(answer) })
			t.take(answer)
			return m.settle(t)
		}
	})
	m.early = w
	return tea.Batch(cmd, m.pulse())
}

func (k *talk) stopEarly() {
	if k.early != nil {
		k.early.cancel()
		k.early = nil
	}
}

// holds takes note of what the library holds.
func (m *Model) holds(c Contents) {
	if m.contents == nil && len(c.Notes) > 0 {
		m.say("%s", strings.Join(c.Notes, "; "))
	}
	m.contents = &c
}

// submit asks what was written. It waits, visibly, until the documents are open.
func (m *Model) submit(text string) tea.Cmd {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return nil
	case m.busy():
		m.warn("an answer is being made; esc cancels it")
		return nil
	}
	t := &turn{typed: text, question: Question{Text: text, Selected: m.about}}
	m.editor.SetText("")
	m.about = nil
	if m.contents != nil && !narrowTurn(m, t) {
		return nil
	}
	return m.begin(t)
}

// begin answers a turn, or lets it wait for the documents.
func (m *Model) begin(t *turn) tea.Cmd {
	m.addTurn(t)
	if m.contents != nil {
		return m.ask(t)
	}
	m.pending, t.saved = t, true
	m.note(func(s *session.Session) error { return s.Ask(asked(t)) })
	if m.opening && t.question.Selected == nil {
		return lookEarly(m, t)
	}
	if m.opening {
		return m.pulse()
	}
	return m.open() // what was wrong with them may have been put right
}

// again asks the question of a turn once more, with a change, of the same documents.
func (m *Model) again(t *turn, change func(*turn)) tea.Cmd {
	if m.busy() {
		m.warn("an answer is being made; esc cancels it")
		return nil
	}
	next := &turn{typed: t.typed, question: t.question, projects: t.projects, narrowed: t.narrowed}
	change(next)
	m.sheet = nil
	return m.begin(next)
}

// before are the turns before one that came to an end, about the same documents, for what a follow-up leaves out.
func (k *talk) before(t *turn) []engine.Exchange {
	var out []engine.Exchange
	for _, e := range k.turns {
		if e == t {
			break
		}
		if e.phase == answered && !e.checks() && !e.elsewhere {
			out = append(out[max(len(out)-MaxEarlier+1, 0):], e.exchange)
		}
	}
	return out
}

// MaxEarlier is how many turns a follow-up may lean on.
const MaxEarlier = 8

// note writes one line about a turn that waits into the session at once, since nothing else will.
func (m *Model) note(write func(*session.Session) error) {
	keep, err := m.keeper()
	if err == nil && keep != nil {
		err = write(keep)
	}
	if err != nil {
		m.warn("this turn is not in the session's file: %v", err)
	}
}

// abandonTurn ends a turn before its question was asked. One that is not on the screen yet goes back into the editor,
// before what was written meanwhile.
func abandonTurn(m *Model, t *turn, why string) {
	if !slices.Contains(m.turns, t) {
		m.editor.SetText(strings.TrimSpace(t.typed + " " + m.editor.Text()))
		m.placeEditor()
		return
	}
	t.fail(why)
	m.note(func(s *session.Session) error {
		if !t.saved {
			if err := s.Ask(asked(t)); err != nil {
				return err
			}
		}
		return s.Fail(why)
	})
}

// busy tells whether an answer is on its way.
func (k *talk) busy() bool { return k.run != nil || k.pending != nil }

func (m *Model) addTurn(t *turn) {
	t.at, t.folder, t.roots = m.now(), m.folder, m.roots
	m.turns = append(m.turns, t)
	m.show(len(m.turns) - 1)
	m.look(m.opt.first())
}

// narrowTurn reads the mentions of a question. One that names nothing is told, and the question is not asked.
func narrowTurn(m *Model, t *turn) bool {
	if t.narrowed || t.question.Selected != nil {
		return true
	}
	s := app.ParseScope(t.typed, m.contents.Documents, m.contents.Projects)
	if why := s.Problem(); why != "" {
		m.warn("%s", why)
		abandonTurn(m, t, m.notice.text)
		return false
	}
	t.question.Text, t.question.Documents, t.projects, t.narrowed = s.Question, s.Documents, s.Projects(), true
	t.notes = s.Notes()
	return true
}

// ask answers a turn in the background, and writes it into the session as it happens.
func (m *Model) ask(t *turn) tea.Cmd {
	t.phase = searching
	if !narrowTurn(m, t) {
		return nil
	}
	if t.question.Earlier = m.before(t); t.literal {
		t.question.Earlier = nil
	}
	keep, unsaved := m.keeper()
	saved := t.saved
	m.serial++
	w, cmd := start(m.ctx, m.serial, func(ctx context.Context, s *stream) done {
		if keep != nil && !saved {
			unsaved = keep.Ask(asked(t))
		}
		var answer *engine.Answer
		var contents Contents
		err := safely(func() (err error) {
			answer, contents, err = m.library.Ask(ctx, t.question, s.progress, s)
			return err
		})
		if ctx.Err() != nil {
			answer, err = nil, errCancelled
		}
		if err == nil {
			answer.Warnings = slices.Concat(t.notes, answer.Warnings)
		}
		switch {
		case keep == nil:
		case err != nil:
			unsaved = cmp.Or(unsaved, keep.Fail(problem(err)))
		default:
			unsaved = cmp.Or(unsaved, keep.Answer(answer))
		}
		return func(m *Model) tea.Cmd {
			m.run, m.asking, m.reading = nil, nil, nil
			if err == nil {
				m.notice = notice{} // what was said while it was made
			}
			if unsaved != nil {
				m.warn("this turn is not in the session's file: %v", unsaved)
			}
			switch {
			case err != nil && t.answer != nil: // the early one stays
				t.phase = answered
				m.warn("it was not answered again: %s", problem(err))
			case err != nil:
				t.fail(problem(err))
				return tea.Batch(renderAnswer(m, t), m.next())
			default:
				m.holds(contents)
				t.take(answer)
				return tea.Batch(m.settle(t), m.next())
			}
			return m.next()
		}
	})
	m.run, m.asking = w, t
	return tea.Batch(cmd, m.pulse())
}

var errCancelled = errors.New("cancelled")

func asked(t *turn) session.Asked {
	a := session.Asked{At: t.at, Text: t.typed, Documents: t.question.Documents, Projects: t.projects}
	if s := t.question.Selected; s != nil {
		a.Selected, a.Origin, a.Source = s.Text, s.Origin, s.Source
	}
	return a
}

// told takes in what happened to the current work.
func (m *Model) told(msg streamMsg) tea.Cmd {
	running := []*work{m.run, m.opener, m.early}
	i := slices.IndexFunc(running, func(w *work) bool { return w != nil && w.id == msg.id })
	if i < 0 {
		return nil // of work that was left behind
	}
	w := running[i]
	for _, e := range msg.events {
		e(m, m.asking)
	}
	if msg.end != nil {
		return msg.end(m)
	}
	if t := m.asking; t != nil && t == m.turn() {
		return tea.Batch(w.next, renderAnswer(m, t))
	}
	return w.next
}

// settle lays a finished answer out.
func (m *Model) settle(t *turn) tea.Cmd {
	t.sentence = 0
	if m.turn() != t {
		return nil
	}
	m.evidence.load(m, t)
	return renderAnswer(m, t)
}

// cancel stops the work in hand; what was asked stays in the session as cancelled.
func (m *Model) cancel() bool {
	switch {
	case m.run != nil:
		m.run.cancel()
	case m.pending != nil:
		t := m.pending
		m.pending = nil
		m.stopEarly()
		abandonTurn(m, t, errCancelled.Error())
	default:
		return false
	}
	return true
}

// problem is an error for a person: what went wrong, and what to do next.
func problem(err error) string {
	if errors.Is(err, errCancelled) || errors.Is(err, context.Canceled) {
		return errCancelled.Error()
	}
	msg := err.Error()
	var p *Problem
	var fault *file.Fault
	switch {
	case errors.As(err, &p) && p.Hint != "":
		msg += "; " + p.Hint
	case errors.As(err, &fault):
		msg += "; please report what you asked, with `ibid --version`"
	}
	return label(msg)
}

// safely makes an error of a panic, where the work is of one question and the screen can go on.
func safely(work func() error) (err error) {
	defer file.Catch(&err)
	return work()
}
