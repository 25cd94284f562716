package tui

import (
	tea "charm.land/bubbletea/v2"
)

// Action is what a key does. Its name is what `[keys]` in the settings and the help use.
type Action string

// The actions.
const (
	NextPane         Action = "next_pane"
	PreviousPane     Action = "previous_pane"
	Sessions         Action = "sessions"
	Earlier          Action = "earlier_questions"
	NewSession       Action = "new_session"
	Back             Action = "back"
	Interrupt        Action = "interrupt"
	Help             Action = "help"
	Why              Action = "why"
	PreviousQuestion Action = "previous_question"
	NextQuestion     Action = "next_question"
	AskAgain         Action = "ask_again"
	AskLiterally     Action = "ask_literally"
	Down             Action = "down"
	Up               Action = "up"
	HalfDown         Action = "half_page_down"
	HalfUp           Action = "half_page_up"
	Top              Action = "top"
	Bottom           Action = "bottom"
	Enter            Action = "choose"
	CopyAnswer       Action = "copy_answer"
	CopyQuote        Action = "copy_quote"
	OpenSource       Action = "open_source"
	Select           Action = "select_text"
	PreviousEvidence Action = "previous_evidence"
	NextEvidence     Action = "next_evidence"
	Zoom             Action = "enlarge"
	Numbers          Action = "numbers"
	Mouse            Action = "mouse"
	Suspend          Action = "suspend"
	Quit             Action = "quit"
)

// where a binding works.
type where int

const (
	anywhere  where = iota
	reading         // in the answer, the evidence and the why sheet; by its chords also while a question is written
	inSheet         // as reading; by a letter also in the why sheet
	onlySheet       // in the why sheet
	onlyFromHelp
)

// binding ties keys to an action.
type binding struct {
	action Action
	keys   []string // as Bubble Tea names them
	where  where
	help   string
	do     func(*Model) tea.Cmd
	lacks  func(*Model) string // why it can do nothing now, "" where it can; nil where it always can
}

// unavailable says why an action can do nothing now, "" where it can.
func (b *binding) unavailable(m *Model) string {
	if b.lacks == nil {
		return ""
	}
	return b.lacks(m)
}

