package tui

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"time"
)

// settling is how long Bubble Tea is given to end the renderer that it stops. The old one may else stop the ticks of
// the one that is started next (Program.stopRenderer goes on before the ticker is stopped), and the screen stays as
// it was.
const settling = 50 * time.Millisecond

// settled is a tea.ExecCommand that runs a command in the terminal, or none, once the renderer has ended.
type settled struct{ *exec.Cmd }

func (s settled) Run() error {
	time.Sleep(settling)
	if s.Cmd == nil {
		return nil
	}
	signal.Reset(os.Interrupt) // ctrl+c is for the command: on the screen it is a key
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	return s.Cmd.Run()
}

func (s settled) SetStdin(r io.Reader) {
	if s.Cmd != nil {
		s.Stdin = r
	}
}

func (s settled) SetStdout(w io.Writer) {
	if s.Cmd != nil {
		s.Stdout = w
	}
}

func (s settled) SetStderr(w io.Writer) {
	if s.Cmd != nil {
		s.Stderr = w
	}
}
