package tui

import (
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/guard"
	"ibid/ui/session"
)

// keeper is the session that the next turn goes into. It is made with the first question.
func (m *Model) keeper() (*session.Session, error) {
	if m.session == nil && m.opt.Sessions != nil {
		s, err := m.opt.Sessions.New(m.opt.Roots, m.now())
		if err != nil {
			return nil, err
		}
		m.session = s
	}
	return m.session, nil
}

// loadSessions offers the sessions on disk to go on with.
func loadSessions(m *Model) tea.Cmd {
	store := m.opt.Sessions
	return func() tea.Msg {
		all, warnings, err := store.List()
		return done(func(m *Model) tea.Cmd {
			if err != nil {
				m.warn("the sessions cannot be read: %v", err)
				return nil
			}
			if len(warnings) > 0 {
				m.warn("%v", warnings[0])
			}
			listSessions(m, all)
			return nil
		})
	}
}

func listSessions(m *Model, all []session.Summary) {
	var items []item
	for _, s := range all {
		var roots []string
		for _, r := range s.Roots {
			roots = append(roots, filepath.Base(r))
		}
		items = append(items, item{id: s.ID, title: fmt.Sprintf("%s · %s · %s · %s", s.Title, s.Updated.Format("2006-01-02 15:04"),
			guard.Count(s.Turns, "question"), strings.Join(roots, ", "))})
	}
	m.overlay = newChoice(m, "sessions", items, func(m *Model, it item) tea.Cmd {
		store := m.opt.Sessions
		return func() tea.Msg {
			s, err := store.Load(it.id)
			return done(func(m *Model) tea.Cmd {
				if err != nil {
					m.warn("%v", err)
					return nil
				}
				resumeSession(m, s)
				return tea.Batch(m.show(m.chosen), m.focusOn(answerPane))
			})
		}
	})
}

// resumeSession shows a session as it was: its answers with the evidence they were made from.
func resumeSession(m *Model, s *session.Session) {
	m.earlier = m.history()
	m.session, m.turns, m.sheet = s, nil, nil
	for i, past := range s.Turns {
		t := &turn{typed: past.Text, elsewhere: !s.Over(m.opt.Roots), at: past.At, folder: past.Folder, roots: s.Roots, question: Question{Text: past.Text, Documents: past.Documents}, projects: past.Projects,
			phase: answered, refused: past.Refused, exchange: past.Exchange, kept: s, number: i}
		if past.Selected != "" {
			t.question.Selected = &Selected{Text: past.Selected, Origin: past.Origin, Source: past.Source, Check: past.Origin == checkOrigin}
		}
		switch {
		case past.Failed != "":
			t.phase, t.problem = failed, past.Failed
		case !past.Answered:
			t.phase, t.problem = failed, "ibid ended before it was answered; ask again"
		}
		m.turns = append(m.turns, t)
	}
	m.chosen = len(m.turns) - 1
	if t := m.turn(); t != nil {
		m.evidence.load(m, t)
	}
	if !s.Over(m.opt.Roots) {
		m.session = nil
		m.warn("this session is about %s; what you ask now starts a session of its own", strings.Join(s.Roots, ", "))
		return
	}
	m.say("session of %s, %s", s.Started.Format("2006-01-02 15:04"), guard.Count(len(m.turns), "question"))
}

// newSession puts the current one away.
func newSession(m *Model) tea.Cmd {
	m.earlier = m.history()
	m.session, m.turns, m.chosen, m.sheet = nil, nil, 0, nil
	m.evidence.load(m, &turn{})
	return m.focusOn(questionPane)
}
