package config

import (
	"io"
	"strings"

	"github.com/charmbracelet/colorprofile"
)

// Colored tells whether to colour what goes to w, which is a terminal or not. What the user set wins (ui.color,
// --color, then ui.plain), then NO_COLOR (any value but the empty one), CLICOLOR=0, CLICOLOR_FORCE (any value but the
// empty one and 0), and at last whether it is a terminal that can. See https://no-color.org and
// https://bixense.com/clicolors.
func (c *Config) Colored(env []string, terminal bool) bool {
	e := Env(env)
	force := e.Get("CLICOLOR_FORCE")
	switch {
	case c.Color == "always":
		return true
	case c.Color == "never", c.Plain, e.Get("NO_COLOR") != "", e.Get("CLICOLOR") == "0":
		return false
	case force != "" && force != "0":
		return true
	}
	return terminal && e.Get("TERM") != "dumb"
}

// Profile is how many colours a screen on w shows: none where it is not to be coloured, so that bold, underline and
// reverse remain; else what the environment says of the terminal, and sixteen at the least.
func Profile(w io.Writer, env []string, colored bool) colorprofile.Profile {
	if !colored {
		return colorprofile.ASCII
	}
	// The library has rules of its own for when to colour, in which NO_COLOR=yes is nothing; that is decided already.
	rest := []string{"TTY_FORCE=1"}
	for _, kv := range env {
		switch name, _, _ := strings.Cut(kv, "="); name {
		case "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TTY_FORCE":
		default:
			rest = append(rest, kv)
		}
	}
	return max(colorprofile.Detect(w, rest), colorprofile.ANSI)
}
