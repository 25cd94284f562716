package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/guard"
	"ibid/ui/clipboard"
	"ibid/ui/report"
	"ibid/ui/tui"
)

const conversationHelp = `/why          how the last answer came about
/evidence     its evidence, in full
/c1 …         one piece of its evidence
/about c1     let only that text answer the next question
/again        ask a refused question without what the documents lack
/copy         copy the answer with its references
/bibtex       references to what it cites
/export       write the conversation as Markdown
/quit         end
@name in a question narrows it to a document, #name to a project`

func (v *conversation) command(ctx context.Context, line string) error {
	name, arg, _ := strings.Cut(strings.TrimPrefix(line, "/"), " ")
	arg = strings.TrimSpace(arg)
	p := v.app.styledPage(v.config)
	if name == "help" {
		p.line("%s", conversationHelp)
		return v.app.print(p)
	}
	if name == "export" {
		return v.export()
	}
	if v.last == nil {
		return usageError{fmt.Errorf("nothing was answered yet, so there is no /%s; /help lists what there is", guard.Sanitize(name))}
	}
	switch name {
	case "why":
		p.why(report.Why(v.last))
	case "evidence":
		p.evidence(v.last.Evidence)
	case "about":
		ev, ok := evidenceOf(v.last, arg)
		if !ok {
			return usageError{fmt.Errorf("there is no evidence %q; /evidence lists it", arg)}
		}
		v.about = tui.SelectFrom(&ev.Chunk, 0, ev.Text)
		if v.last.Selection != nil {
			v.about.Source = nil // a part of a text that was itself selected
		}
		p.line("the next question is about %s alone", report.Place(&ev.Chunk))
	case "again":
		q := engine.Reformulate(v.last.Question, v.last.Trace.Missing)
		if q == "" || !v.last.Refused {
			return usageError{errors.New("there is nothing to leave out of the last question")}
		}
		p.line("asking: %s", guard.Sanitize(q))
		if err := v.app.print(p); err != nil {
			return err
		}
		return v.question(ctx, q)
	case "copy":
		r := clipboard.New(v.app.Env).Copy(ctx, report.Copy(v.last))
		if r.OSC52 != "" && terminal(v.app.Err) > 0 {
			fmt.Fprint(v.app.Err, ansi.SetSystemClipboard(r.OSC52))
		}
		p.line("%s", r.Message)
	case "bibtex":
		for i := range v.last.Citations {
			p.line("%s", report.BibTeX(&v.last.Citations[i].Chunk, time.Now()))
		}
	default:
		ev, ok := evidenceOf(v.last, name)
		if !ok {
			return usageError{fmt.Errorf("no such command: /%s; /help lists them", guard.Sanitize(name))}
		}
		p.evidence([]engine.Evidence{ev})
	}
	return v.app.print(p)
}

// why prints the account of an answer in words: without bars, and without the glyphs that stand beside the words.
func (p *page) why(lines []report.Line) {
	for _, line := range lines {
		var b strings.Builder
		for _, s := range line {
			if s.Role != report.BarFull && s.Role != report.BarEmpty {
				b.WriteString(s.Text)
			}
		}
		text := strings.TrimLeft(b.String(), " ")
		indent := strings.Repeat(" ", len(b.String())-len(text))
		p.hang(indent, oneLine(glyphs.Replace(text)), nil)
	}
}

// glyphs are said in words beside them.
var glyphs = strings.NewReplacer("✓ ", "", "✗ ", "", "! ", "", "⊘ ", "", "│", "")

func evidenceOf(a *engine.Answer, key string) (engine.Evidence, bool) {
	for _, ev := range a.Evidence {
		if ev.Key == key {
			return ev, true
		}
	}
	return engine.Evidence{}, false
}

// export writes the conversation into a new file of the working folder.
func (v *conversation) export() error {
	if v.kept == nil {
		return usageError{errors.New("nothing was asked yet, so there is nothing to export")}
	}
	path := "ibid-" + time.Now().Format("20060102-150405") + ".md"
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(report.Export(v.past, report.Meta{Documents: v.config.Docs}))
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	v.app.note("exported to %s", path)
	return nil
}

// past are the turns of the conversation.
func (v *conversation) past(yield func(report.Turn) bool) {
	for i, t := range v.kept.Turns {
		past := report.Turn{Question: t.Text, At: t.At, Failed: t.Failed, Selected: t.Selected != ""}
		if !yield(tui.Recalled(past, v.kept, i)) {
			return
		}
	}
}

func orNearest(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(names, ", ") + "?"
}
