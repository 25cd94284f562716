package cli

import (
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ibid/ui/config"
)

// style sets text in bold or faint, or leaves it alone.
type style struct{ on bool }

func (s style) bold(t string) string  { return s.set("\x1b[1m", t) }
func (s style) faint(t string) string { return s.set("\x1b[2m", t) }

func (s style) set(code, t string) string {
	if !s.on || t == "" {
		return t
	}
	return code + t + "\x1b[0m"
}

// colored tells whether to style the output: --color wins, then NO_COLOR (any value but the empty one), then whether
// the output is a terminal that can.
func (a *App) colored(c *config.Config) bool {
	switch {
	case c.Color == "always":
		return true
	case c.Color == "never", c.Plain, a.getenv("NO_COLOR") != "", a.getenv("TERM") == "dumb":
		return false
	}
	return terminal(a.Out) > 0
}

// wrap breaks a line at spaces; wide characters count double.
func wrap(s string, width int) []string { return strings.Split(ansi.Wordwrap(s, width, ""), "\n") }

// clip shortens a line to a width.
func clip(s string, width int) string { return ansi.Truncate(s, max(width, 1), "…") }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// isTerminal tells whether somebody may be watching.
func isTerminal(w io.Writer) bool {
	_, ok := w.(*os.File)
	return ok && terminal(w) > 0
}
