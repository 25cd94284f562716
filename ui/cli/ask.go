package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine"
)

// maxQuestionBytes bounds a question read from standard input: more is a document, not a question.
const maxQuestionBytes = 16 << 10

func (a *App) askCommand() *cobra.Command {
	var asJSON, showEvidence bool
	cmd := &cobra.Command{
		Use:   "ask [flags] QUESTION… | -",
		Short: "Answer a question, every sentence cited and checked",
		Long: `Answer a question from the documents. Each sentence of the answer ends in a citation that was checked against the
source; where the documents do not say, the answer is a refusal with its reason and the exit code is 1.`,
		Example: `  ibid ask --docs ~/papers "What does MLWE mean?"
  echo "What does MLWE mean?" | ibid ask --docs ~/papers --json -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			question, err := a.question(args)
			if err != nil {
				return err
			}
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			d, err := a.open(cmd.Context(), c, asJSON)
			if err != nil {
				return err
			}
			var answer *engine.Answer
			err = a.withRebuild(cmd.Context(), d, asJSON, func(d *documents) error {
				answer, err = engine.New(d, a.Generator, engineOptions(c)).Ask(cmd.Context(), question, engine.Silent{})
				return err
			})
			if err != nil {
				return err
			}
			if asJSON {
				err = writeAnswer(a.Out, answer, d.report)
			} else {
				err = a.printAnswer(answer, d.report, c, showEvidence)
			}
			if err == nil && answer.Refused {
				err = errRefused
			}
			return err
		},
	}
	settingFlags(cmd, "docs", "index.dir", "engine.hits", "engine.chunks", "engine.characters", "engine.rerank", "engine.refusal_text",
		"guard.similarity", "guard.similarity_threshold", "guard.key_terms", "guard.support", "ui.color", "ui.plain")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one ibid.answer/1 object")
	cmd.Flags().BoolVar(&showEvidence, "show-evidence", false, "print the evidence in full after the answer")
	return cmd
}

// question takes the question from the arguments, or from standard input where the only one is "-".
func (a *App) question(args []string) (string, error) {
	q := strings.Join(args, " ")
	if len(args) == 1 && args[0] == "-" {
		data, err := io.ReadAll(io.LimitReader(a.In, maxQuestionBytes+1))
		if err != nil {
			return "", fmt.Errorf("standard input: %w", err)
		}
		if len(data) > maxQuestionBytes {
			return "", usageError{fmt.Errorf("the question is longer than %d bytes", maxQuestionBytes)}
		}
		q = string(data)
	}
	q = strings.ToValidUTF8(strings.Join(strings.Fields(q), " "), "\ufffd")
	if q == "" {
		return "", usageError{errors.New("no question: give it as an argument, or - to read it from standard input")}
	}
	return q, nil
}
