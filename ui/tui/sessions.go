package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/ui/keep"
	"ibid/ui/report"
	"ibid/ui/session"
	"ibid/ui/tui/cells"
	"ibid/ui/tui/picker"
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
func (m *Model) loadSessions() tea.Cmd {
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
			m.listSessions(all)
			return nil
		})
	}
}

func (m *Model) listSessions(all []session.Summary) {
	var items []picker.Item
	for _, s := range all {
		disabled := ""
		if m.busy() {
			disabled = "an answer is being made; esc cancels it"
		}
		items = append(items, picker.Item{ID: s.ID, Title: label(s.Title), Disabled: disabled,
			Detail: fmt.Sprintf("%s · %s · %s", s.Updated.Format("2006-01-02 15:04"), report.Count(s.Turns, "question"), label(bases(s.Roots)))})
	}
	l := newList(m, "sessions (ctrl+x deletes)", items, func(m *Model, it picker.Item) tea.Cmd {
		store := m.opt.Sessions
		return func() tea.Msg {
			s, err := store.Load(it.ID)
			return done(func(m *Model) tea.Cmd {
				if err != nil {
					m.warn("%v", err)
					return nil
				}
				m.resume(s)
				return tea.Batch(m.show(m.chosen), m.focusOn(answerPane))
			})
		}
	})
	l.SetAction("ctrl+x")
	l.acted = func(m *Model, it picker.Item) tea.Cmd {
		m.overlay = &dialog{title: "delete the session", lines: []string{it.Title, it.Detail},
			choices: []choice{{"d", "delete it for good", func(m *Model) tea.Cmd { return m.deleteSession(it.ID) }}}}
		return nil
	}
	m.overlay = l
}

// bases are the names of folders without what is above them.
func bases(roots []string) string {
	out := make([]string, len(roots))
	for i, r := range roots {
		out[i] = filepath.Base(r)
	}
	return strings.Join(out, ", ")
}

func (m *Model) deleteSession(id string) tea.Cmd {
	if m.session != nil && m.session.ID == id {
		m.warn("this session is open; start a new one first")
		return nil
	}
	store := m.opt.Sessions
	return func() tea.Msg {
		err := store.Delete(id)
		return done(func(m *Model) tea.Cmd {
			if err != nil {
				m.warn("the sessions cannot be read: %v", err)
				return nil
			}
			return m.loadSessions()
		})
	}
}

// resume shows a session as it was: its answers with the evidence they were made from.
func (m *Model) resume(s *session.Session) {
	m.session, m.turns, m.recent, m.sheet = s, nil, nil, nil
	for i, past := range s.Turns {
		t := &turn{typed: past.Text, at: past.At, folder: past.Folder, roots: s.Roots, question: Question{Text: past.Text, Documents: past.Documents}, projects: past.Projects,
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
	m.remember()
	if t := m.turn(); t != nil {
		m.evidence.load(m, t)
	}
	if !s.Over(m.opt.Roots) {
		m.session = nil
		m.warn("this session is about %s; what you ask now starts a session of its own", strings.Join(s.Roots, ", "))
		return
	}
	m.say("session of %s, %s", s.Started.Format("2006-01-02 15:04"), report.Count(len(m.turns), "question"))
}

// newSession puts the current one away.
func (m *Model) newSession() tea.Cmd {
	m.session, m.turns, m.recent, m.chosen, m.sheet = nil, nil, nil, 0, nil
	m.evidence.load(m, &turn{})
	m.remember()
	return m.focusOn(questionPane)
}

// Recalled is a turn of a session with its answer.
func Recalled(t report.Turn, s *session.Session, number int) report.Turn {
	var err error
	if t.Answer, _, err = s.Recall(number); err != nil {
		t.Failed = err.Error()
	}
	return t
}

// export asks where the session goes as Markdown.
func (m *Model) export() tea.Cmd {
	m.askExport(filepath.Join(m.folder, report.ExportName(m.now())))
	return nil
}

func (m *Model) askExport(path string) {
	d := &dialog{title: "export the session", lines: []string{"Markdown with footnotes, in a file of its own:"}, line: &cells.Query{Text: path}}
	d.choices = []choice{{"enter", "write it there", func(m *Model) tea.Cmd { return m.exportTo(d.line.Text) }}}
	m.overlay = d
}

// exportTo writes the session into a new file. A folder gets a file in it.
func (m *Model) exportTo(path string) tea.Cmd {
	turns := make([]turn, len(m.turns)) // as they are now
	for i, t := range m.turns {
		turns[i] = *t
	}
	documents := report.Meta{Documents: m.opt.Roots}
	to, name := path, report.ExportName(m.now())
	if rest, ok := strings.CutPrefix(path, "~"+string(filepath.Separator)); ok {
		to = filepath.Join(m.opt.Env.Get("HOME"), rest)
	} else if !filepath.IsAbs(path) {
		to = filepath.Join(m.folder, path)
	}
	return func() tea.Msg {
		text := report.Export(func(yield func(report.Turn) bool) {
			for _, t := range turns {
				past := report.Turn{Question: t.typed, At: t.at, Answer: t.answer, Failed: t.problem, Selected: t.question.Selected != nil}
				if t.answer == nil && t.kept != nil {
					past = Recalled(past, t.kept, t.number)
				}
				if !yield(past) {
					return
				}
			}
		}, documents)
		if info, err := os.Stat(to); err == nil && info.IsDir() {
			to = filepath.Join(to, name)
		}
		err := keep.Create(to, []byte(text))
		return done(func(m *Model) tea.Cmd {
			if err != nil {
				m.askExport(path)
				m.warn("not exported: %v", err)
			} else {
				m.say("exported to %s", to)
			}
			return nil
		})
	}
}
