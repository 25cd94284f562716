package tui

import (
	tea "charm.land/bubbletea/v2"
)

// Action is what a key does. Its name is what `[keys]` in the settings and the help use.
type Action string

// The actions that the code knows by name.
const (
	NextPane     Action = "next_pane"
	Sessions     Action = "sessions"
	Earlier      Action = "earlier_questions"
	Back         Action = "back"
	Interrupt    Action = "interrupt"
	Help         Action = "help"
	Why          Action = "why"
	AskAgain     Action = "ask_again"
	AskLiterally Action = "ask_literally"
	Down         Action = "down"
	Up           Action = "up"
	HalfDown     Action = "half_page_down"
	HalfUp       Action = "half_page_up"
	Top          Action = "top"
	Bottom       Action = "bottom"
	Enter        Action = "choose"
	CopyAnswer   Action = "copy_answer"
	OpenSource   Action = "open_source"
	Select       Action = "select_text"
	Mouse        Action = "mouse"
	Suspend      Action = "suspend"
	Quit         Action = "quit"
)

// where a binding works.
type where int

const (
	anywhere where = iota
	reading        // in the answer, the evidence and the why sheet; by its chords also while a question is written
)

// binding ties keys to an action.
type binding struct {
	action Action
	keys   []string // as Bubble Tea names them
	where  where
	help   string
	do     func(*Model) tea.Cmd
	needs  need
}

// need is what an action cannot do without.
type need int

const (
	nothing need = iota
	questionBefore
	questionAfter
	anAnswer
	anOutcome // an answer, or that there is none
	someEvidence
	followUp
	idle // nothing is being answered
)

// bindings are the default keys, in the order of the help.
func bindings() []binding {
	return []binding{
		{NextPane, []string{"tab"}, anywhere, "next pane", goTo(1), nothing},
		{"previous_pane", []string{"shift+tab"}, anywhere, "previous pane", goTo(paneCount - 1), nothing},
		{Back, []string{"esc"}, anywhere, "one step back; cancels the answer being made", goBack, nothing},
		{Interrupt, []string{"ctrl+c"}, anywhere, "cancel, then clear, then quit", interrupt, nothing},
		{Help, []string{"f1", "ctrl+p"}, anywhere, "every action, its keys, and what the signs say", opens(newHelp), nothing},
		{Sessions, []string{"ctrl+s"}, anywhere, "sessions", loadSessions, idle},
		{"new_session", []string{"ctrl+n"}, anywhere, "start a new session", newSession, idle},
		{Earlier, []string{"ctrl+r"}, anywhere, "search the earlier questions of all sessions", opens(newHistory), nothing},
		{"previous_question", []string{"alt+up"}, anywhere, "previous question", shows(-1), questionBefore},
		{"next_question", []string{"alt+down"}, anywhere, "next question", shows(1), questionAfter},
		{"enlarge", []string{"alt+z"}, anywhere, "enlarge the answer or the evidence, and back", zoom, nothing},
		{Mouse, []string{"alt+m"}, anywhere, "give the mouse to the terminal, or take it back", toggleMouse, nothing},
		{Suspend, []string{"ctrl+z"}, anywhere, "stop until fg", func(*Model) tea.Cmd { return tea.Suspend }, nothing},
		{Quit, []string{"ctrl+q"}, anywhere, "quit; the session is kept", func(*Model) tea.Cmd { return tea.Quit }, nothing},
		{Down, []string{"down", "alt+j"}, reading, "down: a sentence, or a line of evidence", moves(Down), nothing},
		{Up, []string{"up", "alt+k"}, reading, "up", moves(Up), nothing},
		{HalfDown, []string{"pgdown", "ctrl+d"}, reading, "half a page down", moves(HalfDown), nothing},
		{HalfUp, []string{"pgup", "ctrl+u"}, reading, "half a page up", moves(HalfUp), nothing},
		{Top, []string{"home"}, reading, "to the top", moves(Top), nothing},
		{Bottom, []string{"end"}, reading, "to the bottom", moves(Bottom), nothing},
		{Enter, []string{"enter"}, reading, "show the evidence of the sentence; ask about the selection; numbers in the why sheet", enterNext, nothing},
		{Why, []string{"alt+w", "f2"}, reading, "why this answer, or this refusal", toggleSheet, anAnswer},
		{AskAgain, []string{"alt+r"}, reading, "ask again; of all documents where selected text lacks it", askAgain, anOutcome},
		{AskLiterally, []string{"alt+l"}, reading, "ask a follow-up just as it was written", askLiterally, followUp},
		{CopyAnswer, []string{"alt+y"}, reading, "copy the answer with references, or the why sheet", copyAnswer, anAnswer},
		{"copy_quote", []string{"alt+q"}, reading, "copy the quoted evidence", copyQuote, someEvidence},
		{OpenSource, []string{"alt+o"}, reading, "open the source at the place", openSource, someEvidence},
		{"next_evidence", []string{"alt+n"}, reading, "next evidence", steps(1), someEvidence},
		{"previous_evidence", []string{"alt+p"}, reading, "previous evidence", steps(-1), someEvidence},
		{Select, []string{"alt+v"}, reading, "select text of the evidence to ask about", startSelection, someEvidence},
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

// lacks says what a need is not met by, "" where it is.
func lacks(m *Model, n need) string {
	t := m.turn()
	answered := t != nil && t.answer != nil
	switch {
	case n == questionBefore && m.chosen <= 0:
		return "this is the first question"
	case n == questionAfter && m.chosen+1 >= len(m.turns):
		return "this is the last question"
	case n == anAnswer && m.sheet != nil, n == anOutcome && t != nil && t.phase == failed:
		return ""
	case (n == anAnswer || n == anOutcome) && t == nil:
		return "nothing was asked yet"
	case (n == anAnswer || n == anOutcome) && !answered:
		return "there is no answer yet"
	case n == someEvidence && (t == nil || len(t.found()) == 0):
		return "there is no evidence yet"
	case n == followUp && (!answered || t.answer.Asked == ""):
		return "this question was asked as it was written"
	case (n == followUp || n == idle) && m.busy():
		return "an answer is being made; esc cancels it"
	}
	return ""
}
