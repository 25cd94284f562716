package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/report"
	"ibid/ui/wire"
)

func (a *App) askCommand() *cobra.Command {
	var showEvidence, events bool
	var selected, prompts, replay string
	var projects []string
	cmd := a.command(&cobra.Command{
		Use:   "ask [flags] QUESTION… | -",
		Short: "Answer a question, every sentence cited and checked",
		Long: `Answer a question from the documents. Each sentence of the answer ends in a citation that was checked against the source; where the documents do not say, the answer is a refusal with its reason and the exit code is 1.

@NAME in the question narrows it to a document, #NAME to a project, and @module.name means that symbol of the sources.`,
		Example: `  ibid ask --docs ~/papers "What does MLWE mean?"
  echo "What does MLWE mean?" | ibid ask --docs ~/papers --json -
  xclip -o | ibid ask --selection - "How long is the key?"`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, "ibid.answer/1 object", func(ctx context.Context, r *call) error {
		question, err := r.question(ctx)
		if err != nil {
			return err
		}
		var listen engine.Listener = r.progress
		var broken error // of standard output
		if events {
			if !r.json {
				return usageError{errors.New("--events are objects of JSON: say --json too")}
			}
			listen = wire.Events(func(e wire.Event) { broken = cmp.Or(broken, writeJSON(r.Out, e)) })
		}
		t, closeTranscript, err := a.transcript(prompts, replay)
		if err != nil {
			return err
		}
		l, err := a.shared().NewLibrary(r.config, app.Wanted{Writer: true, Transcript: t})
		if err != nil {
			return err
		}
		var answer *engine.Answer
		var report index.Report
		if selected != "" {
			answer, report, err = r.askSelected(ctx, l, question, selected, listen)
		} else {
			var notes []string
			answer, report, notes, err = l.Ask(ctx, question, projects, r.progress.step, listen)
			r.tell(notes)
		}
		if err = errors.Join(err, broken, l.Close(), closeTranscript()); err != nil {
			return err
		}
		err = r.show(wire.FromAnswer(answer, report), func(p *page) {
			p.answer(answer)
			if showEvidence {
				p.evidence(answer.Evidence)
			}
			p.behind(report)
		})
		r.beside(answer, report)
		if kept := a.shared().Record(r.config, answer); kept != nil { // an answer is never lost for it
			r.note("this question is not in the log: %v", kept)
		}
		if err == nil && answer.Refused {
			err = errRefused
		}
		return err
	}, documentSettings, embedderSettings, retrievalSettings, answerSettings, modelSettings, logSettings, screenSettings)
	cmd.Flags().StringArrayVar(&projects, "project", nil, "answer from the documents of the project of this `name` alone; may be repeated")
	cmd.Flags().StringVar(&selected, "selection", "", "answer from this file alone, or - for standard input; --docs then only suggests other places")
	cmd.Flags().StringVar(&prompts, "debug-prompt", "", "write what a model is told and what it replies to this file, or - for standard error; --replay reads it")
	cmd.Flags().StringVar(&replay, "replay", "", "take a model's replies from this file of --debug-prompt, and ask no model")
	cmd.Flags().BoolVar(&showEvidence, "show-evidence", false, "print the evidence in full after the answer")
	cmd.Flags().BoolVar(&events, "events", false, "with --json, print what happens on the way too, an ibid.event/1 object a line; the answer is the last line")
	return cmd
}

// question takes the question from the arguments, or from standard input where the only one is "-".
func (r *call) question(ctx context.Context) (string, error) {
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

// askSelected answers from one text alone. Documents are opened only where somebody named them, to suggest other places.
func (r *call) askSelected(ctx context.Context, l *app.Library, question, file string, listen engine.Listener) (*engine.Answer, index.Report, error) {
	text, err := r.selection(ctx, file)
	if err != nil {
		return nil, index.Report{}, err
	}
	answerFrom := func(documents engine.Retriever, opt engine.Options) (*engine.Answer, error) {
		return engine.AskSelection(ctx, question, text, file, documents, l.Generator(), opt, listen)
	}
	if r.config.Origin("docs") != "default" {
		return l.Answer(ctx, r.progress.step, func(ix *index.Index, opt engine.Options) (*engine.Answer, error) { return answerFrom(ix, opt) })
	}
	if err := l.FindModels(ctx); err != nil {
		return nil, index.Report{}, err
	}
	opt, err := l.Options(ctx, r.progress.step)
	if err != nil {
		return nil, index.Report{}, err
	}
	answer, err := answerFrom(nil, opt)
	if err == nil {
		err = l.Confirm(ctx, answer)
	}
	return answer, index.Report{}, err
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
		p.hang("  ", report.Place(&s.Suggestions[i].Chunk), nil)
	}
}

// transcript opens the file that a transcript is written to, and the one that is replayed. The function that it returns closes them.
func (a *App) transcript(file, replay string) (app.Transcript, func() error, error) {
	t := app.Transcript{Name: replay}
	var open []*os.File
	closeAll := func() error {
		var errs []error
		for _, f := range open {
			errs = append(errs, f.Close())
		}
		return errors.Join(errs...)
	}
	switch file {
	case "":
	case "-":
		t.Out = a.Err
	default:
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return t, nil, usageError{fmt.Errorf("the transcript cannot be written: %w", err)}
		}
		t.Out, open = f, append(open, f)
	}
	if replay != "" {
		f, err := os.Open(replay)
		if err != nil {
			return t, nil, errors.Join(usageError{fmt.Errorf("the transcript cannot be read: %w", err)}, closeAll())
		}
		t.Replay, open = f, append(open, f)
	}
	return t, closeAll, nil
}
