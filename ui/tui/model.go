package tui

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"

	"ibid/index"
	"ibid/index/file"
	"ibid/themes"
	"ibid/ui/clipboard"
	"ibid/ui/session"
	"ibid/ui/tui/editor"
	"ibid/ui/tui/textview"
)

// Model is the whole screen: a conversation, three panes, and what lies over them. What one of them can tell by itself
// is a method of it; the functions of this package draw the whole and do what a key says.
type Model struct {
	ctx     context.Context
	library Library
	opt     Options
	keys    keyMap
	now     func() time.Time

	talk
	question
	answer    textview.View // what is shown of the turn
	evidence  evidenceView
	sheet     *sheet  // the why sheet, nil where it is closed
	overlay   *choice // what lies over everything, nil for nothing
	selection selection
	pointing  bool // the mouse is not the terminal's

	width, height int
	layout        layout
	focus         pane // has the keys
	viewed        pane // the answer or the evidence: what is read, beside the question that may be written
	zoomed        bool // the viewed one has the room of both
	ascii         bool // the terminal has no Unicode
	dark          bool // what the terminal says of its background
	themeName     string
	theme         themes.Theme
	notice        notice
	quitting      bool  // the next ctrl+c quits
	fault         error // a panic of the screen itself
	clip          clipboard.Clipboard
	spinner       spinner.Model // shows that something is under way
	ticking       bool          // its message is on its way
}

// talk is the conversation: what was asked and answered, of which documents, and what is under way.
type talk struct {
	contents    *Contents // nil until the documents are open
	opening     bool
	openProblem string
	reading     *index.Step // of reading the documents, or what else takes long; nil for none
	serial      int         // of the last work started
	opener, run *work       // what is under way, nil for nothing
	asking      *turn       // that run answers
	pending     *turn       // waits for the documents
	early       *work       // answers it from what there is of them
	provisional []*turn     // were answered so, and are asked again

	session *session.Session // nil until the first question
	folder  string           // that paths start from, "" where nobody can tell
	roots   []string         // of the documents, from the root of the file system
	turns   []*turn
	chosen  int      // the turn that is shown
	earlier []string // questions of other sessions, oldest first
}

// question is the pane in which one is written.
type question struct {
	editor *editor.Editor
	about  *Selected // the next question is about this text alone
}

// notice is one line for the person, until the next key.
type notice struct {
	text string
	bad  bool
}

const frameOfSpinner = 120 * time.Millisecond

// done is the message of a command whose work has ended: what follows from that.
type done func(*Model) tea.Cmd

func newModel(ctx context.Context, opt Options) (*Model, error) {
	m := &Model{ctx: ctx, library: opt.Library, opt: opt, keys: newKeyMap(opt.Keys), now: opt.Now, dark: true,
		themeName: opt.Theme, clip: opt.Clipboard, pointing: opt.Mouse, talk: talk{session: opt.Resume}}
	m.folder, _ = filepath.Abs("")
	for _, r := range opt.Roots {
		if !filepath.IsAbs(r) {
			r = filepath.Join(m.folder, r)
		}
		m.roots = append(m.roots, r)
	}
	m.spinner = spinner.New(spinner.WithSpinner(spinner.Spinner{Frames: []string{"◐", "◓", "◑", "◒"}, FPS: frameOfSpinner}))
	m.evidence.text = textview.New()
	m.editor = editor.New(&m.theme.Styles, "ask your documents")
	if err := m.setTheme(opt.Theme); err != nil {
		return nil, err
	}
	if opt.Resume != nil {
		resumeSession(m, opt.Resume)
		if t := m.turn(); t != nil && t.phase == answered {
			m.read(t)().(done)(m) // for the first picture
		}
	}
	m.ascii = !unicodeLocale(opt.Env)
	m.viewed = m.opt.first()
	m.focusOn(questionPane)
	return m, nil
}

