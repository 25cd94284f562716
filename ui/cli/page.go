package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/config"
	"ibid/ui/text"
	"ibid/ui/tui"
	"ibid/ui/tui/cells"
)

const (
	textWidth    = 100 // columns of text, where the terminal is not narrower
	minTextWidth = 40
)

// page collects plain output.
type page struct {
	strings.Builder
	width int // of text
	style style
	plain bool // for screen readers: no signs but those of ASCII

	lowered bool // a measure is marked as one of which less is better
}

// newPage is as wide as the terminal; the settings, nil where they cannot be read, say how it looks.
func (a *App) newPage(c *config.Config) *page {
	p := &page{width: textWidth}
	if c != nil {
		p.style.on, p.plain = a.colored(c), c.Plain
	}
	if width := terminal(a.Out); width > 0 && width <= textWidth {
		p.width = max(width-1, minTextWidth)
	}
	return p
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
	for i, l := range cells.Words(text, max(p.width-indent, 1)) {
		if i > 0 {
			label = strings.Repeat(" ", indent)
		}
		if set != nil {
			l = set(l)
		}
		p.line("%s", strings.TrimRight(label+l, " "))
	}
}

// sign is a glyph, or what stands for it on a plain page.
func (p *page) sign(glyph, plain string) string {
	if p.plain {
		return plain
	}
	return glyph
}

// table sets rows of cells in columns, the first to the left and the others to the right.
func (p *page) table(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	for n, r := range rows {
		line := pad(r[0], widths[0])
		for i, cell := range r[1:] {
			line += "  " + strings.Repeat(" ", widths[i+1]-ansi.StringWidth(cell)) + cell
		}
		if n == 0 {
			line = p.style.bold(line)
		}
		p.line("%s", line)
	}
}

// note tells something beside the answer, on standard error.
func (a *App) note(format string, args ...any) {
	fmt.Fprintf(a.Err, "note: %s\n", clean(fmt.Sprintf(format, args...)))
}

// behind says below an answer why it may not be that of the documents as they are.
func (p *page) behind(answer *engine.Answer) {
	for _, s := range answer.Index.Stale {
		p.hang("note: ", "this may be behind the documents: "+clean(s), nil)
	}
}

// beside tells what goes with an answer and is not on its page.
func (r *call) beside(answer *engine.Answer, report index.Report) {
	for _, w := range answer.Warnings {
		if !slices.Contains(answer.Index.Stale, w) {
			r.note("%s", w)
		}
	}
	report.Stale = nil
	r.notes(report)
}

// notes tells what bringing the index up to date found.
func (r *call) notes(report index.Report) {
	r.tell(report.Stale)
	if report.Reembedded != "" {
		r.note("every text got new vectors: %s", report.Reembedded)
	}
	r.tell(app.Rebuilt(report.State))
	if report.Built && len(report.Skipped)+len(report.Warnings) > 0 {
		r.note("some files were left out or read in part; `ibid index%s --status` lists them and why", r.named())
	}
}

// named are the flags that name the documents again, where those of the settings are not meant.
func (r *call) named() string {
	var out string
	if origin := r.config.Origin("docs"); origin == "--docs" || origin == "arguments" {
		for _, d := range r.config.Docs {
			out += " --docs " + tui.QuoteWord(d)
		}
	}
	return out
}

// each converts a list.
func each[From, To any](in []From, convert func(From) To) []To {
	out := make([]To, len(in))
	for i := range in {
		out[i] = convert(in[i])
	}
	return out
}

// count is a number of things, in words that fit it.
func count(n int, noun string) string { return guard.Count(n, noun) }

// writeJSON prints one object on one line, with everything escaped that a terminal obeys.
func writeJSON(w io.Writer, v any) error {
	line, err := text.Encode(v)
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

// clean makes one harmless line of text that came from a file.
func clean(s string) string { return engine.OneLine(guard.Sanitize(s)) }

// pad fills a cell to a width.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-ansi.StringWidth(s)))
}

// clip shortens a line to a width.
func clip(s string, width int) string { return ansi.Truncate(s, max(width, 1), "…") }

// lowerFirst lets a sentence follow "because".
func lowerFirst(s string) string { return text.LowerFirst(s) }
