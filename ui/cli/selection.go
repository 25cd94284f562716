package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/report"
)

// maxSelectionBytes bounds what is read of a selected text. It is cut to far less; reading more would be waste.
const maxSelectionBytes = 8 << 20

// askSelected answers from one text alone. Documents are opened only where somebody named them, to suggest other places.
func (a *App) askSelected(ctx context.Context, l *library, question, file string, p *progress) (*engine.Answer, index.Report, error) {
	text, err := a.selection(ctx, file)
	if err != nil {
		return nil, index.Report{}, err
	}
	answerFrom := func(documents engine.Retriever, opt engine.Options) (*engine.Answer, error) {
		p.clear()
		return engine.AskSelection(ctx, question, text, file, documents, l.generator, opt, engine.Silent{})
	}
	if l.config.Origin("docs") != "default" {
		return l.answer(ctx, p.step, func(ix *index.Index, opt engine.Options) (*engine.Answer, error) { return answerFrom(ix, opt) })
	}
	if err := l.models(ctx); err != nil {
		return nil, index.Report{}, err
	}
	opt, err := l.options(ctx, p.step)
	if err != nil {
		return nil, index.Report{}, err
	}
	answer, err := answerFrom(nil, opt)
	if err == nil {
		err = l.confirm(ctx, answer)
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
