// Package clipboard puts text on the clipboard of the person who looks at the terminal, as far as that can be known.
//
//	r := clipboard.New(os.Environ()).Copy(ctx, text)
//	if r.OSC52 != "" { … }  // a Bubble Tea program returns tea.SetClipboard(r.OSC52)
//	fmt.Println(r.Message)
//
// There are three routes: a tool of this machine's desktop, tmux's own buffer, and OSC 52, an escape sequence with
// which a terminal is asked to do it. A tool tells whether it worked; OSC 52 never does, and no message claims it.
package clipboard

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ibid/guard"
	"ibid/ui/config"
)

const (
	toolTimeout = 2 * time.Second        // for a tool to take the text; they take milliseconds
	toolGrace   = 100 * time.Millisecond // for the pipes of a tool that has ended

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

// Copy sanitises text and gives it to the tools, each of which has two seconds; a context that ends stops them. It
// starts programs: call it in a command, not where the screen waits.
func (c Clipboard) Copy(ctx context.Context, text string) Result {
	text = guard.Sanitize(text)
	if text == "" {
		return Result{Message: "there is nothing to copy"}
	}
	var done, failed []string
	var errs []error
	try := func(what string, t *tool) {
		if err := t.run(ctx, c.env, text); err != nil {
			failed = append(failed, err.Error())
			errs = append(errs, err)
			return
		}
		done = append(done, what)
	}
	r := waysOf(c.env)
	if r.tool != nil {
		try("the clipboard", r.tool)
	}
	onClipboard := len(done) > 0
	if r.tmux { // which passes it on to the terminal around it; with OSC 52 too it would make a second buffer of the text
		try("tmux's buffer", &tool{name: "tmux", args: []string{"load-buffer", "-w", "-"}})
	}
	res := Result{Err: errors.Join(errs...)}
	if errors.Is(ctx.Err(), context.Canceled) {
		res.Message = "copying was interrupted"
		return res
	}
	var said []string
	if len(done) > 0 {
		said = append(said, "copied to "+strings.Join(done, " and "))
	}
	if inTmux := r.tmux && len(errs) == 0; !inTmux && (r.osc52 || !onClipboard) {
		res.OSC52 = text
		if onClipboard {
			said = append(said, "also sent to the terminal (OSC 52)")
		} else {
			said = append(said, "sent to the terminal (OSC 52); whether it arrived, only the terminal knows")
			if len(text) > maxOSC52 {
				said = append(said, fmt.Sprintf("it has %d kB, and many terminals take no more than %d", len(text)/1000, maxOSC52/1000))
			}
		}
	}
	said = append(said, failed...)
	if r.advice != "" {
		said = append(said, r.advice)
	}
	res.Message = guard.Sanitize(strings.Join(said, "; "))
	return res
}

// Routes says in words how a copy travels, in the order in which the ways are tried, and what would make it surer.
func (c Clipboard) Routes() []string {
	r := waysOf(c.env)
	var words []string
	if r.tool != nil {
		words = append(words, r.tool.name+": this machine's clipboard")
	}
	if r.tmux {
		words = append(words, "tmux load-buffer: tmux's buffer, and by tmux the terminal around it")
	}
	if r.osc52 {
		words = append(words, "OSC 52: the terminal, which does not tell whether it arrived")
	}
	if r.advice != "" {
		words = append(words, r.advice)
	}
	return words
}
