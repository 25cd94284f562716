// Package clipboard puts text on the clipboard of the person who looks at the terminal, as far as that can be known.
//
//	r := clipboard.New(os.Environ()).Copy(ctx, text)
//	if r.OSC52 != "" { … }  // a Bubble Tea program returns tea.SetClipboard(r.OSC52)
//	fmt.Println(r.Message)
//
// There are three routes: the clipboard of this machine's desktop, tmux's own buffer, and OSC 52, an escape sequence
// with which a terminal is asked to do it. The first two tell whether they worked; OSC 52 never does, and no message
// claims it.
package clipboard

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/atotto/clipboard"

	"ibid/guard"
	"ibid/ui/config"
)

const (
	patience = 2 * time.Second // for a tool to take the text; they take milliseconds

	// maxOSC52 is the longest text, in bytes, that terminals commonly take: 99,992 bytes in base64, with its frame
	// 100,000 (the limit of hterm's osc52.sh, which others took over).
	maxOSC52 = 74_994
)

// Clipboard knows the ways to the clipboard from one environment.
type Clipboard struct{ env config.Env }

// New returns the clipboard of an environment ("NAME=value").
func New(env []string) Clipboard { return Clipboard{env} }

// Result is what became of a copy.
type Result struct {
	OSC52   string // text that the terminal must be sent with OSC 52 to finish the copy, "" for none
	Message string // what happened, for a person: one line, nothing claimed that is not known
	Err     error  // why a route that was tried failed, nil where none did; OSC52 may still succeed
}

func (c Clipboard) has(names ...string) bool {
	for _, n := range names {
		if c.env.Get(n) != "" {
			return true
		}
	}
	return false
}

// Copy sanitises text and gives it to the desktop's clipboard and to tmux, each of which has two seconds. It starts
// programs: call it in a command, not where the screen waits.
//
// Over SSH the desktop's clipboard is that of the wrong machine. In tmux and screen the person may sit anywhere, so
// everything is tried: tmux ignores OSC 52 from programs unless set-clipboard is on, which is not its default, but
// passes on what is loaded into its buffer.
func (c Clipboard) Copy(ctx context.Context, text string) Result {
	text = guard.Sanitize(text)
	if text == "" {
		return Result{Message: "there is nothing to copy"}
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	var done, said []string
	var errs []error
	try := func(what string, err error) {
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", what, err))
			return
		}
		done = append(done, what)
	}
	remote := c.has("SSH_TTY", "SSH_CONNECTION")
	desktop := !remote && (runtime.GOOS == "darwin" || runtime.GOOS == "windows" || c.has("DISPLAY", "WAYLAND_DISPLAY", "TERMUX_VERSION"))
	if desktop && !clipboard.Unsupported {
		try("the clipboard", within(ctx, func() error { return clipboard.WriteAll(text) }))
	}
	onClipboard, inTmux := len(done) > 0, false
	if tmux, err := exec.LookPath("tmux"); c.has("TMUX") && err == nil { // with OSC 52 too it would have the text twice
		cmd := exec.CommandContext(ctx, tmux, "load-buffer", "-w", "-")
		cmd.Env, cmd.Stdin, cmd.WaitDelay = c.env, strings.NewReader(text), patience
		try("tmux's buffer", cmd.Run())
		inTmux = len(errs) == 0
	}
	res := Result{Err: errors.Join(errs...)}
	if len(done) > 0 {
		said = append(said, "copied to "+strings.Join(done, " and "))
	}
	switch {
	case inTmux, onClipboard && !remote && !c.has("TMUX", "STY"):
	case onClipboard:
		res.OSC52 = text
		said = append(said, "also sent to the terminal (OSC 52)")
	default:
		res.OSC52 = text
		said = append(said, "sent to the terminal (OSC 52); whether it arrived, only the terminal knows")
		if len(text) > maxOSC52 {
			said = append(said, fmt.Sprintf("it has %d kB, and many terminals take no more than %d", len(text)/1000, maxOSC52/1000))
		}
	}
	for _, err := range errs {
		said = append(said, err.Error())
	}
	if desktop && clipboard.Unsupported {
		said = append(said, "no clipboard tool was found; to be sure of a copy, install xclip, xsel or wl-clipboard")
	}
	res.Message = guard.Sanitize(strings.Join(said, "; "))
	return res
}

// within waits for work no longer than a context lasts.
func within(ctx context.Context, work func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- work() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
