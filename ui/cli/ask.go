package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/text"
)

// askFlags are what the ask command takes beside settings.
type askFlags struct {
	evidence       bool
	selected       string
	projects       []string
	format, output string
}

// formats are those of an answer, the one that is meant where none is named first.
var formats = []string{"text", "markdown", "html", "json"}

func (a *App) askCommand() *cobra.Command {
	var fl askFlags
	cmd := a.command(&cobra.Command{
		Use:   "ask [flags] QUESTION… | -",
		Short: "Answer a question, every sentence cited and checked",
		Long: `Answer a question from the documents. Each sentence of the answer ends in a citation that was checked against the source; where the documents do not say, the answer is a refusal with its reason and the exit code is 1.

@NAME in the question narrows it to a document, #NAME to a project, and @module.name means that symbol of the sources.

--format markdown has the references below the answer; html is one page with the passages folded in. All other settings are in config.toml or the environment: ibid help configuration.`,
		Example: `  ibid ask --docs ~/papers "What does MLWE mean?"
  xclip -o | ibid ask --selection - "How long is the key?"
  ibid ask --docs ~/papers --format html --output mlwe.html "What does MLWE mean?"`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, "ibid.answer/1 object", func(ctx context.Context, r *call) error { return r.ask(ctx, &fl) },
		documentSettings, answerSettings, screenSettings, []string{"engine.hits"})
	cmd.PreRun = func(cmd *cobra.Command, _ []string) {
		if fl.format == "json" {
			_ = cmd.Flags().Lookup("json").Value.Set("true")
		}
	}
	cmd.Flags().StringVar(&fl.format, "format", formats[0], "`kind` of output: "+strings.Join(formats, ", "))
	cmd.Flags().StringVarP(&fl.output, "output", "o", "", "write the answer into this `file`")
	cmd.Flags().StringArrayVar(&fl.projects, "project", nil, "answer from the project of this `name` alone; may be repeated")
	cmd.Flags().StringVar(&fl.selected, "selection", "", "answer from this `file` alone, or - for standard input")
	cmd.Flags().BoolVar(&fl.evidence, "show-evidence", false, "print the evidence in full after the answer")
	cmd.MarkFlagsMutuallyExclusive("json", "format")
	return cmd
}

// ask answers the question.
func (r *call) ask(ctx context.Context, fl *askFlags) error {
	if !slices.Contains(formats, fl.format) {
		return usageError{fmt.Errorf("--format %s: it is one of %s", fl.format, strings.Join(formats, ", "))}
	}
	if fl.output == "-" { // standard output, as elsewhere
		fl.output = ""
	}
	question, err := r.question(ctx)
	if err != nil {
		return err
	}
	l, err := r.shared().NewLibrary(r.config, app.Wanted{Writer: true})
	if err != nil {
		return err
	}
	var answer *engine.Answer
	if fl.selected != "" {
		if answer, err = r.askSelected(ctx, l, question, fl.selected, r.progress); err == nil {
			answer.Warnings = append(answer.Warnings, l.NotesOn(answer)...)
		}
	} else {
		var notes []string
		answer, notes, err = l.Ask(ctx, question, fl.projects, r.progress.step, r.progress)
		r.tell(notes)
	}
	if err = errors.Join(err, l.Close()); err == nil {
		err = r.answered(fl, answer, l.Report())
	}
	return err
}

// answered shows an answer and what goes with it, and keeps that it was asked.
func (r *call) answered(fl *askFlags, answer *engine.Answer, report index.Report) error {
	err := r.shown(fl, answer)
	r.beside(answer, report)
	if kept := r.shared().Record(r.config, answer); kept != nil { // an answer is never lost for it
		r.note("this question is not in the log: %v", kept)
	}
	if err == nil && answer.Refused {
		err = errRefused
	}
	return err
}

// shown prints an answer in its format, or writes it into its file.
func (r *call) shown(fl *askFlags, answer *engine.Answer) error {
	to, file := *r, bytes.Buffer{}
	if fl.output != "" {
		to.App = &App{Out: &file, Err: r.Err, Env: r.Env}
	}
	err := to.show(answer, func(p *page) {
		switch fl.format {
		case "markdown":
			p.WriteString(text.Copy(answer))
		case "html":
			p.WriteString(text.HTML(answer))
		default:
			p.answer(answer)
			if fl.evidence {
				p.evidence(answer.Evidence)
			}
			p.behind(answer)
		}
	})
	if err != nil || fl.output == "" {
		return err
	}
	if err := overwrite(fl.output, file.Bytes()); err != nil {
		return saveError{"--output " + fl.output, err}
	}
	r.note("written to %s: %s", fl.output, text.Outcome(answer))
	return nil
}

// question takes the question from the arguments, or from standard input where the only one is "-".
func (r *call) question(ctx context.Context) (string, error) {
	if len(r.args) > 1 {
		if info, err := os.Stat(r.args[0]); err == nil && info.IsDir() {
			return "", usageError{fmt.Errorf("%s is a folder: documents are named with --docs %[1]s; put a question that begins with this word into quotation marks", r.args[0])}
		}
	}
	q := strings.Join(r.args, " ")
	if len(r.args) == 1 && r.args[0] == "-" {
		var err error
		if q, err = readAll(ctx, io.LimitReader(r.In, app.MaxQuestionBytes+1)); err != nil {
			return "", fmt.Errorf("standard input: %w", err)
		}
	}
	return app.Question(q)
}

// readAll reads to the end, or until the context ends.
func readAll(ctx context.Context, r io.Reader) (string, error) {
	return await(ctx, func() (string, error) {
		data, err := io.ReadAll(r)
		return string(data), err
	})
}

// await is what a read from a terminal comes to, which nobody can interrupt, or the end of the context.
func await(ctx context.Context, read func() (string, error)) (string, error) {
	type result struct {
		text string
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := read()
		done <- result{text, err}
	}()
	select {
	case res := <-done:
		return res.text, res.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// maxSelectionBytes bounds what is read of a selected text. It is cut to far less; reading more would be waste.
const maxSelectionBytes = 8 << 20

// askSelected answers from one text alone. Documents are opened only where somebody named them, to suggest other
// places.
func (r *call) askSelected(ctx context.Context, l *app.Library, question, file string, listen engine.Listener) (*engine.Answer, error) {
	text, err := r.selection(ctx, file)
	if err != nil {
		return nil, err
	}
	answerFrom := func(documents engine.Retriever, opt engine.Options) (*engine.Answer, error) {
		return engine.AskSelection(ctx, question, text, file, documents, l.Generator(), opt, listen)
	}
	if r.config.Origin("docs") != "default" {
		return l.Answer(ctx, r.progress.step, func(ix *index.Index, opt engine.Options) (*engine.Answer, error) { return answerFrom(ix, opt) })
	}
	if err := l.FindModels(ctx); err != nil {
		return nil, err
	}
	opt, err := l.Options(ctx, nil, r.progress.step)
	if err != nil {
		return nil, err
	}
	return answerFrom(nil, opt)
}

// selection reads the selected text from a file, or from standard input for "-".
func (a *App) selection(ctx context.Context, file string) (string, error) {
	in := a.In
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return "", usageError{fmt.Errorf("the selected text cannot be read: %w", err)}
		}
		defer f.Close()
		in = f
	}
	text, err := readAll(ctx, io.LimitReader(in, maxSelectionBytes+1))
	if err != nil {
		return "", fmt.Errorf("the selected text: %w", err)
	}
	if len(text) > maxSelectionBytes {
		return "", usageError{fmt.Errorf("the selected text is longer than %d MB; give documents with --docs", maxSelectionBytes>>20)}
	}
	return text, nil
}

// suggestions lists where else the documents may answer.
func (p *page) suggestions(s *engine.Selection) {
	if s == nil || len(s.Suggestions) == 0 {
		return
	}
	p.line("")
	p.line("the documents may say more in")
	for i := range s.Suggestions {
		c := s.Suggestions[i].Chunk()
		p.hang("  ", engine.Place(&c), nil)
	}
}