// bindings are the default keys, in the order of the help.
func bindings() []binding {
	return []binding{
		{NextPane, []string{"tab"}, anywhere, "next pane", goTo(1), nil},
		{PreviousPane, []string{"shift+tab"}, anywhere, "previous pane", goTo(paneCount - 1), nil},
		{Back, []string{"esc"}, anywhere, "one step back; cancels the answer being made", goBack, nil},
		{Interrupt, []string{"ctrl+c"}, anywhere, "cancel, then clear, then quit", interrupt, nil},
		{Help, []string{"?", "f1", "ctrl+p"}, anywhere, "every action, its keys, and what the signs say", opens(newHelp), nil},
		{Sessions, []string{"ctrl+s"}, anywhere, "sessions", loadSessions, nil},
		{Earlier, []string{"ctrl+r"}, anywhere, "search the earlier questions of all sessions", opens(newHistory), nil},
		{PreviousQuestion, []string{"alt+up"}, anywhere, "previous question", shows(-1), lacksQuestionAt(-1, "first")},
		{NextQuestion, []string{"alt+down"}, anywhere, "next question", shows(1), lacksQuestionAt(1, "last")},
		{Zoom, []string{"alt+z"}, anywhere, "enlarge the answer or the evidence, and back", zoom, nil},
		{Mouse, []string{"alt+m"}, anywhere, "give the mouse to the terminal, or take it back", toggleMouse, nil},
		{Suspend, []string{"ctrl+z"}, anywhere, "stop until the shell's fg", func(*Model) tea.Cmd { return tea.Suspend }, nil},
		{Quit, []string{"ctrl+q"}, anywhere, "quit; the session is kept", func(*Model) tea.Cmd { return tea.Quit }, nil},
		{Down, []string{"j", "down", "alt+j"}, inSheet, "down: a sentence, or a line of evidence", moves(Down), nil},
		{Up, []string{"k", "up", "alt+k"}, inSheet, "up", moves(Up), nil},
		{HalfDown, []string{"space", "ctrl+d", "pgdown"}, inSheet, "half a page down", moves(HalfDown), nil},
		{HalfUp, []string{"ctrl+u", "pgup"}, inSheet, "half a page up", moves(HalfUp), nil},
		{Top, []string{"g", "home"}, inSheet, "to the top", moves(Top), nil},
		{Bottom, []string{"G", "end"}, inSheet, "to the bottom", moves(Bottom), nil},
		{Enter, []string{"enter"}, reading, "show the evidence of the sentence; ask about the selection", enterNext, nil},
		{Why, []string{"alt+w", "f2"}, inSheet, "why this answer, or this refusal", toggleSheet, lacksAnswer},
		{Numbers, []string{"n"}, onlySheet, "what was measured, in numbers", toggleNumbers, lacksSheet},
		{AskAgain, []string{"alt+r"}, reading, "ask again; of all documents where the selected text lacks it", askAgain, lacksOutcome},
		{AskLiterally, []string{"alt+l"}, reading, "ask a follow-up just as it was written", askLiterally, lacksFollowUp},
		{CopyAnswer, []string{"y", "alt+y"}, inSheet, "copy the answer with its references", copyAnswer, lacksAnswer},
		{CopyQuote, []string{"Y", "alt+q"}, reading, "copy the quoted evidence", copyQuote, lacksEvidence},
		{OpenSource, []string{"o", "alt+o"}, reading, "open the source at the place", openSource, lacksEvidence},
		{NextEvidence, []string{"]", "alt+n"}, reading, "next evidence", steps(1), lacksEvidence},
		{PreviousEvidence, []string{"[", "alt+p"}, reading, "previous evidence", steps(-1), lacksEvidence},
		{Select, []string{"v", "alt+v"}, reading, "select text of the evidence to ask about", startSelection, lacksEvidence},
		{NewSession, nil, onlyFromHelp, "start a new session", newSession, isBusy},
	}
}

func goTo(by pane) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		return m.focusOn((m.focus + by) % paneCount)
	}
}

func writeQuestion(m *Model) tea.Cmd {
	m.sheet = nil
	return m.focusOn(questionPane)
}

func opens(overlay func(*Model) *choice) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.overlay = overlay(m)
		return nil
	}
}

func shows(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { return m.show(m.chosen + by) }
}

func moves(a Action) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		moveBy(m, a)
		return nil
	}
}

func steps(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.evidence.step(m, by)
		return nil
	}
}

func lacksQuestion(m *Model) string {
	if len(m.turns) == 0 {
		return "nothing was asked yet"
	}
	return ""
}

func lacksQuestionAt(by int, end string) func(*Model) string {
	return func(m *Model) string {
		if i := m.chosen + by; i < 0 || i >= len(m.turns) {
			return "this is the " + end + " question"
		}
		return ""
	}
}

func lacksAnswer(m *Model) string {
	switch t := m.turn(); {
	case m.sheet != nil:
		return ""
	case t == nil:
		return lacksQuestion(m)
	case t.answer == nil:
		return "there is no answer yet"
	}
	return ""
}

// lacksOutcome is lacksAnswer, but that a question without an answer can be asked again.
func lacksOutcome(m *Model) string {
	if t := m.turn(); t != nil && t.phase == failed {
		return ""
	}
	return lacksAnswer(m)
}

func lacksEvidence(m *Model) string {
	if t := m.turn(); t == nil || len(t.found()) == 0 {
		return "there is no evidence yet"
	}
	return ""
}

func lacksSheet(m *Model) string {
	if m.sheet == nil {
		return "the why sheet is not open"
	}
	return ""
}

func lacksFollowUp(m *Model) string {
	if t := m.turn(); t == nil || t.answer == nil || t.answer.Asked == "" {
		return "this question was asked as it was written"
	}
	return isBusy(m)
}

func isBusy(m *Model) string {
	if m.busy() {
		return "an answer is being made; esc cancels it"
	}
	return ""
}
