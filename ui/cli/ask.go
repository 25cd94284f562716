package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine"
	"ibid/index"
)

// maxQuestionBytes bounds a question: more is a document.
const maxQuestionBytes = 16 << 10

func (a *App) askCommand() *cobra.Command {
	var asJSON, showEvidence bool
	var selected, prompts, replay string
	var projects []string
	cmd := &cobra.Command{
		Use:   "ask [flags] QUESTION… | -",
		Short: "Answer a question, every sentence cited and checked",
		Long:  `Answer a question from the documents. Each sentence of the answer ends in a citation that was checked against the source; where the documents do not say, the answer is a refusal with its reason and the exit code is 1.`,
		Example: `  ibid ask --docs ~/papers "What does MLWE mean?"
  echo "What does MLWE mean?" | ibid ask --docs ~/papers --json -
  xclip -o | ibid ask --selection - "How long is the key?"`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			question, err := a.question(ctx, args)
			if err != nil {
				return err
			}
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			t, closeTranscript, err := a.transcript(prompts, replay)
			if err != nil {
				return err
			}
			l, err := a.newLibrary(c, wanted{writer: true, transcript: t})
			if err != nil {
				return err
			}
			p := a.newProgress(c, asJSON)
			var answer *engine.Answer
			var report index.Report
			if selected != "" {
				answer, report, err = a.askSelected(ctx, l, question, selected, p)
			} else {
				answer, report, err = l.answer(ctx, p.step, func(ix *index.Index, opt engine.Options) (*engine.Answer, error) {
					var err error
					if opt.OnlyProjects, err = known(projects, ix.Projects()); err != nil {
						return nil, err
					}
					p.clear()
					return engine.New(ix, l.generator, opt).Ask(ctx, question, engine.Silent{})
				})
			}
			p.clear()
			if err = errors.Join(err, l.Close(), closeTranscript()); err != nil {
				return err
			}
			if asJSON {
				err = writeAnswer(a.Out, answer, report)
			} else {
				p := a.styledPage(c)
				if answer.Refused {
					p.refusal(answer)
					p.suggestions(answer.Selection)
				} else {
					p.answer(answer)
				}
				if showEvidence {
					p.evidence(answer.Evidence)
				}
				p.behind(report)
				err = a.print(p)
				for _, n := range l.notes {
					a.note("%s", n)
				}
				a.beside(answer, report)
			}
			a.record(c, answer, asJSON)
			if err == nil && answer.Refused {
				err = errRefused
			}
			return err
		},
	}
	settingFlags(cmd, documentSettings, embedderSettings, retrievalSettings, answerSettings, modelSettings, logSettings, screenSettings)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one ibid.answer/1 object")
	cmd.Flags().StringArrayVar(&projects, "project", nil, "answer from the documents of the project of this `name` alone; may be repeated")
	cmd.Flags().StringVar(&selected, "selection", "", "answer from this file alone, or - for standard input; --docs then only suggests other places")
	cmd.Flags().StringVar(&prompts, "debug-prompt", "", "write what a model is told and what it replies to this file, or - for standard error; --replay reads it")
	cmd.Flags().StringVar(&replay, "replay", "", "take a model's replies from this file of --debug-prompt, and ask no model")
	cmd.Flags().BoolVar(&showEvidence, "show-evidence", false, "print the evidence in full after the answer")
	return cmd
}

// known are the projects of these names, or an error that says which there are.
func known(names, projects []string) ([]string, error) {
	for _, name := range names {
		switch {
		case slices.Contains(projects, name):
		case len(projects) == 0:
			return nil, usageError{fmt.Errorf("--project %s: the documents belong to no project; a folder with a pyproject.toml, setup.py, go.mod or package.json is one", name)}
		default:
			return nil, usageError{fmt.Errorf("--project %s: there is no project of this name, but %s", name, strings.Join(projects, ", "))}
		}
	}
	return names, nil
}

// question takes the question from the arguments, or from standard input where the only one is "-".
func (a *App) question(ctx context.Context, args []string) (string, error) {
	q := strings.Join(args, " ")
	if len(args) == 1 && args[0] == "-" {
		var err error
		if q, err = readAll(ctx, io.LimitReader(a.In, maxQuestionBytes+1)); err != nil {
			return "", fmt.Errorf("standard input: %w", err)
		}
	}
	if len(q) > maxQuestionBytes {
		return "", usageError{fmt.Errorf("the question is longer than %d bytes; give documents with --docs", maxQuestionBytes)}
	}
	q = strings.ToValidUTF8(strings.Join(strings.Fields(q), " "), "\ufffd")
	if q == "" {
		return "", usageError{errors.New("no question: give it as an argument, or - to read it from standard input")}
	}
	return q, nil
}

// readAll reads to the end, or until the context ends: nobody can interrupt a read from a terminal.
func readAll(ctx context.Context, r io.Reader) (string, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data, err := io.ReadAll(r)
		done <- result{data, err}
	}()
	select {
	case res := <-done:
		return string(res.data), res.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
