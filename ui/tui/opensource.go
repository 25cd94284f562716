package tui

import (
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/index"
)

// opening is how a source is opened at a place.
type opening struct {
	command []string
	inside  bool // it takes the terminal
}

// editorCommand opens a file at a line; not every editor takes "+12 file".
func editorCommand(editor []string, path string, line int) []string {
	switch name := strings.TrimSuffix(filepath.Base(editor[0]), ".exe"); name {
	case "code", "codium", "code-insiders", "cursor":
		return append(editor, "--goto", fmt.Sprintf("%s:%d", path, line))
	case "subl", "zed", "hx", "helix":
		return append(editor, fmt.Sprintf("%s:%d", path, line))
	}
	return append(editor, fmt.Sprintf("+%d", line), path)
}

// howToOpen finds the program for a chunk's source: a viewer at the page, or the person's editor at the line.
func howToOpen(c *index.Chunk, line int, getenv func(string) string, system string) opening {
	path := c.Path
	if c.StartPage > 0 {
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
		u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), Fragment: fmt.Sprintf("page=%d", c.StartPage)}
		switch system {
		case "darwin":
			return opening{command: []string{"open", u.String()}}
		case "windows":
			return opening{command: []string{"rundll32", "url.dll,FileProtocolHandler", u.String()}}
		}
		return opening{command: []string{"xdg-open", u.String()}}
	}
	editor := strings.Fields(getenv("VISUAL"))
	if len(editor) == 0 {
		editor = strings.Fields(getenv("EDITOR"))
	}
	if len(editor) == 0 {
		editor = []string{"less"}
	}
	if strings.HasPrefix(path, "-") {
		path = "./" + path // a name is not an option
	}
	return opening{editorCommand(editor, path, line), true}
}

// quotedLine is the line of a chunk's file where the quote stands that is shown, the first of the chunk where there is none.
// Only a chunk that has the lines of its file as they are tells that.
func (m *Model) quotedLine(c *index.Chunk) int {
	ev, ok := m.evidence.chosen()
	if ok && &ev.Chunk == c && c.EndLine-c.StartLine == strings.Count(strings.TrimRight(c.Text, "\n"), "\n") {
		for _, q := range m.turn().quotes() {
			if q.Key == ev.Key && q.Span[0] <= len(c.Text) {
				return c.StartLine + strings.Count(c.Text[:q.Span[0]], "\n")
			}
		}
	}
	return max(c.StartLine, 1)
}

// openSource shows the command that opens what is shown, and runs it when the person says so.
func (m *Model) openSource() {
	c, ok := m.evidence.current()
	if !ok {
		return
	}
	how := howToOpen(c, m.quotedLine(c), m.getenv, runtime.GOOS)
	shown := quoteCommand(how.command)
	if _, err := exec.LookPath(how.command[0]); err != nil {
		m.overlay = &dialog{
			title:   "open the source",
			lines:   []string{fmt.Sprintf("%s is not installed. The source is %s.", how.command[0], c.Path), "Set EDITOR to your editor for texts; a desktop opens PDFs."},
			choices: []choice{{"y", "copy the path", func(m *Model) tea.Cmd { return m.copy(c.Path, "the path") }}},
		}
		return
	}
	m.overlay = &dialog{
		title: "open the source",
		lines: []string{shown},
		choices: []choice{
			{"enter", "run it", func(m *Model) tea.Cmd { return m.launch(how) }},
			{"y", "copy the command", func(m *Model) tea.Cmd { return m.copy(shown, "the command") }},
		},
	}
}

// launchedMsg is the end of a program that was started.
type launchedMsg struct {
	name string
	err  error
}

// launch runs a program: an editor in this terminal, a viewer beside it.
func (m *Model) launch(how opening) tea.Cmd {
	name := how.command[0]
	if how.inside {
		return tea.ExecProcess(exec.Command(name, how.command[1:]...), func(err error) tea.Msg { return launchedMsg{name, err} })
	}
	return func() tea.Msg {
		return launchedMsg{name, exec.Command(name, how.command[1:]...).Run()} // a viewer outlives the screen
	}
}

func (m *Model) launched(msg launchedMsg) {
	if msg.err != nil {
		m.warn("%s: %v", msg.name, msg.err)
	}
}

// quoteCommand writes a command as a shell would read it.
func quoteCommand(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		if strings.ContainsAny(w, " \t\n\"'\\$`*?[]()<>|&;#~!{}") {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		out[i] = w
	}
	return strings.Join(out, " ")
}

func (m *Model) getenv(name string) string {
	for _, kv := range m.opt.Env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}
