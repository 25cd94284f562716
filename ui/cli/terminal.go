package cli

import (
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"ibid/ui/config"
)

const defaultWidth = 80 // columns of a terminal that does not tell

// terminal returns the width of a terminal, 0 for anything else.
func terminal(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return defaultWidth
	}
	return width
}

// colored tells whether to style the output.
func (a *App) colored(c *config.Config) bool { return c.Colored(a.Env, terminal(a.Out) > 0) }

// style sets text in bold or faint, or leaves it alone. Neither carries meaning.
type style struct{ on bool }

func (s style) bold(t string) string  { return s.set("\x1b[1m", t) }
func (s style) faint(t string) string { return s.set("\x1b[2m", t) }

func (s style) set(code, t string) string {
	if !s.on || t == "" {
		return t
	}
	return code + t + "\x1b[0m"
}

// wrap breaks text at spaces and nowhere else: a name or a path stays whole, even where it is wider than the line.
func wrap(s string, width int) []string {
	var lines []string
	for _, par := range strings.Split(s, "\n") {
		line, used := "", 0
		for i, word := range strings.Split(par, " ") {
			w := ansi.StringWidth(word)
			switch {
			case i == 0:
				line, used = word, w
			case used+1+w <= width:
				line, used = line+" "+word, used+1+w
			default:
				lines = append(lines, line)
				line, used = word, w
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// clip shortens a line to a width.
func clip(s string, width int) string { return ansi.Truncate(s, max(width, 1), "…") }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