// Init implements tea.Model. The documents are opened behind the first picture.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{m.open(), recallQuestions(m)}
	if m.themeName == AutoTheme {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

// pulse keeps what shows that something is under way moving, while it is.
func (m *Model) pulse() tea.Cmd {
	if m.ticking || !m.opening && !m.busy() {
		return nil
	}
	m.ticking = true
	return tea.Tick(m.spinner.Spinner.FPS, func(time.Time) tea.Msg { return m.spinner.Tick() })
}

// Update implements tea.Model. A panic ends the screen as an error does: the terminal is put back, and what was asked
// is on disk.
func (m *Model) Update(msg tea.Msg) (out tea.Model, cmd tea.Cmd) {
	defer func() {
		if out = m; m.fault != nil {
			cmd = tea.Quit
		}
	}()
	defer file.Catch(&m.fault)
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m, m.resize(msg.Width, msg.Height)
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		if m.themeName == AutoTheme {
			return m, m.retheme(AutoTheme)
		}
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tea.MouseMsg:
		return m, m.mouse(msg)
	case tea.PasteMsg:
		return m, m.paste(msg)
	case tea.ResumeMsg: // after ctrl+z
		return m, tea.Exec(settled{}, nil)
	case streamMsg:
		return m, m.told(msg)
	case spinner.TickMsg:
		m.spinner, _ = m.spinner.Update(msg)
		m.ticking = false
		return m, m.pulse()
	case done:
		return m, msg(m)
	}
	return m, nil
}

// resize lays the screen out anew.
func (m *Model) resize(width, height int) tea.Cmd {
	m.width, m.height = width, height
	m.selection = selection{}
	return m.relayout()
}

// relayout gives every pane its place.
func (m *Model) relayout() tea.Cmd {
	m.layout = arrange(m.width, m.height, m.focus, m.viewed, m.zoomed, func(width, limit int) int {
		return len(aboutLines(m, width)) + m.editor.Height(width, limit)
	})
	m.placeEditor()
	m.evidence.resize(m)
	if m.sheet != nil {
		m.sheet.resize(m)
	}
	if t := m.turn(); t != nil {
		return renderAnswer(m, t)
	}
	return nil
}

// focusOn moves the focus; where not all panes fit, that changes which ones are shown.
func (m *Model) focusOn(p pane) tea.Cmd {
	m.focus = p
	if p != questionPane {
		m.viewed = p
	}
	if p != evidencePane && m.selection.in(evidencePane) {
		m.selection = selection{}
	}
	if p == questionPane {
		m.editor.Focus()
	} else {
		m.editor.Blur()
	}
	return m.relayout()
}

// zoom gives the pane under the cursor the room of both, or back.
func zoom(m *Model) tea.Cmd {
	m.zoomed = !m.zoomed
	return m.relayout()
}

// look shows the answer or the evidence: to somebody who reads, with the focus; to somebody who writes, beside the
// question.
func (m *Model) look(p pane) tea.Cmd {
	if m.focus != questionPane {
		return m.focusOn(p)
	}
	m.viewed = p
	return m.relayout()
}

// turn is the one that is shown, nil where nothing was asked.
func (k *talk) turn() *turn {
	if k.chosen < 0 || k.chosen >= len(k.turns) {
		return nil
	}
	return k.turns[k.chosen]
}

// show brings a turn to the screen.
func (m *Model) show(i int) tea.Cmd {
	if i < 0 || i >= len(m.turns) {
		return nil
	}
	t := m.turns[i]
	m.chosen = i
	m.sheet, m.selection = nil, selection{}
	m.answer.GotoTop()
	keepSentence(m, t)
	m.evidence.load(m, t)
	if t.phase == answered && t.answer == nil {
		return m.read(t)
	}
	return renderAnswer(m, t)
}

// read fetches an answer of a session that goes on.
func (m *Model) read(t *turn) tea.Cmd {
	kept, number := t.kept, t.number
	return func() tea.Msg {
		a, err := kept.Recall(number)
		return done(func(m *Model) tea.Cmd {
			if err != nil {
				t.phase, t.problem = failed, problem(err)
				return nil
			}
			t.take(a)
			if m.turn() != t {
				return nil
			}
			m.evidence.load(m, t)
			return renderAnswer(m, t)
		})
	}
}

const maxRecalled = 500 // questions

// recallQuestions fetches the questions of earlier sessions. Without them the history is shorter, no more.
func recallQuestions(m *Model) tea.Cmd {
	store := m.opt.Sessions
	return func() tea.Msg {
		earlier, err := store.Questions(maxRecalled)
		if err != nil {
			return nil
		}
		return done(func(m *Model) tea.Cmd {
			m.earlier = earlier
			return nil
		})
	}
}

// history is what was asked in earlier sessions, then in this one.
func (k *talk) history() []string {
	out := slices.Clone(k.earlier)
	for _, t := range k.turns {
		if t.question.Selected == nil { // without the text it means something else
			out = append(out, t.typed)
		}
	}
	return out
}

func (m *Model) say(format string, args ...any) {
	m.notice = notice{text: label(fmt.Sprintf(format, args...))}
}

func (m *Model) warn(format string, args ...any) {
	m.say(format, args...)
	m.notice.bad = true
}
