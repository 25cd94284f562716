package clipboard

import (
	"strings"

	"ibid/ui/config"
)

// tool puts a text on the clipboard of this machine.
type tool struct {
	name  string
	args  []string                // of a program that reads the text from its standard input
	write func(text string) error // for a system that offers more than a program, nil elsewhere
	needs string                  // the variable without which it has no clipboard to write to, "" for none
	from  string                  // what to install for it, "" where there is nothing to suggest
}

// routes are the ways that a copy takes.
type routes struct {
	tool   *tool // nil for none
	tmux   bool
	osc52  bool
	advice string // what to install for a surer way, "" for nothing
}

// waysOf finds the ways. Over SSH a tool would fill the clipboard of the wrong machine. In tmux and screen the person
// may sit anywhere, so everything is tried: tmux ignores OSC 52 from programs unless set-clipboard is on, which is
// not its default, but passes on what is loaded into its buffer; where it cannot be run, OSC 52 may still get
// through.
func waysOf(e config.Env) routes {
	remote := e.Get("SSH_TTY") != "" || e.Get("SSH_CONNECTION") != ""
	inside := e.Get("TMUX") != "" || e.Get("STY") != ""
	var r routes
	if !remote {
		r.tool, r.advice = toolOf(e)
	}
	r.tmux = e.Get("TMUX") != "" && lookPath(e, "tmux") != ""
	r.osc52 = remote || inside || r.tool == nil
	return r
}

// toolOf finds the first tool that has a clipboard to write to, and if there is none, says what to install.
func toolOf(e config.Env) (found *tool, advice string) {
	var missing []string
	for _, t := range tools() {
		switch {
		case t.needs != "" && e.Get(t.needs) == "":
		case t.write != nil || lookPath(e, t.name) != "":
			return &t, ""
		case t.from != "":
			missing = append(missing, t.from)
		}
	}
	if missing == nil {
		return nil, ""
	}
	return nil, "no clipboard tool was found; to be sure of a copy, install " + strings.Join(missing, " or ")
}
