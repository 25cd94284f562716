package cli

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/config"
	"ibid/ui/report"
	"ibid/ui/wire"
)

const (
	textWidth    = 100 // columns of text, where the terminal is not narrower
	minTextWidth = 40
)

// page collects plain output.
type page struct {
	strings.Builder
	width int // of text
	wide  int // of tables, where they may be wider than text
	style style
}

func (a *App) newPage(styled bool) *page {
	p := &page{width: textWidth, style: style{on: styled}}
	if width := terminal(a.Out); width > textWidth {
		p.wide = width - 1
	} else if width > 0 {
		p.width = max(width-1, minTextWidth)
	}
	return p
}

// show prints what a command found: as one JSON object where that is asked for, else as text.
func (a *App) show(c *config.Config, asJSON bool, object any, text func(*page)) error {
	if asJSON {
		return writeJSON(a.Out, object)
	}
	p := a.styledPage(c)
	text(p)
	return a.print(p)
}

// print writes the page.
func (a *App) print(p *page) error {
	if _, err := io.WriteString(a.Out, p.String()); err != nil {
		return outputError{err}
	}
	return nil
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// hang writes text behind a label and wraps it; the lines that follow stand below the first one's text.
func (p *page) hang(label, text string, set func(string) string) {
	indent := ansi.StringWidth(label)
	for i, l := range wrap(text, max(p.width-indent, 1)) {
		if i > 0 {
			label = strings.Repeat(" ", indent)
		}
		if set != nil {
			l = set(l)
		}
		p.line("%s", strings.TrimRight(label+l, " "))
	}
}

// note tells something beside the answer, on standard error.
func (a *App) note(format string, args ...any) {
	fmt.Fprintf(a.Err, "note: %s\n", clean(fmt.Sprintf(format, args...)))
}

// behind says below an answer why it may not be that of the documents as they are.
func (p *page) behind(r index.Report) {
	for _, s := range r.Stale {
		p.hang("note: ", "this may be behind the documents: "+clean(s), nil)
	}
}

// beside tells what goes with an answer and is not on its page.
func (a *App) beside(answer *engine.Answer, r index.Report) {
	for _, w := range answer.Warnings {
		if !slices.Contains(r.Stale, w) {
			a.note("%s", w)
		}
	}
	r.Stale = nil
	a.notes(r)
}

// notes tells what bringing the index up to date found.
func (a *App) notes(r index.Report) {
	for _, s := range r.Stale {
		a.note("%s", s)
	}
	if r.Reembedded != "" {
		a.note("every text got new vectors: %s", r.Reembedded)
	}
	for _, s := range app.Rebuilt(r) {
		a.note("%s", s)
	}
	if r.Built && len(r.Skipped)+len(r.Warnings) > 0 {
		a.note("some files were left out or read in part; `ibid index --status` lists them and why")
	}
}

func (a *App) styledPage(c *config.Config) *page { return a.newPage(a.colored(c)) }

// count is a number of things, in words that fit it.
func count(n int, noun string) string { return report.Count(n, noun) }

// lastSection is the innermost section that a chunk stands in.
func lastSection(c *index.Chunk) string { return wire.PlaceOf(c).Section }

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// writeJSON prints one object on one line, with everything escaped that a terminal obeys.
func writeJSON(w io.Writer, v any) error {
	line, err := wire.Encode(v)
	if err != nil {
		return err
	}
	if _, err := w.Write(line); err != nil {
		return outputError{err}
	}
	return nil
}

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

// lowerFirst lets a sentence follow "because".
func lowerFirst(s string) string { return report.LowerFirst(s) }
